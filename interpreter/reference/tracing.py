"""Writes the trace of a game while the reference executor plays it.

A stack beside the game's state, with one entry for each frame, knows which event encloses which; the state itself knows
nothing of traces. If a game is continued from a state, no event is known for its frames: their entries are empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dsl.program.blocks import Procedure
from dsl.program.contributions import ADJUSTING
from dsl.program.program import Program
from interpreter.analysis.faults import line_of
from interpreter.analysis.memo import once_per_program
from interpreter.choices.attachments import attachments_of
from interpreter.choices.decisions import letter
from interpreter.choices.evaluate import Locals
from interpreter.choices.picks import Pick
from interpreter.reference.events import Event
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.visibility import sees

RULE = "rule"
"""The name of the entry for a rule that hooks, handles, replaces or forbids an event."""


@once_per_program
def adjusts(program: Program) -> bool:
    """Whether rules change the values of definitions."""
    return any(each.kind in ADJUSTING for each in program.contributions)


class Trace:
    """The events so far, and those that are in progress.

    `taken` has the state of each decision, and the pick, by the index of the event that says what was answered; only if
    rules widen or narrow definitions, which may have made the answer possible.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.events: list[Event] = []
        self._everybody = tuple(map(letter, range(program.players)))
        self.under_way: list[int | None] = []
        self._acting: dict[tuple[int | None, str, str], int] = {}
        self.taken: dict[int, tuple[tuple[Any, ...], Pick]] = {}

    def copy(self) -> Trace:
        """An independent trace with the same events."""
        other = Trace(self.program)
        other.events = self.events[:]
        other.under_way = self.under_way[:]
        other._acting = self._acting.copy()
        other.taken = self.taken.copy()
        return other

    def match_frames(self, s: Flat) -> None:
        """Give every frame of a state an entry, empty where its event is unknown."""
        frame, depth = s[FRAME], 0
        while frame is not None:
            frame, depth = frame[1], depth + 1
        while len(self.under_way) < depth:
            self.under_way.insert(0, None)
        del self.under_way[depth:]

    def lay_out(self) -> None:
        """Add an event for each numbered declaration that lays out the game."""
        for origin in self.program.setting:
            self.add("laid out", self.program.origins[origin].rule, origin)

    def enter(self, procedure: Procedure, local: Locals, s: Flat, origin: int = -1) -> None:
        """A procedure begins; `origin` is that of the call, which an event that another rule hooks may have made."""
        cause = self.acting(origin) if procedure.event and origin >= 0 else self.cause
        if procedure.event:
            values = [local[index] for index in procedure.shown]
            cards = [card for value in values for card in ([value] if isinstance(value, int) else value)]
            shown = [self.card(card, s) for card in cards if card >= 0]
            text = ", ".join([": ".join([procedure.event, *shown[:1]]), *shown[1:]])
            cause = self.add(
                procedure.event, text, procedure.origin, seen=self._seen_with(procedure, local, s), cause=cause
            )
        self.under_way.append(cause)
        if procedure.replaced >= 0:
            self.acting(procedure.replaced)

    def acting(self, origin: int) -> int | None:
        """A rule acts: if it hooks the event in progress, its own entry, which is added once; else that event."""
        rule, cause = self.program.origins[origin], self.cause
        if not rule.hooks:
            return cause
        known = (cause, rule.module, rule.rule)
        if known not in self._acting:
            seen = self._everybody if cause is None else self.events[cause].seen
            self._acting[known] = self.add(RULE, rule.rule, origin, seen=seen)
        return self._acting[known]

    def answer(self, text: str, origin: int, seen: tuple[str, ...], asked: str, s: Flat, pick: Pick) -> None:
        """Add an event for an answer, before anything is done; `asked` is what the question is about."""
        index = self.add("answer", text, origin, seen=seen, about=asked)
        if adjusts(self.program):
            self.taken[index] = tuple(s), pick

    def leave(self) -> None:
        """The procedure that began last has ended."""
        self.under_way.pop()

    @property
    def cause(self) -> int | None:
        """The event in progress."""
        return self.under_way[-1] if self.under_way else None

    def add(
        self,
        name: str,
        text: str,
        origin: int,
        *,
        seen: tuple[str, ...] = (),
        about: str = "",
        cause: int | None = None,
    ) -> int:
        """Add an event; returns its index. Without a `cause`, that is the event in progress."""
        where = self.program.origins[origin]
        cause = self.cause if cause is None else cause
        self.events.append(
            Event(
                index=len(self.events),
                name=name,
                text=text,
                cause=cause,
                rule=where.rule,
                citations=where.citations,
                through=where.through,
                module=where.module,
                place=line_of(where),
                depth=0 if cause is None else self.events[cause].depth + 1,
                seen=seen,
                about=about,
            )
        )
        return len(self.events) - 1

    def card(self, card: int, s: Flat) -> str:
        """A card's name, with the names of the cards attached to it."""
        return attachments_of(self.program).name(s, card)

    def fact(self, text: str, card: int, origin: int, s: Flat) -> None:
        """Add an event for a card's fact; whoever sees the card, and the card that carries it, sees the fact."""
        attachments = attachments_of(self.program)
        cards = (card, *(each for each in attachments.carriers if card in attachments.on(s, each)))
        self.add("fact", text, origin, seen=self._in_sight(s, cards))

    def seen_at(self, s: Flat, *zones: int) -> tuple[str, ...]:
        """The players who see the cards of one of these zones."""
        return self._players(lambda player: any(sees(self.program, s, player, zone) for zone in zones))

    def zone(self, zone: int) -> str:
        """A zone's name."""
        return self.program.places[zone].name

    def moved(self, name: str, cards: bytes, source: int, target: int, origin: int, s: Flat) -> None:
        """Add an event for cards that went from zone to zone."""
        if cards:
            listed = ", ".join(self.card(card, s) for card in cards)
            text = f"{listed}: {self.zone(source)} → {self.zone(target)}"
            self.add(name, text, origin, seen=self.seen_at(s, source, target))

    def fallen(self, name: str, text: str, zones: Iterable[int], origin: int, s: Flat) -> None:
        """Add an event for what chance decided; it is known to those who see all zones on which it depended."""
        seen = self._players(lambda player: all(sees(self.program, s, player, zone) for zone in zones))
        self.add(name, text, origin, seen=seen)

    def turned(self, card: int, now: int, zone: int, origin: int, s: Flat) -> None:
        """Add an event for a card that is turned over; `now` lies in its place. Whoever sees the zone saw its face."""
        assert self.program.facing
        up = card in self.program.facing.backs
        text = f"{self.card(now if up else card, s)} ({self.zone(zone)}) is turned face {'up' if up else 'down'}"
        self.add("turned", text, origin, seen=self.seen_at(s, zone))

    def _in_sight(self, s: Flat, cards: Iterable[int]) -> tuple[str, ...]:
        """The players who see all zones in which these cards lie."""
        zones = layout_of(self.program).zones
        lying = {zone for zone in range(len(self.program.places)) for card in cards if card in s[zones + zone]}
        return self._players(lambda player: all(sees(self.program, s, player, zone) for zone in lying))

    def _players(self, such: Callable[[int], bool]) -> tuple[str, ...]:
        return tuple(each for player, each in enumerate(self._everybody) if such(player))

    def _seen_with(self, procedure: Procedure, local: Locals, s: Flat) -> tuple[str, ...]:
        """The players who see the cards that an event is about; the zone of each is the argument after it."""
        zones, found = layout_of(self.program).zones, set(self._everybody)
        for index in procedure.shown:
            value, zone = local[index], local[index + 1] if index + 1 < procedure.parameters else -1
            for card in value if not isinstance(value, int) else [value] if value >= 0 else []:
                known = isinstance(zone, int) and 0 <= zone < len(self.program.places) and card in s[zones + zone]
                found &= {*(self.seen_at(s, zone) if known and isinstance(zone, int) else self._in_sight(s, [card]))}
        return tuple(sorted(found))
