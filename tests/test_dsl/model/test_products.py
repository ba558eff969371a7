"""The names of cards in rows that stand for many, also in files that are not in play."""

from __future__ import annotations

import dsl
from dsl.model.products import cards_in
from dsl.reading.library import read_all
from tests.support.tiny import TINY, problems

BEES = """\
module bees "Bees" for tiny
enum wing: long, short
kind bee
  wing: wing
  size: number
cards bee in deck
  | card               | wing         | size        | count |
  | {wing} bee {size}  | each of wing | each of 1 to 2 | 1  |
  | {size} queen       | long         | each of 3, 5   | 1  |
  | drone              | -            | 4              | 1  |
"""


def test_every_card_of_a_row_has_a_name() -> None:
    files = read_all([dsl.SourceFile("base.rules", TINY), dsl.SourceFile("bees.rules", BEES)])
    assert list(cards_in(files[1], files)) == [
        "long bee 1", "long bee 2", "short bee 1", "short bee 2", "3 queen", "5 queen", "drone",
    ]  # fmt: skip


def test_values_for_cards_of_a_module_that_is_not_in_play() -> None:
    table = "values of cards\n  | card | colour |\n  | {} | red |\n"
    assert problems(table.replace("{}", "short bee 2"), BEES) == []
    found = problems(table.replace("{}", "short bee 3"), BEES)
    assert [(problem.code, problem.help) for problem in found] == [("unknown-card", "did you mean `short bee 1`?")]
