"""The lines of a C text while it is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from interpreter.native.expressions import Env


class Writer:
    """Collects lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._indent = ""

    def write(self, line: str) -> None:
        """Add a line."""
        self.lines.append(self._indent + line)

    @contextmanager
    def block(self, head: str = "") -> Iterator[None]:
        """Add a block in braces, with the lines that are added meanwhile inside."""
        self.write(f"{head} {{".lstrip())
        self._indent += " "
        yield
        self._indent = self._indent[:-1]
        self.write("}")


@attrs.frozen
class Place:
    """A place in the text: the names of the locals there, and the value that the function returns when a game ends.

    `mark` is the name of the arena's top to which a statement returns.
    """

    writer: Writer
    env: Env
    over: str = "OVER"
    mark: str = "m"

    def write(self, line: str) -> None:
        """Add a line."""
        self.writer.write(line)

    def with_env(self, env: Env) -> Place:
        """The same place with other names."""
        return attrs.evolve(self, env=env)
