"""Playing in another language, and what commands say about languages."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from repl.cli.main import cli
from tests.support.tiny import TINY


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed, catch_exceptions=False)


def test_a_game_is_played_in_german_and_saved_in_its_own_words() -> None:
    played = run("play", "onirim", "--seed", "3", "--plain", "--language", "german", typed="aus rote\nwhy\nquit\n")
    assert "Was tust du?\n1. ausspielen: rote Sonne\n" in played.output
    assert "rote Sonne: Hand → Reihe" in played.output
    assert "Hauptphase" in played.output
    resumed = run("play", "--resume", "--plain", typed="log\nquit\n")
    assert "   1  play red sun" in resumed.output
    assert "What do you do?" in resumed.output
    again = run("play", "--resume", "--plain", "--language", "german", typed="log\nquit\n")
    assert "   1  ausspielen: rote Sonne" in again.output


def test_programs_may_answer_in_either_language() -> None:
    lines = ['{"answer": "play red sun"}', '{"answer": "ablegen: grüne Sonne"}']
    played = run("play", "onirim", "--seed", "3", "--json", "--language", "german", typed="\n".join(lines) + "\n")
    asked = [event for event in map(json.loads, played.output.splitlines()) if event["event"] == "asked"]
    assert len(asked) == 3
    assert (asked[0]["choices"][0]["words"], asked[0]["choices"][0]["id"]) == ("ausspielen: rote Sonne", "play red sun")


def test_a_language_that_is_not_there_is_refused() -> None:
    refused = run("play", "onirim", "--language", "germn", typed="")
    assert refused.exit_code == 1
    assert "did you mean `german`?" in refused.output
    assert "this game isn't translated into `german`" in run("play", "urbion", "--language", "german").output


def test_check_lists_what_is_not_translated(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(TINY, "utf-8")
    (tmp_path / "curses.rules").write_text('module curses "The Curses" for tiny\nhelp "Curses" "None."\n', "utf-8")
    texts = tmp_path / "german.texts"
    texts.write_text('texts german "Deutsch" for tiny\n"Tiny": "Winzig"\n', "utf-8")
    assert run("check", str(tmp_path)).output == "ok\n"
    checked = run("check", str(tmp_path), "--language", "german").output
    assert checked.startswith("ok\nNot translated into german: curses (3)\nNot translated into german, ")
    assert '"Tiny"' not in checked
    found = json.loads(run("check", str(tmp_path), "--language", "german", "--json").output)["untranslated"]
    assert [each["of"] for each in found] == ["tiny", "curses"]
    assert "Languages (--language NAME): german (Deutsch)" in run("list", str(tmp_path)).output
    texts.write_text('texts german "Deutsch" for tiny\n"Tinny": "Winzig"\n', "utf-8")
    wrong = run("check", str(tmp_path))
    assert wrong.exit_code == 1
    assert 'did you mean `"Tiny"`?' in wrong.output


def test_modules_that_are_not_translated_are_named() -> None:
    words = ("play", "onirim", "--seed", "3", "--plain", "--with", "towers", "--language", "german")
    said = "Not translated into german: the module `towers`."
    assert run(*words, typed="aus rote\n").output.startswith(f"{said}\n")
    assert run("play", "--resume", "--plain", "--language", "german", typed="quit\n").output.startswith(f"{said}\n")
    assert "Not translated" not in run("play", "onirim", "--plain", "--language", "german", typed="quit\n").output
    assert "Not translated" not in run("play", "onirim", "--plain", "--with", "towers", typed="quit\n").output
    listed = run("list", "onirim").output
    assert "Not translated into german: the modules `book`, " in listed
    assert listed.endswith(" and `towers`.\n")
