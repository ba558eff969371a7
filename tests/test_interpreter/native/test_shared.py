"""Parts of expressions that recur in a C text."""

from __future__ import annotations

import reverie
from interpreter.native.emit import emit
from interpreter.native.shared import LEAST, MOST, Shared, place, whole

LONG = "+".join(["1"] * LEAST)


def test_pieces_that_differ_by_places_are_one_function() -> None:
    shared = Shared()
    calls = [shared.number(f"zone[{place('z', zone)}] + num[{place('n', 6)}] + {LONG}") for zone in (6, 12, 6)]
    assert [whole(call) for call in calls] == ["e0(g, 6, 6)", "e0(g, 12, 6)", "e0(g, 6, 6)"]
    (line,) = shared.lines
    assert line.startswith("static I e0(G *g, I w0_, I w1_) { ")
    assert "zone[w0_] + num[w1_]" in line


def test_a_list_is_another_function() -> None:
    shared = Shared()
    assert (shared.number(LONG), shared.cards(LONG)) == ("e0(g)", "made1(g)")


def test_short_pieces_and_those_with_many_places_stay() -> None:
    shared, many = Shared(), LONG + "".join(place("z", zone) for zone in range(MOST + 1))
    assert [shared.number(text) for text in ("1 + 1", many)] == ["1 + 1", many]
    assert shared.lines == []


def test_no_place_is_left_in_a_text() -> None:
    assert "@" not in emit(reverie.load("urbion"))
