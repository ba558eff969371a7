"""Letters: the characters of names, the separator between cards on cards, and letters that look like others.

A mark on or behind a letter belongs to it: many languages can't be written without. Nothing here knows which names
exist.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import groupby

ON = " + "
"""The separator between a card and the cards on it, wherever people read or write them."""

ELLIPSIS = "…"
"""Stands in an option's words for a card or value that isn't named."""

MARKS = frozenset({"Mn", "Mc"})
"""Categories of the marks that belong to a letter."""

LETTERS = range(0x300, 0x20000)
"""Code points searched for marks; no alphabet lies above them."""


@cache
def within_word() -> str:
    """The characters that may follow the first letter of a word, marks included, as part of a character class.

    Slow to compute, so only callers that build a pattern ask for it.
    """
    categories = map(unicodedata.category, map(chr, LETTERS))
    marks = (code for code, category in zip(LETTERS, categories, strict=True) if category in MARKS)
    runs = ([code for _, code in run] for _, run in groupby(enumerate(marks), lambda each: each[1] - each[0]))
    return r"\w'’" + "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in runs) + "-"


PLAIN_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def is_word(text: str) -> bool:
    """Whether a text is one word of a name."""
    marks = [char for char in text[1:] if ord(char) in LETTERS and unicodedata.category(char) in MARKS]
    return PLAIN_WORD.fullmatch(text[:1] + text[1:].translate(dict.fromkeys(map(ord, marks)))) is not None


LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁԛԝһАВЕКМНОРСТУХІЈЅԌԚԜοναιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijsdqwhABEKMHOPCTYXIJSGQWovaiABEZHIKMNOPTYX",
)
"""Letters of other alphabets, each with the Latin letter that looks the same to most readers."""


def composed(text: str) -> str:
    """The text with each letter and its marks in one character where one exists (NFC), so that equal texts compare."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def look_alike(name: str, known: Iterable[str]) -> str | None:
    """The first known name, in alphabetical order, that looks like `name` but differs from it; or None."""
    same = name.translate(LOOK_ALIKES)
    return min((each for each in known if each != name and each.translate(LOOK_ALIKES) == same), default=None)


def difference(name: str, other: str) -> str:
    """A phrase about the first letter in which a name differs from its look-alike `other`, with both letters' names."""
    letter, there = next((one, two) for one, two in zip(name, other, strict=True) if one != two)
    own, theirs = (unicodedata.name(each, "another letter").lower() for each in (letter, there))
    return f"`{letter}` is a {own} here, and a {theirs} there"
