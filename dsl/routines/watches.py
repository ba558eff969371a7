"""Watches: steps after a change, at which the endings of the game and the triggers are tested."""

from __future__ import annotations

from dsl.routines.steps import Frame, Step, Watch, Whereabouts, union


def watch(writes: Whereabouts, frame: Frame, counters: frozenset[int] = frozenset()) -> list[Step]:
    """Test the conditions that depend on these changes, now or at the end of the step that they are part of."""
    watch = Watch(writes, counters)
    if frame.batch is not None:
        frame.batch.append(watch)
        return []
    return [watch]


def close(batch: list[Watch], frame: Frame) -> list[Step]:
    """The watch at the end of a step taken as one."""
    writes = union(w.writes for w in batch)
    return watch(writes, frame, frozenset[int]().union(*(w.counters for w in batch)))
