"""A base game and modules to one ruleset: what is in force, and what can't be put together."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import dsl
from dsl.linking.link import link
from dsl.linking.ruleset import MOST_PLAYERS, Ruleset, Wanted
from dsl.model import model as m
from dsl.model.declarations import MOST_VALUES
from dsl.reading.read import read
from dsl.text.diagnostics import CompileError, Problem, Problems

BASE = """\
game tiny "The Tiny Game"
players 1 to 2
option pace: slow, fast
option rounds: 2 to 4, default 3
zone deck: pile, hidden
when players is 2
  zone ours: heap, public
when pace is fast and rounds is 4
  zone hurry: heap, public
when hail is in play
  zone ice: heap, public
when fog is not in play or not hail is in play
  zone sun: heap, public
"""
HAIL = 'module hail "Hail" for tiny\nzone bowl: heap, public\n'
FOG = """\
module fog "Fog" for tiny
option thick: no, yes
zone mist: heap, public
when hail is in play
  zone slush: heap, public
  when players is 2
    zone mud: heap, public
"""


def linked(
    *texts: str, modules: tuple[str, ...] = (), players: int = 1, options: Mapping[str, str] | None = None
) -> Ruleset:
    problems = Problems()
    files = [read(dsl.SourceFile(f"{number}.rules", text), problems) for number, text in enumerate(texts)]
    assert problems.found == []
    return link(files, Wanted(modules, players, options or {}), problems)


def wrong(
    *texts: str, modules: tuple[str, ...] = (), players: int = 1, options: Mapping[str, str] | None = None
) -> Problem:
    """The one problem with which linking stops."""
    with pytest.raises(CompileError) as raised:
        linked(*texts, modules=modules, players=players, options=options)
    (problem,) = raised.value.problems
    return problem


def zones(ruleset: Ruleset) -> list[tuple[str, str]]:
    return [(part.module, node.name.text) for part, node in ruleset.all(m.Zone)]


def test_a_game_alone() -> None:
    ruleset = linked(BASE, HAIL, FOG)
    assert (ruleset.base, ruleset.title, ruleset.modules, ruleset.players) == ("tiny", "The Tiny Game", (), 1)
    assert ruleset.settings == {"pace": "slow", "rounds": "3"}
    assert zones(ruleset) == [("tiny", "deck"), ("tiny", "sun")]


def test_sections_that_hold_are_opened() -> None:
    ruleset = linked(BASE, HAIL, FOG, players=2, options={"pace": "fast", "rounds": "4"})
    assert zones(ruleset) == [("tiny", "deck"), ("tiny", "ours"), ("tiny", "hurry"), ("tiny", "sun")]
    ruleset = linked(BASE, HAIL, FOG, modules=("fog", "hail"), players=2)
    assert zones(ruleset)[-5:] == [
        ("tiny", "ice"), ("fog", "mist"), ("fog", "slush"), ("fog", "mud"), ("hail", "bowl"),
    ]  # fmt: skip
    assert ruleset.asked == {"pace", "rounds", "players"}


def test_sections_are_bridges_to_the_modules_they_name() -> None:
    ruleset = linked(BASE, HAIL, FOG, modules=("fog", "hail"), players=2)
    bridges = {node.name.text: part.bridges for part, node in ruleset.all(m.Zone)}
    assert bridges["mud"] == bridges["slush"] == bridges["ice"] == {"hail"}
    assert bridges["bowl"] == set()


@pytest.mark.parametrize("modules", [("fog", "hail"), ("hail", "fog"), ("hail", "fog", "hail")])
def test_no_order_shows(modules: tuple[str, ...]) -> None:
    expected = linked(BASE, HAIL, FOG, modules=("fog", "hail"))
    for texts in ((BASE, HAIL, FOG), (FOG, HAIL, BASE)):
        ruleset = linked(*texts, modules=modules)
        assert (ruleset.modules, ruleset.settings) == (("fog", "hail"), expected.settings)
        assert zones(ruleset) == zones(expected)


def test_a_module_that_is_not_in_play_has_no_say() -> None:
    snow = 'module snow "Snow" for another\nrequires nothing\n'
    assert zones(linked(BASE, HAIL, FOG, snow)) == zones(linked(BASE, HAIL, FOG))


def test_modules_that_nobody_knows() -> None:
    problem = wrong(BASE, HAIL, FOG, modules=("hial",))
    assert (problem.code, problem.span, problem.help) == ("unknown-module", None, "did you mean `hail`?")
    assert wrong(BASE, HAIL, FOG, modules=("sphinx",)).help == "modules of this game: `fog`, `hail`"
    assert wrong(BASE, modules=("sphinx",)).help == "modules of this game: none"
    problem = wrong(BASE, HAIL, FOG.replace("hail is in", "hial is in"), modules=("fog",))
    assert problem.span
    assert (problem.code, problem.span.text, problem.help) == ("unknown-module", "hial", "did you mean `hail`?")


def test_a_module_of_another_game() -> None:
    problem = wrong(BASE, HAIL.replace("tiny", "huge"), FOG, modules=("hail",))
    assert problem.span
    assert (problem.code, problem.span.text) == ("wrong-game", "huge")
    assert problem.message == "`hail` is a module for `huge`, not for `tiny`"


def test_two_files_of_one_module() -> None:
    problem = wrong(BASE, HAIL, HAIL, FOG, modules=("fog",))
    assert (problem.code, problem.message) == ("declared-twice", "two files are the module `hail`")
    assert [label.span.file.name for label in problem.related] == ["1.rules"]


def test_two_games() -> None:
    problem = wrong(BASE, 'game huge "Huge"\n', HAIL, FOG)
    assert (problem.code, problem.message) == ("two-games", "a ruleset has one base game")
    assert wrong(BASE, HAIL + 'module snow "Snow" for tiny\n', FOG).message == "a file is one game or one module"


def test_no_game() -> None:
    assert wrong(HAIL).code == "no-game"
    assert wrong("zone deck: pile, hidden\n").code == "no-game"
    assert wrong("").code == "no-game"


def test_required_and_excluded_modules() -> None:
    needs, shuns = HAIL + "requires fog\n", HAIL + "excludes fog\n"
    problem = wrong(BASE, needs, FOG, modules=("hail",))
    assert (problem.code, problem.help) == ("requires", "add `fog`, or leave `hail` out")
    assert linked(BASE, needs, FOG, modules=("hail", "fog")).modules == ("fog", "hail")
    problem = wrong(BASE, shuns, FOG, modules=("hail", "fog"))
    assert (problem.code, problem.help) == ("excludes", "leave out `fog` or `hail`")
    assert linked(BASE, shuns, FOG, modules=("hail",)).modules == ("hail",)


def test_requirements_in_sections() -> None:
    text = HAIL + "when players is 2\n  requires fog\n"
    assert linked(BASE, text, FOG, modules=("hail",)).modules == ("hail",)
    assert wrong(BASE, text, FOG, modules=("hail",), players=2).code == "requires"


def test_a_game_that_is_refused() -> None:
    text = BASE + 'when players is 2 and pace is fast\n  refuse "Two can\'t hurry."\n'
    linked(text, HAIL, FOG, players=2)
    problem = wrong(text, HAIL, FOG, players=2, options={"pace": "fast"})
    assert (problem.code, problem.message) == ("refused", "Two can't hurry.")


def test_players() -> None:
    for players in (0, 3, -1):
        problem = wrong(BASE, HAIL, FOG, players=players)
        assert problem.message == f"this game is for 1 to 2 players, not for {players}"
        assert problem.span
        assert problem.span.text == "players 1 to 2"
    assert wrong('game one "One"\n', players=2).message == "this game is for 1 player, not for 2"
    assert wrong('game two "Two"\nplayers 2\n').message == "this game is for 2 players, not for 1"
    for line in ("players 0 to 2", "players 3 to 2", f"players 1 to {MOST_PLAYERS + 1}"):
        assert wrong(f'game odd "Odd"\n{line}\n').message == f"a game is for 1 to {MOST_PLAYERS} players"


def test_players_as_many_as_can_play() -> None:
    for line, said in (
        ("players 2 to 10", "say `players 2 to 8`"),
        ("players 0 to 3", "say `players 1 to 3`"),
        ("players 4 to 2", "the smaller number stands first: say `players 2 to 4`"),
        ("players 9", "say `players 8`"),
    ):
        assert wrong(f'game odd "Odd"\n{line}\n').help == said


def test_players_are_said_once_by_the_game() -> None:
    problem = wrong(BASE + "players 2 to 3\n", HAIL, FOG)
    assert (problem.code, problem.related[0].span.text) == ("declared-twice", "players 1 to 2")
    problem = wrong(BASE, HAIL + "players 1 to 3\n", FOG, modules=("hail",))
    assert (problem.code, problem.related[0].span.text) == ("declared-twice", "players 1 to 2")


def test_options_have_values() -> None:
    ruleset = linked(BASE, HAIL, FOG, modules=("fog",), options={"rounds": "2", "thick": "yes"})
    assert ruleset.settings == {"pace": "slow", "rounds": "2", "thick": "yes"}
    problem = wrong(BASE, HAIL, FOG, options={"pace": "slwo"})
    assert (problem.code, problem.help, problem.label) == (
        "no-such-game", "did you mean `slow`?", "its values: `slow`, `fast`",
    )  # fmt: skip
    assert wrong(BASE, HAIL, FOG, options={"rounds": "5"}).help == "choose one of `2`, `3`, `4`"


def test_options_that_nobody_knows() -> None:
    problem = wrong(BASE, HAIL, FOG, options={"paec": "slow"})
    assert (problem.code, problem.span, problem.help) == ("no-such-game", None, "did you mean `pace`?")
    assert wrong(BASE, HAIL, FOG, options={"colour": "x"}).help == "options here: `pace`, `rounds`"
    elsewhere = "`thick` belongs to the module `fog`, which is not in play"
    assert wrong(BASE, HAIL, FOG, options={"thick": "yes"}).help == elsewhere
    problem = wrong(BASE.replace("when pace", "when paec"), HAIL, FOG)
    assert (problem.code, problem.help) == ("unknown-option", "did you mean `pace`?")


@pytest.mark.parametrize(
    ("option", "code", "message"),
    [
        ("5 to 2", "bad-value", "the range runs backwards"),
        ("2 to 5, default 7", "bad-value", "the default `7` is none of the option's values"),
        (f"0 to {MOST_VALUES}", "too-many", f"an option has at most {MOST_VALUES} values"),
        ("0 to 999999", "too-many", f"an option has at most {MOST_VALUES} values"),
    ],
)
def test_options_out_of_range(option: str, code: str, message: str) -> None:
    problem = wrong(f'game odd "Odd"\noption size: {option}\n')
    assert (problem.code, problem.message) == (code, message)


def test_an_option_declared_twice() -> None:
    problem = wrong(BASE, HAIL + "option pace: slow\n", FOG, modules=("hail",))
    assert (problem.code, problem.related[0].span.text) == ("declared-twice", "pace")


@pytest.mark.parametrize(
    "condition",
    ["any card in deck", "players is at least 2", "number of card in deck is 3", "deck", "for every x as y, z"],
)
def test_what_a_section_cannot_ask(condition: str) -> None:
    problem = wrong(f'game odd "Odd"\nwhen {condition}\n  zone deck: pile, hidden\n')
    assert problem.span
    assert (problem.code, problem.span.text) == ("not-fixed", condition)


def test_a_section_about_a_module_says_is_in_play() -> None:
    fog = FOG.replace("when hail is in play", "when hail in play")
    problem = wrong(BASE, fog, HAIL, modules=("fog",))
    assert (problem.code, problem.span and problem.span.text) == ("not-fixed", "hail in play")
    assert problem.help == "say `hail is in play`"
