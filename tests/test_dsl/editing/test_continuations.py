import pytest

from dsl.editing.continuations import Continuations, continuations
from dsl.text.source import SourceFile

HEAD = 'game pond "Pond"\n\n'


def _at_end(text: str) -> Continuations:
    return continuations(SourceFile("x", HEAD + text), len(HEAD + text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", {"zone", "event", "prompt", "before", "instead of", "scenario"}),
        ("ev", {"event"}),
        ("zone deck: ", {"pile", "heap", "line"}),
        ("event a\n  ", {"move", "ask", "if", "repeat"}),
        ("event a\n  ask hop\n    ", {"option"}),
        ("event a\n  if x is 1\n    proceed\n  ", {"else"}),
        ('scenario a "A"\n  ', {"given", "deal", "play", "then"}),
    ],
)
def test_words_that_may_stand_there(text: str, words: set[str]) -> None:
    assert words <= set(_at_end(text).words)


@pytest.mark.parametrize(
    ("text", "names"), [("event a\n  shuffle ", True), ("zone deck: ", False), ("on hop of ", True)]
)
def test_whether_a_name_may_stand_there(text: str, names: bool) -> None:
    assert _at_end(text).names is names


def test_the_word_that_is_begun_is_replaced() -> None:
    assert _at_end("event a\n  shuf").start == len(HEAD + "event a\n  ")


def test_forms_of_whole_lines_stand_where_a_line_begins() -> None:
    assert "shuffle ZONE" in _at_end("event a\n  shuf").forms
    assert _at_end("event a\n  shuffle ").forms == ()
    assert "event NAME" in _at_end("").forms


def test_a_mistake_further_up_is_passed_over() -> None:
    assert "shuffle" in _at_end("event a\n  what is this\n  ").words


@pytest.mark.parametrize("text", ['prompt hop: "Who ', "event a # and ", "zone `two wor"])
def test_nothing_is_known_of_texts_and_comments(text: str) -> None:
    assert _at_end(text).words == ()
