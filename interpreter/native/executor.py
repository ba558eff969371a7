"""The native executor: compiles a program once, and plays whole games, or one game step by step, in C.

Whatever C can't do exactly as Python does (a fault of the rules, a number that is too large) it leaves to Python: then
a game's row is None, and a step raises `LeftToPython`. So each result is the same as that of the generated executor.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from weakref import finalize

import attrs

from dsl.program.program import Program
from interpreter.analysis.faults import LONGEST
from interpreter.analysis.memo import once_per_program
from interpreter.native.build import NoCompiler, shared_library
from interpreter.native.emit import emit
from interpreter.native.expressions import Unsupported
from interpreter.native.memory import Memory
from interpreter.native.words import words_in_numbers
from interpreter.state.layout import Flat, blank

WAIT, LEFT = -2, -3
"""What a step returns: a decision stands, or Python has to play; any other number: the game is over."""

BEFORE = 3
"""The numbers of a row before the scores."""


class LeftToPython(Exception):
    """A game that C can't go on with."""


@attrs.frozen
class Result:
    """How a game ended: the index of its ending, how many decisions and turns it had, and what it counted.

    `counted` are the scores, then what decides between the players (see `endings.Scoring`), criterion by criterion.
    """

    ending: int
    decisions: int
    turns: int
    counted: tuple[int, ...]


class Native:
    """The compiled library of one program.

    Raises `Unsupported` for a program that can't be played in C, and `NoCompiler` where nothing can be compiled; the
    message of either is a sentence for the person who wants to know.
    """

    def __init__(
        self,
        program: Program,
        flags: Sequence[str] = (),
        learns: bool = False,
        better: Sequence[Sequence[str]] = (),
        steps: bool = False,
    ) -> None:
        """Compile with these flags; a library that is cached and was compiled with others in `better` is taken."""
        self.memory = Memory(program)
        flags = [*flags, *(["-lm"] if learns else [])]
        self.library = _loaded(emit(program, learns, steps), flags, learns, better)
        self._words = array("i", words_in_numbers(program))
        self.blank = self.memory.numbers(blank(program, 0))
        scoring = program.scoring
        counted = len(scoring.scores) + sum(len(rank.values) for rank in scoring.ranks) if scoring else 0
        self.width = BEFORE + counted
        self.most = sum(map(len, program.begin))
        """More cards than a zone holds."""

    def play(self, first: int, games: int, eager: array[int] | None = None) -> list[Result | None]:
        """Play whole games with the seeds from `first` on; None: Python has to play that game.

        Answers are random or, with a table (see `players/policies`), eager. The interpreter's lock is released
        meanwhile, so that several threads can play.
        """
        rows = self.rows(first, games, eager)
        return [result_of(rows[at : at + self.width]) for at in range(0, len(rows), self.width)]

    def rows(self, first: int, games: int, eager: array[int] | None = None) -> array[int]:
        """The same as plain numbers, `width` for each game: its status, decisions, turns, and what it counted.

        The status is one more than the index of the ending, or -1 if Python has to play that game.
        """
        rows, table = array("q", bytes(8 * self.width * games)), address(eager) if eager is not None else 0
        with self.table() as game:
            self.library.play_games(game, address(self.blank), first, games, table, address(rows))
        return rows

    @contextmanager
    def table(self) -> Iterator[int]:
        """The address of a place in memory at which games can be played."""
        game = self.new_table()
        try:
            yield game
        finally:
            self.library.game_free(game)

    def new_table(self) -> int:
        """The same, to be freed by `game_free` of the library."""
        game: int = self.library.game_new(address(self._words), LONGEST)
        if not game:
            raise MemoryError("there is no memory for a game")
        return game

    def play_closely(self, first: int, games: int, eager: array[int] | None, uses: array[int]) -> list[Result]:
        """Play games with the seeds from `first` on, and inspect the state at each decision.

        `uses` says how often an eager player took each option, in all games together. Ends before the first game that
        Python has to play, because of a fault, a violated invariant or large numbers.
        """
        rows, table = array("q", bytes(8 * self.width * games)), address(eager) if eager is not None else 0
        with self.table() as game:
            given = address(self.blank), first, games, table, address(uses), address(rows)
            played = self.library.play_closely(game, *given)
        found = [result_of(rows[at * self.width : (at + 1) * self.width]) for at in range(played)]
        return [each for each in found if each is not None]

    def game(self) -> NativeGame:
        """A game that is played step by step."""
        return NativeGame(self.library, self.memory, self._words)


class NativeGame:
    """One game in C, answered by the index of a pick."""

    def __init__(self, library: ctypes.CDLL, memory: Memory, words: array[int]) -> None:
        self._library, self._memory, self._words = library, memory, words
        self.address = library.game_new(address(words), LONGEST)
        if not self.address:
            raise MemoryError("there is no memory for a game")
        finalize(self, library.game_free, self.address)

    def begin(self, s: Flat) -> int:
        """Run from the block of the top frame of a state to the first decision; how many picks it has, 0: over."""
        numbers = self._memory.numbers(s)
        return self.picks_after(self._library.begin(self.address, address(numbers)))

    def stand(self, s: Flat) -> int:
        """Take a state at a decision; how many picks it has."""
        numbers = self._memory.numbers(s)
        return self.picks_after(self._library.stand(self.address, address(numbers)))

    def answer(self, pick: int) -> int:
        """Carry out a pick of the decision, and run to the next one; how many picks that has, 0: the game is over."""
        return self.picks_after(self._library.answer(self.address, pick))

    def state(self) -> Flat:
        """The state at the decision, or at the end."""
        numbers = array("q", bytes(8 * self._memory.most))
        count = self._library.state(self.address, address(numbers))
        return self._memory.state(numbers[:count])

    def picks_after(self, found: int) -> int:
        """How many picks there are after what a step in C returned."""
        if found == LEFT:
            raise LeftToPython
        return int(self._library.picks(self.address)) if found == WAIT else 0


def result_of(row: Sequence[int]) -> Result | None:
    """The result in a row of numbers; None if the game is left to Python."""
    status, decisions, turns, *counted = row
    return None if status <= 0 else Result(status - 1, decisions, turns, tuple(counted))


def address(numbers: array[int] | array[float]) -> int:
    """The address of an array, which the caller keeps alive during the call."""
    return numbers.buffer_info()[0]


def _loaded(text: str, flags: Sequence[str], learns: bool, better: Sequence[Sequence[str]]) -> ctypes.CDLL:
    """The library of a text; one that is damaged is compiled again."""
    path = shared_library(text, flags=flags, better=better)
    try:
        library = ctypes.CDLL(str(path))
    except OSError:
        path.unlink(missing_ok=True)
        try:
            library = ctypes.CDLL(str(shared_library(text, flags=flags)))
        except OSError as error:
            raise NoCompiler(f"what the C compiler made can't be loaded ({error}): install another one") from error
    pointer, number = ctypes.c_size_t, ctypes.c_int64
    library.game_new.restype, library.game_new.argtypes = pointer, [pointer, number]
    library.game_free.restype, library.game_free.argtypes = None, [pointer]
    games = [pointer, pointer, number, number, pointer]
    library.play_games.restype, library.play_games.argtypes = None, [*games, pointer]
    library.play_closely.restype, library.play_closely.argtypes = number, [*games, pointer, pointer]
    library.begin.argtypes, library.stand.argtypes = [pointer, pointer], [pointer, pointer]
    library.answer.argtypes = [pointer, number]
    library.picks.restype, library.picks.argtypes = number, [pointer]
    library.state.restype, library.state.argtypes = number, [pointer, pointer]
    if learns:
        _declare_learning(library)
    return library


def _declare_learning(library: ctypes.CDLL) -> None:
    """Say what the functions of `learning.c` take and return."""
    pointer, number, real = ctypes.c_size_t, ctypes.c_int64, ctypes.c_double
    library.net_new.restype, library.net_new.argtypes = pointer, [ctypes.c_int]
    library.net_free.restype, library.net_free.argtypes = None, [pointer]
    library.net_spread.restype, library.net_spread.argtypes = number, [pointer, number]
    library.net_used.restype, library.net_used.argtypes = number, [pointer]
    library.net_read.restype, library.net_read.argtypes = number, [pointer] * 3
    library.net_write.restype, library.net_write.argtypes = None, [*[pointer] * 3, number]
    library.net_settle.restype, library.net_settle.argtypes = None, [pointer]
    library.practise.argtypes = [*[pointer] * 4, number, number, real, real, real, pointer]
    library.play_learnt.restype = None
    library.play_learnt.argtypes = [*[pointer] * 5, number, number, number, pointer, pointer]
    library.search.restype, library.search.argtypes = number, [*[pointer] * 4, *[number] * 3, pointer, pointer]
    library.keep_in_mind.argtypes, library.follow.argtypes = [pointer, pointer], [*[pointer] * 3, number]
    library.is_known.restype, library.is_known.argtypes = number, [pointer, number, number, pointer]
    library.far_from_victory.restype, library.far_from_victory.argtypes = number, [pointer]


@once_per_program
def native(program: Program) -> Native | NoCompiler | Unsupported:
    """The native executor of a program, compiled when it is first needed; or why there is none."""
    try:
        return Native(program)
    except (NoCompiler, Unsupported) as error:
        return error
