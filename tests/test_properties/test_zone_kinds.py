"""Every statement means the same for each kind of zone, in both executors, as in a model of a few lines.

`pytest -m sweep tests/test_properties/test_zone_kinds.py` tries 20,000 statements; `REVERIE_FIRST` is the number of the
first one, to go on where a run was stopped.
"""

from __future__ import annotations

import os
from copy import deepcopy
from itertools import permutations
from random import Random

import pytest

import dsl
from dsl.program.program import Program
from dsl.text.diagnostics import Problems
from interpreter.game.game import Game
from interpreter.scenarios.position import number_names, position, zone_names
from interpreter.state.layout import layout_of
from interpreter.state.state import State
from interpreter.state.wording import from_top
from tests.support.scenarios import scenario
from tests.support.zone_kinds import FACES, HEAPS, ZONES, Statement, Table, game_text, statement, tables

FEW, MORE, MANY = 60, 200, 20_000


@pytest.mark.parametrize("numbers", [range(FEW), pytest.param(range(FEW, MORE), marks=pytest.mark.slow)], ids=len)
def test_a_few_statements(numbers: range) -> None:
    for number in numbers:
        _hold(number)


@pytest.mark.parametrize("cards", [0, 1, 2, 3])
@pytest.mark.parametrize("reference", [False, True])
@pytest.mark.parametrize("zone", ["line one", "open"])
def test_every_order_of_a_shuffle_turns_up(zone: str, reference: bool, cards: int) -> None:
    table = {name: list(FACES[:cards]) if name == zone else [] for name in ZONES}
    looked_at = f"shuffle {zone}\nmove {zone} to own line"
    program = _compiled(0, Statement(looked_at, lambda _, __: 0))
    assert program is not None
    orders = {
        tuple(_table(_played(program, table, reference, 0, seed).state)["A own line"])
        for seed in range(40 * (cards + 1))
    }
    assert orders == set(permutations(FACES[:cards]))


@pytest.mark.sweep
def test_many_statements() -> None:
    for number in range(int(os.environ.get("REVERIE_FIRST", "0")), MANY):
        _hold(number)


def _hold(number: int) -> None:
    random = Random(number)
    one, table = statement(random), tables(random)
    program = _compiled(number, one)
    if program is None:
        return
    seed = random.randrange(1 << 30)
    games = [_played(program, table, reference, seed) for reference in (False, True)]
    fast, plain = games
    assert [game.outcome for game in games] == [None, None], f"{number}: {one.text}"
    assert fast.state == plain.state
    assert fast.history == plain.history
    _compare(number, one, table, plain)


def _compiled(number: int, one: Statement) -> Program | None:
    """The program of a game with a statement, or None if it isn't allowed, for which there must be a way out."""
    source = dsl.SourceFile("kinds.rules", game_text(one.text))
    try:
        return dsl.compile_ruleset([source], dsl.Wanted((), 2, {}))
    except dsl.CompileError as error:
        without = [problem for problem in error.problems if not problem.help]
    assert without == [], f"{number}: {one.text}"
    return None


def _played(program: Program, table: Table, reference: bool, seed: int, dealt: int = 0) -> Game:
    lines = [f"  {zone}: {', '.join(cards) or 'nothing'}" for zone, cards in table.items()]
    problems = Problems()
    flat = position(program, scenario("\n".join(["given", *lines])), problems, dealt)
    assert problems.found == []
    game = Game.from_position(program, flat, reference=reference, check=True)
    game.choose("act")
    answers = Random(seed)
    while game.decision is not None and game.decision.prompt == "order":
        game.choose(answers.randrange(len(game.decision.options)))
    return game


def _compare(number: int, one: Statement, before: Table, game: Game) -> None:
    """Compare the state with the model's; where an order isn't known, only which cards lie there."""
    picks = [answer.option.removeprefix("next ") for answer in game.history if answer.prompt == "order"]
    expected = deepcopy(before)
    seen = one.act(expected, picks)
    found = _table(game.state)
    for zone, cards in expected.items():
        same = sorted if zone in HEAPS or zone in one.loose(before) else list
        where = f"{number}: {one.text}\n{zone} of {before}"
        assert same(found[zone]) == same(cards), where
    flat, layout = game.state.flat, layout_of(game.state.program)
    assert flat[layout.numbers + number_names(game.state.program)["seen"]] == seen, f"{number}: {one.text}\n{before}"


def _table(state: State) -> Table:
    layout = layout_of(state.program)
    return {
        name: [
            state.program.faces[card].name
            for card in from_top(state.program.places[zone], state.flat[layout.zones + zone])
        ]
        for name, zone in zone_names(state.program).items()
        if name != "box"
    }
