"""Saves of version 0.1.0, which made fingerprints in another way: with the same rules files, a game simply continues.

They were played in its terminal. The rules of one of them lie beside it; the others are of the games that come with
Reverie, and say nothing once a rules file of theirs has changed.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.saves import store
from repl.saves.records import Header
from repl.saves.replay import differences, replay
from repl.saves.store import Save
from repl.saves.workshop import Engine

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "saves" / "0.1.0"
UNFINISHED = ("ferry-unfinished", "onirim-unfinished", "urbion-unfinished")
FINISHED = ("onirim-finished", "urbion-finished")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed, catch_exceptions=False)


def same(header: Header) -> bool:
    """Whether the rules files are those of version 0.1.0."""
    folder = FOLDER if header.game == "ferry" else ROOT / "rulesets"
    texts = {name: (folder / name).read_bytes() for name in header.rules}
    return header.rules == {name: hashlib.sha256(text).hexdigest()[:16] for name, text in texts.items()}


def old(name: str, home: Path, rules: Path = FOLDER) -> Save:
    """A save of version 0.1.0, as the one game that a player has; `rules` is the folder of the ferry's."""
    save = store.read(FOLDER / f"{name}.jsonl")
    if not same(save.header):
        pytest.skip("its rules have changed since")
    game = str(rules / "ferry") if save.header.game == "ferry" else save.header.game
    path = home / "games" / f"{name}.jsonl"
    path.parent.mkdir(parents=True)
    store.write(path, attrs.evolve(save.header, game=game), save.lines)
    return store.read(path)


@pytest.mark.parametrize("name", [*UNFINISHED, *FINISHED])
def test_the_same_rules_files_are_the_same_rules(name: str, home: Path) -> None:
    save = old(name, home)
    found = replay(save, Engine())
    assert (found.differences, found.fault) == ((), "")
    assert save.header.fingerprint != found.program.fingerprint
    assert save.finished == (name in FINISHED)


@pytest.mark.parametrize("name", UNFINISHED)
def test_an_unfinished_game_continues_in_its_file(name: str, home: Path) -> None:
    save = old(name, home)
    before = save.path.read_bytes()
    shown = run("play", "--resume", typed="\n1\nquit\n")
    assert shown.exit_code == 0
    assert "other rules" not in shown.output
    assert list((home / "games").iterdir()) == [save.path]
    assert save.path.read_bytes().startswith(before)
    assert len(store.read(save.path).lines) == len(save.lines) + 1


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_comes_to_the_same_end(name: str, home: Path) -> None:
    shown = run("replay", str(old(name, home).path))
    assert (shown.exit_code, "The rules differ" in shown.output) == (0, False)


def test_a_save_is_written_again_under_its_name(home: Path) -> None:
    save = old("ferry-unfinished", home)
    (home / "saves").mkdir()
    save.path.rename(home / "saves" / "evening.jsonl")
    shown = run("play", save.header.game, "--seed", "1", typed="\nload evening\n\n1\nsave evening\nquit\n")
    assert "Saved as" in shown.output
    assert len(store.read(home / "saves" / "evening.jsonl").lines) == len(save.lines) + 1


def test_rules_files_that_differ_are_named(home: Path, tmp_path: Path) -> None:
    rules = tmp_path / "ferry" / "base.rules"
    rules.parent.mkdir()
    rules.write_text((FOLDER / "ferry" / "base.rules").read_text().replace("limit 1", "limit 2"))
    save = old("ferry-unfinished", home, tmp_path)
    shown = run("play", "--resume", typed="\n1\nquit\n")
    assert "Saved under different rules: ferry/base.rules has changed. Every answer still fits." in shown.output
    assert len(list((home / "games").iterdir())) == 2
    assert store.read(save.path).lines == save.lines


def test_without_all_rules_files_fingerprints_decide(home: Path) -> None:
    save = old("ferry-unfinished", home)
    program = replay(save, Engine()).program
    assert differences(attrs.evolve(save.header, rules={}), program) == ("their fingerprint has changed",)
    assert differences(attrs.evolve(save.header, rules={}, fingerprint=program.fingerprint), program) == ()
