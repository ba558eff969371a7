"""Many games that wait for the answers of a program: one call answers in all of them.

C plays them where it can (see `native/stepping`), and Python the rest, with the same numbers in the same places.
Results lie in buffers of the caller's, such as arrays of the standard library or of NumPy; neither is needed here.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from ctypes import addressof, c_char
from typing import Any, TypeAlias

import attrs

from dsl.program.program import Program
from interpreter.analysis.faults import LONGEST, Outcome, ending_outcome
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import letter
from interpreter.choices.scores import scores_of
from interpreter.choices.texts import told_at_end
from interpreter.game.game import Game
from interpreter.native.build import NoCompiler, missing
from interpreter.native.executor import Native
from interpreter.native.expressions import Unsupported
from interpreter.native.stepping import (
    BEGIN,
    FAULTY,
    LEAVE,
    LEFT,
    LEFT_OUT,
    NEVER,
    NO_ANSWER,
    PICKS,
    PLAYER,
    SCORES,
    STATUS,
    NativeBatch,
)
from interpreter.players.answers import numbering_of
from interpreter.players.observation import observer_of
from interpreter.players.policies import POLICIES, chooser, eager_table, unknown
from interpreter.players.vectors import vectors_table
from interpreter.state.layout import FRAME
from interpreter.state.layout import STATUS as IN_STATE

Buffer: TypeAlias = Any
"""What offers the buffer protocol, in one piece and writable: a `bytearray`, an `array`, an array of NumPy."""

KINDS = {"q": ("q", "l"), "f": ("f",), "b": ("b", "?")}
"""What numbers of 64 bits, fractions of 32 bits and bytes are called in buffers."""

BYTES = ("B", "c")

EVERY = -1
"""In place of a seat: each decision is the caller's."""


@attrs.frozen
class Table:
    """What is played: by whom, and how long (see `Batch`)."""

    program: Program
    seat: int
    others: str
    most: int
    tries: int
    vectors: bool


class Batch:
    """Games of one program, by number from 0.

    The caller decides for `seat` ("" for all of them), and a policy named `others` for the other seats. A game is cut
    short after `most` decisions. With `tries`, a game in which the seat has nothing to decide is dealt again with the
    next seed, so many times. With `vectors`, answers are numbers of `players/answers`, and each step writes what the
    seat observes, `players/observation`; without, answers are indices of options.

    A row has `width` numbers: the options (0: the game is over), the player who decides, the status (1 more than the
    index of the ending; 0: no end; FAULTY, NO_ANSWER, NEVER), decisions, turns, the seed, the options without a number,
    and what was counted: scores, then what decides between players. `reason` says why Python plays, "" if C does.
    """

    def __init__(
        self, program: Program, games: int, *, seat: str = "", others: str = "random", most: int = LONGEST,
        tries: int = 1, vectors: bool = False, threads: int = 1, flags: Sequence[str] = (),
    ) -> None:  # fmt: skip
        if others not in POLICIES:
            raise unknown(others)
        if games < 1:
            raise ValueError(f"a batch has 1 game or more, not {games}")
        number = [letter(each) for each in range(program.players)].index(seat) if seat else EVERY
        self._table = Table(program, number, others, most, tries, vectors)
        self.games = games
        scoring = program.scoring
        counted = len(scoring.scores) + sum(len(rank.values) for rank in scoring.ranks) if scoring else 0
        self.width = SCORES + counted
        self.features, self.actions = 0, 0
        if vectors:
            self.features, self.actions = len(observer_of(program).features), numbering_of(program).size
        found = native_steps(program, tuple(flags))
        self.reason = found if isinstance(found, str) else ""
        self._native = None if isinstance(found, str) else self._in_c(found, threads)
        self._python: dict[int, _InPython] = {}
        if self._native is None:
            self._python = {game: _InPython(self._table) for game in range(games)}

    def begin_many(self, seeds: Iterable[int], rows: Buffer, seen: Buffer = None, mask: Buffer = None) -> None:
        """Deal all games, each with its seed, and write where they stand (see `step_many`)."""
        self.step_many(array("q", [BEGIN]) * self.games, rows, seen, mask, seeds=array("q", seeds))

    def step_many(
        self, actions: Iterable[int], rows: Buffer, seen: Buffer = None, mask: Buffer = None, *,
        seeds: Buffer = None, after: int = 0,
    ) -> None:  # fmt: skip
        """Carry out an action in each game, and run it to the next decision of the seat, or to its end.

        `rows` gets `width` 64-bit numbers for each game. With vectors, `seen` gets `features` numbers of the type
        float32, and `mask` `actions` bytes. In place of an answer, BEGIN deals the game of the seed in `seeds`, and
        LEAVE writes nothing. With `after`, a game that ends is followed at once by that of its seed in `seeds`, which
        grows by `after`: then its row has the results of the game that ended, and the options of the new one. Raises
        `ValueError` for buffers that are too small.
        """
        given = self._given(actions)
        step = self._step(rows, seen, mask, seeds, after)
        mine = {game: given[game] for game in self._python if given[game] != LEAVE}
        for game in mine:
            given[game] = LEAVE
        if self._native is not None and len(mine) < self.games:
            self._native.step(given.buffer_info()[0], *step.addresses)
            picks = step.rows[PICKS :: self.width].tolist()
            for game in [game for game, count in enumerate(picks) if count == LEFT and given[game] != LEAVE]:
                self._take_over(game, step)
        for game, action in mine.items():
            self._answer(game, action, step)

    def outcome(self, game: int, rows: Buffer) -> Outcome | None:
        """How a game ended that is over and wasn't followed by another; None if it was cut short."""
        if game in self._python:
            return self._python[game].outcome
        program, native = self._table.program, self._native
        row = _flat("rows", rows, "q", self.games * self.width)[game * self.width : (game + 1) * self.width].tolist()
        if row[STATUS] <= 0 or row[PICKS] or native is None:
            return None
        told = program.endings[row[STATUS] - 1].told
        found = ending_outcome(program, row[STATUS] - 1, told_at_end(program, native.state(game), told) if told else "")
        if program.scoring is None:
            return found
        scores, winners = scores_of(program).judged(row[SCORES:], found.status)
        owned = tuple(zip(scores_of(program).owners, scores, strict=False))
        return attrs.evolve(found, scores=owned, winners=winners)

    def _in_c(self, native: Native, threads: int) -> NativeBatch:
        table = self._table
        return NativeBatch(
            native, self.games, table=vectors_table(table.program) if table.vectors else None,
            eager=eager_table(table.program) if table.others == "eager" and table.seat != EVERY else None,
            seat=table.seat, most=table.most, tries=table.tries, threads=min(threads, self.games),
        )  # fmt: skip

    def _given(self, actions: Any) -> array[int]:
        """A copy of the actions; those of a buffer of 64-bit numbers are copied at once."""
        found = array("q")
        try:
            view = memoryview(actions)
        except TypeError:
            view = memoryview(b"")
        if view.format in KINDS["q"] and view.itemsize == found.itemsize and view.c_contiguous:
            found.frombytes(view.cast("B"))
        else:
            found.extend(map(int, actions))
        if len(found) != self.games:
            raise ValueError(f"there are {self.games} games, and {len(found)} actions")
        return found

    def _step(self, rows: Buffer, seen: Buffer, mask: Buffer, seeds: Buffer, after: int) -> _Step:
        if self._table.vectors and (seen is None or mask is None):
            raise ValueError("with vectors, `seen` and `mask` are needed")
        if after and seeds is None:
            raise ValueError("`after` needs `seeds`")
        unused = array("f", [0]), array("b", [0])
        seen, mask = (seen, mask) if self._table.vectors else unused
        return _Step(
            _flat("rows", rows, "q", self.games * self.width),
            _flat("seen", seen, "f", max(self.games * self.features, 1)),
            _flat("mask", mask, "b", max(self.games * self.actions, 1)),
            _flat("seeds", array("q", bytes(8 * self.games)) if seeds is None else seeds, "q", self.games),
            after,
        )

    def _take_over(self, game: int, step: _Step) -> None:
        """Play on in Python what C has left, from the deal of the game on."""
        assert self._native is not None
        first, picks = self._native.history(game)
        each = self._python[game] = _InPython(self._table)
        each.begin(first)
        for pick in picks:
            each.choose(pick)
        wholly = step.rows[game * self.width + STATUS] == LEFT
        self._write(game, step, wholly)
        if wholly and picks:
            self._follow(game, step)

    def _answer(self, game: int, action: int, step: _Step) -> None:
        each = self._python[game]
        if action == BEGIN or (step.after and not each.count):
            self._begin(game, step.next_seed(game) if action != BEGIN else step.seeds[game], step, wholly=True)
        elif each.count:
            each.answer(action)
            self._write(game, step, wholly=True)
            self._follow(game, step)

    def _follow(self, game: int, step: _Step) -> None:
        if step.after and not self._python[game].count:
            self._begin(game, step.next_seed(game), step, wholly=False)

    def _begin(self, game: int, seed: int, step: _Step, wholly: bool) -> None:
        """Deal a game anew: in C, if C can play it."""
        if self._native is not None:
            actions, seeds = array("q", [LEAVE]) * self.games, array("q", [0]) * self.games
            actions[game], seeds[game] = BEGIN, seed
            rows = array("q", [0]) * (self.games * self.width)
            given = actions.buffer_info()[0], seeds.buffer_info()[0], rows.buffer_info()[0]
            self._native.step_one(game, *given, *step.addresses[3:])
            first = game * self.width
            if rows[first + PICKS] != LEFT:
                del self._python[game]
                for column in range(self.width) if wholly else (PICKS, PLAYER, LEFT_OUT):
                    step.rows[first + column] = rows[first + column]
                return
        each = self._python[game] = _InPython(self._table)
        each.begin(seed)
        self._write(game, step, wholly)

    def _write(self, game: int, step: _Step, wholly: bool) -> None:
        each, first = self._python[game], game * self.width
        row = each.row()
        for column in range(self.width) if wholly else (PICKS, PLAYER, LEFT_OUT):
            step.rows[first + column] = row[column]
        if self._table.vectors:
            features, mask = array("f", bytes(4 * self.features)), array("b", bytes(self.actions))
            each.observe(features, mask)
            step.seen[game * self.features : (game + 1) * self.features] = memoryview(features)
            step.mask[game * self.actions : (game + 1) * self.actions] = memoryview(mask)


@attrs.frozen
class _Step:
    """The buffers of one call, flat."""

    rows: Any
    seen: Any
    mask: Any
    seeds: Any
    after: int

    @property
    def addresses(self) -> tuple[int, int, int, int, int]:
        """Those of the seeds, what they grow by, and those of the rows, of what is seen and of the mask."""
        rows, seen, mask, seeds = (
            addressof(c_char.from_buffer(each)) for each in (self.rows, self.seen, self.mask, self.seeds)
        )
        return seeds, self.after, rows, seen, mask

    def next_seed(self, game: int) -> int:
        """The seed of the game that follows."""
        seed: int = self.seeds[game]
        self.seeds[game] = seed + self.after
        return seed


class _InPython:
    """One game of a batch that Python plays; `count` are the options of the decision that stands."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._status = 0
        self._asked = False
        self._player = 0

    def begin(self, seed: int) -> None:
        """Deal the game with a seed, or with the next one in which the seat has anything to decide."""
        table = self._table
        for number in range(seed, seed + table.tries):
            for self._seed in range(number, number + table.tries):
                self._game, self._decisions = Game(table.program, self._seed), 0
                if self._game.option_count:
                    break
            if not self._game.option_count:
                break
            self._others = chooser(table.program, table.others, number)
            self._to_seat()
            if self._asked:
                return
        if table.tries > 1:
            self._status = NEVER

    @property
    def count(self) -> int:
        """The options of the seat; 0 if the game is over."""
        return self._game.option_count if self._asked else 0

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it goes on or was cut short."""
        return self._game.outcome

    def choose(self, pick: int) -> None:
        """Answer by the index of an option."""
        self._game.choose(pick)
        self._decisions += 1
        self._to_seat()

    def answer(self, action: int) -> None:
        """Carry out an action."""
        pick = self._numbers().get(action) if self._table.vectors else action
        if pick is None or not 0 <= pick < self.count:
            self._asked, self._status = False, NO_ANSWER
        else:
            self.choose(pick)

    def row(self) -> list[int]:
        """The numbers of the game's row."""
        program, outcome = self._table.program, self._game.outcome
        scoring, flat = program.scoring, list(self._game.state.flat)
        counted: list[int] = []
        if scoring is not None:
            values = scores_of(program)
            counted = [*values.of(flat), *(each for rank in scoring.ranks for each in values.ranked(rank, flat))]
        ended = outcome is not None and outcome.status != "fault"
        status = self._status or (0 if outcome is None else flat[IN_STATE] if ended else FAULTY)
        left_out = self.count - len(self._numbers()) if self._asked and self._table.vectors else 0
        head = [self.count, self._player, status, self._decisions, self._game.turns, self._seed, left_out]
        return [*head, *(counted if ended else [0] * len(counted))]

    def observe(self, features: array[float], mask: array[int]) -> None:
        """Write what the seat observes, and what it can answer."""
        program, seat = self._table.program, self._table.seat
        player, flat = self._player if seat == EVERY else seat, list(self._game.state.flat)
        for number, value in observer_of(program).observed(program, flat, player, self._asked).items():
            features[number] = value
        for number in self._numbers() if self._asked else ():
            mask[number] = 1

    def _numbers(self) -> dict[int, int]:
        program, game = self._table.program, self._game
        return numbering_of(program).numbered(program, game.state.flat[FRAME][0], game.picks, self._player)

    def _to_seat(self) -> None:
        """Let the others answer until the seat is to decide."""
        game, table, self._asked = self._game, self._table, False
        while game.option_count and self._decisions < table.most:
            decision = game.decision
            assert decision is not None
            player = ord(decision.player) - ord("A")
            if table.seat in (EVERY, player):
                self._player, self._asked = player, True
                return
            game.choose(self._others(game.state.flat[FRAME][0], list(game.picks)))
            self._decisions += 1


def _flat(name: str, buffer: Buffer, kind: str, count: int) -> Any:
    """A buffer as so many numbers of a kind, or a sentence that says what it should be."""
    view = memoryview(buffer)
    if view.readonly or not view.c_contiguous:
        raise ValueError(f"`{name}` should be writable and in one piece")
    size = array(kind).itemsize
    if view.format not in (*KINDS[kind], *BYTES) or view.itemsize not in (1, size):
        raise ValueError(f"`{name}` has numbers of the format `{view.format}`: it should be `{kind}`")
    if view.nbytes < count * size:
        raise ValueError(f"`{name}` has room for {view.nbytes // size} numbers: it should be {count}")
    flat: Any = view.cast("B")
    return flat[: count * size].cast(kind)


@once_per_program
def _known(_: Program) -> dict[tuple[str, ...], Native | str]:
    return {}


def native_steps(program: Program, flags: tuple[str, ...] = ()) -> Native | str:
    """A program in C with which many games are stepped, or the reason why there is none."""
    known = _known(program)
    if flags not in known:
        known[flags] = _compiled(program, flags)
    return known[flags]


def _compiled(program: Program, flags: tuple[str, ...]) -> Native | str:
    problem = missing()
    if problem is not None:
        return str(problem)
    try:
        vectors_table(program)
        return Native(program, flags, steps=True)
    except NoCompiler as error:
        return str(error)
    except Unsupported as error:
        return f"these rules can't be compiled: {error}"
