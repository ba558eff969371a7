"""`why not` at the table, with the real engine and real rules."""

from __future__ import annotations

import io
import json

import pytest

from repl.drivers import jsonlines, plain
from repl.drivers.plain import lines
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event, Explained, Refused, Said
from repl.session.session import Session

ENGINE = Engine()
RECIPE = Recipe("onirim", ("book",), seed=5)
"""The hand holds two red suns, two brown suns and a brown key; nothing has been discarded."""


@pytest.fixture
def session() -> Session:
    return Session(deal(RECIPE, ENGINE), ENGINE, COMMANDS, saving=False)


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
    assert session.waiting
    assert not any(isinstance(event, Explained) for event in session.feed("why not play red sun"))
