"""Write instructions as Python source.

In the code, `s` is the state, `l0`, `l1`, … are the locals of the procedure, and `R[0]` is the work done since the last
decision. Each instruction is given the place where it is written, and returns the place behind it; that is None where
the code behind can't be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from dsl.program.blocks import CallAndWait, Choose, Fork
from dsl.program.expressions import Int
from dsl.program.instructions import (
    LOOP_LIMIT,
    ROUND_LIMIT,
    Branch,
    Call,
    Cover,
    Draw,
    End,
    Exchange,
    Expose,
    ForEach,
    Instruction,
    Move,
    MoveAll,
    Pick,
    Roll,
    SetFact,
    SetLocal,
    SetNumber,
    Shuffle,
    While,
)
from dsl.program.program import Program
from interpreter.analysis.cost import costs_of, origin_at_fault
from interpreter.analysis.coverage import entry
from interpreter.analysis.inlining import small_procedures, trimmed
from interpreter.analysis.instructions import written
from interpreter.generated.emission import Emission
from interpreter.generated.expressions import Expressions
from interpreter.generated.zone_changes import ZoneChanges
from interpreter.state.changes import changes_of
from interpreter.state.layout import FRAME, STATUS


class Statements:
    """Writes the instructions of one program."""

    def __init__(self, program: Program, expressions: Expressions) -> None:
        self._procedures = program.procedures
        self._changes = changes_of(program)
        self._costs = costs_of(program)
        self._small = small_procedures(program)
        self._value = expressions.value
        self._test = expressions.test
        self._zones = ZoneChanges(program, expressions)

    def body(self, body: Sequence[Instruction], at: Emission) -> Emission | None:
        """Write instructions; the place behind them, or None if the code there can't be reached."""
        for instruction in body:
            behind = self._instruction(instruction, at.of_rule(instruction.origin))
            if behind is None:
                return None
            at = behind
        return at

    def _instruction(self, what: Instruction, at: Emission) -> Emission | None:  # noqa: C901, PLR0912 - one line a case
        self.measure(what, at)
        match what:
            case SetLocal():
                return self._set_local(what, at)
            case SetNumber():
                self._set_number(what, at)
            case SetFact(fact, card, value):
                at.write(f"set_fact(s, {fact}, {self._value(card, at)}, {self._value(value, at)})")
            case Move():
                self._zones.move(what, at)
            case MoveAll():
                self._zones.move_all(what, at)
            case Draw():
                self._zones.draw(what, at)
                return at.dirtied()
            case Expose():
                self._zones.expose(what, at)
            case Shuffle():
                self._zones.shuffle(what, at)
            case Roll(local, least, most):
                at.write(f"{at.env[local]} = roll(s, {self._value(least, at)}, {self._value(most, at)})")
                return at.dirtied()
            case Pick(local, members, none):
                at.write(f"{at.env[local]} = pick(s, {self._value(members, at)}, {none}, {what.cards})")
                return at.dirtied()
            case Exchange():
                self._zones.exchange(what, at)
            case Branch():
                return self._branch(what, at)
            case While():
                return self._while(what, at)
            case ForEach():
                return self._for_each(what, at)
            case Call():
                return self._call(what, at)
            case End(ending):
                at.write(f"s[{STATUS}] = {ending + 1}; s[{FRAME}] = None; {at.leaving}")
                return None
            case Cover(event, origin):
                at.write(f"note({entry(origin, event)})")
            case _:
                assert_never(what)
        return at

    def _call(self, what: Call, at: Emission) -> Emission | None:
        values = [self._value(each, at) for each in what.arguments]
        if what.procedure not in self._small:
            at.write(f"p{what.procedure}({', '.join(['s', *values])})")
            return at
        procedure = self._procedures[what.procedure]
        values += ["EMPTY" if local in procedure.lists else "0" for local in range(len(values), procedure.locals)]
        body, begin = trimmed(procedure.body)
        changing, inner = written(body), dict[int, str]()
        for local, value in enumerate(values):
            named = value.isidentifier() or value.isdigit()
            inner[local] = value if named and local not in changing else at.fresh("q")
            if local in begin and inner[local] != value:
                at.write(f"{inner[local]} = {value}")
        return at.behind(self.body(body, at.with_locals(inner)))

    def _set_local(self, what: SetLocal, at: Emission) -> Emission:
        value = self._value(what.value, at)
        if at.env[what.local] != value:
            at.write(f"{at.env[what.local]} = {value}")
        return at.dirtied()

    def _set_number(self, what: SetNumber, at: Emission) -> None:
        value = self._value(what.value, at)
        if not isinstance(what.index, Int):
            at.write(f"set_number(s, {self._value(what.index, at)}, {value})")
            return
        low, high = self._changes.bounds[what.index.value]
        slot = f"s[{self._changes.numbers + what.index.value}]"
        if isinstance(what.value, Int):
            at.write(f"{slot} = {min(max(what.value.value, low), high)}")
        else:
            at.write(f"v = {value}")
            at.write(f"{slot} = v if {low} <= v <= {high} else {low} if v < {low} else {high}")

    def _branch(self, what: Branch, at: Emission) -> Emission | None:
        test = self._test(what.condition, at)
        if test in {"0", "1"}:
            return at.behind(self.body(what.then if test == "1" else what.otherwise, at))
        then: Emission | None = at
        otherwise: Emission | None = at
        if what.then:
            with at.block(f"if {test}:"):
                then = self.body(what.then, at)
        if what.otherwise:
            with at.block("else:" if what.then else f"if not {test}:"):
                otherwise = self.body(what.otherwise, at)
        return at.behind(then, otherwise)

    def _while(self, what: While, at: Emission) -> Emission | None:
        rounds, units = at.fresh("r"), self._costs.rounds(what.body)
        most = min(LOOP_LIMIT, ROUND_LIMIT // units)
        fault = f"endless_loop({most}" if units == 1 else f"endless_loops({ROUND_LIMIT}"
        at.write(f"{rounds} = 0")
        with at.block(f"while {self._test(what.condition, at)}:"):
            at.write(f"{rounds} += 1")
            at.write(f"if {rounds} > {most}: raise {fault}, {what.origin})")
            end = self.body(what.body, at)
            if end is not None:
                self.measure(what, at)
        self.count(_multiplied(rounds, units), what.origin, at)
        return at.behind(at, end)

    def _for_each(self, what: ForEach, at: Emission) -> Emission:
        listed = at.fresh("z")
        at.write(f"{listed} = {self._value(what.cards, at)}")
        self.count(_multiplied(f"len({listed})", self._costs.rounds(what.body)), what.origin, at)
        with at.block(f"for {at.env[what.local]} in {listed}:"):
            self.body(what.body, at)
        return at.dirtied()

    def measure(self, what: Instruction | Fork | CallAndWait | Choose, at: Emission) -> None:
        """Write that work is counted whose size isn't known beforehand."""
        units = self._costs.measured(what)
        if units is not None:
            self.count(self._value(units, at), origin_at_fault(what), at)

    def count(self, units: str, origin: int, at: Emission) -> None:
        """Write that so much work is counted; see `instructions.ROUND_LIMIT`."""
        at.write(f"R[0] += {units}")
        at.write(f"if R[0] > {ROUND_LIMIT}: raise endless_loops({ROUND_LIMIT}, {origin})")


def _multiplied(number: str, factor: int) -> str:
    return number if factor == 1 else f"{number} * {factor}"
