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
