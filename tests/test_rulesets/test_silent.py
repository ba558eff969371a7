"""In silent play, what goes to a hand is seen by its owner alone, and anything else that is drawn by both."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import dsl
from interpreter import Game
from repl.saves.timeline import Timeline
from repl.session.account import Account

GAMES = [("onirim", ("oniverse", "premonitions")), ("urbion", ("chromatic",))]


def _told(ruleset: str, modules: tuple[str, ...], viewer: str) -> Iterator[tuple[int, str]]:
    """The lines of `why` about each answer of some games."""
    program = dsl.load(ruleset, modules, 2, {"talk": "silent"})
    for seed in range(3):
        timeline = Timeline(Game(program, seed, reference=True))
        while timeline.game.decision and len(timeline.moves) < 40:
            options = timeline.game.decision.options
            timeline.give((options[len(timeline.moves) % len(options)].id,))
        if timeline.game.outcome:
            timeline.undo(1)
        account = Account(program, timeline, viewer, goes_on=True)
        yield from ((number, line.strip()) for number in range(len(timeline.moves)) for line in account.reasons(number))


@pytest.mark.parametrize(("ruleset", "modules"), GAMES)
@pytest.mark.parametrize("viewer", ["A", "B"])
def test_a_card_for_a_hand_is_named_to_its_owner_only(ruleset: str, modules: tuple[str, ...], viewer: str) -> None:
    taken = {"A": 0, "B": 0}
    for _, line in _told(ruleset, modules, viewer):
        if found := re.match(r"(.+): (?:. )?face down → (.) hand", line):
            taken[found[2]] += 1
            assert (found[1] == "a card") == (found[2] != viewer), line
        assert not re.search("drawn → . hand", line), "a card for a hand isn't turned up"
    assert min(taken.values()) > 5


@pytest.mark.parametrize(("ruleset", "modules"), GAMES)
def test_anything_else_is_turned_up_for_both(ruleset: str, modules: tuple[str, ...]) -> None:
    turned = [
        [line for number, line in _told(ruleset, modules, viewer) if re.search("face down → (drawn|limbo)", line)]
        for viewer in "AB"
    ]
    assert turned[0] == turned[1]
    assert turned[0]
    assert not any("a card" in line for line in turned[0])


@pytest.mark.parametrize("players", [1, 2])
def test_nobody_hears_what_was_left_out_or_put_in_unseen(players: int) -> None:
    program = dsl.load("onirim", ("oniverse",), players, {})
    account = Account(program, Timeline(Game(program, 3, reference=True)), "A")
    drawn = [line.strip() for line in account.reasons(0) if "stock → deck" in line]
    assert len(drawn) == 8
    assert all(line.startswith("a card: stock → deck") for line in drawn)


def test_what_a_game_is_laid_out_with_is_no_secret() -> None:
    program = dsl.load("onirim", (), 2, {"talk": "silent"})
    lines = Account(program, Timeline(Game(program, 3, reference=True)), "B").reasons(0)
    (laid,) = [line for line in lines if "10 in deck" in line]
    assert laid.startswith("card nightmare, 10 in deck [O-B8]")
