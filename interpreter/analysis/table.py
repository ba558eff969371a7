"""What the rows of the table show: the zones or the number behind each, and the values that it can have.

For people who look at a table for the first time; no row has a value here.
"""

from __future__ import annotations

import attrs

from dsl.program.display import Beside, Item
from dsl.program.expressions import Int, Number
from dsl.program.program import Program


@attrs.frozen
class Shown:
    """A row of the table: its label, and the names of its `zones` or its `number` ("": the rules compute it).

    `style` is that of the item: "cards", "counted", "size" or "top". A value has `words`, or lies between `minimum` and
    `maximum` if it is a number of the game. Cards may be set apart under `apart_label`.
    """

    label: str
    zones: tuple[str, ...] = ()
    style: str = "cards"
    shape: str = ""
    number: str = ""
    words: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    apart_label: str = ""
    beside: tuple[Shown, ...] = ()


def table_of(program: Program) -> tuple[Shown, ...]:
    """The rows of a game's table, shown at the moment or not."""
    return tuple(_shown(program, item) for item in program.items)


def _shown(program: Program, item: Item | Beside) -> Shown:
    if isinstance(item, Beside):
        return _base(program, item)
    beside = tuple(_shown(program, each) for each in item.beside)
    return attrs.evolve(_base(program, item), style=item.style, apart_label=item.apart_label, beside=beside)


def _base(program: Program, item: Item | Beside) -> Shown:
    if item.value is None:
        places = [program.places[zone] for zone in item.zones]
        shape = places[0].shape if len(places) == 1 else ""
        return Shown(item.label, tuple(place.name for place in places), shape=shape)
    found = Shown(item.label, words=item.members)
    if isinstance(item.value, Number) and isinstance(item.value.index, Int):
        counter = program.counters[item.value.index.value]
        return attrs.evolve(found, number=counter.name, minimum=counter.minimum, maximum=counter.maximum)
    return found
