"""Rules that can't work together, and rules that come to nothing."""

from __future__ import annotations

import pytest

import dsl
from tests.support.tiny import LINES, TINY, only, problems


def module(name: str, rules: str) -> str:
    return f'module {name} "{name.title()}" for tiny\n{rules}'


def both(first: str, second: str) -> list[dsl.Problem]:
    """What is wrong when two modules `fog` and `hail` have these rules."""
    found = problems("", module("fog", first), module("hail", second), modules=("fog", "hail"))
    backwards = problems("", module("hail", second), module("fog", first), modules=("hail", "fog"))
    assert [p.code for p in found] == [p.code for p in backwards]
    return found


def unordered(first: str, second: str) -> dsl.Problem:
    (problem,) = both(first, second)
    assert problem.code == "unordered"
    assert problem.span
    assert {problem.span.file.name, problem.related[0].span.file.name} == {"1.rules", "2.rules"}
    return problem


def test_the_tiny_game_is_sound() -> None:
    assert problems("") == []


# replacements

BOX = "zone box: heap, public\n"


def test_two_replacements_need_an_order() -> None:
    problem = unordered("instead of play\n  move card to deck\n", "instead of play\n  move card to hand\n")
    assert problem.message == "two modules replace `play`, and nothing says which comes first"
    assert problem.help == (
        "let the rule in `fog` say `before hail` or `after hail`, "
        "or let the rule in `hail` say `before fog` or `after fog`"
    )


def test_two_replacements_in_order() -> None:
    moving, more = "instead of play{}\n  move card to deck\n", "instead of play\n  shuffle deck\n  proceed\n"
    for order in ("before hail", "after hail"):
        assert both(moving.format(f", {order}"), more) == []
    assert both(more, moving.format(", after fog")) == []


def test_an_order_in_circles() -> None:
    problem = unordered(
        "instead of play, before hail\n  move card to deck\n", "instead of play, before fog\n  move card to hand\n"
    )
    assert problem.message == "these rules each want to come before the other"


def test_three_in_a_circle() -> None:
    texts = [
        module(name, f"after play, before {other}\n  shuffle deck\n")
        for name, other in (("fog", "hail"), ("hail", "rain"), ("rain", "fog"))
    ]
    found = problems("", *texts, modules=("fog", "hail", "rain"))
    assert [problem.code for problem in found] == ["unordered"]
    assert len(found[0].related) == 2


def test_two_that_agree_do_not_clash() -> None:
    rule = "instead of play\n  move card to deck\n"
    assert both(rule, rule) == []


def test_conditions_that_exclude_each_other_by_what_is_printed() -> None:
    first = "instead of play if colour of card is {}\n  move card to {}\n"
    assert both(first.format("red", "deck"), first.format("blue", "hand")) == []
    unordered(first.format("red", "deck"), first.format("red", "hand"))


def test_conditions_that_exclude_each_other_only_in_play_are_not_trusted() -> None:
    unordered(
        "instead of play if any card in deck\n  move card to deck\n",
        "instead of play if no card in deck\n  move card to hand\n",
    )


# reactions


def test_reactions_that_read_what_the_other_writes() -> None:
    write = "after play\n  move every card in spot to deck\n"
    unordered(
        write, 'number size: 0 to 9\nlose when size is 9, "x"\nafter play\n  set size to number of card in spot\n'
    )
    unordered(write, 'number size: 0 to 9\nlose when size is 1, "x"\nafter play if no card in spot\n  set size to 1\n')


def test_reactions_that_write_the_same() -> None:
    problem = unordered(
        "after play\n  move every card in spot to deck\n", "after play\n  move every card in deck to spot\n"
    )
    assert problem.message == ("two modules act after `play` on the same things, and nothing says which comes first")


def test_reactions_through_events_that_they_do() -> None:
    unordered(
        "event blow\n  move every card in spot to deck\nafter play\n  do blow\n",
        "event pour\n  move every card in deck to spot\nafter play\n  do pour\n",
    )


def test_reactions_that_commute() -> None:
    number = 'number {0}: 0 to 9\nlose when {0} is 9, "x"\nafter play\n  set {0} to {0} + 1\n'
    assert both(number.format("wind"), number.format("rain")) == []


def test_reactions_at_different_moments_are_ordered_by_these() -> None:
    assert (
        both("before play\n  move every card in spot to deck\n", "after play\n  move every card in deck to spot\n")
        == []
    )


def test_reactions_of_the_base_game_come_first() -> None:
    base = "after play\n  move every card in spot to deck\n"
    assert problems(base, module("fog", "after play\n  move every card in deck to spot\n"), modules=("fog",)) == []


FEWER = "make one of them about fewer cards; to act in addition, say `after meet if card is piece`"


def test_handlers_go_by_what_they_are_about() -> None:
    piece, red = "on meet of piece\n  shuffle deck\n", "on meet of red one\n  shuffle deck\n"
    base = "event meet(card)\nafter play\n  do meet(card)\n"
    assert problems(base, module("fog", piece), module("hail", red), modules=("fog", "hail")) == []
    code, _, words, help_ = only(base, module("fog", piece), module("hail", piece), modules=("fog", "hail"))
    assert (code, words, help_) == ("unordered", "on meet of piece", FEWER)


# what comes to nothing


def test_what_another_module_removes() -> None:
    (problem,) = both("instead of play\n  move card to deck\n", "after play\n  shuffle deck\n")
    assert problem.code == "hooks-removed"
    assert problem.span
    assert problem.span.text == "after play"
    assert problem.related[0].span.text == "instead of play"


def test_what_another_module_replaces_only_sometimes() -> None:
    after = "after play\n  shuffle deck\n"
    assert both("instead of play if colour of card is red\n  move card to deck\n", after) == []
    assert both("instead of play\n  if any card in deck\n    proceed\n", after) == []


def test_hooks_of_events_that_nothing_does() -> None:
    quiet = "event quiet(card)\n"
    for rule in (
        "after quiet\n  shuffle deck\n",
        "instead of quiet\n  shuffle deck\n",
        "forbid quiet\n",
        "on quiet of piece\n  shuffle deck\n",
    ):
        code, line, words, _ = only(quiet + rule)
        assert (code, line, words) == ("never-fires", 2, rule.split("\n")[0])


@pytest.mark.parametrize(
    "rule", ["after play if {}\n  shuffle deck\n", "instead of play if {}\n  shuffle deck\n", "forbid play if {}\n"]
)
def test_rules_whose_condition_never_holds(rule: str) -> None:
    code, line, *_ = only(rule.format("red is blue"))
    assert (code, line) == ("never-fires", 1)
    assert problems(rule.format("players is 2")) == []


def test_a_rule_about_cards_that_are_absent() -> None:
    assert only("kind ghost\nevent meet(card)\nafter play\n  do meet(card)\non meet of ghost\n  shuffle deck\n")[
        :2
    ] == (
        "never-fires",
        5,
    )


def test_options_of_prompts_that_nobody_asks() -> None:
    found = problems('prompt rest: "?"\nadd to rest\n  option wait\n')
    assert sorted(problem.code for problem in found) == ["never-fires", "unused"]


def test_conditions_that_never_hold() -> None:
    assert only('lose when number of red one in spot is at least 3, "x"\n')[:3] == (
        "never-holds",
        1,
        "number of red one in spot is at least 3",
    )
    green = "kind leaf is piece\n"
    assert only(green + 'enum wind: north\nlose when any piece in spot where colour is red and colour is blue, "x"\n')[
        0
    ] == ("never-holds")


def test_conditions_that_can_hold() -> None:
    assert problems('lose when number of red one in spot is at least 2, "x"\n') == []
    assert problems('lose when number of red one in spot is at most 9, "x"\n') == []
    count = "after play\n  let size: number of red one in spot\n  repeat 3 times\n    set size to size + 1\n"
    assert problems(count + "  if size is at least 3\n    shuffle deck\n") == []


def test_declarations_that_nobody_reads() -> None:
    for rule, words in (
        ("zone attic: heap, public\n", "zone attic: heap, public"),
        ("number wind: 0 to 3\n", "number wind: 0 to 3"),
        ('prompt rest: "?"\n', 'prompt rest: "?"'),
        ("option pace: slow, fast\n", "option pace: slow, fast"),
    ):
        code, line, found, _ = only(rule)
        assert (code, line, found) == ("unused", 1, words)


def test_what_is_shown_is_read() -> None:
    assert problems('zone attic: heap, public\ntable\n  show "Attic": attic\n') == []


def test_what_only_a_section_reads() -> None:
    assert problems('option pace: slow, fast\nwhen pace is fast\n  lose when no card in deck, "x"\n') == []


def test_events_of_the_base_game_may_be_for_its_modules() -> None:
    assert problems("event quiet\n  shuffle deck\ndefine calm: no card in deck\ngroup all: deck\n") == []
    text = "event quiet\n  shuffle deck\n"
    assert [p.code for p in problems("", module("fog", text), modules=("fog",))] == ["unused"]
    assert [p.code for p in problems("", module("fog", "group all: deck\n"), modules=("fog",))] == ["unused"]


def test_cards_without_rules() -> None:
    event = "event meet(card)\nafter play\n  do meet(card)\non meet of piece\n  shuffle deck\nkind ghost\n"
    code, line, words, help_ = only(event + "card lady is ghost, 1 in deck\n")
    assert (code, line, words, help_) == ("no-rule", 7, "lady", "write `on meet of lady`")


def test_several_cards_without_rules() -> None:
    event = "event meet(card)\nafter play\n  do meet(card)\non meet of piece\n  shuffle deck\nkind ghost\n"
    cards = "card lady is ghost, 1 in deck\ncard lord is ghost, 1 in deck\n"
    (problem,) = problems(event + cards)
    assert problem.message == "no rule says what `meet` does with `lady` and `lord`"
    assert problem.help == "write `on meet of lady`, `on meet of lord`"


def test_cards_that_no_rule_touches() -> None:
    code, line, words, _ = only(
        'zone attic: heap, public\ncard lamp is piece, 1 in attic\ntable\n  show "Attic": attic\n'
    )
    assert (code, line, words) == ("no-rule", 2, "lamp")


def test_setup_and_phases_are_about_nothing() -> None:
    for line in ("event setup\n", "event main\n"):
        found = problems(TINY.replace(line, line.rstrip() + "(other)\n"))
        assert [problem.code for problem in found] == ["type"]


def test_a_game_that_nobody_can_win() -> None:
    (problem,) = problems(TINY.replace("win only when number of card in spot is 3\n", ""))
    assert problem.code == "no-victory"


def test_all_that_is_wrong_is_said_at_once() -> None:
    found = problems('zone attic: heap, public\nlose when number of red one in spot is 3, "x"\nforbid play if hat\n')
    assert [problem.code for problem in found] == ["never-holds", "unknown-name"]


def test_one_sentence_for_the_winner() -> None:
    won = 'won "Hooray."\n'
    assert problems(won) == []
    code, line, words, _ = only(won, module("fog", won), modules=("fog",))
    assert (code, line, words) == ("declared-twice", 2 - LINES, 'won "Hooray."')


def test_orders_of_modules_that_do_not_exist() -> None:
    assert problems("after play, before tiny\n  shuffle deck\n") == []
    found = problems("after play, before nobody\n  shuffle deck\n")
    assert [problem.code for problem in found] == ["unknown-module"]


def test_values_of_a_card_that_no_file_has() -> None:
    table = "values of cards\n  | card    | count |\n  | {} | 2     |\n"
    stars = 'module stars "Stars" for tiny\ncards piece in deck\n  | card  | colour |\n  | comet | red    |\n'
    missing = "no file in this folder has the card: leave the row out, or add the file of the module that has it"
    assert problems(table.format("comet"), stars) == []
    (alone,) = problems(table.format("comet"))
    assert (alone.code, alone.help) == ("unknown-card", missing)
    (misspelt,) = problems(table.format("comte"), stars)
    assert (misspelt.code, misspelt.help) == ("unknown-card", "did you mean `comet`?")


def test_a_module_does_not_make_the_base_wrong() -> None:
    printed = TINY.replace("  colour: colour\n", "  colour: colour\n  weight: number\n")
    kind = 'module fox "Fox" for tiny\nkind cub is piece\n'
    cards = "cards cub in deck\n  | card | colour |\n  | kit  | red    |\n"
    assert problems(printed, f"{kind}{cards}", modules=("fox",)) == []
    own = f"{kind}  mass: number\n{cards}"
    (problem,) = problems(printed, own, modules=("fox",))
    assert problem.message == "no rule reads the attribute `mass`"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flag tied per player\nafter play\n  set tied\n", "no rule reads the flag `tied`"),
        ("marker crier: here, there\nafter play\n  set crier to there\n", "no rule reads the marker `crier`"),
        ("number toll: 0 to 3\nafter play\n  set toll to 1\n", "no rule reads the number `toll`"),
        (
            "flag tied\nevent tie(tied)\n  set tied\nafter play\n  do tie(yes)\n",
            "here, `tied` is what `tie` is about, and not the flag",
        ),
    ],
)
def test_numbers_flags_and_markers_are_called_by_the_word_that_declares_them(text: str, message: str) -> None:
    assert message in [problem.message for problem in problems(text)]
