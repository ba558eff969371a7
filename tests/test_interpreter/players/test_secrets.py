"""A search never knows more than its player: other cards in hidden places change nothing of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

import reverie
from dsl.program.program import Program
from interpreter.generated.executor import compiled
from interpreter.native.learning import Net
from interpreter.players.practice import net_of
from interpreter.reference.record import Record
from interpreter.simulation.unseen import looks_alike
from interpreter.state.layout import Flat, blank
from interpreter.state.state import State
from tests.support.natively import compiler
from tests.support.usually import usually_without

KLONDIKE = Path(__file__).parents[3] / "docs" / "examples" / "klondike"

GAMES = {
    "onirim": ("onirim", (), 1, {}),
    "onirim in silence": ("onirim", (), 2, {"talk": "silent"}),
    "towers in silence": ("onirim", ("towers", "book"), 2, {"talk": "silent"}),
    "urbion in silence": ("urbion", (), 2, {"talk": "silent"}),
    "klondike": (str(KLONDIKE), (), 1, {}),
}


@cache
def game(name: str) -> tuple[Program, Net]:
    """A program, and a player who practised a little."""
    if compiler():
        pytest.skip(compiler())
    ruleset, modules, players, options = GAMES[name]
    program = reverie.load(ruleset, modules, players, options)
    net = net_of(program)
    net.practise(0, 300, 0.05, 0.01, 1.0)
    net.settle()
    return program, net


def decisions(program: Program, seed: int, most: int) -> list[Flat]:
    """The states at the decisions of a game that is played at random."""
    python, random = compiled(program), Random(seed)
    s, record = blank(program, seed), Record(recording=False)
    picks, found = python.begin(s, record), list[Flat]()
    while picks and len(found) < most:
        found.append(s[:])
        picks = python.resume(s, random.choice(picks), record)
    return found


@pytest.mark.parametrize("name", usually_without(["urbion in silence", "towers in silence", "klondike"], GAMES))
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in range(1, 20))])
def test_hidden_cards_change_nothing_of_a_search(name: str, seed: int) -> None:
    program, net = game(name)
    random, changed = Random(seed), 0
    for state in decisions(program, seed, 60)[::3]:
        player, picks = compiled(program).player(state), len(compiled(program).picks(state))
        other = list(looks_alike(program, State(program, tuple(state)), player, random.randrange).flat)
        one, two = net.game(), net.game()
        if one.stand(state) != picks or two.stand(other) != picks:
            continue  # what is searched for in a hidden zone has changed
        changed += other != state
        assert net.search(one, picks, 6, 5, 8) == net.search(two, picks, 6, 5, 8)
    assert changed > 0
