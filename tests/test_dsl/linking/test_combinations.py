"""The games that a ruleset makes: sets of modules, players, and the options that are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import dsl
from dsl.linking.combinations import Combination, every_game, refusal
from dsl.reading.catalogue import Catalogue
from tests.support.pairs import write_game
from tests.support.tiny import TINY

TIMES = """\
module old "Old Times" for pairs

option year: new, old
option weather: fair, foul

when year is old
  refuse "In old times there was no such thing."

when weather is foul
  option wind: mild, strong
"""
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


@pytest.fixture
def pairs(tmp_path: Path) -> list[dsl.SourceFile]:
    folder = write_game(tmp_path / "pairs")
    folder.joinpath("old.rules").write_text(TIMES, encoding="utf-8")
    return dsl.ruleset_sources(folder)


def sources(*texts: str) -> list[dsl.SourceFile]:
    return [dsl.SourceFile(f"{number}.rules", text) for number, text in enumerate(texts)]


def held(*texts: str) -> Catalogue:
    return dsl.contents(sources(*texts))


def found(
    *texts: str, options: Mapping[str, str] | None = None, crossed: int | None = None
) -> list[tuple[str, int | None, str]]:
    """The games in the fewest words, told apart by what sections ask."""
    every = every_game(sources(*texts), held(*texts).asked, options, crossed=crossed)
    wanted = [game.wanted for game in every]
    return [(" ".join(w.modules), w.players, " ".join(f"{n}={v}" for n, v in w.options.items())) for w in wanted]


def test_every_set_is_there_with_every_value_on_which_it_hangs(pairs: list[dsl.SourceFile]) -> None:
    catalogue = dsl.contents(pairs)
    assert (catalogue.deciding, catalogue.asked) == (("year",), ("year", "weather"))
    found = list(every_game(pairs, catalogue.deciding))
    assert [(each.modules, each.options, bool(refusal(pairs, each.wanted))) for each in found] == [
        ((), (), False),
        (("old",), (("year", "new"),), False),
        (("old",), (("year", "old"),), True),
        (("stars",), (), False),
        (("old", "stars"), (("year", "new"),), False),
        (("old", "stars"), (("year", "old"),), True),
    ]
    assert refusal(pairs, found[2].wanted) == "In old times there was no such thing."
    assert found[1] == Combination(("old",), 1, (("year", "new"),), (), {"weather": ("fair", "foul")})


def test_options_can_be_given(pairs: list[dsl.SourceFile]) -> None:
    found = list(every_game(pairs, ("year",), {"weather": "foul", "wind": "strong"}))
    with_all = [each for each in found if len(each.options) == 3]
    assert {each.modules for each in with_all} == {("old",), ("old", "stars")}
    assert all(dict(each.options)["wind"] == "strong" for each in with_all)
    assert all(not each.options for each in every_game(pairs, (), {"wind": "strong"}))
    with pytest.raises(dsl.CompileError, match="`older` is no value of the option `year`"):
        list(every_game(pairs, (), {"year": "older"}))


def test_what_is_wrong_is_told(pairs: list[dsl.SourceFile]) -> None:
    pairs = [each for each in pairs if not each.name.endswith("stars.rules")]
    pairs.append(dsl.SourceFile("stars.rules", 'module stars "Stars" for pears\n'))
    with pytest.raises(dsl.CompileError, match="pears"):
        refusal(pairs, dsl.Wanted(("stars",)))


def test_one_game_for_each_number_of_players() -> None:
    assert found(GAME) == [("", 1, ""), ("", 2, "")]
    assert found(TINY) == [("", 1, "")]
    assert found(GAME.replace("1 to 2", "2 to 4")) == [("", 2, ""), ("", 3, ""), ("", 4, "")]


def test_options_of_sections_take_all_their_values_where_they_are() -> None:
    assert found(GAME + SECTIONS) == [("", 1, ""), ("", 2, ""), ("", 2, "talk=silent")]


def test_an_option_that_one_module_asks_about_is_tried_in_all_sets() -> None:
    one = GAME.replace("1 to 2", "1")
    assert found(one, OLD) == [
        ("", 1, ""),
        ("", 1, "age=old"),
        ("old", 1, ""),
        ("old", 1, "age=old"),
        ("old", 1, "age=old worn=yes"),
    ]


def test_with_many_modules_one_option_at_a_time_is_changed() -> None:
    one = GAME.replace("1 to 2", "1")
    assert found(one, OLD, crossed=0)[2:] == [("old", 1, ""), ("old", 1, "age=old")]
    assert found(one, OLD, options={"age": "old"}, crossed=0)[1:] == [
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
    assert (problem.code, problem.help) == ("no-such-game", "did you mean `talk`?")
