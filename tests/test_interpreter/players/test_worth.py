"""The distance to the end, and the worth of a position, in games that end with scores."""

from __future__ import annotations

from interpreter import Game
from interpreter.players.distance import distance_of
from interpreter.simulation.positions import draw_positions
from interpreter.simulation.simulate import simulate
from tests.support.market import MARKET, compiled, market


def test_a_game_that_is_never_won_has_a_distance_to_its_end() -> None:
    later = "game over when coins of A is at least 4"
    program = compiled(MARKET.replace("game over when no card in market", later))
    game, distances = Game(program, 1), []
    for _ in range(3):
        distances.append(distance_of(program).to_victory(list(game.state.flat)))
        game.choose("earn")
    assert distances == [5, 4, 4]


def test_the_best_score_is_what_a_position_is_worth() -> None:
    lowest = compiled(MARKET.replace("winner: highest", "winner: lowest"))
    for program, worth in ((market(), 2), (lowest, -1)):
        game = Game(program, 1)
        for _ in range(3):
            game.choose("earn")
        assert distance_of(program).worth(list(game.state.flat)) == worth


def test_positions_are_drawn_also_where_nobody_can_win_the_game() -> None:
    positions = draw_positions(market(), 1, 16)
    assert len(positions) == 16
    assert any(position.perturbed for position in positions)
    assert max(position.worth for position in positions) > 0


def test_simulated_games_have_scores_and_winners() -> None:
    rows = simulate(market(3), 20)
    assert all(len(row.scores) == 3 and row.winners for row in rows)
    assert all(row.scores[ord(winner) - ord("A")] == max(row.scores) for row in rows for winner in row.winners)
