"""Many games in C that wait for answers: the face of `stepping.c`.

Knows addresses and columns of numbers; `simulation/stepping` hands it the buffers, and plays what C leaves to Python.
"""

from __future__ import annotations

from array import array
from ctypes import c_int64, c_size_t
from weakref import finalize

from interpreter.native.executor import Native, address
from interpreter.native.threads import in_threads
from interpreter.state.layout import Flat

PICKS, PLAYER, STATUS, DECISIONS, TURNS, SEED, LEFT_OUT, SCORES = range(8)
"""The columns of a row; the last one is the first of what was counted."""

LEFT = -1
"""The picks of a game that Python has to play on; as its status: also its results are Python's."""

FAULTY, NO_ANSWER, NEVER = -1, -2, -3
"""The status after a rules fault, after an answer that there wasn't, and of a game that nobody could be dealt."""

BEGIN, LEAVE = -1, -2
"""In place of an answer: deal the game of a seed; leave the game as it is."""


class NativeBatch:
    """Games of one program in C, played by some threads; `native` was compiled with `steps`.

    `table` says what seats observe (see `players/vectors`), `eager` how others answer; None: nothing, and at random.
    A game is cut short after `most` decisions, and dealt again up to `tries` times until the seat has to decide.
    """

    def __init__(
        self, native: Native, games: int, *, table: array[int] | None, eager: array[int] | None,
        seat: int, most: int, tries: int, threads: int,
    ) -> None:  # fmt: skip
        self._native, self._library = native, native.library
        self._kept = table, eager
        _declare(native)
        self._tables = [native.new_table() for _ in range(max(1, threads))]
        for each in self._tables:
            finalize(self, self._library.game_free, each)
        given = [address(each) if each is not None else 0 for each in self._kept]
        self._batch = self._library.batch_new(self._tables[0], address(native.blank), *given, games, seat, most, tries)
        if not self._batch:
            raise MemoryError("there is no memory for so many games")
        finalize(self, self._library.batch_free, self._batch)
        bounds = [games * part // len(self._tables) for part in range(len(self._tables) + 1)]
        self._parts = list(zip(self._tables, bounds, bounds[1:], strict=False))

    def step(self, actions: int, seeds: int, after: int, rows: int, seen: int, mask: int) -> None:
        """Carry out an action in each game; all are addresses but `after`, which a seed grows by when it was dealt.

        `after` is 0 if games that are over stay so. The interpreter's lock is released meanwhile.
        """

        def part(of: tuple[int, int, int]) -> None:
            self._library.batch_step(of[0], self._batch, *of[1:], actions, seeds, after, rows, seen, mask)

        if len(self._parts) == 1:
            part(self._parts[0])
        else:
            list(in_threads(part, self._parts, len(self._parts)))

    def step_one(self, game: int, actions: int, seeds: int, rows: int, seen: int, mask: int) -> None:
        """The same for one game, which stays over."""
        self._library.batch_step(self._tables[0], self._batch, game, game + 1, actions, seeds, 0, rows, seen, mask)

    def history(self, game: int) -> tuple[int, list[int]]:
        """The seed with which a game was to begin, and the indices of the picks that were answered in it."""
        first = array("q", [0])
        count = self._library.batch_history(self._batch, game, address(first), 0)
        picks = array("i", bytes(4 * count))
        self._library.batch_history(self._batch, game, address(first), address(picks) if count else 0)
        return first[0], picks.tolist()

    def state(self, game: int) -> Flat:
        """The state of a game."""
        memory = self._native.memory
        numbers = array("q", bytes(8 * memory.most))
        count = self._library.batch_state(self._tables[0], self._batch, game, address(numbers))
        return memory.state(numbers[:count])


def _declare(native: Native) -> None:
    """Say what the functions of `stepping.c` take and return."""
    library, pointer, number = native.library, c_size_t, c_int64
    library.batch_new.restype, library.batch_new.argtypes = pointer, [*[pointer] * 4, *[number] * 4]
    library.batch_free.restype, library.batch_free.argtypes = None, [pointer]
    library.batch_step.restype = None
    library.batch_step.argtypes = [pointer, pointer, number, number, pointer, pointer, number, *[pointer] * 3]
    library.batch_history.restype, library.batch_history.argtypes = number, [pointer, number, pointer, pointer]
    library.batch_state.restype, library.batch_state.argtypes = number, [pointer, pointer, number, pointer]
