"""The generated executor: runs the code that `generate` wrote.

One `Compiled` serves all games of a program; it holds no game. A step runs functions one after the other until
one of them returns picks. Any error inside becomes a fault at the author's line. Nothing here knows what the code does.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import repeat
from types import TracebackType
from typing import Any

from dsl.program.blocks import STEP_LIMIT, Option
from dsl.program.expressions import Expr, Int
from dsl.program.instructions import End
from dsl.program.program import Program
from interpreter.analysis.faults import LONGEST, Fault, endless_game, endless_step, internal
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import Chooser
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, slots_of, taken
from interpreter.generated.constants import Constants
from interpreter.generated.emission import Emission
from interpreter.generated.expressions import Expressions
from interpreter.generated.generate import generate
from interpreter.generated.namespace import Over, names_for
from interpreter.reference.record import Record
from interpreter.state.frames import frame_slots
from interpreter.state.layout import FRAME, STATUS, Flat

Picks = list[Pick]
Slots = tuple[tuple[int, int], ...]
Run = Callable[[Flat, Pick], Any]
CYCLE = 200
"""How many more steps a runaway game is run to find the circle it runs in."""


class Compiled:
    """The executor of one program."""

    def __init__(self, program: Program) -> None:
        source = generate(program)
        self.text = source.text
        self._origins = source.origins
        self._file = f"<rules of {program.game}, {id(self):x}>"
        self._rounds = [0]
        scope = names_for(program) | source.constants | {"R": self._rounds}
        exec(compile(source.text, self._file, "exec"), scope)
        self._blocks: list[Run | None] = [scope.get(f"b{number}") for number in range(len(program.blocks))]
        scope["B"] = self._blocks
        self._numbers = {run: number for number, run in enumerate(self._blocks) if run}
        self._turns = program.turns
        self._first_of_turn = self._blocks[program.turns]
        slots = frame_slots(program)
        frames = [slots[block.procedure] for block in program.blocks]
        self._offers = {
            block: (scope[f"o{block}"], tuple(frames[block][local] for local in wants))
            for block, wants in source.wants.items()
        }
        choices, read_by_code = words_of(program).choices, taken(program)
        self._choices = {block: choice.origin for block, choice in choices.items()}
        self._targets = {
            block: tuple(self._target(option, option.block in read_by_code, frames[block]) for option in choice.options)
            for block, choice in choices.items()
        }
        self._players: dict[int, int | Callable[[Flat], int]] = {
            block: choice.player.value if isinstance(choice.player, Int) else scope[f"w{block}"]
            for block, choice in choices.items()
        }

    def begin(self, s: Flat, record: Record) -> Picks:
        """Run from the block of the top frame to the first decision; its picks, or none when the game is over."""
        return self._step(s, self._top(s), (), record)

    def end(self, s: Flat, end: End) -> None:
        """End the game before anything has run."""
        s[STATUS], s[FRAME] = end.ending + 1, None

    def resume(self, s: Flat, pick: Pick, record: Record, stop_at_turn: int = 0) -> Picks:
        """Carry out a pick of the decision that stands, and run to the next one, or until that turn of it begins."""
        block = s[FRAME][0]
        player = self._players[block]
        record.last = (record.last, block, pick, player if player.__class__ is int else self.player(s), False)
        run, slots = self._targets[block][pick[0]]
        if slots:
            _fill(s, pick, slots)
        return self._step(s, run, pick, record, stop_at_turn)

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
        self._play(s, self._top(s), choose, record)

    def play_turn(self, s: Flat, choose: Chooser) -> bool:
        """Play from the block of the top frame until a turn begins, and stop there; False if the game is over."""
        first = self._top(s)
        turns = 1 if first is self._first_of_turn else 0
        self._play(s, first, choose, Record(recording=False), stop_at_turn=turns + 1)
        return s[FRAME] is not None

    def _play(self, s: Flat, run: Run, choose: Chooser, record: Record, stop_at_turn: int = 0) -> None:
        """Play with `choose` deciding, until the game is over or turn `stop_at_turn` begins."""
        pick: Pick = ()
        for _ in repeat(None, LONGEST):
            picks = self._step(s, run, pick, record, stop_at_turn)
            if not picks:
                return
            record.decisions += 1
            block = s[FRAME][0]
            pick = picks[choose(block, picks)]
            run, slots = self._targets[block][pick[0]]
            if slots:
                _fill(s, pick, slots)
        raise endless_game(LONGEST, self._choices[s[FRAME][0]])

    def _step(self, s: Flat, run: Any, pick: Pick, record: Record, stop_at_turn: int = 0) -> Picks:
        """Run functions until a decision stands, the game is over or turn `stop_at_turn` begins.

        Single picks are taken on the way. Whatever goes wrong becomes a fault at the line of a rule. All games and
        simulations run here: calls and look-ups inside the loop cost measurable speed.
        """
        first_of_turn = self._first_of_turn
        self._rounds[0] = 0
        try:
            for _ in repeat(None, STEP_LIMIT):
                if run is first_of_turn:
                    record.turns += 1
                    if record.turns == stop_at_turn:
                        s[FRAME] = (self._turns, *s[FRAME][1:])
                        return []
                run = run(s, pick)
                if run.__class__ is list:
                    if len(run) != 1:
                        return run
                    pick, block = run[0], s[FRAME][0]
                    if record.recording:
                        record.add(block, pick, self.player(s), True)
                    run, slots = self._targets[block][pick[0]]
                    if slots:
                        _fill(s, pick, slots)
            raise self._endless(s, run, pick)
        except Over:
            return []
        except Exception as error:
            self._place(error)
            raise

    def _top(self, s: Flat) -> Any:
        """The function of the block at which the top frame stands."""
        return self._blocks[s[FRAME][0]]

    def _take(self, s: Flat, pick: Pick) -> Run:
        """The first function to run for a pick; locals that it doesn't read from the pick are put into the frame."""
        run, slots = self._targets[s[FRAME][0]][pick[0]]
        if slots:
            _fill(s, pick, slots)
        return run

    def _place(self, error: Exception) -> None:
        """Make sure that an error is a fault, with the origin of the generated line that ran last."""
        if not isinstance(error, Fault):  # whatever a rule does, players see a sentence
            raise internal(error, self._origin(error.__traceback__)) from error
        if error.origin < 0:
            error.origin = self._origin(error.__traceback__)

    def _target(self, option: Option, read_by_code: bool, frame: Mapping[int, int]) -> tuple[Run, Slots]:
        """An option's function, and the slots of the frame to fill for it, unless its code reads the pick itself."""
        run = self._blocks[option.block]
        assert run is not None
        slots = [] if read_by_code else [(local, at) for local, at in slots_of(option) if local in frame]
        return run, tuple((frame[local], at) for local, at in slots)

    def _endless(self, s: Flat, run: Any, pick: Pick) -> Fault:
        lately = []
        with suppress(Exception):  # the circle is known as far as it can be run
            for _ in range(CYCLE):
                lately.append(self._numbers[run])
                run = run(s, pick)
                if run.__class__ is list:
                    pick = run[0]
                    run = self._take(s, pick)
        return endless_step(STEP_LIMIT, lately)

    def _origin(self, trace: TracebackType | None) -> int:
        """The origin of the generated line that ran last."""
        lines = [line for frame, line in traceback.walk_tb(trace) if frame.f_code.co_filename == self._file]
        return self._origins[lines[-1] - 1] if lines else -1


@once_per_program
def compiled(program: Program) -> Compiled:
    """The generated executor of a program, made when it is first needed."""
    return Compiled(program)


def conditions(program: Program, exprs: Sequence[Expr]) -> list[Callable[[Flat], Any]]:
    """For each of these conditions, a function that tests it on a state; the conditions read no locals from outside."""
    constants, at = Constants(program), Emission()
    expressions = Expressions(program, constants)
    lines = [f"def t{number}(s): return {expressions.test(expr, at)}" for number, expr in enumerate(exprs)]
    scope = names_for(program) | constants.values
    exec(compile("\n".join(lines), f"<conditions of {program.game}>", "exec"), scope)
    return [scope[f"t{number}"] for number in range(len(exprs))]


def listing(program: Program) -> str:
    """The Python source that runs a program, for reading."""
    return compiled(program).text


def _fill(s: Flat, pick: Pick, slots: Slots) -> None:
    """Put the values in a pick into the top frame."""
    local = list(s[FRAME])
    for slot, at in slots:
        local[slot] = pick[at]
    s[FRAME] = tuple(local)
