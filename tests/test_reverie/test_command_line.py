"""Command lines that people type."""

import pytest

from reverie.command_line import dealt, play, quoted


@pytest.mark.parametrize(
    ("word", "typed"),
    [("ferry", "ferry"), ("a/b-c.rules", "a/b-c.rules"), ("my game", '"my game"'), ("a;b", '"a;b"'), ("", "")],
)
def test_words_are_quoted_where_a_shell_would_split_or_read_them(word: str, typed: str) -> None:
    assert quoted(word) == typed


def test_a_game_is_dealt_by_what_differs_from_the_usual() -> None:
    assert play("ferry", (), (), None) == play("ferry", (), (), 1) == "reverie play ferry"
    line = play("ferry", ("storm", "my fog.rules"), (("length", "long"),), 3)
    assert line == 'reverie play ferry --with "storm,my fog.rules" --option length=long --players 3'
    assert dealt(line, 7, ()) == f"{line} --seed 7"
    assert dealt("reverie play ferry", 7, ("blue 4", "red 1")) == 'reverie play ferry --seed 7 --deal "blue 4, red 1"'
