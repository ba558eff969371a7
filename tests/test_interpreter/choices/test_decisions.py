from __future__ import annotations

from interpreter.choices.decisions import IllegalAnswer, letter


def test_the_nearest_option_is_named() -> None:
    error = IllegalAnswer("play red son", ["discard red sun", "play red sun", "play red moon"])
    assert error.nearest == "play red sun"
    assert error.answer == "play red son"
    assert error.options == ("discard red sun", "play red sun", "play red moon")
    assert "did you mean `play red sun`?" in str(error)


def test_without_a_near_one_all_are_named() -> None:
    error = IllegalAnswer("xyzzy", ["yes", "no"])
    assert error.nearest == ""
    assert "`yes`, `no`" in str(error)


def test_players_are_letters() -> None:
    assert [letter(player) for player in (0, 1)] == ["A", "B"]
