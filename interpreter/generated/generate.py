"""Program → Python source: the fast executor.

Each block that is reached from outside, or from several places, becomes a function `b<number>(s, p)`; blocks that
belong to only one other are written out inside it (see `flow`), those of called procedures included: their frames are
Python's locals, and become frames of the state where the function ends. A function takes the state and the latest
pick, and returns the function to run next, or the list of picks when the game waits (empty: it is over). Procedures
that can't wait become `p<number>(s, arguments)`, choices `o<number>(s, locals)`, which list picks.

The source is made once for a program, and each of its lines knows the rule it was written for, so that a fault
is reported at the author's line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

import attrs

from dsl.program.blocks import MOST_ANSWERS, Block, CallAndWait, Choose, Fork, Jump, Procedure, Return
from dsl.program.expressions import Expr, Int
from dsl.program.program import Program
from interpreter.analysis.flow import callers, joined_blocks, outer_blocks
from interpreter.analysis.inlining import trimmed
from interpreter.choices.options import words_of
from interpreter.choices.picks import taken
from interpreter.generated.constants import Constants
from interpreter.generated.expressions import Env, Expressions
from interpreter.generated.offering import Offerings
from interpreter.generated.statements import Statements
from interpreter.generated.writer import Writer
from interpreter.state.frames import kept_locals
from interpreter.state.layout import FRAME


@attrs.frozen
class Source:
    """Generated code: its text, the origin of each line, the constants it reads and the locals that offers want.

    `heads` are the blocks that are functions of their own.
    """

    text: str
    origins: tuple[int, ...]
    constants: dict[str, Any]
    wants: dict[int, tuple[int, ...]]
    heads: tuple[int, ...]


@attrs.frozen
class Known:
    """Frames whose locals are Python's: their names, and with which block each goes on when the one above returns.

    The last one is on top. `under` is source for the frame below all of them.
    """

    under: str
    names: tuple[Env, ...]
    blocks: tuple[int, ...] = ()

    @property
    def top(self) -> Env:
        return self.names[-1]

    def frame(self, block: int) -> str:
        """Source for the frames, standing at a block."""
        text = self.under
        for number, names in zip((*self.blocks, block), self.names, strict=True):
            text = f"({', '.join([str(number), text, *names.values()])})"
        return text

    def call(self, block: int, names: Env) -> Known:
        """With a called procedure's frame on top; the one below goes on with `block`."""
        return Known(self.under, (*self.names, names), (*self.blocks, block))

    def back(self) -> Known:
        """Without the frame on top."""
        return Known(self.under, self.names[:-1], self.blocks[:-1])


def generate(program: Program) -> Source:
    """Write the source for a program."""
    return _Generator(program).source()


class _Generator:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.write = Writer()
        self.constants = Constants(program)
        self.expressions = Expressions(program, self.constants)
        self.statements = Statements(program, self.expressions, self.write)
        self.joined = joined_blocks(program)
        self.callers = callers(program)
        self.kept = kept_locals(program)
        self.offerings = Offerings(program, self.expressions, self.write)
        self.wants: dict[int, tuple[int, ...]] = {}

    def source(self) -> Source:
        for number, procedure in enumerate(self.program.procedures):
            if not procedure.waits and number not in self.statements.small:
                self._procedure(number, procedure)
        self._choices()
        heads = sorted(outer_blocks(self.program) | (set(range(len(self.program.blocks))) - self.joined))
        for block in heads:
            self._head(block)
        return Source(
            "\n".join([*self.write.lines, ""]),
            tuple(self.write.origins),
            self.constants.values,
            self.wants,
            tuple(heads),
        )

    def _procedure(self, number: int, procedure: Procedure) -> None:
        self.write.origin = procedure.origin
        names = _names(range(procedure.locals))
        arguments = [names[local] for local in range(procedure.parameters)]
        body, begin = trimmed(procedure.body)
        self.statements.leaving = "raise Over"
        with self.write.block(f"def p{number}({', '.join(['s', *arguments])}):"):
            for local in sorted(begin - set(range(procedure.parameters))):
                self.write(f"{names[local]} = {'EMPTY' if local in procedure.lists else 0}")
            self.statements.body(body, names)

    def _choices(self) -> None:
        for block, choice in words_of(self.program).choices.items():
            self.write.origin = choice.origin
            self.wants[block] = self.offerings.function(block, choice)
            if not isinstance(choice.player, Int):
                self._player(block, choice.player)

    def _player(self, block: int, player: Expr) -> None:
        names = _names(self.kept[self.program.blocks[block].procedure])
        with self.write.block(f"def w{block}(s):"):
            self._unpack(names)
            self.write(f"return {self.expressions.value(player, names)}")

    def _head(self, number: int) -> None:
        block = self.program.blocks[number]
        procedure = self._procedure_of(block)
        self.write.origin = procedure.origin
        self.statements.leaving = "return []"
        slots = taken(self.program).get(number, ())
        self.statements.dirty = bool(slots)
        names = _names(self.kept[block.procedure])
        with self.write.block(f"def b{number}(s, p):"):
            self._unpack({**names, **{local: "_" for local, _ in slots if local in names}})
            for local, at in slots:
                if local in names:
                    self.write(f"{names[local]} = p[{at}]")
            self._chain(number, Known("below", (names,)))

    def _unpack(self, names: Env, under: str = "below", frame: str = f"s[{FRAME}]") -> None:
        self.write(f"{', '.join(['_', under, *names.values()])} = {frame}")

    def _chain(self, number: int, known: Known) -> None:
        """Write a block and whatever is joined to it; the code written always returns."""
        block = self.program.blocks[number]
        units = self.statements.costs.blocks[number]
        if units:
            self.statements.count(str(units), self._procedure_of(block).origin)
        if not self.statements.body(block.body, known.top):
            return
        if isinstance(block.last, Fork | CallAndWait | Choose):
            self.write.origin = block.last.origin
            self.statements.measure(block.last, known.top)
        match block.last:
            case Jump(target):
                self._go_on(target, known)
            case Fork(condition, then, otherwise, origin):
                self.write.origin = origin
                self._fork(self.expressions.test(condition, known.top), then, otherwise, known)
            case CallAndWait():
                self._call(block.last, known)
            case Return():
                self._return(block, known)
            case Choose():
                self._choose(number, block.last, known)
            case _:
                assert_never(block.last)

    def _go_on(self, target: int, known: Known) -> None:
        if target in self.joined:
            self._chain(target, known)
            return
        if self.statements.dirty:
            self.write(f"s[{FRAME}] = {known.frame(target)}")
        self.write(f"return b{target}")

    def _fork(self, test: str, then: int, otherwise: int, known: Known) -> None:
        if test in {"0", "1"}:
            self._go_on(then if test == "1" else otherwise, known)
            return
        dirty = self.statements.dirty
        with self.write.block(f"if {test}:"):
            self._go_on(then, known)
        self.statements.dirty = dirty
        self._go_on(otherwise, known)

    def _call(self, call: CallAndWait, known: Known) -> None:
        self.write.origin = call.origin
        called = self.program.procedures[call.procedure]
        values = [self.expressions.value(argument, known.top) for argument in call.arguments]
        kept = self.kept[call.procedure]
        values += ["EMPTY" if local in called.lists else "0" for local in kept[len(values) :]]
        self.statements.dirty = True
        if called.entry in self.joined:
            names = _names(kept, f"l{call.procedure}_")
            for value in dict.fromkeys(values):
                given = [name for name, each in zip(names.values(), values, strict=True) if each == value]
                self.write(f"{' = '.join(given)} = {value}")
            self._chain(called.entry, known.call(call.block, names))
        else:
            self.write(f"s[{FRAME}] = ({', '.join([str(called.entry), known.frame(call.block), *values])})")
            self.write(f"return b{called.entry}")

    def _return(self, block: Block, known: Known) -> None:
        self.write.origin = self._procedure_of(block).origin
        self.statements.dirty = True
        if block.procedure == self.program.main:
            self.write("raise returned()")
        elif len(known.names) > 1:
            self._return_to(known.blocks[-1], block.procedure in self.callers, known.back())
        elif (caller := self.callers.get(block.procedure)) in self.joined:
            assert caller is not None
            self._return_to_caller(caller, known.under)
        else:
            self.write(f"s[{FRAME}] = {known.under}")
            self.write(f"return {'B[' + known.under + '[0]]' if caller is None else 'b' + str(caller)}")

    def _return_to(self, target: int, alone: bool, known: Known) -> None:
        """Go on in a frame that is known; whoever is not `alone` in calling the procedure counts a step."""
        if alone:
            self._go_on(target, known)
        else:
            self.write(f"s[{FRAME}] = {known.frame(target)}")
            self.write(f"return b{target}")

    def _return_to_caller(self, target: int, under: str) -> None:
        """Go on in a frame that lies in the state."""
        block = self.program.blocks[target]
        if not block.body and isinstance(block.last, Return) and block.procedure != self.program.main:
            self._return(block, Known(f"{under}[1]", ({},)))
            return
        names = _names(self.kept[block.procedure], f"l{block.procedure}_")
        below = f"below{block.procedure}"
        self._unpack(names, below, under)
        self._chain(target, Known(below, (names,)))

    def _choose(self, number: int, choice: Choose, known: Known) -> None:
        self.write.origin = choice.origin
        self.offerings.picks(number, choice, known.top)
        if self.statements.costs.may_overflow(choice):
            prompt = self.program.prompts[choice.prompt].name
            self.write(
                f"if len(o) > {MOST_ANSWERS}: raise too_many_answers({prompt!r}, {MOST_ANSWERS}, {choice.origin})"
            )
        never_empty = self.offerings.never_empty(choice)
        if choice.must and not never_empty:
            prompt = self.program.prompts[choice.prompt].name
            self.write(f"if not o: raise no_option({prompt!r}, {choice.origin})")
        passed = f"o[0][0] >= {len(choice.options) - choice.quiet}" if choice.quiet else ""
        passed = " or ".join(part for part in ("" if choice.must or never_empty else "not o", passed) if part)
        if passed:
            dirty = self.statements.dirty
            with self.write.block(f"if {passed}:"):
                self._go_on(choice.empty, known)
            self.statements.dirty = dirty
            self.write.origin = choice.origin
        self.write(f"s[{FRAME}] = {known.frame(number)}")
        self.write("return o")

    def _procedure_of(self, block: Block) -> Procedure:
        return self.program.procedures[block.procedure]


def _names(local: Iterable[int], prefix: str = "l") -> Env:
    return {each: f"{prefix}{each}" for each in local}
