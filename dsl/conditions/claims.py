"""Read conditions as claims: a term is compared with a value that is written out.

Two claims about terms that are written alike are about the same value, whatever that is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product

import attrs

from dsl.model import model as m
from dsl.names.names import LETTERS, NOWHERE, Names

TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The operators with their sides exchanged."""

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

MOST_WAYS = 32
"""The most combinations of alternatives that are compared; with more, nothing is known."""


@attrs.frozen
class Cards:
    """The cards of a kind or class, or the copies of a card: its name, its kind and those above it."""

    name: str
    lineage: tuple[str, ...]
    single: bool

    def within(self, other: Cards) -> bool:
        """Whether all of these are among others, whatever cards modules add."""
        return self.name == other.name or other.name in self.lineage

    def apart(self, other: Cards) -> bool:
        """Whether none of these is among others, whatever cards modules add."""
        if not self.lineage or not other.lineage:
            return False
        strangers = self.lineage[0] not in other.lineage and other.lineage[0] not in self.lineage
        return strangers or (self.single and other.single and self.name != other.name)


Term = tuple[m.Expression, ...]
"""A term, or two whose difference is meant."""


@attrs.frozen
class Claim:
    """A comparison of a term (or of the difference of two terms) with a fixed value."""

    term: Term
    operator: str
    value: int | str | Cards


Way = tuple[Claim, ...]
"""Claims that hold together."""


Variables = Collection[str]
"""The names of the variables that a condition can read."""


def ways(names: Names, node: m.Expression, variables: Variables, holds: bool = True) -> list[Way]:
    """The ways in which a condition holds, or doesn't; what isn't known of it is left out."""
    match node:
        case m.Negation(part):
            return ways(names, part, variables, not holds)
        case m.All(parts) | m.Either(parts):
            each = [ways(names, part, variables, holds) for part in parts]
            return joint(each) if isinstance(node, m.All) == holds else _any(each)
        case m.Integer() | m.Nothing():
            return [()]
        case m.AnyOf(selection, wanted):
            counted = (m.Count(selection, span=node.span),)
            return [(Claim(counted, ">=", 1) if wanted == holds else Claim(counted, "==", 0),)]
        case m.Compare(operator) if operator in OPPOSITE:
            return [(_compared(names, node, variables, operator if holds else OPPOSITE[operator]),)]
        case m.Compare("not in", left, right):
            positive = m.Compare("in", left, right, span=node.span)
            return [(Claim((positive,), "==" if holds else "!=", 0),)]
        case _:
            return [(Claim((node,), "!=" if holds else "==", 0),)]


def _compared(names: Names, node: m.Compare, variables: Variables, operator: str) -> Claim:
    value = fixed(names, node.right, node.left, variables)
    if value is not None:
        return Claim((node.left,), operator, value)
    value = fixed(names, node.left, node.right, variables)
    if value is not None:
        return Claim((node.right,), TURNED.get(operator, operator), value)
    return Claim((node.left, node.right), operator, 0)


def fixed(names: Names, node: m.Expression, term: m.Expression, variables: Variables) -> int | str | Cards | None:
    """A value that is written out where it is compared with a term."""
    match node:
        case m.Integer(number):
            return number
        case m.Nothing():
            return NOWHERE
        case m.Named(name) if name.text not in variables:
            return _word(names, name.text, term, variables)
        case _:
            return None


def _word(names: Names, text: str, term: m.Expression, variables: Variables) -> int | str | Cards | None:
    name = _name(term)
    if name in variables and isinstance(term, m.Named):
        name = ""
    if name in names.numbers and names.numbers[name].positions:
        return text if text in names.numbers[name].positions else None
    if isinstance(term, m.Setting) or (name in names.ruleset.settings and name not in names.numbers):
        return text
    if any(
        text in table for table in (names.defines, names.numbers, names.attributes, names.facts, names.ruleset.settings)
    ):
        return None
    place, _, number = text.rpartition(" ")
    if place in names.places and number.isdigit():
        return int(number)
    known = names.class_name(text)
    if text in names.members or text in names.dummies or (len(text) == 1 and text in LETTERS):
        if known is None:
            return text
        known = known if isinstance(term, m.Named) and _is_card(names, term.name.text, variables) else None
    return None if known is None else _cards(names, known)


def _is_card(names: Names, text: str, variables: Variables) -> bool:
    """Whether a variable has the name of cards, as the parameters of events do."""
    return text in variables and names.class_name(text) is not None


def _cards(names: Names, known: str) -> Cards:
    base = known
    for _ in names.classes:
        base = names.classes[base][1].kind.text if base in names.classes else base
    kind = names.faces[base].kind if base in names.faces else base
    return Cards(known, names.kinds[kind].lineage if kind in names.kinds else (), known in names.faces)


def _name(term: m.Expression) -> str:
    return term.name.text if isinstance(term, m.Named | m.Of | m.Call) else ""


def joint(known: Iterable[list[Way]]) -> list[Way]:
    """The ways in which all of some conditions hold."""
    result: list[Way] = [()]
    for each in known:
        result = both(result, each)
    return result


def _any(known: Iterable[list[Way]]) -> list[Way]:
    """The ways in which one of some conditions holds."""
    found = [way for each in known for way in each]
    return found if len(found) <= MOST_WAYS else [()]


def both(one: list[Way], other: list[Way]) -> list[Way]:
    """The ways in which two conditions hold together."""
    if len(one) * len(other) > MOST_WAYS:
        return [()]
    return [(*first, *second) for first, second in product(one, other)]
