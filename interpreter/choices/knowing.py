"""A player's knowledge: whether the value of an expression depends on anything hidden.

A player knows a value if nothing that he can't see affects it. The answer errs on the safe side: a player who remembers
or calculates may know more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.program.blocks import CallAndWait, Choose
from dsl.program.expressions import Binary, Expr, Fact, If, Int, Local, Size, Zone
from dsl.program.instructions import Branch, Call, Draw, ForEach, Instruction, Pick, Roll, SetLocal, While
from dsl.program.operators import THROUGH, children, within
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.state.layout import Flat, layout_of
from interpreter.state.visibility import sees

HiddenLocals = frozenset[tuple[int, int]]
"""Locals (procedure, local) whose values may depend on something that a player can't see."""


class Knowledge:
    """What one player knows of a state at a decision."""

    def __init__(self, program: Program, s: Flat, player: int) -> None:
        self.program = program
        self.s = s
        self.player = player
        self._zones = layout_of(program).zones
        self._values = Evaluator(program)
        self.seen = frozenset(zone for zone in range(len(program.places)) if sees(program, s, player, zone))

    def cards(self, zone: int) -> bytes:
        """The cards in a zone, seen or not."""
        cards: bytes = self.s[self._zones + zone]
        return cards

    def sees_card(self, card: int) -> bool:
        """Whether the player sees such a card in any zone."""
        return any(card in self.cards(zone) for zone in self.seen)

    def knows(self, expr: Expr, local: Locals, unknown: frozenset[int], through: frozenset[int] = frozenset()) -> bool:
        """Whether the player knows the value of an expression.

        `unknown` are the locals whose values he doesn't know, `through` those that an expression around it binds.
        """
        match expr:
            case Local(index):
                return index not in unknown
            case Size(Zone(index)):
                return self.knows(index, local, unknown, through)
            case Zone(index):
                fixed = self.knows(index, local, unknown, through) and through.isdisjoint(_locals(index))
                return fixed and self._knows_zone(self._values.number(index, self.s, local))
            case Fact(_, card):
                return self.knows(card, local, unknown, through) and self._knows_facts(card, local, through)
            case If(condition, then, otherwise) if not through:
                if not self.knows(condition, local, unknown):
                    return False
                chosen = then if self._values.number(condition, self.s, local) else otherwise
                return self.knows(chosen, local, unknown)
            case _:
                inner = through | {expr.local} if isinstance(expr, THROUGH) else through
                return all(self.knows(part, local, unknown - inner, inner) for part in children(expr))

    def _knows_zone(self, zone: int) -> bool:
        """Whether the player knows all cards in a zone; he always knows how many there are."""
        return zone in self.seen or not (0 <= zone < len(self.program.places) and self.cards(zone))

    def _knows_facts(self, card: Expr, local: Locals, through: frozenset[int]) -> bool:
        """Whether the player sees the facts of a card; bound locals only hold cards from zones that he sees."""
        if not through.isdisjoint(_locals(card)):
            return True
        number = self._values.number(card, self.s, local)
        return number < 0 or self.sees_card(number)


def _locals(expr: Expr) -> set[int]:
    """The locals that an expression reads."""
    return {part.index for part in within(expr) if isinstance(part, Local)}


@once_per_program
def hidden_locals(program: Program) -> HiddenLocals:
    """The locals whose values may depend on something that a player couldn't see when they were set."""
    found: set[tuple[int, int]] = set()
    assignments = list(_assignments(program))
    size = -1
    while size != len(found):
        size = len(found)
        for procedure, local, source, values in assignments:
            unknown = {index for owner, index in found if owner == source}
            if any(_may_be_hidden(program, value, unknown) for value in values):
                found.add((procedure, local))
    return frozenset(found)


Assignment = tuple[int, int, int, tuple[Expr, ...]]
"""A local (procedure, local), the procedure that sets it, and the expressions its value comes from."""


def _assignments(program: Program) -> Iterator[Assignment]:
    for number, procedure in enumerate(program.procedures):
        yield from _assigned(number, procedure.body)
    for block in program.blocks:
        yield from _assigned(block.procedure, block.body)
        match block.last:
            case CallAndWait(callee, arguments):
                yield from _passed_arguments(block.procedure, callee, arguments)
            case Choose():
                yield from _chosen_values(block.procedure, block.last)
            case _:
                pass


def _assigned(procedure: int, body: Iterable[Instruction]) -> Iterator[Assignment]:
    for instruction in body:
        match instruction:
            case SetLocal(local, value):
                yield procedure, local, procedure, (value,)
            case Draw(local, _, target):
                yield procedure, local, procedure, (Zone(target),)
            case Roll(local, least, most):
                yield procedure, local, procedure, (least, most)
            case Pick(local, members):
                yield procedure, local, procedure, (members,)
            case ForEach(local, cards, inner):
                yield procedure, local, procedure, (cards,)
                yield from _assigned(procedure, inner)
            case Branch(_, then, otherwise):
                yield from _assigned(procedure, (*then, *otherwise))
            case While(_, inner):
                yield from _assigned(procedure, inner)
            case Call(callee, arguments):
                yield from _passed_arguments(procedure, callee, arguments)
            case _:
                pass


def _passed_arguments(caller: int, callee: int, arguments: Iterable[Expr]) -> Iterator[Assignment]:
    for local, argument in enumerate(arguments):
        yield callee, local, caller, (argument,)


def _chosen_values(procedure: int, choice: Choose) -> Iterator[Assignment]:
    for option in choice.options:
        for parameter in option.parameters:
            cards = tuple(source.cards for source in parameter.sources)
            for local in (parameter.card, parameter.zone, parameter.place):
                yield procedure, local, procedure, cards


def _may_be_hidden(program: Program, expr: Expr, unknown: set[int]) -> bool:
    """Whether a value may depend on something that a player can't see."""
    match expr:
        case Local(index):
            return index in unknown
        case Size(Zone(index)):
            return _may_be_hidden(program, index, unknown)
        case Fact(number) if program.facing and number == program.facing.fact:
            return True
        case Zone(index):
            return not all(_always_seen(program, zone) for zone in _indices(program, index))
        case _:
            return any(_may_be_hidden(program, part, unknown) for part in children(expr))


def _indices(program: Program, index: Expr) -> list[int]:
    """The zones that an index can stand for: one, those of a family, or any."""
    places = program.places
    match index:
        case Int(zone):
            return [zone]
        case Binary("+", Int(first), _):
            return [zone for zone, place in enumerate(places) if place.family == places[first].family]
        case _:
            return list(range(len(places)))


def _always_seen(program: Program, zone: int) -> bool:
    """Whether every player always sees the cards of a zone."""
    place = program.places[zone]
    own = place.seen == "private" and (program.open_hands or program.players == 1)
    return place.looker < 0 and (place.seen == "public" or own)
