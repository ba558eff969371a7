"""Rows of games as Parquet: a file for some consecutive games, which is written whole or not at all.

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

from dsl.text.files import write_shared
from repl.results.plans import Sweep
from repl.results.playing import Done

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


def write(folder: Path, sweep: Sweep, done: Sequence[Done]) -> None:
    """Write the rows of consecutive work of a sweep; raises `OSError`."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    first, end = done[0].work.first, done[-1].work.end
    left_out = [_left_out(each) for each in done if each.left_out]
    held = {"sweep": sweep.identity, "first": first, "end": end, "left_out": left_out}
    schema = schema_of().with_metadata({KEY: json.dumps(held)})
    table = arrow.table(_columns(done, sweep.policy), schema=schema)
    sink = arrow.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd", write_page_checksum=True)
    write_shared(folder / GAMES / f"games-{first:09}-{end - 1:09}.parquet", sink.getvalue().to_pybytes())


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


def _columns(done: Sequence[Done], policy: str) -> dict[str, list[Any]]:
    """The values of each column; those of equal rows are in the same order whatever played them."""
    rows = [(each, row) for each in done for row in each.rows]
    return {
        "game": [each.work.first + row.seed - each.work.link.seed for each, row in rows],
        "link": [each.work.whole for each, _ in rows],
        "modules": [",".join(each.work.link.modules) for each, _ in rows],
        "players": [each.work.link.players for each, _ in rows],
        "options": [",".join(f"{name}={value}" for name, value in each.work.link.options) for each, _ in rows],
        "seed": [row.seed for _, row in rows],
        "policy": [policy] * len(rows),
        "outcome": [row.status for _, row in rows],
        "ending": [row.sentence for _, row in rows],
        "score": [row.scores[0] if row.scores else None for _, row in rows],
        "scores": [row.scores for _, row in rows],
        "winners": [",".join(row.winners) for _, row in rows],
        "turns": [row.turns for _, row in rows],
        "decisions": [row.decisions for _, row in rows],
        "time": [each.seconds / len(each.rows) for each, _ in rows],
        "fault": [record_name(row.seed) if row.status == "fault" else None for _, row in rows],
    }


def record_name(seed: int) -> str:
    """The file with the record of a game that failed, from the folder of the sweep on."""
    return f"faults/seed-{seed}.jsonl"


def _left_out(done: Done) -> dict[str, Any]:
    link = done.work.link
    return {
        "modules": link.modules, "players": link.players, "options": dict(link.options),
        "games": link.games - len(done.rows), "reason": done.left_out,
    }  # fmt: skip
