"""The distance of a state from victory, and from meeting the condition of a rule.

The distance to victory is computed from the win conditions, so it works for any game; in a game that can't be won it
is the distance to the end, and scores say which of two positions is worth more. The distances of conditions that
must all hold add up, the smallest of alternatives counts, and the distance of a comparison is the difference of its
sides. Knows nothing of what players can do about it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.endings import ENDS
from dsl.program.expressions import And, Binary, Covered, Expr, Int, Or
from dsl.program.operators import THROUGH, free_locals, within
from dsl.program.program import Program
from interpreter.analysis.coverage import covered_conditions
from interpreter.analysis.goals import added_truths, affirmed, ending_conditions
from interpreter.analysis.memo import once_per_program
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.choices.scores import scores_of
from interpreter.state.frames import first_locals
from interpreter.state.layout import Flat


class Distance:
    """Measures the states of one program."""

    def __init__(self, program: Program) -> None:
        self._values = Evaluator(program)
        self._affirmed: dict[int, tuple[Expr, Expr]] = {}
        self._wins = tuple(_conditions(program, "won"))
        self._ends = tuple(_conditions(program, "over", ENDS))
        statuses = {ending.status for ending in program.endings}
        self._never_won = "over" in statuses and "won" not in statuses
        self._scores = scores_of(program)
        over = {
            each
            for status in ("won", "lost", "over")
            for end, _ in _conditions(program, status)
            for each in within(end)
        }
        covered = (each for each in covered_conditions(program) if each not in over and not free_locals(each))
        self.conditions = tuple(dict.fromkeys(covered))
        """The conditions in the coverage log that read the state alone, except those that end the game."""
        through = (part.local for each in self.conditions for part in within(each) if isinstance(part, THROUGH))
        self._locals = 1 + max(through, default=0)

    def to_victory(self, s: Flat) -> int:
        """The distance to the nearest victory, 0 if there is none; if a game is never won, to its end, and 1 more."""
        if self._never_won:
            return 1 + min((self._distance(condition, s, local[:]) for condition, local in self._ends), default=0)
        return min((self._distance(condition, s, local[:]) for condition, local in self._wins), default=0)

    def worth(self, s: Flat) -> int:
        """The score of the player in front, or of the whole table; less is worth more where the lowest wins."""
        ranks = self._scores.scoring.ranks
        if not ranks:
            return sum(self._scores.of(s)[:1])
        values = self._scores.ranked(ranks[0], s)
        return max(values) if ranks[0].highest else -min(values)

    def to(self, condition: Expr, s: Flat) -> int:
        """The distance to meeting a condition that reads the state alone; 0 if it holds."""
        return self._distance(condition, s, [0] * self._locals)

    def _distance(self, condition: Expr, s: Flat, local: Locals) -> int:
        found = self._affirmed.get(id(condition))
        if found is None:
            found = self._affirmed[id(condition)] = condition, affirmed(condition)
        condition = found[1]
        match condition:
            case Covered(part):
                return self._distance(part, s, local)
            case And(parts):
                return sum(self._distance(part, s, local) for part in parts)
            case Or(parts):
                return min((self._distance(part, s, local) for part in parts), default=1)
            case Binary("==" | ">=", Binary("+") as left, Int(wanted)) if truths := added_truths(left):
                distances = sorted(self._distance(truth, s, local) for truth in truths)
                return sum(distances[:wanted]) + (condition.operator == "==" and distances.count(0) > wanted)
            case Binary("==" | ">=" | "<=" | ">" | "<" as operator, left, right):
                one, other = self._values.number(left, s, local), self._values.number(right, s, local)
                return _difference(operator, one, other)
            case _:
                return int(not self._values.number(condition, s, local))


def _difference(operator: str, one: int, other: int) -> int:
    match operator:
        case "==":
            return abs(one - other)
        case ">=" | ">":
            return max(0, other - one + (operator == ">"))
        case _:
            return max(0, one - other + (operator == "<"))


def _conditions(program: Program, status: str, within_: str = "") -> Iterator[tuple[Expr, Locals]]:
    """The conditions that end the game with a status, each with the locals of the procedure that tests it."""
    for number, condition in ending_conditions(program, status, within_):
        yield condition, first_locals(program, number, ())


@once_per_program
def distance_of(program: Program) -> Distance:
    """The distances of a program's states."""
    return Distance(program)
