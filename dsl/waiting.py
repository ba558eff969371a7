"""Which routines can wait, and which loops have their rounds counted.

A routine that can't wait is carried out in one go, uncounted. So none of those may go on for ever: what can come back
to itself, or has loops in loops, is treated as if it waited, for then its steps are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

import attrs

from dsl.values import Asking, Branching, Finished, ForEach, GoTo, Invoke, Looping, Step, walk

WHILE = 4
"""How much a loop that ends when it likes counts for, when one over cards counts for 1."""

LONG = 8
"""From this sum of loops within one another on, their rounds are counted."""


@attrs.frozen
class Waiting:
    """Routines that are cut where they wait; those with loops in loops; the sum of the loops within one another."""

    routines: frozenset[str]
    long: frozenset[str]
    loops: Mapping[str, int]

    def waits(self, step: Step, routine: str) -> bool:
        """Whether a step of a routine (not counting those within it) waits, or is a loop whose rounds are counted."""
        match step:
            case Asking() | GoTo():
                return True
            case Invoke(name):
                return name in self.routines
            case Looping() | ForEach():
                return routine in self.long and _loops([step], self.loops, frozenset()) >= WHILE
            case _:
                return False


def waiting(finished: Mapping[str, Finished]) -> Waiting:
    """Which routines ask, can come back to themselves, loop in loops, or call one that does.

    The last one is the game itself, whose turns are always counted.
    """
    calls = {name: {s.routine for s in walk(r.body) if isinstance(s, Invoke)} for name, r in finished.items()}
    callers: dict[str, list[str]] = {name: [] for name in finished}
    for name, called in calls.items():
        for callee in called:
            callers[callee].append(name)
    ending = _ending(calls, callers)
    circular = finished.keys() - set(ending)
    asking = _closed(
        (name for name, r in finished.items() if any(isinstance(s, Asking) for s in walk(r.body))), callers
    )
    loops: dict[str, int] = {}
    for name in (*ending, *circular, *circular):
        loops[name] = _loops(finished[name].body, loops, asking)
    longest = _closed((name for name in loops if loops[name] >= LONG), calls)
    long = {*(name for name in longest if loops[name] >= WHILE), list(finished)[-1]}
    return Waiting(frozenset(_closed([*asking, *circular, *long], callers)), frozenset(long), loops)


def _closed(names: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    """These names and all that can be reached from them."""
    found = set(names)
    todo = list(found)
    while todo:
        more = set(edges[todo.pop()]) - found
        found |= more
        todo += more
    return found


def _ending(calls: Mapping[str, set[str]], callers: Mapping[str, list[str]]) -> list[str]:
    """Routines from which none that can come back to itself is reached, those that are called before their callers."""
    left = {name: len(called) for name, called in calls.items()}
    ending = [name for name, number in left.items() if not number]
    for name in ending:
        for caller in callers[name]:
            left[caller] -= 1
            if not left[caller]:
                ending.append(caller)
    return ending


def _loops(steps: Iterable[Step], known: Mapping[str, int], asking: Set[str]) -> int:
    """The sum of the loops that lie within one another, where it is greatest; rounds that ask are counted anyway."""
    greatest = 0
    for step in steps:
        match step:
            case Looping(_, _, body) | ForEach(_, _, _, _, body):
                counts = WHILE if isinstance(step, Looping) else 1
                asks = any(isinstance(s, Asking) or (isinstance(s, Invoke) and s.routine in asking) for s in walk(body))
                greatest = max(greatest, _loops(body, known, asking) + (0 if asks else counts))
            case Branching(_, then, otherwise):
                greatest = max(greatest, _loops((*then, *otherwise), known, asking))
            case Asking(_, _, _, options):
                greatest = max(greatest, _loops([s for option in options for s in option.body], known, asking))
            case Invoke(routine):
                greatest = max(greatest, known.get(routine, 0))
            case _:
                pass
    return greatest
