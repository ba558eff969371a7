"""The locals of procedures whose values may depend on cards that a player can't see, found before a game runs.

A value from a private zone is known to its owner. Where the zone is that of the acting player, he knows the value as
long as nobody else has come to act since it was set. Knows no state but whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from dsl.program.blocks import CallAndWait, Choose, Fork, Jump, Last, Return
from dsl.program.expressions import Binary, Expr, Fact, Int, Local, Number, Size, Zone
from dsl.program.instructions import Branch, Call, Draw, ForEach, Instruction, Pick, Roll, SetLocal, SetNumber, While
from dsl.program.operators import children
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.state.layout import FRAME, Flat, layout_of

ACTING, NOBODY = -1, -2
"""Who sees where a value comes from, if it isn't a certain player: the one who acts, or nobody."""

Sight = frozenset[int]
"""Whose private zones a value may depend on: only who sees all of them knows the value."""

Fresh = frozenset[int]
"""Locals that were set while the player acted who still does."""

NONE: frozenset[int] = frozenset()


@attrs.frozen
class Hidden:
    """The locals (procedure, local) that may hide something, and those that are fresh when a block waits."""

    sights: Mapping[tuple[int, int], Sight]
    fresh: Mapping[int, Fresh]


@attrs.frozen
class _Set:
    """A local that is set: the procedures of the local and of the values it comes from, and what is fresh there."""

    procedure: int
    local: int
    source: int
    values: tuple[Expr, ...]
    fresh: Fresh


def unknown_locals(program: Program, s: Flat, player: int) -> frozenset[int]:
    """The locals of the procedure that waits for a decision whose values a player may not know."""
    block = s[FRAME][0]
    procedure, hidden = program.blocks[block].procedure, hidden_locals(program)
    acting = s[layout_of(program).numbers + program.player] == player
    fresh = hidden.fresh.get(block, NONE) if acting else NONE
    known = {local: {player, ACTING} if local in fresh else {player} for _, local in hidden.sights}
    return frozenset(
        local for (owner, local), sight in hidden.sights.items() if owner == procedure and sight - known[local]
    )


@once_per_program
def hidden_locals(program: Program) -> Hidden:
    """What is hidden in the locals of a program."""
    walk = _Walk(program)
    sights: dict[tuple[int, int], Sight] = {}
    changed = True
    while changed:
        changed = False
        for each in walk.found:
            sight = _united(_sight(program, value, each, sights) for value in each.values)
            before = sights.get((each.procedure, each.local), NONE)
            if not sight <= before:
                sights[each.procedure, each.local] = before | sight
                changed = True
    return Hidden(sights, walk.waiting)


class _Walk:
    """All places at which locals are set, with what is fresh there."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._passing = passing_on(program)
        self.found: list[_Set] = []
        self.waiting: dict[int, Fresh] = {}
        entered = self._entered()
        self.found.clear()
        for number, procedure in enumerate(program.procedures):
            self._run(number, procedure.body, self._every(number))
        for block, fresh in entered.items():
            self._through(block, fresh)

    def _every(self, procedure: int) -> Fresh:
        return frozenset(range(self._program.procedures[procedure].locals))

    def _entered(self) -> dict[int, Fresh]:
        """What is fresh when each block begins, whichever way led to it."""
        procedures = self._program.procedures
        entered = {each.entry: self._every(number) for number, each in enumerate(procedures) if each.waits}
        if self._program.turns >= 0:
            entered.setdefault(self._program.turns, NONE)
        left = list(entered)
        while left:
            block = left.pop()
            for following, fresh in self._through(block, entered[block]):
                both = entered.get(following, fresh) & fresh
                if entered.get(following) != both:
                    entered[following] = both
                    left.append(following)
        return entered

    def _through(self, number: int, fresh: Fresh) -> Iterable[tuple[int, Fresh]]:
        """Run a block; the blocks that follow, with what is fresh there."""
        block = self._program.blocks[number]
        fresh = self._run(block.procedure, block.body, fresh)
        match block.last:
            case Jump(following):
                return [(following, fresh)]
            case Fork(_, then, otherwise):
                return [(then, fresh), (otherwise, fresh)]
            case CallAndWait(callee, arguments, following):
                self._pass_arguments(block.procedure, callee, arguments, fresh)
                return [(following, NONE if callee in self._passing else fresh)]
            case Choose():
                return self._chosen(number, block.procedure, block.last, fresh)
            case Return():
                return []

    def _chosen(self, number: int, procedure: int, choice: Choose, fresh: Fresh) -> Iterable[tuple[int, Fresh]]:
        """Wait: the parameters of an option are set when it is offered."""
        following, every = [(choice.empty, fresh)], fresh
        for option in choice.options:
            chosen = set[int]()
            for parameter in option.parameters:
                cards = tuple(source.cards for source in parameter.sources)
                for local in (parameter.card, parameter.zone, parameter.place):
                    self.found.append(_Set(procedure, local, procedure, cards, fresh | chosen))
                    chosen.add(local)
            following.append((option.block, fresh | chosen))
            every |= chosen
        self.waiting[number] = every
        return following

    def _run(self, procedure: int, body: Iterable[Instruction], fresh: Fresh) -> Fresh:
        """Run instructions; what is fresh behind them."""
        for instruction in body:
            match instruction:
                case ForEach(local, cards, inner):
                    self.found.append(_Set(procedure, local, procedure, (cards,), fresh))
                    fresh = self._again(procedure, inner, fresh | {local})
                case While(_, inner):
                    fresh = self._again(procedure, inner, fresh)
                case Branch(_, then, otherwise):
                    fresh = self._run(procedure, then, fresh) & self._run(procedure, otherwise, fresh)
                case Call(callee, arguments):
                    self._pass_arguments(procedure, callee, arguments, fresh)
                    fresh = NONE if callee in self._passing else fresh
                case SetNumber() if _passes(self._program, instruction):
                    fresh = NONE
                case SetLocal() | Draw() | Roll() | Pick():
                    self.found.append(_Set(procedure, instruction.local, procedure, _values(instruction), fresh))
                    fresh |= {instruction.local}
                case _:
                    pass
        return fresh

    def _again(self, procedure: int, body: Sequence[Instruction], fresh: Fresh) -> Fresh:
        """Run a loop, in whose later rounds somebody else may act."""
        passing = any(_passes(self._program, each) or _called(each) in self._passing for each in _unfolded(body))
        fresh = NONE if passing else fresh
        return fresh & self._run(procedure, body, fresh)

    def _pass_arguments(self, caller: int, callee: int, arguments: Iterable[Expr], fresh: Fresh) -> None:
        for local, argument in enumerate(arguments):
            self.found.append(_Set(callee, local, caller, (argument,), fresh))


def _values(instruction: SetLocal | Draw | Roll | Pick) -> tuple[Expr, ...]:
    """The expressions from which the value of a local comes."""
    match instruction:
        case SetLocal(_, value):
            return (value,)
        case Draw(_, _, target):
            return (Zone(target),)
        case Roll(_, least, most):
            return (least, most)
        case Pick(_, members):
            return (members,)


def passing_on(program: Program) -> frozenset[int]:
    """The procedures during which another player may come to act."""
    called: dict[int, set[int]] = {number: set() for number in range(len(program.procedures))}
    found = set[int]()
    for procedure, instruction in _instructions(program):
        called[procedure].add(_called(instruction))
        if _passes(program, instruction):
            found.add(procedure)
    size = -1
    while size != len(found):
        size = len(found)
        found |= {caller for caller, callees in called.items() if callees & found}
    return frozenset(found)


def _passes(program: Program, instruction: Instruction | Last) -> bool:
    """Whether an instruction says who acts."""
    return isinstance(instruction, SetNumber) and instruction.index == Int(program.player)


def _called(instruction: Instruction | Last) -> int:
    """The procedure that is called, or -1."""
    return instruction.procedure if isinstance(instruction, Call | CallAndWait) else -1


def _instructions(program: Program) -> Iterator[tuple[int, Instruction | Last]]:
    """All instructions, each with its procedure, also those within others."""
    for number, procedure in enumerate(program.procedures):
        yield from ((number, each) for each in _unfolded(procedure.body))
    for block in program.blocks:
        yield from ((block.procedure, each) for each in _unfolded(block.body))
        yield block.procedure, block.last


def _unfolded(body: Iterable[Instruction]) -> Iterator[Instruction]:
    for instruction in body:
        yield instruction
        match instruction:
            case ForEach(_, _, inner) | While(_, inner):
                yield from _unfolded(inner)
            case Branch(_, then, otherwise):
                yield from _unfolded((*then, *otherwise))
            case _:
                pass


def _united(sights: Iterable[Sight]) -> Sight:
    return NONE.union(*sights)


def _sight(program: Program, expr: Expr, at: _Set, sights: Mapping[tuple[int, int], Sight]) -> Sight:
    """Whose private zones a value may depend on; what isn't fresh any more, nobody knows by acting now."""
    match expr:
        case Local(index):
            sight = sights.get((at.source, index), NONE)
            return sight if index in at.fresh or ACTING not in sight else sight | {NOBODY}
        case Size(Zone(index)):
            return _sight(program, index, at, sights)
        case Fact(number) if program.facing and number == program.facing.fact:
            return frozenset([NOBODY])
        case Zone(index):
            return _lying_in(program, index) | _sight(program, index, at, sights)
        case _:
            return _united(_sight(program, part, at, sights) for part in children(expr))


def _lying_in(program: Program, index: Expr) -> Sight:
    """Who sees the cards of a zone."""
    zones = _indices(program, index)
    if isinstance(index, Binary) and index.right == Number(Int(program.player)) and _one_each(program, zones):
        return frozenset([ACTING])
    return frozenset(_owner(program, zone) for zone in zones if not _always_seen(program, zone))


def _one_each(program: Program, zones: Sequence[int]) -> bool:
    """Whether zones are private ones of all players in their order."""
    return [_owner(program, zone) for zone in zones if not _always_seen(program, zone)] == list(range(len(zones)))


def _owner(program: Program, zone: int) -> int:
    """The player who always sees the cards of a zone that others don't see."""
    place = program.places[zone]
    return place.owner if place.seen == "private" and place.looker < 0 and place.owner >= 0 else NOBODY


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
