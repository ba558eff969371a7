"""What a player asks about that another game of the same rules has."""

from __future__ import annotations

import pytest

from repl.saves.recipe import Recipe
from repl.session import absent
from tests.support.patience import bench
from tests.support.tiny import compiled

FOG = """\
module fog "Fog" for tiny
kind mist is piece
cards mist in cellar
  | card      | colour |
  | grey mist | red    |
zone cellar: heap, hidden
help "In the fog" "Nothing is seen."
help mist "It is wet."
after setup
  move every mist in cellar where colour of mist is red to spot
when players is 2
  number thickness: 0 to 3
"""


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("mist", "the module `fog` is in play"),
        ("grey mist", "the module `fog` is in play"),
        ("cellar", "the module `fog` is in play"),
        ("in the fog", "the module `fog` is in play"),
        ("thickness", "the module `fog` is in play and players is 2"),
    ],
)
def test_the_module_that_has_it_is_named(words: str, condition: str) -> None:
    said = absent.where(compiled("", FOG), words)
    assert said == f"`{words}` is part of the game only if {condition}"


def test_what_the_game_has_or_no_game_has_is_in_no_module() -> None:
    program = compiled("", FOG, modules=("fog",))
    assert [absent.where(program, words) for words in ("mist", "in the fog", "hand", "xyzzy")] == ["", "", "", ""]
    assert absent.where(program, "thickness").endswith(" only if players is 2")
    assert absent.where(bench().link(Recipe("patience")), "mist") == ""
