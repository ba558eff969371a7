"""The cache folder of the user: results that are slow to compute, saved from one process to the next.

Stores bytes under a name and a digest of the source that they were made from; knows nothing of their content. Each file
begins with a digest of its content and is written atomically, so a damaged or outdated file counts as missing. If the
folder can't be written, nothing is cached and every result is computed again.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

from dsl.text.files import Unreadable, chosen_home, read_whole, write_whole

LARGEST = 256 * 1024 * 1024

DIGEST_SIZE = hashlib.sha256().digest_size


def folder() -> Path:
    """The cache folder: `cache` in REVERIE_HOME, or the system's place for such files.

    Raises `RuntimeError` if REVERIE_HOME names an unknown `~user`.
    """
    chosen = chosen_home()
    return chosen / "cache" if chosen else Path(platformdirs.user_cache_dir("reverie", appauthor=False))


def find(name: str, source: bytes) -> bytes | None:
    """The result that was made from `source` and saved under `name`; None if it is missing or damaged."""
    try:
        path = _path(name, source)
        content = read_whole(path, LARGEST)
    except (Unreadable, RuntimeError):
        return None
    with suppress(OSError):  # those used longest ago are removed first
        os.utime(path)
    digest, made = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
    return made if hashlib.sha256(made).digest() == digest else None


def save(name: str, source: bytes, made: bytes, most: int) -> None:
    """Save the result made from `source`, if the folder can be written; of one name only `most` remain."""
    with suppress(OSError, RuntimeError):
        path = _path(name, source)
        write_whole(path, hashlib.sha256(made).digest() + made, lasting=False)
        _tidy(path.parent, name, most)


@functools.cache
def compiler() -> bytes:
    """A digest of Python's version and of the compiler's code in all its folders: every cached result depends on it."""
    return hashlib.sha256(b"\0".join([sys.version.encode(), *_code(files("dsl"))])).digest()


def _code(folder: Traversable) -> Iterator[bytes]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _code(entry)
        elif entry.name.endswith((".py", ".lark")):
            yield entry.name.encode()
            yield entry.read_bytes()


def _path(name: str, source: bytes) -> Path:
    return folder() / f"{name}-{hashlib.sha256(source).hexdigest()[:32]}.cache"


def _tidy(place: Path, name: str, most: int) -> None:
    """Remove those files of a name, whatever they end in, that were used longest ago: half, if there are too many."""
    with os.scandir(place) as entries:
        files = [entry for entry in entries if entry.name.startswith(f"{name}-")]
    if len(files) > most:
        for file in sorted(files, key=lambda file: file.stat().st_mtime)[: -most // 2]:
            Path(file).unlink(missing_ok=True)
