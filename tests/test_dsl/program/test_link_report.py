"""What each module of a linked game adds to what, in what order, and where modules meet."""

from __future__ import annotations

import dsl
from tests.support.tiny import LINES, compiled

FOG = """\
module fog "Fog" for tiny
prompt fog: "What does the fog do?", open to abilities
kind cloud
  active in spot, then deck, asking fog
define foggy: yes
before play if any card in deck
  shuffle deck
after play, after hail
  ask fog
    option hide <card in hand>
      move card to deck
    option rise [F-F9]
add to turn
  option wait, if foggy
    do drift
card cloud bank is cloud, 1 in deck
  when any card in spot
    shuffle deck
event drift, move
  shuffle deck
"""
HAIL = """\
module hail "Hail" for tiny
instead of play
  if any card in hand
    proceed
  else
    proceed
after play
  shuffle deck
ability melt [H-H7]
  at turn
  when any card in deck
  shuffle deck
when fog is in play
  narrow foggy when any card in hand
  more cards in deck
    | card       | count |
    | cloud bank | 1     |
win only when any card in deck
"""


def report(*modules: str, players: int = 1) -> dsl.Report:
    return dsl.report(compiled("", FOG, HAIL, modules=modules, players=players))


def at(report: dsl.Report, kind: str, name: str) -> list[tuple[str, str, str]]:
    (site,) = [site for site in report.sites if (site.kind, site.name) == (kind, name)]
    return [(each.module, each.kind, each.words) for each in site.contributions]


def test_an_event_lists_what_acts_on_it_as_it_acts() -> None:
    assert at(report("fog", "hail"), "event", "play") == [
        ("hail", "instead of", ""),
        ("fog", "before", "if any card in deck"),
        ("tiny", "event", ""),
        ("hail", "after", ""),
        ("fog", "after", ""),
    ]


def test_a_prompt_lists_what_is_offered_and_by_whom() -> None:
    assert at(report("fog", "hail"), "prompt", "turn") == [
        ("tiny", "ask", ""),
        ("tiny", "option", "play …"),
        ("tiny", "option", "stop"),
        ("fog", "added option", "wait"),
        ("hail", "ability", "melt"),
    ]
    assert at(report("fog"), "prompt", "fog") == [
        ("fog", "ask", ""),
        ("fog", "option", "hide …"),
        ("fog", "option", "rise"),
        ("fog", "trigger", "cloud bank, when any card in spot"),
    ]


def test_definitions_cards_and_ends() -> None:
    both = report("fog", "hail")
    assert at(both, "definition", "foggy") == [("fog", "define", "yes"), ("hail", "narrow", "when any card in hand")]
    assert ("hail", "more cards", "1 cloud bank") in at(both, "zone", "deck")
    assert [module for module, _, _ in at(both, "game", "victory")] == ["tiny", "hail"]


def test_places_citations_and_bridges() -> None:
    melt = next(each for each in compiled("", HAIL, FOG, modules=("hail", "fog")).contributions if each.words == "melt")
    assert (melt.place, melt.citations, melt.bridges) == ("1.rules:9", ("H-H7",), ())
    narrow = next(
        each for each in compiled("", FOG, HAIL, modules=("hail", "fog")).contributions if "narrow" in each.kind
    )
    assert narrow.bridges == ("fog",)


def test_a_rule_that_an_option_rules_out_adds_nothing() -> None:
    rules = (
        "option mist: thin, thick\nbefore play if mist is thick\n  shuffle deck\nwhen mist is thick\n  define x: 1\n"
    )
    assert at(dsl.report(compiled(rules)), "event", "play") == [("tiny", "event", "")]
    thick = dsl.report(compiled(rules + "after play if x is 1\n  shuffle deck\n", options={"mist": "thick"}))
    assert [kind for _, kind, _ in at(thick, "event", "play")] == ["before", "event", "after"]


def test_two_modules_meet_where_both_add_something_or_one_bridges_to_the_other() -> None:
    met = {each.modules: each.sites for each in report("fog", "hail").meetings}
    assert set(met) == {("fog", "hail")}
    assert met["fog", "hail"] == (
        ("event", "play"), ("prompt", "turn"), ("definition", "foggy"), ("zone", "deck"),
    )  # fmt: skip


def test_a_module_alone_meets_the_base_game() -> None:
    (meeting,) = report("hail").meetings
    assert meeting.modules == ("tiny", "hail")
    assert meeting.sites == (("event", "play"), ("prompt", "turn"))
    (pair,) = report("hail").pairs("prompt")
    assert pair.sites == (("prompt", "turn"),)
    assert report("hail").pairs("group") == ()


def test_the_order_of_files_and_of_names_does_not_show() -> None:
    one = compiled("", FOG, HAIL, modules=("hail", "fog"))
    assert one.contributions == compiled("", HAIL, FOG, modules=("fog", "hail")).contributions
    assert [each.index for each in one.contributions] == list(range(len(one.contributions)))


def test_the_fingerprint_is_about_the_game() -> None:
    one, other = compiled('define x: 1\ninvariant "a": x is 1\n'), compiled('\ndefine x: 1\ninvariant "a": x is 1\n')
    assert one.fingerprint == other.fingerprint


def test_rules_of_finds_the_innermost_rule_of_each_step() -> None:
    program = compiled("", FOG, HAIL, modules=("fog", "hail"))
    rules = dsl.rules_of(program)
    words = {
        (origin.module, origin.span.line if origin.module != "tiny" else origin.span.line - LINES): {
            program.contributions[index].kind for index in found
        }
        for origin, found in zip(program.origins, rules, strict=True)
    }
    assert words["fog", 7] == {"before"}
    assert words["fog", 8] == {"after"}
    assert words["fog", 9] == {"ask"}
    assert words["fog", 11] == {"option"}
    assert words["fog", 15] == {"added option"}
    assert words["fog", 18] == {"trigger"}
    assert words["hail", 2] == {"instead of"}
    assert words["hail", 8] == {"after"}
    assert words["hail", 12] == {"ability"}


def test_modules_that_change_the_same_number_meet() -> None:
    rules = "define worth(card): 1\nafter play if worth of card is 3\n  shuffle deck\n"
    rain = 'module rain "Rain" for tiny\nraise worth(card) by 2 when any card in hand\nkeep worth at least 0\n'
    snow = 'module snow "Snow" for tiny\nlower worth by 1\n'
    found = dsl.report(compiled(rules, rain, snow, modules=("rain", "snow")))
    assert at(found, "definition", "worth") == [
        ("tiny", "define", "1"),
        ("rain", "raise", "by 2 when any card in hand"),
        ("snow", "lower", "by 1"),
        ("rain", "keep", "at least 0"),
    ]
    assert any({"rain", "snow"} == {*meeting.modules} for meeting in found.meetings)


def test_rules_that_act_once_say_so() -> None:
    rules = "add to turn\n  option wait, if any card in hand, once a turn\n    shuffle deck\n"
    rules += "after play if any card in hand, once a game\n  shuffle deck\n"
    found = dsl.report(compiled("", f'module rain "Rain" for tiny\n{rules}', modules=("rain",)))
    assert ("rain", "added option", "wait, once a turn") in at(found, "prompt", "turn")
    assert ("rain", "after", "if any card in hand, once a game") in at(found, "event", "play")


PLAIN = """\
module sleet "Sleet" for tiny
cards piece in deck
  | card           | colour         | count |
  | {colour} flake | each of colour | 2     |
"""


def test_the_cards_of_a_row_that_stands_for_many_are_named() -> None:
    report = dsl.report(compiled("", PLAIN, modules=("sleet",)))
    assert ("sleet", "cards", "2 red flake, 2 blue flake") in at(report, "zone", "deck")
