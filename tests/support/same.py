"""Whether two games stand at the same point, whatever came before."""

from __future__ import annotations

import attrs

from interpreter.analysis.faults import Outcome
from interpreter.game.game import Game


def same_point(one: Game, other: Game) -> None:
    """Hold two games to stand at one point: state (byte for byte), decision, end; files may have other names."""
    assert one.state == other.state
    assert [type(value) for value in one.state.flat] == [type(value) for value in other.state.flat]
    assert one.decision == other.decision
    assert _end(one) == _end(other)


def _end(game: Game) -> tuple[Outcome, list[str]] | None:
    """How a game ended, and the line and column of the rule that says so."""
    if game.outcome is None:
        return None
    return attrs.evolve(game.outcome, place=""), game.outcome.place.rsplit(":", 2)[1:]


def same_table(one: Game, other: Game) -> None:
    """Hold two games to be one as far as the table tells: where they stand, and what players see."""
    same_point(one, other)
    assert one.out_of_reach == other.out_of_reach
    for player in "AB"[: one.program.players]:
        assert one.view(player) == other.view(player)
