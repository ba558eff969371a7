"""Events that start themselves again: which calls can do so, how deep they are nested, and the ring that they form.

Every ring of events contains such a call. Both executors count the frames there, and stop a game that goes too deep.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from dsl.program.blocks import CallAndWait
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program


@once_per_program
def calls(program: Program) -> Mapping[int, CallAndWait]:
    """The calls of procedures that wait, by the number of the block that follows."""
    return {block.last.block: block.last for block in program.blocks if isinstance(block.last, CallAndWait)}


@once_per_program
def recursive_calls(program: Program) -> frozenset[int]:
    """The blocks that follow the call of a procedure from which the calling one can be called again."""
    edges = [(back, program.blocks[back].procedure, call.procedure) for back, call in calls(program).items()]
    called: dict[int, set[int]] = {caller: set() for _, caller, _ in edges}
    for _, caller, callee in edges:
        called[caller].add(callee)
    circular = _leading_on(called)
    inside = {each: called[each] & circular for each in circular}
    ahead = {each: _reached(each, inside) for each in circular}
    return frozenset(back for back, caller, callee in edges if caller in ahead.get(callee, ()))


def depth(frame: tuple[Any, ...] | None) -> int:
    """The number of frames, from this one down."""
    count = 0
    while frame is not None:
        frame, count = frame[1], count + 1
    return count


def ring(known: Mapping[int, CallAndWait], frame: tuple[Any, ...]) -> tuple[int, ...]:
    """The origins of the calls that started one another in a ring, from the first one.

    `known` are the `calls` of the program, `frame` is that of the latest caller, with the block that follows.
    """
    made: list[CallAndWait] = []
    here: tuple[Any, ...] | None = frame
    while here is not None:
        if call := known.get(here[0]):
            made.append(call)
        here = here[1]
    made.reverse()
    first: dict[int, int] = {}
    for number, call in enumerate(made):
        if call.procedure in first:
            return tuple(each.origin for each in made[first[call.procedure] + 1 : number + 1])
        first[call.procedure] = number
    return ()


def _leading_on(called: Mapping[int, Set[int]]) -> frozenset[int]:
    """The procedures without those that call none but such as come to an end."""
    left = set(called)
    while True:
        ending = {each for each in left if called[each].isdisjoint(left)}
        if not ending:
            return frozenset(left)
        left -= ending


def _reached(start: int, called: Mapping[int, Set[int]]) -> Set[int]:
    """The procedures that are called from one, directly or not; and that one."""
    found, todo = {start}, [start]
    while todo:
        more: Sequence[int] = [*(called[todo.pop()] - found)]
        found.update(more)
        todo += more
    return found
