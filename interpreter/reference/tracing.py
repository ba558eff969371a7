"""Writes the trace of a game while the reference executor plays it.

A stack beside the game's state, with one entry for each frame, knows which event encloses which; the state itself knows
nothing of traces. If a game is continued from a state, no event is known for its frames: their entries are empty.
"""

from __future__ import annotations

from dsl.program.blocks import Procedure
from dsl.program.program import Program
from interpreter.analysis.faults import line_of
from interpreter.choices.attachments import attachments_of
from interpreter.choices.evaluate import Locals
from interpreter.reference.events import Event
from interpreter.state.layout import FRAME, Flat, layout_of


class Trace:
    """The events so far, and those that are in progress."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.events: list[Event] = []
        self.under_way: list[int | None] = []

    def copy(self) -> Trace:
        """An independent trace with the same events."""
        other = Trace(self.program)
        other.events = self.events[:]
        other.under_way = self.under_way[:]
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

    def enter(self, procedure: Procedure, local: Locals, s: Flat) -> None:
        """A procedure begins."""
        cause = self.cause
        if procedure.event:
            values = [local[index] for index in procedure.shown]
            shown = [self.card(card, s) for card in values if isinstance(card, int) and card >= 0]
            text = ", ".join([": ".join([procedure.event, *shown[:1]]), *shown[1:]])
            cause = self.add(procedure.event, text, procedure.origin)
        self.under_way.append(cause)

    def leave(self) -> None:
        """The procedure that began last has ended."""
        self.under_way.pop()

    @property
    def cause(self) -> int | None:
        """The event in progress."""
        return self.under_way[-1] if self.under_way else None

    def add(self, name: str, text: str, origin: int, *, zones: tuple[str, ...] = (), about: str = "") -> int:
        """Add an event; returns its index."""
        where = self.program.origins[origin]
        cause = self.cause
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
                zones=zones,
                about=about,
            )
        )
        return len(self.events) - 1

    def card(self, card: int, s: Flat) -> str:
        """A card's name, with the names of the cards attached to it."""
        return attachments_of(self.program).name(s, card)

    def fact(self, text: str, card: int, origin: int, s: Flat) -> None:
        """Add an event for a card's fact; its zones include that of the card's carrier, whose viewers see it."""
        zones, attachments = layout_of(self.program).zones, attachments_of(self.program)
        cards = (card, *(each for each in attachments.carriers if card in attachments.on(s, each)))
        lying = [zone for zone in range(len(self.program.places)) for each in cards if each in s[zones + zone]]
        self.add("fact", text, origin, zones=tuple(map(self.zone, lying)))

    def zone(self, zone: int) -> str:
        """A zone's name."""
        return self.program.places[zone].name

    def moved(self, name: str, cards: bytes, source: int, target: int, origin: int, s: Flat) -> None:
        """Add an event for cards that went from zone to zone."""
        if cards:
            listed = ", ".join(self.card(card, s) for card in cards)
            self.add(name, f"{listed}: {self.zone(source)} → {self.zone(target)}", origin)
