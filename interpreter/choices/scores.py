"""The scores of a state, and who would win with them: after the end of a game, but also before.

Knows nothing of how a game ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import attrs

from dsl.program.endings import Rank, Scoring
from dsl.program.expressions import Expr
from dsl.program.program import Program
from interpreter.analysis.faults import Outcome
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import letter
from interpreter.choices.evaluate import Evaluator
from interpreter.state.layout import Flat

NONE = Scoring((), (), False, (), "", 0, -1, -1)

OTHER = "other"
"""The words for what else makes a difference to a score, such as its bounds."""


class Scores:
    """Counts the scores of one program's games."""

    def __init__(self, program: Program) -> None:
        self.scoring = program.scoring or NONE
        self._values = Evaluator(program)
        self.owners = tuple(letter(player) if self.scoring.by_player else "" for player in range(program.players))

    def of(self, s: Flat) -> tuple[int, ...]:
        """The score of the table, or of each player; nothing if the game has none."""
        return tuple(self._number(score, s) for score in self.scoring.scores)

    def parts(self, s: Flat) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The numbers that the scores add up, with their words; what rules add to them beside that comes last."""
        parts = [(part.words, tuple(self._number(value, s) for value in part.values)) for part in self.scoring.parts]
        if not parts:
            return ()
        said = [sum(values) for values in zip(*(values for _, values in parts), strict=True)]
        more = tuple(whole - part for whole, part in zip(self.of(s), said, strict=True))
        return (*parts, (OTHER, more)) if any(more) else tuple(parts)

    def winners(self, s: Flat) -> tuple[int, ...]:
        """The players who would win now against the others."""
        return self.decided(s)[0]

    def decided(self, s: Flat) -> tuple[tuple[int, ...], str]:
        """The players who would win now, and the words for what broke the tie between the first of them."""
        return self._decided(lambda number: self.ranked(self.scoring.ranks[number], s))

    def judged(self, counted: Sequence[int], status: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The same as `counted`, from the scores and the values of all ranks, one after the other."""
        scores, ranks = len(self.scoring.scores), self.scoring.ranks
        players = len(ranks[0].values) if ranks else 0

        def values(number: int) -> tuple[int, ...]:
            first = scores + players * number
            return tuple(counted[first : first + players])

        winners = () if status == "lost" else tuple(map(letter, self._decided(values)[0]))
        return tuple(counted[:scores]), winners

    def _decided(self, values: Callable[[int], Sequence[int]]) -> tuple[tuple[int, ...], str]:
        """Who wins, and the words for what broke the tie; `values` has what counts by rank."""
        level, broken = list(range(len(self.scoring.ranks[0].values))) if self.scoring.ranks else [], ""
        for number, rank in enumerate(self.scoring.ranks):
            first = _first(rank, level, values(number))
            if number and len(first) < len(level):
                broken = rank.words
            level = first
        if len(level) < 2 or self.scoring.tie == "shared":
            return tuple(level), broken
        alone = {"nobody": level[:0], "first in turn order": level[:1], "last in turn order": level[-1:]}
        return tuple(alone[self.scoring.tie]), self.scoring.tie_words or self.scoring.tie

    def counted(self, s: Flat, status: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The scores at the end of a game, and the letters of those who won."""
        return self.of(s), () if status == "lost" else tuple(map(letter, self.winners(s)))

    def added(self, outcome: Outcome, s: Flat) -> Outcome:
        """An outcome with the scores and the winners."""
        scores = tuple(zip(self.owners, self.of(s), strict=False))
        found = attrs.evolve(outcome, scores=scores, parts=self.parts(s))
        if outcome.status == "lost":
            return found
        winners, decided = self.decided(s)
        return attrs.evolve(found, winners=tuple(map(letter, winners)), decided=decided)

    def said(self, s: Flat, status: str) -> Iterator[tuple[str, int]]:
        """The scores at the end and who won, each with its rule."""
        for owner, score in zip(self.owners, self.of(s), strict=False):
            yield f"{owner} score: {score}".strip(), self.scoring.origin
        if self.scoring.ranks and status != "lost":
            yield f"winner: {', '.join(map(letter, self.winners(s))) or 'nobody'}", self.scoring.winner

    def ranked(self, rank: Rank, s: Flat) -> tuple[int, ...]:
        """What counts for each player."""
        return tuple(self._number(value, s) for value in rank.values)

    def _number(self, expr: Expr, s: Flat) -> int:
        return self._values.number(expr, s, [0] * self.scoring.locals)


def _first(rank: Rank, players: Sequence[int], values: Sequence[int]) -> list[int]:
    """The players in front of some others, by what counts for each player."""
    best = (max if rank.highest else min)(values[player] for player in players)
    return [player for player in players if values[player] == best]


@once_per_program
def scores_of(program: Program) -> Scores:
    """The scores of a program."""
    return Scores(program)
