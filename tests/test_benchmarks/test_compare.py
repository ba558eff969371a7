import pytest

import dsl
from benchmarks import oracle
from benchmarks.answers import carelessly
from benchmarks.compare import compare, dealt_like, side_by_side
from benchmarks.oracle import Onirim
from dsl.program import Program
from interpreter import Game


@pytest.fixture(scope="module")
def base() -> Program:
    return dsl.load("onirim")


def test_engine_and_oracle_play_alike(base: Program) -> None:
    found = compare(base, 40)
    assert found.differences == ()
    assert (found.games, found.decisions > 1000) == (40, True)
    assert str(found).endswith("all alike")


def test_a_seed_deals_the_same_hand_to_both(base: Program) -> None:
    game, written = Game(base, seed=3), Onirim(dealt_like(base, 3))
    assert game.state.to_json()["zones"]["hand"] == sorted(written.hand, key=[f.name for f in base.faces].index)


def test_every_game_says_where_it_parts(base: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "HAND", 4)
    found = compare(base, 10, first_seed=20, most=2)
    assert [(difference.seed, difference.step) for difference in found.differences] == [(20, 0), (21, 0)]
    assert "seed 20, step 0: options differs" in str(found)


def test_a_rule_that_only_one_of_them_has_is_found_in_the_end(base: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "DOORS_TO_WIN", 1)
    parted = [side_by_side(base, seed, carelessly)[1] for seed in range(12)]
    assert {difference.what for difference in parted if difference} == {"outcome"}


def test_answers_come_from_the_seed(base: Program) -> None:
    games = [side_by_side(base, 5, carelessly)[0] for _ in range(2)]
    assert games[0].history == games[1].history
