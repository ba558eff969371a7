"""What is dear to make and can be made again, kept from one process to the next in the user's cache folder.

A file there is named by what its content was made from, begins with a digest of the content, and is written at one
stroke: one that is damaged or out of date is as good as none. Where nothing can be kept, everything is made anew.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

from dsl.text.files import Unreadable, chosen_home, read_whole, write_whole

LARGEST = 256 * 1024 * 1024

DIGEST = hashlib.sha256().digest_size


def folder() -> Path:
    """Where it is kept: in the folder `cache` of REVERIE_HOME, or where this system keeps such files."""
    chosen = chosen_home()
    return chosen / "cache" if chosen else Path(platformdirs.user_cache_dir("reverie", appauthor=False))


def find(name: str, source: bytes) -> bytes | None:
    """What was made from `source` and kept under `name`; None if there is no such thing, or it is damaged."""
    try:
        content = read_whole(_path(name, source), LARGEST)
    except (Unreadable, RuntimeError):
        return None
    digest, made = content[:DIGEST], content[DIGEST:]
    return made if hashlib.sha256(made).digest() == digest else None


def save(name: str, source: bytes, made: bytes, most: int) -> None:
    """Keep what was made from `source`, if it can be done; of one name, at most so many, the newest."""
    with suppress(OSError, RuntimeError):
        path = _path(name, source)
        write_whole(path, hashlib.sha256(made).digest() + made, lasting=False)
        _tidy(path.parent, name, most)


@functools.cache
def compiler() -> bytes:
    """A digest of Python and of the compiler's code in all its folders: every cached result depends on it."""
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
    """Remove the older half of the files of a name, whatever they end in, when there are too many."""
    files = list(place.glob(f"{name}-*"))
    if len(files) > most:
        for path in sorted(files, key=lambda path: path.stat().st_mtime)[: -most // 2]:
            path.unlink(missing_ok=True)
