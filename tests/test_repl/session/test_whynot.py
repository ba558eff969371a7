"""`why not` at the table, with the real engine and real rules."""

from __future__ import annotations

import io
import json

import pytest

import dsl
from repl.drivers import jsonlines, plain
from repl.drivers.plain import lines
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event, Explained, Refused, Said
from repl.session.session import Session
from tests.support.tiny import TINY, compiled

ENGINE = Engine()
RECIPE = Recipe("onirim", ("book",), seed=5)
"""The hand holds two red suns, two brown suns and a brown key; nothing has been discarded."""


@pytest.fixture
def session() -> Session:
    return Session(deal(RECIPE, ENGINE), ENGINE, COMMANDS, saving=False)


class _Of(Engine):
    """The game of one text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def link(self, recipe: Recipe) -> dsl.Program:
        return compiled(self._text, players=recipe.players or 1)


def _of_rules(text: str) -> Session:
    engine = _Of(text)
    return Session(deal(Recipe("tiny", seed=1), engine), engine, COMMANDS, saving=False)


def said(events: list[Event]) -> list[str]:
    return [line for event in events for line in lines(event)]


def test_a_card_that_does_not_fit(session: Session) -> None:
    session.feed("play red sun")
    session.feed("undo")
    session.feed("play red sun")
    (found,) = session.feed("why not play brown sun")
    assert isinstance(found, Explained)
    assert found.status == "not offered"
    text = "\n".join(lines(found))
    assert "fits: no card in row or symbol of brown sun is not symbol of rightmost of row" in text
    assert "symbol of rightmost of row is sun (red sun)" in text
    assert "onirim/base.rules:" in text
    assert "[O-B4]" in text


def test_what_is_offered_by_words_and_by_number(session: Session) -> None:
    assert said(session.feed("why not play red sun")) == ["`play red sun` is offered: it is answer 1."]
    assert said(session.feed("why not 2")) == ["`play brown sun` is offered: it is answer 2."]


def test_alone_it_lists_what_is_not_offered(session: Session) -> None:
    heading, *found = session.feed("why not")
    assert isinstance(heading, Said)
    assert [each.option for each in found if isinstance(each, Explained)] == [
        "cast paradoxical prophecy",
        "cast parallel planning",
    ]


def test_alone_where_everything_is_offered() -> None:
    session = Session(deal(Recipe("onirim", seed=5), ENGINE), ENGINE, COMMANDS, saving=False)
    assert said(session.feed("why not")) == ["Every kind of answer to this question is offered."]


def test_what_no_answer_is_called(session: Session) -> None:
    (found,) = session.feed("why not xyzzy")
    assert isinstance(found, Refused)
    assert "`why not` alone" in found.help


def test_of_a_long_question_only_the_beginning_is_quoted(session: Session) -> None:
    (found,) = session.feed("why not " + "xyz " * 100_000)
    assert isinstance(found, Refused)
    assert found.text == f"this game has no answer `{('xyz ' * 10).strip()}…`"


def test_asking_changes_nothing(session: Session) -> None:
    before = (session.game.state, len(session.timeline.moves))
    for words in ("why not", "why not 1", "why not discard hand", ":why not play", "WHY NOT limbo"):
        assert said(session.feed(words))
    assert (session.game.state, len(session.timeline.moves)) == before


def test_why_alone_still_tells_what_happened(session: Session) -> None:
    session.feed("play red sun")
    told = said(session.feed("why"))
    assert told[0] == "What happened, by which rule:"
    assert any(line.strip().startswith("play: red sun [") for line in told)
    assert not any("refill: refill" in line for line in told)


def test_why_names_the_rule_that_made_an_answer_possible() -> None:
    session = Session(deal(Recipe("urbion", ("books",), seed=3), ENGINE), ENGINE, COMMANDS, saving=False)
    for _ in range(200):
        book = next((each for each in session.options if " for " in each and "census" not in each), None)
        session.feed(book or "1")
        if book:
            break
    told = said(session.feed("why"))
    place = next(place for place, line in enumerate(told) if book and line.strip().startswith(f"turn: {book}"))
    assert told[place + 1].strip().startswith("widen may be used [U-K2] (urbion/books.rules:")


def test_the_help_tells_of_both(session: Session) -> None:
    assert any(line.startswith("why not [ANSWER]") for line in said(session.feed("help")))
    assert said(session.feed("help why"))[0].startswith("why [N|all]")
    assert said(session.feed("help why not"))[0].startswith("why not [ANSWER]")
    assert COMMANDS.completions("why") == ["why", "why not"]


def test_a_game_that_is_over(session: Session) -> None:
    for _ in range(500):
        if not session.options:
            break
        session.feed(next((each for each in session.options if each.startswith("discard")), "1"))
    (found,) = session.feed("why not play red sun")
    assert isinstance(found, Refused)


def test_the_nearest_and_how_to_see_the_others() -> None:
    recipe = Recipe("urbion", ("postcards", "void", "temples"), seed=1)
    session = Session(deal(recipe, ENGINE), ENGINE, COMMANDS, saving=False)
    for _ in range(60):
        found = [event for event in session.feed("why not") if isinstance(event, Explained) and event.others]
        if found:
            break
        session.feed("1")
    first = found[0]
    assert first.rest == "why not all"
    *_, line = lines(first)
    assert line in (f"  {first.others} others fail too: `why not all`", "  1 other fails too: `why not all`")
    word = first.option.split()[0]
    every = [event for event in session.feed(f"why not {word} all") if isinstance(event, Explained)]
    (same,) = [event for event in every if event.option == first.option]
    assert (same.others, same.rest) == (0, "")
    assert len(same.failures) > len(first.failures)


def test_all_may_be_a_word_of_an_answer() -> None:
    rules = TINY + 'add to turn\n  option take all, if no card in hand\n    lose "x"\n'
    session = _of_rules(rules)
    assert said(session.feed("why not take all"))[0] == "`take all` is not offered."
    assert said(session.feed("why not take all all"))[0] == "`take all` is not offered."
    assert said(session.feed("why not all"))[1] == "`take all` is not offered."


def test_words_of_several_open_answers_explain_each() -> None:
    more = '  option lift <card in spot> up\n    lose "x"\n  option lift <card in spot> down\n    lose "x"\n'
    session = _of_rules(f"{TINY}add to turn\n{more}")
    told = said(session.feed("why not lift"))
    assert told[0] == "`lift` could be `lift … up`, `lift … down`."
    assert [line for line in told if line.endswith("is not offered.")] == [
        "`lift … up` is not offered.",
        "`lift … down` is not offered.",
    ]


def test_plain_lines(session: Session) -> None:
    out = io.StringIO()
    assert plain.run(session, [], io.StringIO("why not cast parallel planning\n"), out) == 0
    first, second, *_ = out.getvalue().splitlines()
    assert first == "`cast parallel planning` is not offered."
    assert second.startswith("  number of card in discard is at least planning cost – number of card in discard is 0; ")


def test_json_lines(session: Session) -> None:
    out = io.StringIO()
    assert jsonlines.run(session, [], io.StringIO('{"line": "why not cast parallel planning"}\n'), out) == 0
    events = [json.loads(line) for line in out.getvalue().splitlines()]
    (found,) = [event for event in events if event["event"] == "explained"]
    assert found["status"] == "not offered"
    (failure,) = found["failures"]
    assert failure["module"] == "book"
    assert failure["values"] == ["number of card in discard is 0", "planning cost is 7"]
    assert failure["citations"] == ["O-K4"]


def test_nothing_is_told_before_the_seat_is_handed_over() -> None:
    recipe = Recipe("onirim", (), 2, (("talk", "silent"),), seed=6)
    session = Session(deal(recipe, ENGINE), ENGINE, COMMANDS, saving=False)
    while not session.waiting:  # the first cards lie in sight
        session.feed("1")
    assert not any(isinstance(event, Explained) for event in session.feed("why not play red sun"))


def test_several_cards_may_be_named_in_any_order() -> None:
    session = _of_rules("add to turn\n  option keep <pair: 2 of deck>\n    move pair to hand\n")
    assert "keep blue one and red one" in session.options
    session.feed("why not keep red one and blue one")
    (found,) = session.feed("why not keep red one and blue one")
    assert isinstance(found, Explained)
    assert (found.status, found.option) == ("offered", "keep blue one and red one")
    assert not any(isinstance(event, Refused) for event in session.feed("Keep  red one and Blue one"))
    assert session.timeline.moves[-1].answer == "keep blue one and red one"


def test_several_cards_in_a_later_answer_may_be_named_in_any_order() -> None:
    show = "add to turn\n  option show <pair: 2 of deck>\n    move pair to bottom of deck\n    ask again\n"
    session = _of_rules(show)
    session.feed("show red one and blue one, show red one and blue one")
    assert [move.answer for move in session.timeline.moves] == ["show blue one and red one"] * 2
