"""What nobody reads isn't made: counted, because time says little on a busy machine."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import dsl
from interpreter.choices.decisions import Decision, IllegalAnswer, Option
from interpreter.game import game as games
from interpreter.game import present
from interpreter.game.game import Game
from interpreter.game.running import Running
from interpreter.reference.executor import Reference
from tests.support.labyrinth import labyrinth


def counted(counts: Counter[str], name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def counting(*given: Any, **named: Any) -> Any:
        counts[name] += 1
        return function(*given, **named)

    return counting


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each part of a decision was made."""
    counts = Counter[str]()
    monkeypatch.setattr(games, "decision_of", counted(counts, "decision", present.decision_of))
    for name in ("Option", "about", "told_to", "option_words", "letter"):
        monkeypatch.setattr(present, name, counted(counts, name, getattr(present, name)))
    return counts


def play_by_number(game: Game, answers: int = 1000) -> Game:
    while answers and (count := game.option_count):
        game.choose(answers % count)
        answers -= 1
    return game


@pytest.mark.parametrize("reference", [False, True])
def test_answers_by_number_make_neither_decisions_nor_words(made: Counter[str], reference: bool) -> None:
    game = play_by_number(Game(attrs.evolve(labyrinth()), 7, reference))
    assert game.outcome
    assert not made
    with pytest.raises(IllegalAnswer, match="the game is over"):
        game.choose(0)


def test_the_number_of_options_is_that_of_the_decision() -> None:
    game = Game(labyrinth(), 7)
    while game.decision:
        assert game.option_count == len(game.decision.options)
        game.choose(game.option_count - 1)
    assert game.option_count == 0


def test_only_the_part_of_a_decision_that_is_read_is_made(made: Counter[str]) -> None:
    program = dsl.load("onirim", ["incubus"])
    decision = Game(program, 7).decision
    assert decision
    made.clear()
    assert decision.prompt
    assert not made
    assert decision.player == "A"
    assert made == {"letter": 1}
    assert decision.player == "A"
    assert made == {"letter": 1}
    with pytest.raises(AttributeError, match="a decision has no `prompts`"):
        _ = decision.prompts  # type: ignore[attr-defined]


def test_the_same_option_is_made_once(made: Counter[str]) -> None:
    game = Game(attrs.evolve(labyrinth()), 7)
    assert game.decision
    assert game.decision is game.decision
    made.clear()
    again = Game(game.program, 7).decision
    assert again == game.decision
    assert made["Option"] == 0


def test_copies_share_everything_until_they_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    copied = Counter[str]()
    monkeypatch.setattr(Running, "copy", counted(copied, "game", Running.copy))
    monkeypatch.setattr(Reference, "copy", counted(copied, "trace", Reference.copy))
    game = play_by_number(Game(labyrinth(), 7, reference=True), 3)
    decision = game.decision
    others = [game.copy() for _ in range(3)]
    assert not copied
    assert all(other.decision is decision for other in others)
    for count, other in enumerate(others, 1):
        other.choose(0)
        other.choose(0)
        assert copied == {"game": count, "trace": count}
    assert len({other.state for other in others}) == 1
    before = others[0].state
    game.choose(1)
    assert others[0].state == before != game.state


def test_a_decision_is_that_of_its_moment_when_it_is_read_later() -> None:
    program = dsl.load("onirim", dsl.modules_of("onirim"))
    early, late = Game(program, 3), Game(program, 3)
    read, unread = list[Decision](), list[Decision]()
    while early.decision:
        assert late.decision
        assert repr(early.decision)
        read.append(early.decision)
        unread.append(late.decision)
        answer = len(read) % early.option_count
        early.choose(answer)
        late.choose(answer)
    assert unread == read
    assert len(read) > 20


def test_decisions_are_plain_data_for_whoever_copies_them() -> None:
    decision = Game(labyrinth(), 7).decision
    assert decision
    assert pickle.loads(pickle.dumps(decision)) == copy.deepcopy(decision) == decision
    assert Decision(**{field.name: getattr(decision, field.name) for field in attrs.fields(Decision)}) == decision
    assert repr(decision).startswith("Decision(prompt='turn'")
    assert attrs.evolve(decision, prompt="other").options == decision.options
    assert isinstance(decision.options[0], Option)
