"""Words of the language as names: each is refused where it is declared, or can be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.reading.reserved import AFTER_IS, MEANING, OPENING, TYPES
from tests.support.tiny import LINES, problems

WORDS = sorted(
    OPENING | AFTER_IS | MEANING
    | set("all ask by deal draw each else every from into least let meets move of on over per set then to with".split())  # noqa: SIM905
)  # fmt: skip

USES = {
    "a zone": "zone {}: heap, public\nafter play\n  move every piece in hand to {}\n",
    "a number": "number {}: 0 to 9\nafter play\n  set {} to {} + 1\n",
    "a definition": "define {}: 3\nnumber stars: 0 to 9\nafter play\n  set stars to {}\n",
    "a class of cards": "class {}: piece where colour is red\nafter play\n  if any {} in hand\n    shuffle deck\n",
    "a group": "group {}: hand, deck\nafter play\n  if any piece in {}\n    shuffle deck\n",
    "a kind": "kind {}\ncards {} in deck\n  | card | count |\n  | fox | 2 |\nafter play\n"
    "  move every {} in hand to deck\n",
    "a value": "enum mood: {}, other\nevent cheer(x: mood)\n  if x is {}\n    shuffle deck\nafter play\n"
    "  do cheer({})\n  do cheer(other)\n",
}


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("use", USES)
def test_a_word_of_the_language(use: str, word: str) -> None:
    text = USES[use]
    found = problems(text.replace("{}", word))
    if found and found[0].code == "reserved-name":
        assert {problem.code for problem in found} <= {"reserved-name"}
        assert found[0].span is not None
        assert found[0].span.line > LINES
    else:
        assert found == []
    if found and word not in MEANING | TYPES:
        assert problems(text.replace("{}", f"`{word}`")) == []


def test_other_mistakes_are_reported_too() -> None:
    found = problems("zone room: heap, public\nafter play\n  move every piece in hand to room\n  shufle deck\n")
    assert [problem.code for problem in found] == ["reserved-name", "syntax"]


def test_the_reference_lists_these_words() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "language.md").read_text(encoding="utf-8")
    words = page.partition("These words can begin an expression")[2].partition("`")[2].partition("`")[0].split()
    assert set(words) == OPENING | AFTER_IS | {"again", "every"}
