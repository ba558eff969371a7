"""Lines of generated source, each with the rule for which it was written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Writer:
    """Collects lines; `origins[n]` is the origin of line n (from 0)."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origins: list[int] = []
        self.origin = -1
        self._indent = ""

    def __call__(self, line: str) -> None:
        self.lines.append(self._indent + line)
        self.origins.append(self.origin)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A line, and what is written inside is indented under it; `pass` if that is nothing."""
        self(head)
        before, count = self._indent, len(self.lines)
        self._indent += " "
        yield
        if len(self.lines) == count:
            self("pass")
        self._indent = before
