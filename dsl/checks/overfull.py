"""Check that statements which follow one another don't draw more cards to a zone than it holds.

Counts only what is certain: draws that no condition guards, in loops whose number of rounds is known. Where a step may
take cards from the zone, or make another zone be meant, the count begins anew. The piles are taken to hold enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

import attrs

from dsl.checks.changes import Read, assigned, called, may_be
from dsl.names.names import PLAYER, ZoneFamily
from dsl.program import program as p
from dsl.program.operators import free_locals
from dsl.program.reads import reads
from dsl.routines.steps import Branching, ForEach, GoTo, Invoke, Looping, Plain, Step, walk
from dsl.text.source import Span, heads
from dsl.text.spelling import counted
from dsl.weaving.weaving import Weaving

Counts = dict[p.Expr, tuple[int, int]]
"""How many cards were drawn to each zone, by the index of the zone, with the origin of the last draw."""

HELP = "draw fewer cards, or declare the zone with a higher limit"


def overfull(weaving: Weaving) -> None:
    """Report draws by which a zone would hold more cards than its limit allows."""
    families = [family for family in weaving.context.names.zones.values() if family.declared.limit >= 0]
    limited = {zone: family for family in families for zone in family.indices}
    drawing = _drawing(weaving, limited.keys()) if limited else set()
    counting = _Counting(weaving, limited, drawing)
    for name in sorted(drawing):
        counting.of_routine(name)


def _drawing(weaving: Weaving, limited: Set[int]) -> set[str]:
    """The routines that draw cards to zones with a limit, or run others that do."""
    counts = weaving.context.names.spans.zones
    found, new = (
        set[str](),
        {
            name
            for name, routine in weaving.finished.items()
            if any(may_be(draw.target, limited, counts) for draw in routine.doing(p.Draw))
        },
    )
    while new:
        found |= new
        callers = (name for name in weaving.finished if name not in found)
        new = {name for name in callers if any(call.routine in new for call in weaving.finished[name].calls)}
    return found


@attrs.define
class _Counting:
    """Counts the cards that routines draw to zones with a limit; each draw is reported once."""

    weaving: Weaving
    limited: Mapping[int, ZoneFamily]
    drawing: Set[str]
    known: dict[str, Counts] = attrs.field(factory=dict)
    reported: set[Span] = attrs.field(factory=set)

    def of_routine(self, name: str) -> Counts:
        """What a routine draws in any case, as far as its callers can name the zone, too."""
        if name not in self.drawing:
            return {}
        if name not in self.known:
            self.known[name] = {}
            drawn: Counts = {}
            self._steps(self.weaving.finished[name].body, drawn)
            self.known[name] = {zone: found for zone, found in drawn.items() if not free_locals(zone)}
        return self.known[name]

    def _steps(self, steps: Sequence[Step], drawn: Counts) -> None:
        """Add what steps draw to what was drawn before them."""
        numbers: dict[int, int] = {}
        for step in steps:
            self._forget(step, drawn)
            match step:
                case Plain(p.SetLocal(local, p.Int(value))):
                    numbers[local] = value
                case Plain(p.Draw(_, _, target, origin)):
                    self._add(drawn, target, 1, origin)
                case Invoke(routine):
                    for zone, (number, origin) in self.of_routine(routine).items():
                        self._add(drawn, zone, number, origin)
                case Looping():
                    self._loop(step, numbers, drawn)
                case ForEach(_, _, _, _, body):
                    self._steps(body, {})
                case Branching(condition, then, otherwise):
                    asked = reads(condition, self.weaving.context.names.spans)[0]
                    for branch in (then, otherwise):
                        self._steps(
                            branch, {zone: n for zone, n in drawn.items() if asked.isdisjoint(self._zones(zone))}
                        )
                case _:
                    pass

    def _loop(self, loop: Looping, numbers: Mapping[int, int], drawn: Counts) -> None:
        """Add what a loop draws, if the number of its rounds is known."""
        each: Counts = {}
        self._steps(loop.body, each)
        rounds = _rounds(loop, numbers)
        if any(isinstance(step, GoTo) for step in walk(loop.body)):
            return
        for zone, (number, origin) in each.items():
            if rounds and not self._lost(zone, loop.body):
                self._add(drawn, zone, number * rounds, origin)

    def _add(self, drawn: Counts, zone: p.Expr, number: int, origin: int) -> None:
        zones = self._zones(zone)
        family = self.limited.get(min(zones, default=-1))
        if family is None or not zones <= {*family.indices}:
            return
        total = drawn.get(zone, (0, 0))[0] + number
        drawn[zone] = total, origin
        span = self.weaving.context.origins[origin].span
        if total > family.declared.limit and span not in self.reported:
            self.reported.add(span)
            limit = counted(family.declared.limit, "card")
            message = f"`{family.name}` holds at most {limit}, and these draws bring more to it"
            self.weaving.context.problems.add("bad-value", message, span, help=self._help(family, zone, span))

    def _help(self, family: ZoneFamily, zone: p.Expr, span: Span) -> str:
        own = PLAYER in reads(zone, self.weaving.context.names.spans)[1]
        if own and any(line.startswith("repeat players times") for line in heads(span)):
            by_player = f"`for each p: player` with `{family.name} of p`"
            return f"each round is about the acting player: say {by_player}, or `next player` in the block"
        return HELP

    def _zones(self, zone: p.Expr) -> Set[int]:
        return reads(p.Zone(zone), self.weaving.context.names.spans)[0]

    def _forget(self, step: Step, drawn: Counts) -> None:
        """Forget what was drawn to zones that a step may change, or make another zone be meant."""
        for zone in [zone for zone in drawn if self._lost(zone, (step,))]:
            del drawn[zone]

    def _lost(self, zone: p.Expr, steps: Sequence[Step]) -> bool:
        """Whether steps may take cards from a zone, or make its index mean another one."""
        own, read = tuple(walk(steps)), Read.by(zone, self.weaving.context.names.spans)
        every = (*own, *called(self.weaving, own))
        zones = self._zones(zone)
        return (
            any(not read.locals.isdisjoint(assigned(step)) for step in own)
            or any(map(read.may_change, every))
            or any(may_be(source, zones, read.spans.zones) for step in every for source in _sources(step))
        )


def _sources(step: Step) -> Iterator[p.Expr]:
    """The zones from which a step takes cards."""
    match step:
        case Plain(p.Move(_, source) | p.MoveAll(_, source) | p.Draw(_, source)):
            yield source
        case _:
            pass


def _rounds(loop: Looping, numbers: Mapping[int, int]) -> int:
    """The number of rounds of a loop, or 0 if it isn't known: those of `repeat 3 times`, or of `draw 3`."""
    match loop.condition:
        case p.Binary("<", p.Local(done), p.Local(times)) if numbers.get(done) == 0:
            return numbers.get(times, 0)
        case p.Binary(">", p.Local(left), p.Int(0)) if any(
            isinstance(step, Plain) and isinstance(step.instruction, p.Draw) and step.instruction.origin == loop.origin
            for step in loop.body
        ):
            return numbers.get(left, 0)
        case _:
            return 0
