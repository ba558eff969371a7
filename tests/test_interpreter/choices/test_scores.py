"""Scores at the end of a game: both executors count the same, and the outcome says who won."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from interpreter import Game
from interpreter.choices.scores import scores_of
from interpreter.state.state import State
from tests.support.market import MARKET, TAXES, compiled, market


def played(game: Game, answers: Sequence[str]) -> Game:
    for answer in answers:
        game.choose(answer)
    return game


@pytest.mark.parametrize("reference", [False, True])
def test_each_player_has_a_score_and_the_highest_wins(reference: bool) -> None:
    game = played(Game(market(), 1, reference), ["earn", "take", "earn", "close"])
    outcome = game.outcome
    assert outcome
    taken = outcome.scores[1][1]
    assert (outcome.status, outcome.sentence) == ("over", "The market is closed.")
    assert outcome.scores == (("A", 2), ("B", taken))
    assert outcome.parts == (("sum of value over hand", (0, taken)), ("coins", (2, 0)))
    assert outcome.winners == (("A",) if taken == 1 else ("B",))
    assert outcome.score is None
    assert outcome.scores_by_name == {"A": 2, "B": taken}


def test_the_trace_says_the_scores_with_their_rules() -> None:
    game = played(Game(market(), 1, reference=True), ["earn", "close"])
    said = [(event.text, event.citations) for event in game.trace if event.name == "score"]
    assert said == [("A score: 1", ("G-S1",)), ("B score: 0", ("G-S1",)), ("winner: A", ("G-S2",))]


def test_the_only_player_has_the_only_score_and_wins_against_nobody() -> None:
    outcome = played(Game(market(1), 1), ["earn", "close"]).outcome
    assert outcome
    assert (outcome.score, outcome.scores, outcome.winners) == (1, (("", 1),), ())
    assert outcome.scores_by_name == {"table": 1}


def test_nobody_wins_a_game_that_is_lost() -> None:
    outcome = played(Game(market(2, TAXES), 1), ["bribe", "earn", "earn"]).outcome
    assert outcome
    assert (outcome.status, outcome.scores, outcome.winners) == ("lost", (("A", 3), ("B", 1)), ())


def test_a_score_can_be_counted_before_the_end() -> None:
    program = market(3)
    game = played(Game(program, 1), ["earn", "take", "earn"])
    state = list(game.state.flat)
    assert scores_of(program).of(state)[::2] == (1, 1)
    assert scores_of(program).winners(state) == (1,) or scores_of(program).of(state)[1] == 1


def test_the_end_with_scores_is_saved_and_read() -> None:
    program = market()
    game = played(Game(program, 1), ["earn", "close"])
    data = game.state.to_json()
    assert data["status"].startswith("over ")
    again = Game.from_state(program, State.from_json(program, data))
    assert again.outcome == game.outcome


def test_what_breaks_a_tie_is_named() -> None:
    text = MARKET.replace("fewest rubys in hand, then shared", "lowest coins, then first in turn order")
    outcome = played(Game(compiled(text), 1), ["close"]).outcome
    assert outcome
    assert (outcome.winners, outcome.decided) == (("A",), "first in turn order")


def test_rules_with_other_scores_are_other_rules() -> None:
    other = MARKET.replace("+ coins", "- coins")
    turned = MARKET.replace("winner: highest", "winner: lowest")
    assert len({compiled(text).fingerprint for text in (MARKET, other, turned)}) == 3


def test_where_there_is_no_tie_nothing_breaks_it() -> None:
    outcome = played(Game(market(), 1), ["earn", "close"]).outcome
    assert outcome
    assert (outcome.winners, outcome.decided) == (("A",), "")
