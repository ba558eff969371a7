"""A game in progress, without words: its state, its executor, and the picks of the current decision.

If a step shows a fault of the rules, the state stays as it was at the last decision, marked as ended.
"""

from __future__ import annotations

import attrs

from dsl.program.program import Program
from interpreter.analysis.faults import Fault, Outcome, ending_outcome, fault_outcome, too_deep
from interpreter.choices.picks import Pick
from interpreter.choices.scores import scores_of
from interpreter.choices.texts import told_at_end
from interpreter.game.ended import endings_of
from interpreter.game.invariants import Checks, checks_of
from interpreter.generated.executor import Compiled, compiled
from interpreter.reference.executor import Reference
from interpreter.reference.record import Record
from interpreter.state.layout import FAULT, FRAME, FRAME_LIMIT, STATUS, Flat


@attrs.define(eq=False, weakref_slot=False)
class Running:
    """The changing part of a game.

    `picks` are those of the current decision (see `picks`), none if the game is over. `executor` is the reference or
    generated code.
    """

    s: Flat
    executor: Compiled | Reference
    checks: Checks | None = None
    record: Record = attrs.field(factory=Record)
    picks: list[Pick] = attrs.field(factory=list)
    fault: Outcome | None = None

    def copy(self) -> Running:
        """An independent game at the same point."""
        return Running(self.s[:], self.executor.copy(), self.checks, self.record.copy(), self.picks, self.fault)

    def begin(self, program: Program) -> None:
        """Run from the block of the top frame to the first decision; a turn may begin with the game already over."""
        end = endings_of(program).met(self.s) if self.s[FRAME][0] == program.turns else None
        if end is None:
            self._step(program, None)
        else:
            self.executor.end(self.s, end)

    def answer(self, program: Program, pick: Pick) -> None:
        """Carry out a pick, and run to the next decision."""
        self._step(program, pick)

    def inspect(self, program: Program) -> None:
        """Test the invariants in the current state; a violation ends the game as a fault."""
        try:
            self._inspect()
        except Fault as fault:
            self._broken(program, self.s[:], fault)

    def outcome(self, program: Program) -> Outcome | None:
        """How the game ended, or None while it is being played."""
        if self.fault is not None:
            return self.fault
        ending = self.s[STATUS] - 1
        if ending < 0:
            return None
        told = program.endings[ending].told
        found = ending_outcome(program, ending, told_at_end(program, self.s, told) if told else "")
        return found if program.scoring is None else scores_of(program).added(found, self.s)

    def _step(self, program: Program, pick: Pick | None) -> None:
        before = self.s[:]
        try:
            if pick is None:
                self.picks = self.executor.begin(self.s, self.record)
            else:
                self.picks = self.executor.resume(self.s, pick, self.record)
            self._inspect()
        except Fault as fault:
            self._broken(program, before, fault)

    def _broken(self, program: Program, before: Flat, fault: Fault) -> None:
        before[STATUS] = FAULT
        self.s = before
        self.picks = []
        self.fault = fault_outcome(program, fault)

    def _inspect(self) -> None:
        frame, depth = self.s[FRAME], 0
        while frame is not None:
            frame, depth = frame[1], depth + 1
        if depth > FRAME_LIMIT:
            raise too_deep(FRAME_LIMIT)
        if self.checks is not None:
            self.checks.inspect(self.s)


def prepared(program: Program, s: Flat, reference: bool, check: bool) -> Running:
    """A game in a state, before it runs."""
    executor = Reference(program) if reference else compiled(program.own or program)
    return Running(s, executor, checks_of(program) if check else None)
