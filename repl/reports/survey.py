"""A check of every set of a ruleset's modules, for every number of players and the options that sections ask about.

Every game is linked; each problem is reported once, with the smallest game that shows it: the fewest modules, then the
fewest changed options.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import attrs

import dsl
from dsl.checker import Checker
from dsl.linking.combinations import every_game
from dsl.reading.library import sources_with
from dsl.text.diagnostics import REFUSALS, Problem
from interpreter.simulation.processes import workers

FEW = 60
"""Most games that are checked without starting worker processes."""

FEW_MODULES = 2
"""Most modules that are checked with every combination of options."""

SELDOM = 1_000_000
"""So many things are made in a process that only checks before it looks for those that are of no more use."""


@attrs.frozen
class Found:
    """A problem, the smallest game that shows it, and how many of all games do."""

    problem: Problem
    game: dsl.Wanted
    games: int


@attrs.frozen
class Survey:
    """The result of checking all games.

    The numbers of games, of sets of modules and of games that the rules refuse, the problems, and the time taken.
    """

    checked: int
    sets: int
    refused: int
    found: tuple[Found, ...]
    seconds: float


@attrs.frozen
class Watch:
    """What is called while games are checked.

    `progress` is told how many are done, of how many; `found` gets each new problem, with the game that showed it,
    which may not be the smallest; `lost` is called when a worker process was ended from outside.
    """

    progress: Callable[[int, int], None] = lambda _done, _of: None
    found: Callable[[Found], None] = lambda _: None
    lost: Callable[[], None] = lambda: None


class Surveying:
    """Checks every game of a ruleset and of the modules in the files `extra`; `options` hold for every game.

    Raises `CompileError` if a file can't be read.
    """

    def __init__(self, ruleset: str | Path, extra: Sequence[str], options: Mapping[str, str]) -> None:
        self._begun = time.perf_counter()
        self._sources, names = sources_with(ruleset, extra)
        self._asked_for = dict(zip(names, extra, strict=True))
        self._every = _games(self._sources, options)
        self._problems: dict[int, tuple[Problem, ...]] = {}

    @property
    def games(self) -> int:
        """The number of games that there are."""
        return len(self._every)

    def run(self, processes: int, watch: Watch) -> None:
        """Check all of them; what was found until an exception stays."""
        early: list[Found] = []
        for number, problems in _checked(self._sources, self._every, processes, watch.lost):
            self._problems[number] = problems
            before = len(early)
            if not _refused(problems):
                _note(early, problems, self._as_asked(self._every[number]))
            for each in early[before:]:
                watch.found(each)
            watch.progress(len(self._problems), len(self._every))

    def result(self) -> Survey:
        """What was found so far."""
        found: list[Found] = []
        checked = [(self._every[number], problems) for number, problems in sorted(self._problems.items())]
        for game, problems in checked:
            if not _refused(problems):
                _note(found, problems, self._as_asked(game))
        refused = sum(_refused(problems) for _, problems in checked)
        sets = len({game.modules for game, _ in checked})
        return Survey(len(checked), sets, refused, tuple(found), time.perf_counter() - self._begun)

    def _as_asked(self, game: dsl.Wanted) -> dsl.Wanted:
        return attrs.evolve(game, modules=tuple(self._asked_for.get(name, name) for name in game.modules))


def survey(
    ruleset: str | Path, extra: Sequence[str], options: Mapping[str, str], processes: int,
    progress: Callable[[int, int], None],
) -> Survey:  # fmt: skip
    """Check every game, as `Surveying` does, and return what was found."""
    surveying = Surveying(ruleset, extra, options)
    surveying.run(processes, Watch(progress))
    return surveying.result()


def _refused(problems: Sequence[Problem]) -> bool:
    """Whether the rules themselves refuse a game with these problems."""
    return bool(problems) and all(problem.code in REFUSALS for problem in problems)


def _games(sources: Sequence[dsl.SourceFile], options: Mapping[str, str]) -> list[dsl.Wanted]:
    """Every game, the smallest first: the fewest modules, then the fewest options that don't have their default."""
    asked = dsl.contents(sources).asked
    every = [game.wanted for game in every_game(sources, asked, options, crossed=FEW_MODULES)]
    return sorted(every, key=lambda game: (len(game.modules), len(game.options), game.players))


def _checked(
    sources: Sequence[dsl.SourceFile], every: Sequence[dsl.Wanted], processes: int, lost: Callable[[], None]
) -> Iterator[tuple[int, tuple[Problem, ...]]]:
    """The number of each game and its problems, as soon as they are known.

    A process checks all games of a set, because games with the same rules are checked once. Sets of one module come
    first, since most problems need no more, and then the largest, so that all processes end at about the same time.
    """
    sets: dict[tuple[str, ...], list[int]] = {}
    for number, game in enumerate(every):
        sets.setdefault(game.modules, []).append(number)
    small = [numbers for modules, numbers in sets.items() if len(modules) <= 1]
    ordered = small + [numbers for modules, numbers in reversed(sets.items()) if len(modules) > 1]
    games = [[every[number] for number in numbers] for numbers in ordered]
    for numbers, found in zip(ordered, _of_each(sources, games, processes, lost), strict=True):
        yield from zip(numbers, found, strict=True)


def _of_each(
    sources: Sequence[dsl.SourceFile], sets: Sequence[Sequence[dsl.Wanted]], processes: int, lost: Callable[[], None]
) -> Iterator[list[tuple[Problem, ...]]]:
    """The problems of the games of each set."""
    if processes <= 1 or sum(map(len, sets)) <= FEW:
        yield from map(partial(_look, Checker.of(sources)), sets)
        return
    with workers(min(processes, len(sets)), _begin, sources, lost=lost) as pool:
        yield from pool.map(_look_again, sets)


_checkers: list[Checker] = []
"""In a process that only checks: the checker of the files, which are sent to it once."""


def _begin(sources: Sequence[dsl.SourceFile]) -> None:
    _checkers[:] = [Checker.of(sources)]
    gc.freeze()  # nothing that is there by now ever goes
    gc.set_threshold(SELDOM)


def _look_again(games: Sequence[dsl.Wanted]) -> list[tuple[Problem, ...]]:
    return _look(_checkers[0], games)


def _look(checker: Checker, games: Sequence[dsl.Wanted]) -> list[tuple[Problem, ...]]:
    """The problems of the games of a set."""
    if len(games[0].modules) <= FEW_MODULES:
        return [checker.problems(game) for game in games]
    found: dict[int, tuple[Problem, ...]] = {}
    for players in {game.players for game in games}:
        numbers = [number for number, game in enumerate(games) if game.players == players]
        found |= zip(numbers, checker.problems_together([games[number] for number in numbers]), strict=True)
    return [found[number] for number in range(len(games))]


def _note(found: list[Found], problems: Iterable[Problem], game: dsl.Wanted) -> None:
    """Keep what wasn't found before; a problem that only names more places than an earlier one is the same."""
    shown: set[int] = set()
    for problem in problems:
        known = next((number for number, earlier in enumerate(found) if _same(earlier.problem, problem)), len(found))
        if known == len(found):
            found.append(Found(problem, game, 0))
        shown.add(known)
    for number in shown:
        found[number] = attrs.evolve(found[number], games=found[number].games + 1)


def _same(earlier: Problem, later: Problem) -> bool:
    return (earlier.code, earlier.message, _place(earlier)) == (later.code, later.message, _place(later)) and {
        label.span.place for label in earlier.related
    } <= {label.span.place for label in later.related}


def _place(problem: Problem) -> str:
    return problem.span.place if problem.span else ""
