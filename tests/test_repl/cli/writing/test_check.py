"""`reverie check`: games that are played to try their rules, and notes about them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.authoring.checking import rehearse_rules
from repl.cli.main import cli
from tests.support.tiny import TINY

LID = "kind lid\ncard cork is lid, 2 in spare\nzone spare: heap, public\n"
LID += "after play if any lid in spot\n  move every lid in spare to hand\n"
LID += "after play if any lid in hand\n  move every lid in hand to spot\n"
"""Lids come to the hand by a rule that never acts."""
CLOSE = "    option close <lid in hand>\n      move lid to spare\n    option stop\n"
SHELVED = "    option lay <card in hand>\n      move card to shelf\n    option stop\n"
SHELF = "zone shelf: heap, public, limit 1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tiny").mkdir()
    return tmp_path / "tiny"


def check(*words: str) -> Result:
    return CliRunner().invoke(cli, ["check", *words], catch_exceptions=False)


def write(folder: Path, options: str, more: str) -> None:
    text = TINY.replace('    option stop\n      lose "Stopped."\n', options)
    (folder / "base.rules").write_text(text + more, "utf-8")


def test_a_note_is_shown_and_all_is_well(folder: Path) -> None:
    write(folder, CLOSE, LID)
    result = check(str(folder))
    assert (result.exit_code, result.stdout) == (0, "ok\n")
    assert result.stderr.startswith("note[rehearsal]: in 60 games played to try the rules, this was never offered")
    assert result.stderr.endswith("\n1 note\n")


def test_notes_as_json(folder: Path) -> None:
    write(folder, CLOSE, LID)
    result = check(str(folder / "base.rules"), "--json")
    data = json.loads(result.stdout)
    assert (result.exit_code, data["ok"], data["problems"]) == (0, True, [])
    assert [note["code"] for note in data["notes"]] == ["rehearsal"]


def test_rules_that_break_down_are_a_problem(folder: Path) -> None:
    write(folder, SHELVED, SHELF)
    result = check(str(folder))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error[breaks-down]: the rules break down in ")


def test_a_module_that_breaks_an_invariant_of_its_game_is_shown(folder: Path) -> None:
    write(folder, "    option stop\n", 'never any card in spare: "none is spared"\nzone spare: heap, public\n')
    module = folder / "waste.rules"
    module.write_text('module waste "Waste" for tiny\nafter play\n  draw from deck to spare\n', "utf-8")
    result = check(str(module))
    assert result.exit_code == 1
    assert "the last rule that acted" in result.stderr.partition("2 | after play\n")[2]
    assert f"`reverie verify {folder} --with waste --players 1` shows how it comes about" in result.stderr


def test_notes_follow_a_problem(folder: Path) -> None:
    tested = "  if tint is none\n    shuffle deck\n"
    tint = f"marker tint: none, colour\nbefore play\n  set tint to colour of card\n{tested}"
    write(folder, SHELVED, SHELF + tint)
    result = check(str(folder))
    assert result.exit_code == 1
    assert result.stderr.endswith("\n1 problem, 1 note\n")


def test_a_module_by_its_path_is_tried(folder: Path) -> None:
    write(folder, "    option stop\n", "")
    module = folder / "corks.rules"
    added = "add to turn\n  option close <lid in hand>\n    move lid to spare\n"
    module.write_text(f'module corks "Corks" for tiny\n{LID}{added}', "utf-8")
    shown = check(str(module))
    assert (shown.stdout, shown.stderr[:15]) == ("ok\n", "note[rehearsal]")


def test_included_games_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("repl.authoring.checking.rehearse", refuse)
    assert rehearse_rules("onirim", ["towers"], None, {}) == ()


def test_what_a_module_brings_to_the_base_game_is_shown(folder: Path) -> None:
    """The rules of the base game show the mistake, but without the module there is none."""
    (folder / "base.rules").write_text(f'{TINY}\ninvariant "few are held": number of card in hand is at most 2\n')
    module = folder / "again.rules"
    module.write_text('module again "Again" for tiny\nafter setup\n  draw 3 from deck to hand\n')
    assert check(str(folder / "base.rules")).exit_code == 0
    shown = check(str(module))
    assert (shown.exit_code, "few are held" in shown.stderr) == (1, True)
    assert "Brought by again.rules: 1 problem in other files of this game: `tiny/base.rules` (1).\n" in shown.stderr
    assert "Not shown" not in shown.stderr


def test_of_a_base_games_file_the_texts_beside_it_are_looked_through(folder: Path) -> None:
    write(folder, '    option stop\n      lose "Stopped."\n', "")
    (folder / "german.texts").write_text('texts german "Deutsch" for tiny\n\nplay <card>: <Karte> spielen\n', "utf-8")
    result = check(str(folder / "base.rules"))
    assert "1 problem in other files of this game" in result.stderr
    assert "tiny/german.texts" in result.stderr
    (folder / "german.texts").write_text('texts german "Deutsch" for tiny\n\nplay <card>: <card> spielen\n', "utf-8")
    assert check(str(folder / "base.rules")).stdout == "ok\n"
    assert "no such file" in check(str(folder / "gone.rules")).stderr.lower()
