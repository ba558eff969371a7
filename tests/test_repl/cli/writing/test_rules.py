"""`reverie rules --names`: what each name of a ruleset means, where it is declared, and where it is used."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from repl.cli.main import cli
from tests.support.pairs import write_game

FERRY = str(Path(__file__).parents[4] / "docs" / "tutorial" / "ferry")


def names(*words: str) -> Result:
    return CliRunner().invoke(cli, ["rules", FERRY, "--names", *words], catch_exceptions=False)


def test_all_names_are_listed_by_sort() -> None:
    lines = names().stdout.split("\n")
    assert "Zones" in lines
    assert "  shore  ferry/base.rules:30  read 2 times, in scenarios 2 times" in lines
    assert "  counts      ferry/base.rules:68  read 1 time, hooked in storm" in lines


def test_a_name_is_shown_with_the_lines_that_use_it() -> None:
    result = names("called")
    assert result.stdout.split("\n")[:3] == [
        "called: marker, of ferry", "  ferry/base.rules:34  marker called: silence, colour", "read:",
    ]  # fmt: skip
    assert "changed:\n  ferry/base.rules:55  set called to colour of passenger\n" in result.stdout


def test_names_are_data_for_programs() -> None:
    (beats,) = json.loads(names("beats", "--json").stdout)["names"]
    assert (beats["sort"], beats["module"], [each["line"] for each in beats["hooked"]]) == ("definition", "ferry", [17])


def test_entries_of_texts_files_translate_a_name(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    (folder / "german.texts").write_text('texts german "Deutsch" for pairs\n\nkept: behalten\n', encoding="utf-8")
    result = CliRunner().invoke(cli, ["rules", str(folder), "--names", "kept"], catch_exceptions=False)
    assert "translated:\n  pairs/german.texts:3  kept: behalten\n" in result.stdout


def test_a_misspelt_name_is_answered_with_the_nearest() -> None:
    result = names("shoer")
    assert result.exit_code != 0
    assert "nothing in these rules is called `shoer` (did you mean `shore`?)" in result.output
