"""The games that a set of modules makes: players, and options that sections ask about."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import dsl
from dsl.compiler import games
from tests.support.tiny import TINY

GAME = TINY.replace(
    'game tiny "Tiny"\n', 'game tiny "Tiny"\nplayers 1 to 2\noption age: new, old\noption size: 1 to 3\n'
)
SECTIONS = """\
when players is 2
  option talk: open, silent
when players is 2 and talk is silent
  define quiet: yes
"""
OLD = """\
module old "Old" for tiny
when age is old
  option worn: no, yes
  when worn is yes
    refuse "It is worn out."
"""


def found(*texts: str, most: int = 2, options: Mapping[str, str] | None = None) -> list[tuple[str, int, str]]:
    sources = [dsl.SourceFile(f"{number}.rules", text) for number, text in enumerate(texts)]
    every = games(sources, most, options)
    return [(" ".join(g.modules), g.players, " ".join(f"{n}={v}" for n, v in sorted(g.options.items()))) for g in every]


def test_one_game_for_each_number_of_players() -> None:
    assert found(GAME) == [("", 1, ""), ("", 2, "")]
    assert found(GAME, most=1) == [("", 1, "")]
    assert found(TINY) == [("", 1, "")]


def test_options_of_sections_take_all_their_values_where_they_are() -> None:
    assert found(GAME + SECTIONS) == [("", 1, ""), ("", 2, ""), ("", 2, "talk=silent")]


def test_an_option_that_one_module_asks_about_is_tried_in_all_sets() -> None:
    assert found(GAME, OLD, most=1) == [
        ("", 1, ""),
        ("", 1, "age=old"),
        ("old", 1, ""),
        ("old", 1, "age=old"),
        ("old", 1, "age=old worn=yes"),
    ]


def test_fixed_options_stand_in_every_game_that_has_them() -> None:
    assert found(GAME + SECTIONS, options={"talk": "silent", "size": "3"}) == [
        ("", 1, "size=3"),
        ("", 2, "size=3 talk=silent"),
    ]


def test_an_option_that_no_game_has() -> None:
    with pytest.raises(dsl.CompileError) as raised:
        found(GAME + SECTIONS, options={"tlak": "silent"})
    (problem,) = raised.value.problems
    assert (problem.code, problem.help) == ("unknown-option", "did you mean `talk`?")
