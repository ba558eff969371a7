"""Practice: a program plays itself in C, and learns a policy from how its games went.

The recipe is policy gradient with an entropy bonus; both the steps and the bonus fall over the time that is given, and
without that fall it settles early on the first thing that works.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from dsl.program.program import Program
from interpreter.native.executor import Native
from interpreter.native.learning import BITS, Net, Practice
from interpreter.native.threads import in_threads
from interpreter.players.features import features_table, leads
from interpreter.players.policy import Policy

STEP, LAST_STEP = 0.03, 0.003
ENTROPY, ENTROPY_TO_SCALE = 0.015, 0.0375
"""The second where advantages are scaled (see `learn_from` in `native/learning.c`)."""

VICTORY = 1.0
"""What a victory is worth, beside that it is as far as a game can come."""

CHUNK = 200
"""Games that a thread plays before it looks at the clock."""

Clock = Callable[[], float]

Progress = Callable[[float, Practice], None]
"""Is told which part of the time is over, and what the games since the last call came to."""


class Learner:
    """Practises, and has learnt something at any moment, also when it is stopped before its time.

    `known` is a policy to begin with. With one thread the result depends on the clock only by the number of games;
    several threads share what they learn. Raises `NoCompiler` or `Unsupported` (see `Native`).
    """

    def __init__(self, program: Program, threads: int = 1, seed: int = 0, known: Policy | None = None) -> None:
        self._program, self._threads, self._known = program, threads, known.games if known else 0
        self._net, self._seeds = net_of(program, known, learns=True), iter(range(seed, 1 << 62, CHUNK))
        self._entropy = ENTROPY_TO_SCALE if leads(program) else ENTROPY
        self.total = Practice()
        """What practice came to so far."""
        self.latest = Practice()
        """What the latest games came to."""

    def run(self, clock: Clock, seconds: float, progress: Progress | None = None) -> None:
        """Practise for so many seconds by a clock; `progress` is told now and then which part of them is over."""
        start = clock()

        def done() -> float:
            return min((clock() - start) / seconds, 1.0) if seconds > 0 else 1.0

        def chunk(first: int) -> Practice:
            over = done()
            return self._net.practise(
                first, CHUNK, STEP + (LAST_STEP - STEP) * over, self._entropy * (1 - over), VICTORY
            )

        while done() < 1:
            seeds = [next(self._seeds) for _ in range(4 * self._threads)]
            self.latest = reduce(Practice.joined, in_threads(chunk, seeds, self._threads))
            self.total = self.total.joined(self.latest)
            if progress is not None:
                progress(done(), self.latest)

    @property
    def policy(self) -> Policy:
        """What was learnt so far."""
        won, games = self.latest.won / max(self.latest.games, 1), self.total.games + self._known
        return Policy.of(self._program, self._net.weights, games, won, self._net.spread)


def practise(
    program: Program,
    clock: Clock,
    *,
    seconds: float = 60.0,
    threads: int = 1,
    seed: int = 0,
    known: Policy | None = None,
    progress: Progress | None = None,
) -> Policy:
    """Practise for so many seconds by a clock, and return what was learnt (see `Learner`)."""
    learner = Learner(program, threads, seed, known)
    learner.run(clock, seconds, progress)
    return learner.policy


def net_of(program: Program, policy: Policy | None = None, learns: bool = False) -> Net:
    """The weights of a policy, ready to play; without one, none is known. A net that `learns` has room for more."""
    keys = policy.keys(program) if policy else {}
    bits = BITS if learns or not keys else min((2 * len(keys)).bit_length(), BITS)
    net = Net(Native(program, learns=True), features_table(program), bits)
    if policy is not None:
        net.write(keys.items(), policy.spread)
    return net
