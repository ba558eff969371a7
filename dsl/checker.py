"""Check many games of the same rules files: each file is read once, and games with the same rules are checked once."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

import attrs

from dsl.compiler import depth, lowered
from dsl.linking.distinctions import Distinctions
from dsl.linking.link import link
from dsl.linking.ruleset import Ruleset, Wanted
from dsl.model import model as m
from dsl.reading.library import read_all
from dsl.text.diagnostics import REFUSALS, CompileError, Problem, Problems
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


def mistakes_in_modules(
    sources: Sequence[SourceFile], others_than: Collection[str], numbers: Iterable[int], known: Sequence[Problem] = ()
) -> dict[str, tuple[Problem, ...]]:
    """The problems in the files of modules, by module, other than those that are in play.

    Each is tried with the base game and the modules that it requires, for each of these numbers of players. Problems in
    other files, games that the rules refuse, and problems that are `known` aren't counted; if the base game has some of
    those, there are none. Raises `CompileError` if a file can't be read.
    """
    checker, numbers = Checker.of(sources), tuple(numbers)
    bases = [model.span.file.name for model in checker.models if isinstance(model.head, m.Game)]
    if any(problem.span is None or problem.span.file.name in bases for problem in known):
        return {}
    requires = {
        model.head.name.text: {name.text for each in model.declarations for name in _required(each)}
        for model in checker.models
        if isinstance(model.head, m.Module)
    }
    found: dict[str, tuple[Problem, ...]] = {}
    for model in checker.models:
        if isinstance(model.head, m.Module) and model.head.name.text not in others_than:
            name, file = model.head.name.text, model.span.file.name
            games = [Wanted(_with_required(name, requires), number) for number in numbers]
            problems = [problem for game in games for problem in checker.problems(game) if _is_mistake(problem, file)]
            new = [each for at, each in enumerate(problems) if not any(map(each.is_like, (*known, *problems[:at])))]
            found |= {name: tuple(new)} if new else {}
    return found


def _required(declaration: m.Node) -> tuple[m.Name, ...]:
    return declaration.modules if isinstance(declaration, m.Requires) and declaration.wanted else ()


def _with_required(name: str, requires: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """A module with those that it requires, and that these require."""
    found = [name]
    for each in found:
        found += sorted(set(requires.get(each, ())) - set(found))
    return tuple(found)


def _is_mistake(problem: Problem, file: str) -> bool:
    """Whether a problem is a mistake in a file, rather than a game that the rules refuse."""
    return problem.code not in REFUSALS and problem.span is not None and problem.span.file.name == file
