"""The primitive changes of a state, with the meaning that `dsl.program` defines.

Both executors change zones, numbers and facts through these functions, or, in the commonest cases of generated code,
through the same operations inlined. Zones, numbers and facts are given by their index in the program; `s` is a flat
state (see `layout`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import cast

from dsl.model.scenario import BOX
from dsl.program.instructions import first_of
from dsl.program.program import Program
from dsl.program.setup import FactOf
from interpreter.analysis.faults import never_falls, too_many
from interpreter.analysis.memo import once_per_program
from interpreter.state.generator import INCREMENT, MASK, MULTIPLIER
from interpreter.state.layout import GENERATOR, Flat, layout_of

ONE = tuple(bytes([card]) for card in range(256))
"""The list of one card, by card, where lists are `bytes`."""


def below(s: Flat, n: int) -> int:
    """The next random number from 0 to `n - 1`."""
    x = s[GENERATOR] = (s[GENERATOR] * MULTIPLIER + INCREMENT) & MASK
    return int(((x >> 32) * n) >> 32)


def common(values: tuple[int, ...], cards: bytes) -> int:
    """The bitwise AND of the cards' values; 0 for no cards."""
    if not cards:
        return 0
    result = -1
    for card in cards:
        result &= values[card]
    return result


def position_of(cards: bytes, card: int, wanted: int) -> int:
    """The position of a card: `wanted` if the card lies there, otherwise its last position, or -1."""
    return wanted if 0 <= wanted < len(cards) and cards[wanted] == card else cards.rfind(card)


def first_position(cards: bytes, card: int) -> int:
    """The first position of a card, or -1."""
    return cards.find(card) if card >= 0 else -1


def inside(card: int, cards: bytes) -> bool:
    """Whether a card lies in a list; `NO_CARD` never does."""
    return card >= 0 and card in cards


def element(cards: bytes, position: int) -> int:
    """A card of a list by position (-1: the last); `NO_CARD` if there is none."""
    return cards[position] if -len(cards) <= position < len(cards) else -1


def without(cards: bytes, card: int) -> bytes:
    """The list without the last occurrence of a card."""
    at = cards.rfind(card) if card >= 0 else -1
    return cards[:at] + cards[at + 1 :] if at >= 0 else cards


def runs(cards: bytes, size: int) -> list[bytes]:
    """All runs of so many neighbouring cards, in order."""
    return [cards[start : start + size] for start in range(len(cards) - size + 1)]


def attached(lying: bytes, carriers: bytes, card: int) -> list[int]:
    """The cards attached to `card`: `lying` are all attached cards, `carriers` has the carrier of each, plus 1."""
    return [each for each in lying if carriers[each] == card + 1]


@once_per_program
def one_of(program: Program) -> tuple[bytes, ...]:
    """For each card of a program the list of this one card."""
    return ONE if program.lists is bytes else tuple(program.lists([card]) for card in range(len(program.faces)))


def _of_one(fact: FactOf) -> Sequence[bytes]:
    """For each value that a fact can have the list of this one value."""
    values = range(fact.maximum + 1)
    return ONE[: len(values)] if fact.lists is bytes else [fact.lists([value]) for value in values]


class Changes:
    """The changes that the states of a program can undergo; holds tables of the program, no state."""

    def __init__(self, program: Program) -> None:
        layout, self.lists, self.one = layout_of(program), program.lists, one_of(program)
        self._open: type[bytearray] = bytearray if self.lists is bytes else cast("type[bytearray]", list)
        self.numbers, self.zones, self.unordered, self.facts = (
            layout.numbers,
            layout.zones,
            layout.unordered,
            layout.facts,
        )
        self.heap = tuple(place.shape == "heap" for place in program.places)
        self.pile = tuple(place.shape == "pile" for place in program.places)
        self.limits = tuple(place.limit if place.limit >= 0 else 1 << 30 for place in program.places)
        self.called = tuple(face.name for face in program.faces)
        self.names = tuple(place.name for place in program.places)
        self.bounds = tuple((counter.minimum, counter.maximum) for counter in program.counters)
        self.having = tuple(
            (fact.first, fact.first + fact.count, fact.maximum, _of_one(fact)) for fact in program.facts
        )
        self.dealt = layout.numbers + program.dealt
        self.rolls, self.picks = (
            layout.numbers + number if number >= 0 else -1 for number in (program.rolls, program.picks)
        )
        self.begin = tuple(frozenset(cards) for cards in program.begin)
        self.box = next((zone for zone, place in enumerate(program.places) if place.family == BOX), -1)

    def set_number(self, s: Flat, index: int, value: int) -> None:
        """Set a number, clamped to its range."""
        low, high = self.bounds[index]
        s[self.numbers + index] = min(max(value, low), high)

    def set_fact(self, s: Flat, fact: int, card: int, value: int) -> None:
        """Set a card's fact, clamped to its range; a card without the fact stays as it is."""
        first, stop, maximum, one = self.having[fact]
        if first <= card < stop:
            values = s[self.facts + fact]
            s[self.facts + fact] = values[:card] + one[min(max(value, 0), maximum)] + values[card + 1 :]

    def move(self, s: Flat, card: int, source: int, target: int, last: bool, position: int = -1) -> bool:
        """Move a card, the one at `position` if it lies there; returns whether the zone held it."""
        if not self._take(s, card, source, position):
            return False
        self._put(s, card, target, last)
        self.check_limit(s, target)
        return True

    def move_all(self, s: Flat, cards: bytes, source: int, target: int, last: bool, top: bool = True) -> bytes:
        """Move cards as one change, equal ones from the last end or, if not `top`, the first; returns those moved."""
        at = self.zones + source
        lying = s[at]
        if top and (lying.endswith((cards, cards[::-1]))):
            left = len(lying) - len(cards)
            s[at] = lying[:left]
            s[self.unordered + source] = min(s[self.unordered + source], left)
            moved = cards
        else:
            taken = [card for card in cards if self._take(s, card, source, -1 if top else s[at].find(card))]
            moved = self.lists(taken)
        self._put_all(s, moved, target, last)
        self.check_limit(s, target)
        return moved

    def draw(self, s: Flat, source: int, target: int) -> int:
        """Move the top card of a pile; returns the card, or `NO_CARD`."""
        self.expose(s, source, 1)
        cards = s[self.zones + source]
        if not cards:
            return -1
        s[self.zones + source] = cards[:-1]
        card: int = cards[-1]
        self._put(s, card, target, True)
        self.check_limit(s, target)
        return card

    def expose(self, s: Flat, zone: int, count: int) -> None:
        """Draw the order of the top `count` cards of a pile."""
        unordered = s[self.unordered + zone]
        if not unordered:
            return
        cards = s[self.zones + zone]
        wanted = max(len(cards) - count, 0)
        if unordered <= wanted:
            return
        pool, settled = self._open(cards[:unordered]), self._open()
        x = s[GENERATOR]
        for left in range(unordered, wanted, -1):  # as in `below`
            x = (x * MULTIPLIER + INCREMENT) & MASK
            settled.append(pool.pop(((x >> 32) * left) >> 32))
        s[GENERATOR] = x
        s[self.zones + zone] = self.lists(pool) + settled[::-1] + cards[unordered:]
        s[self.unordered + zone] = wanted

    def shuffle(self, s: Flat, zone: int) -> bool:
        """Shuffle a zone; returns False if the zone keeps the order in which it was dealt instead."""
        if s[self.dealt] >> zone & 1:
            self.as_dealt(s, zone)
            return False
        cards = s[self.zones + zone]
        if self.pile[zone]:
            s[self.zones + zone] = self.lists(sorted(cards))
            s[self.unordered + zone] = len(cards)
        elif not self.heap[zone]:
            s[self.zones + zone] = self._in_random_order(s, cards)
        return True

    def as_dealt(self, s: Flat, zone: int) -> None:
        """Leave a zone in the order in which it was dealt, this once.

        Zones that gave cards to the deal were emptied for it, so that the rules add none to what was dealt. After the
        last shuffle of a zone that has cards of theirs, that is over: the rest of their cards comes back from the box.
        """
        given = self._given(s, zone)
        s[self.dealt] ^= 1 << zone
        waiting = [other for other in range(len(self.begin)) if s[self.dealt] >> other & 1]
        for source in sorted(given.difference(*(self._given(s, other) for other in waiting))):
            if source not in (zone, self.box) and not s[self.zones + source]:
                self._take_back(s, self.begin[source] - self.begin[zone], source)

    def _given(self, s: Flat, zone: int) -> set[int]:
        """The zones from which the cards of a zone that was dealt come, other than itself."""
        there = frozenset(s[self.zones + zone]) - self.begin[zone]
        return {source for source, ids in enumerate(self.begin) if not ids.isdisjoint(there)}

    def _take_back(self, s: Flat, ids: frozenset[int], zone: int) -> None:
        """Shuffle those of these cards that lie in the box into a zone."""
        if self.box >= 0:
            lying = s[self.zones + self.box]
            back = self.lists(card for card in lying if card in ids)
            self.move_all(s, back, self.box, zone, True)
            self.shuffle(s, zone)

    def roll(self, s: Flat, least: int, most: int) -> int:
        """A random integer in a range, or what is said to fall."""
        if self.rolls >= 0 and s[self.rolls]:
            value, s[self.rolls] = first_of(s[self.rolls])
            if not least <= value <= max(least, most):
                raise never_falls(f"a roll of {least} to {most} can't be {value}")
            return value
        return least + below(s, max(most - least + 1, 1))

    def pick(self, s: Flat, members: bytes, none: int, cards: bool = False) -> int:
        """A random integer of a list, or what is said to be picked: of `cards`, one of that name."""
        if not members:
            return none
        if self.picks >= 0 and s[self.picks]:
            value, s[self.picks] = first_of(s[self.picks])
            if cards:
                value = next((card for card in members if self.called[card] == self.called[value]), -1)
            if value not in members:
                raise never_falls("what is to be picked is none of those that can be")
            return value
        return members[below(s, len(members))]

    def exchange(
        self, s: Flat, card: int, zone: int, other: int, other_zone: int, position: int = -1, other_position: int = -1
    ) -> bool:
        """Exchange two cards; returns whether both were there."""
        if not (inside(card, s[self.zones + zone]) and inside(other, s[self.zones + other_zone])):
            return False
        if zone == other_zone and self.heap[zone]:
            return True
        for one in (zone, other_zone):
            self.expose(s, one, len(s[self.zones + one]))
        here = position_of(s[self.zones + zone], card, position)
        there = position_of(s[self.zones + other_zone], other, other_position)
        for one, place, newcomer in ((zone, here, other), (other_zone, there, card)):
            cards = s[self.zones + one]
            cards = cards[:place] + self.one[newcomer] + cards[place + 1 :]
            s[self.zones + one] = self.lists(sorted(cards)) if self.heap[one] else cards
        return True

    def check_limit(self, s: Flat, zone: int) -> None:
        """Raise a fault if a zone holds more cards than it may."""
        if len(s[self.zones + zone]) > self.limits[zone]:
            raise too_many(self.names[zone], self.limits[zone])

    def _take(self, s: Flat, card: int, zone: int, position: int = -1) -> bool:
        if card < 0:
            return False
        cards = s[self.zones + zone]
        position = position_of(cards, card, position)
        if position < 0:
            return False
        s[self.zones + zone] = cards[:position] + cards[position + 1 :]
        if position < s[self.unordered + zone]:
            s[self.unordered + zone] -= 1
        return True

    def _put(self, s: Flat, card: int, zone: int, last: bool) -> None:
        at = self.zones + zone
        cards = s[at]
        if self.heap[zone]:
            position = bisect_left(cards, card)
            s[at] = cards[:position] + self.one[card] + cards[position:]
        elif last:
            s[at] = cards + self.one[card]
        else:
            self.expose(s, zone, len(cards))
            s[at] = self.one[card] + s[at]

    def _put_all(self, s: Flat, cards: bytes, zone: int, last: bool) -> None:
        at = self.zones + zone
        if self.heap[zone]:
            s[at] = self.lists(sorted(s[at] + cards))
        elif last:
            s[at] += cards
        elif cards:
            self.expose(s, zone, len(s[at]))
            s[at] = cards + s[at]

    def _in_random_order(self, s: Flat, cards: bytes) -> bytes:
        order = self._open(cards)
        for position in range(len(order) - 1, 0, -1):
            other = below(s, position + 1)
            order[position], order[other] = order[other], order[position]
        return self.lists(order)


@once_per_program
def changes_of(program: Program) -> Changes:
    """The changes of a program's states."""
    return Changes(program)
