"""The generated executor: runs the code that `generate` wrote.

One `Compiled` serves all games of a program; it holds no game. A step runs functions one after the other until
one of them returns picks. What goes wrong inside is turned into a fault at the author's line.
"""

from __future__ import annotations

import traceback
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import repeat
from types import TracebackType
from typing import Any

from dsl.program.blocks import STEP_LIMIT, Option
from dsl.program.expressions import Expr, Int
from dsl.program.instructions import End
from dsl.program.operators import quotient, remainder
from dsl.program.program import Program
from interpreter.analysis.coverage import coverage_of
from interpreter.analysis.equal_names import cards_sharing_names
from interpreter.analysis.faults import (
    LONGEST,
    Fault,
    endless_game,
    endless_loop,
    endless_loops,
    endless_step,
    internal,
    no_option,
    returned,
    too_many_answers,
)
from interpreter.analysis.memo import once_per_program
from interpreter.choices.attachments import AttachedTo
from interpreter.choices.decisions import Chooser
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, slots_of, taken
from interpreter.choices.selections import selections_of, unpacked
from interpreter.generated.constants import Constants
from interpreter.generated.emission import Emission
from interpreter.generated.expressions import Expressions
from interpreter.generated.generate import generate
from interpreter.reference.record import Record
from interpreter.state.changes import ONE, changes_of, common, element, first_place, inside, runs, without
from interpreter.state.frames import places
from interpreter.state.layout import FRAME, STATUS, Flat

Picks = list[Pick]
Slots = tuple[tuple[int, int], ...]
Run = Callable[[Flat, Pick], Any]
CYCLE = 200
"""How many steps more tell in what circle a runaway game goes."""


class Over(Exception):
    """The game ended inside a procedure that can't wait."""


class Compiled:
    """The executor of one program."""

    def __init__(self, program: Program) -> None:
        source = generate(program)
        self.text = source.text
        self.origins = source.origins
        self.file = f"<rules of {program.game}, {id(self):x}>"
        self._rounds = [0]
        scope = _scope(program) | source.constants | {"R": self._rounds}
        exec(compile(source.text, self.file, "exec"), scope)
        count = len(program.blocks)
        self.blocks: list[Run | None] = [scope.get(f"b{number}") for number in range(count)]
        scope["B"] = self.blocks
        self._number = {run: number for number, run in enumerate(self.blocks) if run}
        self._turns = program.turns
        self._first_of_turn = self.blocks[program.turns]
        at = places(program)
        frame = [at[block.procedure] for block in program.blocks]
        self._offers = {
            block: (scope[f"o{block}"], tuple(frame[block][local] for local in wants))
            for block, wants in source.wants.items()
        }
        choices, alone = words_of(program).choices, taken(program)
        self._asked = {block: choice.origin for block, choice in choices.items()}
        self._targets = {
            block: tuple(self._target(option, option.block in alone, frame[block]) for option in choice.options)
            for block, choice in choices.items()
        }
        self._players = {
            block: choice.player.value if isinstance(choice.player, Int) else scope[f"w{block}"]
            for block, choice in choices.items()
        }

    def begin(self, s: Flat, record: Record) -> Picks:
        """Run from the block of the top frame to the first decision; its picks, or none when the game is over."""
        return self._run(s, self._top(s), (), record)

    def end(self, s: Flat, end: End) -> None:
        """End the game before anything has run."""
        s[STATUS], s[FRAME] = end.ending + 1, None

    def resume(self, s: Flat, pick: Pick, record: Record) -> Picks:
        """Carry out a pick of the decision that stands, and run to the next one."""
        record.add(s[FRAME][0], pick, self.player(s), False)
        return self._run(s, self._take(s, pick), pick, record)

    def picks(self, s: Flat) -> Picks:
        """The picks of the decision that stands."""
        frame = s[FRAME]
        offers, wants = self._offers[frame[0]]
        return list(offers(s, *(frame[at] for at in wants)))

    def player(self, s: Flat) -> int:
        """Whose decision stands."""
        player = self._players[s[FRAME][0]]
        return player if isinstance(player, int) else player(s)

    def copy(self) -> Compiled:
        """An executor for a copy of the game."""
        return self

    def play(self, s: Flat, choose: Chooser, record: Record) -> None:
        """Play from the block of the top frame to the end of the game, with `choose` deciding.

        The record counts decisions and turns; the answers to decisions aren't recorded.
        """
        self._run(s, self._top(s), (), record, choose)

    def play_turn(self, s: Flat, choose: Chooser) -> bool:
        """Play from the block of the top frame until a turn begins, and stop there; False if the game is over."""
        first = self._top(s)
        turns = 1 if first is self._first_of_turn else 0
        self._run(s, first, (), Record(keeping=False), choose, stop_at_turn=turns + 1)
        return s[FRAME] is not None

    def _run(
        self, s: Flat, run: Any, pick: Pick, record: Record, choose: Chooser | None = None, stop_at_turn: int = 0
    ) -> Picks:
        """Run functions (see `_loop`); whatever goes wrong becomes a fault at the line of a rule."""
        try:
            return self._loop(s, run, pick, record, choose, stop_at_turn)
        except Over:
            return []
        except Exception as error:
            self._place(error)
            raise

    def _loop(self, s: Flat, run: Any, pick: Pick, record: Record, choose: Chooser | None, stop_at_turn: int) -> Picks:
        """Run functions until a decision stands or the game is over; single picks are taken on the way.

        With `choose`, decisions are made by it, and the loop ends only with the game or where turn `stop_at_turn`
        begins. All games and simulations run here: calls and look-ups inside the loop cost measurable speed.
        """
        first_of_turn, targets = self._first_of_turn, self._targets
        for _ in repeat(None, LONGEST):
            self._rounds[0] = 0
            for _ in repeat(None, STEP_LIMIT):
                if run is first_of_turn:
                    record.turns += 1
                    if record.turns == stop_at_turn:
                        s[FRAME] = (self._turns, *s[FRAME][1:])
                        return []
                run = run(s, pick)
                if run.__class__ is list:
                    if len(run) != 1:
                        break
                    pick = run[0]
                    if record.keeping:
                        record.add(s[FRAME][0], pick, self.player(s), True)
                    run = self._take(s, pick)
            else:
                raise self._endless(s, run, pick)
            if choose is None or not run:
                return run
            record.decisions += 1
            block = s[FRAME][0]
            pick = run[choose(block, run)]
            run, slots = targets[block][pick[0]]
            if slots:
                _fill(s, pick, slots)
        raise endless_game(LONGEST, self._asked[s[FRAME][0]])

    def _top(self, s: Flat) -> Any:
        """The function of the block at which the top frame stands."""
        return self.blocks[s[FRAME][0]]

    def _take(self, s: Flat, pick: Pick) -> Run:
        """The first function to run for a pick; locals that it doesn't read from the pick are put into the frame."""
        run, slots = self._targets[s[FRAME][0]][pick[0]]
        if slots:
            _fill(s, pick, slots)
        return run

    def _place(self, error: Exception) -> None:
        """See to it that what went wrong is a fault, and knows for which rule the line that ran last was written."""
        if not isinstance(error, Fault):  # whatever a rule does, the player gets a sentence
            raise internal(error, self._origin(error.__traceback__)) from error
        if error.origin < 0:
            error.origin = self._origin(error.__traceback__)

    def _target(self, option: Option, alone: bool, frame: Mapping[int, int]) -> tuple[Run, Slots]:
        run = self.blocks[option.block]
        assert run is not None
        slots = [] if alone else [(local, at) for local, at in slots_of(option) if local in frame]
        return run, tuple((frame[local], at) for local, at in slots)

    def _endless(self, s: Flat, run: Any, pick: Pick) -> Fault:
        lately = []
        with suppress(Exception):  # the circle is known as far as it could be run
            for _ in range(CYCLE):
                lately.append(self._number[run])
                run = run(s, pick)
                if run.__class__ is list:
                    pick = run[0]
                    run = self._take(s, pick)
        return endless_step(STEP_LIMIT, lately)

    def _origin(self, trace: TracebackType | None) -> int:
        """The origin of the generated line that ran last."""
        lines = [line for frame, line in traceback.walk_tb(trace) if frame.f_code.co_filename == self.file]
        return self.origins[lines[-1] - 1] if lines else -1


@once_per_program
def compiled(program: Program) -> Compiled:
    """The generated executor of a program, made when it is first asked for."""
    return Compiled(program)


def conditions(program: Program, exprs: Sequence[Expr]) -> list[Callable[[Flat], Any]]:
    """Functions that say of a state whether each of these conditions holds; they read no locals from outside."""
    constants, at = Constants(program), Emission()
    expressions = Expressions(program, constants)
    lines = [f"def t{number}(s): return {expressions.test(expr, at)}" for number, expr in enumerate(exprs)]
    scope = _scope(program) | constants.values
    exec(compile("\n".join(lines), f"<conditions of {program.game}>", "exec"), scope)
    return [scope[f"t{number}"] for number in range(len(exprs))]


def listing(program: Program) -> str:
    """The Python source that runs a program, for people who want to read it."""
    return compiled(program).text


def _fill(s: Flat, pick: Pick, slots: Slots) -> None:
    """Put what a pick says into the top frame."""
    local = list(s[FRAME])
    for slot, at in slots:
        local[slot] = pick[at]
    s[FRAME] = tuple(local)


def _distinct(cards: bytes) -> bytes:
    return cards if len(cards) < 2 else bytes(sorted(set(cards)))


def _scope(program: Program) -> dict[str, Any]:
    """What generated code knows by name, besides its own constants."""
    changes, words, coverage = changes_of(program), words_of(program), coverage_of(program)
    shared = cards_sharing_names(program)
    return {
        "ONE": ONE,
        "NONE": (-1,),
        "EMPTY": b"",
        "UNIQUE": bytes(card for card in range(256) if card not in shared),
        "Over": Over,
        "bisect_left": bisect_left,
        "check_limit": changes.check_limit,
        "common": common,
        "distinct": _distinct,
        "draw": changes.draw,
        "element": element,
        "endless_loop": endless_loop,
        "endless_loops": endless_loops,
        "exchange": changes.exchange,
        "expose": changes.expose,
        "first_place": first_place,
        "without": without,
        "selections": selections_of(program).of,
        "unpacked": unpacked,
        "runs": runs,
        "inside": inside,
        "apart": words.attachments.distinct,
        "special": words.attachments.distinguished,
        "packed": words.attachments.packed,
        "loads": words.attachments.loads,
        "lying_on": AttachedTo(),
        "merged": words.merged,
        "merged_twins": words.merged_by_name,
        "move": changes.move,
        "move_all": changes.move_all,
        "no_option": no_option,
        "quotient": quotient,
        "remainder": remainder,
        "note": coverage.log.append,
        "noted": coverage.condition,
        "returned": returned,
        "too_many_answers": too_many_answers,
        "set_fact": changes.set_fact,
        "set_number": changes.set_number,
        "shuffle": changes.shuffle,
    }
