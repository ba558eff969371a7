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


@pytest.mark.parametrize("word", sorted(pages.reserved()))
def test_every_word_of_the_grammar_has_a_section_that_uses_it(word: str) -> None:
    (section, *_) = pages.about(word)
    assert word in section.text.casefold()


def test_words_that_are_explained_within_a_section_are_found() -> None:
    found = [pages.about(word)[0].title for word in ("about", "down", "besides", "open to abilities")]
    assert found == ["ask", "Cards that lie face down", "Selections", "prompt"]
    assert pages.about("lantern") == []  # a name of examples


def test_words_of_several_parts_have_sections() -> None:
    assert [section.title for section in pages.about("at least")] == ["Comparisons"]
