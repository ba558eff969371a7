"""The lines of a scenario's end about scores and winners: `score: 12`, `A score: 3`, `winner: A`."""

from __future__ import annotations

from dsl.program.program import Program
from interpreter.analysis.faults import Outcome
from interpreter.choices.decisions import letter
from interpreter.choices.scores import scores_of
from interpreter.state.layout import Flat

SCORE, WINNER, NOBODY = "score", "winner", "nobody"


def score_lines(program: Program, s: Flat, outcome: Outcome | None) -> dict[str, str]:
    """What each line about scores would have to say; scores are counted at any moment, winners after the end."""
    scores = scores_of(program)
    found = {f"{owner} {SCORE}".strip(): str(score) for owner, score in zip(scores.owners, scores.of(s), strict=False)}
    if outcome and scores.scoring.ranks:
        found[WINNER] = ", ".join(outcome.winners) or NOBODY
    return found


def score_names(program: Program) -> frozenset[str]:
    """The names of the lines about scores and winners that a scenario of this game can have."""
    scores = scores_of(program)
    owners = zip(scores.owners, scores.scoring.scores, strict=False)
    winner = [WINNER] if scores.scoring.ranks else []
    return frozenset([*(f"{owner} {SCORE}".strip() for owner, _ in owners), *winner])


def explain_score(program: Program, name: str) -> str:
    """Why a game doesn't have such a line about scores; "" if it is about something else."""
    scoring = scores_of(program).scoring
    if name.endswith((f"{SCORE}s", f"{WINNER}s")):
        return f"say `{name[:-1]}`"
    if name == WINNER:
        return "the game isn't over, so nobody has won" if scoring.ranks else "no rule says who wins: `winner: …`"
    if SCORE not in name.split():
        return ""
    if scoring.by_player:
        said = ", ".join(f"`{letter(player)} {SCORE}: …`" for player in range(program.players))
        return f"each player has a score: say {said}"
    return f"say `{SCORE}: …`" if scoring.scores else "no rule says what the score is: `score: …`"
