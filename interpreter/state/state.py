"""A frozen state: for comparing games, for tables of positions, and for saving in a form that people can read.

In the saved form, cards, zones, numbers, facts and blocks go by name. If several things share a name, the second is
called `name #2`, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from dsl.program.blocks import CallAndWait, Choose
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.state.frames import Frame, frame_locals
from interpreter.state.layout import (
    FAULT,
    FRAME,
    FRAME_LIMIT,
    GENERATOR,
    PLAYING,
    STATUS,
    Layout,
    in_zone_order,
    layout_of,
)
from interpreter.state.wording import card_in_full, from_top, shown_value

FORMAT = 1


class StateError(ValueError):
    """A state that can't be used because it is damaged or belongs to other rules."""


@attrs.frozen(repr=False)
class State:
    """A state of a program; two states are equal if no continuation could distinguish them.

    `zones`, `numbers` and `facts` are what lies there, with all that is hidden; what one player may see of it is a
    `View`.
    """

    program: Program = attrs.field(eq=lambda program: program.fingerprint, hash=False, repr=False)
    flat: tuple[Any, ...]

    def __repr__(self) -> str:
        lying = ", ".join(f"{name} {len(cards)}" for name, cards in self.zones.items() if cards)
        return f"<State of {self.program.called}: {_status_word(self.program, self.flat[STATUS])}; {lying}>"

    @property
    def zones(self) -> dict[str, tuple[str, ...]]:
        """The cards of each zone in the words of scenarios: a pile from the top, a line from the left."""
        program, zones = self.program, layout_of(self.program).zones
        return {
            place.name: tuple(
                card_in_full(program, self.flat, card) for card in from_top(place, self.flat[zones + zone])
            )
            for zone, place in enumerate(program.places)
            if zone not in program.inner_zones
        }

    @property
    def numbers(self) -> dict[str, int | str]:
        """The value of each number that rules declare, or the word for it."""
        counters = zip(self.program.counters, self.flat[layout_of(self.program).numbers :], strict=False)
        return {counter.name: shown_value(counter, value) for counter, value in counters if not counter.hidden}

    @property
    def facts(self) -> dict[str, dict[str, int]]:
        """For each fact that rules declare, its value by card; of equal cards, the second is `NAME #2`."""
        program, names = self.program, names_of(self.program).cards
        inner = {each.fact for each in (program.riding, program.facing) if each}
        values = self.flat[layout_of(program).facts :]
        return {
            fact.name: {names[card]: values[at][card] for card in range(fact.first, fact.first + fact.count)}
            for at, fact in enumerate(program.facts)
            if at not in inner
        }

    def to_json(self) -> dict[str, Any]:
        """The state as plain data."""
        return _Writing(self.program).state(self.flat)

    @classmethod
    def from_json(cls, program: Program, data: Any) -> State:
        """Read the data that `to_json` returned; raises `StateError` for any other data."""
        return cls(program, tuple(_Reading(program).state(data)))


@attrs.frozen
class Names:
    """Names by index; each name occurs once."""

    cards: tuple[str, ...]
    zones: tuple[str, ...]
    numbers: tuple[str, ...]
    facts: tuple[str, ...]
    blocks: tuple[str, ...]


@once_per_program
def names_of(program: Program) -> Names:
    """The names that a program's saved states use."""
    return Names(
        _unique(face.name for face in program.faces),
        _unique(place.name for place in program.places),
        _unique(counter.name for counter in program.counters),
        _unique(fact.name for fact in program.facts),
        _unique(block.name for block in program.blocks),
    )


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    used: set[str] = set()
    counts: dict[str, int] = {}
    unique = []
    for name in names:
        one, count = name, counts.get(name, 1)
        while one in used:
            count += 1
            one = f"{name} #{count}"
        used.add(one)
        counts[name] = count
        unique.append(one)
    return tuple(unique)


class _Writing:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._layout: Layout = layout_of(program)
        self._names = names_of(program)

    def state(self, s: tuple[Any, ...]) -> dict[str, Any]:
        lay, names = self._layout, self._names
        loose = zip(names.zones, s[lay.unordered : lay.facts], strict=True)
        return {
            "format": FORMAT,
            "game": self._program.game,
            "fingerprint": self._program.fingerprint,
            "generator": s[GENERATOR],
            "status": _status_word(self._program, s[STATUS]),
            "frames": self._frames(s[FRAME]),
            "numbers": dict(zip(names.numbers, s[lay.numbers : lay.zones], strict=True)),
            "zones": {
                name: self._cards(cards) for name, cards in zip(names.zones, s[lay.zones : lay.unordered], strict=True)
            },
            "unordered": {name: count for name, count in loose if count},
            "facts": {
                name: {names.cards[card]: self._value(number, value) for card, value in enumerate(values) if value}
                for number, (name, values) in enumerate(zip(names.facts, s[lay.facts :], strict=True))
            },
        }

    def _value(self, fact: int, value: int) -> int | str:
        """The value of a fact; for one that holds a card, such as a card's carrier, the name of that card."""
        holding = (self._program.riding, self._program.facing)
        return self._names.cards[value - 1] if any(each and fact == each.fact for each in holding) else value

    def _frames(self, frame: Frame | None) -> list[dict[str, Any]]:
        """The frames from the top."""
        frames = []
        while frame is not None:
            block, below, *local = frame
            values = [value if isinstance(value, int) else self._cards(value) for value in local]
            frames.append({"at": self._names.blocks[block], "locals": values})
            frame = below
        return frames

    def _cards(self, cards: bytes) -> list[str]:
        return [self._names.cards[card] for card in cards]


class _Reading:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._layout = layout_of(program)
        names = names_of(program)
        self._names = names
        self._card = {name: card for card, name in enumerate(names.cards)}
        self._block = {name: block for block, name in enumerate(names.blocks)}

    def state(self, data: Any) -> list[Any]:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise StateError(f"this is no state in format {FORMAT}")
        if data.get("fingerprint") != self._program.fingerprint:
            raise StateError("this state belongs to other rules")
        zones = self._zones(_part(data, "zones"))
        status = self._status(data.get("status"))
        return [
            _number(data.get("generator"), "generator", 0, (1 << 64) - 1),
            self._frame(data.get("frames"), status),
            status,
            *self._numbers(_part(data, "numbers")),
            *zones,
            *self._unordered(_part(data, "unordered"), zones),
            *self._facts(_part(data, "facts"), zones),
        ]

    def _status(self, word: Any) -> int:
        codes = {_status_word(self._program, code): code for code in range(FAULT, len(self._program.endings) + 1)}
        if word not in codes:
            raise StateError(f"`{word}` is no status of this game")
        return codes[word]

    def _frame(self, frames: Any, status: int) -> Frame | None:
        if not isinstance(frames, list) or any(not isinstance(frame, dict) for frame in frames):
            raise StateError("`frames` should be a list")
        if (status == PLAYING and not frames) or (status > 0 and frames) or len(frames) > FRAME_LIMIT:
            raise StateError("`frames` doesn't fit the status")
        calls = {
            (block.last.procedure, block.last.block)
            for block in self._program.blocks
            if isinstance(block.last, CallAndWait)
        }
        whole: Frame | None = None
        for depth, frame in enumerate(reversed(frames)):
            block = self._block_of(frame.get("at"))
            if whole and (self._program.blocks[block].procedure, whole[0]) not in calls:
                raise StateError(f"`{frame['at']}` isn't called from `{self._program.blocks[whole[0]].name}`")
            whole = (block, whole, *self._locals(block, frame.get("locals")))
            if depth == 0 and self._program.blocks[block].procedure != self._program.main:
                raise StateError("the lowest frame isn't that of the game itself")
        if status == PLAYING and whole and not isinstance(self._program.blocks[whole[0]].last, Choose):
            raise StateError(f"no decision stands at `{frames[0]['at']}`")
        return whole

    def _block_of(self, name: Any) -> int:
        block = self._block.get(name) if isinstance(name, str) else None
        if block is None:
            raise StateError(f"`{name}` is no point at which this game can stand")
        return block

    def _locals(self, block: int, values: Any) -> list[int | bytes]:
        number = self._program.blocks[block].procedure
        procedure, kept = self._program.procedures[number], len(frame_locals(self._program)[number])
        if not isinstance(values, list) or len(values) != kept:
            raise StateError(f"`{procedure.name}` should have {kept} locals")
        where = f"locals of {procedure.name}"
        return [self._cards(value, where) if isinstance(value, list) else _number(value, where) for value in values]

    def _numbers(self, given: dict[str, Any]) -> list[int]:
        _same_names("numbers", given, self._names.numbers)
        counters = zip(self._names.numbers, self._program.counters, strict=True)
        return [_number(given[name], name, what.minimum, what.maximum) for name, what in counters]

    def _zones(self, given: dict[str, Any]) -> list[bytes]:
        _same_names("zones", given, self._names.zones)
        cards = (self._cards(given[name], name) for name in self._names.zones)
        return [in_zone_order(self._program, zone, lying) for zone, lying in enumerate(cards)]

    def _cards(self, names: Any, where: str) -> bytes:
        if not isinstance(names, list):
            raise StateError(f"`{where}` should be a list of cards")
        for name in names:
            if not isinstance(name, str) or name not in self._card:
                raise StateError(f"`{name}` in `{where}` is no card of this game")
        return self._program.lists([self._card[name] for name in names])

    def _unordered(self, given: dict[str, Any], zones: list[bytes]) -> list[int]:
        unknown = set(given) - set(self._names.zones)
        if unknown:
            raise StateError(f"there is no zone `{min(unknown)}` in this game")
        counts = []
        for name, place, cards in zip(self._names.zones, self._program.places, zones, strict=True):
            count = _number(given.get(name, 0), name, 0, len(cards) if place.shape == "pile" else 0)
            if sorted(cards[:count]) != [*cards[:count]]:
                raise StateError(f"the unordered cards of `{name}` should be sorted")
            counts.append(count)
        return counts

    def _facts(self, given: dict[str, Any], zones: list[bytes]) -> list[bytes]:
        _same_names("facts", given, self._names.facts)
        riding = self._program.riding
        if riding:
            name = self._names.facts[riding.fact]
            given = {**given, name: self._carriers(_part(given, name), zones[riding.zone], riding.carriers)}
        facing = self._program.facing
        if facing:
            name = self._names.facts[facing.fact]
            given = {**given, name: self._covered(_part(given, name), zones[facing.zone], facing.backs)}
        found = []
        for name, what in zip(self._names.facts, self._program.facts, strict=True):
            values = [0] * (len(self._program.faces) + 1)
            for card, value in _part(given, name).items():
                if not what.first <= self._card.get(card, -1) < what.first + what.count:
                    raise StateError(f"`{card}` can't be `{name}`")
                values[self._card[card]] = _number(value, name, 0, what.maximum)
            found.append(what.lists(values))
        return found

    def _carriers(self, given: dict[str, Any], lying: bytes, carriers: bytes) -> dict[str, int]:
        """For each attached card, by name, the id of its carrier, plus 1."""
        ids = {name: self._card.get(carrier, -1) if isinstance(carrier, str) else -1 for name, carrier in given.items()}
        for name, carrier in ids.items():
            if carrier < 0 or carrier not in carriers:
                raise StateError(f"`{name}` can't lie on `{given[name]}`")
        if sorted(self._card.get(name, -1) for name in ids) != list(lying):
            raise StateError("of some card that lies on another it isn't said on which")
        return {name: carrier + 1 for name, carrier in ids.items()}

    def _covered(self, given: dict[str, Any], lying: bytes, backs: range) -> dict[str, int]:
        """For each back in use, by name, the id of the card that it covers, plus 1."""
        ids = {name: self._card.get(card, -1) if isinstance(card, str) else -1 for name, card in given.items()}
        used = {self._card.get(name, -1) for name in ids}
        if sorted(ids.values()) != [card for card in lying if card not in backs] or not used <= {*backs}:
            raise StateError("of some card that lies face down it isn't said which it is")
        if not used.union(lying).issuperset(backs) or not used.isdisjoint(lying):
            raise StateError("some card lies face down that isn't there")
        return {name: card + 1 for name, card in ids.items()}


def _status_word(program: Program, status: int) -> str:
    if status <= 0:
        return "playing" if status == PLAYING else "fault"
    return f"{program.endings[status - 1].status} {status}"


def _part(data: dict[str, Any], name: str) -> dict[str, Any]:
    part = data.get(name)
    if not isinstance(part, dict) or any(not isinstance(key, str) for key in part):
        raise StateError(f"`{name}` is missing or damaged")
    return part


def _number(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise StateError(f"`{what}` should be a number, not `{value}`")
    if (low is not None and value < low) or (high is not None and value > high):
        raise StateError(f"`{what}` can't be {value}")
    return value


def _same_names(what: str, given: dict[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        if name not in given:
            raise StateError(f"`{what}` doesn't tell of `{name}`")
    for name in given:
        if name not in names:
            raise StateError(f"`{what}` tells of `{name}`, which this game doesn't have")
