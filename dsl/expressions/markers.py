"""Markers that stand at members of domains: a place, a player or a value of an enum as a position of a marker.

A marker is a number whose values are bits, one for each of its positions; the
values of a domain are other numbers. Where a member meets a marker, it becomes the position of that name; a marker that
stands at members of one domain only (or at `none`) is read as such a member.

A value of one of several enums (`trait: colour or symbol`) is a bit, too: the bits of the first enum are the lowest. A
value of one enum is shifted where it meets such a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import attrs

from dsl.expressions.values import Marker, Scalar, Value, nothing
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import NOWHERE, Names, NumberFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.text.spelling import either


def positions(names: Names, given: t.Type, marker: t.Type) -> dict[int, int]:
    """The positions of a marker (their bits) that are members of a domain, by the value of the member.

    Both are types of values; nothing if the other one is no marker or never stands at such members.
    """
    family = family_of(names, marker)
    of = names.members_of(given) if family and given != marker else None
    if family is None or of is None:
        return {}
    bits = names.enums[family.name]
    return {value: bits[word] for value, word in zip(of.values, of.words, strict=True) if word in bits}


def family_of(names: Names, marker: t.Type) -> NumberFamily | None:
    """The marker whose positions are a type's values, if there is one."""
    family = names.numbers.get(marker.domain) if t.is_bit(marker) else None
    return family if family is not None and family.positions else None


def standing(names: Names, value: Value, wanted: t.Type) -> Value:
    """A member of a domain where a position of a marker is wanted, as that position. Else the value itself.

    None is the position of that name, or else no position.
    """
    found = positions(names, value.type, wanted)
    if not found or not isinstance(value, Scalar) or value.several or not t.is_bit(wanted):
        return value
    nowhere = names.enums[wanted.domain].get(NOWHERE, 0)
    if t.is_bit(value.type) and not nowhere and all(bit == member for member, bit in found.items()):
        of = names.members_of(value.type)
        if of is not None and len(of.values) == len(found):
            return attrs.evolve(value, type=wanted)
    result = _mapped(value.expr, found, nowhere)
    return attrs.evolve(value, expr=result, type=wanted, optional=value.optional and not nowhere)


def member(names: Names, value: Value, wanted: t.Type) -> Value:
    """A marker as the value of an enum at which it stands, or as none if it stands elsewhere. Else the value itself."""
    if not t.is_bit(wanted) or not isinstance(value, Scalar):
        return value
    found = positions(names, wanted, value.type)
    if not found:
        return value
    return attrs.evolve(value, expr=_mapped(value.expr, {bit: each for each, bit in found.items()}, 0), type=wanted)


def _mapped(expr: p.Expr, found: Mapping[int, int], otherwise: int) -> p.Expr:
    """The number that `found` has for the value of an expression, or `otherwise`."""
    result: p.Expr = p.Int(otherwise)
    for before, after in found.items():
        result = fold.choose(fold.binary("==", expr, p.Int(before)), p.Int(after), result)
    return result


def read(names: Names, family: NumberFamily, number: p.Expr) -> Scalar:
    """A marker as a value: the member at which it stands, if all its positions are members of a domain."""
    of = names.domain(family.member_of) if family.member_of else None
    if of is None:
        return Scalar(number, t.Member(family.name))
    members = {**dict(zip(of.words, of.values, strict=True)), NOWHERE: nothing(of.type).value}
    found = {1 << at: members[word] for at, word in enumerate(family.positions)}
    optional = NOWHERE in family.positions
    return Scalar(_halved(number, found), of.type, optional=optional, marker=Marker(family.name, number))


def _halved(number: p.Expr, found: Mapping[int, int]) -> p.Expr:
    """The number that `found` has for a power of two, computed where it can be."""
    steps = {after - before // 2 for before, after in found.items()}
    if all(before == after for before, after in found.items()):
        return number
    if len(steps) == 1:
        return fold.binary("+", fold.binary("//", number, p.Int(2)), p.Int(steps.pop()))
    (_, first), *rest = found.items()
    return _mapped(number, dict(rest), first)


def at_member(names: Names, given: t.Type, wanted: t.Type) -> list[str]:
    """The markers, one for each member of a domain, that stand at members of another: `side` of a player, at a team."""
    of, other = names.members_of(given), names.members_of(wanted)
    every = [each for each in names.numbers.values() if each.member_of and len(each.domains) == 1]
    return [each.name for each in every if of and other and each.domains[0] == of and each.member_of == other.name]


def instead(names: Names, said: str, given: t.Type, wanted: t.Type | None, before: str = "") -> str:
    """What to say of a member where one of another domain is wanted: the one at which its marker stands; "" if none.

    Without a wanted type, it is the domain whose name stands in the line before it, as in `team of player`.
    """
    domain = re.search(r"([\w' -]+) of $", before)
    of = next((each for each in names.enums if domain and f" {domain[1]}".endswith(f" {each}")), "")
    aim = wanted or (t.Member(of) if of else None)
    if aim is None:
        return ""
    if standing := at_member(names, given, aim):
        return f"say {either(f'{marker} of {said}' for marker in standing)}"
    other = names.members_of(aim)
    back = [f"some p: {other.name} where {marker} of p is {said}" for marker in at_member(names, aim, given) if other]
    return f"look for one: `{back[0]}`, or none" if back else ""


def itself(value: Value) -> Value:
    """The number of a marker that was read as a member of a domain; any other value as it is."""
    if not isinstance(value, Scalar) or value.marker is None:
        return value
    return Scalar(value.marker.number, t.Member(value.marker.name))


def put(expr: p.Expr, every: Mapping[str, int]) -> Iterator[int]:
    """The positions (their bits), out of `every`, that an expression can be, as far as its form shows."""
    match expr:
        case p.Int(value):
            yield value
        case p.If(_, then, otherwise):
            yield from put(then, every)
            yield from put(otherwise, every)
        case p.Number():
            pass
        case _:
            yield from every.values()


def word(names: Names, value: Scalar) -> str:
    """The name of the domain of a member that may be none."""
    family = family_of(names, value.type)
    domain = value.type.domain if isinstance(value.type, t.Member) else value.type.short
    return (family.member_of if family else "") or domain


def advice(value: Scalar, word: str) -> str:
    """The help for a member that may be none."""
    if value.marker is None:
        return "ask first: `if … is not none`"
    return f"give it a name, and ask that first: `let {word}: {value.marker.name}`, `if {word} is not none`"


MOST_VALUES = 60
"""The most values of all these enums."""


def known_enums(names: Names, name: m.Name) -> bool:
    """Whether a name joins enums by `or`, or nothing; reports another name among them, and too many values."""
    parts = name.text.split(" or ")
    if len(parts) == 1 or name.text in names.enums:
        return True
    missing = next((part for part in parts if part not in names.enums), None)
    if missing is not None:
        domain = missing == "player" or missing in names.places
        sure = "only values of enums can stand for each other" if domain else ""
        names.say_unknown("enum", m.Name(missing, span=name.span), names.enums, sure=sure)
    elif (many := sum(len(names.enums[part]) for part in set(parts))) > MOST_VALUES:
        message = f"a choice is among {MOST_VALUES} values at most, not {many}"
        names.problems.add("too-many", message, name.span, help="let the player choose the enum first")
    return missing is None and many <= MOST_VALUES


def joined(names: Names, value: Value, wanted: t.Type) -> Value:
    """A value of an enum where a value of one of several enums is wanted, as that. Else the value itself."""
    if not isinstance(value, Scalar) or not isinstance(value.type, t.Member) or not isinstance(wanted, t.Member):
        return value
    enums = names.either(wanted.domain)
    if value.type.domain not in enums:
        return value
    below = sum(len(names.enums[each]) for each in enums[: enums.index(value.type.domain)])
    expr = fold.binary("*", value.expr, p.Int(1 << below)) if below else value.expr
    return attrs.evolve(value, expr=expr, type=wanted)
