"""Rows of games as Parquet: a file for some consecutive games, which is written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from dsl.text.files import write_shared
from repl.results.playing import Done
from reverie.sweeps.rows import GAMES, KEY, schema_of
from reverie.sweeps.sweep import Sweep


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
