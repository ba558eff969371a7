"""The words of sheets: every language has the same, and templates leave out what isn't there."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import dsl
from repl.sheets import frame as frames
from repl.sheets.document import Piece
from repl.sheets.frame import SLOT, frame

FOLDER = Path(frames.__file__).parent / "words"
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.toml"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_words_and_their_slots(language: str) -> None:
    english = tomllib.loads((FOLDER / "english.toml").read_text(encoding="utf-8"))
    found = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    for table in ("page", "table", "rule", "step"):
        assert list(found[table]) == list(english[table])
        for key, words in found[table].items():
            assert sorted(SLOT.findall(words)) == sorted(SLOT.findall(english[table][key])), key


def test_the_included_games_have_words_in_their_languages() -> None:
    for game in dsl.rulesets():
        assert {language.casefold() for language in dsl.languages_of(game)} <= set(LANGUAGES)


def test_what_is_missing_is_left_out() -> None:
    words = frame("")
    slots = {"from": (Piece("deck"),), "to": (Piece("hand"),)}
    assert "".join(each.text for each in words.filled("step", "draw", slots)) == "draw from deck to hand"
    more = {**slots, "count": (Piece("3"),), "as": (Piece("those"),)}
    assert "".join(each.text for each in words.filled("step", "draw", more)) == "draw 3 from deck to hand: those"


def test_longer_words_of_the_language_come_first() -> None:
    assert frame("german").glue(" is not in ") == " ist nicht in "
    assert frame("").glue(" is not in ") == " is not in "
    assert not frame("klingon").own
