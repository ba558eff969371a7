"""Sweeps that last, in processes of their own that can be ended at any moment, and the rows that they leave."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from repl.results.folder import results_in
from tests.support.homes import at_home

ROOT = Path(__file__).parents[2]

SLOWLY = """\
import sys, time
from repl.results import running
running.SECONDS = running.SHARE = 0
whole = running.do
def slow(how, work):
    time.sleep(0.01)
    return whole(how, work)
running.do = slow
from repl.__main__ import main
main()
"""
"""The command line, with a pause before each piece of work and a part for what comes of it."""

PATIENCE = 60


@contextmanager
def sweeping(out: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that simulates into a folder, in a session of its own, which ends with the test."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, "simulate", *words, "--out", str(out)],
        cwd=ROOT, env=at_home(out.parent / "home"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def parts_of(out: Path) -> list[Path]:
    """The files with rows in a folder."""
    return sorted(out.glob("games/*.parquet"))


def until_parts(process: subprocess.Popen[str], out: Path, count: int) -> None:
    """Wait until a folder has so many parts, or the process is over."""
    deadline = time.monotonic() + PATIENCE
    while len(parts_of(out)) < count and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def rows_of(out: Path) -> list[dict[str, Any]]:
    """The rows in a folder, in order, without the time."""
    found = [{name: row[name] for name in row if name != "time"} for row in results_in(out).table().to_pylist()]
    assert [row["game"] for row in found] == sorted({row["game"] for row in found})
    return found
