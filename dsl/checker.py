"""Check many games of the same rules files: each file is read once, and games with the same rules are checked once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import attrs

from dsl.compiler import depth, lowered
from dsl.linking.distinctions import Distinctions
from dsl.linking.link import link
from dsl.linking.ruleset import Ruleset, Wanted
from dsl.model import model as m
from dsl.reading.library import read_all
from dsl.text.diagnostics import CompileError, Problem, Problems
from dsl.text.source import SourceFile


@attrs.frozen
class Checker:
    """Checks games of some rules files; `found` are the problems by everything that can matter to a check."""

    models: Sequence[m.File]
    found: dict[Hashable, tuple[Problem, ...]] = attrs.field(factory=dict)
    distinctions: Distinctions = attrs.field(factory=Distinctions)

    @classmethod
    def of(cls, sources: Sequence[SourceFile]) -> Checker:
        """A checker for rules files; raises `CompileError` if one can't be read."""
        return cls(read_all(sources))

    def problems(self, wanted: Wanted) -> tuple[Problem, ...]:
        """Everything that is wrong with a game; () if nothing."""
        problems = Problems()
        try:
            with depth(self.models, problems):
                ruleset = link(self.models, wanted, problems)
        except CompileError as error:
            return error.problems
        key = self.distinctions.key(ruleset)
        if key not in self.found:
            self.found[key] = self._problems(ruleset, problems)
        return self.found[key]

    def _problems(self, ruleset: Ruleset, problems: Problems) -> tuple[Problem, ...]:
        try:
            with depth(self.models, problems):
                lowered(ruleset, problems)
        except CompileError as error:
            return error.problems
        return ()
