"""Rows of games in Parquet, as they are read: a file holds some consecutive games.

A file says to which sweep it belongs and which games it holds, so the files by themselves say what was played. One that
is damaged counts for nothing. PyArrow is large and slow to import: it is an extra, and imported when it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs

MISSING = "this needs PyArrow: pip install pyarrow"

GAMES, PATTERN = "games", "games-*.parquet"
"""The folder of the rows, in that of the sweep, and the names of its files."""

KEY = b"reverie"
"""Under which a file says what it holds."""


class Damaged(Exception):
    """A file can't be used; the message says why, as the end of a sentence."""


@attrs.frozen
class Part:
    """A file with some games: from number `first` to before `end`.

    `left_out` are links of which games couldn't be played, with their number and the reason.
    """

    path: Path
    first: int
    end: int
    left_out: tuple[dict[str, Any], ...]

    def table(self, *columns: str) -> Any:
        """The rows, with all columns or some, as a table of Arrow, which isn't held in memory here."""
        return _table(self.path, columns).replace_schema_metadata()


def available() -> bool:
    """Whether rows can be written and read."""
    return find_spec("pyarrow") is not None


def read(path: Path, sweep: str) -> Part:
    """The games in a file; raises `Damaged` if it isn't whole, or belongs to another sweep."""
    arrow = import_module("pyarrow")
    try:
        table = _table(path, ())
        held = json.loads((table.schema.metadata or {})[KEY])
        found = Part(path, held["first"], held["end"], tuple(held["left_out"]))
        whole = table.num_rows + sum(each["games"] for each in found.left_out) == found.end - found.first
    except (arrow.ArrowException, OSError, ValueError, KeyError, TypeError) as error:
        raise Damaged("it is damaged") from error
    if held["sweep"] != sweep:
        raise Damaged("it belongs to another sweep")
    if not whole or not table.schema.equals(schema_of()):
        raise Damaged("it is damaged")
    return found


def read_all(folder: Path, sweep: str) -> tuple[list[Part], dict[Path, str]]:
    """The parts in a folder, in the order of their games, and why files can't be used."""
    found: list[Part] = []
    damaged: dict[Path, str] = {}
    for path in sorted((folder / GAMES).glob(PATTERN)):
        try:
            part = read(path, sweep)
        except Damaged as error:
            damaged[path] = str(error)
        else:
            if found and part.first < found[-1].end:
                damaged[path] = f"it holds games that are in {found[-1].path.name}, too"
            else:
                found.append(part)
    return found, damaged


def _table(path: Path, columns: Sequence[str]) -> Any:
    with import_module("pyarrow.parquet").ParquetFile(path, page_checksum_verification=True) as file:
        return file.read(list(columns) or None)


def together(parts: Iterable[Part], *columns: str) -> Any:
    """The rows of several parts as one table, with all columns or some."""
    arrow = import_module("pyarrow")
    tables = [part.table(*columns) for part in parts]
    return arrow.concat_tables(tables).unify_dictionaries() if tables else schema_of().empty_table()


def schema_of() -> Any:
    """The columns of a row, with their types."""
    arrow = import_module("pyarrow")
    words, number = arrow.dictionary(arrow.int32(), arrow.string()), arrow.int64()
    return arrow.schema(
        [
            ("game", number), ("link", number), ("modules", words), ("players", number), ("options", words),
            ("seed", number), ("policy", words), ("outcome", words), ("ending", words), ("score", number),
            ("scores", arrow.list_(number)), ("winners", words), ("turns", number), ("decisions", number),
            ("time", arrow.float64()), ("fault", words),
        ]
    )  # fmt: skip
