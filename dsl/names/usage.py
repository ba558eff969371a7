"""The names that rules read, for the checks that find unused declarations."""

from __future__ import annotations

from collections.abc import Iterator, Set
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

    def begin(self) -> set[tuple[str, str]]:
        """Record from here on without the names that were read before; returns those, for `end`."""
        before, self._read = self._read, set()
        return before

    def end(self, before: set[tuple[str, str]]) -> set[tuple[str, str]]:
        """Record with the names that were read before `begin` again; returns those that were read since."""
        since, self._read = self._read, before
        self._read |= since
        return since

    def use_all(self, read: Set[tuple[str, str]]) -> None:
        """Record that a rule reads these names, each with its sort."""
        self._read |= read

    @contextmanager
    def paused(self) -> Iterator[Usage]:
        """Forget afterwards the names that are read within; yields the usage as it was before."""
        before = Usage(set(self._read))
        yield before
        self._read = before._read
