"""How near a state is to the end of the game: how much is missing of what the game is won or lost by.

Worked out from the conditions alone, so it serves any game: of conditions all of which must hold the lacks add up, of
alternatives the smallest counts, and a comparison lacks the difference of its sides. The conditions of rules that are
counted are measured in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.expressions import And, Binary, Covered, Expr, If, Int, Or
from dsl.program.instructions import Branch, End
from dsl.program.operators import THROUGH, free_locals, within
from dsl.program.program import Program
from interpreter.analysis.coverage import covered_conditions
from interpreter.analysis.memo import once_per_program
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.state.frames import first_locals
from interpreter.state.layout import Flat


class Nearness:
    """Measures states of one program."""

    def __init__(self, program: Program) -> None:
        self._values = Evaluator(program)
        self._wins = tuple(_conditions(program, "won"))
        over = {each for status in ("won", "lost") for end, _ in _conditions(program, status) for each in within(end)}
        asked = dict.fromkeys(
            each for each in covered_conditions(program) if each not in over and not free_locals(each)
        )
        self.asked = tuple(asked)
        """The conditions of counted rules that read nothing but the state, but for those by which a game is over."""
        through = (part.local for each in self.asked for part in within(each) if isinstance(part, THROUGH))
        self._locals = 1 + max(through, default=0)

    def lack(self, s: Flat) -> int:
        """How much is missing to a victory; 0 if there is no condition for it."""
        return min((self._lack(condition, s, local[:]) for condition, local in self._wins), default=0)

    def lack_of(self, condition: Expr, s: Flat) -> int:
        """How much is missing for a condition that reads nothing but the state to hold; 0 if it holds."""
        return self._lack(condition, s, [0] * self._locals)

    def _lack(self, condition: Expr, s: Flat, local: Locals) -> int:
        match condition:
            case Covered(part):
                return self._lack(part, s, local)
            case And(parts):
                return sum(self._lack(part, s, local) for part in parts)
            case Or(parts):
                return min((self._lack(part, s, local) for part in parts), default=1)
            case Binary("==" | ">=", Binary("+") as left, Int(wanted)) if truths := _truths(left):
                lacks = sorted(self._lack(truth, s, local) for truth in truths)
                return sum(lacks[:wanted]) + (condition.operator == "==" and lacks.count(0) > wanted)
            case Binary("==" | ">=" | "<=" | ">" | "<" as operator, left, right):
                one, other = self._values.number(left, s, local), self._values.number(right, s, local)
                return _difference(operator, one, other)
            case _:
                return int(not self._values.number(condition, s, local))


def _truths(expr: Expr) -> list[Expr]:
    """The conditions of which an expression counts those that hold; none if it is no such number."""
    match expr:
        case Binary("+", left, right):
            one, other = _truths(left), _truths(right)
            return [*one, *other] if one and other else []
        case If(condition, Int(1), Int(0)):
            return [condition]
        case _:
            return []


def _difference(operator: str, one: int, other: int) -> int:
    match operator:
        case "==":
            return abs(one - other)
        case ">=" | ">":
            return max(0, other - one + (operator == ">"))
        case _:
            return max(0, one - other + (operator == "<"))


def _conditions(program: Program, status: str) -> Iterator[tuple[Expr, Locals]]:
    """The conditions by which the game ends like this, with the locals of the procedures that test them."""
    for number, procedure in enumerate(program.procedures):
        for each in procedure.body:
            if isinstance(each, Branch) and any(isinstance(inner, End) for inner in each.then):
                ends = [inner.ending for inner in each.then if isinstance(inner, End)]
                if program.endings[ends[0]].status == status:
                    yield each.condition, first_locals(program, number, ())


@once_per_program
def nearness_of(program: Program) -> Nearness:
    """The measure of a program's states."""
    return Nearness(program)
