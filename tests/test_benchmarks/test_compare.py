from random import Random

import pytest

import dsl
from benchmarks import onirim, urbion
from benchmarks.answers import carelessly
from benchmarks.compare import compare, side_by_side
from benchmarks.counterparts import COUNTERPARTS
from dsl.program.program import Program
from interpreter import Game

GAMES = [(ruleset, players) for ruleset, each in COUNTERPARTS.items() for players in each.players]


@pytest.fixture(scope="module")
def base() -> Program:
    return dsl.load("onirim")


@pytest.mark.parametrize(("ruleset", "players"), GAMES)
def test_engine_and_oracle_play_alike(ruleset: str, players: int) -> None:
    found = compare(dsl.load(ruleset, players=players), 24)
    assert found.differences == ()
    assert (found.games, found.decisions > 1000) == (24, True)
    assert str(found).startswith(f"{ruleset}, {players}p: 24 games side by side")
    assert str(found).endswith("all alike")


def test_a_seed_deals_the_same_hand_to_both(base: Program) -> None:
    game, written = Game(base, seed=3), COUNTERPARTS["onirim"].like(base, 3)
    hand = sorted(written.zones()["hand"], key=[face.name for face in base.faces].index)
    assert game.state.to_json()["zones"]["hand"] == hand


def test_every_game_says_where_it_parts(base: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onirim, "HAND", 4)
    found = compare(base, 10, first_seed=20, most=2)
    assert [(difference.seed, difference.step) for difference in found.differences] == [(20, 0), (21, 0)]
    assert "seed 20, step 0: options differs" in str(found)


def test_a_rule_that_only_one_of_them_has_is_found_in_the_end(base: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onirim, "DOORS_TO_WIN", 1)
    parted = [side_by_side(base, seed, carelessly)[1] for seed in range(12)]
    assert {difference.what for difference in parted if difference} == {"outcome"}


def test_a_rule_of_a_census_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(urbion, "_selections", lambda _city: {})
    program = dsl.load("urbion")
    parted = [side_by_side(program, seed, carelessly)[1] for seed in range(6)]
    assert {difference.what for difference in parted if difference} <= {"prompt", "options"}
    assert any(parted)


def test_answers_come_from_the_seed(base: Program) -> None:
    games = [side_by_side(base, 5, carelessly)[0] for _ in range(2)]
    assert games[0].history == games[1].history


def test_the_other_generator_deals_other_games() -> None:
    first, second = (COUNTERPARTS["urbion"].at_random(Random(seed)) for seed in (1, 2))
    assert first.zones() != second.zones()
