"""Letters: what names are made of and joined by, and letters that look like others.

Marks that stand on or behind a letter belong to it: names of many languages can't be written without.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import groupby

ON = " + "
"""What stands between the name of a card and those of the cards on it, wherever people read or write them."""

MARKS = frozenset({"Mn", "Mc"})
"""Categories of the marks that belong to a letter."""

LETTERS = range(0x300, 0x20000)
"""Where marks are looked for: behind this come no alphabets."""


@cache
def within_word() -> str:
    """What a word may hold behind its first letter, marks included, as a part of a character class.

    It takes a while, so that it is made only where it is needed.
    """
    categories = map(unicodedata.category, map(chr, LETTERS))
    marks = (code for code, category in zip(LETTERS, categories, strict=True) if category in MARKS)
    runs = ([code for _, code in run] for _, run in groupby(enumerate(marks), lambda each: each[1] - each[0]))
    return r"\w'’" + "".join(f"{chr(run[0])}-{chr(run[-1])}" for run in runs) + "-"


PLAIN_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def is_word(text: str) -> bool:
    """Whether a text is one word, such as names are made of."""
    marks = [char for char in text[1:] if ord(char) in LETTERS and unicodedata.category(char) in MARKS]
    return PLAIN_WORD.fullmatch(text[:1] + text[1:].translate(dict.fromkeys(map(ord, marks)))) is not None


LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁԛԝһАВЕКМНОРСТУХІЈЅԌԚԜοναιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijsdqwhABEKMHOPCTYXIJSGQWovaiABEZHIKMNOPTYX",
)
"""Letters of other alphabets, and those that look the same to most readers."""


def composed(text: str) -> str:
    """A text in which each letter is written in one way: with its marks in one, if there is such a letter."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def look_alike(name: str, known: Iterable[str]) -> str | None:
    """A known name that looks the same and isn't."""
    same = name.translate(LOOK_ALIKES)
    return min((each for each in known if each != name and each.translate(LOOK_ALIKES) == same), default=None)


def difference(name: str, other: str) -> str:
    """The first letter of a name in which it differs from another that looks the same, with what it is called."""
    letter, there = next((one, two) for one, two in zip(name, other, strict=True) if one != two)
    own, theirs = (unicodedata.name(each, "another letter").lower() for each in (letter, there))
    return f"`{letter}` is a {own} here, and a {theirs} there"
