"""Write blocks as C: where a game continues, and where it waits.

As in Python, each block that is reached from outside, or from several places, is a function, and blocks that belong to
only one other are written out inside it (see `flow`). `b<number>` returns the block to run next, `WAIT` or `OVER`. The
frames lie in the state; `F<number>` is the frame of a procedure.
"""

from __future__ import annotations

from typing import assert_never

from dsl.program.blocks import MOST_ANSWERS, Block, CallAndWait, Choose, Fork, Jump, Return
from dsl.program.program import Program
from interpreter.analysis.cost import costs_of
from interpreter.analysis.flow import callers, joined_blocks
from interpreter.analysis.recursion import recursive_calls
from interpreter.choices.picks import card_at, slots_of, tag_at, zone_at
from interpreter.native.expressions import Env, Expressions, Name
from interpreter.native.statements import Statements
from interpreter.native.writer import Place, Writer
from interpreter.state.frames import frame_locals
from interpreter.state.layout import FRAME_LIMIT


class Blocks:
    """Writes the functions that run blocks of one program."""

    def __init__(self, program: Program, expressions: Expressions, statements: Statements) -> None:
        self._program = program
        self._expressions = expressions
        self._statements = statements
        self._costs = costs_of(program)
        self._joined = joined_blocks(program)
        self._callers = callers(program)
        self._recursive = recursive_calls(program)
        self._kept = frame_locals(program)

    def frame(self, procedure: int) -> str:
        """The declaration of the frame of a procedure that waits."""
        fields = "".join(f" {self._type(procedure, local)} l{local};" for local in self._kept[procedure])
        return f"typedef struct {{ Head head;{fields} }} F{procedure};"

    def kinds(self, procedure: int) -> list[tuple[int, int]]:
        """For each local of a frame, what it is: 0 for a number, 1 for a list, 2 for packed cards."""
        return [(local, ("I", "List", "V").index(self._type(procedure, local))) for local in self._kept[procedure]]

    def env(self, procedure: int) -> Env:
        """The names of the locals of a procedure that waits, in its frame `f`."""
        found = dict[int, Name]()
        for local in self._kept[procedure]:
            kind = self._statements.kind(procedure, local)
            found[local] = Name(f"view(&f->l{local})" if kind == "L" else f"f->l{local}", kind)
        return found

    def _type(self, procedure: int, local: int) -> str:
        kind = self._statements.kind(procedure, local)
        return "List" if kind == "L" else kind

    def function(self, number: int, writer: Writer) -> None:
        """Write `b<number>`, which runs a block and whatever is joined to it."""
        with writer.block(f"static int b{number}(G *g)"):
            writer.write("UNUSED Card *m = g->arena; g->top = m;")
            self._chain(number, writer)

    def _chain(self, number: int, writer: Writer) -> None:
        """Write a block and whatever is joined to it; the code written always returns."""
        block = self._program.blocks[number]
        with writer.block():
            writer.write(f"F{block.procedure} *f = top_frame(g);")
            at = Place(writer, self.env(block.procedure))
            if units := self._costs.blocks[number]:
                at.write(f"count(g, {units});")
            self._statements.body(block.body, at)
            self._last(number, block, at)

    def _last(self, number: int, block: Block, at: Place) -> None:
        match block.last:
            case Jump(target):
                self._go_on(target, at)
            case Fork(condition, then, otherwise):
                self._statements.measure(block.last, at)
                with at.writer.block(f"if ({self._expressions.test(condition, at.env)})"):
                    self._go_on(then, at)
                self._go_on(otherwise, at)
            case CallAndWait():
                self._call(block.last, at)
            case Return():
                self._return(block, at)
            case Choose():
                self._choose(number, block.last, at)
            case _:
                assert_never(block.last)

    def _go_on(self, target: int, at: Place) -> None:
        if target in self._joined:
            self._chain(target, at.writer)
        else:
            at.write(f"return {target};")

    def _call(self, call: CallAndWait, at: Place) -> None:
        self._statements.measure(call, at)
        called, kept = self._program.procedures[call.procedure], self._kept[call.procedure]
        if call.block in self._recursive:
            at.write(f"if (g->s.depth >= {FRAME_LIMIT}) stop(g);")
        for local, value in enumerate(self._statements.arguments(call, at.env)):
            at.write(f"{self._statements.kind(call.procedure, local)} a{local} = {value};")
        at.write(f"f->head.block = {call.block};")
        at.write(f"F{call.procedure} *n = push(g, {called.entry}, sizeof(F{call.procedure}));")
        given = len(call.arguments)
        for local in kept:
            if local in called.lists:
                at.write(f"set_list(g, &n->l{local}, a{local});" if local < given else f"n->l{local}.n = 0;")
            else:
                at.write(f"n->l{local} = {f'a{local}' if local < given else '0'};")
        self._go_on(called.entry, at)

    def _return(self, block: Block, at: Place) -> None:
        if block.procedure == self._program.main:
            at.write("stop(g);")
            return
        at.write("pop(g);")
        caller = self._callers.get(block.procedure)
        if caller is not None:
            self._go_on(caller, at)
        else:
            at.write("return ((Head *)top_frame(g))->block;")

    def _choose(self, number: int, choice: Choose, at: Place) -> None:
        self._statements.measure(choice, at)
        at.write(f"o{number}(g, f);")
        if self._costs.may_overflow(choice):
            at.write(f"if (g->n > {MOST_ANSWERS}) stop(g);")
        if choice.must:
            at.write("if (unlikely(!g->n)) stop(g);")
        passed = [] if choice.must else ["!g->n"]
        if choice.quiet:
            passed.append(f"g->picks[0].option >= {len(choice.options) - choice.quiet}")
        if passed:
            with at.writer.block(f"if ({' || '.join(passed)})"):
                self._go_on(choice.empty, at)
        at.write(f"f->head.block = {number}; return WAIT;")

    def take(self, number: int, choice: Choose, writer: Writer) -> None:
        """Write `t<number>`, which carries out a pick of a choice and returns the block to run next."""
        procedure = self._program.blocks[number].procedure
        kept = set(self._kept[procedure])
        with writer.block(f"static int t{number}(G *g, const Pick *k)"):
            writer.write(f"F{procedure} *f = top_frame(g);")
            with writer.block("switch (k->option)"):
                for at, option in enumerate(choice.options):
                    fills = [f"f->l{local} = {_part(slot)};" for local, slot in slots_of(option) if local in kept]
                    writer.write(f"case {at}: {' '.join([*fills, f'return {option.block};'])}")
            writer.write("stop(g);")


def _part(slot: int) -> str:
    """Source for a number of a pick `k`."""
    number = (slot - card_at(0)) // (card_at(1) - card_at(0))
    kind = {card_at(number): "card", zone_at(number): "zone", tag_at(number): "tag"}[slot]
    cast = "(V)" if kind == "card" else ""
    return f"{cast}k->part[{number}].{kind}"
