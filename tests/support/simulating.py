"""A process that simulates games, and that ends with the test, whatever becomes of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.support.homes import at_home

ROOT = Path(__file__).parents[2]
PATIENCE = 60
"""Seconds in which the first games are played, on however busy a machine."""


@contextmanager
def simulating(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A process that simulates in a session of its own, when it has played some games; its files are in a folder."""
    process = subprocess.Popen(
        [sys.executable, "-m", "repl", "simulate", *words, "--rows", str(folder / "rows.jsonl")],
        cwd=ROOT, env=at_home(folder / "home"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + PATIENCE
        while not any(path.stat().st_size for path in folder.glob(".*.part")):
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
