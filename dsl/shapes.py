"""What games a ruleset can be put together to: its modules, numbers of players and options, and what it refuses.

Files are linked for this and no further: which combinations the rules refuse is known before a rule is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from pathlib import Path

import attrs

from dsl import model as m
from dsl.compiler import read, ruleset_sources
from dsl.diagnostics import REFUSALS, CompileError, Problems
from dsl.link import Wanted, link, offered, options_in
from dsl.parts import unfolded


@attrs.frozen
class Shape:
    """What can be asked of a ruleset.

    `base` is the name of the base game. `options` are the values by option name, of the base game and all modules, in
    the order of the text. `deciding` are the options on which it hangs whether the rules refuse a set of modules.
    """

    base: str
    title: str
    modules: tuple[str, ...]
    players: tuple[int, ...]
    options: Mapping[str, tuple[str, ...]]
    deciding: tuple[str, ...]


@attrs.frozen
class Combination:
    """One game that can be asked for: modules by name, the number of players, settings as (option, value)."""

    modules: tuple[str, ...] = ()
    players: int = 1
    options: tuple[tuple[str, str], ...] = ()


@attrs.frozen
class Refused:
    """A combination that the rules refuse, and the first reason that they give."""

    combination: Combination
    reason: str


@attrs.frozen
class Fitting:
    """A combination that the rules allow, and the options left open in it: their values by name."""

    combination: Combination
    open: Mapping[str, tuple[str, ...]]


def shape_of(ruleset: str | Path) -> Shape:
    """What can be asked of a ruleset; raises `CompileError` if it can't be read."""
    return _shape(_files(ruleset))


def every_combination(ruleset: str | Path, given: Mapping[str, str] | None = None) -> Iterator[Fitting | Refused]:
    """Each set of modules, for each number of players, with each value of the deciding options.

    `given` fixes options; combinations in which one of them doesn't exist are left out. Raises `CompileError` for
    whatever is wrong with the rules besides what they refuse.
    """
    files, given = _files(ruleset), given or {}
    shape = _shape(files)
    for size in range(len(shape.modules) + 1):
        for modules in combinations(shape.modules, size):
            for players in shape.players:
                yield from _settled(files, shape, modules, players, given)


def _settled(
    files: Sequence[m.File], shape: Shape, modules: tuple[str, ...], players: int, given: Mapping[str, str]
) -> Iterator[Fitting | Refused]:
    values = [(given[name],) if name in given else shape.options[name] for name in shape.deciding]
    seen = set[tuple[tuple[str, str], ...]]()
    for chosen in product(*values):
        settings = {**given, **dict(zip(shape.deciding, chosen, strict=True))}
        there = offered(files, Wanted(modules, players, settings))
        options = tuple((name, value) for name, value in settings.items() if name in there)
        if options not in seen and there.keys() >= given.keys():
            seen.add(options)
            left = {name: values for name, values in there.items() if name not in settings}
            yield _tried(files, Combination(modules, players, options), left)


def _tried(files: Sequence[m.File], what: Combination, left: Mapping[str, tuple[str, ...]]) -> Fitting | Refused:
    try:
        link(files, Wanted(what.modules, what.players, dict(what.options)), Problems())
    except CompileError as error:
        if any(problem.code not in REFUSALS for problem in error.problems):
            raise
        return Refused(what, error.problems[0].message)
    return Fitting(what, left)


def _files(ruleset: str | Path) -> list[m.File]:
    problems = Problems()
    files = [read(source, problems) for source in ruleset_sources(ruleset)]
    problems.stop_if_any()
    return files


def _shape(files: Sequence[m.File]) -> Shape:
    options: dict[str, tuple[str, ...]] = {}
    deciding: dict[str, None] = {}
    players: tuple[int, ...] = (1,)
    for file in files:
        for declaration, conditions in unfolded(file.declarations):
            match declaration:
                case m.Choice(name, values):
                    options[name.text] = tuple(dict.fromkeys([*options.get(name.text, ()), *values]))
                case m.Players(fewest, most):
                    players = tuple(range(fewest, most + 1))
                case m.Refuse() | m.Requires():
                    deciding |= dict.fromkeys(name for condition in conditions for name in options_in(condition))
                case _:
                    pass
    game = next((file.head for file in files if isinstance(file.head, m.Game)), None)
    base, title = (game.name.text, game.title) if game else ("", "")
    modules = sorted(file.head.name.text for file in files if isinstance(file.head, m.Module))
    return Shape(base, title, tuple(modules), players, options, tuple(name for name in deciding if name in options))
