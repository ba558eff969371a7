"""Write blocks as C: where a game continues, and where it waits.

As in Python, each block that is reached from outside, or from several places, is a function, and blocks that belong to
only one other are written out inside it (see `flow`). `b<number>` returns the block to run next, `WAIT` or `OVER`. The
frames lie in the state; `F<number>` is the frame of a procedure.
"""

from __future__ import annotations

from typing import assert_never

import attrs

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

FOLLOW = "block = ((Head *)top_frame(g))->block; goto next;"


@attrs.frozen
class Frame:
    """A frame that is C's variables: its procedure, their names, and the block with which the frame below goes on."""

    procedure: int
    names: Env
    back: int


@attrs.frozen
class Point:
    """A place in a function that runs blocks: `at` has the names of the locals of the frame on top.

    That frame is `f`, in the state, with the names `in_state`, unless there are `frames` that are C's variables so
    far, from below. They become frames of the state where the function ends: most procedures return before that, and
    cost no frame.
    """

    at: Place
    in_state: Env
    frames: tuple[Frame, ...] = ()

    def call(self, frame: Frame) -> Point:
        """The place with the frame of a called procedure on top."""
        return Point(self.at.with_env(frame.names), self.in_state, (*self.frames, frame))

    def back(self) -> tuple[int, Point]:
        """The block with which the frame below goes on, and the place without the frame on top."""
        *below, top = self.frames
        at = self.at.with_env(below[-1].names if below else self.in_state)
        return top.back, Point(at, self.in_state, tuple(below))


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
        """For each local of a frame, what it is: 0 for a number, 1 for a list, 2 for packed cards, 3 for a card."""
        kinds = [(local, ("I", "List", "V").index(self._type(procedure, local))) for local in self._kept[procedure]]
        return [(local, 3 if (procedure, local) in self._statements.cards else kind) for local, kind in kinds]

    def env(self, procedure: int) -> Env:
        """The names of the locals of a procedure that waits, in its frame `f`."""
        found = dict[int, Name]()
        for local in self._kept[procedure]:
            kind = self._statements.kind(procedure, local)
            text = f"view(&f->l{local})" if kind == "L" else f"f->l{local}"
            found[local] = Name(text, kind, self._statements.range_of(procedure, local))
        return found

    def _type(self, procedure: int, local: int) -> str:
        kind = self._statements.kind(procedure, local)
        return "List" if kind == "L" else kind

    def function(self, number: int, writer: Writer) -> None:
        """Write what runs a block and whatever is joined to it, from a label on."""
        writer.write(f"b{number}:")
        with writer.block():
            self._chain(number, self._top(self._program.blocks[number].procedure, Place(writer, {})))

    def _top(self, procedure: int, at: Place, source: str = "top_frame(g)") -> Point:
        """Write that `f` is the frame on top, which lies in the state; the place with its locals."""
        at.write(f"UNUSED F{procedure} *f = {source};")
        env = self.env(procedure)
        return Point(at.with_env(env), env)

    def _chain(self, number: int, point: Point) -> None:
        """Write a block and whatever is joined to it; the code written always returns."""
        block, at = self._program.blocks[number], point.at
        with at.writer.block():
            if units := self._costs.blocks[number]:
                at.write(f"count(g, {units});")
            self._statements.body(block.body, at)
            self._last(number, block, point)

    def _last(self, number: int, block: Block, point: Point) -> None:
        at = point.at
        match block.last:
            case Jump(target):
                self._go_on(target, point)
            case Fork(condition, then, otherwise):
                self._statements.measure(block.last, at)
                with at.writer.block(f"if ({self._expressions.test(condition, at.env)})"):
                    self._go_on(then, point)
                self._go_on(otherwise, point)
            case CallAndWait():
                self._call(block.last, point)
            case Return():
                self._return(block, point)
            case Choose():
                self._choose(number, block.last, self._laid_down(point))
            case _:
                assert_never(block.last)

    def _go_on(self, target: int, point: Point) -> None:
        if target in self._joined:
            self._chain(target, point)
        else:
            self._laid_down(point)
            point.at.write(f"GO({target});")

    def _laid_down(self, point: Point) -> Point:
        """Write that the frames that are C's variables become frames of the state; the same place with these."""
        at, below = point.at, "f"
        for frame in point.frames:
            top, procedure = self._expressions.fresh("f"), frame.procedure
            at.write(f"{below}->head.block = {frame.back};")
            at.write(f"F{procedure} *{top} = push(g, sizeof(F{procedure}));")
            for local in self._kept[procedure]:
                name = frame.names[local]
                if name.kind == "L":
                    at.write(f"set_list(g, &{top}->l{local}, {name.text});")
                else:
                    at.write(f"{top}->l{local} = {name.text};")
            below = top
        return self._top(point.frames[-1].procedure, at, below) if point.frames else point

    def _call(self, call: CallAndWait, point: Point) -> None:
        at = point.at
        self._statements.measure(call, at)
        called, kept = self._program.procedures[call.procedure], self._kept[call.procedure]
        if call.block in self._recursive:
            at.write(f"if (g->s.depth + {len(point.frames)} >= {FRAME_LIMIT}) stop(g);")
        values = self._statements.arguments(call, at.env)
        names = dict[int, Name]()
        for local in kept:
            name, kind = self._expressions.fresh("l"), self._statements.kind(call.procedure, local)
            value = values[local] if local < len(values) else ""
            if kind == "L":
                at.write(f"List {name}; {f'set_list(g, &{name}, {value});' if value else f'{name}.n = 0;'}")
            else:
                at.write(f"{kind} {name} = {value or 0};")
            known = self._statements.range_of(call.procedure, local)
            names[local] = Name(f"view(&{name})" if kind == "L" else name, kind, known)
        self._go_on(called.entry, point.call(Frame(call.procedure, names, call.block)))

    def _return(self, block: Block, point: Point) -> None:
        caller = self._callers.get(block.procedure)
        if block.procedure == self._program.main:
            point.at.write("stop(g);")
        elif point.frames:
            back, below = point.back()
            if caller is not None:
                self._go_on(caller, below)
            else:
                self._laid_down(below)
                point.at.write(f"GO({back});")
        else:
            point.at.write("pop(g);")
            if caller is None or caller not in self._joined:
                point.at.write(f"GO({caller});" if caller is not None else FOLLOW)
                return
            with point.at.writer.block():
                self._chain(caller, self._top(self._program.blocks[caller].procedure, point.at))

    def _choose(self, number: int, choice: Choose, point: Point) -> None:
        at = point.at
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
                self._go_on(choice.empty, point)
        at.write(f"f->head.block = {number}; if (g->n != 1) return WAIT;")
        at.write(f"pick = g->picks; goto t{number};")

    def take(self, number: int, choice: Choose, writer: Writer) -> None:
        """Write what carries out a pick of a choice, from a label on, and goes to the block to run next."""
        procedure = self._program.blocks[number].procedure
        kept = set(self._kept[procedure])
        writer.write(f"t{number}:")
        with writer.block():
            writer.write(f"UNUSED F{procedure} *f = top_frame(g);")
            with writer.block("switch (pick->option)"):
                for at, option in enumerate(choice.options):
                    fills = [f"f->l{local} = {_part(slot)};" for local, slot in slots_of(option) if local in kept]
                    writer.write(f"case {at}: {' '.join([*fills, f'GO({option.block});'])}")
            writer.write("stop(g);")


def _part(slot: int) -> str:
    """Source for a number of the pick."""
    number = (slot - card_at(0)) // (card_at(1) - card_at(0))
    kind = {card_at(number): "card", zone_at(number): "zone", tag_at(number): "tag"}[slot]
    cast = "(V)" if kind == "card" else ""
    return f"{cast}pick->part[{number}].{kind}"
