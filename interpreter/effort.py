"""How much work a step of the game is, so that one that is too much is stopped at the same point in both executors.

Work is counted in *parts*: an expression is as many as stand in it, and what is asked of each card of a list counts
once for each. Most of it is known beforehand, for lists as long as they can be; where a question about cards lies
within another, or an option is about several things, the lists are measured as they are. `program.ROUND_LIMIT` is
counted in units of `UNIT` parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import prod

import attrs

from dsl.program import (
    MOST_ANSWERS,
    MOST_CHOSEN,
    And,
    Binary,
    Block,
    Branch,
    Call,
    CallAndWait,
    Cards,
    Choose,
    Count,
    Exists,
    ExistsRun,
    Expr,
    Filter,
    Find,
    ForEach,
    Fork,
    If,
    Instruction,
    Int,
    Jump,
    Last,
    Local,
    Number,
    Option,
    Parameter,
    Program,
    Return,
    Reversed,
    SetLocal,
    Size,
    Slice,
    Sum,
    Unpacked,
    While,
    Without,
    Zone,
)
from dsl.terms import OPERATORS, THROUGH, children, is_cheap, is_heavy, within
from interpreter.inlining import walk
from interpreter.memo import once_per_program

UNIT = 50
"""Parts that count as much as a round of a loop."""

LIGHT = 20
"""Units below which the work of a block isn't counted."""

MOST_ASKED = 25_000
"""Units up to which the work of a prompt isn't measured: it counts as what it can be at most, but not for too much."""

ASKED = 1500
"""Units for which a prompt that isn't measured counts at most."""

PICK = 20
"""Parts that a way to answer counts for, besides what is asked of it."""


Limits = tuple[int, ...]
"""How many cards may lie in each zone, and in the end how many there are in all."""

Known = tuple[int, Expr | None]
"""For how many units a round of a loop counts, and what is measured (see `Efforts.measured`)."""


@attrs.frozen
class Efforts:
    """What is known beforehand of the work in a program.

    `procedures` has the parts of each procedure that can't wait, `blocks` the units that are counted when a block is
    run (0 for light ones); `known` is what was found out of parts of the program, by their identity.
    """

    procedures: tuple[int, ...]
    limits: Limits
    blocks: tuple[int, ...]
    known: dict[int, Known] = attrs.field(factory=dict)

    def of(self, what: Instruction | Last) -> Known:
        """The work of something in the program, which is kept."""
        if id(what) not in self.known:
            rounds = self.rounds(what.body) if isinstance(what, While | ForEach) else 0
            measured = None if isinstance(what, Jump | Return) else self.measured(what)
            self.known[id(what)] = (rounds, measured)
        return self.known[id(what)]

    def rounds(self, body: Iterable[Instruction]) -> int:
        """The units that a round of a loop counts for."""
        return 1 + self.body(body) // UNIT

    def body(self, body: Iterable[Instruction]) -> int:
        """The parts of instructions when every loop goes round once and the longer of two branches is taken."""
        return _body(body, self.procedures, self.limits)

    def measured(self, what: Instruction | Fork | CallAndWait | Choose) -> Expr | None:
        """The units of what has to be measured when it is carried out, or None if that is nothing."""
        found = [self._choice(what)] if isinstance(what, Choose) else [
            self._parts(expr, frozenset()) for expr in _operands(what) if is_heavy(expr)
        ]  # fmt: skip
        total = _total(found)
        most, enough = self._at_most(total), MOST_ASKED if isinstance(what, Choose) else LIGHT
        if most <= enough * UNIT:
            total = Int(min(most, ASKED * UNIT))
        return None if isinstance(total, Int) and total.value < UNIT else _binary("//", total, Int(UNIT))

    def _at_most(self, work: Expr) -> int:
        """What is measured, for lists as long as they can be; it is never more for shorter ones."""
        match work:
            case Int(value):
                return value
            case Size(Zone(Int(zone))):
                return self.limits[zone]
            case If(Binary(_, size, Int(bound)), then, otherwise):
                return self._at_most(then if self._at_most(size) <= bound else otherwise)
            case Binary(operator, left, right):
                return int(OPERATORS[operator](self._at_most(left), self._at_most(right)))
            case _:
                return self.limits[-1]

    def may_overflow(self, choice: Choose) -> bool:
        """Whether there may be more answers than there should be."""
        return sum(self._most(option) for option in choice.options) > MOST_ANSWERS

    def _most(self, option: Option) -> int:
        lists = [
            len(each.values) or (1 << MOST_CHOSEN if each.most else self.limits[-1] * len(each.sources))
            for each in option.parameters
        ]
        return prod(lists)

    def _choice(self, choice: Choose) -> Expr:
        total: Expr = NONE
        for option in choice.options:
            if is_heavy(option.condition):
                total = _binary("+", total, self._parts(option.condition, frozenset()))
            if is_broad(option):
                total = _binary("+", total, self._ways(option.parameters, frozenset()))
        return total

    def _ways(self, parameters: tuple[Parameter, ...], bound: frozenset[int]) -> Expr:
        """The parts of what is asked of each way to choose what an option is about."""
        if not parameters:
            return Int(PICK)
        first, *rest = parameters
        inner = bound | {first.card, first.zone, first.place}
        lists = [self._size(source.cards, bound) for source in first.sources]
        ways = _total([Int(len(first.values)), *lists])
        if first.most:
            ways = _selections(ways)
        each = _binary("+", self._parts(first.condition, inner), self._ways(tuple(rest), inner))
        looking = _total([self._parts(source.cards, bound) for source in first.sources])
        return _binary("+", looking, _times(ways, each))

    def _parts(self, expr: Expr, bound: frozenset[int]) -> Expr:
        """The parts of an expression, as they are when it is evaluated; `bound` are locals that it goes through."""
        match expr:
            case Filter(cards, local, inner) | Count(cards, local, inner) | Exists(cards, local, inner):
                return self._through(cards, inner, bound, local)
            case Find(cards, local, inner) | ExistsRun(cards, _, local, inner) | Sum(cards, local, inner):
                return self._through(cards, inner, bound, local)
            case _:
                return _total([Int(1), *(self._parts(part, bound) for part in children(expr))])

    def _through(self, cards: Expr, inner: Expr, bound: frozenset[int], local: int) -> Expr:
        each = _binary("+", Int(1), self._parts(inner, bound | {local}))
        return _binary("+", self._parts(cards, bound), _times(self._size(cards, bound), each))

    def _size(self, cards: Expr, bound: frozenset[int]) -> Expr:
        """How many cards a list holds at most, as far as it can be told without what is bound."""
        match cards:
            case Cards(ids):
                return Int(len(ids))
            case Zone(Int()):
                return Size(cards)
            case Zone(index) if _is_plain(index, bound):
                there = And((Binary(">=", index, Int(0)), Binary("<", index, Int(len(self.limits) - 1))))
                return Size(Zone(If(there, index, Int(0))))
            case Local(index) if index not in bound:
                return Size(cards)
            case Filter(inner) | Reversed(inner) | Slice(inner) | Without(inner):
                return self._size(inner, bound)
            case Binary("++", left, right) | If(_, left, right):
                return _binary("+", self._size(left, bound), self._size(right, bound))
            case Unpacked():
                return Int(MOST_CHOSEN)
            case _:
                return Int(self.limits[-1])


def place(what: Instruction | Fork | CallAndWait | Choose) -> int:
    """The origin of the rule that is at fault if something is too much work: that of the option with most to choose."""
    if not isinstance(what, Choose) or not what.options:
        return what.origin
    broadest = max(what.options, key=lambda option: sum(1 + bool(each.most) for each in option.parameters))
    return broadest.origin if is_broad(broadest) else what.origin


def is_broad(option: Option) -> bool:
    """Whether an option is about several things, or about one of which is asked what other cards are like."""
    return len(option.parameters) > 1 or any(
        each.most or any(isinstance(part, THROUGH) for part in within(each.condition)) for each in option.parameters
    )


def _is_plain(index: Expr, bound: frozenset[int]) -> bool:
    """Whether the index of a zone can be worked out, whatever its locals hold."""
    parts = list(within(index))
    return not any(
        (isinstance(part, Local) and part.index in bound)
        or (isinstance(part, Number) and not isinstance(part.index, Int))
        for part in parts
    )


NONE = Int(0)


def _binary(operator: str, left: Expr, right: Expr) -> Expr:
    """An operation, worked out as far as it is known."""
    if isinstance(left, Int) and isinstance(right, Int):
        return Int(OPERATORS[operator](left.value, right.value))
    if operator == "+" and NONE in (left, right):
        return right if left == NONE else left
    return Binary(operator, left, right)


def _total(parts: Iterable[Expr]) -> Expr:
    total: Expr = NONE
    for part in parts:
        total = _binary("+", total, part)
    return total


def _times(one: Expr, other: Expr) -> Expr:
    return NONE if NONE in (one, other) else other if one == Int(1) else _binary("*", one, other)


def _selections(cards: Expr) -> Expr:
    """How many selections there are of so many cards, no fewer than there are."""
    most: Expr = Int(1 << MOST_CHOSEN)
    for size in range(MOST_CHOSEN - 2, 0, -2):
        most = If(_binary("<=", cards, Int(size)), Int(1 << size), most)
    return most


def _light(expr: Expr, limits: Limits) -> int:
    """The parts of an expression that isn't measured when it is evaluated; of one that is, none."""
    return 0 if is_heavy(expr) else _full(expr, limits)


def _full(expr: Expr, limits: Limits) -> int:
    """The parts of an expression whose lists are as long as they can be."""
    if not isinstance(expr, THROUGH):
        return 1 + sum(_full(part, limits) for part in children(expr))
    listed, inner = children(expr)
    return 1 + _full(listed, limits) + _longest(listed, limits) * _full(inner, limits)


def _longest(cards: Expr, limits: Limits) -> int:
    """How many cards a list holds at most, as far as limits of zones tell; of several zones, that of the first."""
    match cards:
        case Cards(ids):
            return len(ids)
        case Zone(index):
            first = next((part.value for part in within(index) if isinstance(part, Int)), -1)
            return limits[first] if 0 <= first < len(limits) else limits[-1]
        case Filter(inner) | Reversed(inner) | Slice(inner) | Without(inner):
            return _longest(inner, limits)
        case Binary("++", left, right) | If(_, left, right):
            return min(_longest(left, limits) + _longest(right, limits), limits[-1])
        case Unpacked():
            return MOST_CHOSEN
        case _:
            return limits[-1]


def _body(body: Iterable[Instruction], procedures: tuple[int, ...] | Mapping[int, int], limits: Limits) -> int:
    total = 0
    for each in body:
        if isinstance(each, SetLocal) and is_cheap(each.value):
            continue
        total += 1 + sum(_light(expr, limits) for expr in _operands(each))
        match each:
            case Branch(_, then, otherwise):
                total += max(_body(then, procedures, limits), _body(otherwise, procedures, limits))
            case While(_, inner) | ForEach(_, _, inner):
                total += _body(inner, procedures, limits)
            case Call(procedure):
                total += procedures[procedure]
            case _:
                pass
    return total


def _operands(what: Instruction | Fork | CallAndWait) -> Iterable[Expr]:
    """The expressions that are evaluated when something is carried out."""
    if isinstance(what, Call | CallAndWait):
        return what.arguments
    return [value for value in attrs.asdict(what, recurse=False).values() if isinstance(value, Expr)]


def _asked(last: Last) -> Iterator[Expr]:
    """The expressions that are evaluated at the end of a block, but for those that are measured."""
    match last:
        case Fork(condition):
            yield condition
        case CallAndWait(_, arguments):
            yield from arguments
        case Choose(options=options):
            for option in options:
                yield option.condition
                if not is_broad(option):
                    for parameter in option.parameters:
                        yield from (source.cards for source in parameter.sources)
                        yield parameter.condition
        case _:
            pass


def _limits(program: Program) -> Limits:
    cards = sum(map(len, program.begin))
    limits = [min(place.limit, cards) if place.limit >= 0 else cards for place in program.places]
    if program.riding is not None:
        limits[program.riding.zone] = program.facts[program.riding.fact].count
    return (*limits, cards)


@once_per_program
def efforts_of(program: Program) -> Efforts:
    """What is known beforehand of the work in a program."""
    limits = _limits(program)
    parts: dict[int, int] = {}

    def count(number: int) -> int:
        if number not in parts:
            parts[number] = 0  # for one that calls itself
            body = program.procedures[number].body
            for each in walk(body):
                if isinstance(each, Call):
                    count(each.procedure)
            parts[number] = _body(body, parts, limits)
        return parts[number]

    procedures = tuple(count(number) for number in range(len(program.procedures)))
    blocks = tuple(_units(block, procedures, limits) for block in program.blocks)
    return Efforts(procedures, limits, blocks)


def _units(block: Block, procedures: tuple[int, ...], limits: Limits) -> int:
    parts = _body(block.body, procedures, limits) + sum(_light(each, limits) for each in _asked(block.last))
    return parts // UNIT if parts >= LIGHT * UNIT else 0
