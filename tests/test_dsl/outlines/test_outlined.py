"""The outline of small games: which rules it has, with which lines, and what is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from dsl import Line, Outline, Program, Rule, SourceFile, Wanted, compile_ruleset

GAME = """
game garden "The Garden"
players 1 to 2
option weather: dry, wet
option herbs: 2 to 4

kind herb
  height: number
cards herb in bag
  | card  | height | count |
  | poppy | 2      | 3     |
  | daisy | 1      | 2     |

zone bag: pile, hidden
zone basket: heap, public, limit 3
zone bed: line, public
zone box: heap, public
number water: 0 to 9, starts at herbs
group `all herbs`: basket, bed
group near: basket
define low(herb): height of herb is 1
define always: yes
define may be planted(herb): always and (low of herb or no card in bed)
prompt turn: "There are {number of card in bed} herbs. What now?", open to abilities

event setup
  shuffle bag
  draw 3 from bag to basket

turn: work

# One herb at a time.
event work
  ask turn
    option plant <herb in near where may be planted>, if always [G-A1]
      do plant(herb)
    option rest, if water is more than 0
      do rest
  if weather is wet
    do rain
  else
    set water to water - 1

event plant(herb)
  move every card in basket where card is herb to bed

event rest

event rain
  set water to 9

on plant of poppy
  lose "Too tall."

won "All planted."
win only when number of herb in `all herbs` is 5
"""

BEES = """
module bees "The Bees" for garden
when weather is wet
  before rest
    set water to 0
before plant if low of herb and weather is dry
  set water to 1
widen low when herb is poppy and water is 0
ability sting
  when any card in bed
  do work
"""


def linked(*modules: str, **options: str) -> Program:
    sources = [SourceFile("base.rules", GAME), SourceFile("bees.rules", BEES)]
    return compile_ruleset(sources, Wanted(modules, None, options))


def outline(*modules: str, **options: str) -> Outline:
    program = linked(*modules, **options)
    assert program.outline
    return program.outline()


def rule(found: Outline, site: str, kind: str) -> Rule:
    return next(each for each in found.rules if (each.site, each.kind) == (site, kind))


def texts(lines: Iterable[Line], depth: int = 0) -> Iterator[str]:
    for line in lines:
        yield f"{'  ' * depth}{line.form} {' | '.join(f'{name}: {quote.text}' for name, quote in line.slots)}".rstrip()
        yield from texts(line.lines, depth + 1)


def test_the_steps_of_an_event() -> None:
    assert list(texts(rule(outline(), "work", "event").lines)) == [
        "ask question: There are number of card in bed herbs. What now?",
        "  option words: plant herb | chosen herb: herb in basket where may be planted",
        "    do event: plant | arguments: herb",
        "  option words: rest | if: water is more than 0",
        "set what: water | to: water - 1",
    ]


def test_an_option_decides_which_steps_there_are() -> None:
    assert list(texts(rule(outline(weather="wet"), "work", "event").lines))[-1] == "do event: rain"


def test_an_event_without_rules_is_left_out_until_a_module_adds_one() -> None:
    steps = list(texts(rule(outline("bees", weather="wet"), "work", "event").lines))
    assert "    do event: rest" in steps


def test_comments_above_a_rule_explain_it() -> None:
    assert rule(outline(), "work", "event").gloss == "One herb at a time."


def test_settled_parts_fall_out_of_conditions() -> None:
    found = outline("bees")
    assert dict(rule(found, "may be planted", "define").head)["what"].text == "low of herb or no card in bed"
    assert dict(rule(found, "plant", "before").head)["if"].text == "low of herb"


def test_names_have_their_sorts() -> None:
    what = dict(rule(outline("bees"), "low", "widen").head)["when"]
    sorts = {each.text: each.sort for each in what.pieces if not isinstance(each, str)}
    assert sorts == {"herb": "variable", "poppy": "kind", "water": "number"}
    assert what.own == "<herb> is poppy and water is 0"


def test_abilities_stand_once_with_their_prompts() -> None:
    found = rule(outline("bees"), "turn", "ability")
    assert found.prompts == ("turn",)
    assert found.module == "bees"


def test_components() -> None:
    found = outline(herbs="3")
    (group,) = found.cards
    assert [(card.name, card.values, card.starts) for card in group.cards] == [
        ("poppy", ("2",), (("bag", 3),)),
        ("daisy", ("1",), (("bag", 2),)),
    ]
    pieces = {each.name: dict(each.traits) for each in found.pieces}
    assert pieces["basket"] == {"shape": "heap", "seen": "public", "limit": "3"}
    assert {each.name: each.value for each in found.options} == {"weather": "dry", "herbs": "3"}
    assert found.titles == (("garden", "The Garden"),)


@pytest.mark.parametrize("modules", [(), ("bees",)])
def test_each_rule_has_its_place(modules: tuple[str, ...]) -> None:
    program = linked(*modules)
    assert program.outline
    places = {each.place for each in program.outline().rules}
    known = {each.span.place for each in program.contributions if each.kind in ("event", "before", "widen", "on")}
    assert known <= places
