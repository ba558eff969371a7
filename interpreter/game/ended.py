"""Test whether a state is already won or lost.

During play, the rules test this after each change that matters; a game that begins from a given position has had no
changes yet.
"""

from __future__ import annotations

from dsl.program.endings import ENDS
from dsl.program.expressions import Expr
from dsl.program.instructions import Branch, End
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.state.frames import first_locals
from interpreter.state.layout import Flat


class Endings:
    """The conditions that end games of one program, in the order in which they are tested."""

    def __init__(self, program: Program) -> None:
        self._values = Evaluator(program)
        self._endings = tuple(_endings(program))

    def met(self, s: Flat) -> End | None:
        """The end whose condition holds in a state, or None."""
        holding = (end for end, condition, local in self._endings if self._values.number(condition, s, local[:]))
        return next(holding, None)


def _endings(program: Program) -> list[tuple[End, Expr, Locals]]:
    return [
        (inner, each.condition, first_locals(program, number, ()))
        for number, procedure in enumerate(program.procedures)
        if procedure.name == ENDS
        for each in procedure.body
        if isinstance(each, Branch)
        for inner in each.then
        if isinstance(inner, End)
    ]


@once_per_program
def endings_of(program: Program) -> Endings:
    """The endings of a program's games."""
    return Endings(program)
