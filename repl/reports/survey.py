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

FEW_MODULES = 3
"""Most modules that are checked with every combination of options."""

SELDOM = 100_000
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


def survey(
    ruleset: str | Path,
    extra: Sequence[str],
    options: Mapping[str, str],
    processes: int,
    progress: Callable[[int, int], None],
) -> Survey:
    """Check every game of a ruleset and of the modules in the files `extra`.

    `options` hold for every game. `progress` takes the number of finished games and the total. Raises `CompileError` if
    a file can't be read.
    """
    begun = time.perf_counter()
    sources, names = sources_with(ruleset, extra)
    asked_for = dict(zip(names, extra, strict=True))
    every = _games(sources, options)
    found: list[Found] = []
    refused = 0
    for game, problems in zip(every, _checked(sources, every, processes, progress), strict=True):
        if problems and all(problem.code in REFUSALS for problem in problems):
            refused += 1
        else:
            modules = tuple(asked_for.get(name, name) for name in game.modules)
            _note(found, problems, attrs.evolve(game, modules=modules))
    sets = len({game.modules for game in every})
    return Survey(len(every), sets, refused, tuple(found), time.perf_counter() - begun)


def _games(sources: Sequence[dsl.SourceFile], options: Mapping[str, str]) -> list[dsl.Wanted]:
    """Every game, the smallest first: the fewest modules, then the fewest options that don't have their default."""
    asked = dsl.contents(sources).asked
    every = [game.wanted for game in every_game(sources, asked, options, crossed=FEW_MODULES)]
    return sorted(every, key=lambda game: (len(game.modules), len(game.options), game.players))


def _checked(
    sources: Sequence[dsl.SourceFile], every: Sequence[dsl.Wanted], processes: int, progress: Callable[[int, int], None]
) -> list[tuple[Problem, ...]]:
    """The problems of each game.

    A process checks all games of a set, because games with the same rules are checked once; the largest sets come
    first, so that all processes end at about the same time.
    """
    sets: dict[tuple[str, ...], list[int]] = {}
    for number, game in enumerate(every):
        sets.setdefault(game.modules, []).append(number)
    ordered = list(reversed(sets.values()))
    games = [[every[number] for number in numbers] for numbers in ordered]
    problems: dict[int, tuple[Problem, ...]] = {}
    for numbers, found in zip(ordered, _of_each(sources, games, processes), strict=True):
        problems.update(zip(numbers, found, strict=True))
        progress(len(problems), len(every))
    return [problems[number] for number in range(len(every))]


def _of_each(
    sources: Sequence[dsl.SourceFile], sets: Sequence[Sequence[dsl.Wanted]], processes: int
) -> Iterator[list[tuple[Problem, ...]]]:
    """The problems of the games of each set."""
    if processes <= 1 or sum(map(len, sets)) <= FEW:
        yield from map(partial(_look, Checker.of(sources)), sets)
        return
    with workers(min(processes, len(sets)), _begin, sources) as pool:
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
    return [checker.problems(game) for game in games]


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
