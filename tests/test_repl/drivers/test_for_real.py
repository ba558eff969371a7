"""Sessions with the real engine and real rules, fed with whatever lines: what must hold in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.program.program import Program
from repl.drivers.plain import lines
from repl.saves import store
from repl.saves.recipe import Recipe
from repl.saves.replay import deal, replay
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event, HandOver, Refused
from repl.session.session import Session

RECIPES = (
    Recipe("onirim", seed=3),
    Recipe("onirim", ("book",), seed=4),
    Recipe("onirim", (), 2, (("talk", "open"),), seed=5),
    Recipe("onirim", ("book",), 2, (("talk", "silent"),), seed=6),
)
LINES = (
    "undo", "undo 2", "undo all", "redo", "redo all", "log", "why", "why all", "rules", "help", "restart", "", "seed",
    "1 2", "2 1 3", "1 1", "dance", "table", "99",
)  # fmt: skip


class Bench(Engine):
    """The engine, with each game linked once."""

    def link(self, recipe: Recipe) -> Program:
        return linked(recipe.game, recipe.modules, recipe.players, recipe.options)


@cache
def linked(game: str, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...]) -> Program:
    return Engine().link(Recipe(game, modules, players, options))


def feeding(session: Session, choices: list[int]) -> Iterator[tuple[str, list[Event]]]:
    """Feed lines made of numbers, mostly answers and some commands; after each, the line and what was said to it."""
    for choice in choices:
        number, kind = divmod(choice, 6)
        if kind and session.options:
            line = session.options[number % len(session.options)]
        else:
            line = LINES[number % len(LINES)]
        yield line, session.feed(line)


def fed(session: Session, choices: list[int]) -> None:
    """Feed all of them."""
    for _ in feeding(session, choices):
        pass


def text(events: list[Event]) -> str:
    return "\n".join(line for event in events for line in lines(event))


SOME = st.lists(st.integers(0, 6 * len(LINES) * 4), max_size=60)


@pytest.fixture(scope="module", autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REVERIE_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@given(st.sampled_from(RECIPES), SOME)
def test_a_journal_played_again_is_the_same_game(recipe: Recipe, choices: list[int]) -> None:
    bench = Bench()
    session = Session(deal(recipe, bench), bench, COMMANDS)
    fed(session, choices)
    moves, state = session.timeline.moves, session.game.state
    session.close()
    for path in kept():
        again = replay(store.read(path), bench)
        assert again.fault == ""
        assert again.timeline.moves == moves
        assert again.timeline.game.state == state
        assert again.timeline.assisted == session.timeline.assisted
        path.unlink()


@given(st.sampled_from(RECIPES), SOME)
def test_what_is_refused_changes_nothing(recipe: Recipe, choices: list[int]) -> None:
    bench = Bench()
    session = Session(deal(recipe, bench), bench, COMMANDS, saving=False)
    fed(session, choices)
    before = session.game.state
    for line in ("dance", "999 1", "undo 99999", "redo 99999", "help dance", "load", "save", "play"):
        if any(isinstance(event, Refused) for event in session.feed(line)):
            assert session.game.state == before


@given(SOME)
def test_behind_closed_hands_nobody_reads_what_the_other_put_back(choices: list[int]) -> None:
    bench = Bench()
    session = Session(deal(RECIPES[3], bench), bench, COMMANDS, saving=False)
    for line, events in feeding(session, choices):
        if any(isinstance(event, HandOver) for event in events) or session.waiting or session.game.outcome:
            continue
        other = "B" if session.viewer == "A" else "A"
        assert not re.search(rf"{other}: (next|top) ", text(events)), line


def test_cards_that_change_places_in_a_zone_are_not_told_as_going_anywhere() -> None:
    session = Session(deal(Recipe("onirim", seed=5), Bench()), Bench(), COMMANDS, saving=False)
    session.feed("discard blue key")
    session.feed("1")
    told = text(session.feed("3 2 1"))
    assert "next" in told
    assert "revealed → deck" in told
    assert "revealed → revealed" not in told


def kept() -> list[Path]:
    return sorted((store.home() / "games").glob("*.jsonl"))
