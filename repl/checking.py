"""Whether rules fit together, for one set of modules or for all, and whether their scenarios hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import attrs

import dsl
from dsl.diagnostics import REFUSALS, CompileError, Problem
from dsl.scenario import Scenario
from interpreter.scenario import check as check_scenario
from repl.rulesfiles import Deal, belonging, deals, rules_below
from repl.scenarios import loader

FEW = 16
"""So few sets of modules are checked without starting other processes."""


@attrs.frozen
class Found:
    """A problem, and the smallest set of modules that shows it."""

    problem: Problem
    deal: Deal


@attrs.frozen
class Survey:
    """What came of checking all sets: how many there are, how many the rules themselves refuse, what is wrong."""

    checked: int
    refused: int
    found: tuple[Found, ...]


@attrs.frozen
class Tried:
    """A scenario that was played, and what is wrong with it."""

    path: Path
    scenario: Scenario
    problems: tuple[Problem, ...]


def check(ruleset: str | Path, modules: Iterable[str], players: int, options: Mapping[str, str]) -> tuple[Problem, ...]:
    """What is wrong with a game; () if nothing."""
    try:
        dsl.load(ruleset, modules, players, options)
    except CompileError as error:
        return error.problems
    return ()


def check_file(path: Path, modules: Iterable[str], players: int, options: Mapping[str, str]) -> tuple[Problem, ...]:
    """What is wrong with the game that a rules file makes with `modules`; a file of scenarios is only read."""
    try:
        home = belonging(path)
    except CompileError as error:
        return error.problems
    if home.ruleset is None:
        return ()
    return check(home.ruleset, [*([home.module] if home.module else []), *modules], players, options)


def check_all(
    ruleset: str | Path, options: Mapping[str, str], processes: int, progress: Callable[[int, int], None]
) -> Survey:
    """Check every set of modules with one player and with two. `progress` is told how many are done, of how many."""
    every = list(deals(ruleset))
    found: dict[tuple[str, str, str], Found] = {}
    refused = 0
    for done, (deal, problems) in enumerate(_checked(ruleset, every, options, processes), 1):
        progress(done, len(every))
        if problems and all(problem.code in REFUSALS for problem in problems):
            refused += 1
            continue
        for problem in problems:
            place = problem.span.place if problem.span else ""
            found.setdefault((problem.code, problem.message, place), Found(problem, deal))
    return Survey(len(every), refused, tuple(found.values()))


def try_scenarios(paths: Iterable[Path]) -> Iterator[Tried]:
    """Play the scenarios of rules files, one after the other; raises `CompileError` for a file that can't be read."""
    for path in paths:
        for file in rules_below(path):
            load = loader(file)
            for each in dsl.scenarios(file):
                yield Tried(file, each, check_scenario(each, load))


def _checked(
    ruleset: str | Path, every: Sequence[Deal], options: Mapping[str, str], processes: int
) -> Iterator[tuple[Deal, tuple[Problem, ...]]]:
    look = partial(_look, ruleset, dict(options))
    if processes <= 1 or len(every) <= FEW:
        yield from zip(every, map(look, every), strict=True)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from zip(every, pool.map(look, every, chunksize=4), strict=True)


def _look(ruleset: str | Path, options: dict[str, str], deal: Deal) -> tuple[Problem, ...]:
    return check(ruleset, deal.modules, deal.players, options)
