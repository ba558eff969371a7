"""Whereabouts: the zones in which the cards passed to routines can lie, over all calls in a link.

Reads the calls of the woven routines and computes the least solution by iteration; knows nothing of what happens to the
cards inside a routine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from dsl.routines.steps import Finished, Whereabouts, union


def whereabouts(finished: Mapping[str, Finished], zones: int) -> Callable[[Whereabouts], frozenset[int]]:
    """A function that replaces the arguments in whereabouts by the zones where the callers' cards can lie.

    `zones` is the number of zones; a card of which no call is known can lie in any of them.
    """
    sites = _sites(finished)
    known: dict[tuple[str, int], frozenset[int]] = {key: frozenset() for key in sites}
    anywhere = frozenset(range(zones))

    def expand(where: Whereabouts) -> frozenset[int]:
        passed = [place for place in where if not isinstance(place, int)]
        if not passed:
            return cast(frozenset[int], where)
        fixed = [place for place in where if isinstance(place, int)]
        return frozenset(fixed).union(*[known.get((place[1], place[2]), anywhere) for place in passed])

    readers: dict[tuple[str, int], set[tuple[str, int]]] = {key: set() for key in sites}
    for key, wheres in sites.items():
        for place in union(wheres):
            if not isinstance(place, int):
                readers.get((place[1], place[2]), set()).add(key)
    todo = dict.fromkeys(sites)
    while todo:
        key = todo.popitem()[0]
        found = frozenset[int]().union(*(expand(where) for where in sites[key]))
        if found != known[key]:
            known[key] = found
            todo.update(dict.fromkeys(readers[key]))
    return expand


def _sites(finished: Mapping[str, Finished]) -> dict[tuple[str, int], list[Whereabouts]]:
    """For each argument that is a card, as (routine, position): where the card of each call lies."""
    sites: dict[tuple[str, int], list[Whereabouts]] = {}
    for routine in finished.values():
        for call in routine.calls:
            for position, where in enumerate(call.where):
                if where is not None:
                    sites.setdefault((call.routine, position), []).append(where)
    return sites
