"""Weights that games in C learn and play by: the face of `learning.c`."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from weakref import finalize

import attrs

from interpreter.analysis.faults import LONGEST
from interpreter.native.executor import Native, NativeGame, Result, address, result_of

BITS = 21
"""The table of weights has room for so many features (as a power of 2)."""

NUMBERS = 5
"""The numbers that search returns for each option."""

WATCHED = 0.1
"""Seconds between two looks at a search."""

Watch = Callable[[int, int], None]
"""Is told now and then how many of how many games were tried; what it raises stops the search."""


@attrs.frozen
class Practice:
    """What practice came to: the games, how many were won, and the sum of how far they came (victory: 1) or scored."""

    games: int = 0
    won: int = 0
    far: float = 0.0

    def joined(self, other: Practice) -> Practice:
        """Both together."""
        return Practice(self.games + other.games, self.won + other.won, self.far + other.far)


@attrs.frozen
class Tried:
    """An option that search tried: the games, and the mean and the variance of what they were worth.

    A game is worth how far it came on the way to victory, from 0 to 1, 1 more if it was won, and its score by the
    spread of scores (where it can be won, a third of that). `won` is the number of victories, `far` the mean of how far
    the games came.
    """

    games: int
    mean: float
    variance: float
    won: int = 0
    far: float = 0.0


class Net:
    """Weights of features for one program, by keys of 64 bits (see `players/features`)."""

    def __init__(self, plays: Native, table: array[int], bits: int = BITS) -> None:
        self._plays, self._table, self._library = plays, table, plays.library
        self._net = self._library.net_new(bits)
        if not self._net:
            raise MemoryError("there is no memory for what is learnt")
        finalize(self, self._library.net_free, self._net)

    @property
    def weights(self) -> dict[int, float]:
        """The weights by key."""
        count = int(self._library.net_used(self._net))
        keys, weights = array("Q", bytes(8 * count)), array("f", bytes(4 * count))
        found = self._library.net_read(self._net, address(keys), address(weights))
        return dict(zip(keys[:found], weights[:found], strict=True))

    @property
    def spread(self) -> int:
        """How far scores are spread in practice; a score counts by this."""
        return int(self._library.net_spread(self._net, 0))

    def write(self, weights: Iterable[tuple[int, float]], spread: int) -> None:
        """Set weights by key, and the spread of scores."""
        self._library.net_spread(self._net, spread)
        pairs = list(weights)
        keys, values = array("Q", [key for key, _ in pairs]), array("f", [value for _, value in pairs])
        self._library.net_write(self._net, address(keys), address(values), len(keys))

    def settle(self) -> None:
        """Round the weights to the whole numbers by which games are played."""
        self._library.net_settle(self._net)

    def practise(self, first: int, games: int, step: float, entropy: float, victory: float) -> Practice:
        """Play whole games with the seeds from `first` on, and learn from each; several threads may do so at once."""
        out, blank = array("d", bytes(24)), self._plays.blank
        with self._plays.table() as game:
            self._library.practise(
                game,
                self._net,
                address(self._table),
                address(blank),
                first,
                games,
                step,
                entropy,
                victory,
                address(out),
            )
        return Practice(int(out[0]), int(out[1]), out[2])

    def play(self, first: int, games: int, playouts: int = 0) -> list[Result | None]:
        """Play whole games by the weights or, with `playouts`, by search at each decision; None: left to Python."""
        return self._play(first, games, playouts, None)

    def answers(self, seed: int, playouts: int = 0) -> list[int] | None:
        """Play one game as `play`; the index of each answer among the picks of its decision."""
        answers = array("q", bytes(8 * LONGEST))
        (result,) = self._play(seed, 1, playouts, answers)
        return answers[: result.decisions].tolist() if result else None

    def _play(self, first: int, games: int, playouts: int, answers: array[int] | None) -> list[Result | None]:
        width, blank = self._plays.width, self._plays.blank
        rows, noted = array("q", bytes(8 * width * games)), 0 if answers is None else address(answers)
        with self._plays.table() as game, self._plays.table() as other:
            self._library.play_learnt(
                game, other, self._net, address(self._table), address(blank), first, games, playouts, address(rows),
                noted,
            )  # fmt: skip
        return [result_of(rows[at : at + width]) for at in range(0, len(rows), width)]

    def game(self) -> NativeGame:
        """A game at whose decisions options can be tried."""
        return self._plays.game()

    def keep_in_mind(self, at: NativeGame) -> None:
        """Begin to keep in mind, at the first decision of a game, what its players know of cards they don't see."""
        at.picks_after(self._library.keep_in_mind(at.address, address(self._table)))

    def follow(self, at: NativeGame, pick: int) -> int:
        """Carry out a pick as `NativeGame.answer`, and keep in mind what the players know of cards they don't see."""
        with self._plays.table() as other:
            return at.picks_after(self._library.follow(at.address, other, address(self._table), pick))

    def knows(self, at: NativeGame, player: int, zone: int) -> list[bool]:
        """Whether a player remembers each card of a zone that he doesn't see, in the order of its cards."""
        out = array("q", bytes(8 * self._plays.most))
        count = self._library.is_known(at.address, player, zone, address(out))
        return [bool(each) for each in out[:count]]

    def far(self, at: NativeGame) -> int:
        """How far a game is from victory."""
        return int(self._library.far_from_victory(at.address))

    def search(
        self, at: NativeGame, picks: int, playouts: int, seed: int, start: int, watch: Watch | None = None
    ) -> tuple[int, Sequence[Tried]]:
        """Try the picks of the decision at which a game stands; the best one, and what each came to.

        `start` is the distance from victory at the beginning of the game. The same seed gives the same result. With
        `watch`, a thread searches, so that whoever waits may look on, and stop it by raising something.
        """
        out, halt = array("q", bytes(8 * NUMBERS * picks)), array("q", [0])

        def searched() -> int:
            with self._plays.table() as other:
                given = address(self._table), playouts, seed, start, address(out), address(halt)
                return int(self._library.search(at.address, other, self._net, *given))

        best = searched() if watch is None else _watched(searched, lambda: watch(sum(out[::NUMBERS]), playouts), halt)
        return best, [_tried(*out[at : at + NUMBERS]) for at in range(0, NUMBERS * picks, NUMBERS)]


def _watched(search: Callable[[], int], look: Callable[[], None], halt: array[int]) -> int:
    """Search in a thread, which `halt` ends; waits no longer at once, because not every system interrupts a wait."""
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(search)
        try:
            while not wait([found], WATCHED).done:
                look()
        except BaseException:
            halt[0] = 1
            raise
        return found.result()


def _tried(games: int, total: int, squares: int, won: int, far: int) -> Tried:
    if not games:
        return Tried(0, 0.0, 0.0)
    mean = total / games / 1e6
    return Tried(games, mean, max(squares / games / 1e6 - mean * mean, 0.0), won, far / games / 1e6)
