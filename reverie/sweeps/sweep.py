"""What a lasting sweep plays, as a shape and as the file in its folder.

Nothing here plays or writes: `reverie simulate --out` does.
"""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import attrs
import cattrs

FORMAT = 1
"""The version of the file and of the rows."""

FOR_SKILL = ("learnt", "playouts")
"""What only players with skill have."""


def _version() -> str:
    try:
        return version("reverie")
    except PackageNotFoundError:  # the packages are used where they lie
        return ""


@attrs.frozen
class Sweep:
    """What a sweep plays: one set of `modules`, or every set (None), with and without the modules in the files `extra`.

    `rules` are the digests of the rules files, `options` those that were given, and `title` is that of the game. A
    player with skill goes by the policy with the digest `learnt`, "" if by none, and tries `playouts` games.
    """

    ruleset: str
    title: str
    modules: tuple[str, ...] | None
    extra: tuple[str, ...]
    players: int | None
    options: tuple[tuple[str, str], ...]
    games: int
    seed: int
    policy: str
    rules: tuple[tuple[str, str], ...]
    version: str = attrs.field(factory=_version)
    format: int = FORMAT
    learnt: str = ""
    playouts: int = 0

    @property
    def identity(self) -> str:
        """A digest that no other sweep has."""
        return digest(self.to_text())

    def to_text(self) -> str:
        """The file that describes the sweep."""
        data = {name: value for name, value in attrs.asdict(self).items() if value or name not in FOR_SKILL}
        return json.dumps(data) + "\n"


class NoSweep(ValueError):
    """A text doesn't describe a sweep; the message is the end of a sentence."""


def read(text: bytes) -> Sweep:
    """The sweep that a file describes; raises `NoSweep`."""
    try:
        data = json.loads(text)
        if isinstance(data, dict) and data.get("format") != FORMAT:
            raise NoSweep("it was written by another version of Reverie")
        return _converter().structure(data, Sweep)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NoSweep("it isn't valid JSON") from error
    except (cattrs.BaseValidationError, AttributeError, TypeError, ValueError, KeyError) as error:
        raise error if isinstance(error, NoSweep) else NoSweep("it describes no sweep") from error


def _converter() -> cattrs.Converter:
    found = cattrs.Converter(detailed_validation=False, forbid_extra_keys=True)
    for kind in (str, int):
        found.register_structure_hook(kind, _exactly)
    return found


def _exactly(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def digest(text: str) -> str:
    """What no other text has, in 16 letters."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
