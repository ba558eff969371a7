"""Why an option isn't offered: there is always an answer, and it holds nothing that the player can't see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given

from dsl.program.reasons import Option
from interpreter.choices.options import words_of
from interpreter.explain.whynot import Explanation, reasons_of
from interpreter.game.game import Game
from interpreter.simulation.unseen import looks_alike
from interpreter.state.state import StateError
from tests.support.plans import Plan
from tests.support.strategies import RANDOMS, plans, share

MOST_PHRASES = 20


@share(0.6)
@given(plans(most=6), RANDOMS)
def test_every_option_that_is_not_offered_has_a_reason(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            _hold_reasons(game, random)
            game.choose(answer)


@share(0.6)
@given(plans(most=6), RANDOMS)
def test_hidden_cards_change_no_reason(plan: Plan, random: Random) -> None:
    with plan.game() as game:
        for answer in plan.choices(game):
            assert game.decision
            phrases = _phrases(game, random)
            try:
                state = looks_alike(plan.program, game.state, "AB".index(game.decision.player), random.randrange)
                other = Game.from_state(plan.program, state)
            except StateError:
                continue
            if other.decision == game.decision:
                told = [game.why_not(phrase) for phrase in phrases]
                assert [other.why_not(phrase) for phrase in phrases] == told
                assert other.not_offered() == game.not_offered()
            game.choose(answer)


def _hold_reasons(game: Game, random: Random) -> None:
    assert game.decision
    offered = [option.id for option in game.decision.options]
    for option in offered:
        assert game.why_not(option).status == "offered"
    for phrase in _phrases(game, random):
        found = game.why_not(phrase)
        if phrase in offered:
            assert found.status == "offered"
        else:
            _hold_reason(found, phrase)
    for found in game.not_offered():
        _hold_reason(found, found.option)


def _hold_reason(found: Explanation, phrase: str) -> None:
    assert found.status == "not offered", (phrase, found)
    assert found.option == phrase
    assert found.failures
    for failure in found.failures:
        assert failure.text
        assert ".rules:" in failure.place
        assert failure.module


def _phrases(game: Game, random: Random) -> list[str]:
    """Options of the prompt that stands with any cards, whether they are offered or not."""
    block = game.state.flat[1][0]
    choice = words_of(game.program).choices[block]
    options = [
        option for asked in reasons_of(game.program).asked if asked.origin == choice.origin for option in asked.options
    ]
    phrases = sorted({phrase for option in options for phrase in _worded(game, option, random)})
    return random.sample(phrases, min(len(phrases), MOST_PHRASES))


def _worded(game: Game, option: Option, random: Random) -> Iterator[str]:
    names = sorted({face.name for face in game.program.faces})
    for name in names if option.candidates else [""]:
        words = ""
        for part in option.words:
            if isinstance(part, str):
                words += part
                continue
            parameter = option.candidates[part].parameter
            if parameter.values:
                words += random.choice(parameter.words)
                continue
            source = random.choice(parameter.sources)
            named = str(random.randint(1, 12)) if parameter.by_position else name if part == 0 else random.choice(names)
            words = "" if source.replaces else words
            words += " ".join(filter(None, (source.prefix, named, source.suffix)))
        yield words
