"""What a typed line means as an answer."""

from __future__ import annotations

import pytest

from repl.session.answers import NotUnderstood, Understood, completions, later, understand

OPTIONS = ("play red one", "play red two", "discard red one", "done", "10", "keep it, all")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1", ("play red one",)),
        (" 4 ", ("done",)),
        ("PLAY  red   ONE", ("play red one",)),
        ("di", ("discard red one",)),
        ("do", ("done",)),
        ("p r tw", ("play red two",)),
        ("pl two", ("play red two",)),
        ("play red one", ("play red one",)),
        ("3 1 2 4", ("discard red one", 1, 2, 4)),
        ("3,1;2  4", ("discard red one", 1, 2, 4)),
        ("1 1", ("play red one", 1)),
        ("play red two, di, 4", ("play red two", "discard red one", 4)),
        ("10", ("10",)),
        ("keep it, all", ("keep it, all",)),
        ("keep", ("keep it, all",)),
        ("2, sing on,3", ("play red two", "sing on", 3)),
    ],
)
def test_answers_that_are_understood(line: str, words: tuple[str | int, ...]) -> None:
    found = understand(line, OPTIONS)
    assert isinstance(found, Understood)
    assert found.words == words


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("", "nothing was typed"),
        ("7", "there is no answer number 7: they go from 1 to 6"),
        ("0", "there is no answer number 0"),
        ("9 1", "there is no answer number 9"),
        ("99999999999999999999", "is not one of the answers"),
        ("sing", "`sing` is not one of the answers"),
        ("sing, play red two", "`sing` is not one of the answers"),
        ("play red two, play", "`play` could be"),
        ("two", "`two` is not one of the answers"),
        ("d", "`d` could be `discard red one` or `done`"),
        ("play", "`play` could be `play red one` or `play red two`"),
        ("٣", "is not one of the answers"),
        ("²", "is not one of the answers"),
    ],
)
def test_answers_that_are_not(line: str, text: str) -> None:
    found = understand(line, OPTIONS)
    assert isinstance(found, NotUnderstood)
    assert text in found.text


@pytest.mark.parametrize(
    ("text", "answer"),
    [("do", "done"), ("done", "done"), ("keep on", None), ("sing", None), ("play red", None), ("10", "10")],
)
def test_later_in_a_line_words_may_mean_what_was_not_shown(text: str, answer: str | None) -> None:
    assert later(text, OPTIONS, shown=("go on",)) == answer


def test_later_in_a_line_what_was_shown_means_only_itself() -> None:
    assert later("done", OPTIONS, shown=OPTIONS) == "done"
    assert later("keep", OPTIONS, shown=("keep",)) is None


def test_many_possible_answers_are_not_all_listed() -> None:
    found = understand("play", [f"play {number}" for number in range(20)])
    assert isinstance(found, NotUnderstood)
    assert found.text.endswith("`play 5` or 14 more")
    assert len(found.fits) == 20


def test_without_options_nothing_is_understood() -> None:
    assert isinstance(understand("1", ()), NotUnderstood)
    assert isinstance(understand("1 2", ()), NotUnderstood)


def test_completions_are_whole_answers() -> None:
    assert completions("Play RED", OPTIONS) == ["play red one", "play red two"]
    assert completions("", ("a", "a", "b")) == ["a", "b"]
    assert completions("x", OPTIONS) == []
