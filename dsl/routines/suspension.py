"""Suspension: which routines can wait for an answer.

Reads the woven routines; `split_blocks` uses the result to decide where blocks end. A routine that can't wait runs
without interruption. A routine that can call itself, directly or not, counts as one that waits, so that its steps are
counted and it can't run for ever; the rounds of loops are counted in every routine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

import attrs

from dsl.routines.steps import Asking, Branching, Finished, ForEach, GoTo, Invoke, Looping, Plain, Step, Watch


@attrs.frozen
class Suspension:
    """The names of the routines that can wait; `main` plays the whole game, and its turns are always counted."""

    routines: frozenset[str]
    main: str

    def waits(self, step: Step, routine: str) -> bool:
        """Whether a step of a routine, apart from the steps inside it, waits or is the loop of the game's turns."""
        match step:
            case Asking() | GoTo():
                return True
            case Invoke(name):
                return name in self.routines
            case Looping():
                return routine == self.main
            case Plain() | Branching() | ForEach() | Watch():
                return False
            case _:
                assert_never(step)


def suspension(finished: Mapping[str, Finished]) -> Suspension:
    """The routines that ask, that can call themselves, or that call such a routine; and the game, which comes last."""
    calls = {name: {s.routine for s in r.steps if isinstance(s, Invoke)} for name, r in finished.items()}
    callers: dict[str, list[str]] = {name: [] for name in finished}
    for name, called in calls.items():
        for callee in called:
            callers[callee].append(name)
    circular = finished.keys() - _ending(calls, callers)
    asking = (name for name, r in finished.items() if any(isinstance(s, Asking) for s in r.steps))
    main = list(finished)[-1]
    return Suspension(frozenset(_closed([*asking, *circular, main], callers)), main)


def _closed(names: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    """Some names and all that can be reached from them."""
    found = set(names)
    todo = list(found)
    while todo:
        more = set(edges[todo.pop()]) - found
        found |= more
        todo += more
    return found


def _ending(calls: Mapping[str, set[str]], callers: Mapping[str, list[str]]) -> set[str]:
    """The routines from which no routine that can call itself is reached."""
    left = {name: len(called) for name, called in calls.items()}
    ending = [name for name, number in left.items() if not number]
    for name in ending:
        for caller in callers[name]:
            left[caller] -= 1
            if not left[caller]:
                ending.append(caller)
    return set(ending)
