"""Draw positions near the end of a game: states at the beginning of a turn, far into games that went well.

Games continue from positions of other games, mostly from those nearest to victory, for a few turns at a time: these
positions can be reached from a deal by answers. Every second position drawn is perturbed (see `perturb`) until hardly
anything is missing to victory. Some of the perturbed positions are continued in the same way, and some positions are
perturbed towards a condition in the coverage log that never held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from dsl.program.expressions import Covered
from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.choices.decisions import Chooser
from interpreter.choices.picks import Pick
from interpreter.game.invariants import checks_of
from interpreter.generated.executor import compiled
from interpreter.players.distance import distance_of
from interpreter.players.policies import Uses, chooser
from interpreter.simulation.perturb import Below, Perturber, Position
from interpreter.simulation.seldom import Turn, seldom
from interpreter.state.generator import Generator
from interpreter.state.layout import Flat, blank

DEALS = 8
"""Deals with which drawing begins."""

STRETCHES, FIRST, FOR_EACH = 400, 60, 6
"""How often a game is continued from a position; if few are drawn, less often: a number, and more for each."""

TURNS = 4
"""Most turns for which a game is continued."""

PERTURBED = 40
"""Perturbed positions from which games are continued."""

FURTHER = 300
"""How often a game is continued from these."""

MOST_ALIKE = 25
"""Most positions in a pool for each distance to victory."""

FRONT = 2
"""Three of four games are continued from positions whose distance is one of so many smallest ones."""

T = TypeVar("T")

LONGEST = 2_000
"""Decisions after which a continuation is given up."""


def draw_positions(program: Program, seed: int, count: int, uses: Uses | None = None) -> list[Position]:
    """So many positions, or none if no game comes to a second turn; the same for the same seed.

    An eager player counts the options that it takes on the way in `uses` (see `policies`).
    """
    below, pool = Generator(seed).below, _dealt(program, seed)
    uses = {} if uses is None else uses
    if not pool.positions:
        return []
    pool.continue_games(program, seed, min(STRETCHES, FIRST + FOR_EACH * count), uses)
    perturber = Perturber(program, pool.every())
    further = _Pool(Generator(~seed))
    further.add(perturber.nearer_to_victory(pool.front(), below) for _ in range(PERTURBED))
    further.continue_games(program, seed, min(FURTHER, FIRST + FOR_EACH * count), uses)

    def drawn(number: int) -> Position:
        match number % 8:
            case 1:
                return perturber.nearer_to_victory(pool.front(), below)
            case 3 | 7 if perturber.unmet:
                aims = perturber.unmet[below(len(perturber.unmet))]
                return perturber.nearer_to(further.front(), aims[below(len(aims))], below)
            case 3 | 5 | 7:
                return further.front()
            case _:
                return pool.front()

    return [drawn(number) for number in range(count)]


def near_the_end(program: Program, seed: int, count: int, meeting: int = 0) -> list[Position]:
    """So many positions, or none if no game comes to a second turn, with little of the effort of `draw_positions`.

    Every fourth can be reached from a deal; the others are perturbed, and the nearest of more that were drawn. Behind
    them come at most `meeting` that meet a condition which held in no position before, if the program records those.
    """
    below, pool = Generator(seed).below, _dealt(program, seed)
    if not pool.positions:
        return []
    pool.continue_games(program, seed, FIRST, {})
    perturber, reached = Perturber(program, pool.every()), [pool.front() for _ in range(0, count, 4)]
    perturbed = [perturber.nearer_to_victory(reached[0], below)]
    for number in range(2 * count):
        nearest = min(perturbed, key=lambda each: each.distance)
        perturbed.append(perturber.nearer_to_victory(nearest if number % 2 else pool.front(), below))
    perturbed.sort(key=lambda each: each.distance)
    return [*[*reached, *perturbed][:count], *_meeting(perturber, program, pool, below, meeting)]


def seldom_turns(program: Program, seed: int) -> list[list[Turn]]:
    """For each thing that rules do, some turns in which they do it, as `seldom` finds them; the most seldom first.

    The program is linked for coverage.
    """
    pool = _dealt(program, seed)
    if not pool.positions:
        return []
    pool.continue_games(program, seed, FIRST, {})
    known = pool.every()
    return seldom(program, known, Perturber(program, known), seed)


def _meeting(perturber: Perturber, program: Program, pool: _Pool, below: Below, most: int) -> Iterator[Position]:
    """Positions that meet conditions which never held, each one of another rule; rules of modules come first."""
    own, base = list[list[Covered]](), list[list[Covered]]()
    for aims in perturber.unmet:
        (base if program.origins[aims[0].origin].module == program.game else own).append(aims)
    for aims in [*_shuffled(own, below), *_shuffled(base, below)][: 2 * most]:
        aim = aims[below(len(aims))]
        position = perturber.nearer_to(pool.front(), aim, below)
        if most and not perturber.distance(aim, position):
            most -= 1
            yield position


def _shuffled(values: list[T], below: Below) -> list[T]:
    left = values[:]
    return [left.pop(below(len(left))) for _ in values]


def _dealt(program: Program, seed: int) -> _Pool:
    """The positions with which drawing begins: the first turns of some deals."""
    pool = _Pool(Generator(~seed))
    for deal in range(seed, seed + DEALS):
        start = Position(tuple(blank(program, deal)), deal, (), -1)
        pool.add(_stretch(program, start, chooser(program, "random", deal), TURNS))
    return pool


class _Pool:
    """Positions by distance to victory, a few of each."""

    def __init__(self, generator: Generator) -> None:
        self.positions: dict[int, list[Position]] = {}
        self._below = generator.below

    def continue_games(self, program: Program, seed: int, times: int, uses: Uses) -> None:
        """Continue games from positions of the pool, and add the positions on the way."""
        for number in range(times):
            policy = "eager" if self._below(2) else "random"
            choose = chooser(program, policy, seed + number, uses)
            self.add(_stretch(program, self.front(), choose, 1 + self._below(TURNS)))

    def add(self, positions: Iterable[Position]) -> None:
        """Add positions; if there are too many, the best scores stay, then early positions, with most time left."""
        for position in positions:
            alike = self.positions.setdefault(position.distance, [])
            if len(alike) < MOST_ALIKE:
                alike.append(position)
                continue
            at = self._below(MOST_ALIKE)
            better = position.worth - alike[at].worth
            if better > 0 or (
                not better and (len(position.answers) < len(alike[at].answers) or not self._below(MOST_ALIKE))
            ):
                alike[at] = position

    def every(self) -> list[Position]:
        """All positions of the pool."""
        return [position for alike in self.positions.values() for position in alike]

    def front(self) -> Position:
        """A position, mostly one of the nearest to victory."""
        distances = sorted(self.positions)
        if self._below(4):
            distances = distances[:FRONT]
        alike = self.positions[distances[self._below(len(distances))]]
        return alike[self._below(len(alike))]


def _stretch(program: Program, start: Position, choose: Chooser, turns: int) -> Iterator[Position]:
    """Continue from a position for so many turns; each position on the way."""
    s: Flat = list(start.state)
    answers = list(start.answers)
    most = len(answers) + LONGEST

    def recording(block: int, picks: list[Pick]) -> int:
        answer = choose(block, picks)
        answers.append(answer)
        if len(answers) > most:
            raise Fault("endless game", "a stretch went on for too long")
        return answer

    executor, distance = compiled(program), distance_of(program)
    try:
        for _ in range(turns):
            if not executor.play_turn(s, recording):
                return
            if start.perturbed:  # a fault on the way is found, and reported, by games from the position itself
                checks_of(program).inspect(s)
            given = () if start.perturbed else tuple(answers)
            yield Position(tuple(s), start.seed, given, distance.to_victory(s), start.perturbed, distance.worth(s))
    except Fault:  # games that continue from the positions so far will meet it, too
        return
