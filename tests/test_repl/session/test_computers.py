"""Seats of the computer: it answers at once, as far as it may know; undo, saving and loading go past its answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.saves import store
from repl.saves.recipe import Recipe
from repl.saves.records import Played
from repl.saves.replay import deal, replay
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.computers import Computers
from repl.session.events import Asked, Ended, Event, HandOver, Refused, Said
from repl.session.session import Session
from repl.session.work import Stopped, Told, alone

pytestmark = pytest.mark.usefixtures("home", "in_c")

FERRY = str(Path(__file__).parents[3] / "docs" / "tutorial" / "ferry")


def sit(seats: str, players: int = 2) -> Session:
    workshop = Engine()
    computers = Computers(frozenset(seats), 6)
    return Session(
        deal(Recipe(FERRY, (), players, (), 3), workshop), workshop, COMMANDS, saving=True, computers=computers
    )


@pytest.fixture
def session() -> Iterator[Session]:
    sitting = sit("B")
    yield sitting
    sitting.close()


def played(session: Session) -> list[Event]:
    """The events of a whole game in which a person always takes the first answer."""
    found = session.greeting()
    while session.options:
        found += session.feed("1")
    return found


def test_the_computer_answers_for_its_seat_alone(session: Session) -> None:
    found = played(session)
    assert any(isinstance(each, Ended) for each in found)
    assert {each.player for each in found if isinstance(each, Asked)} == {"A"}
    assert not any(isinstance(each, HandOver) for each in found)
    assert {(move.player, move.by) for move in session.timeline.moves} == {("A", ""), ("B", "search")}


def test_it_begins_where_its_seat_does() -> None:
    session = sit("A")
    found = session.greeting()
    assert session.timeline.moves[0].by == "search"
    assert next(each.player for each in found if isinstance(each, Asked)) == "B"
    assert session.file is None
    session.feed("1")
    assert session.file is not None
    assert [line.player for line in store.read(session.file).lines if isinstance(line, Played)][:2] == ["A", "B"]
    session.feed("restart")
    assert session.game.decision is not None
    assert session.game.decision.player == "B"
    session.close()


def test_undo_takes_its_answers_back_too(session: Session) -> None:
    session.greeting()
    session.feed("1")
    session.feed("1")
    before = session.timeline.moves
    session.feed("undo")
    assert session.game.decision is not None
    assert session.game.decision.player == "A"
    assert sum(move.own for move in session.timeline.moves) == 1
    session.feed("redo")
    assert session.timeline.moves == before


def test_a_saved_game_keeps_who_answered(session: Session) -> None:
    session.greeting()
    session.feed("1")
    assert session.file is not None
    again = replay(store.read(session.file), Engine())
    assert again.fault == ""
    assert again.timeline.moves == session.timeline.moves


def test_the_same_game_is_played_every_time(session: Session) -> None:
    played(session)
    other = sit("B")
    played(other)
    other.close()
    assert session.timeline.moves == other.timeline.moves


def test_where_it_cannot_go_on_its_seat_is_given_back(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.greeting()
    monkeypatch.setenv("CC", "no-such-compiler")
    found = session.feed("1")
    (said,) = (each.text for each in found if isinstance(each, Said))
    assert said.startswith("The computer can't go on: games are tried in C only: CC names")
    assert HandOver("B") in found
    session.feed("")
    assert session.options


def run(*words: str, typed: str = "quit\n") -> Result:
    return CliRunner().invoke(cli, ["play", *words, "--ephemeral"], input=typed, catch_exceptions=False)


def test_seats_are_given_on_the_command_line() -> None:
    result = run(FERRY, "--seat", "a=search", "--playouts", "6", "--seed", "3")
    assert result.exit_code == 0
    assert "Player B: Who boards" in result.stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--seat", "b"), 2, "should be a seat and `search`"),
        (("--seat", "b=chance"), 2, "should be a seat and `search`"),
        (("--playouts", "3"), 2, "--playouts goes with --seat"),
        (("--seat", "c=search"), 1, "there is no player C: this game is for the players A, B"),
        (("--seat", "a=search", "--seat", "b=search"), 1, "at least one player must be a person"),
    ],
)
def test_seats_that_there_are_not_are_refused(words: tuple[str, ...], code: int, sentence: str) -> None:
    result = run(FERRY, *words)
    assert result.exit_code == code
    assert sentence in result.stderr


@contextmanager
def stopped(_words: str) -> Iterator[Told]:
    raise Stopped
    yield


def test_a_stopped_computer_takes_back_the_answer_that_it_was_to_follow(session: Session) -> None:
    session.greeting()
    before = session.timeline.moves
    session.working = stopped
    said, asked = session.feed("1")
    assert said == Said("Stopped; nothing has changed.")
    assert isinstance(asked, Asked)
    assert asked.player == "A"
    assert session.timeline.moves == before
    session.working = alone
    session.feed("1")
    assert len(session.timeline.moves) > len(before)


def test_a_stopped_computer_goes_on_when_it_is_told_to() -> None:
    session = sit("A")
    session.working = stopped
    *_, said = session.greeting()
    assert said == Said("Player A is the computer, which was stopped. Enter lets it go on.")
    for line, words in (("hint", "this question is for the computer"), ("1", "the computer hasn't answered yet")):
        (refused,) = session.feed(line)
        assert isinstance(refused, Refused)
        assert refused.text == words
    session.working = alone
    assert any(isinstance(each, Asked) and each.player == "B" for each in session.feed(""))
    session.close()
