"""Saves of a version that made fingerprints in another way: with the same rules files, a game simply continues."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import attrs
import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.saves import store
from repl.saves.replay import differences, replay
from repl.saves.store import Save
from repl.saves.workshop import Engine

FERRY = Path(__file__).parents[3] / "docs" / "tutorial" / "ferry"
GAMES = ("ferry", "onirim", "urbion")
FEW, ALL = 4, 500
"""Answers of a game that is interrupted, and more than a game has."""


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed, catch_exceptions=False)


def older(game: str, answers: int, home: Path) -> Save:
    """The one game that a player has, whose fingerprint was made in another way; the ferry's rules lie beside it."""
    ferry = home.parent / "ferry"
    if not ferry.exists():
        copytree(FERRY, ferry)
    run("play", str(ferry) if game == "ferry" else game, "--seed", "1", typed="\n1\n" * answers + "quit\n")
    (path,) = (home / "games").iterdir()
    save = store.read(path)
    store.write(path, attrs.evolve(save.header, fingerprint="older"), save.lines)
    return store.read(path)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_rules_files_are_the_same_rules(game: str, home: Path) -> None:
    same_rules(older(game, FEW, home))


def same_rules(save: Save) -> None:
    found = replay(save, Engine())
    assert (found.differences, found.fault) == ((), "")
    assert save.header.fingerprint != found.program.fingerprint


@pytest.mark.parametrize("game", GAMES)
def test_an_unfinished_game_continues_in_its_file(game: str, home: Path) -> None:
    save = older(game, FEW, home)
    before = save.path.read_bytes()
    shown = run("play", "--resume", typed="\n1\nquit\n")
    assert shown.exit_code == 0
    assert "other rules" not in shown.output
    assert list((home / "games").iterdir()) == [save.path]
    assert save.path.read_bytes().startswith(before)
    assert len(store.read(save.path).lines) == len(save.lines) + 1


@pytest.mark.parametrize("game", ["ferry", "onirim"])
def test_a_finished_game_comes_to_the_same_end(game: str, home: Path) -> None:
    save = older(game, ALL, home)
    assert save.finished
    same_rules(save)
    shown = run("replay", str(save.path))
    assert (shown.exit_code, "The rules differ" in shown.output) == (0, False)


def test_a_save_is_written_again_under_its_name(home: Path) -> None:
    save = older("ferry", FEW, home)
    (home / "saves").mkdir()
    save.path.rename(home / "saves" / "evening.jsonl")
    shown = run("play", save.header.game, "--seed", "1", typed="\nload evening\n\n1\nsave evening\nquit\n")
    assert "Saved as" in shown.output
    assert len(store.read(home / "saves" / "evening.jsonl").lines) == len(save.lines) + 1


def test_rules_files_that_differ_are_named(home: Path) -> None:
    save = older("ferry", FEW, home)
    rules = home.parent / "ferry" / "base.rules"
    rules.write_text(rules.read_text().replace("limit 1", "limit 2"))
    shown = run("play", "--resume", typed="\n1\nquit\n")
    assert "Saved under different rules: ferry/base.rules has changed. Every answer still fits." in shown.output
    assert len(list((home / "games").iterdir())) == 2
    assert store.read(save.path).lines == save.lines


def test_without_all_rules_files_fingerprints_decide(home: Path) -> None:
    save = older("ferry", FEW, home)
    program = replay(save, Engine()).program
    assert differences(attrs.evolve(save.header, rules={}), program) == ("their fingerprint has changed",)
    assert differences(attrs.evolve(save.header, rules={}, fingerprint=program.fingerprint), program) == ()
