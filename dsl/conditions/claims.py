"""Read conditions as claims: a term is compared with a value that is written out.

Two claims about terms that are written alike are about the same value, whatever that is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product

import attrs

from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, every_node
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
        case m.Named(name) if (inner := _meaning(names, name.text, variables)) is not None:
            return ways(names, inner, variables, holds)
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


def _meaning(names: Names, text: str, variables: Variables) -> m.Expression | None:
    """What a definition about nothing says, if no rule changes it, and it reads no variable and no other definition."""
    if text not in names.defines or text in variables or any(text in _changed(file) for file in names.ruleset.files):
        return None
    define = names.defines[text][1]
    read = {node.text for node in every_node(define.value) if isinstance(node, m.Name)}
    return None if define.parameters or read & {*names.defines, *variables} else define.value


@once_each
def _changed(file: m.File) -> frozenset[str]:
    """The definitions that rules of a file widen, narrow, raise or lower, in any of its sections."""
    return frozenset(each.name.text for each in declared_in(file) if isinstance(each, m.Adjust | m.Raise | m.Keep))


def _compared(names: Names, node: m.Compare, variables: Variables, operator: str) -> Claim:
    value = fixed(names, node.right, node.left, variables)
    if value is not None:
        return _plain(node.left, operator, value)
    value = fixed(names, node.left, node.right, variables)
    if value is not None:
        return _plain(node.right, TURNED.get(operator, operator), value)
    return _difference(names, node, operator)


def _plain(term: m.Expression, operator: str, value: int | str | Cards) -> Claim:
    """What is claimed of a term; of a number with another added to it, what is claimed of that number."""
    term, more = added(term)
    return Claim((term,), operator, value - more if isinstance(value, int) else value)


def added(term: m.Expression) -> tuple[m.Expression, int]:
    """A term without the number in the text that is added to it, and that number."""
    match term:
        case m.Arithmetic("+", part, m.Integer(value)) | m.Arithmetic("+", m.Integer(value), part):
            return part, value
        case m.Arithmetic("-", part, m.Integer(value)):
            return part, -value
        case _:
            return term, 0


def _difference(names: Names, node: m.Compare, operator: str) -> Claim:
    """What is claimed of the difference of two terms, which stand in the order of their texts."""
    (left, less), (right, more) = added(node.left), added(node.right)
    difference = more - less
    if not difference and operator in ("==", "!=") and (in_order(names, left) or in_order(names, right)):
        match left, right:
            case _, m.Neighbour(steps, member):  # `a is one after b`: a - b is 1
                right, difference = member, steps
            case m.Neighbour(steps, member), _:
                left, difference = member, -steps
            case _:
                pass
    if left.span.sentence <= right.span.sentence:
        return Claim((left, right), operator, difference)
    return Claim((right, left), TURNED.get(operator, operator), -difference)


def in_order(names: Names, term: m.Expression) -> bool:
    """Whether a term is, by its name, a value of an enum in order: a printed one, or that of a marker."""
    match term:
        case m.Neighbour(_, member):
            return in_order(names, member)
        case m.Named(name) | m.Of(name) | m.Call(name):
            attribute, family = names.attributes.get(name.text), names.numbers.get(name.text)
            of = attribute.enumeration if attribute else family.member_of if family else name.text
            return of in names.places or names.members.get(of, (of,))[0] in names.ordered
        case _:
            return False


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
        if names.numbers[name].member_of in names.ordered and text in names.members:
            return _rank(names, text)
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
            return _rank(names, text)
        known = known if isinstance(term, m.Named) and _is_card(names, term.name.text, variables) else None
    return None if known is None else _cards(names, known)


def _rank(names: Names, text: str) -> int | str:
    """A value of an enum, as its place if they have an order."""
    enum = names.members[text][0] if text in names.members else ""
    return [*names.enums[enum]].index(text) + 1 if enum in names.ordered else text


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
