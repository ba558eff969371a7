"""Which scenarios the change of a rules file can affect.

A file of the base game concerns every scenario of that game, a module the scenarios that have it in play, and a file of
scenarios its own ones. Raises `CompileError` where a file can't be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import dsl
from dsl import Scenario
from dsl.reading.library import head_of, is_expectations
from dsl.text.files import is_file
from repl.authoring.rules_files import home_of


class Affected:
    """Tells which scenarios a change of some files can affect."""

    def __init__(self, changed: Iterable[Path]) -> None:
        self._changed = [path.resolve() for path in changed]
        self._gone = any(not is_file(path) for path in self._changed)
        self._games: dict[Path, Path | None] = {}
        heads = {path: head_of(path) for path in self._changed if is_file(path)}
        self._modules = {(head.module, self._game(path)) for path, head in heads.items() if head and head.module}
        bases = [path for path, head in heads.items() if head and not head.module]
        expecting = [path for path, head in heads.items() if head is None and is_expectations(path)]
        self._whole = {self._game(path) for path in (*bases, *expecting)}

    def concerns(self, path: Path, scenario: Scenario) -> bool:
        """Whether a scenario of the file `path` may now end in another way."""
        if self._gone or path.resolve() in self._changed:
            return True
        game = self._game(path)
        return game in self._whole or any((module, game) in self._modules for module in scenario.modules)

    def _game(self, path: Path) -> Path | None:
        """The folder of the game that a file is for."""
        if path not in self._games:
            ruleset = home_of(path).ruleset
            self._games[path] = dsl.ruleset_folder(ruleset).resolve() if ruleset is not None else None
        return self._games[path]
