"""Which routines can wait.

A routine that can't wait is carried out in one go. What can come back to itself is treated as if it waited, so that
it can't go on for ever: its steps are counted. The rounds of loops are counted wherever they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from dsl.routines.steps import Asking, Finished, GoTo, Invoke, Looping, Step


@attrs.frozen
class Waiting:
    """Routines that are cut where they wait; `main` is the game itself, whose turns are always counted."""

    routines: frozenset[str]
    main: str

    def waits(self, step: Step, routine: str) -> bool:
        """Whether a step of a routine (not counting those within it) waits, or is a turn of the game."""
        match step:
            case Asking() | GoTo():
                return True
            case Invoke(name):
                return name in self.routines
            case Looping():
                return routine == self.main
            case _:
                return False


def waiting(finished: Mapping[str, Finished]) -> Waiting:
    """Which routines ask, can come back to themselves, or call one that does; and the game itself, the last one."""
    calls = {name: {s.routine for s in r.steps if isinstance(s, Invoke)} for name, r in finished.items()}
    callers: dict[str, list[str]] = {name: [] for name in finished}
    for name, called in calls.items():
        for callee in called:
            callers[callee].append(name)
    circular = finished.keys() - _ending(calls, callers)
    asking = (name for name, r in finished.items() if any(isinstance(s, Asking) for s in r.steps))
    main = list(finished)[-1]
    return Waiting(frozenset(_closed([*asking, *circular, main], callers)), main)


def _closed(names: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    """These names and all that can be reached from them."""
    found = set(names)
    todo = list(found)
    while todo:
        more = set(edges[todo.pop()]) - found
        found |= more
        todo += more
    return found


def _ending(calls: Mapping[str, set[str]], callers: Mapping[str, list[str]]) -> set[str]:
    """Routines from which none that can come back to itself is reached."""
    left = {name: len(called) for name, called in calls.items()}
    ending = [name for name, number in left.items() if not number]
    for name in ending:
        for caller in callers[name]:
            left[caller] -= 1
            if not left[caller]:
                ending.append(caller)
    return set(ending)
