"""Cards that are declared in an impossible way."""

from __future__ import annotations

from tests.support.tiny import problems, told


def test_a_card_of_which_there_are_no_copies_is_reported() -> None:
    row = "cards piece in spot\n  | card | colour | count |\n  | grey | red | 0 |\n"
    more = "more cards in spot\n  | card | count |\n  | red one | 0 |\n"
    help_ = "leave this out, or give the number of copies"
    for text, word in ((row, "grey"), (more, "red one")):
        assert ("bad-value", 3, word, help_) in [told(each) for each in problems(text)]
