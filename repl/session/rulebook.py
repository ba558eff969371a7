"""The help texts of a ruleset, by the words a player asks about.

The texts are the ruleset's own; this module only finds them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from dsl import Help, Program
from dsl.text.spelling import abridged, nearest
from repl.session import absent, card_index
from repl.session.card_index import Card

ALL = "all"
"""The word that asks for every help text."""

ARTICLES = ("the", "a", "an")

Fits = Callable[[str, str], bool]
"""Whether a name fits the words of a person."""


def about(program: Program, faces: Collection[str]) -> tuple[Help, ...]:
    """The help texts about any of these cards, in the order of the rules."""
    ids = {number for number, face in enumerate(program.faces) if face.name in faces}
    return tuple(entry for entry in program.help if entry.cards & ids)


def asked(program: Program, prompt: str) -> tuple[Help, ...]:
    """The help texts whose titles contain the declared name of a prompt."""
    families = [each.family for each in program.prompts if each.name == prompt]
    return tuple(entry for entry in program.help if any(_holds(entry.title, plain(name)) for name in families))


def matching(program: Program, words: str) -> tuple[Help, ...]:
    """The help texts that a person means by `words`: a card, a title, the beginning or a part of either, or a text.

    An exact match of a card or title also finds the titles that contain the words as whole words.
    """
    asked = plain(words)
    for fits in (str.__eq__, str.startswith, str.__contains__):
        if found := _fitting(program, asked, fits):
            return found
    return tuple(entry for entry in program.help if asked in " ".join(entry.text.casefold().split()))


def exactly(program: Program, words: str) -> tuple[Help, ...]:
    """The help texts about a card of this name, then those whose titles contain the words as whole words."""
    return _fitting(program, plain(words), str.__eq__)


def _fitting(program: Program, asked: str, fits: Fits) -> tuple[Help, ...]:
    in_title = _holds if fits is str.__eq__ else fits
    found = about(program, {face.name for face in program.faces if fits(plain(face.name), asked)})
    more = (entry for entry in program.help if in_title(plain(entry.title), asked) and entry not in found)
    return (*found, *more)


def cards(program: Program, words: str) -> tuple[Card, ...]:
    """The cards that a person means by `words`: their name, or the beginning or a part of it."""
    asked = plain(words)
    for fits in (str.__eq__, str.startswith, str.__contains__):
        names = {face.name for face in program.faces if fits(plain(face.name), asked)}
        if names:
            return card_index.cards(program, names)
    return ()


def plain(words: str) -> str:
    """Words as they are compared: without differences of case and spacing, and without an article before them."""
    first, _, rest = " ".join(words.casefold().split()).partition(" ")
    return rest if rest and first in ARTICLES else f"{first} {rest}".strip()


def _holds(title: str, words: str) -> bool:
    """Whether a title contains these words as whole words."""
    text = plain(title)
    return words in text and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def names(program: Program) -> list[str]:
    """The names a person may ask about: cards and titles."""
    return [*(face.name for face in program.faces), *(entry.title for entry in program.help)]


def unwritten(program: Program, words: str) -> tuple[str, str]:
    """A sentence that no help text is about `words`, and where they are declared, or a guess at what was meant."""
    if declared := absent.where(program, plain(words)):
        return f"no help text of this game is about `{abridged(words)}`", f"{declared}. "
    close = nearest(words, names(program))
    guess = f"did you mean `{close}`? " if close else ""
    return f"no help text is about `{abridged(words)}`", guess


def lines(entries: Iterable[Help]) -> tuple[str, ...]:
    """Help texts as lines to read: the title with its numbers, then the words."""
    return tuple(line for entry in entries for line in _entry(entry))


def _entry(entry: Help) -> tuple[str, ...]:
    cited = f" [{', '.join(entry.citations)}]" if entry.citations else ""
    return (f"{entry.title}{cited}", *(f"  {line}" for line in entry.text.strip().splitlines()))
