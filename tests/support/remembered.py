"""Cases that held in an earlier run, so that a long run that was stopped can be continued."""

from __future__ import annotations

from pathlib import Path


class Remembered:
    """The cases that held, in a file, one a line. A case's key says all on which its result depends."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = set(path.read_text().split("\n")) if path.exists() else set[str]()

    def __contains__(self, key: str) -> bool:
        return key in self._known

    def add(self, key: str) -> None:
        """Remember a case; several processes may write at once."""
        with self._path.open("a") as file:
            file.write(f"{key}\n")
