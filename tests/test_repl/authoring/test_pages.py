"""What the reference says about words, also about those of several parts."""

import pytest

from repl.authoring import pages


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("shuffle", "After `shuffle`, nobody knows the order"),
        ("at least", "`is at least`: two numbers or places compare this way"),
        ("open to abilities", "`, open to abilities`: players may use abilities here"),
        ("Hidden", "`hidden`: nobody"),
        ("face down", "A kind with the line `may lie face down`"),
        ("counted as", "`do event(…), asking prompt`"),
        ("starting over", "`offer window, decided by …`"),
    ],
)
def test_a_word_has_a_line(word: str, said: str) -> None:
    assert pages.line(word).startswith(said)


@pytest.mark.parametrize("word", ["", "plugh", "plugh xyzzy", "(", "a (b"])
def test_nothing_is_said_of_words_that_are_none(word: str) -> None:
    assert pages.line(word) == ""


def test_words_of_several_parts_have_sections() -> None:
    assert [section.title for section in pages.about("at least")] == ["Comparisons"]
