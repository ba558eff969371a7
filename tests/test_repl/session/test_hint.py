"""`hint`: the best answer with what every answer came to; from then on the game counts as assisted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from interpreter import Advice, Estimate, Policy
from repl.saves import store
from repl.saves.recipe import Recipe
from repl.saves.records import Assisted
from repl.saves.replay import deal, replay
from repl.saves.workshop import Engine
from repl.session import hint
from repl.session.commands import COMMANDS
from repl.session.events import Ended, Event, Listing, Refused
from repl.session.session import Session
from tests.support.pairs import write_game

pytestmark = pytest.mark.usefixtures("home", "in_c")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    recipe = Recipe(str(write_game(tmp_path / "pairs")), (), None, (), 2)
    workshop = Engine()
    sitting = Session(deal(recipe, workshop), workshop, COMMANDS, saving=True)
    yield sitting
    sitting.close()


def text(events: list[Event]) -> str:
    return "\n".join(line for each in events if isinstance(each, Listing) for line in (each.title, *each.lines))


def test_it_names_the_best_answer_and_what_each_came_to(session: Session) -> None:
    said = text(session.feed("hint 60"))
    card = session.options[0].removeprefix("keep ")
    best = f"keep {card}" if card == "sun" else f"drop {card}"
    assert said.startswith(f"Hint, by 60 games from here\nBest: {best}\n")
    assert "  keep " in said
    assert " games)" in said
    assert hint.RANDOMLY in said


def test_that_it_tries_is_told_at_once(session: Session) -> None:
    seen: list[tuple[int, int]] = []
    session.working = lambda _words: nullcontext(lambda done, of: seen.append((done, of)))
    session.feed("hint 60")
    assert seen[0] == (0, 60)


def test_from_then_on_the_game_is_assisted(session: Session) -> None:
    first = session.options[0]
    session.feed(first)
    assert not session.timeline.assisted
    session.feed("hint 20")
    assert session.timeline.assisted
    assert session.timeline.hinted
    assert session.file is not None
    save = store.read(session.file)
    assert save.lines[-1] == Assisted(True, True)
    again = replay(save, Engine())
    assert again.timeline.hinted
    assert again.timeline.assisted
    assert text(session.feed("log")).startswith("Log (assisted: a hint was asked for)")


def test_the_result_says_so(session: Session) -> None:
    session.feed("hint 20")
    found: list[Event] = []
    while session.options:
        found = session.feed("1")
    (end,) = (each for each in found if isinstance(each, Ended))
    assert end.assisted
    assert end.hinted
    assert session.file is not None
    assert Assisted(True, True) in store.read(session.file).lines


@pytest.mark.parametrize("words", ["hint many", "hint 0", "hint 99999999"])
def test_only_a_number_of_games_can_be_asked_for(words: str, session: Session) -> None:
    (refused,) = session.feed(words)
    assert isinstance(refused, Refused)
    assert "is no number of games" in refused.text
    assert not session.timeline.assisted


def test_without_a_compiler_it_says_so(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    (refused,) = session.feed("hint")
    assert isinstance(refused, Refused)
    assert refused.text.startswith("there is no hint: games are tried in C only: CC names")
    assert not session.timeline.assisted


def test_why_the_second_is_worse() -> None:
    best = Estimate("act", 200, 1.4, (1.3, 1.5), 0.5, (0.43, 0.57), 0.9)
    second = Estimate("wait", 200, 1.0, (0.9, 1.1), 0.3, (0.24, 0.37), 0.7)
    (*_, why, learnt) = hint.lines(Advice((best, second), 400, 1000))
    assert why == (
        "`wait` is worse: it wins 20.0 fewer games in 100"
        " and its games come to 70% of the way to victory instead of 90%."
    )
    assert learnt == "The games were played by what was learnt from 1,000 games."
    near = attrs.evolve(second, interval=(0.9, 1.35))
    assert "That may be chance: `hint 4000` tries more games." in hint.lines(Advice((best, near), 400, 0))
    points = attrs.evolve(best, chance=None, chance_interval=None, far=None, score=14.0)
    fewer = attrs.evolve(points, option="wait", worth=0.7, interval=(0.6, 0.8), score=7.0)
    said = list(hint.lines(Advice((points, fewer), 400, 0)))
    assert said[1] == "  act   scores 14.0 (13.0 to 15.0)  (200 games)"
    assert "`wait` is worse: it scores 7.0 instead of 14.0." in said


GOOD = Estimate("act", 80, 0.73, (0.7, 0.76), 0.0, (0.0, 0.1), 0.73)
ONE_PLAYER = "It was learnt in games for 1 player, so it fits this one less well."
NOTHING = "Almost nothing of that is about this game, so they were played almost at random."
RARE = Estimate("wait", 9, 0.79, (0.6, 0.9), 0.0, (0.0, 0.3), 0.79)


def test_an_answer_that_looks_better_than_the_best_is_explained() -> None:
    seldom = "`act` was tried most often; answers that look better were tried too seldom to tell."
    assert seldom in hint.lines(Advice((GOOD, RARE), 100, 0))
    for other in (attrs.evolve(RARE, games=80), attrs.evolve(RARE, worth=0.7)):
        assert seldom not in hint.lines(Advice((GOOD, other), 100, 0))


@pytest.mark.parametrize(
    ("tried", "more"),
    [
        (20, ": `hint 400` tries more games."),
        (400, ": `hint 4000` tries more games."),
        (100_000, ": `hint 1000000` tries more games."),
        (1_000_000, "."),
    ],
)
def test_it_proposes_no_fewer_games_than_usual_and_no_more_than_can_be_tried(tried: int, more: str) -> None:
    close = attrs.evolve(RARE, worth=0.7, far=0.7)
    assert f"That may be chance{more}" in hint.lines(Advice((GOOD, close), tried, 0))


@pytest.mark.parametrize(
    ("learnt", "sentence"),
    [
        ({}, "It was learnt without the modules `left` and `right`, so it knows little of their cards."),
        ({"modules": ("left",)}, "It was learnt without the module `right`, so it knows little of its cards."),
        ({"modules": ("right", "left"), "players": 1}, ONE_PLAYER),
        ({"modules": ("right", "left", "up")}, "It was learnt with the module `up`, so it fits this game less well."),
        ({"modules": ("right", "left")}, ""),
        ({"fingerprint": "these"}, ""),
        ({"weights": {("a", each): 1.0 for each in range(11)}}, NOTHING),
    ],
)  # fmt: skip
def test_what_was_learnt_for_another_game_is_said_in_a_players_words(learnt: dict[str, Any], sentence: str) -> None:
    class Known(Policy):
        def keys(self, _program: Any) -> dict[int, float]:
            return {1: 1.0}

    known: dict[str, Any] = {"modules": (), "players": 2, "fingerprint": "others", "weights": {("a", 1): 1.0}, **learnt}
    policy = Known(game="pairs", games=10, won=0.5, spread=1, **known)
    game: Any = SimpleNamespace(modules=("left", "right"), players=2, fingerprint="these")
    assert hint.unfit(policy, game) == sentence
