"""The file of a long verification: a line for what was asked, and one for each part that was tested.

A part is added when it is whole; a line that was cut off is left out, and its part tested again.
"""

from __future__ import annotations

from collections.abc import Mapping
from os import SEEK_END
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import attrs

from dsl.text.files import Missing, Unreadable, read_whole
from repl.saves import jsontext

if TYPE_CHECKING:
    from reverie.testing.units import Asked, Part

LARGEST = 256 * 1024 * 1024


class VerdictError(ValueError):
    """A file that holds no results of this verification; the message says why."""


def read(path: Path, asked: Asked) -> dict[str, Part]:
    """The parts in a file, by their keys; none if there is no such file. Raises `VerdictError` for any other file."""
    from reverie.testing.units import Part

    try:
        first, *lines = read_whole(path, LARGEST).split(b"\n")
    except Missing:
        return {}
    except Unreadable as error:
        raise VerdictError(str(error)) from error
    if _parsed(first) != _header(asked):
        raise VerdictError("it holds no results of this verification; name another file, or remove it")
    found: dict[str, Part] = {}
    for line in lines:
        match _parsed(line):
            case {"part": str(key), "cases": dict(cases), "broken": dict(broken)}:
                found[key] = Part(key, cases, broken)
            case _:
                pass
    return found


def add(path: Path, part: Part, asked: Asked) -> None:
    """Add a part to a file, which is begun if it isn't there; raises `OSError`."""
    with path.open("a+b") as file:
        if not file.tell():
            file.write(_line(_header(asked)))
        elif _is_cut(file):
            file.write(b"\n")
        file.write(_line({"part": part.key, "cases": dict(part.cases), "broken": dict(part.broken)}))


def _is_cut(file: BinaryIO) -> bool:
    """Whether the last line of a file has no end."""
    file.seek(-1, SEEK_END)
    return file.read(1) != b"\n"


def _header(asked: Asked) -> Mapping[str, Any]:
    data: Mapping[str, Any] = jsontext.parsed(jsontext.written({"verify": attrs.asdict(asked)}).encode())
    return data


def _line(data: Mapping[str, Any]) -> bytes:
    return f"{jsontext.written(data)}\n".encode()


def _parsed(line: bytes) -> Any:
    try:
        return jsontext.parsed(line)
    except jsontext.JsonError:
        return None
