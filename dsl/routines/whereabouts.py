"""Which zones the cards can lie in that routines are called with, over all calls of a link."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dsl.routines.steps import Finished, Invoke, Whereabouts


def whereabouts(finished: Mapping[str, Finished], zones: int) -> Callable[[Whereabouts], frozenset[int]]:
    """In which zones a card can lie, with every caller taken into account."""
    sites = _sites(finished)
    known: dict[tuple[str, int], frozenset[int]] = {key: frozenset() for key in sites}

    def expand(where: Whereabouts) -> frozenset[int]:
        found: set[int] = set()
        for place in where:
            found |= {place} if isinstance(place, int) else known.get((place[1], place[2]), frozenset(range(zones)))
        return frozenset(found)

    readers: dict[tuple[str, int], set[tuple[str, int]]] = {key: set() for key in sites}
    for key, wheres in sites.items():
        for place in frozenset[int | tuple[str, str, int]]().union(*wheres):
            if not isinstance(place, int):
                readers.get((place[1], place[2]), set()).add(key)
    todo = dict.fromkeys(sites)
    while todo:
        key = todo.popitem()[0]
        union = frozenset[int]().union(*(expand(where) for where in sites[key]))
        if union != known[key]:
            known[key] = union
            todo.update(dict.fromkeys(readers[key]))
    return expand


def _sites(finished: Mapping[str, Finished]) -> dict[tuple[str, int], list[Whereabouts]]:
    """For each argument of a routine that is a card: where its callers' cards lie."""
    sites: dict[tuple[str, int], list[Whereabouts]] = {}
    for routine in finished.values():
        for step in routine.steps:
            if isinstance(step, Invoke):
                for position, where in enumerate(step.where):
                    if where is not None:
                        sites.setdefault((step.routine, position), []).append(where)
    return sites
