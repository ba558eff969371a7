"""Write a program as Python source: the fast executor.

Blocks become functions `b<number>(s, p)` (see `blocks`): each takes the state and the latest pick, and returns the
function to run next, or the list of picks when the game waits (empty: it is over). Procedures that can't wait become
`p<number>(s, arguments)`. Choices become `o<number>(s, locals)`, which lists picks, and `w<number>(s)`, which says who
decides.

The source is made once for a program, and each of its lines knows the rule it was written for, so that a fault
is reported at the author's line. Nothing here runs it: that is `executor`.
"""

from __future__ import annotations

from typing import Any

import attrs

from dsl.program.blocks import Choose, Procedure
from dsl.program.expressions import Int
from dsl.program.program import Program
from interpreter.analysis.flow import joined_blocks, outer_blocks
from interpreter.analysis.inlining import small_procedures, trimmed
from interpreter.choices.options import words_of
from interpreter.generated.blocks import Blocks, initial, named, unpack
from interpreter.generated.constants import Constants
from interpreter.generated.emission import Emission
from interpreter.generated.expressions import Expressions
from interpreter.generated.offering import Offerings
from interpreter.generated.statements import Statements
from interpreter.state.frames import frame_locals


@attrs.frozen
class Source:
    """Generated code: its text, the origin of each line and the constants it reads.

    `wants` has for each choice the locals that its function `o<number>` takes, `heads` the blocks that are functions.
    """

    text: str
    origins: tuple[int, ...]
    constants: dict[str, Any]
    wants: dict[int, tuple[int, ...]]
    heads: tuple[int, ...]


def generate(program: Program) -> Source:
    """Write the source for a program."""
    return _Generator(program).source()


class _Generator:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._start = Emission()
        self._constants = Constants(program)
        self._expressions = Expressions(program, self._constants)
        self._statements = Statements(program, self._expressions)
        self._offerings = Offerings(program, self._expressions)
        self._kept = frame_locals(program)

    def source(self) -> Source:
        small = small_procedures(self._program)
        for number, procedure in enumerate(self._program.procedures):
            if not procedure.waits and number not in small:
                self._procedure(number, procedure)
        wants = {block: self._choice(block, choice) for block, choice in words_of(self._program).choices.items()}
        heads = sorted(
            outer_blocks(self._program) | (set(range(len(self._program.blocks))) - joined_blocks(self._program))
        )
        blocks = Blocks(self._program, self._expressions, self._statements, self._offerings)
        for block in heads:
            blocks.function(block, self._start)
        writer = self._start.writer
        text = "\n".join([*writer.lines, ""])
        return Source(text, tuple(writer.origins), self._constants.values, wants, tuple(heads))

    def _procedure(self, number: int, procedure: Procedure) -> None:
        """Write `p<number>(s, arguments)`, which carries out a procedure that can't wait."""
        names = named(range(procedure.locals))
        arguments = [names[local] for local in range(procedure.parameters)]
        body, begin = trimmed(procedure.body)
        at = attrs.evolve(self._start, env=names, origin=procedure.origin, leaving="raise Over")
        with at.block(f"def p{number}({', '.join(['s', *arguments])}):"):
            for local in sorted(begin - set(range(procedure.parameters))):
                at.write(f"{names[local]} = {initial(procedure, local)}")
            self._statements.body(body, at)

    def _choice(self, block: int, choice: Choose) -> tuple[int, ...]:
        """Write `o<block>(s, locals)` and, if that isn't known, `w<block>(s)`; the locals that the former takes."""
        at = self._start.of_rule(choice.origin)
        wants = self._offerings.function(block, choice, at)
        if not isinstance(choice.player, Int):
            at = at.with_locals(named(self._kept[self._program.blocks[block].procedure]))
            with at.block(f"def w{block}(s):"):
                unpack(at)
                at.write(f"return {self._expressions.value(choice.player, at)}")
        return wants
