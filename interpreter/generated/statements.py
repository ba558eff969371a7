"""Instruction → Python source.

What is done most (a card moved, drawn, a number set, between zones that are known) is written out, with the same
meaning as in `runtime`; the rest calls it. In the code `s` is the state, `l0`, `l1`, … are the locals of the procedure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from dsl.program.blocks import CallAndWait, Choose, Fork
from dsl.program.expressions import Expr, Int, Zone
from dsl.program.instructions import (
    LOOP_LIMIT,
    ROUND_LIMIT,
    Branch,
    Call,
    Draw,
    End,
    Exchange,
    Expose,
    ForEach,
    Instruction,
    Move,
    MoveAll,
    Note,
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
from interpreter.generated.expressions import Env, Expressions
from interpreter.generated.writer import Writer
from interpreter.state.changes import changes_of
from interpreter.state.generator import INCREMENT, MASK, MULTIPLIER
from interpreter.state.layout import FRAME, GENERATOR, STATUS


class Statements:
    """Writes the instructions of one program."""

    def __init__(self, program: Program, expressions: Expressions, write: Writer) -> None:
        self.program = program
        self.changes = changes_of(program)
        self.costs = costs_of(program)
        self.small = small_procedures(program)
        self.value = expressions.value
        self.test = expressions.test
        self.fresh = expressions.fresh
        self.write = write
        self.leaving = "raise Over"
        """What ends a function after the game has ended in it."""
        self.dirty = False
        """Whether a local may differ from what the frame in the state says."""

    def body(self, body: Sequence[Instruction], env: Env) -> bool:
        """Write instructions; whether the code behind them can be reached."""
        for instruction in body:
            self.write.origin = instruction.origin
            if not self._instruction(instruction, env):
                return False
        return True

    def _instruction(self, what: Instruction, env: Env) -> bool:  # noqa: C901, PLR0912 - one line a case
        self.measure(what, env)
        match what:
            case SetLocal(local, value):
                self._set_local(local, self.value(value, env), env)
            case SetNumber():
                self._set_number(what, env)
            case SetFact(fact, card, value):
                self.write(f"set_fact(s, {fact}, {self.value(card, env)}, {self.value(value, env)})")
            case Move():
                self._move(what, env)
            case MoveAll():
                self._move_all(what, env)
            case Draw():
                self._draw(what, env)
            case Expose(zone, count):
                self._expose(zone, count, env)
            case Shuffle(zone):
                self._shuffle(zone, env)
            case Exchange(card, zone, other, other_zone):
                places = [self.value(place or Int(-1), env) for place in (what.position, what.other_position)]
                self._called("exchange", (card, zone, other, other_zone), env, *places)
            case Branch():
                return self._branch(what, env)
            case While():
                self._while(what, env)
            case ForEach():
                self._for_each(what, env)
            case Call():
                return self._call(what, env)
            case End(ending):
                self.write(f"s[{STATUS}] = {ending + 1}; s[{FRAME}] = None; {self.leaving}")
                return False
            case Note(told, origin):
                self.write(f"note({entry(origin, told)})")
            case _:
                assert_never(what)
        return True

    def _call(self, what: Call, env: Env) -> bool:
        values = [self.value(each, env) for each in what.arguments]
        if what.procedure not in self.small:
            self.write(f"p{what.procedure}({', '.join(['s', *values])})")
            return True
        procedure = self.program.procedures[what.procedure]
        values += ["EMPTY" if local in procedure.lists else "0" for local in range(len(values), procedure.locals)]
        body, begin = trimmed(procedure.body)
        changing, inner = written(body), dict[int, str]()
        for local, value in enumerate(values):
            named = value.isidentifier() or value.isdigit()
            inner[local] = value if named and local not in changing else self.fresh("q")
            if local in begin and inner[local] != value:
                self.write(f"{inner[local]} = {value}")
        return self.body(body, inner)

    def _set_local(self, local: int, value: str, env: Env) -> None:
        self.dirty = True
        if env[local] != value:
            self.write(f"{env[local]} = {value}")

    def _set_number(self, what: SetNumber, env: Env) -> None:
        value = self.value(what.value, env)
        if not isinstance(what.index, Int):
            self.write(f"set_number(s, {self.value(what.index, env)}, {value})")
            return
        low, high = self.changes.bounds[what.index.value]
        slot = f"s[{self.changes.numbers + what.index.value}]"
        if isinstance(what.value, Int):
            self.write(f"{slot} = {min(max(what.value.value, low), high)}")
        else:
            self.write(f"v = {value}")
            self.write(f"{slot} = v if {low} <= v <= {high} else {low} if v < {low} else {high}")

    def _move(self, what: Move, env: Env) -> None:
        card, last = self.value(what.card, env), what.end == "last"
        if what.position is not None:
            position = self.value(what.position, env)
            self._called("move", (what.card, what.source, what.target), env, last, position)
            return
        if not isinstance(what.source, Int) or not isinstance(what.target, Int) or self._settles(what.target, last):
            self._called("move", (what.card, what.source, what.target), env, last)
            return
        if not card.isidentifier():
            self.write(f"k = {card}")
            card = "k"
        at = self.changes.zones + what.source.value
        if self.changes.heap[what.source.value]:
            with self.write.block(f"if {card} >= 0 and {card} in s[{at}]:"):
                self.write(f"s[{at}] = s[{at}].replace(ONE[{card}], EMPTY, 1)")
                self._put(card, what.target.value, last)
            return
        with self.write.block(f"if {card} >= 0:"):
            self.write(f"z = s[{at}]; i = z.rfind({card})")
            with self.write.block("if i >= 0:"):
                self.write(f"s[{at}] = z[:i] + z[i + 1:]")
                if self.changes.pile[what.source.value]:
                    unordered = self.changes.unordered + what.source.value
                    self.write(f"if i < s[{unordered}]: s[{unordered}] -= 1")
                self._put(card, what.target.value, last)

    def _move_all(self, what: MoveAll, env: Env) -> None:
        last = what.end == "last"
        whole = what.cards == Zone(what.source) and what.source != what.target
        known = isinstance(what.source, Int) and isinstance(what.target, Int)
        if whole and known and not self._settles(what.target, last):
            self._move_whole(what, last)
        else:
            self._called("move_all", (what.cards, what.source, what.target), env, last, what.nearest == "last")

    def _move_whole(self, what: MoveAll, last: bool) -> None:
        assert isinstance(what.source, Int)
        assert isinstance(what.target, Int)
        source, target = self.changes.zones + what.source.value, self.changes.zones + what.target.value
        with self.write.block(f"if s[{source}]:"):
            if self.changes.heap[what.target.value]:
                self.write(f"s[{target}] = bytes(sorted(s[{target}] + s[{source}]))")
            else:
                self.write(f"s[{target}] += s[{source}]" if last else f"s[{target}] = s[{source}] + s[{target}]")
            self.write(f"s[{source}] = b''")
            if self.changes.pile[what.source.value]:
                self.write(f"s[{self.changes.unordered + what.source.value}] = 0")
            self._check_limit(what.target.value)

    def _draw(self, what: Draw, env: Env) -> None:
        card = env[what.local]
        self.dirty = True
        if not (isinstance(what.source, Int) and isinstance(what.target, Int)):
            self.write(f"{card} = draw(s, {self.value(what.source, env)}, {self.value(what.target, env)})")
            return
        at, unordered = self.changes.zones + what.source.value, self.changes.unordered + what.source.value
        self.write(f"z = s[{at}]")
        with self.write.block("if z:"):
            if self.changes.pile[what.source.value]:
                self.write(f"n = s[{unordered}]")
                with self.write.block("if n == len(z):"):
                    self.write(f"x = s[{GENERATOR}] = (s[{GENERATOR}] * {MULTIPLIER} + {INCREMENT}) & {MASK}")
                    self.write(f"i = ((x >> 32) * n) >> 32; {card} = z[i]; s[{at}] = z[:i] + z[i + 1:]")
                    self.write(f"s[{unordered}] = n - 1")
                with self.write.block("else:"):
                    self.write(f"{card} = z[-1]; s[{at}] = z[:-1]")
            else:
                self.write(f"{card} = z[-1]; s[{at}] = z[:-1]")
            self._put(card, what.target.value, True)
        self.write(f"else: {card} = -1")

    def _expose(self, zone: Expr, count: Expr, env: Env) -> None:
        if isinstance(zone, Int):
            with self.write.block(f"if s[{self.changes.unordered + zone.value}]:"):
                self.write(f"expose(s, {zone.value}, {self.value(count, env)})")
        else:
            self.write(f"expose(s, {self.value(zone, env)}, {self.value(count, env)})")

    def _shuffle(self, zone: Expr, env: Env) -> None:
        if not (isinstance(zone, Int) and self.changes.pile[zone.value]):
            self.write(f"shuffle(s, {self.value(zone, env)})")
            return
        at, dealt, bit = self.changes.zones + zone.value, self.changes.dealt, 1 << zone.value
        self.write(f"if s[{dealt}] & {bit}: s[{dealt}] ^= {bit}")
        with self.write.block("else:"):
            self.write(f"z = s[{at}]; s[{at}] = bytes(sorted(z)); s[{self.changes.unordered + zone.value}] = len(z)")

    def _branch(self, what: Branch, env: Env) -> bool:
        test = self.test(what.condition, env)
        if test in {"0", "1"}:
            return self.body(what.then if test == "1" else what.otherwise, env)
        if not what.then and not what.otherwise:
            return True
        if not what.then:
            with self.write.block(f"if not {test}:"):
                self.body(what.otherwise, env)
            return True
        with self.write.block(f"if {test}:"):
            through = self.body(what.then, env)
        if not what.otherwise:
            return True
        with self.write.block("else:"):
            also = self.body(what.otherwise, env)
        return through or also

    def _while(self, what: While, env: Env) -> None:
        rounds, units = self.fresh("r"), self.costs.rounds(what.body)
        most = min(LOOP_LIMIT, ROUND_LIMIT // units)
        fault = f"endless_loop({most}" if units == 1 else f"endless_loops({ROUND_LIMIT}"
        self.write(f"{rounds} = 0")
        with self.write.block(f"while {self.test(what.condition, env)}:"):
            self.write(f"{rounds} += 1")
            self.write(f"if {rounds} > {most}: raise {fault}, {what.origin})")
            if self.body(what.body, env):
                self.measure(what, env)
        self.count(_multiplied(rounds, units), what.origin)

    def _for_each(self, what: ForEach, env: Env) -> None:
        self.dirty = True
        listed = self.fresh("z")
        self.write(f"{listed} = {self.value(what.cards, env)}")
        self.count(_multiplied(f"len({listed})", self.costs.rounds(what.body)), what.origin)
        with self.write.block(f"for {env[what.local]} in {listed}:"):
            self.body(what.body, env)

    def measure(self, what: Instruction | Fork | CallAndWait | Choose, env: Env) -> None:
        """Write that the work of something is noted, as far as it can't be known beforehand."""
        units = self.costs.measured(what)
        if units is not None:
            self.count(self.value(units, env), origin_at_fault(what))

    def count(self, units: str, origin: int) -> None:
        """Write that so much is done; see `program.ROUND_LIMIT`."""
        self.write(f"R[0] += {units}")
        self.write(f"if R[0] > {ROUND_LIMIT}: raise endless_loops({ROUND_LIMIT}, {origin})")

    def _called(self, name: str, parts: Sequence[Expr], env: Env, *more: bool | str) -> None:
        """Write a call of a function in `runtime`."""
        arguments = ["s", *(self.value(part, env) for part in parts), *(str(each) for each in more)]
        self.write(f"{name}({', '.join(arguments)})")

    def _settles(self, target: Expr, last: bool) -> bool:
        """Whether putting a card there may have to settle the order of a pile."""
        return not last and not (isinstance(target, Int) and not self.changes.pile[target.value])

    def _put(self, card: str, target: int, last: bool) -> None:
        at = self.changes.zones + target
        if self.changes.heap[target]:
            self.write(f"z = s[{at}]")
            self.write(f"if z: i = bisect_left(z, {card}); s[{at}] = z[:i] + ONE[{card}] + z[i:]")
            self.write(f"else: s[{at}] = ONE[{card}]")
        else:
            self.write(f"s[{at}] += ONE[{card}]" if last else f"s[{at}] = ONE[{card}] + s[{at}]")
        self._check_limit(target)

    def _check_limit(self, target: int) -> None:
        if self.program.places[target].limit >= 0:
            at, limit = self.changes.zones + target, self.changes.limits[target]
            self.write(f"if len(s[{at}]) > {limit}: check_limit(s, {target})")


def _multiplied(number: str, factor: int) -> str:
    return number if factor == 1 else f"{number} * {factor}"
