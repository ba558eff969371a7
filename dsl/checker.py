"""Check many games of the same rules files.

Each file is read once, and games with the same rules are checked once. Games that differ by one option each are checked
together, as one game with all of these changes, and alone only if that shows a problem.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from itertools import zip_longest

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
        return self._problems(self._linked(wanted))

    def problems_together(self, games: Sequence[Wanted]) -> list[tuple[Problem, ...]]:
        """What is wrong with each of some games that differ only in their options, the one without changes first.

        A game that changes one option is taken to be right if one that changes others as well is right.
        """
        linked = [self._linked(game) for game in games]
        changes: dict[str, list[int]] = {}
        for at, game in enumerate(games):
            changed = dict(game.options.items() - games[0].options.items())
            if len(changed) == 1 and isinstance(linked[at], Ruleset):
                changes.setdefault(next(iter(changed)), []).append(at)
        right: set[int] = set()
        for values in zip_longest(*changes.values()):
            together = [at for at in values if at is not None]
            options = dict(each for at in together for each in games[at].options.items())
            if len(together) > 1 and not self.problems(attrs.evolve(games[0], options=options)):
                right.update(together)
        return [() if at in right else self._problems(each) for at, each in enumerate(linked)]

    def _linked(self, wanted: Wanted) -> Ruleset | tuple[Problem, ...]:
        """The rules of a game, or why there is none."""
        problems = Problems()
        try:
            with depth(self.models, problems):
                return link(self.models, wanted, problems)
        except CompileError as error:
            return error.problems

    def _problems(self, linked: Ruleset | tuple[Problem, ...]) -> tuple[Problem, ...]:
        if not isinstance(linked, Ruleset):
            return linked
        key = self.distinctions.key(linked)
        if key not in self.found:
            self.found[key] = self._found(linked)
        return self.found[key]

    def _found(self, ruleset: Ruleset) -> tuple[Problem, ...]:
        problems = Problems()
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
