"""Cards that ride on others are looked for in zones to which they come themselves."""

from __future__ import annotations

import pytest

from tests.support.tiny import problems

RIDERS = """kind badge
  rides on piece, then hand
zone drawer: heap, public
zone chest: heap, public
group both: drawer, chest
cards badge in drawer
  | card | count |
  | pin  | 2     |
after play
  lay (some badge in drawer) onto card
  {}
  if any badge in {}
    shuffle deck
"""


@pytest.mark.parametrize("zone", ["drawer", "hand", "both", "riding"])
def test_a_zone_to_which_they_come(zone: str) -> None:
    assert not [each for each in problems(RIDERS.format("shuffle deck", zone)) if each.code == "never-holds"]


@pytest.mark.parametrize(
    "moved", ["move some badge in drawer to chest", "move every card in drawer to both", "move pin to chest"]
)
def test_they_may_be_moved_there(moved: str) -> None:
    assert not [each for each in problems(RIDERS.format(moved, "chest")) if each.code == "never-holds"]


@pytest.mark.parametrize("moved", ["shuffle deck", "move every piece in hand to chest"])
def test_a_zone_in_which_they_only_ride(moved: str) -> None:
    found = [each for each in problems(RIDERS.format(moved, "chest")) if each.code == "never-holds"]
    assert [each.help for each in found] == ["say `badge riding on chest`"]


LIDS = """kind lid
zone spare: heap, public
zone shelf: heap, public
group kept: spare, shelf
cards lid in spare
  | card | count |
  | cork | 2     |
event close(card)
  {}
after play
  {}
  if any lid in hand
    shuffle deck
"""
IDLE = "shuffle deck"


def _never(text: str) -> list[str]:
    return [each.message for each in problems(text) if each.code == "never-holds"]


@pytest.mark.parametrize(
    ("closed", "played"),
    [
        (IDLE, "move some lid in spare to shelf"),
        ("move card to hand", "do close(some piece in spot)"),
        (IDLE, "move every piece in spot to hand"),
        (IDLE, "draw from deck to hand as drawn"),
        (IDLE, "exchange (some piece in hand) and (some piece in spot)"),
    ],
)
def test_no_rule_brings_cards_of_the_kind(closed: str, played: str) -> None:
    assert _never(LIDS.format(closed, played)) == [
        "no `lid` ever lies in `hand`: none begins there, and no rule brings one"
    ]


@pytest.mark.parametrize(
    ("closed", "played"),
    [
        (IDLE, "move some lid in spare to hand"),
        (IDLE, "move cork to hand"),
        (IDLE, "move every card in kept to hand"),
        ("move card to hand", "do close(some lid in spare)"),
        ("let other: card", "let found: some card in spare\n  move found to hand"),
        (IDLE, "for each lid in spare\n    move lid to hand"),
        (IDLE, "exchange (some lid in spare) and (some piece in hand)"),
        (IDLE, "move some lid in spare to bottom of deck"),
    ],
)
def test_a_rule_brings_cards_of_the_kind(closed: str, played: str) -> None:
    assert not _never(LIDS.format(closed, played))


def test_what_must_not_be_may_never_be() -> None:
    assert not _never(f'{LIDS.format(IDLE, IDLE).replace("if any lid in hand", "if any lid in spare")}\n'
                      'never any lid in hand: "lids stay away"\n')  # fmt: skip


def test_a_scenario_shows_that_cards_come_there() -> None:
    scenario = 'scenario shown "A cork in the hand"\n  given\n    hand: cork\n  play\n    at turn\n      answer stop\n'
    assert not _never(f"{LIDS.format(IDLE, IDLE)}\n{scenario}  then\n    status lost\n")
