from __future__ import annotations

import re
import unicodedata
from typing import Literal

import pytest

from dsl.text.letters import is_word, within_word

WORDS = ["a", "zone", "día", "player's", "l’eau", "so-called", "x2", "snake_case", "पत्ता", "façade"]
NO_WORDS = ["", "2", "2x", "_a", "-a", "'a", "\u0301a", "a b", "a+", "a\n", "…", "a\U000e0100"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_words_are_those_that_names_are_made_of(form: Literal["NFC", "NFD"]) -> None:
    read = re.compile(rf"[^\W\d_][{within_word()}]*")
    for text in [unicodedata.normalize(form, each) for each in [*WORDS, *NO_WORDS]]:
        assert is_word(text) == (read.fullmatch(text) is not None)
    assert all(is_word(unicodedata.normalize(form, each)) for each in WORDS)
    assert not any(map(is_word, NO_WORDS))
