"""The conditions that end a game, as expressions of the state."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.expressions import And, Binary, Count, Covered, Exists, Expr, If, Int, Not, Or
from dsl.program.instructions import Branch, End
from dsl.program.program import Program

INVERSE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""For each comparison the one that holds if it doesn't."""


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


def affirmed(expr: Expr) -> Expr:
    """The same condition without a `not` before what a distance could be measured by."""
    match expr:
        case Not(And(parts)):
            return Or(tuple(affirmed(Not(part)) for part in parts))
        case Not(Or(parts)):
            return And(tuple(affirmed(Not(part)) for part in parts))
        case Not(Not(part) | Covered(Not(part))):
            return affirmed(part)
        case Not(Covered(part)):
            return affirmed(Not(part))
        case Not(Binary(operator, left, right)) if operator in INVERSE:
            return Binary(INVERSE[operator], left, right)
        case Not(Exists(cards, local, condition)):
            return Binary("<=", Count(cards, local, condition), Int(0))
        case _:
            return expr
