"""The rules that a failed scenario shows: where its numbers changed or would have, where its prompts are asked."""

from __future__ import annotations

import pytest

from interpreter.scenarios.scenario import examine
from tests.support.scenarios import scenario
from tests.support.tiny import compiled

RULES = """
number noise: 0 to 9
flag quiet per player
marker weather: fair, foul
prompt storm: "It storms. What now?"
after play
  set noise to noise + 1
  set weather to fair
after calm
  set noise to 5
  set quiet
  set weather to foul
event calm
  move leftmost of spot to hand
table
  show "Noise": noise
  show "Quiet": quiet
event tempest
  ask storm
    option wait
      do calm
    option run
      lose "Blown away."
after play if weather is foul
  do tempest
"""

START = (
    "players 2\ngiven\n  deck: red one, red one, blue one\n  hand: blue one\nplay\n  at turn\n    answer play red one"
)


CALM, LATE = (
    "`calm` didn't happen",
    "its condition didn't hold after `play`; if it did when that began, say `before play`",
)
IDLE = [
    ("after play if weather is foul", f"this rule didn't act: {LATE}"),
    ("after calm", f"this rule didn't act: {CALM}"),
]


def shown(end: str, rules: str = RULES) -> list[tuple[str, list[tuple[str, str]]]]:
    """Each problem of a scenario with this end, and the texts and labels of the places that it shows."""
    program = compiled(f"players 2\n{rules}", players=2)
    told = examine(scenario(f"{START}\n{end}"), lambda _: program)
    return [(each.message, [(label.span.text, label.text) for label in each.related]) for each in told.problems]


def test_a_number_shows_where_it_changed_last_and_where_it_did_not() -> None:
    ((message, places),) = shown("then\n  noise: 6")
    assert message == "`noise` is 1, not 6"
    assert places == [
        ("set noise to noise + 1", "`noise` changed here last: 0 → 1"),
        ("set noise to 5", f"`noise` would change here, and didn't: {CALM}"),
    ]


def test_a_flag_and_a_marker_do_alike() -> None:
    flag, marker = shown("then\n  A quiet: yes\n  weather: foul")
    assert flag == ("`A quiet` is no, not yes", [("set quiet", f"`A quiet` would change here, and didn't: {CALM}")])
    assert marker[0] == "`weather` is fair, not foul"
    texts = dict(marker[1])
    assert texts == {
        "set weather to fair": "`weather` would change here, and didn't",
        "set weather to foul": f"`weather` would change here, and didn't: {CALM}",
    }


def test_many_places_are_not_shown() -> None:
    many = RULES + "".join(f"after calm if noise is {number}\n  set noise to 0\n" for number in range(1, 4))
    ((_, places),) = shown("then\n  noise: 6", many)
    assert places == [("set noise to noise + 1", "`noise` changed here last: 0 → 1")]


def test_a_prompt_shows_where_it_is_asked() -> None:
    asked = [("ask storm", "`storm` is asked here")]
    assert [(text.splitlines()[0], label) for text, label in shown("then\n  asked storm")[0][1]] == asked
    ((_, places),) = shown("  at storm\n    answer wait")
    assert [(text.splitlines()[0], label) for text, label in places] == asked


def test_a_rule_that_forbids_an_event_is_shown_beside_its_option() -> None:
    rules = f"{RULES}forbid play if noise is 1\n"
    ((message, places),) = shown("  at turn\n    offers no play blue one", rules)
    assert message == "`turn` offers `play blue one`"
    assert [(text.splitlines()[0], label) for text, label in places] == [
        ("option play <card in hand>", "the option: narrow what it asks for"),
        ("forbid play if noise is 1", "this stops `play`, and leaves the option"),
    ]
    ((_, places),) = shown("  at turn\n    offers no stop", rules)
    assert places == IDLE


def test_rules_that_did_not_act_are_shown_where_nothing_else_is() -> None:
    ((_, places),) = shown("  at turn\n    offers play blue one")
    assert places == IDLE


ADDING = f"""{RULES}
define fit(card): colour of card is red or noise is 1
add to turn
  option use <card in hand where fit of card>
    move card to spot
"""


def test_rules_that_widen_or_narrow_what_an_option_asks_for_are_shown_beside_it() -> None:
    more = [("widen fit when noise is 2", "this only adds cases in which it is offered; `narrow` leaves some out")]
    allows = (
        "this allows it only when `noise is 2`; for what isn't allowed, say `when not (noise is 2)`; `widen` adds cases"
    )
    less = [("narrow fit when noise is 2", allows)]
    wide, narrow = f"{ADDING}{more[0][0]}\n", f"{ADDING}{less[0][0]}\n"
    ((message, places),) = shown("  at turn\n    offers no use blue one", wide)
    assert (message, places) == ("`turn` offers `use blue one`", more)
    ((message, places),) = shown("  at turn\n    answer use blue one", narrow)
    assert (message, places) == ("`turn` doesn't offer `use blue one`", less)
    ((_, places),) = shown("  at turn\n    offers some use blue one", narrow)
    assert places == less
    ((_, places),) = shown("  at turn\n    offers no use blue one", f"{ADDING}narrow fit when noise is 1\n")
    assert places[0][0] == "narrow fit when noise is 1"
    assert "say `when not (noise is 1)`" in places[0][1]
    ((_, places),) = shown("  at turn\n    offers no play blue one", wide)
    assert places == IDLE


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("entering bed", ": no card came to `bed`"),
        ("leaving bed", ": no card left `bed`"),
        ("revealing in bed", ": nothing was revealed in `bed`"),
        ("revealing in bench", ": nothing was revealed in `bench`, where cards came by `draw`, `look at` or `move`"),
    ],
)
def test_a_rule_at_a_change_of_a_zone_says_what_did_not_happen_there(change: str, why: str) -> None:
    zones = "zone bed: line, public, for looking\nzone bench: line, public, for looking\n"
    lie = "event lie down\n  reveal top 1 of deck in bed as seen\n  move bed to spot\n"
    peep = "event peep\n  look at top 1 of deck in bench as seen\n  move bench to top of deck\n"
    sit = "event sit\n  reveal top 1 of deck in bench as seen\n  move bench to top of deck\n"
    bed = f"{zones}{lie}{peep}{sit}after play\n  do peep\n"
    counts = f'number changes: 0 to 9\nafter {change}\n  set changes to changes + 1\ntable\n  show "Changes": changes\n'
    uses = "add to turn\n  option lie down\n    do lie down\n  option sit\n    do sit\n"
    ((_, places),) = shown("then\n  changes: 1", f"{RULES}{bed}{counts}{uses}")
    assert places == [("set changes to changes + 1", f"`changes` would change here, and didn't{why}")]


def test_other_rules_that_bring_cards_to_the_zone_of_an_event_are_named() -> None:
    drop = "event drop(card)\n  move card to spot\nadd to turn\n  option drop <card in hand>\n    do drop(card)\n"
    counts = 'number falls: 0 to 9\nafter drop\n  set falls to falls + 1\ntable\n  show "Falls": falls\n'
    ((_, places),) = shown("  at turn\n    answer play blue one\nthen\n  falls: 1", f"{RULES}{drop}{counts}")
    other = "cards came to `spot` by `play`: `after entering spot` acts whenever one does"
    assert places == [
        ("set falls to falls + 1", f"`falls` would change here, and didn't: `drop` didn't happen; {other}")
    ]


def test_a_flag_that_stays_set_is_shown_beside_an_option_that_asks_for_it() -> None:
    nap = "flag napped\nadd to turn\n  option nap, if not napped\n    set napped\n    ask again\n"
    asked = "  at turn\n    answer nap\n  at turn\n    offers some nap"
    ((_, places),) = shown(asked, f"{RULES}{nap}")
    stays = "`napped` is yes since this, and no rule sets it to no: say `set napped to no` where it ends"
    assert places == [("set napped", stays)]
    ((_, places),) = shown(asked, f"{RULES}{nap}after play\n  set napped to no\n")
    assert stays not in [label for _, label in places]


def test_a_rule_that_comes_too_late_or_too_soon_is_shown_with_the_reason() -> None:
    storm = 'prompt storm: "?"\nevent tempest\n  ask storm\n    option wait\n    option run\n'
    late = "number noise: 0 to 9\nadd to turn\n  option flee\n    do tempest\nafter tempest\n  set noise to 7\n"
    shows = 'table\n  show "Noise": noise\n'
    ((_, places),) = shown("  at turn\n    answer flee\n  at storm\n    offers calm down", f"{storm}{late}{shows}")
    reason = "`tempest` isn't over yet; `before tempest` acts when it begins"
    assert places == [("after tempest", f"this rule didn't act: {reason}")]
    soon = "before calm if noise is 5\n  set noise to 8\n"
    ((_, places),) = shown(
        "  at turn\n    answer rest\nthen\n  noise: 8", f"{RULES}add to turn\n  option rest\n    do calm\n{soon}"
    )
    assert places[-1] == (
        "set noise to 8",
        "`noise` would change here, and didn't: its condition didn't hold before `calm`",
    )


def test_no_reason_is_given_for_a_rule_at_an_event_that_was_forbidden() -> None:
    late = "after play if noise is 1"
    rules = f'number noise: 0 to 9\nforbid play if noise is 0\n{late}\n  set noise to 2\ntable\n  show "Noise": noise\n'
    ((_, places),) = shown("  at turn\n    offers play blue one", rules)
    assert (late, "this rule didn't act") in places
