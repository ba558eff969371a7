"""Advice: the options are tried as far as the player may know, and each estimate says how sure it is."""

from __future__ import annotations

from functools import cache

import pytest

import reverie
from dsl.program.program import Program
from interpreter import Advice, Game, Generator, NoAdvice, State
from interpreter.native import build
from interpreter.players.advice import Past, advise, wilson
from interpreter.state.layout import blank
from tests.support.natively import QUICK, compiler
from tests.support.tiny import compiled as tiny

COLOURS = """\
    option red
      if number of red one in covered is 1
        set right to 1
    option blue
      if number of blue one in covered is 1
        set right to 1
"""

GUESS = f"""
zone covered: line, hidden
prompt guess: "Which colour?"
number right: 0 to 1
after setup
  draw from deck to covered
  ask guess
{COLOURS}    option neither
      lose "Nothing."
  if right is 0
    lose "Wrong."
win also when right is 1
"""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    if compiler():
        pytest.skip(compiler())
    monkeypatch.setattr(build, "FLAGS", (*build.FLAGS, *QUICK))


@cache
def guessing() -> Program:
    return tiny(GUESS)


def advice_by_seed(games: int = 400) -> list[tuple[str, Advice]]:
    found = []
    for seed in range(8):
        game = Game(guessing(), seed)
        end = game.copy()
        end.choose("red")
        status = end.outcome.status if end.outcome else ""
        found.append((status, game.advise(games)))
    return found


def test_it_knows_no_more_than_the_player() -> None:
    found = advice_by_seed()
    assert {status for status, _ in found} == {"won", "lost"}
    assert len({str(advice) for _, advice in found}) == 1
    estimates = {each.option: each for each in found[0][1].estimates}
    assert estimates["red"].chance == pytest.approx(0.5, abs=0.12)
    assert estimates["neither"].chance == 0
    assert found[0][1].estimates[-1].option == "neither"


@pytest.mark.parametrize("seed", [3, 4])
def test_hands_that_the_player_does_not_see_may_change_places(seed: int) -> None:
    """Whatever the others hold of the cards that the player can't see, the advice is the same."""
    game = Game(reverie.load("docs/tutorial/ferry", players=3), seed)
    data, random, found = game.state.to_json(), Generator(seed), []
    assert game.decision is not None
    hands = [f"{letter} hand" for letter in "ABC" if letter != game.decision.player]
    for _ in range(6):
        found.append(game.advise(60))
        cards = [card for hand in hands for card in data["zones"][hand]]
        for at in range(len(cards) - 1, 0, -1):
            other = random.below(at + 1)
            cards[at], cards[other] = cards[other], cards[at]
        half = len(data["zones"][hands[0]])
        data["zones"] |= {hands[0]: cards[:half], hands[1]: cards[half:]}
        game = Game.from_state(game.program, State.from_json(game.program, data))
    assert len(set(map(str, found))) == 1


def test_each_estimate_says_how_sure_it_is() -> None:
    advice = Game(guessing(), 0).advise(400)
    assert advice.best == advice.estimates[0].option
    assert (advice.playouts, advice.learnt) == (400, 0)
    assert 350 < sum(each.games for each in advice.estimates) <= 400
    for each in advice.estimates:
        assert each.interval is not None
        assert each.chance_interval is not None
        assert each.chance is not None
        assert each.interval[0] <= each.worth <= each.interval[1]
        assert each.chance_interval[0] <= each.chance <= each.chance_interval[1]
        assert each.score is None


def test_scores_are_estimated_in_points() -> None:
    program = reverie.load("docs/examples/market")
    advice = Game(program, 1).advise(60)
    assert all(each.score is not None for each in advice.estimates)


def test_the_game_stays_as_it_was() -> None:
    game = Game(guessing(), 3)
    state = game.state
    game.advise(20)
    assert game.state == state


def test_where_nothing_can_be_tried_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(guessing(), 0)
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(NoAdvice, match="games are tried in C only: CC names"):
        game.advise(20)
    game.choose("neither")
    with pytest.raises(NoAdvice, match="the game is over"):
        game.advise(20)


def test_the_interval_of_a_share() -> None:
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-3)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-3)


def test_who_looks_on_can_stop_it() -> None:
    def stop(done: int, of: int) -> None:
        assert 0 <= done < of == 100_000_000
        raise KeyboardInterrupt

    game = Game(guessing(), 0)
    with pytest.raises(KeyboardInterrupt):
        game.advise(100_000_000, watch=stop)
    assert game.advise(60, watch=lambda *_: None) == game.advise(60)


COVERING = f"""
zone covered: line, hidden
prompt cover: "Which one?"
prompt on: "Go on?"
prompt guess: "Which colour?"
number right: 0 to 1
after setup
  draw 2 from deck to spot
  ask cover
    option cover <card in spot>
      move card to covered
  ask on
    option go on
  ask guess
{COLOURS}  if right is 0
    lose "Wrong."
win also when right is 1
"""


def covering() -> Game:
    games = (Game(tiny(COVERING), seed) for seed in range(20))
    return next(game for game in games if game.decision and game.decision.prompt == "cover")


def test_what_the_player_did_before_a_forced_answer_is_remembered() -> None:
    game = covering()
    game.choose("cover red one")
    assert game.history[-1].forced
    chances = {each.option: each.chance for each in game.advise(100).estimates}
    assert chances == {"red": 1, "blue": 0}


def test_nothing_is_remembered_of_a_past_that_leads_elsewhere() -> None:
    game = covering()
    assert game.seed is not None
    elsewhere = Past(blank(game.program, game.seed), [game.picks[0], (9,)])
    game.choose(0)
    given = game.program, list(game.state.flat), ["red", "blue"], None, 100
    assert advise(*given, elsewhere) == advise(*given)


ALIKE = """
prompt way: "Which way?"
after setup
  ask way
    option left
    option middle
    option right
    option back
  lose "Lost."
"""


def test_of_options_that_are_worth_the_same_the_first_is_tried_most() -> None:
    advice = Game(tiny(ALIKE), 1).advise(80)
    assert [each.option for each in advice.estimates] == ["left", "middle", "right", "back"]
    assert [each.games for each in advice.estimates] == [30, 30, 10, 10]
