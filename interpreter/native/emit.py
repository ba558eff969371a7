"""Write a program as C text: the native executor's source.

The text has numbers only; the words of the rules aren't in it, so that programs that differ by words alone share one
compiled library. Its parts: sizes and tables of the program, `runtime.c`, `merging.c`, what the rules do, `games.c`,
and for a player that learns `features.c`, `outcomes.c`, `recall.c`, `learning.c` and `search.c`.
Raises `Unsupported` for programs that can't be played natively.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from dsl.program.blocks import Choose
from dsl.program.program import Program
from interpreter.analysis.equal_names import first_by_name
from interpreter.analysis.flow import joined_blocks, outer_blocks
from interpreter.choices.options import words_of
from interpreter.choices.selections import selections_of
from interpreter.native.blocks import Blocks
from interpreter.native.choices import Choices
from interpreter.native.expressions import Expressions, Unsupported, literal
from interpreter.native.goals import Goals
from interpreter.native.packed import packed_locals
from interpreter.native.shared import whole
from interpreter.native.statements import Statements
from interpreter.native.tables import Tables
from interpreter.native.writer import Writer

UNLIMITED = 1 << 30
STACK = 1 << 16
"""Bytes for frames; where they don't suffice, Python plays."""


def emit(program: Program, learns: bool = False, steps: bool = False) -> str:
    """The C text of a program; if it `learns`, with a player that learns and searches; `steps`: with `stepping.c`."""
    return _Text(program).text(learns, steps)


class _Text:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._tables = Tables(program)
        self._expressions = Expressions(program, self._tables)
        self._statements = Statements(program, self._expressions)
        self._choices = Choices(program, self._expressions, self._tables)
        self._blocks = Blocks(program, self._expressions, self._statements)

    def text(self, learns: bool, steps: bool) -> str:
        program = self._program
        if program.own is not None:
            raise Unsupported("it is in another language")
        rules = Writer()
        self._rules(rules, learns, steps)
        headers = ["setjmp", "stdint", "stdio", "stdlib", "string", *(["math"] if learns else [])]
        parts = [
            *(f"#include <{name}.h>" for name in headers),
            *self._sizes(),
            runtime("runtime.c"),
            runtime("merging.c"),
        ]
        parts += [*self._tables.lines, *self._expressions.shared.lines, *rules.lines, runtime("games.c")]
        learning = ("features", "outcomes", "recall", "learning", "search") if learns else ()
        parts += [runtime(f"{name}.c") for name in learning]
        parts += [runtime("stepping.c")] if steps else []
        return whole("\n".join(parts) + "\n")

    def _sizes(self) -> Iterator[str]:
        program = self._program
        parameters = [
            len(option.parameters) for choice in words_of(program).choices.values() for option in choice.options
        ]
        selections = any(packed_locals(program))
        sizes = {
            "WIDE": int(program.lists is not bytes),
            "SELECTIONS": int(selections),
            "MERGING": int(self._choices.merges),
            "IDS": len(program.faces),
            "TOTAL": sum(map(len, program.begin)),
            "ZONES": len(program.places),
            "NUMBERS": len(program.counters),
            "FACTS": len(program.facts),
            "PARTS": max(parameters, default=0),
            "STACK": STACK,
            "OPTIONS": len(parameters),
            "TURNS": program.turns,
        }
        yield from (f"#define {name} {value}" for name, value in sizes.items())
        shapes = [place.shape for place in program.places]
        limits = [place.limit if place.limit >= 0 else UNLIMITED for place in program.places]
        yield "static const int32_t limits[] = " + _listed(limits)
        yield "static const unsigned char heap[] = " + _listed([int(shape == "heap") for shape in shapes])
        yield "static const unsigned char pile[] = " + _listed([int(shape == "pile") for shape in shapes])
        totals = [face.total for face in program.faces]
        yield "static const uint16_t total[IDS + 1] = " + _listed(totals)
        ends = self._expressions.ends
        yield "static const int64_t low[] = " + _listed([low for low, _ in ends])
        yield "static const int64_t high[] = " + _listed([high for _, high in ends])
        yield from self._options()
        if selections:
            yield "static const int32_t rank[] = " + _listed([*selections_of(program).ranks][: len(program.faces)])

    def _options(self) -> Iterator[str]:
        """What `merging.c` and policies know of options: where those of each block begin, and their parameters.

        A parameter is 2 if it is named by its card, 3 by several cards, 1 by neither, and 0 if there is none.
        """
        program, starts, kinds = self._program, list[int](), list[int]()
        options = [each.last.options if isinstance(each.last, Choose) else () for each in program.blocks]
        width = max(1, max((len(each.parameters) for found in options for each in found), default=0))
        for found in options:
            starts.append(len(kinds) // width)
            for option in found:
                named = [3 if each.most else 1 if each.by_position or each.values else 2 for each in option.parameters]
                kinds += [*named, *[0] * (width - len(named))]
        yield "static const int32_t first_option[] = " + _listed(starts)
        yield "static const unsigned char named[] = " + _listed(kinds)
        yield "static const int32_t name_of[] = " + _listed([*list(first_by_name(program))[: len(program.faces)], -1])

    def _rules(self, writer: Writer, learns: bool, steps: bool) -> None:
        program = self._program
        waiting = [number for number, each in enumerate(program.procedures) if each.waits]
        others = [number for number, each in enumerate(program.procedures) if not each.waits]
        for number in waiting:
            writer.write(self._blocks.frame(number))
        for number in others:
            writer.write(f"{self._statements.head(number)};")
        for number in others:
            self._statements.procedure(number, writer)
        choices = words_of(program).choices
        for block, choice in choices.items():
            procedure = program.blocks[block].procedure
            self._choices.function(block, choice, self._blocks.env(procedure), f"F{procedure} *f", writer)
        heads = sorted(outer_blocks(program) | (set(range(len(program.blocks))) - joined_blocks(program)))
        self._run(choices, heads, writer)
        self._frames(waiting, writer)
        Goals(program, self._expressions, self._blocks).write(writer, learns, steps)
        self._invariants(writer)

    def _run(self, choices: dict[int, Choose], heads: list[int], writer: Writer) -> None:
        """Write `run`, which has all blocks, and what lists the picks at a choice."""
        with writer.block("static int run(G *g, int block, const Pick *pick)"):
            writer.write("int steps = 0; UNUSED Card *m = g->arena; g->top = m; g->rounds = 0;")
            with writer.block("if (pick) switch (block)"):
                for block in choices:
                    writer.write(f"case {block}: goto t{block};")
                writer.write("default: stop(g);")
            writer.write("next: if (unlikely(++steps > STEPS)) stop(g);")
            writer.write("if (block == TURNS) g->turns++;")
            with writer.block("switch (block)"):
                for block in heads:
                    writer.write(f"case {block}: goto b{block};")
                writer.write("default: stop(g);")
            for block in heads:
                self._blocks.function(block, writer)
            for block, choice in choices.items():
                self._blocks.take(block, choice, writer)
        at_top = "switch (((Head *)top_frame(g))->block)"
        with writer.block("ACTION list_picks(G *g)"), writer.block(at_top):
            for block in choices:
                writer.write(f"case {block}: o{block}(g, top_frame(g)); break;")
            writer.write("default: stop(g);")

    def _frames(self, waiting: list[int], writer: Writer) -> None:
        """Write what moving states in and out needs: the procedure of each block, and the frames of each procedure."""
        procedures = ", ".join(str(block.procedure) for block in self._program.blocks)
        writer.write(f"static const int16_t procedure_of[] = {{{procedures}}};")
        fields, places, sizes = list[str](), list[int](), list[str]()
        for number in range(len(self._program.procedures)):
            places.append(len(fields))
            kinds = self._blocks.kinds(number) if number in waiting else []
            fields += [f"{{offsetof(F{number}, l{local}), {kind}}}" for local, kind in kinds]
            sizes.append(f"sizeof(F{number})" if number in waiting else "0")
        writer.write("#include <stddef.h>")
        writer.write("typedef struct { uint16_t at, kind; } Field;")
        writer.write(f"static const Field fields[] = {{{', '.join([*fields, '{0, 0}'])}}};")
        writer.write(f"static const int32_t first_field[] = {{{', '.join(map(str, [*places, len(fields)]))}}};")
        writer.write(f"static const uint32_t frame_size[] = {{{', '.join(sizes)}}};")

    def _invariants(self, writer: Writer) -> None:
        """Write `holds`, which says whether a state at a decision has what must always hold."""
        with writer.block("static int holds(G *g)"):
            writer.write("UNUSED Card *m = g->top;")
            for invariant in self._program.invariants:
                writer.write(f"if (!{self._expressions.test(invariant.condition, {})}) return 0;")
                writer.write("g->top = m;")
            writer.write("return 1;")


def _listed(values: list[int]) -> str:
    return f"{{{', '.join(map(literal, values)) or '0'}}};"


@cache
def runtime(name: str) -> str:
    """The text of a file that is part of every program's."""
    return files("interpreter.native").joinpath(name).read_text(encoding="utf-8")
