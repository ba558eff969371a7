"""Players with skill: one that plays by what was learnt, and one that searches ahead at each decision. Both need C."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from interpreter.native.executor import Result
from interpreter.native.learning import Net
from interpreter.native.threads import in_threads
from interpreter.players.policy import Policy

AT_ONCE = 200
"""Games that a player without search plays before their results are returned."""

PLAYOUTS = 400
"""Games that search tries at a decision, unless it is told otherwise."""


@attrs.frozen
class Skill:
    """What a player goes by: a policy, and the games that search tries at each decision (0: the policy alone).

    Without a policy, a search plays these games at random.
    """

    policy: Policy | None = None
    playouts: int = 0


def skilled_results(
    net: Net, playouts: int, seeds: range, threads: int = 1
) -> Iterator[tuple[range, list[Result | None]]]:
    """Play whole games, one for each seed, and return their results part by part, with the seeds of each part.

    None: C left that game to Python, which has no such player. The results are the same for any number of threads.
    """
    most = 1 if playouts else AT_ONCE
    parts = [seeds[at : at + most] for at in range(0, len(seeds), most)]
    played = in_threads(lambda part: net.play(part[0], len(part), playouts), parts, threads)
    yield from zip(parts, played, strict=True)
