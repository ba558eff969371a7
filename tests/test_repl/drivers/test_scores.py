"""The scores at the end of a game, as people see them."""

from __future__ import annotations

import attrs

from repl.drivers.scores import scores
from repl.session.events import Ended

END = Ended("over", "The market is empty.", 1, "reverie play market", assisted=False)
PARTS = (("sum of value over hand", (9, 10, 0)), ("coins", (0, -1, 0)))
THREE = attrs.evolve(END, scores={"A": 9, "B": 9, "C": 0}, parts=PARTS, winners=("A", "B"), contested=True)


def test_a_game_without_scores_shows_none() -> None:
    assert scores(END) == ()


def test_the_score_of_the_table_is_a_number() -> None:
    assert scores(attrs.evolve(END, scores={"table": -3})) == ("  score  -3",)


def test_the_scores_are_a_table_with_what_they_are_made_of() -> None:
    assert scores(THREE) == (
        "                           A   B   C",
        "  sum of value over hand   9  10   0",
        "  coins                    0  -1   0",
        "  score                    9   9   0",
        "Players A and B share the victory.",
    )


def test_a_tie_is_broken_by_something_or_nobody_wins() -> None:
    one = attrs.evolve(THREE, winners=("B",), decided="fewest rubys in hand")
    assert scores(one)[-1] == "Player B wins (fewest rubys in hand)."
    assert scores(attrs.evolve(THREE, winners=(), decided="nobody"))[-1] == "It is a tie, so nobody wins."


def test_long_words_are_cut() -> None:
    cut = scores(attrs.evolve(END, scores={"table": 1}, parts=(("x" * 80, (1,)), ("y", (0,)))))
    assert cut[0].endswith("…  1")
