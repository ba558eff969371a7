"""What a learning player looks at, for any rules: options, the cards they are about, and the zones that it sees.

The table made here tells `native/learning.c` all of it in numbers: the classes of cards (those with the same name are
one), the printed attributes that cards can share, who sees which zone, and how zones are called from the side of each
player: my hand is my hand, whoever I am.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from dsl.model.scenario import BOX
from dsl.program.blocks import Parameter
from dsl.program.program import Program
from dsl.program.setup import Place, Table
from interpreter.analysis.equal_names import first_by_name
from interpreter.analysis.memo import once_per_program
from interpreter.choices.options import words_of
from interpreter.native.goals import shown_values

HEAD = 19

MOST_VALUES = 32
"""More values than an attribute has that cards may share."""

MOST_ATTRIBUTES = 8

MOST_CLASSES = 1000

CARD, PLACED, VALUE, SEVERAL = range(4)
NONE = -1


@once_per_program
def features_table(program: Program) -> array[int]:
    """The table for `native/learning.c`."""
    return array("i", _Packing(program).packed())


class _Packing:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._data = [0] * HEAD

    def packed(self) -> list[int]:
        program, data = self._program, self._data
        classes = classes_of(program)
        attributes = attributes_of(program)
        places = program.places
        shown = {"public": 2, "private": 1 + program.open_hands, "hidden": 0}
        data[0], data[1] = max(classes) + 1, self._add([*classes, max(classes) + 1])
        data[2], data[3] = len(attributes), self._add([at for table in attributes for at in indexed(table)])
        data[4] = self._add([shown[place.seen] for place in places])
        data[5], data[6] = self._add([place.looker for place in places]), self._add([place.owner for place in places])
        data[7] = self._add([role for player in range(program.players) for role in roles_of(program, player)])
        data[8] = self._add([int(place.shape == "line") for place in places])
        most = sum(map(len, program.begin))
        data[9] = self._add([max(1, most // 16) for _ in places])
        data[10] = self._add(self._kinds())
        data[11] = self._add(self._stocks())
        data[14] = self._add([number for number, _ in options_of(program)])
        data[15] = self._add(self._families())
        data[16] = self._add(items_of(program))
        facing = program.facing
        data[17], data[18] = int(leads(program)), program.players
        data[12], data[13] = (facing.fact, facing.zone) if facing else (NONE, NONE)
        return data

    def _add(self, numbers: Sequence[int]) -> int:
        at = len(self._data)
        self._data += numbers
        return at

    def _kinds(self) -> list[int]:
        """What each parameter of each option is."""
        options = [each for _, choice in sorted(words_of(self._program).choices.items()) for each in choice.options]
        width = max(1, max((len(option.parameters) for option in options), default=0))
        return [
            kind_of(option.parameters[at]) if at < len(option.parameters) else NONE
            for option in options
            for at in range(width)
        ]

    def _families(self) -> list[int]:
        """For each zone the first one of its family: what an option moves is counted for all of them together."""
        firsts: dict[tuple[str, int], int] = {}
        players = self._program.players
        return [
            firsts.setdefault((place.family, place.owner if place.owner < players else NONE), at)
            for at, place in enumerate(self._program.places)
        ]

    def _stocks(self) -> list[int]:
        """For each card the zone in which it begins: cards of one stock can't be told apart while they are hidden."""
        found = [0] * len(self._program.faces)
        for zone, cards in enumerate(self._program.begin):
            for card in cards:
                found[card] = zone
        return found


@once_per_program
def options_of(program: Program) -> tuple[tuple[int, str], ...]:
    """For each option of each choice, in order, its number and its name; at one prompt, the same words are one."""
    numbers: dict[str, int] = {}
    found = []
    for _, choice in sorted(words_of(program).choices.items()):
        for option in choice.options:
            name = f"{program.prompts[choice.prompt].family}: {option.form}"
            found.append((numbers.setdefault(name, len(numbers)), name))
    return tuple(found)


def kind_of(parameter: Parameter) -> int:
    """What a parameter is: a card, a card by its place, one of several values, or several cards."""
    if parameter.values:
        return VALUE
    return SEVERAL if parameter.most else PLACED if parameter.by_position else CARD


@once_per_program
def classes_of(program: Program) -> tuple[int, ...]:
    """For each card the number of its name."""
    numbers: dict[int, int] = {}
    firsts = list(first_by_name(program))[: len(program.faces)]
    return tuple(min(numbers.setdefault(first, len(numbers)), MOST_CLASSES) for first in firsts)


@once_per_program
def attributes_of(program: Program) -> tuple[Table, ...]:
    """The printed attributes that cards may share: those with names for few values, each way to divide cards once."""
    found: dict[tuple[int, ...], Table] = {}
    for table in program.tables:
        if table.members and 2 < len(set(table.values)) <= MOST_VALUES:
            found.setdefault(tuple(indexed(table)[:-1]), table)
    return tuple(found.values())[:MOST_ATTRIBUTES]


def indexed(table: Table) -> list[int]:
    """For each card, and no card, the number of its value among all values."""
    numbers = {value: at for at, value in enumerate(sorted(set(table.values)))}
    return [numbers[value] for value in table.values]


def roles_of(program: Program, player: int) -> list[int]:
    """For each zone, the zone of the first player that is for him what this one is for a player; -1: not looked at."""
    players, zones = program.players, {(place.family, place.owner): at for at, place in enumerate(program.places)}
    inner = program.inner_zones

    def role(at: int, place: Place) -> int:
        if place.family == BOX or at in inner:
            return NONE
        if 0 <= place.owner < players:
            return zones.get((place.family, (place.owner - player) % players), at)
        return at

    return [role(at, place) for at, place in enumerate(program.places)]


def leads(program: Program) -> bool:
    """Whether a player looks at what options lead to, which takes time: where values or backs on the table tell it."""
    return bool(shown_values(program)) or program.facing is not None


def items_of(program: Program) -> list[int]:
    """For each value on the table, the first one with its label."""
    labels = [each.label for each in shown_values(program)]
    return [labels.index(label) for label in labels]
