"""Draw positions near the end of a game: states at the beginning of a turn, far into games that went well.

Games are played on from where others stand, mostly from where least is missing to a victory, for a few turns at a time.
Such positions are reached from a deal by answers. Every second one is laid out anew: cards go from zone to zone, to
where such cards have lain, until hardly anything is missing; what must always hold holds there, too. Of these, some are
played on again in the same way, and some are laid out for a condition that a counted rule asks and that never held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.choices.decisions import Chooser
from interpreter.choices.picks import Pick
from interpreter.game.invariants import checks_of
from interpreter.generated.executor import compiled
from interpreter.players.distance import nearness_of
from interpreter.players.policies import Uses, chooser
from interpreter.simulation.perturb import Layer, Position
from interpreter.state.generator import Generator
from interpreter.state.layout import Flat, blank

DEALS = 8
"""Games with which drawing begins."""

STRETCHES = 400
"""How often a game is played on from a position."""

TURNS = 4
"""Turns for which it is played on, at most."""

LAID = 40
"""Positions laid out anew from which games are played on."""

FURTHER = 300
"""How often a game is played on from these."""

KEPT = 25
"""Positions that are kept of those that lack the same."""

FRONT = 2
"""Three of four times, a game is played on from positions that lack one of so many smallest values."""

LONGEST = 2_000
"""Decisions within a stretch after which it is given up."""


def draw_positions(program: Program, seed: int, count: int, uses: Uses | None = None) -> list[Position]:
    """So many positions, or none if no game comes to a second turn; the same for the same seed.

    `uses` is where an eager player counts what it takes on the way (see `policies`).
    """
    below, pool = Generator(seed).below, _Pool(Generator(~seed))
    uses = {} if uses is None else uses
    for number in range(DEALS):
        start = Position(tuple(blank(program, seed + number)), seed + number, (), -1)
        pool.add(_stretch(program, start, chooser(program, "random", seed + number), TURNS))
    if not pool.kept:
        return []
    pool.play_on(program, seed, STRETCHES, uses)
    layer = Layer(program, pool.every())
    further = _Pool(Generator(~seed))
    further.add(layer.laid(pool.front(), below) for _ in range(LAID))
    further.play_on(program, seed, FURTHER, uses)

    def drawn(number: int) -> Position:
        match number % 8:
            case 1:
                return layer.laid(pool.front(), below)
            case 3 | 7 if layer.unheld:
                aims = layer.unheld[below(len(layer.unheld))]
                return layer.aimed(further.front(), aims[below(len(aims))], below)
            case 3 | 5 | 7:
                return further.front()
            case _:
                return pool.front()

    return [drawn(number) for number in range(count)]


class _Pool:
    """Positions by what they lack, a few of each."""

    def __init__(self, generator: Generator) -> None:
        self.kept: dict[int, list[Position]] = {}
        self._below = generator.below

    def play_on(self, program: Program, seed: int, times: int, uses: Uses) -> None:
        """Play games on from positions that are kept, and keep positions on the way."""
        for number in range(times):
            policy = "eager" if self._below(2) else "random"
            choose = chooser(program, policy, seed + number, uses)
            self.add(_stretch(program, self.front(), choose, 1 + self._below(TURNS)))

    def add(self, positions: Iterable[Position]) -> None:
        """Keep positions, rather the early ones, for which there is most time left."""
        for position in positions:
            alike = self.kept.setdefault(position.lack, [])
            if len(alike) < KEPT:
                alike.append(position)
                continue
            at = self._below(KEPT)
            if len(position.answers) < len(alike[at].answers) or not self._below(KEPT):
                alike[at] = position

    def every(self) -> list[Position]:
        """All that are kept."""
        return [position for alike in self.kept.values() for position in alike]

    def front(self) -> Position:
        """One of those that lack least, mostly."""
        lacks = sorted(self.kept)
        if self._below(4):
            lacks = lacks[:FRONT]
        alike = self.kept[lacks[self._below(len(lacks))]]
        return alike[self._below(len(alike))]


def _stretch(program: Program, start: Position, choose: Chooser, turns: int) -> Iterator[Position]:
    """Play on from a position for so many turns; each position on the way."""
    s: Flat = list(start.state)
    answers = list(start.answers)
    most = len(answers) + LONGEST

    def noting(block: int, picks: list[Pick]) -> int:
        answer = choose(block, picks)
        answers.append(answer)
        if len(answers) > most:
            raise Fault("endless game", "a stretch went on for too long")
        return answer

    executor, nearness = compiled(program), nearness_of(program)
    try:
        for _ in range(turns):
            if not executor.play_turn(s, noting):
                return
            if start.laid:  # what goes wrong on the way is found by games from where it began, and told with that
                checks_of(program).inspect(s)
            given = () if start.laid else tuple(answers)
            yield Position(tuple(s), start.seed, given, nearness.lack(s), start.laid)
    except Fault:  # whoever plays on from what was kept will come upon it
        return
