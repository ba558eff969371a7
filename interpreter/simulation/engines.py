"""Which executor plays many games: C where compiling it pays, else Python. Their results are the same."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from dsl.program.program import Program
from interpreter.native.build import NoCompiler
from interpreter.native.executor import Native, native
from interpreter.native.expressions import Unsupported

ENGINES = ("auto", "native", "python")

WORTHWHILE = 500
"""Fewer games are played before C for them is compiled."""


class NotNative(ValueError):
    """C was asked for and can't be had; the message says why."""


@attrs.frozen
class Engine:
    """What plays the games: a compiled program, or Python if it is None; `reason` is a sentence that says so."""

    native: Native | None
    reason: str


def engine_for(source: Callable[[], Program], games: int, wanted: str = "auto") -> Engine:
    """What plays so many games of the program that `source` returns; `wanted` is one of `ENGINES`.

    Raises `ValueError` for any other word, and `NotNative` if `native` is wanted and can't be had.
    """
    if wanted not in ENGINES:
        raise ValueError(f"there is no engine `{wanted}`: it should be one of {', '.join(ENGINES)}")
    if wanted == "python":
        return Engine(None, "Played in Python, as asked.")
    if wanted == "auto" and games < WORTHWHILE:
        return Engine(None, f"Played in Python: compiling C pays from {WORTHWHILE} games on.")
    found = native(source())
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
