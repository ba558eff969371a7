"""A session in another language: tables, questions, refusals, explanations, the log and the end in no other words.

The language of these tests has a made-up word for everything that there is to translate. Words of the rules remain in
names of files and modules only.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import dsl
from dsl.program.program import Program
from repl.drivers.plain import lines
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event
from repl.session.session import Session
from tests.support.made_up import in_other_words, left_in

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
GAMES = [
    pytest.param("onirim", 1, id="onirim"),
    pytest.param("urbion", 2, id="urbion", marks=pytest.mark.slow),
    pytest.param(str(EXAMPLES / "dungeon"), 1, id="dungeon"),
    pytest.param(str(EXAMPLES / "klondike"), 1, id="klondike", marks=pytest.mark.slow),
    pytest.param(str(EXAMPLES / "market"), 2, id="market"),
    pytest.param(str(EXAMPLES / "tasks"), 3, id="tasks"),
]

NAMED = re.compile(r"\([^()]*\.rules:\d+[^()]*\)|\bmodule `[^`]*`|Seed \d+\. To deal it again: .*")
"""Places in files, and names of modules."""

WORDS = """
Answers Did Enter Every Hand Log Lost No Not Over Player Possible Press So Type What When Won You about
after all alone an and answer answers are at be before but by can card cards changes chosen comes could
defeat depends down entering everything exchanged face fail fails far for gains game happened has have here
hidden in instead is it its kept kind knows least leaving lies lists log loses lost lowered mean more most
narrow nearest new no nobody none not nothing now of offered on only or order other others player possible
press question quit raise raised refilling rest restart revealing riding rule score seat see sees shuffled
sits something that the this to together too top turned type undo up victory which why widen with yes yet
you
"""
TOLD = frozenset(WORDS.split())
"""Words of Reverie itself in what these sessions say."""


class _Of(Engine):
    """The workshop of one program."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self._program = program

    def link(self, recipe: Recipe) -> Program:
        del recipe
        return self._program


def _left(events: Iterable[Event]) -> set[str]:
    """The words that aren't made up."""
    return left_in(NAMED.sub("", "\n".join(line for event in events for line in lines(event))))


@pytest.mark.parametrize(("ruleset", "players"), GAMES)
def test_a_session_in_other_words(ruleset: str, players: int) -> None:
    modules = tuple(dsl.modules_of(ruleset))
    program = in_other_words(dsl.load(ruleset, modules, players), ruleset)
    forms = [option.form for block in program.blocks for option in getattr(block.last, "options", ())]
    left = set[str]()
    chance, engine = random.Random(1), _Of(program)
    recipe = Recipe(ruleset, modules, seed=1, players=players)
    session = Session(deal(recipe, engine), engine, COMMANDS, saving=False)
    for number in range(120):
        if not session.game.decision:
            break
        left |= _left(session.feed(str(chance.randrange(len(session.options)) + 1) if session.options else ""))
        if number % 8 == 0 and session.options:
            asked = ("why", "why not", "why not all", "log", f"why not {chance.choice(forms)}")
            left |= {word for line in asked for word in _left(session.feed(line))}
    left |= _left(session.feed("why"))
    assert left <= TOLD
