"""What the parser says of other words in a piece of text."""

from __future__ import annotations

from dsl.reading.parser import stops
from dsl.reading.trials import MOST_TRIALS, Trials

TEXT = "event rest\n  move card into box\n  shuffle box\n"


def trials(text: str = TEXT) -> Trials:
    at = stops(text)
    assert at is not None
    return Trials(100, text, at)


def replaced(words: str, other: str) -> tuple[bool, bool]:
    """Whether other words help, and whether the line can be read with them."""
    begin = 100 + TEXT.index(words)
    return trials()(begin, begin + len(words), other), trials().whole(begin, begin + len(words), other)


def test_words_that_help() -> None:
    assert replaced("into", "to") == (True, True)
    assert replaced("move card into box", "draw from box to box") == (True, True)


def test_words_that_help_a_little() -> None:
    assert replaced("into box", "to box to box") == (True, False)


def test_words_that_do_not_help() -> None:
    assert replaced("into", "onto") == (False, False)
    assert replaced("box", "bag") == (False, False)
    assert replaced("shuffle box", "shuffle box box") == (False, False)


def test_there_is_an_end_to_trials() -> None:
    some = trials()
    for _ in range(MOST_TRIALS):
        assert not some(100, 101, "x")
    assert some(100, 101, "x"), "it isn't known"
    assert not some.whole(100, 101, "x")
