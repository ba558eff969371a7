"""The cost of a step of the game, so that both executors stop a step that costs too much at the same point.

Costs are counted in *parts*: an expression costs as many parts as it contains, and a condition on the cards of a list
costs its parts once for each card. Most costs are known before the game, from the greatest possible length of each
list. Where a condition on cards contains another, or an option has several parameters, the lists are measured during
the game. `ROUND_LIMIT` is counted in units of `UNIT` parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

import attrs

from dsl.program.blocks import (
    MOST_ANSWERS,
    MOST_CHOSEN,
    Block,
    CallAndWait,
    Choose,
    Fork,
    Jump,
    Last,
    Option,
    Parameter,
    Return,
)
from dsl.program.expressions import (
    And,
    Binary,
    Cards,
    Expr,
    Filter,
    If,
    Int,
    Local,
    Number,
    Reversed,
    Size,
    Slice,
    Unpacked,
    Without,
    Zone,
)
from dsl.program.fold import binary, compute, total
from dsl.program.instructions import ROUND_LIMIT, Branch, Call, ForEach, Instruction, SetLocal, While
from dsl.program.operators import THROUGH, children, is_cheap, is_heavy, operands, within
from dsl.program.program import Program
from interpreter.analysis.instructions import walk
from interpreter.analysis.memo import once_per_program

UNIT = 50
"""Parts that cost as much as a round of a loop."""

LIGHT = 20
"""Units below which the cost of a block isn't counted."""

MOST_ASKED = ROUND_LIMIT // 4
"""Units up to which a prompt isn't measured: asked once in a step, as is usual, it can't cost too much."""

ASKED = MOST_ASKED // 16
"""The most units that a prompt costs if it isn't measured.

Such a prompt can be answered by force 64 times in a step, and no step costs more than 16 times what is counted.
"""

PICK = 20
"""The parts that a pick costs, besides the conditions on it."""


Limits = tuple[int, ...]
"""The most cards in each zone, and last the number of all cards."""

Known = tuple[int, Expr | None]
"""The units that a round of a loop costs, and what is measured (see `Costs.measured`)."""

NOTHING = frozenset[int]()


@attrs.frozen
class Costs:
    """The costs in a program that are known before the game.

    `procedures` has the parts of each procedure that can't wait, and `blocks` the units that running a block costs (0
    if that is little). `known` caches the costs of parts of the program by their identity.
    """

    limits: Limits
    procedures: dict[int, int] = attrs.field(factory=dict)
    blocks: tuple[int, ...] = ()
    known: dict[int, Known] = attrs.field(factory=dict)

    def of(self, what: Instruction | Last) -> Known:
        """The cost of something in the program, from the cache if it is there."""
        if id(what) not in self.known:
            rounds = self.rounds(what.body) if isinstance(what, While | ForEach) else 0
            measured = None if isinstance(what, Jump | Return) else self.measured(what)
            self.known[id(what)] = (rounds, measured)
        return self.known[id(what)]

    def rounds(self, body: Iterable[Instruction]) -> int:
        """The units that a round of a loop costs."""
        return 1 + self.body(body) // UNIT

    def body(self, body: Iterable[Instruction]) -> int:
        """The parts of instructions if every loop has one round and the longer of two branches is taken."""
        parts = 0
        for each in body:
            if isinstance(each, SetLocal) and is_cheap(each.value):
                continue
            parts += 1 + self._light(operands(each))
            match each:
                case Branch(_, then, otherwise):
                    parts += max(self.body(then), self.body(otherwise))
                case While(_, inner) | ForEach(_, _, inner):
                    parts += self.body(inner)
                case Call(procedure):
                    parts += self.procedures[procedure]
                case _:
                    pass
        return parts

    def units(self, block: Block) -> int:
        """The units that running a block costs."""
        parts = self.body(block.body) + self._light(_evaluated(block.last))
        return parts // UNIT if parts >= LIGHT * UNIT else 0

    def _light(self, exprs: Iterable[Expr]) -> int:
        """The parts of the expressions that aren't measured when they are evaluated."""
        return sum(self._at_most(self._parts(expr)) for expr in exprs if not is_heavy(expr))

    def measured(self, what: Instruction | Fork | CallAndWait | Choose) -> Expr | None:
        """An expression for the units to measure when something is carried out; None if nothing is measured."""
        if isinstance(what, Choose):
            work, enough = self._choice(what), MOST_ASKED
        else:
            work, enough = total([self._parts(expr) for expr in operands(what) if is_heavy(expr)]), LIGHT
        most = self._at_most(work)
        if most <= enough * UNIT:
            work = Int(min(most, ASKED * UNIT))
        return None if isinstance(work, Int) and work.value < UNIT else binary("//", work, Int(UNIT))

    def _at_most(self, work: Expr) -> int:
        """The most that a measured cost can be; shorter lists never cost more."""
        match work:
            case Int(value):
                return value
            case Size(Zone(Int(zone))):
                return self.limits[zone]
            case Size(Zone(If(_, index))):
                first = next((part.value for part in within(index) if isinstance(part, Int)), -1)
                return self.limits[first] if 0 <= first < len(self.limits) else self.limits[-1]
            case If(Binary(_, size, Int(bound)), then, otherwise):
                return self._at_most(then if self._at_most(size) <= bound else otherwise)
            case Binary(operator, left, right):
                return compute(operator, self._at_most(left), self._at_most(right))
            case _:
                return self.limits[-1]

    def may_overflow(self, choice: Choose) -> bool:
        """Whether a choice may have more picks than `MOST_ANSWERS`."""
        return sum(self._most(option) for option in choice.options) > MOST_ANSWERS

    def _most(self, option: Option) -> int:
        lists = [
            len(each.values) or (1 << MOST_CHOSEN if each.most else self.limits[-1] * len(each.sources))
            for each in option.parameters
        ]
        return prod(lists)

    def _choice(self, choice: Choose) -> Expr:
        found: list[Expr] = []
        for option in choice.options:
            if is_heavy(option.condition):
                found.append(self._parts(option.condition))
            if is_broad(option):
                found.append(self._combinations(option.parameters))
        return total(found)

    def _combinations(self, parameters: tuple[Parameter, ...], bound: frozenset[int] = NOTHING) -> Expr:
        """The parts of the conditions on each combination of values for an option's parameters."""
        if not parameters:
            return Int(PICK)
        first, *rest = parameters
        inner = bound | {first.card, first.zone, first.place}
        lists = [self._size(source.cards, bound) for source in first.sources]
        combinations = total([Int(len(first.values)), *lists])
        if first.most:
            combinations = _selections(combinations)
        each = binary("+", self._parts(first.condition, inner), self._combinations(tuple(rest), inner))
        looking = total([self._parts(source.cards, bound) for source in first.sources])
        return binary("+", looking, binary("*", combinations, each))

    def _parts(self, expr: Expr, bound: frozenset[int] = NOTHING) -> Expr:
        """The parts of an expression when it is evaluated; `bound` are locals that expressions around it bind."""
        number, asked, waiting = 0, list[Expr](), [expr]
        while waiting:
            part = waiting.pop()
            number += 1
            if isinstance(part, THROUGH):
                listed, inner = children(part)
                waiting.append(listed)
                asked.append(binary("*", self._size(listed, bound), self._parts(inner, bound | {part.local})))
            else:
                waiting += children(part)
        return total([Int(number), *asked])

    def _size(self, cards: Expr, bound: frozenset[int]) -> Expr:
        """The most cards that a list holds, as far as that is known without the bound locals."""
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
                return binary("+", self._size(left, bound), self._size(right, bound))
            case Unpacked():
                return Int(MOST_CHOSEN)
            case _:
                return Int(self.limits[-1])


def origin_at_fault(what: Instruction | Fork | CallAndWait | Choose) -> int:
    """The origin of the rule that is at fault if something costs too much: of the option with most to choose."""
    if not isinstance(what, Choose) or not what.options:
        return what.origin
    broadest = max(what.options, key=lambda option: sum(1 + bool(each.most) for each in option.parameters))
    return broadest.origin if is_broad(broadest) else what.origin


def is_broad(option: Option) -> bool:
    """Whether an option has several parameters, or one whose condition goes through other cards."""
    return len(option.parameters) > 1 or any(
        each.most or any(isinstance(part, THROUGH) for part in within(each.condition)) for each in option.parameters
    )


def _is_plain(index: Expr, bound: frozenset[int]) -> bool:
    """Whether the index of a zone can be evaluated, whatever the bound locals hold."""
    parts = list(within(index))
    return not any(
        (isinstance(part, Local) and part.index in bound)
        or (isinstance(part, Number) and not isinstance(part.index, Int))
        for part in parts
    )


def _selections(cards: Expr) -> Expr:
    """At least the number of selections from so many cards."""
    most: Expr = Int(1 << MOST_CHOSEN)
    for size in range(MOST_CHOSEN - 2, 0, -2):
        most = If(binary("<=", cards, Int(size)), Int(1 << size), most)
    return most


def _evaluated(last: Last) -> Iterator[Expr]:
    """The expressions that are evaluated at the end of a block, except those that are measured."""
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
def costs_of(program: Program) -> Costs:
    """The costs in a program."""
    costs = Costs(_limits(program))
    parts = costs.procedures

    def count(number: int) -> None:
        if number not in parts:
            parts[number] = 0  # in case the procedure calls itself
            body = program.procedures[number].body
            for each in walk(body):
                if isinstance(each, Call):
                    count(each.procedure)
            parts[number] = costs.body(body)

    for number in range(len(program.procedures)):
        count(number)
    return attrs.evolve(costs, blocks=tuple(map(costs.units, program.blocks)))
