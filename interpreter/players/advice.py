"""Advice: what each option of a decision is likely worth, by trying it with whole games.

A search in C tries the options as far as the player who decides may know: what is hidden is dealt anew for each
game. The result depends on what he knows, the policy and the number of games, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import attrs

from dsl.program.program import Program
from interpreter.analysis.faults import Fault
from interpreter.choices.picks import Pick
from interpreter.generated.executor import compiled
from interpreter.native.build import NoCompiler
from interpreter.native.executor import LeftToPython, NativeGame
from interpreter.native.expressions import Unsupported
from interpreter.native.learning import Net, Tried, Watch
from interpreter.players.policy import Policy
from interpreter.players.practice import net_of
from interpreter.players.skill import PLAYOUTS
from interpreter.reference.record import Record
from interpreter.state.layout import Flat, blank

SURE = 1.96
"""Standard deviations to either side that make an interval of 95 %."""

Interval = tuple[float, float]


class NoAdvice(Exception):
    """Nothing can be tried; the message is a sentence that says why."""


@attrs.frozen
class Estimate:
    """What an option came to in the games that were tried with it.

    `worth` is the mean of what they were worth, by which options are compared: how far a game came on the way to
    victory (0 to 1), 1 more if it was won, and its score, scaled. `chance` is the share of victories and `far` the mean
    of how far the games came, both None if the game can't be won; `score` is the mean score, None if there are none.
    The intervals are those of 95 %, None after fewer than two games.
    """

    option: str
    games: int
    worth: float
    interval: Interval | None
    chance: float | None = None
    chance_interval: Interval | None = None
    far: float | None = None
    score: float | None = None


@attrs.frozen
class Advice:
    """The estimates of all options, the best first; `learnt` is the number of games that their policy was learnt from.

    If that is 0, the games were played at random.
    """

    estimates: tuple[Estimate, ...]
    playouts: int
    learnt: int

    @property
    def best(self) -> str:
        """The option that came to most."""
        return self.estimates[0].option


@attrs.frozen
class Past:
    """How a game came to where it stands: its state before the setup, and the answers that weren't forced."""

    first: Flat
    picks: Sequence[Pick]


def advise(
    program: Program,
    s: Flat,
    options: Sequence[str],
    policy: Policy | None = None,
    playouts: int = PLAYOUTS,
    past: Past | None = None,
    watch: Watch | None = None,
) -> Advice:
    """Try the options of the decision that stands in a state, given in the order of its picks.

    With the past of the game, players remember cards that they put where they don't see them; see `recall.c`. `watch`
    is told now and then how many games were tried; what it raises stops them. Raises `NoAdvice` where nothing can be
    compiled, or C can't go on with this game.
    """
    own = program.own or program
    try:
        net = net_of(own, policy)
        game = net.game()
        far = _far_at_first(own, net)
        if past is None or not _follow(own, net, game, past, s):
            game = net.game()  # nothing is remembered of a past that leads elsewhere
            if game.stand(s) != len(options):
                raise NoAdvice("this decision can't be tried")
    except NoCompiler as error:
        raise NoAdvice(f"games are tried in C only: {error}") from error
    except Unsupported as error:
        raise NoAdvice(f"games are tried in C only, and these rules can't be compiled: {error}") from error
    except LeftToPython as error:
        raise NoAdvice("this game has numbers that are too large to try games from here") from error
    best, tried = net.search(game, len(options), playouts, 0, far, watch)
    order = sorted(range(len(options)), key=lambda at: (at != best, -tried[at].games, -tried[at].mean))
    estimates = tuple(_estimate(own, options[at], tried[at], net.spread) for at in order)
    return Advice(estimates, playouts, policy.games if policy else 0)


def _follow(program: Program, net: Net, game: NativeGame, past: Past, s: Flat) -> bool:
    """Play a game again up to a state, and keep in mind what its players know; whether it came there."""
    python, record, now = compiled(program), Record(recording=False), past.first[:]
    try:
        picks = python.begin(now, record)
        game.begin(past.first)
        net.keep_in_mind(game)
        for pick in past.picks:
            net.follow(game, picks.index(pick))
            picks = python.resume(now, pick, record)
    except (Fault, LeftToPython, Unsupported, ValueError):
        return False
    return now == s


def _far_at_first(program: Program, net: Net) -> int:
    """The distance from victory at the first decision; that of one deal for all, so that none gives anything away."""
    game = net.game()
    game.begin(blank(program, 0))
    return net.far(game)


def _estimate(program: Program, option: str, tried: Tried, spread: int) -> Estimate:
    games = tried.games
    off = SURE * sqrt(tried.variance / games) if games > 1 else 0.0
    found = Estimate(option, games, tried.mean, (tried.mean - off, tried.mean + off) if games > 1 else None)
    winnable = any(ending.status == "won" for ending in program.endings)
    if program.scoring is not None:
        ranks = program.scoring.ranks
        sign = -1 if ranks and not ranks[0].highest else 1
        rest = tried.mean - tried.far - tried.won / max(games, 1)
        found = attrs.evolve(found, score=sign * rest * spread * (3 if winnable else 1))
    if winnable:
        chance = tried.won / max(games, 1)
        interval = wilson(tried.won, games) if games > 1 else None
        found = attrs.evolve(found, chance=chance, chance_interval=interval, far=tried.far)
    return found


def wilson(count: int, games: int) -> Interval:
    """The interval of a share, at 95 % (Wilson)."""
    share, square = count / games, SURE * SURE
    middle = (share + square / (2 * games)) / (1 + square / games)
    off = SURE / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    return middle - off if count else 0.0, middle + off if count < games else 1.0
