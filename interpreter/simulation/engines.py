"""Which executor plays many games: C where compiling it pays, else Python. Their results are the same."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.native.build import NoCompiler, missing
from interpreter.native.executor import Native
from interpreter.native.expressions import Unsupported
from interpreter.native.learning import Net
from interpreter.players.practice import net_of
from interpreter.players.skill import Skill

ENGINES = ("auto", "native", "python")

WORTHWHILE = 300
"""Fewer games are played before C for them is compiled."""

SWEEPING = 100
"""The same for each link of a sweep. Compiling hardly pays there, but other sweeps find the library in the cache."""

LEVELS: tuple[tuple[int, tuple[str, ...]], ...] = ((400_000, ()), (20_000, ("-O1",)), (0, ("-O0",)))
"""How much the compiler optimizes: the most that so many games are worth."""


class NotNative(ValueError):
    """C was asked for and can't be had; the message says why."""


@attrs.frozen
class Engine:
    """What plays the games: a compiled program, or Python if it is None; `reason` is a sentence that says so."""

    native: Native | None
    reason: str


def engine_for(source: Callable[[], Program], games: int, wanted: str = "auto", worthwhile: int = WORTHWHILE) -> Engine:
    """What plays so many games of the program that `source` returns; `wanted` is one of `ENGINES`.

    Raises `ValueError` for any other word, and `NotNative` if `native` is wanted and can't be had.
    """
    if wanted not in ENGINES:
        raise ValueError(f"there is no engine `{wanted}`: it should be one of {', '.join(ENGINES)}")
    if wanted == "python":
        return Engine(None, "Played in Python, as asked.")
    if wanted == "auto" and games < worthwhile:
        return Engine(None, f"Played in Python: compiling C pays from {worthwhile} games on.")
    found = missing() or _native(source(), games)
    match found:
        case Native():
            return Engine(found, "Played in C.")
        case NoCompiler():
            reason = str(found)
        case Unsupported():
            reason = f"these rules can't be compiled: {found}"
    if wanted == "native":
        raise NotNative(reason)
    return Engine(None, f"Played in Python: {reason}.")


def net_for(program: Program, skill: Skill) -> Net:
    """What a player with skill plays by, in C only; raises `NotNative` where that is impossible."""
    try:
        return net_of(program, skill.policy)
    except NoCompiler as error:
        raise NotNative(str(error)) from error
    except Unsupported as error:
        raise NotNative(f"these rules can't be compiled: {error}") from error


def _native(program: Program, games: int) -> Native | NoCompiler | Unsupported:
    """A program in C, compiled as well as so many games are worth, or better if it was before; or why there is none."""
    known, levels = _known(program), [flags for _, flags in LEVELS]
    level = next(number for number, (most, _) in enumerate(LEVELS) if games >= most)
    if level not in known:
        try:
            known[level] = Native(program, levels[level], better=levels[:level])
        except (NoCompiler, Unsupported) as error:
            known[level] = error.with_traceback(None)
    return known[level]


@once_per_program
def _known(_: Program) -> dict[int, Native | NoCompiler | Unsupported]:
    """What was found for a program before, by level."""
    return {}
