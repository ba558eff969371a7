"""The features of a learning player in the rules' own words, and back: what a policy file holds.

A feature in words is a tuple: what kind it is, the option, and what else it is about. After a change of the rules, the
features whose words are still there keep their weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.native.goals import shown_values
from interpreter.players.features import attributes_of, classes_of, options_of, roles_of

Words = tuple[str | int, ...]
"""A feature in words."""

NOTHING = 255
"""The place of a feature that is about no zone."""

NO_CARD = "none"

# The fields of a key, and what each of them is, by the kind of the feature: "zone", "item", "card" (the class of a
# card, with the number of the parameter), "bare" (without it), "part" (the number alone), "attribute", "effect" or
# a number.
KINDS: Mapping[str, Mapping[str, str]] = {
    "option": {},
    "size": {"place": "zone", "x": "number"},
    "value": {"place": "item", "x": "number"},
    "card": {"class": "card", "place": "zone", "x": "number", "y": "number"},
    "pair": {"class": "card", "x": "card"},
    "last": {"class": "card", "place": "zone", "x": "bare"},
    "last two": {"class": "card", "place": "zone", "x": "bare", "y": "bare"},
    "count": {"class": "part", "place": "zone", "x": "attribute", "y": "number"},
    "alike": {"class": "part", "place": "zone", "x": "number", "y": "number"},
    "apart": {"class": "card", "place": "zone", "x": "number", "y": "number"},
    "value and card": {"class": "card", "place": "item", "x": "number"},
    "moved": {"place": "zone", "x": "number", "y": "number"},
    "becomes": {"place": "item", "x": "number"},
    "rises": {"place": "item", "x": "number", "y": "number"},
    "effect": {"place": "effect", "x": "number"},
    "left": {"place": "zone", "x": "number", "y": "number"},
    "next": {"class": "next", "x": "number"},
    "first": {"class": "card", "place": "zone", "x": "bare"},
    "like first": {"class": "part", "place": "zone", "x": "number"},
}
EFFECTS = ("ends", "nearer", "turned down", "met before", "choices")
"""What an option may lead to, beside changes of zones and of values on the table."""

SHIFTS = {"class": (32, 4095), "place": (24, 255), "x": (12, 4095), "y": (0, 4095)}


@attrs.frozen
class Coding:
    """Turns keys into words and back, for one program; each sort of field has a function for either way."""

    options: Sequence[str]
    names: Mapping[str, Callable[[int], str | int | None]]
    numbers: Mapping[str, Callable[[Any], int | None]]

    def words(self, key: int) -> Words | None:
        """The words of a feature; None if it has none."""
        kind, fields = list(KINDS.items())[(key >> 59) - 1]
        option = key >> 44 & 32767
        if option >= len(self.options):
            return None
        found: list[str | int] = [kind, self.options[option]]
        for field, sort in fields.items():
            shift, mask = SHIFTS[field]
            word = self.names[sort](key >> shift & mask)
            if word is None:
                return None
            found.append(word)
        return tuple(found)

    def key(self, words: Sequence[Any]) -> int | None:
        """The key of a feature; None if this program has no such feature."""
        kinds = list(KINDS)
        if len(words) < 2 or words[0] not in KINDS or words[1] not in self.options:
            return None
        fields = KINDS[words[0]]
        if len(words) != 2 + len(fields):
            return None
        key = kinds.index(words[0]) + 1 << 59 | self.options.index(words[1]) << 44
        if "place" not in fields and words[0] == "pair":
            key |= NOTHING << 24
        for (field, sort), word in zip(fields.items(), words[2:], strict=True):
            number, (shift, mask) = self.numbers[sort](word), SHIFTS[field]
            if number is None or not 0 <= number <= mask:
                return None
            key |= number << shift
        return key


@once_per_program
def coding_of(program: Program) -> Coding:
    """How the features of a program are called."""
    options = list(dict.fromkeys(name for _, name in options_of(program)))
    roles = roles_of(program, 0)
    zones = {at: program.places[at].name for at in roles if at >= 0} | {NOTHING: ""}
    items = {at: _item(at, each.label) for at, each in enumerate(shown_values(program))}
    attributes = {at: table.name for at, table in enumerate(attributes_of(program))}
    bare = _classes(program)
    cards = {at * 4 + part: f"{name} #{part + 1}" for at, name in bare.items() for part in range(4)}
    sorts: dict[str, Mapping[int, str]] = {
        "zone": zones, "item": items, "attribute": attributes, "bare": bare, "card": cards,
        "effect": dict(enumerate(EFFECTS)), "next": dict(enumerate(options)),
    }  # fmt: skip
    names: dict[str, Callable[[int], str | int | None]] = {sort: known.get for sort, known in sorts.items()}
    numbers: dict[str, Callable[[Any], int | None]] = {
        sort: {name: at for at, name in reversed(list(known.items()))}.get for sort, known in sorts.items()
    }
    for sort in ("number", "part"):
        names[sort], numbers[sort] = int, _whole
    return Coding(options, names, numbers)


def _whole(word: Any) -> int | None:
    return word if isinstance(word, int) and not isinstance(word, bool) else None


def _item(at: int, label: str) -> str:
    return f"{label} ({at + 1})"


def _classes(program: Program) -> dict[int, str]:
    """The names of the classes of cards; behind them no card, and the values of parameters by their place."""
    classes = classes_of(program)
    found = {number: program.faces[card].name for card, number in reversed(list(enumerate(classes)))}
    none = max(classes) + 1
    found[none] = NO_CARD
    return found | {at: f"value {at - none}" for at in range(none + 1, 1024)}
