"""Write blocks as Python source: where a game continues, and where it waits.

Each block that is reached from outside, or from several places, becomes a function; blocks that belong to only one
other are written out inside it (see `flow`), those of called procedures included: their frames are Python's locals, and
become frames of the state where the function ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import attrs

from dsl.program.blocks import MOST_ANSWERS, Block, CallAndWait, Choose, Fork, Jump, Procedure, Return
from dsl.program.program import Program
from interpreter.analysis.cost import costs_of
from interpreter.analysis.flow import callers, joined_blocks
from interpreter.analysis.recursion import recursive_calls
from interpreter.choices.picks import taken
from interpreter.generated.emission import Emission, Env
from interpreter.generated.expressions import Expressions
from interpreter.generated.offering import Offerings
from interpreter.generated.statements import Statements
from interpreter.state.frames import frame_locals
from interpreter.state.layout import FRAME, FRAME_LIMIT


@attrs.frozen
class Point:
    """A place in a function that runs blocks, with the frames whose locals are Python's.

    The names in `at` are those of the frame on top. `below` are the frames under it whose locals are Python's, too: the
    block with which each continues when the one above returns, and its names. `under` is source for the frame below.
    """

    at: Emission
    under: str = "below"
    below: tuple[tuple[int, Env], ...] = ()

    def frame(self, block: int) -> str:
        """Source for the frames, with the top one at a block."""
        text = self.under
        for number, names in (*self.below, (block, self.at.env)):
            text = f"({', '.join([str(number), text, *names.values()])})"
        return text

    def of_rule(self, origin: int) -> Point:
        """The same place, with lines for another rule."""
        return attrs.evolve(self, at=self.at.of_rule(origin))

    def dirtied(self) -> Point:
        """The place after something was changed in a frame."""
        return attrs.evolve(self, at=self.at.dirtied())

    def call(self, block: int, names: Env) -> Point:
        """The place with a called procedure's frame on top; the frame below continues with `block`."""
        return Point(self.at.with_locals(names), self.under, (*self.below, (block, self.at.env)))

    def back(self) -> tuple[int, Point]:
        """The block with which the frame below continues, and the place without the frame on top."""
        *below, (block, names) = self.below
        return block, Point(self.at.with_locals(names), self.under, tuple(below))


class Blocks:
    """Writes the functions that run blocks of one program."""

    def __init__(
        self, program: Program, expressions: Expressions, statements: Statements, offerings: Offerings
    ) -> None:
        self._program = program
        self._expressions = expressions
        self._statements = statements
        self._offerings = offerings
        self._costs = costs_of(program)
        self._joined = joined_blocks(program)
        self._callers = callers(program)
        self._recursive = recursive_calls(program)
        self._kept = frame_locals(program)
        self._taken = taken(program)

    def function(self, number: int, at: Emission) -> None:
        """Write `b<number>(s, p)`, which runs a block and whatever is joined to it."""
        block = self._program.blocks[number]
        slots, names = self._taken.get(number, ()), named(self._kept[block.procedure])
        origin = self._procedure_of(block).origin
        at = attrs.evolve(at, env=names, origin=origin, leaving="return []", dirty=bool(slots))
        picked = {local: place for local, place in slots if local in names}
        with at.block(f"def b{number}(s, p):"):
            unpack(at.binding(dict.fromkeys(picked, "_")))
            for local, place in picked.items():
                at.write(f"{names[local]} = p[{place}]")
            self._chain(number, Point(at))

    def _chain(self, number: int, point: Point) -> None:
        """Write a block and whatever is joined to it; the code written always returns."""
        block = self._program.blocks[number]
        at = point.at.of_rule(self._procedure_of(block).origin)
        if units := self._costs.blocks[number]:
            self._statements.count(str(units), at.origin, at)
        end = self._statements.body(block.body, at)
        if end is not None:
            self._last(number, block, attrs.evolve(point, at=end))

    def _last(self, number: int, block: Block, point: Point) -> None:
        """Write where the game continues behind the instructions of a block."""
        match block.last:
            case Jump(target):
                self._go_on(target, point)
            case Fork():
                self._fork(block.last, point.of_rule(block.last.origin))
            case CallAndWait():
                self._call(block.last, point.of_rule(block.last.origin))
            case Return():
                self._return(block, point.of_rule(self._procedure_of(block).origin))
            case Choose():
                self._choose(number, block.last, point.of_rule(block.last.origin))
            case _:
                assert_never(block.last)

    def _go_on(self, target: int, point: Point) -> None:
        if target in self._joined:
            self._chain(target, point)
            return
        if point.at.dirty:
            point.at.write(f"s[{FRAME}] = {point.frame(target)}")
        point.at.write(f"return b{target}")

    def _fork(self, fork: Fork, point: Point) -> None:
        self._statements.measure(fork, point.at)
        test = self._expressions.test(fork.condition, point.at)
        if test in {"0", "1"}:
            self._go_on(fork.then if test == "1" else fork.otherwise, point)
            return
        with point.at.block(f"if {test}:"):
            self._go_on(fork.then, point)
        self._go_on(fork.otherwise, point)

    def _call(self, call: CallAndWait, point: Point) -> None:
        self._statements.measure(call, point.at)
        called, kept = self._program.procedures[call.procedure], self._kept[call.procedure]
        if call.block in self._recursive:
            room = FRAME_LIMIT - len(point.below) - 1
            point.at.write(f"if depth({point.under}) >= {room}: raise too_deep({point.frame(call.block)})")
        values = [self._expressions.value(argument, point.at) for argument in call.arguments]
        values += [initial(called, local) for local in kept[len(values) :]]
        if called.entry in self._joined:
            names = named(kept, f"l{call.procedure}_")
            for value in dict.fromkeys(values):
                given = [name for name, each in zip(names.values(), values, strict=True) if each == value]
                point.at.write(f"{' = '.join(given)} = {value}")
            self._chain(called.entry, point.dirtied().call(call.block, names))
        else:
            point.at.write(f"s[{FRAME}] = ({', '.join([str(called.entry), point.frame(call.block), *values])})")
            point.at.write(f"return b{called.entry}")

    def _return(self, block: Block, point: Point) -> None:
        point = point.dirtied()
        caller = self._callers.get(block.procedure)
        if block.procedure == self._program.main:
            point.at.write("raise returned()")
        elif point.below:
            self._return_to(*point.back(), joins=caller is not None)
        elif caller is not None and caller in self._joined:
            self._return_to_caller(caller, point)
        else:
            point.at.write(f"s[{FRAME}] = {point.under}")
            point.at.write(f"return {'B[' + point.under + '[0]]' if caller is None else 'b' + str(caller)}")

    def _return_to(self, target: int, point: Point, *, joins: bool) -> None:
        """Go on in a frame whose locals are Python's: unless the block `joins` that before, it counts as a step."""
        if joins:
            self._go_on(target, point)
        else:
            point.at.write(f"s[{FRAME}] = {point.frame(target)}")
            point.at.write(f"return b{target}")

    def _return_to_caller(self, target: int, point: Point) -> None:
        """Go on in a frame that is in the state."""
        block = self._program.blocks[target]
        if not block.body and isinstance(block.last, Return) and block.procedure != self._program.main:
            origin = self._procedure_of(block).origin
            self._return(block, Point(point.at.with_locals({}).of_rule(origin), f"{point.under}[1]"))
            return
        at = point.at.with_locals(named(self._kept[block.procedure], f"l{block.procedure}_"))
        below = f"below{block.procedure}"
        unpack(at, below, point.under)
        self._chain(target, Point(at, below))

    def _choose(self, number: int, choice: Choose, point: Point) -> None:
        at, prompt = point.at, self._program.prompts[choice.prompt].name
        self._statements.measure(choice, at)
        self._offerings.picks(number, choice, at)
        if self._costs.may_overflow(choice):
            fault = f"too_many_answers({prompt!r}, {MOST_ANSWERS}, {choice.origin})"
            at.write(f"if len(o) > {MOST_ANSWERS}: raise {fault}")
        never_empty = self._offerings.never_empty(choice, at)
        if choice.must and not never_empty:
            at.write(f"if not o: raise no_option({prompt!r}, {choice.origin})")
        passed = ["not o"] if not (choice.must or never_empty) else []
        if choice.quiet:
            passed.append(f"o[0][0] >= {len(choice.options) - choice.quiet}")
        if passed:
            with at.block(f"if {' or '.join(passed)}:"):
                self._go_on(choice.empty, point)
        at.write(f"s[{FRAME}] = {point.frame(number)}")
        at.write("return o")

    def _procedure_of(self, block: Block) -> Procedure:
        return self._program.procedures[block.procedure]


def named(locals: Iterable[int], prefix: str = "l") -> Env:
    """Names for locals."""
    return {local: f"{prefix}{local}" for local in locals}


def initial(procedure: Procedure, local: int) -> str:
    """Source for the value of a local before it is given one."""
    return "EMPTY" if local in procedure.lists else "0"


def unpack(at: Emission, under: str = "below", frame: str = f"s[{FRAME}]") -> None:
    """Write that a frame's locals get their names, and the frame under it, too."""
    at.write(f"{', '.join(['_', under, *at.env.values()])} = {frame}")
