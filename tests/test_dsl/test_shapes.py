from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import CompileError
from dsl.shapes import Combination, Fitting, Refused, every_combination, shape_of
from tests.support.pairs import write_game

OLD = """\
module old "Old Times" for pairs

option year: new, old
option weather: fair, foul

when year is old
  refuse "In old times there was no such thing."

when weather is foul
  option wind: mild, strong
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = write_game(tmp_path / "pairs")
    folder.joinpath("old.rules").write_text(OLD, encoding="utf-8")
    return folder


def test_a_ruleset_has_a_shape(folder: Path) -> None:
    shape = shape_of(folder)
    assert (shape.title, shape.modules, shape.players) == ("Pairs", ("old", "stars"), (1,))
    assert shape.options == {"year": ("new", "old"), "weather": ("fair", "foul"), "wind": ("mild", "strong")}
    assert shape.deciding == ("year",)


def test_every_set_is_there_with_every_value_on_which_it_hangs(folder: Path) -> None:
    found = list(every_combination(folder))
    assert [(each.combination.modules, each.combination.options) for each in found] == [
        ((), ()),
        (("old",), (("year", "new"),)),
        (("old",), (("year", "old"),)),
        (("stars",), ()),
        (("old", "stars"), (("year", "new"),)),
        (("old", "stars"), (("year", "old"),)),
    ]
    refused = [each for each in found if isinstance(each, Refused)]
    assert {each.reason for each in refused} == {"In old times there was no such thing."}
    assert len(refused) == 2
    assert found[1] == Fitting(Combination(("old",), 1, (("year", "new"),)), {"weather": ("fair", "foul")})


def test_options_can_be_given(folder: Path) -> None:
    found = list(every_combination(folder, {"weather": "foul", "wind": "strong"}))
    assert {each.combination.modules for each in found} == {("old",), ("old", "stars")}
    assert all(dict(each.combination.options)["wind"] == "strong" for each in found)
    assert list(every_combination(folder, {"wind": "strong"})) == []
    assert all(isinstance(each, Refused) for each in every_combination(folder, {"year": "older"}))


def test_what_is_wrong_is_told(folder: Path) -> None:
    folder.joinpath("stars.rules").write_text('module stars "Stars" for pears\n', encoding="utf-8")
    with pytest.raises(CompileError, match="pears"):
        list(every_combination(folder))
