"""A game in progress, without words: its state, its executor, and the picks of the current decision.

The state of a decision never changes: an answer is carried out on a copy of it. So copies of a game share it, whoever
reads it may read on later, and if a step shows a fault of the rules, the game ends with it.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from dsl.program.program import Program
from interpreter.analysis.faults import Fault, Outcome, ending_outcome, fault_outcome, too_deep
from interpreter.analysis.memo import once_per_program
from interpreter.analysis.recursion import depth, recursive_calls
from interpreter.choices.picks import Pick
from interpreter.choices.scores import scores_of
from interpreter.choices.texts import told_at_end
from interpreter.game.ended import endings_of
from interpreter.game.invariants import checks_of
from interpreter.generated.executor import Compiled, compiled
from interpreter.reference.executor import Reference
from interpreter.reference.record import Record
from interpreter.state.layout import FAULT, FRAME, FRAME_LIMIT, STATUS, Flat

Inspect = Callable[[Flat], None]


@attrs.define(eq=False, weakref_slot=False)
class Running:
    """The changing part of a game.

    `picks` are those of the current decision (see `picks`), none if the game is over. `executor` is the reference or
    generated code. `inspect` raises a fault if something is wrong with the state at a decision; None if nothing can be.
    If several games share this, it must not change.
    """

    s: Flat
    executor: Compiled | Reference
    inspect: Inspect | None = None
    record: Record = attrs.field(factory=Record)
    picks: list[Pick] = attrs.field(factory=list)
    fault: Outcome | None = None
    shared: bool = False

    def copy(self) -> Running:
        """An independent game at the same point; written out, because searches copy games by the thousand."""
        now = Running.__new__(Running)
        now.s = self.s
        now.executor = self.executor.copy()
        now.inspect = self.inspect
        now.record = self.record.copy()
        now.picks = self.picks
        now.fault = self.fault
        now.shared = False
        return now

    def begin(self, program: Program) -> None:
        """Run from the block of the top frame to the first decision; a turn may begin with the game already over."""
        end = endings_of(program).met(self.s) if self.s[FRAME][0] == program.turns else None
        if end is None:
            self.answer(program, None)
        else:
            self.s = self.s.copy()
            self.executor.end(self.s, end)

    def answer(self, program: Program, pick: Pick | None) -> None:
        """Carry out a pick, or begin if it is None, and run to the next decision."""
        s, executor, record = self.s.copy(), self.executor, self.record
        try:
            self.picks = executor.begin(s, record) if pick is None else executor.resume(s, pick, record)
            if self.inspect is not None:
                self.inspect(s)
            self.s = s
        except Fault as fault:
            self._broken(program, fault)

    def inspected(self, program: Program) -> None:
        """Inspect the current state; a violation ends the game as a fault."""
        try:
            if self.inspect is not None:
                self.inspect(self.s)
        except Fault as fault:
            self._broken(program, fault)

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

    def _broken(self, program: Program, fault: Fault) -> None:
        self.s = self.s.copy()
        self.s[STATUS] = FAULT
        self.picks = []
        self.fault = fault_outcome(program, fault)


def _inspection(program: Program, check: bool) -> Inspect | None:
    """What inspects states; with `check`, it tests the invariants of the rules."""
    invariants = checks_of(program).inspect if check else None
    if not _may_be_deep(program):
        return invariants

    def inspect(s: Flat) -> None:
        if depth(s[FRAME]) > FRAME_LIMIT:
            raise too_deep(FRAME_LIMIT)
        if invariants is not None:
            invariants(s)

    return inspect


@once_per_program
def _may_be_deep(program: Program) -> bool:
    """Whether so many frames may come to lie on top of one another that they must be counted."""
    waiting = sum(procedure.waits for procedure in program.procedures)
    return waiting > FRAME_LIMIT or bool(recursive_calls(program))


def prepared(program: Program, s: Flat, reference: bool, check: bool) -> Running:
    """A game in a state, before it runs."""
    executor = Reference(program) if reference else compiled(program.own or program)
    return Running(s, executor, _inspection(program, check))
