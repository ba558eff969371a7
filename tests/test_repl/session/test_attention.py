"""Open windows: when a player is asked there, what is said when not, and that passing is an answer like any other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
import pytest

from dsl.program.program import Program
from repl.drivers.plain import lines
from repl.saves import store
from repl.saves.recipe import Recipe
from repl.saves.records import Played
from repl.saves.replay import deal, replay
from repl.saves.workshop import Engine
from repl.session import preferences
from repl.session.attention import ALWAYS, NEVER, NEW, Preference, Preferences
from repl.session.commands import COMMANDS
from repl.session.events import Asked, Event, Passed, Refused, Said
from repl.session.preferences import Attention
from repl.session.session import Session
from tests.support.patience import sit

RECIPE = Recipe("onirim", ("book",), seed=11)
SPELLS = ("cast paradoxical prophecy", "cast parallel planning")


class Bench(Engine):
    def link(self, recipe: Recipe) -> Program:
        return linked(recipe)


@cache
def linked(recipe: Recipe) -> Program:
    return Engine().link(recipe)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    return tmp_path


def table(usual: str = NEW, saved: bool = False, saving: bool = False) -> Session:
    bench = Bench()
    return Session(deal(RECIPE, bench), bench, COMMANDS, saving, Attention(usual, saved))


def text(events: list[Event]) -> str:
    return "\n".join(line for event in events for line in lines(event))


def playing(session: Session, answers: int) -> Iterator[list[Event]]:
    """Discard what comes first, and answer what else is asked with the last option; what was said each time."""
    for _ in range(answers):
        if session.game.decision is None:
            return
        yield session.feed(next((each for each in session.options if each.startswith("discard")), session.options[-1]))


def asked_in_windows(session: Session, answers: int = 60) -> int:
    found = [event for events in playing(session, answers) for event in events if isinstance(event, Asked)]
    return sum(event.window for event in found)


def until_passed(session: Session) -> Passed:
    for events in playing(session, 100):
        for event in events:
            if isinstance(event, Passed):
                return event
    raise AssertionError("no window was passed")


def prompt_of(session: Session) -> str:
    assert session.game.decision
    return session.game.decision.prompt


def test_always_never_and_what_is_new() -> None:
    often, seldom, never = (asked_in_windows(table(when)) for when in (ALWAYS, NEW, NEVER))
    assert often > 10
    assert 1 <= seldom <= 3
    assert never == 0


def test_what_is_passed_is_said_in_one_line() -> None:
    passed = until_passed(table())
    assert passed.windows == ("before draw", "before limbo")
    assert passed.options == SPELLS
    assert text([Passed(("before draw",), SPELLS[:1])]) == (
        "Passed before draw: cast paradoxical prophecy (see `ask`)."
    )


def test_passing_is_an_answer_that_is_kept_and_played_again() -> None:
    session = table(saving=True)
    list(playing(session, 60))
    answers = [(move.prompt, move.answer, move.player) for move in session.timeline.moves]
    assert ("before draw", "continue", "A") in answers
    state = session.game.state
    session.close()
    (path,) = (store.home() / "games").glob("*.jsonl")
    again = replay(store.read(path), Bench())
    assert again.fault == ""
    assert again.timeline.game.state == state
    assert [(move.prompt, move.answer, move.player) for move in again.timeline.moves] == answers


def test_an_answer_is_taken_back_with_the_windows_passed_after_it() -> None:
    session = table()
    until_passed(session)
    moves = session.timeline.moves
    assert [move.passed for move in moves[-3:]] == [False, True, True]
    session.feed("undo")
    assert session.timeline.moves == moves[:-3]
    assert prompt_of(session) == "turn"
    session.feed("redo")
    assert session.timeline.moves == moves
    assert "continue (passed for you)" in text(session.feed("log 1"))
    assert "discard" in text(session.feed("why"))


def test_a_player_may_be_asked_after_all() -> None:
    session = table()
    until_passed(session)
    for prompt in ("before limbo", "before draw"):
        session.feed("ask back")
        assert prompt_of(session) == prompt
    (refused,) = session.feed("ask back")
    assert isinstance(refused, Refused)
    session.feed("cast paradoxical")
    assert prompt_of(session) == "pay"


def test_an_answer_later_in_a_line_is_read_where_a_window_would_be_passed() -> None:
    session = table()
    until_passed(session)
    session.feed("undo")
    first, second = [each for each in session.options if each.startswith("discard")][:2]
    session.feed(f"{first}, cast paradoxical prophecy")
    assert (prompt_of(session), session.timeline.moves[-1].prompt) == ("pay", "before draw")
    session.feed("undo 2")
    before = len(session.timeline.moves)
    session.feed(f"{first}, {second}")
    assert [move.passed for move in session.timeline.moves[before:]][:4] == [False, True, True, False]


def test_preferences_about_an_ability_a_window_or_both() -> None:
    preferences = Preferences(NEW).adding(Preference(ALWAYS, at="before draw")).adding(Preference(NEVER, "cast …"))
    assert preferences.about("cast …", "before draw").when == NEVER
    assert preferences.about("swap …", "before draw").when == ALWAYS
    assert preferences.about("swap …", "rest").when == NEW
    both = preferences.adding(Preference(ALWAYS, "cast …", "rest"))
    assert both.about("cast …", "rest").when == ALWAYS
    assert both.adding(Preference(NEVER, "cast …")).about("cast …", "rest").when == NEVER
    assert both.adding(Preference(ALWAYS)) == Preferences(ALWAYS)


def asked_at(preference: str) -> Counter[str]:
    """How often each prompt offers to pass."""
    session = table(ALWAYS)
    session.feed(f"ask {preference}")
    found = [event for events in playing(session, 60) for event in events if isinstance(event, Asked)]
    return Counter(event.prompt for event in found if event.passing)


def test_beside_another_answer_an_ability_is_offered_unless_the_player_named_it_or_the_prompt() -> None:
    assert asked_at("never")["door drawn"] > 0
    assert asked_at("new cast")["door drawn"] > 0
    assert asked_at("never cast")["door drawn"] == 0
    asked = asked_at("never at door drawn")
    assert asked["door drawn"] == 0 < asked["before draw"]


def test_a_preference_is_typed_saved_and_forgotten(home: Path) -> None:
    session = table(saved=True)
    (said,) = session.feed("ask never cast at before draw")
    assert isinstance(said, Said)
    assert (
        "but never cast paradoxical prophecy at before draw, never cast parallel planning at before draw" in said.text
    )
    assert table(saved=True).attention.preferences == session.attention.preferences
    assert table(saved=False).attention.preferences == Preferences(NEW)
    session.feed("ask always for now")
    assert session.attention.preferences == Preferences(ALWAYS)
    assert table(saved=True).attention.preferences.usual == NEW
    session.feed("ask reset")
    assert table(saved=True).attention.preferences == Preferences(NEW)
    assert json.loads((home / preferences.FILE).read_text()) == {"ask": {}}


@pytest.mark.parametrize(
    ("typed", "reason", "help"),
    [
        ("often", "`often` doesn't say when to ask", "type `always`, `new` or `never`"),
        ("never dance", "no ability is called `dance`", "abilities: `cast paradoxical prophecy`, "),
        (
            "never at noon",
            "no question that offers abilities is called `noon`",
            "questions that offer abilities: `before draw`, `before limbo`",
        ),
    ],
)
def test_a_preference_that_names_nothing_changes_nothing(typed: str, reason: str, help: str) -> None:
    session = table()
    (refused,) = session.feed(f"ask {typed}")
    assert isinstance(refused, Refused)
    assert refused.text == reason
    assert refused.help.startswith(help)
    assert session.attention.preferences == Preferences(NEW)


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"ask": 3}', '{"ask": {"onirim": {"usual": "often", "special": []}}}', "[" * 9999]
)
def test_preferences_that_cannot_be_read_count_as_none(home: Path, content: str) -> None:
    (home / preferences.FILE).write_text(content)
    assert preferences.load("onirim", NEW) == Preferences(NEW)
    preferences.save("onirim", Preferences(NEVER, (Preference(ALWAYS, "a", "b"),)))
    assert preferences.load("onirim", NEW) == Preferences(NEVER, (Preference(ALWAYS, "a", "b"),))


def test_preferences_that_cannot_be_read_are_kept_beside_when_others_replace_them(home: Path) -> None:
    path = home / preferences.FILE
    path.write_text('{"ask": {"other": ')
    preferences.save("patience", Preferences(ALWAYS))
    assert preferences.load("patience", NEW).usual == ALWAYS
    assert path.with_name(f"{path.name}.damaged").read_text() == '{"ask": {"other": '
    preferences.save("patience", None)
    assert len(list(home.glob(f"{preferences.FILE}*"))) == 2


def test_a_preference_that_cannot_be_saved_holds_all_the_same(home: Path) -> None:
    (home / preferences.FILE).mkdir()
    session = table(saved=True)
    (refused,) = session.feed("ask never")
    assert isinstance(refused, Refused)
    assert session.attention.preferences == Preferences(NEVER)


def test_the_summary_of_preferences_fits_the_screen_and_names_the_windows() -> None:
    told = text(table().feed("ask"))
    assert "At questions that only offer abilities (before draw, before limbo), you are asked when something" in told
    assert "Abilities: cast paradoxical prophecy, cast parallel planning" in told
    assert len(told.splitlines()) < 12
    assert "none offers only abilities" in text(sit().feed("ask"))


def test_a_program_is_asked_everywhere() -> None:
    bench = Bench()
    session = Session(deal(RECIPE, bench), bench, COMMANDS, saving=False)
    assert asked_in_windows(session) > 10


def test_a_game_that_is_gone_on_with_knows_what_was_passed() -> None:
    session = table(saving=True)
    until_passed(session)
    moves, why, taken = session.timeline.moves, text(session.feed("why")), session.timeline.undoable
    session.close()
    (save,) = store.unfinished()
    assert isinstance(save, store.Save)
    again = replay(save, Bench())
    assert again.timeline.moves == moves
    assert again.timeline.undoable == taken
    after = Session(again, Bench(), COMMANDS, saving=False)
    assert text(after.feed("why")) == why
    assert "play" in why or "discard" in why


def test_a_file_can_not_say_that_an_answer_was_a_window_passed() -> None:
    session = table(saving=True)
    session.feed("1")
    session.close()
    (save,) = store.unfinished()
    assert isinstance(save, store.Save)
    given = tuple(attrs.evolve(line, passed=True) for line in save.lines if isinstance(line, Played))
    assert "doesn't pass prompt" in replay(attrs.evolve(save, lines=given), Bench()).fault
