"""The conditions that end a game, as expressions of the state."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.expressions import Binary, Expr, If, Int
from dsl.program.instructions import Branch, End
from dsl.program.program import Program


def ending_conditions(program: Program, status: str, within: str = "") -> Iterator[tuple[int, Expr]]:
    """The conditions that end the game with a status, each with the procedure that tests it.

    `within`: the name of the only procedure that is looked at.
    """
    for number, procedure in enumerate(program.procedures):
        for each in procedure.body if within in ("", procedure.name) else ():
            if isinstance(each, Branch) and any(isinstance(inner, End) for inner in each.then):
                ends = [inner.ending for inner in each.then if isinstance(inner, End)]
                if program.endings[ends[0]].status == status:
                    yield number, each.condition


def added_truths(expr: Expr) -> list[Expr]:
    """The conditions whose truths an expression adds up; none if it is no such sum."""
    match expr:
        case Binary("+", left, right):
            one, other = added_truths(left), added_truths(right)
            return [*one, *other] if one and other else []
        case If(condition, Int(1), Int(0)):
            return [condition]
        case _:
            return []
