"""Practice: a program plays itself in C, and learns a policy from how its games went.

The recipe is policy gradient with an entropy bonus; both the steps and the bonus fall over the time that is given, and
without that fall it settles early on the first thing that works.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import reduce

from dsl.program.program import Program
from interpreter.native.executor import Native
from interpreter.native.learning import Net, Practice
from interpreter.players.features import features_table
from interpreter.players.policy import Policy

STEP, LAST_STEP = 0.03, 0.003
ENTROPY = 0.015
VICTORY = 1.0
"""What a victory is worth, beside that it is as far as a game can come."""

CHUNK = 200
"""Games that a thread plays before it looks at the clock."""

Clock = Callable[[], float]


def practise(
    program: Program,
    clock: Clock,
    *,
    seconds: float = 60.0,
    threads: int = 1,
    seed: int = 0,
    known: Policy | None = None,
    progress: Callable[[float, Practice], None] | None = None,
) -> Policy:
    """Practise for so many seconds by a clock, and return what was learnt.

    `known` is a policy to begin with. `progress` is called every now and then with the part of the time that is over
    and with what the games since the last call came to. Raises `NoCompiler` or `Unsupported` (see `Native`).
    With one thread the result depends on the clock only by the number of games; several threads share what they learn.
    """
    net, start = net_of(program, known), clock()
    firsts = iter(range(seed, 1 << 62, CHUNK))

    def done() -> float:
        return min((clock() - start) / seconds, 1.0) if seconds > 0 else 1.0

    def chunk(first: int) -> Practice:
        over = done()
        return net.practise(first, CHUNK, STEP + (LAST_STEP - STEP) * over, ENTROPY * (1 - over), VICTORY)

    total, latest = Practice(), Practice()
    with ThreadPoolExecutor(threads) as pool:
        while done() < 1:
            found = reduce(Practice.joined, pool.map(chunk, [next(firsts) for _ in range(4 * threads)]))
            total, latest = total.joined(found), found
            if progress is not None:
                progress(done(), found)
    won = latest.won / max(latest.games, 1)
    return Policy.of(program, net.weights, total.games + (known.games if known else 0), won, net.spread)


def net_of(program: Program, policy: Policy | None = None) -> Net:
    """The weights of a policy, ready to play; none of them is known without one."""
    net = Net(Native(program, learns=True), features_table(program))
    if policy is not None:
        net.write(policy.keys(program).items(), policy.spread)
    return net
