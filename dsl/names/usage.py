"""The names that rules read, for the checks that find unused declarations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs


@attrs.define
class Usage:
    """Names that are read, by what they name: a zone, a number, a definition, a position of a marker."""

    _read: set[tuple[str, str]] = attrs.field(factory=set)

    def use(self, what: str, name: str) -> None:
        """Record that a rule reads a name."""
        self._read.add((what, name))

    def forget(self, what: str, name: str) -> None:
        """Forget that a rule reads a name: it does so only to change it."""
        self._read.discard((what, name))

    def reads(self, what: str, name: str) -> bool:
        """Whether a rule reads a name."""
        return (what, name) in self._read

    def names(self, what: str) -> set[str]:
        """All names of one sort that rules read."""
        return {name for sort, name in self._read if sort == what}

    @contextmanager
    def paused(self) -> Iterator[Usage]:
        """Forget afterwards the names that are read within; yields the usage as it was before."""
        before = Usage(set(self._read))
        yield before
        self._read = before._read
