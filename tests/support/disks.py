"""Disks that are full, for real: a small file system, and a limit for the size of a file."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PAGE = 4096


@contextmanager
def small_disk(folder: Path, pages: int) -> Iterator[Path]:
    """A file system of a few pages; skips the test where none can be mounted."""
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    command = ["mount", "-t", "tmpfs", "-o", f"size={pages * PAGE}", "tmpfs", str(folder)]
    if subprocess.run(command, check=False, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill the rest of a disk; the file that does."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * PAGE)
        except OSError:
            return path


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Let this process write no file beyond a size: the write that would is cut short, and the next one fails.

    No bytecode is written meanwhile: Python would keep what is cut short for the next import.
    """
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "dont_write_bytecode", True)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
