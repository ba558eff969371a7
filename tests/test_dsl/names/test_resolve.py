"""Everything that has a name, laid out; what is declared twice, unknown or too much."""

from __future__ import annotations

import pytest

import dsl
from dsl.linking.link import link
from dsl.linking.ruleset import Wanted
from dsl.names.names import Names
from dsl.names.resolve import MOST_MEMBERS, MOST_ZONES, resolve
from dsl.program.setup import MOST_COPIES
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from tests.support.tiny import TINY, only, problems, told


def names(text: str, *modules: str, players: int = 1) -> Names:
    found = Problems()
    texts = [TINY.replace("enum", "players 1 to 2\nenum", 1) + text, *modules]
    files = [read(dsl.SourceFile(f"{number}.rules", each), found) for number, each in enumerate(texts)]
    chosen = tuple(file.head.name.text for file in files[1:] if file.head)
    resolved = resolve(link(files, Wanted(chosen, players, {}), found), found)
    assert found.found == []
    return resolved


def test_enums_and_their_values() -> None:
    resolved = names("add green to colour\n", 'module m "M" for tiny\nadd grey, `top hat` to colour\n')
    assert resolved.enums["colour"] == {"red": 1, "blue": 2, "green": 4, "grey": 8, "top hat": 16}
    assert resolved.members["grey"] == ("colour", 8)


def test_kinds_inherit() -> None:
    resolved = names(
        "kind beast\n  asleep: yes or no\n  legs: number\nkind cat is beast\n  mood: fact 0 to 3\n"
        "card tom is cat, 2 in hand\ncard rex is beast, 1 in hand\n"
    )
    assert resolved.kinds["tom"].lineage == ("tom", "cat", "beast")
    assert list(resolved.kinds["cat"].facts) == ["asleep", "mood"]
    assert list(resolved.kinds["cat"].attributes) == ["legs"]
    assert resolved.ids_of("beast") == {*resolved.ids_of("tom"), *resolved.ids_of("rex")}
    assert (len(resolved.ids_of("tom")), len(resolved.ids_of("rex"))) == (2, 1)


def test_cards_with_facts_have_an_id_each_and_come_first() -> None:
    resolved = names("kind beast\n  asleep: yes or no\ncard cat is beast, 3 in hand\n")
    assert [face.name for face in resolved.ids] == ["cat", "cat", "cat", "red one", "blue one"]
    assert resolved.faces["cat"].ids == (0, 1, 2)
    assert resolved.attributes["colour"].values == [0, 0, 0, 1, 2, 0]


def test_tables() -> None:
    resolved = names(
        "kind gem\n  hues: set of colour\n  worth: number\ncards gem in hand\n"
        "  | card  | hues      | worth |\n  | ruby  | red, blue | 3     |\n  | opal  | all       | 2     |\n"
        "  | glass | -         |       |\nmore cards in spot\n  | card | count |\n  | ruby | 4     |\n"
    )
    ids = {face.name: index for index, face in enumerate(resolved.ids)}
    values = {
        name: [attribute.values[ids[card]] for card in ("ruby", "opal", "glass")]
        for name, attribute in resolved.attributes.items()
    }
    assert (values["hues"], values["worth"]) == ([3, 3, 0], [3, 2, 0])
    assert [(zone, count) for zone, count, _ in resolved.faces["ruby"].starts] == [("hand", 1), ("spot", 4)]


def test_zones_and_numbers_of_every_player() -> None:
    text = "zone bag per player: pile, hidden\nnumber score per player: 0 to 9\nnumber round: 1 to 9\n"
    resolved = names(text, players=2)
    assert [(z.name, z.first, z.count) for z in resolved.zones.values()][-1] == ("bag", 3, 2)
    assert [(n.name, n.first, n.count) for n in resolved.numbers.values()] == [("score", 2, 2), ("round", 4, 1)]
    assert [z.count for z in names(text).zones.values()] == [1, 1, 1, 1]


def test_groups_grow() -> None:
    resolved = names('group all: hand, deck as "hidden"\nextend all with spot\n')
    assert [member.word for _, member in resolved.groups["all"]] == ["", "hidden", ""]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("enum wind: red\n", "red"),
        ("enum colour: green\n", "colour"),
        ("zone hand: pile, public\n", "hand"),
        ("kind piece\n", "piece"),
        ('prompt turn: "?"\n', "turn"),
        ("event play\n", "play"),
        ("turn: main\n", "turn: main"),
        ("cards piece in hand\n  | card |\n  | red one |\n", "red one"),
        ("define a: 1\ndefine a: 2\n", "a"),
        ("group a: hand\ngroup a: deck\n", "a"),
        ("kind a\n  x: yes or no\nkind b\n  x: yes or no\n", "x: yes or no"),
    ],
)
def test_declared_twice(line: str, words: str) -> None:
    (problem,) = problems(line)
    assert problem.code == "declared-twice"
    assert problem.span
    assert problem.span.text == words
    assert [label.text for label in problem.related] == ["first declared here"]
    assert problem.related[0].span.start < problem.span.start


def test_an_enum_of_another_module_has_its_name_alone() -> None:
    first, second = 'module fog "Fog" for tiny\nenum wind: north\n', 'module hail "Hail" for tiny\nenum wind: south\n'
    found = [told(each) for each in problems("", first, second, modules=("fog", "hail")) if each.code != "unused"]
    assert [(code, words, help_) for code, _, words, help_ in found] == [
        ("declared-twice", "wind", "rename one of them")
    ]


COLUMNS = "they have: `card`, `count`, `colour`; declare another one below `kind piece`: `hue: number`"


@pytest.mark.parametrize(
    ("line", "code", "words", "advice"),
    [
        ("add green to color\n", "unknown-enum", "color", "did you mean `colour`?"),
        ("kind a is peice\n", "unknown-kind", "peice", "did you mean `piece`?"),
        ("kind a\n  x: color\n", "unknown-enum", "color", "did you mean `colour`?"),
        ("extend hadn with deck\n", "unknown-group", "hadn", "declare it, `group hadn: …`, or correct the name"),
        ("card a is piece, 1 in dekc\n", "unknown-zone", "dekc", "did you mean `deck`?"),
        ("cards peice in deck\n  | card |\n  | a |\n", "unknown-kind", "peice", "did you mean `piece`?"),
        ("more cards in deck\n  | card |\n  | red oen |\n", "unknown-card", "red oen", "did you mean `red one`?"),
        ("cards piece in deck\n  | card | hue |\n  | a | 1 |\n", "unknown-attribute", "hue", COLUMNS),
        ("cards piece in deck\n  | card | colour |\n  | a | rde |\n", "unknown-value", "rde", "did you mean `red`?"),
    ],
)  # fmt: skip
def test_unknown(line: str, code: str, words: str, advice: str) -> None:
    found = only(line)
    assert (found[0], *found[2:]) == (code, words, advice)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("| card | count |\n  | a |", "a"),
        ("| card | count |\n  | a | 1 | 2 |", "a"),
        ("| card | count |\n  | a | b |", "b"),
        ("| card | card |\n  | a | b |", "card"),
        ("| card | count |\n  |  | 1 |", ""),
        ("| card | count |\n  | - | 1 |", "-"),
        ("| card | count |\n  | a, b | 1 |", "a, b"),
        ("| card | colour |\n  | a | red, blue |", "red, blue"),
        ("| card |", "card"),
        ("| colour |\n  | red |", "colour"),
    ],
)
def test_tables_that_make_no_sense(table: str, words: str) -> None:
    code, _, found, _ = only(f"cards piece in deck\n  {table}\n")
    assert (code, found.strip(" |")) == ("bad-table", words)


def test_numbers_in_tables() -> None:
    code, _, words, _ = only("kind gem\n  worth: number\ncards gem in deck\n  | card | worth |\n  | a | much |\n")
    assert (code, words) == ("bad-table", "much")


@pytest.mark.parametrize(
    "line", ['number a: 3 to 1\nlose when a is 1, "x"\n', "kind a\n  x: fact 1 to 3\n", "kind a\n  x: fact 0 to 300\n"]
)
def test_ranges_that_are_none(line: str) -> None:
    assert [problem.code for problem in problems(line)] == ["bad-value"]


def test_an_attribute_has_one_type() -> None:
    code, line, words, _ = only("kind a\n  colour: number\n")
    assert (code, line, words) == ("type", 2, "colour: number")


def test_limits() -> None:
    letters = [f"n{a}{b}" for a in "abcdefghijklmnop" for b in "abcdefghijklmnopqrst"]
    enum = f"enum big: {', '.join(letters[:MOST_MEMBERS])}\n"
    assert problems(enum) == []
    assert told(problems(enum + "add late to big\n")[0])[::2] == ("too-many", "late")
    zones = "".join(f"zone {name}: pile, public\n" for name in letters[: MOST_ZONES - 2])
    assert [problem.code for problem in problems(zones)] == ["too-many"]
    assert problems(f"card a is piece, {MOST_COPIES - 4} in deck\n") == []
    assert [problem.code for problem in problems(f"card a is piece, {MOST_COPIES - 3} in deck\n")] == ["too-many"]


def test_what_belongs_to_another_module() -> None:
    first, second = 'module fog "Fog" for tiny\nkind ghost\n', 'module hail "Hail" for tiny\nkind imp is ghost\n'
    code, _, words, help_ = only("", first, second, modules=("fog", "hail"))
    assert (code, words, help_) == ("not-a-bridge", "ghost", "put this rule into a section `when fog is in play`")
    bridge = 'module hail "Hail" for tiny\nwhen fog is in play\n  kind imp is ghost\n'
    assert problems("", first, bridge, modules=("fog", "hail")) == []


FOG = """\
module fog "Fog" for tiny
zone mist: heap, public
enum wind: north, south
kind cloud is piece
  wind: wind
event drift
  move deck to mist
define misty: any card in mist
when players is 2
  event pour
    do drift
"""


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("unknown-zone", "after main\n  move deck to mist\n"),
        ("unknown-event", "after main\n  do drift\n"),
        ("unknown-event", "after drift\n  shuffle deck\n"),
        ("unknown-name", "after main if misty\n  shuffle deck\n"),
        ("unknown-kind", "after main if any cloud in deck\n  shuffle deck\n"),
        ("unknown-name", "after main if some card in deck is north\n  shuffle deck\n"),
        (
            "unknown-attribute",
            "after main\n  let strong: wind of some card in hand\n  if strong is not none\n    do main\n",
        ),
    ],
)
def test_names_of_modules_that_are_not_in_play(code: str, rule: str) -> None:
    problem, *_ = problems("", FOG, 'module sun "Sun" for tiny\n' + rule, modules=("sun",))
    assert problem.code == code
    assert problem.message.endswith(" here: it is declared in the module `fog`, which isn't in play")
    assert problem.help == "put the rule into a section `when fog is in play`"


def test_names_of_sections_that_are_not_open() -> None:
    sun = 'module sun "Sun" for tiny\nwhen fog is in play\n  after main\n    do pour\n'
    (problem,) = problems("", FOG, sun, modules=("fog", "sun"))
    assert problem.message == "no event is called `pour` here: it is declared in a section that isn't open"
    assert problem.help == "put the rule into a section `when players is 2`"
    (problem,) = problems(
        "", FOG, sun.replace("when fog is in play\n  after main\n  ", "after main\n"), modules=("sun",)
    )
    assert problem.help == "put the rule into a section `when fog is in play and players is 2`"


def test_the_base_game_can_do_without_its_modules() -> None:
    (problem,) = problems("after main\n  do drift\n", FOG)
    assert problem.help == "the base game can do without its modules: write the rule in `fog`"


def test_too_many_are_told_at_the_module_that_has_most() -> None:
    def module(name: str, count: int) -> str:
        rows = "".join(
            f"  | {name} {first}{second} | 9 |\n" for first in "abcdefghijklmn" for second in "abcdefghijklmn"[:count]
        )
        return f'module {name} "Many" for tiny\ncards piece in deck\n  | card | count |\n{rows}'

    (problem,) = problems("", module("few", 6), module("much", 14), module("none", 1), modules=("few", "much"))
    assert problem.span is not None
    assert problem.span.file.name == "2.rules"
    assert problem.message == "a game has at most 2,000 cards, not 2,524"
    assert problem.help == "1,764 of `much`, 756 of `few`, 4 of `tiny`"


def test_a_second_score_in_a_module_adds_to_the_first() -> None:
    score, owls = "score: number of piece in spot\nwinner: highest score\n", 'module owls "Owls" for tiny\n'

    def told(value: str) -> list[str]:
        found = problems(score, f"{owls}score: {value}\n", modules=("owls",))
        return [problem.help for problem in found if problem.code == "declared-twice"]

    assert told("score + 2") == ["to add to it, say `raise score by 2`"]
    assert told("score - 2") == ["to add to it, say `lower score by 2`"]
    adds = "to add to it, say `raise score by …`, with `when …` behind it if it doesn't always count"
    assert told("number of piece in hand") == [adds]
