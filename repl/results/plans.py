"""What a lasting sweep plays, as it is asked for, and as the links whose games have numbers.

Each game has a number, from 0 on, and its seed is the first seed and this number. The plan follows from the shape
alone, so a sweep that was stopped has the same games when it goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import dsl
from dsl.reading.library import full_name
from interpreter.simulation.sweep import Link
from repl.reports.sweeps import plan
from reverie.sweeps.sweep import Sweep, digest


def of_set(
    ruleset: str, modules: Sequence[str], players: int | None, options: Mapping[str, str], games: int, seed: int,
    policy: str, learnt: str = "", playouts: int = 0,
) -> Sweep:  # fmt: skip
    """A sweep of one set of modules; raises `CompileError` if there is no such game.

    `learnt` is the text of the policy by which a player with skill goes.
    """
    program = dsl.load(ruleset, map(full_name, modules), players, options)
    assert program.loaded
    return Sweep(
        program.loaded.game, program.title, program.loaded.modules, (), program.players, program.options, games, seed,
        policy, tuple(dsl.rules_files(program).items()), learnt=digest(learnt) if learnt else "", playouts=playouts,
    )  # fmt: skip


def of_every_set(
    ruleset: str, extra: Sequence[str], options: Mapping[str, str], games: int, seed: int, policy: str
) -> Sweep:
    """A sweep of every set of modules; raises `CompileError` if the rules can't be read."""
    files = tuple(full_name(module) for module in extra)
    sources, _ = dsl.sources_with(ruleset, files)
    rules = tuple(sorted((source.name, digest(source.text)) for source in sources))
    title = dsl.contents(ruleset).base.title
    return Sweep(full_name(ruleset), title, None, files, None, tuple(options.items()), games, seed, policy, rules)


def links_of(sweep: Sweep) -> tuple[tuple[Link, ...], tuple[str, ...]]:
    """The links of a sweep, in the order of their games, and a reason for each combination that the rules refuse."""
    if sweep.modules is not None:
        assert sweep.players
        return (Link(sweep.modules, sweep.players, sweep.options, sweep.seed, sweep.games),), ()
    made = plan(sweep.ruleset, sweep.extra, sweep.games, sweep.seed, dict(sweep.options))
    return made.links, made.refused


def differences(there: Sweep, asked: Sweep) -> Iterator[str]:
    """What a sweep has that another one hasn't, in words."""
    for field, words in WORDS.items():
        one, other = getattr(there, field), getattr(asked, field)
        if one != other:
            yield f"{words} {_shown(one)}, not {_shown(other)}"
    yield from changed_rules(there.rules, asked.rules)


def changed_rules(before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The rules files that differ, in words."""
    old, new = dict(before), dict(after)
    yield from (f"{name} has changed" for name in new if name in old and old[name] != new[name])
    yield from (f"{name} is new" for name in new if name not in old)
    yield from (f"{name} is no longer there" for name in old if name not in new)


WORDS = {
    "ruleset": "it is about", "modules": "its modules are", "extra": "its additional modules are",
    "players": "its players are", "options": "its options are", "games": "its games are", "seed": "its seed is",
    "policy": "its policy is", "learnt": "its player goes by the policy", "playouts": "its playouts are",
    "version": "it was played by Reverie",
}  # fmt: skip


def _shown(value: object) -> str:
    match value:
        case None:
            return "every one"
        case "":
            return "none"
        case int():
            return f"{value:,}"
        case tuple():
            return ", ".join("=".join(each) if isinstance(each, tuple) else str(each) for each in value) or "none"
        case _:
            return str(value)
