"""What a seat observes and how its answers are numbered, as one array of numbers for `native/stepping.c`.

It says in numbers what `observation` and `answers` know of a program, so that C fills the same vectors. The first
numbers say where each part begins; a part at 0 isn't there.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from dsl.program.blocks import Choose
from dsl.program.display import Beside, Item
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.options import words_of
from interpreter.players.answers import numbering_of, turned_source, turned_value
from interpreter.players.observation import ANY, LARGEST, LAST, observer_of
from interpreter.players.sides import sides_of, turned_words

HEAD = 24

VALUES, PLACES, CARDS = range(3)


class _Packing:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._observer, self._numbering = observer_of(program), numbering_of(program)
        self._players = range(program.players)
        self._data = [0] * HEAD

    def packed(self) -> list[int]:
        program, data, observer, numbering = self._program, self._data, self._observer, self._numbering
        data[0:3] = [len(observer.features), numbering.size, numbering.others]
        data[3:7] = [observer.seat, observer.turn, program.players, program.player]
        data[7], data[8] = self._add(observer.classes.of), self._sight()
        riding = program.riding
        data[9:11] = [riding.zone, riding.fact] if riding else [-1, -1]
        places = {each: at for at, each in enumerate(observer.classes.riding)}
        data[11] = self._add(places.get(each, 0) for each in range(len(observer.classes.names)))
        data[12], data[13], data[14] = self._zones(), self._counters(), self._values()
        data[15] = self._listed([number for _, at in observer.apart for number in (at, observer.classes.total)], 2)
        data[16], data[17] = self._listed(observer.facts), len(observer.classes.names)
        data[18], data[20], data[21] = observer.prompts, max(observer.rounds, 0), observer.about_cards
        choices = words_of(program).choices
        blocks = range(len(program.blocks))
        data[19] = self._add([choices[block].prompt if block in choices else 0 for block in blocks])
        data[22] = self._add([self._subject(choices[block]) if block in choices else 0 for block in blocks])
        data[23] = self._answers()
        return data

    def _add(self, numbers: Iterable[int]) -> int:
        at = len(self._data)
        self._data += numbers
        return at

    def _listed(self, numbers: Sequence[int], each: int = 1) -> int:
        """A list of entries of so many numbers each, after how many entries there are."""
        return self._add([len(numbers) // each, *numbers])

    def _sight(self) -> int:
        """For each zone: who sees it (2: all, 1: its owner, 0: nobody), the number of its looker, and its owner."""
        shown = {"public": 2, "private": 1 + self._program.open_hands, "hidden": 0}
        return self._add(n for each in self._program.places for n in (shown[each.seen], each.looker, each.owner))

    def _zones(self) -> int:
        entries: list[int] = []
        for zone in self._observer.zones:
            lookers = [(at, self._program.places[at].looker) for at in zone.looked]
            looked = self._listed([number for each in lookers for number in each], 2)
            real = self._add(sides_of(self._program)[player].zones[zone.zone] for player in self._players)
            ordered = [*zone.places, *[-1] * (len(LAST) - len(zone.places))]
            entries += [zone.size, zone.classes, *ordered, zone.riders, looked, self._marks(zone.marks), real]
        return self._listed(entries, 9)

    def _marks(self, marks: dict[tuple[int, int, int], int]) -> int:
        """For each fact that people are shown and each class of cards, where its values and their features begin."""
        if not marks:
            return 0
        found: dict[tuple[int, int], list[int]] = {}
        for (fact, kind, value), feature in marks.items():
            found.setdefault((fact, kind), []).extend((value if value != ANY else -1, feature))
        kinds = range(len(self._observer.classes.names))
        keys = [(fact, kind) for fact in self._observer.facts for kind in kinds]
        return self._add([self._listed(found[key], 2) if key in found else 0 for key in keys])

    def _counters(self) -> int:
        program, entries = self._program, list[int]()
        for at, first in self._observer.counters:
            parts: list[int] = []
            for player in self._players:
                real = sides_of(program)[player].numbers[at]
                counter = program.counters[real]
                turned = self._add(turned_words(counter.words, program.players, player))
                parts += [real, len(counter.words), self._add(counter.values if counter.words else ()), turned]
            entries += [first, self._add(parts)]
        return self._listed(entries, 2)

    def _values(self) -> int:
        entries: list[int] = []
        for each, first in self._observer.shown:
            feature = self._observer.features[first]
            entries += [first, feature.least, feature.most, len(each.members), self._members(each)]
        return self._listed(entries, 5)

    def _members(self, each: Item | Beside) -> int:
        players = self._program.players
        return self._add(at for player in self._players for at in turned_words(each.members, players, player))

    def _subject(self, choice: Choose) -> int:
        """What a question is about: the greatest number of a round (0: it isn't told), and the features of words."""
        if not (choice.about or choice.rounds):
            return 0
        about, words = choice.about[: len(LAST)], self._observer.about_words
        parts = [
            self._listed([n for value, word in dict(each.words).items() for n in (value, words[word])], 2)
            if each.zone is None
            else 0
            for each in about
        ]
        return self._add([LARGEST if choice.rounds else 0, len(about), *parts])

    def _answers(self) -> int:
        choices = words_of(self._program).choices
        places = [(block, at) for block, choice in sorted(choices.items()) for at in range(len(choice.options))]
        return self._add([self._answer(*place) for place in places])

    def _answer(self, block: int, at: int) -> int:
        """The first number of an option's answers, and how each parameter counts for them."""
        program, kind = self._program, self._numbering.places[block, at]
        if kind is None:
            return 0
        entry, parameters = list[int](), words_of(program).choices[block].options[at].parameters
        for parameter, size, drawn in zip(parameters, kind.sizes, self._numbering.drawn[block, at], strict=True):
            what = VALUES if parameter.values else PLACES if parameter.by_position else CARDS
            count = len(parameter.values or parameter.sources)
            each = [(player, place) for player in self._players for place in range(count)]
            if what == VALUES:
                turned = [turned_value(program, parameter, place, player) for player, place in each]
            else:
                turned = [drawn[turned_source(program, parameter, place, player)] for player, place in each]
            entry += [what, size, count, self._add(turned), 1 + max(drawn, default=0)]
        return self._add([kind.first, len(parameters), *entry])


@once_per_program
def vectors_table(program: Program) -> array[int]:
    """The table for `native/stepping.c`."""
    return array("i", _Packing(program).packed())
