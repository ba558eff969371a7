"""The lines of a saved game, as shapes and as text.

The header describes the deal; each further line is one thing that happened at the table. Files are not trusted: a line
that isn't exactly one of these shapes raises a `RecordError`, in words for a player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import attrs
import cattrs
from cattrs import transform_error

from repl.saves import jsontext
from repl.saves.recipe import LARGEST_SEED, SEEDS

FORMAT = 1

T = TypeVar("T")


class RecordError(Exception):
    """A line isn't a valid record; the message says why."""


@attrs.frozen
class Header:
    """The deal. `rules` are the names and digests of the rules files, `fingerprint` identifies their program.

    `deal` are cards that were laid on top, and `scenario` the text of the scenario in whose position the game began
    instead. `assisted`: hidden cards were seen before an undo, and `hinted`: a hint was
    asked for, in a game written as a whole (a journal has a line for them).
    """

    format: int
    game: str
    modules: tuple[str, ...]
    players: int
    options: dict[str, str]
    seed: int
    fingerprint: str
    rules: dict[str, str] = attrs.field(factory=dict)
    deal: tuple[str, ...] = ()
    scenario: str = ""
    assisted: bool = False
    hinted: bool = False


@attrs.frozen
class Played:
    """An answer; `passed`: given for the player, at a window that was passed without asking.

    `by` is what answered in place of a person ("search"), or "".
    """

    prompt: str
    answer: str
    player: str
    passed: bool = False
    by: str = ""

    @property
    def own(self) -> bool:
        """Whether a person gave it."""
        return not (self.passed or self.by)


@attrs.frozen
class Undone:
    """The number of answers taken back at once."""

    undo: int


@attrs.frozen
class Redone:
    """The number of answers given again at once, after they were taken back."""

    redo: int


@attrs.frozen
class Assisted:
    """Hidden cards were seen before an undo, or a hint was asked for (`hinted`)."""

    assisted: bool
    hinted: bool = False


@attrs.frozen
class Result:
    """The end of a game: "won", "lost", "over" or "fault", the sentence that explains it, the scores, and who won."""

    result: str
    sentence: str
    scores: dict[str, int] = attrs.field(factory=dict)
    winners: tuple[str, ...] = ()


Line = Played | Undone | Redone | Assisted | Result

KINDS: dict[str, type[Line]] = {
    "prompt": Played,
    "undo": Undone,
    "redo": Redone,
    "assisted": Assisted,
    "result": Result,
}


def written(record: Header | Line) -> str:
    """A record as one line of text, with its end."""
    data = attrs.asdict(record)
    optional = {field.name for field in attrs.fields(type(record)) if field.default is not attrs.NOTHING}
    data = {name: value for name, value in data.items() if value or name not in optional}
    return jsontext.written(data) + "\n"


def parsed(line: bytes) -> dict[str, Any]:
    """A line as a JSON object, or `RecordError`."""
    try:
        data = jsontext.parsed(line)
    except jsontext.JsonError as error:
        raise RecordError(f"it can't be read: {error}") from error
    if not isinstance(data, dict):
        raise RecordError("it isn't a JSON object")
    return data


def header(data: dict[str, Any]) -> Header:
    """The header that an object holds, or `RecordError`, which names a newer format."""
    number = data.get("format")
    if type(number) is not int or number < 1:
        raise RecordError("its first line is not a valid header")
    if number > FORMAT:
        raise RecordError(
            f"it was written by a newer Reverie (format {number}; this one reads format {FORMAT}): continue it there,"
            " or install the newer one"
        )
    found = _structured(data, Header)
    if not 0 <= found.seed <= LARGEST_SEED:
        raise RecordError(f"its seed is invalid: {SEEDS}")
    return found


def line(data: dict[str, Any]) -> Line:
    """The line that an object holds, or `RecordError`."""
    kind = next((kind for key, kind in KINDS.items() if key in data), None)
    if kind is None:
        raise RecordError("it is neither an answer nor another record of a game")
    found: Line = _structured(data, kind)
    count = found.undo if isinstance(found, Undone) else found.redo if isinstance(found, Redone) else 1
    if count < 1:
        raise RecordError(f"{count} answers can't be taken back or given again")
    return found


def _structured(data: dict[str, Any], kind: type[T]) -> T:
    try:
        return _CONVERTER.structure(data, kind)
    except cattrs.BaseValidationError as error:
        found = transform_error(error, format_exception=_in_words)
        raise RecordError("; ".join(_placed(each) for each in found)) from error


def _placed(found: str) -> str:
    words, _, place = found.partition(" @ $")
    return f"`{place.lstrip('.')}` {words}" if place else words


def _in_words(error: BaseException, kind: type | None) -> str:
    match error:
        case KeyError():
            return "is missing"
        case cattrs.ForbiddenExtraKeysError():
            return "has unknown fields: " + ", ".join(f"`{name}`" for name in sorted(error.extra_fields))
        case _:
            return f"should be {_KIND_NAMES[kind]}" if kind in _KIND_NAMES else "has the wrong type"


_KIND_NAMES: dict[type | None, str] = {int: "a whole number", str: "a text", bool: "true or false"}


def _exactly(kind: type[T]) -> Callable[[Any, Any], T]:
    def structure(value: Any, _: Any) -> T:
        if type(value) is not kind:
            raise TypeError(kind)
        return value

    return structure


def _mapping(value: Any, _: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(type(each) is str for each in value.values()):
        raise TypeError(dict)
    return value


def _numbers(value: Any, _: Any) -> dict[str, int]:
    if not isinstance(value, dict) or not all(type(each) is int for each in value.values()):
        raise TypeError(dict)
    return value


def _names(value: Any, _: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(type(each) is str for each in value):
        raise TypeError(list)
    return tuple(value)


def _strict() -> cattrs.Converter:
    """A converter that takes no value for another kind's, as JSON readers like to."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook_func(lambda kind: kind == dict[str, str], _mapping)
    converter.register_structure_hook_func(lambda kind: kind == dict[str, int], _numbers)
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _names)
    return converter


_CONVERTER = _strict()
