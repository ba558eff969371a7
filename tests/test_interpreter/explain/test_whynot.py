"""Why an option isn't offered: what is meant, which conditions fail, and nothing that can't be seen."""

from __future__ import annotations

import attrs
import pytest

import dsl
from interpreter import Explanation, Failure, Game
from tests.support.tiny import LINES, compiled

MORE = """
add to turn
  option use <card in hand where good of card>, if number of card in spot is at most 1 [T-A1]
    lose "Used."
  option name <c: colour where any card in hand where colour is c>
    lose "Named."
  option find <card in deck where colour is red>
    lose "Found."
  option peek, if no card in deck where colour is red
    lose "Peeked."
define good(card): colour of card is not red and not (any card in spot) [T-B2]
ability think
  when number of card in spot is at least 2 or no card in hand
  lose "Thought."
"""
WIDER = """
module wider "Wider" for tiny
widen good(card) when number of card in spot is at least 1 [T-C3]
narrow good(card) when number of card in hand is at most 2
add to turn
  option rest
    lose "Rested."
"""


def game(*texts: str, seed: int = 1, modules: tuple[str, ...] = (), players: int = 1) -> Game:
    """A game of the tiny rules with more of them; with this seed, `blue one` is drawn first, then `red one`."""
    return Game(compiled(*(texts or ("",)), modules=modules, players=players), seed)


def told(found: Explanation) -> list[str]:
    """Each failure in one line, with its line below the tiny game."""
    return [_line(failure) for failure in found.failures]


def _line(failure: Failure) -> str:
    place = int(failure.place.rpartition(":")[2])
    line = place - LINES if failure.place.startswith("0.") else place
    return f"{': '.join([*failure.through, failure.text])} | {'; '.join(failure.values)} | {line}"


def _options(now: Game) -> list[str]:
    assert now.decision
    return [option.id for option in now.decision.options]


def test_an_option_that_is_offered_is_said_to_be() -> None:
    found = game(MORE).why_not("PLAY blue  one")
    assert found.status == "offered"
    assert found.sentence == "`play blue one` is offered: it is answer 1."
    assert found.failures == ()


def test_nothing_is_said_to_be_no_other_than_itself() -> None:
    rules = """
define apt(card): card is not red one
add to turn
  option use <card in hand where apt of card>
    lose "Used."
"""
    now = game(rules)
    now.choose("play blue one")
    assert told(now.why_not("use red one")) == ["apt of red one: card is not red one | card is red one | 2"]


def test_a_card_that_lies_elsewhere() -> None:
    now = game()
    now.choose("play blue one")
    found = now.why_not("play blue one")
    assert (found.status, found.option, found.prompt) == ("not offered", "play blue one", "turn")
    assert [failure.values for failure in found.failures] == [("no blue one lies in hand", "it lies in spot")]
    assert [failure.module for failure in found.failures] == ["tiny"]


def test_a_card_that_lies_out_of_sight() -> None:
    (failure,) = game().why_not("play red one").failures
    assert failure.values == ("no red one lies in hand", "it lies nowhere that you can see")


def test_a_card_of_another_kind() -> None:
    rules = 'kind stone\ncard pebble is stone, 1 in hand\nadd to turn\n  option lift <stone in hand>\n    lose "x"\n'
    (failure,) = game(rules).why_not("lift blue one").failures
    assert failure.text == "stone in hand"
    assert failure.values == ("blue one is no stone",)


def test_each_part_that_fails_with_its_values_and_its_line() -> None:
    now = game(MORE)
    now.choose("play blue one")
    assert told(now.why_not("use red one")) == [
        "good of red one: colour of red one is not red | colour of red one is red | 11",
        "good of red one: not (any card in spot) | spot: blue one | 11",
    ]
    assert [failure.citations for failure in now.why_not("use red one").failures] == [("T-B2",), ("T-B2",)]


def test_the_condition_of_the_option_comes_first() -> None:
    now = game(MORE)
    now.choose("play blue one")
    now.choose("play red one")
    first, *_ = told(now.why_not("use blue one"))
    assert first == "number of card in spot is at most 1 | number of card in spot is 2 | 3"


def test_what_modules_add_to_a_definition_is_told_with_their_lines() -> None:
    now = game(MORE, WIDER, modules=("wider",))
    now.choose("play blue one")
    assert now.why_not("use red one").status == "offered"
    now.choose("play red one")
    found = now.why_not("use")
    assert {failure.module for failure in found.failures} <= {"tiny", "wider"}


def test_a_definition_that_nothing_of_what_widens_it_makes_hold() -> None:
    wider = WIDER.replace("at least 1 [T-C3]", "at least 3 [T-C3]").replace("at most 2", "at most 0")
    now = game(MORE, wider, modules=("wider",))
    now.choose("play blue one")
    assert told(now.why_not("use red one")) == [
        "good of red one: colour of red one is not red | colour of red one is red | 11",
        "good of red one: not (any card in spot) | spot: blue one | 11",
        "good of red one: or number of card in spot is at least 3 | number of card in spot is 1 | 3",
        "good of red one: number of card in hand is at most 0 | number of card in hand is 1 | 4",
    ]
    assert [failure.module for failure in now.why_not("use red one").failures] == ["tiny", "tiny", "wider", "wider"]


def test_all_ways_of_an_either_are_one_failure() -> None:
    (line,) = told(game(MORE).why_not("think"))
    text, values, _ = line.split(" | ")
    assert text == "number of card in spot is at least 2 or no card in hand"
    assert values == "number of card in spot is 0; hand: blue one"


def test_a_value_of_a_domain() -> None:
    assert game(MORE).why_not("name blue").status == "offered"
    assert told(game(MORE).why_not("name red")) == ["any card in hand where colour is red | hand: blue one | 5"]
    assert told(game(MORE).why_not("name")) == ["any card in hand where colour is red | hand: blue one | 5"]
    assert game(MORE).why_not("name").nearest == "name red"
    assert told(game(MORE).why_not("name", every=True)) == [
        "red: any card in hand where colour is red | hand: blue one | 5"
    ]


CHOICES = """
enum size: little, middling, big
places nest: 1 to 2
zone kept per nest: heap, public
add to turn
  option weigh <s: size where s is not little and points is 1 and points is not 0>
    lose "Weighed."
  option fill <card in hand> into <n: nest where any card in kept of n and n is nest 2>
    lose "Filled."
  option some one, if any s: size where s is middling and points is 1 and points is not 0
    lose "Some."
  option each one, if for every size as s, points is 1 and (s is not little or points is not 0)
    lose "Each."
  option not one, if no s: size where s is not little and points is 0
    lose "None."
  option count them, if number of s: size where points is 0 and s is little is 2 - points
    lose "Counted."
number points: 0 to 9
after play
  set points to 2
"""


def test_the_member_that_comes_nearest_is_explained_first() -> None:
    now = game(CHOICES)
    found = now.why_not("weigh")
    assert (found.nearest, found.others) == ("weigh middling", 2)
    assert found.sentence == "`weigh …` is not offered; `weigh middling` comes nearest."
    assert told(found) == ["points is 1 | points is 0 | 6", "points is not 0 | points is 0 | 6"]
    every = now.why_not("weigh", every=True)
    assert (every.sentence, every.others) == ("`weigh …` is not offered.", 0)
    assert told(every)[:4] == [
        "middling: points is 1 | points is 0 | 6",
        "middling: points is not 0 | points is 0 | 6",
        "big: points is 1 | points is 0 | 6",
        "big: points is not 0 | points is 0 | 6",
    ]
    assert [failure.through for failure in every.failures[4:]] == [("little",)] * 3


def test_a_choice_that_got_further_comes_nearer() -> None:
    found = game(CHOICES).why_not("fill")
    assert (found.nearest, found.others) == ("fill blue one into nest 2", 1)
    assert told(found) == ["any card in kept of nest 2 | kept 2: nothing | 8"]


def test_a_condition_on_any_member_names_the_one_that_comes_nearest() -> None:
    found = game(CHOICES).why_not("some one")
    assert found.others == 2
    assert told(found) == [
        "middling: points is 1 | points is 0 | 10",
        "middling: points is not 0 | points is 0 | 10",
    ]
    every = game(CHOICES).why_not("some one", every=True)
    assert every.others == 0
    assert [failure.through for failure in every.failures] == [("middling",)] * 2 + [("little",)] * 3 + [("big",)] * 3


def test_a_condition_on_every_member_names_one_that_fails() -> None:
    found = game(CHOICES).why_not("each one")
    assert found.others == 2
    (failure,) = found.failures
    assert (failure.through, failure.text, failure.others) == (("middling",), "points is 1", 2)


def test_a_condition_on_no_member_names_one_that_meets_it() -> None:
    found = game(CHOICES).why_not("not one")
    assert found.others == 1
    assert told(found) == ["middling: not (middling is not little and points is 0) | points is 0 | 14"]


def test_a_variable_that_runs_through_members_keeps_its_name() -> None:
    (line,) = told(game(CHOICES).why_not("count them"))
    assert line.startswith("number of s: size where points is 0 and s is little is 2 - points | ")


def test_what_modules_add_about_other_cards_is_left_out() -> None:
    wide = """
module wide "Wide" for tiny
widen fit(card) when card is blue one and number of card in spot is 3
widen fit(card) when card is red one and number of card in spot is 2
"""
    rules = """
define fit(card): no
add to turn
  option use <card in hand where fit of card>
    lose "Used."
"""
    now = game(rules, wide, modules=("wide",))
    assert told(now.why_not("use blue one")) == [
        "fit of blue one: number of card in spot is 3 | number of card in spot is 0 | 3"
    ]
    assert len(now.why_not("use blue one", every=True).failures) > 2


def test_dots_stand_for_what_is_left_open() -> None:
    now = game(CHOICES)
    assert now.why_not("fill … into nest 1").option == "fill … into nest 1"
    assert now.why_not("fill ... into ...") == attrs.evolve(now.why_not("fill"), asked="fill ... into ...")


def test_what_is_hidden_is_not_told() -> None:
    now = game(MORE)
    assert [failure.values for failure in now.why_not("peek").failures] == [("depends on something you can't see",)]
    assert told(now.why_not("find blue one")) == ["colour is red | colour is blue | 7"]


def test_only_what_can_be_chosen_is_known_of_a_zone_that_is_searched() -> None:
    now = game(MORE)
    while "find red one" in _options(now):
        now.choose(next(words for words in _options(now) if words.startswith("play")))
    (failure,) = now.why_not("find red one").failures
    assert failure.values == ("no red one can be chosen from deck",)


def test_words_may_be_cut_short_or_misspelt() -> None:
    now = game(MORE)
    assert now.why_not("us r o").option == "use red one"
    assert now.why_not("usw red oen").option == "use red one"
    assert now.why_not("thi").option == "think"


def test_words_that_could_be_several_options() -> None:
    found = game(MORE).why_not("find")
    assert found.option == "find …"
    found = game(MORE.replace("option peek", "option find out")).why_not("find")
    assert found.status == "unclear"
    assert found.choices == ("find …", "find out")
    assert found.sentence == "`find` could be `find …`, `find out`."


def test_an_option_of_another_prompt() -> None:
    rules = """
prompt later: "And then?"
after play
  ask later
    option rest <card in hand where colour of card is red>
      lose "Rested."
    option go on
"""
    found = game(rules).why_not("rest")
    assert (found.status, found.prompt) == ("elsewhere", "later")
    assert found.sentence == "`rest …` is an answer at `later` (And then?), not at `turn`."


def test_a_prompt_at_which_such_an_option_is_about_other_cards_is_not_named() -> None:
    rules = """
class warm: piece where colour is red
class cold: piece where colour is blue
prompt later: "And then?"
prompt last: "And at last?"
after play
  ask later
    option take <warm in hand>
      lose "Warm."
    option go on
  ask last
    option take <cold in hand>
      lose "Cold."
    option take <warm in spot>
      lose "Warm again."
    option go on
"""
    now = game(rules)
    assert now.why_not("take blue one").sentence.endswith("is an answer at `last` (And at last?), not at `turn`.")
    assert now.why_not("take red one").sentence.endswith("is an answer at `later`, `last`, not at `turn`.")
    assert now.why_not("take").sentence.endswith("is an answer at `later`, `last`, not at `turn`.")


def test_an_ability_that_could_not_be_used_there_either() -> None:
    rules = """
prompt later: "And then?", open to abilities
after play
  offer later
ability wait
  at later
  when number of card in spot is at least 2
  lose "Waited."
"""
    found = game(rules).why_not("wait")
    assert found.status == "elsewhere"
    assert [failure.values for failure in found.failures] == [("number of card in spot is 0",)]


def test_an_option_of_a_module_that_is_not_in_play() -> None:
    found = game(MORE, WIDER).why_not("rest")
    assert found.status == "absent"
    assert found.sentence == "`rest` is no answer in this game: the module `wider` isn't in play."
    assert [failure.module for failure in found.failures] == ["wider"]


def test_an_absent_option_whose_words_begin_like_those_of_another_prompt() -> None:
    later = 'prompt later: "And now?"\nevent aside\n  ask later\n    option rest <card in hand>\n      lose "Rested."\n'
    found = game(MORE + later, WIDER).why_not("rest")
    assert found.status == "absent"
    assert found.sentence == (
        "`rest` is no answer in this game: the module `wider` isn't in play. "
        "`rest …` is an answer at `later` (And now?), not at `turn`."
    )


def test_an_option_of_a_section_that_is_closed() -> None:
    rules = 'players 1 to 2\nwhen players is 2\n  add to turn\n    option swap\n      lose "Swapped."\n'
    found = game(rules).why_not("swap")
    assert found.sentence == "`swap` is no answer in this game: it is only there `when players is 2`."


def test_an_option_that_can_never_be_taken_with_these_settings() -> None:
    rules = 'option haste: slow, fast\nadd to turn\n  option run, if haste is fast\n    lose "Ran."\n'
    (failure,) = game(rules).why_not("run").failures
    assert failure.text == "haste is fast"
    assert failure.values == ("haste is slow",)


def test_words_that_mean_nothing() -> None:
    found = game(MORE).why_not("xyzzy")
    assert (found.status, found.near, found.failures) == ("unknown", "", ())


def test_every_kind_of_options_that_is_not_offered() -> None:
    now = game(MORE)
    assert [found.option for found in now.not_offered()] == ["peek", "think"]


def test_a_kind_of_options_that_no_card_of_the_game_could_be_about_is_not_told_of() -> None:
    odd = "define odd(card): colour of card is not red and colour of card is not blue\n"
    never = f'{odd}add to turn\n  option plant <card in hand where odd>\n    lose "Planted."\n'
    assert [found.option for found in game(MORE + never).not_offered()] == ["peek", "think"]
    assert game(MORE + never).why_not("plant blue one").status == "not offered"


def test_a_game_that_is_over() -> None:
    now = game()
    now.choose("stop")
    assert now.why_not("stop").status == "over"
    assert now.not_offered() == ()


def test_marks_and_places_of_cards() -> None:
    now = Game(dsl.load("onirim", modules=["book"]), 5)
    (failure,) = now.why_not("cast parallel planning").failures
    assert failure.values == ("number of card in discard is 0", "planning cost is 7")
    assert failure.place.startswith("onirim/book.rules:")


def test_both_executors_say_the_same() -> None:
    program = compiled(MORE)
    plain, traced = Game(program, 1), Game(program, 1, reference=True)
    for words in ("use red one", "find", "think", "peek"):
        assert plain.why_not(words) == traced.why_not(words)


def test_a_program_without_its_text_still_gives_an_answer() -> None:
    program = attrs.evolve(compiled(MORE), reasons=None)
    (failure,) = Game(program, 1).why_not("use red one").failures
    assert failure.values == ("no red one lies in hand", "it lies nowhere that you can see")
    (failure,) = Game(program, 1).why_not("think").failures
    assert failure.text == "it may be done"


@pytest.mark.parametrize("words", ["", " ", "…", "use …", "use 7", "?" * 500, "a " * 300, "use red one red one", "\n"])
def test_nothing_that_is_typed_is_too_much(words: str) -> None:
    assert game(MORE).why_not(words).sentence


PLACES = """
places nest: 1 to 2
zone kept per nest: heap, public
marker mood: calm, wild
group reach: hand
extend reach with kept of all nests as "lift … from {nest}"
add to turn
  option grab <card in reach where colour is red>
    move card to spot
  option fill <nest where no card in kept of nest and nest is chosen>, if mood is calm
    move every card in hand to kept of nest
    set mood to wild
define chosen: nest 2
"""


def test_words_of_a_source_that_stand_in_place_of_the_options() -> None:
    now = game(PLACES)
    assert _options(now) == ["play blue one", "stop", "fill nest 2"]
    now.choose("fill nest 2")
    found = now.why_not("lift blue one from nest 2")
    assert found.option == "lift blue one from nest 2"
    assert [failure.values for failure in found.failures] == [("colour is blue",)]
    (failure,) = now.why_not("lift red one from nest 1").failures
    assert failure.values == ("no red one lies in kept 1", "it lies in hand")


def test_places_and_positions_of_markers_in_words() -> None:
    now = game(PLACES)
    (failure,) = now.why_not("fill nest 1").failures
    assert failure.text == "nest 1 is chosen"
    assert failure.values == ("chosen is nest 2",)
    now.choose("fill nest 2")
    first, second = now.why_not("fill nest 2").failures
    assert first.values == ("mood is wild",)
    assert second.values == ("kept 2: blue one",)


MEMBERS = """
players 1 to 2
marker keeper: player
marker due: none, colour
add to turn
  option pass to <p: player where p is not keeper>
    set keeper to p
  option pay, if due is red and keeper is owner
    set due to none
after play
  set due to red
define owner: some player where player is A and no card in hand
"""


def test_members_at_which_markers_stand_in_words() -> None:
    now = game(MEMBERS)
    (failure,) = now.why_not("pass to A").failures
    assert failure.values == ("keeper is A",)
    first, second = now.why_not("pay").failures
    assert first.values == ("due is none",)
    assert second.values == ("keeper is A", "owner is none")


def test_words_that_begin_the_names_of_cards_of_another_kind_only() -> None:
    rules = """
kind token
cards token in spot
  | card |
  | token one |
  | token two |
add to turn
  option show <piece in hand>
    lose "Shown."
"""
    found = game(rules).why_not("show token")
    assert (found.status, found.option, found.sentence) == ("not offered", "show …", "`show token` is not offered.")
    assert told(found) == ["piece in hand | token is no piece | 8"]


CLEAR = """
places nest: 1 to 2
zone kept per nest: heap, public
add to turn
  option grab <card in kept of all nests where colour is red, if unclear>
    move card to spot
  option fill <nest>
    move every card in hand to kept of nest
"""


def test_where_a_card_lies_may_be_left_out_where_that_is_clear() -> None:
    now = game(CLEAR)
    now.choose("fill nest 2")
    found = now.why_not("grab blue one")
    assert found.option == "grab blue one"
    assert [failure.values for failure in found.failures] == [("colour is blue",)]
    assert now.why_not("grab red one of nest 1").failures


def test_what_raises_a_number_is_named_where_it_acts() -> None:
    rules = """
define price(card): 1 + number of card in spot
add to turn
  option buy <card in hand where price of card is at most 1>
    lose "Bought."
"""
    dear = """
module dear "Dear" for tiny
raise price(card) by number of card in hand when colour of card is blue
lower price by 1 when colour of card is red
keep price at least 2
"""
    found = game(rules, dear, modules=("dear",)).why_not("buy blue one")
    values = "price of blue one is 2; raised by 1 (1.rules:3); kept at least 2 (1.rules:5)"
    assert told(found) == [f"price of blue one is at most 1 | {values} | 4"]


def test_what_has_been_used_is_said_for_the_player_who_asks() -> None:
    rules = """
players 1 to 2
add to turn
  option dig <card in hand>, if number of card in spot is at most 1, once a game
    shuffle deck
  option call, once a turn in all
    ask again
  option shout, once in main
    ask again
"""
    now = game(rules, players=2)
    now.choose("dig blue one")
    assert now.why_not("dig blue one").status == "offered"
    now.choose("play blue one")
    found = now.why_not("dig red one")
    assert told(found) == ["once a game | it has already been used in this game | 4"]
    now.choose("call")
    now.choose("shout")
    found = now.why_not("call")
    assert told(found) == ["once a turn in all | it has already been used this turn | 6"]
    assert told(now.why_not("shout")) == ["once in main | it has already been used in this `main` | 8"]
