"""Advice is followed by a parser before an author reads it."""

from __future__ import annotations

import re

import pytest

from dsl.text.proposals import holds

LINE = "repeat while twice day"
FOUND = re.compile("while").search(LINE)
assert FOUND


def tried(advice: str, helps: str) -> tuple[bool, list[str]]:
    """Whether advice holds where only these words help, and the words that were tried."""
    seen: list[str] = []

    def works(begin: int, end: int, words: str) -> bool:
        seen.append(words)
        return LINE[: begin - 10] + words + LINE[end - 10 :] == helps

    assert FOUND
    return holds(advice, 17, (10, LINE), FOUND, works), sorted(set(seen))


def test_a_proposal_that_helps() -> None:
    assert tried("say `repeat 2 times`", "repeat 2 times") == (True, ["repeat 2 times"])
    assert tried("leave it out: `day`, or `days`", "repeat days") == (True, ["day", "days"])


def test_a_proposal_that_helps_nowhere() -> None:
    assert tried("say `repeat 2 times`", "repeat 3 times") == (False, ["repeat 2 times"])


@pytest.mark.parametrize(
    "advice",
    ["numbers are whole", 'put texts in double quotes: `"`', "say `repeat`, with its block below it"],
)
def test_advice_that_nobody_can_try(advice: str) -> None:
    assert tried(advice, "nothing") == (True, [])


def test_words_in_place_of_what_is_open() -> None:
    assert tried("say `repeat … times`", "repeat 3 times")[0]
    assert not tried("say `repeat … times`", "repeat x")[0]


def test_without_a_parser_everything_holds() -> None:
    assert FOUND
    assert holds("say `repeat 2 times`", 17, (10, LINE), FOUND, None)
