"""What explanations quote from the rules: conditions of options, what decides who wins, and definitions read by these.

A quotation is translated as a whole or from its words: names, and words of the language such as `any` and `is at
least`. Knows the texts of conditions only, not what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from dsl.model import model as m
from dsl.model.traverse import every_node, unfolded

PIECE = re.compile(r"[^\s()*+,:`]+|[\s()*+,:`]+")
"""A word, or what stands between two."""

LONGEST = 6
"""The most words of a phrase."""

OF_THE_LANGUAGE = frozenset({
    "and all after it", "by position", "first in turn order", "for every", "highest of", "in all", "is at least",
    "is at most", "is exactly", "is in", "is less than", "is more than", "is named before", "is not", "is not in",
    "is not named before", "last in turn order", "left neighbour of", "lies in", "lowest of", "number of",
    "once a game", "once a turn", "once in", "one after", "one before", "ordinal of", "riding on", "right neighbour of",
    "room in", "run of", "some of", "sum of", "to the left of", "to the right of", "total of",
})  # fmt: skip
"""Words of the language that only make sense together."""

SCORE = "score"

SHOWN = ("first in turn order", "last in turn order")
"""What breaks a tie in words that players read."""


def phrases(text: str, known: Container[str]) -> Iterator[str]:
    """A text in pieces: the longest known phrases, other words, and what stands between them."""
    pieces, at = PIECE.findall(text), 0
    while at < len(pieces):
        ends = range(min(len(pieces), at + 2 * LONGEST), at + 1, -1)
        end = next((end for end in ends if "".join(pieces[at:end]) in known), at + 1)
        yield "".join(pieces[at:end])
        at = end


def names_in(files: Iterable[m.File]) -> frozenset[str]:
    """All names in the rules, declared or used."""
    return frozenset(each.text for file in files for each in every_node(file) if isinstance(each, m.Name))


def definitions_in(files: Iterable[m.File]) -> frozenset[str]:
    """The names of all definitions that quoted rules of a game read, and that these read."""
    return _used([declaration for each in files for declaration, _ in unfolded(each.declarations)])


def quoted(file: m.File, used: Container[str]) -> Iterator[tuple[str, m.Node]]:
    """The texts of a file that explanations quote, where rules of the game that are quoted read the `used` definitions.

    A text comes before its parts, which may be quoted by themselves.
    """
    for declaration, conditions in unfolded(file.declarations):
        for part in _of(declaration, used):
            yield from ((each.span.sentence, each) for each in every_node(part))
        if isinstance(declaration, m.Winner) and declaration.tie in SHOWN:
            yield declaration.tie, declaration
        if conditions and any(isinstance(each, m.Option | m.Ability) for each in every_node(declaration)):
            yield conditions[-1].span.sentence, conditions[-1]


def scored(file: m.File) -> bool:
    """Whether a file raises or lowers the score, in whose table its name then stands."""
    return any(isinstance(each, m.Raise) and each.name.text == SCORE for each, _ in unfolded(file.declarations))


def _of(declaration: m.Declaration, used: Container[str]) -> Iterator[m.Node]:
    """The parts of a declaration that are quoted, if rules that are quoted read the `used` names."""
    match declaration:
        case m.Define(name, _, value) if declaration.scores or name.text in used:
            yield value
        case m.Adjust(_, name, _, condition) if name.text in used:
            yield condition
        case m.Raise(_, name, _, amount, condition) if name.text in used or name.text == SCORE:
            yield condition or amount
        case m.Winner(ranks):
            yield from ranks
        case _:
            pass
    for each in every_node(declaration):
        if isinstance(each, m.Option | m.Ability):
            yield from (part for part in each.words if isinstance(part, m.Node))
            yield from (part for part in (each.condition, each.once) if part is not None)


def _used(every: Sequence[m.Declaration]) -> frozenset[str]:
    bodies: dict[str, list[m.Declaration]] = {}
    for declaration in every:
        if isinstance(declaration, m.Define | m.Adjust | m.Raise | m.Keep):
            bodies.setdefault(declaration.name.text, []).append(declaration)
    found, new = set[str](), _read(part for each in every for part in _of(each, ()))
    while new := (new & bodies.keys()) - found:
        found |= new
        new = _read(part for name in new for each in bodies[name] for part in _of(each, new))
    return frozenset(found)


def _read(parts: Iterable[m.Node]) -> set[str]:
    return {each.text for part in parts for each in every_node(part) if isinstance(each, m.Name)}
