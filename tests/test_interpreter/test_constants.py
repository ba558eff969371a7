from __future__ import annotations

from interpreter.constants import Picks, PicksByZone
from interpreter.options import KEPT

NAMES = ("ant", "bee", "cat", "bee")


def test_picks_are_those_of_distinct_cards_in_ascending_order() -> None:
    assert Picks(NAMES, 4, 7, 1)[b"\2\0\2"] == ((4, 0, 7, 1), (4, 2, 7, 1))
    assert Picks(NAMES, 4, 7, 1)[b""] == ()


def test_of_cards_with_the_same_name_the_first_is_offered() -> None:
    assert Picks(NAMES, 0, 0, 0)[b"\3\1"] == ((0, 1, 0, 0),)


def test_each_zone_has_picks_of_its_own() -> None:
    picks = PicksByZone(NAMES, 2, 0)
    assert (picks[5][b"\0"], picks[6][b"\0"]) == (((2, 0, 5, 0),), ((2, 0, 6, 0),))


def test_only_so_many_are_kept() -> None:
    picks = Picks(NAMES, 0, 0, 0)
    for number in range(KEPT + 2):
        assert picks[bytes(number)] == ((0, 0, 0, 0),)[:number]
    assert len(picks) == 2
