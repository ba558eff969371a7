"""Work that may take long: the driver shows how far it has come, and lets a person stop it.

Before its end, such work changes nothing of a session. Knows no terminal: the driver says what `Working` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

Told = Callable[[int, int], None]
"""Is told how many of how many games were tried."""

Working = Callable[[str], AbstractContextManager[Told]]
"""Does work of some name; raises `Stopped` at any time within."""


class Stopped(KeyboardInterrupt):
    """A person has stopped a piece of work, and nothing came of it."""


@contextmanager
def alone(_words: str) -> Iterator[Told]:
    """Work that nobody watches."""
    yield lambda _done, _of: None
