"""Scenarios: examples of the rules, as data.

`build` makes them from a rules file, the engine runs them (`interpreter/scenarios`). Names in them are text, because
each scenario is about a game that is linked for it; a name that this game doesn't have is reported when it runs.
"""

from __future__ import annotations

import attrs

from dsl.text.letters import ON
from dsl.text.source import Span

BOX = "box"
"""The zone of the cards that a position doesn't name."""


@attrs.frozen
class Laid:
    """A card of a position: its name, and marks in brackets behind it (`clay pot (asleep)`).

    If a fact has a word for each value, the word is a part of the name (`token 2`). `riders` are the cards that lie on
    this one (`clay pot + clock 2`).
    """

    name: str
    marks: tuple[str, ...]
    span: Span = attrs.field(eq=False, repr=False)
    riders: tuple[Laid, ...] = ()

    @property
    def text(self) -> str:
        """The card as people write it, with the cards on it in alphabetical order."""
        own = " ".join([self.name, *(f"({mark})" for mark in self.marks)])
        return ON.join([own, *sorted(rider.text for rider in self.riders)])


@attrs.frozen
class Entry:
    """The contents of a zone, or the value of a number, in a position.

    `name` is a zone (`deck`, `A hand`) or a number (`days left`); `value` its cards, in the zone's order (a pile
    from the top), or the number. `any_order`: cards are compared without order; `includes`: the zone may hold other
    cards, too (both only in `then`).
    """

    name: str
    value: tuple[Laid, ...] | int
    any_order: bool
    includes: bool
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class Offer:
    """Options that are expected at a prompt: `kind` is "exactly", "some" or "no"."""

    kind: str
    options: tuple[str, ...]
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class Step:
    """A decision: the prompt that stands, what it offers, and the answer (None: only look, and stop).

    `player` is the one who decides ("A" or "B"); "" means it is not checked.
    """

    prompt: str
    offers: tuple[Offer, ...]
    answer: str | None
    span: Span = attrs.field(eq=False, repr=False)
    player: str = ""


@attrs.frozen
class Scenario:
    """A position (or a deal), answers, and the position that must follow.

    With `given`, the game stands at the start of a turn of `player` ("A" or "B"); zones not named are empty, and
    cards named nowhere are in the zone called `box`. With `deal`, each named zone holds these cards, in this order (a
    pile from the top), after its first shuffle, and the game begins with setup. With neither, `refused` is set: such a
    game can't be put together. `rolls` and `picks` are what chance decides first, in order. `asked` is the prompt that
    stands at the end, `asked_of` the player who decides there, `status` "playing", "won", "lost" or "over"; "" means
    it is not checked.
    """

    id: str
    title: str
    citations: tuple[str, ...]
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    players: int | None
    player: str
    given: tuple[Entry, ...] | None
    deal: tuple[Entry, ...] | None
    steps: tuple[Step, ...]
    then: tuple[Entry, ...]
    asked: str
    asked_of: str
    status: str
    refused: bool
    span: Span = attrs.field(eq=False, repr=False)
    rolls: tuple[int, ...] = ()
    picks: tuple[str, ...] = ()
