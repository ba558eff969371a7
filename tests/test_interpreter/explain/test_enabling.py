"""The rules that widen or narrow a definition and made an answer possible."""

from __future__ import annotations

import attrs

import dsl
from interpreter import Event, Game
from tests.support.tiny import compiled

BASE = """
define fit(card): colour of card is red
define barred: yes
add to turn
  option use <card in hand where fit of card>
    move card to spot
  option sneak, if not barred
    lose "Sneaked."
  option swap <c: colour where any card in hand where fit of card and colour is c>
    lose "Swapped."
"""
WIDE = """
module wide "Wide" for tiny
widen fit(card) when number of card in spot is 0 and colour of card is blue [T-W1]
narrow barred when number of card in spot is at least 1 [T-W2]
"""
WIDER = """
module wider "Wider" for tiny
widen fit(card) when number of card in hand is at least 1
"""


def play(*answers: str, texts: tuple[str, ...] = (WIDE,), modules: tuple[str, ...] = ("wide",)) -> Game:
    """A traced game in which these answers were given; with this seed, `blue one` is drawn first, then `red one`."""
    game = Game(compiled(BASE, *texts, modules=modules), 1, reference=True)
    for answer in answers:
        game.choose(answer)
    return game


def enabling(game: Game) -> list[Event]:
    """The rules that made the last answer possible."""
    (*_, last) = (event for event in game.trace if event.name == "answer")
    return list(game.enabling(last))


def told(game: Game) -> list[tuple[str, str, str]]:
    return [(event.text, event.module, event.place) for event in enabling(game)]


def test_a_rule_that_widens_is_named_with_its_line_and_number() -> None:
    (event,) = enabling(play("use blue one"))
    assert (event.name, event.text, event.module, event.citations) == ("rule", "widen fit", "wide", ("T-W1",))
    assert event.place == "1.rules:3"
    answer = next(event for event in play("use blue one").trace if event.name == "answer")
    assert (event.cause, event.depth, event.seen) == (answer.index, answer.depth + 1, ("A",))


def test_a_rule_that_made_no_difference_is_not_named() -> None:
    assert told(play("play blue one", "use red one")) == []
    assert told(play("play blue one")) == []


def test_a_rule_that_narrows_what_is_denied_is_named() -> None:
    assert told(play("sneak")) == [("narrow barred", "wide", "1.rules:4")]


def test_a_definition_within_a_question_counts() -> None:
    assert told(play("swap blue")) == [("widen fit", "wide", "1.rules:3")]


def test_of_rules_that_each_would_do_the_first_is_named() -> None:
    game = play("use blue one", texts=(WIDE, WIDER), modules=("wide", "wider"))
    assert told(game) == [("widen fit", "wide", "1.rules:3")]


def test_rules_that_raise_lower_or_keep_a_number_are_named() -> None:
    rules = """
define price(card): number of card in spot + 2
define worth: 5
add to turn
  option buy <card in hand where price of card is at most 1>
    lose "Bought."
  option sell, if worth is at least 2
    lose "Sold."
"""
    cheap = """
module cheap "Cheap" for tiny
lower price by 3 when number of card in hand is 1 [T-C1]
raise price(card) by 1 when colour of card is blue
lower worth by 5
keep worth at least 2
keep worth at most 4
"""
    bought = Game(compiled(rules, cheap, modules=("cheap",)), 1, reference=True)
    bought.choose("buy blue one")
    assert told(bought) == [("lower price", "cheap", "1.rules:3")]
    assert enabling(bought)[0].citations == ("T-C1",)
    sold = Game(compiled(rules, cheap, modules=("cheap",)), 1, reference=True)
    sold.choose("sell")
    assert told(sold) == [("keep worth", "cheap", "1.rules:6")]


def test_a_rule_without_a_condition_is_named() -> None:
    always = 'module always "Always" for tiny\nwiden free when haste is fast\n'
    rules = "option haste: slow, fast\ndefine free: number of card in spot is 2\nadd to turn\n"
    rules += '  option go, if free\n    lose "Gone."\n'
    game = Game(compiled(rules, always, modules=("always",), options={"haste": "fast"}), 1, reference=True)
    game.choose("go")
    assert told(game) == [("widen free", "always", "1.rules:2")]


def test_an_answer_that_was_forced() -> None:
    rules = """
define ready: number of card in spot is 2
prompt then: "And then?"
after play
  ask then
    option rest, if ready
      lose "Rested."
"""
    more = 'module more "More" for tiny\nwiden ready when number of card in spot is 1\n'
    game = Game(compiled(rules, more, modules=("more",)), 1, reference=True)
    game.choose("play blue one")
    assert game.outcome
    assert told(game) == [("widen ready", "more", "1.rules:2")]


def test_a_rule_that_decides_by_what_is_hidden_is_seen_by_nobody() -> None:
    rules = "define near: no card in spot and number of card in deck is 0\n"
    rules += 'add to turn\n  option dig, if near\n    lose "x"\n'
    more = 'module more "More" for tiny\nwiden near when any card in deck where colour is red\n'
    game = Game(compiled(rules, more, modules=("more",)), 1, reference=True)
    game.choose("dig")
    (event,) = enabling(game)
    assert event.seen == ()


def test_a_copy_keeps_what_was_taken() -> None:
    game = play()
    following = game.copy()
    following.choose("use blue one")
    assert told(following) == [("widen fit", "wide", "1.rules:3")]
    assert told(following.copy()) == told(following)


def test_without_a_trace_or_the_rules_text_nothing_is_named() -> None:
    game = play("use blue one")
    answer = next(event for event in game.trace if event.name == "answer")
    assert Game(game.program, 1).enabling(answer) == ()
    bare = Game(attrs.evolve(game.program, adjusted=None), 1, reference=True)
    bare.choose("use blue one")
    assert told(bare) == []


def test_a_rule_of_a_real_game() -> None:
    game = Game(dsl.load("urbion", modules=["books"]), 3, reference=True)
    book = _a_book(game)
    assert [event.text for event in book] == ["widen may be used"]
    assert book[0].place.startswith("urbion/books.rules:")
    assert book[0].citations == ("U-K2",)


def _a_book(game: Game) -> tuple[Event, ...]:
    """The rules that made the first use of a book possible."""
    while game.decision:
        using = [option.id for option in game.decision.options if " for " in option.id and "census" not in option.id]
        game.choose(using[0] if using else game.decision.options[0].id)
        (*_, last) = (event for event in game.trace if event.name == "answer" and not event.text.endswith(")"))
        if using:
            return game.enabling(last)
    raise AssertionError("no book was used")
