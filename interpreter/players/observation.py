"""What a player observes, as a vector of whole numbers: all that his view shows, and nothing else.

The features are found from the program, so that there are as many in each state, and each has a name. They are seen
from the player's own side (see `sides`). Cards of the same name are one class; in lines and piles, the last few also
count by their place. Knows nothing of how players learn.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

import attrs

from dsl.program.blocks import Choose
from dsl.program.display import Beside, Item
from dsl.program.expressions import NO_CARD
from dsl.program.program import Program
from dsl.program.setup import Counter, FactOf, Place
from dsl.text.letters import ON
from interpreter.analysis.equal_names import first_by_name
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import letter
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.options import words_of
from interpreter.native.ranges import ranges_of
from interpreter.players.sides import sides_of, turned_words
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.visibility import looker, sees

LARGEST = 100_000
"""Values on the table that may be further from 0 are cut here."""

LAST = ("last", "last but one", "last but two")
"""The places of a line or pile that are told, from its end: from the top of a pile."""

ANY = -1
"""Stands for any value of a fact."""

Found = Iterator[tuple[int, int]]
"""Features that aren't 0, by number, with their values; those of one number add up."""


@attrs.frozen
class Feature:
    """A feature: its name, its least and its greatest value."""

    name: str
    least: int
    most: int


@attrs.frozen
class _Zone:
    """The numbers of the first features of a zone: its size, its cards by class and by place, cards on its cards.

    `zone` is the zone from the first player's side, `looked` those of which cards are being looked at. `marks` has the
    features of facts, by fact, class and value.
    """

    zone: int
    looked: tuple[int, ...]
    size: int
    classes: int = -1
    places: tuple[int, ...] = ()
    riders: int = -1
    marks: dict[tuple[int, int, int], int] = attrs.field(factory=dict)


class Observer:
    """Observes the states of one program; `features` are all features, in order.

    The other attributes say where the features of each kind begin (-1: there are none); see `vectors`.
    """

    def __init__(self, program: Program) -> None:
        self.features: list[Feature] = []
        self._names: Tally[str] = Tally()
        self._values = Evaluator(program)
        self._layout = layout_of(program)
        self._ranges = ranges_of(program)
        self._seats(program)
        self.classes = _Classes(program)
        self.facts = [at for at, fact in enumerate(program.facts) if self.classes.having(fact)]
        inner = program.inner_zones
        self.zones = [self._zone(program, at) for at in range(len(program.places)) if at not in inner]
        self.counters = [
            (at, self._words_or_value(each)) for at, each in enumerate(program.counters) if not each.hidden
        ]
        self.shown = [(each, self._value_on_table(name, each)) for name, each in _table_values(program)]
        self.apart = [
            (item, self._add(f"{item.label}: {item.apart_label or 'apart'}", most=self.classes.total))
            for item in program.items
            if item.apart is not None
        ]
        self._questions(program)

    def observed(self, program: Program, s: Flat, player: int, asked: bool) -> dict[int, int]:
        """The features of a state that aren't 0 for a player, by number; `asked`: he is to decide."""
        found: dict[int, int] = {}
        parts = [self._of_seats, self._of_zones, self._of_counters, self._of_table]
        for part in [*parts, self._of_question] if asked else parts:
            for at, value in part(program, s, player):
                found[at] = found.get(at, 0) + value
        return found

    def _add(self, *names: str, least: int = 0, most: int = 1) -> int:
        """Add features; returns the number of the first. A name that is there already is counted.

        There is room between the bounds, as learning programs want it.
        """
        first = len(self.features)
        for name in names:
            self._names[name] += 1
            times = self._names[name]
            self.features.append(Feature(f"{name} ({times})" if times > 1 else name, least, max(most, least + 1)))
        return first

    # Who sits here, and whose turn it is.

    def _seats(self, program: Program) -> None:
        persons = [letter(player) for player in range(program.players)]
        self.seat = self._add(*(f"seat: {each}" for each in persons)) if program.players > 1 else -1
        seats = [*persons, *program.dummies]
        self.turn = self._add(*(f"turn: {each}" for each in seats)) if len(seats) > 1 else -1

    def _of_seats(self, program: Program, s: Flat, player: int) -> Found:
        if self.seat >= 0:
            yield self.seat + player, 1
        if self.turn >= 0:
            acting = s[self._layout.numbers + program.player]
            yield self.turn + ((acting - player) % program.players if acting < program.players else acting), 1

    # The zones.

    def _zone(self, program: Program, at: int) -> _Zone:
        place, names = program.places[at], self.classes.names
        looked = tuple(number for number, each in enumerate(program.places) if each.looked_from == at)
        size = self._add(f"{place.name}: cards", most=self.classes.total)
        if not _may_see(program, place):
            return _Zone(at, looked, size)
        first = len(self.features)
        for name, total in zip(names, self.classes.totals, strict=True):
            self._add(f"{place.name}: {name}", most=total)
        places = () if place.shape == "heap" else LAST
        ordered = tuple(self._add(*(f"{place.name}, {each}: {name}" for name in names)) for each in places)
        riders = len(self.features)
        for rider in self.classes.riding:
            self._add(f"{place.name}: …{ON}{names[rider]}", most=self.classes.totals[rider])
        return _Zone(at, looked, size, first, ordered, riders, dict(self._marks(program, place)))

    def _marks(self, program: Program, place: Place) -> Iterator[tuple[tuple[int, int, int], int]]:
        """The features of the facts that cards in a zone show: the sum of values, or the cards with each word."""
        for at in self.facts:
            fact = program.facts[at]
            for card_class in self.classes.having(fact):
                name, total = self.classes.names[card_class], self.classes.totals[card_class]
                for value, word in enumerate(fact.words):
                    if value and word:
                        yield (at, card_class, value), self._add(f"{place.name}: {name} {word}", most=total)
                if fact.mark:
                    sum_ = self._add(f"{place.name}: {name} ({fact.mark})", most=total * fact.maximum)
                    yield (at, card_class, ANY), sum_

    def _of_zones(self, program: Program, s: Flat, player: int) -> Found:
        real = sides_of(program)[player].zones
        riders = self.classes.on_cards(program, s)
        for each in self.zones:
            zone = real[each.zone]
            cards = s[self._layout.zones + zone]
            looked_at = sum(
                len(s[self._layout.zones + other]) for other in each.looked if looker(program, s, program.places[other])
            )
            yield each.size, len(cards) + looked_at
            if cards and each.classes >= 0 and sees(program, s, player, zone):
                yield from self._of_cards(s, each, cards, s[self._layout.unordered + zone])
                for card in riders.keys() & set(cards):
                    yield from ((each.riders + rider, 1) for rider in riders[card])

    def _of_cards(self, s: Flat, zone: _Zone, cards: Sequence[int], loose: int) -> Found:
        """The cards of a zone that the player sees; the order of the first `loose` ones isn't known yet."""
        classes = self.classes.of
        for card in cards:
            yield zone.classes + classes[card], 1
        for first, card in zip(zone.places, reversed(cards[loose:]), strict=False):
            yield first + classes[card], 1
        for number in self.facts if zone.marks else ():
            slot = s[self._layout.facts + number]
            for card in cards:
                if value := slot[card]:
                    yield from self._of_fact(zone, number, classes[card], value)

    def _of_fact(self, zone: _Zone, fact: int, card_class: int, value: int) -> Found:
        """A value of a fact that isn't 0, on a card that has it."""
        if (word := zone.marks.get((fact, card_class, value))) is not None:
            yield word, 1
        if (mark := zone.marks.get((fact, card_class, ANY))) is not None:
            yield mark, value

    # The numbers, and the values on the table.

    def _words_or_value(self, counter: Counter) -> int:
        if counter.words:
            return self._add(*(f"{counter.name}: {word}" for word in counter.words))
        return self._add(counter.name, least=counter.minimum, most=counter.maximum)

    def _of_counters(self, program: Program, s: Flat, player: int) -> Found:
        real = sides_of(program)[player].numbers
        for at, first in self.counters:
            counter, value = program.counters[real[at]], s[self._layout.numbers + real[at]]
            if not counter.words:
                yield first, value
            elif value in counter.values:
                yield first + turned_words(counter.words, program.players, player)[counter.values.index(value)], 1

    def _value_on_table(self, name: str, each: Item | Beside) -> int:
        if each.members:
            return self._add(*(f"{name}: {member}" for member in each.members))
        least, most = (each.value and self._ranges.of(each.value, {})) or (-LARGEST, LARGEST)
        return self._add(name, least=max(min(least, 0), -LARGEST), most=min(max(most, 1), LARGEST))

    def _of_table(self, program: Program, s: Flat, player: int) -> Found:
        for each, first in self.shown:
            if each.value is None or not self._values.number(each.condition, s, [0] * each.locals):
                continue
            value = self._values.number(each.value, s, [0] * each.locals)
            if each.members:
                turned = turned_words(each.members, program.players, player)
                yield from ((first + at, 1) for bit, at in enumerate(turned) if value >> bit & 1)
            else:
                yield first, min(max(value, self.features[first].least), self.features[first].most)
        for item, at in self.apart:
            if item.apart is not None and self._values.number(item.condition, s, [0] * item.locals):
                yield at, min(max(self._values.number(item.apart, s, [0] * item.locals), 0), self.classes.total)

    # What the player is asked.

    def _questions(self, program: Program) -> None:
        choices = words_of(program).choices.values()
        about = [each for choice in choices for each in choice.about]
        self.prompts = self._add(*(f"asked: {prompt.name}" for prompt in program.prompts))
        cards = self.classes.names if any(each.zone is not None for each in about) else []
        words = dict.fromkeys(word for each in about for _, word in each.words)
        self.about_cards = self._add(*(f"asked about: {name}" for name in cards), most=len(LAST))
        self.about_words = {word: self._add(f"asked about: {word}", most=len(LAST)) for word in words}
        rounds = any(choice.rounds for choice in choices)
        self.rounds = self._add("round", "rounds", most=LARGEST) if rounds else -1

    def _of_question(self, program: Program, s: Flat, player: int) -> Found:
        choice = words_of(program).choices[s[FRAME][0]]
        yield self.prompts + choice.prompt, 1
        if choice.about or choice.rounds:
            yield from self._of_subject(program, s, player, choice)

    def _of_subject(self, program: Program, s: Flat, player: int, choice: Choose) -> Found:
        local = locals_in(program, s[FRAME])
        for number, expr in enumerate(choice.rounds or ()):
            yield self.rounds + number, min(max(self._values.number(expr, s, local), 0), LARGEST)
        for each in choice.about[: len(LAST)]:
            value = self._values.number(each.value, s, local)
            if each.zone is None:
                if (word := dict(each.words).get(value)) is not None:
                    yield self.about_words[word], 1
            elif value != NO_CARD and sees(program, s, player, self._values.number(each.zone, s, local)):
                yield self.about_cards + self.classes.of[value], 1


class _Classes:
    """The classes of a program's cards: those with the same name are one.

    `of` has the class of each card, `names` and `totals` are by class, and `total` is the number of all cards. `riding`
    are the classes of cards that may lie on others.
    """

    def __init__(self, program: Program) -> None:
        first = first_by_name(program)
        numbers: dict[int, int] = {}
        self.of = [numbers.setdefault(first[card], len(numbers)) for card in range(len(program.faces))]
        self.names = [program.faces[card].name for card in numbers]
        self.totals = [0] * len(numbers)
        for face, each in zip(program.faces, self.of, strict=True):
            self.totals[each] += face.total
        self.total = sum(map(len, program.begin))
        self.riding: list[int] = []
        if program.riding:
            self.riding = self._within(program.facts[program.riding.fact])

    def having(self, fact: FactOf) -> list[int]:
        """The classes of the cards that have a fact which people are shown; none if they aren't."""
        return self._within(fact) if fact.mark or any(fact.words) else []

    def _within(self, fact: FactOf) -> list[int]:
        return sorted(set(self.of[fact.first : fact.first + fact.count]))

    def on_cards(self, program: Program, s: Flat) -> dict[int, list[int]]:
        """For each card that lies in a zone of its own, the places in `riding` of the cards on it."""
        found: dict[int, list[int]] = {}
        if riding := program.riding:
            riders = s[layout_of(program).zones + riding.zone]
            under = s[layout_of(program).facts + riding.fact]
            for rider in riders:
                card = under[rider] - 1
                while card in riders:
                    card = under[card] - 1
                found.setdefault(card, []).append(self.riding.index(self.of[rider]))
        return found


def _may_see(program: Program, place: Place) -> bool:
    """Whether the first player may ever see the cards of a zone."""
    mine = program.open_hands or place.owner == 0
    return place.seen == "public" or place.looker >= 0 or (place.seen == "private" and mine)


def _table_values(program: Program) -> Iterator[tuple[str, Item | Beside]]:
    """The entries of the table that are values, with their names."""
    for item in program.items:
        if item.value is not None:
            yield item.label, item
        for each in item.beside:
            if each.value is not None:
                yield f"{item.label}: {each.label.removesuffix(':')}", each


@once_per_program
def observer_of(program: Program) -> Observer:
    """What observes a program's states."""
    return Observer(program)
