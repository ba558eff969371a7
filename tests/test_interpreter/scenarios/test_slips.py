"""What is advised about names in scenarios that are written as plain English would have them."""

from __future__ import annotations

import pytest

from dsl.program.program import Program
from interpreter.scenarios.slips import separate, slip_of_cards, slip_of_place
from tests.support.codes import ROOT
from tests.support.tiny import compiled

PREAMBLE = (ROOT / "tests" / "spec" / "preamble.rules").read_text("utf-8")
RULES = PREAMBLE[PREAMBLE.index("\ngame ") + 1 :]
COPIES = "name each copy: `fox, fox`"


@pytest.fixture(scope="module")
def tiny() -> Program:
    return compiled(RULES)


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        *((each, COPIES) for each in ("fox x2", "fox x 2", "fox 2", "2 fox", "2 foxs", "2x fox", "fox * 2", "fox ×2")),
        ("fox and owl", "separate the cards by commas: `fox, owl`"),
        ("fox or an owl", "separate the cards by commas: `fox, owl`"),
        ("cup one cup two and fox", "separate the cards by commas: `cup one, cup two, fox`"),
        ("a fox", "say `fox`"),
        ("owls", "say `owl`, once for each copy"),
        ("rest", "`the rest`, as the last of the cards, stands for all others that begin there"),
        ("beasts", "`beasts` is a kind: name its cards, as `fox`"),
        ("5 cards", "name them one by one; `the rest`, as the last, stands for all others that begin there"),
        *((each, COPIES) for each in ("two foxes", "2 copies of fox", "fox twice", "fox, 2 times", "3 of the fox")),
        ("2 cup", "name each card by itself, as `cup one, cup two`"),
        ("two cups", "name each card by itself, as `cup one, cup two`"),
        ("2 beasts", "name each card by itself, as `fox, owl`"),
        ("all cups", "name each card by itself, as `cup one, cup two`"),
        ("cup", "cards with this word: `cup one` or `cup two`"),
        ("wolf", ""),
        ("fox and wolf", ""),
        ("2 wolves", ""),
    ],
)
def test_cards(tiny: Program, written: str, advice: str) -> None:
    assert slip_of_cards(tiny, written) == advice


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("row contains", "say `row: …`"),
        ("row of cards is", ""),
        ("the row", "did you mean `row`?"),
        ("hand of A", "did you mean `A hand`?"),
        ("A's hand", "did you mean `A hand`?"),
        ("hand B", "did you mean `B hand`?"),
        ("score of player B", "did you mean `B score`?"),
        ("hand of C", ""),
        ("B of hand", "did you mean `B hand`?"),
        ("hand of A holds", "say `A hand: …`"),
        ("top of stock", "the cards of a zone are named from the top or the left: `stock: …`"),
        ("row doesn't include", "name all the cards that are in `row`: `row: …`, `row: nothing`"),
        ("turn", "say `player B` for whose turn it is"),
        ("B", "say `player B` for whose turn it is"),
        ("fox", "`fox` is a card: name it behind its zone, `zone: fox`, with its facts in parentheses"),
        ("suit", ""),
    ],
)
def test_places(written: str, advice: str) -> None:
    assert slip_of_place(compiled(RULES, players=2), written, ends=False) == advice


def test_a_zone_may_hold_others_in_the_end(tiny: Program) -> None:
    assert slip_of_place(tiny, "row contains", ends=True) == (
        "say `row: …`, or `row includes: …` if it may hold others"
    )
    assert slip_of_place(tiny, "round is", ends=True) == "say `round: …`"


def test_options_are_separated_by_commas() -> None:
    assert separate("sell fox and rest", ["rest", "sell fox"]) == "separate the options by commas: `sell fox, rest`"
    assert not separate("sell fox and owl", ["rest", "sell fox and owl"])
    assert not separate("rest", ["rest"])
