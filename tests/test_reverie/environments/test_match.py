"""Matches: rewards, actions, and that a seat observes nothing hidden."""

from __future__ import annotations

from random import Random

import pytest

import reverie
from interpreter import Game, StateError
from interpreter.simulation.unseen import looks_alike
from reverie.environments import match as module
from reverie.environments.match import Match
from tests.support.tiny import compiled
from tests.support.training import GAMES

RACE = """\
game race "The Race"
players 1 to 3
number steps per player: 0 to 9
number rests: 0 to 99
event setup
turn: run
prompt pace: "How fast?"
event run
  ask pace
    option rest
      set rests to rests + 1
    option walk
      set steps to steps + 1
    option leap
      set steps to steps + 2
score per player: 10 * steps
winner: highest score
game over when rests is 50, "Nobody moves."
game over when sum of steps of p over p: player is at least 4, "The race is over."
"""

DRAWN = """\
game drawn "Drawn"
prompt turn: "What do you do?"
number luck: 0 to 9
event setup
  roll 1 to 6 as luck rolled
  set luck to luck rolled
  if luck is less than 6
    lose "No luck."
turn: main
event main
  ask turn
    option go
      lose "Gone."
    option stay
      set luck to 9
won "Stayed."
win only when luck is 9
"""


def ended(rules: str, players: int, rewards: str, *answers: str) -> dict[str, float]:
    match = Match(compiled(rules, players=players), rewards)
    match.deal(1)
    for answer in answers:
        assert not any(match.rewards().values())
        match.choose(answer)
    assert match.over
    return match.rewards()


def test_players_win_against_each_other() -> None:
    assert ended(RACE, 2, "", "leap", "rest", "leap") == {"A": 1, "B": -1}
    assert ended(RACE, 2, "", "leap", "leap") == {"A": 0, "B": 0}
    assert ended(RACE, 3, "", "leap", "leap") == {"A": 1, "B": 1, "C": -1}


def test_scores_count_against_the_best_other_one() -> None:
    assert ended(RACE, 3, "score", "leap", "walk", "walk") == {"A": 10, "B": -10, "C": -10}
    lowest = RACE.replace("highest", "lowest")
    assert ended(lowest, 2, "score", "leap", "walk", "walk") == {"A": -20, "B": 20}


def test_a_single_player_gets_the_score_where_nobody_can_win() -> None:
    assert ended(RACE, 1, "", "leap", "leap") == {"A": 40}
    assert ended(RACE, 1, "result", "leap", "leap") == {"A": 0}


def test_all_win_or_lose_together() -> None:
    rules = 'lose when no card in deck, "Nothing is left."\nwon "Done."\n'
    match = Match(compiled(rules))
    match.deal(1)
    match.choose("stop")
    assert match.rewards() == {"A": -1}
    assert match.info("A") == {"decisions": 1, "status": "lost", "ending": "Stopped.", "left_out": 0}


def test_deals_without_a_decision_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(compiled(DRAWN))
    for seed in range(20):
        match.deal(seed)
        assert (match.game.seed or 0) >= seed
        assert match.player == "A"
    monkeypatch.setattr(module, "TRIES", 1)
    silent = next(seed for seed in range(20) if Game(match.program, seed).outcome)
    with pytest.raises(ValueError, match="`Drawn` ends without a decision in 1 deals"):
        match.deal(silent)


def test_an_action_answers_what_its_name_says() -> None:
    match = Match(compiled(RACE, players=2))
    match.deal(1)
    assert match.actions == ("pace: rest", "pace: walk", "pace: leap")
    match.answer(2)
    assert [answer.option for answer in match.game.history] == ["leap"]
    with pytest.raises(ValueError, match=r"action 7 \(no action at all\) is not possible now"):
        match.answer(7)


@pytest.mark.parametrize("name", ["market", "tasks", "covers", "secrets", "ferry", "onirim"])
def test_a_seat_observes_nothing_hidden(name: str) -> None:
    """With other cards where a player doesn't see them, his seat observes and may do the same."""
    match, random = Match(reverie.load(*GAMES[name])), Random(1)
    other = Match(match.program)
    match.deal(5)
    while match.player:
        for number, seat in enumerate(match.seats):
            try:
                other.game = Game.from_state(
                    match.program, looks_alike(match.program, match.game.state, number, random.randrange)
                )
            except StateError:
                continue
            other.decisions = match.decisions
            other._look()
            mine, same = match.observe(seat), other.observe(seat)
            assert all((mine[key] == same[key]).all() for key in mine)
            assert match.info(seat) == other.info(seat)
            assert match.table(seat) == other.table(seat)
        match.choose(random.randrange(match.game.option_count))
