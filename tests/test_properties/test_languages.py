"""A game in another language is the same game, and says nothing in the words of its rules.

The language of these tests has a made-up word for everything that there is to translate.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import dsl
from dsl.program.program import Program
from interpreter import Game
from tests.support.made_up import in_other_words, left_in

ENGINE = {
    "of", "lies", "on", "nothing", "the", "only", "answer", "forbid", "won", "lost", "no", "yes", "none", "top",
    "shuffled", "exchanged", "with", "and", "riding", "before", "after", "instead", "together", "leaving", "entering",
    "revealing", "in",
}  # fmt: skip
"""Words of Reverie itself in what it says."""

GAMES = [
    pytest.param(
        ruleset,
        modules,
        players,
        id=f"{ruleset}-{players}{'-all' * bool(modules)}",
        marks=[pytest.mark.slow] if modules and ruleset == "urbion" else [],
    )
    for ruleset in ("onirim", "urbion")
    for modules in ((), tuple(dsl.modules_of(ruleset)))
    for players in (1, 2)
]


SEEDS = pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])


def _pair(ruleset: str, modules: tuple[str, ...], players: int) -> tuple[Program, Program]:
    try:
        own = dsl.load(ruleset, modules, players)
    except dsl.CompileError as refused:
        pytest.skip(f"there is no such game: {refused.problems[0].message}")
    return own, in_other_words(own, ruleset)


def _said(game: Game) -> Iterator[str]:
    """Everything that a game says at a decision or at its end."""
    for player in "AB"[: game.program.players]:
        view = game.view(player)
        yield from (zone.name for zone in view.zones)
        yield from (card for zone in view.zones for card in zone.cards or ())
        yield from (f"{name} {value}" for name, value in view.numbers)
        yield from (f"{item.label} {item.text}" for item in view.items)
    if game.decision:
        yield game.decision.question
        yield game.decision.about
        yield from (f"{option.words} {option.form} {option.note}" for option in game.decision.options)
    if game.outcome:
        yield game.outcome.sentence
    yield from (answer.words for answer in game.history)


@SEEDS
@pytest.mark.parametrize(("ruleset", "modules", "players"), GAMES)
def test_the_same_game_in_other_words(ruleset: str, modules: tuple[str, ...], players: int, seed: int) -> None:
    own, other = _pair(ruleset, modules, players)
    assert other.fingerprint == own.fingerprint
    chance = random.Random(seed)
    first, fast, traced = Game(own, seed), Game(other, seed), Game(other, seed, reference=True)
    while first.decision and fast.decision and traced.decision:
        ids = [option.id for option in first.decision.options]
        assert [option.id for option in fast.decision.options] == ids
        assert [option.id for option in traced.decision.options] == ids
        assert len({option.words for option in fast.decision.options}) == len(ids)
        number = chance.randrange(len(ids))
        first.choose(number)
        fast.choose(fast.decision.options[number].words)
        traced.choose(ids[number])
    assert first.state.flat == fast.state.flat == traced.state.flat
    assert [answer.option for answer in first.history] == [answer.option for answer in fast.history]


@SEEDS
@pytest.mark.parametrize(("ruleset", "modules", "players"), GAMES)
def test_nothing_stays_in_the_words_of_the_rules(
    ruleset: str, modules: tuple[str, ...], players: int, seed: int
) -> None:
    _, other = _pair(ruleset, modules, players)
    left = set[str]()
    chance, game = random.Random(seed), Game(other, seed, reference=True)
    while game.decision:
        left |= {word for text in _said(game) for word in left_in(text)}
        game.choose(chance.randrange(len(game.decision.options)))
    left |= {word for text in _said(game) for word in left_in(text)}
    left |= {
        word
        for event in game.trace
        for word in left_in(event.text.split(": ", 1)[-1])
        if event.name not in ("laid out", "answer")
    }
    assert left <= ENGINE
