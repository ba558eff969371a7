"""`reload`: rules that change in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from repl.drivers.jsonlines import as_data
from repl.drivers.plain import lines
from repl.saves import store
from repl.saves.recipe import Recipe
from repl.saves.replay import deal, replay
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event, RulesChanged
from repl.session.session import Session

pytestmark = pytest.mark.usefixtures("home")

RULES = """\
game heap "Heap"
kind stone
cards stone in bag
  | card  | count |
  | black | 6     |
zone bag: pile, hidden
zone heap: heap, public
number points: 0 to 99
prompt turn: "What?", must be answered
prompt more: "More?", must be answered
event setup
  shuffle bag
turn: main
event main
  ask turn
    option add
      move top of bag to heap
    option count
      set points to points + number of stone in heap
    option boast
      set points to points + 1
  ask more
    option go on
win only when points is 50
"""
SAT: list[Session] = []


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "heap").mkdir()
    path = tmp_path / "heap" / "base.rules"
    path.write_text(RULES, "utf-8")
    yield path
    while SAT:
        SAT.pop().close()


def playing(file: Path, *answers: str, saving: bool = True) -> Session:
    engine = Engine()
    SAT.append(Session(deal(Recipe(str(file.parent), seed=3), engine), engine, COMMANDS, saving=saving))
    for answer in answers:
        SAT[-1].feed(answer)
    return SAT[-1]


def rewrite(file: Path, old: str, new: str) -> None:
    assert old in RULES
    file.write_text(RULES.replace(old, new), "utf-8")


def told(events: list[Event]) -> RulesChanged:
    (found,) = (event for event in events if isinstance(event, RulesChanged))
    return found


def given(session: Session) -> list[str]:
    return [move.answer for move in session.timeline.moves]


def test_the_game_goes_on_in_the_same_file_if_every_answer_fits(file: Path) -> None:
    session = playing(file, "add", "count", "add", "undo")
    saved = session.file
    rewrite(file, '"What?"', '"What now?"')
    found = told(events := session.feed("reload"))
    assert (found.status, found.kept, found.again) == ("same", 2, 1)
    assert "What now?" in str(events)
    assert (session.file, given(session)) == (saved, ["add", "count"])
    session.feed("redo")
    session.close()
    again = replay(store.read(saved or Path()), Engine())
    assert (again.fault, again.differences) == ("", ())
    assert [move.answer for move in again.timeline.moves] == ["add", "count", "add"]


def test_an_answer_that_is_no_longer_offered_is_named(file: Path) -> None:
    session = playing(file, "add", "boast", "count")
    rewrite(file, "    option boast\n      set points to points + 1\n", "    option leave\n")
    found = told(session.feed("reload"))
    assert (found.status, found.number, found.kept, found.again) == ("differs", 2, 1, 0)
    assert found.lines == ("`boast` no longer fits: `turn` no longer offers it",)
    assert "boast" in session.options
    session.feed("add")
    found = told(session.feed("reload anyway"))
    assert (found.status, given(session)) == ("gone on", ["add"])
    assert "leave" in session.options


def test_the_old_game_stays_in_its_file(file: Path) -> None:
    session = playing(file, "add", "boast")
    saved = session.file
    assert saved
    before = saved.read_bytes()
    rewrite(file, "points + 1", "points + 2")
    assert str(saved) in told(session.feed("reload anyway")).text
    session.feed("count")
    assert session.file not in (None, saved)
    assert saved.read_bytes() == before


def test_what_happens_otherwise_is_shown_and_can_be_given_again(file: Path) -> None:
    session = playing(file, "add", "boast", "count", saving=False)
    rewrite(file, "points + 1", "points + 2")
    found = told(session.feed("reload"))
    assert (found.number, found.kept, found.again) == (2, 1, 2)
    assert [line.partition(" (")[0] for line in found.lines] == [
        "before: points: 0 → 1: main",
        "now: points: 0 → 2: main",
    ]
    session.feed("reload anyway")
    session.feed("redo all")
    assert session.game.state.numbers["points"] == 3


def test_rules_that_cannot_be_linked_leave_the_old_ones_in_force(file: Path) -> None:
    session = playing(file, "add")
    rewrite(file, "win only when points", "win only when pionts")
    event = told(session.feed("reload"))
    assert (event.status, as_data(event)["event"]) == ("broken", "rules_changed")
    assert "did you mean `points`" in "\n".join(lines(event))
    assert given(session) == ["add"]
    session.feed("add")
    file.write_text(RULES, "utf-8")
    assert told(session.feed("reload")).status == "same"


def test_a_question_with_one_answer_is_skipped_or_asked_and_its_answer_kept(file: Path) -> None:
    session = playing(file, "add", "boast")
    rewrite(file, "    option go on\n", "    option go on\n    option rest\n      set points to 0\n")
    assert (told(session.feed("reload")).status, given(session)) == ("same", ["add", "go on", "boast", "go on"])
    file.write_text(RULES, "utf-8")
    assert (told(session.feed("reload")).status, given(session)) == ("same", ["add", "boast"])


def test_another_deal_begins_anew(file: Path) -> None:
    session = playing(file, "add", "count")
    rewrite(file, "| 6 ", "| 7 ")
    found = told(session.feed("reload"))
    assert (found.number, found.lines) == (0, ("it begins with another state of `bag`",))
    assert told(session.feed("reload anyway")).again == 2
    session.feed("redo all")
    assert given(session) == ["add", "count"]


def test_a_mended_fault_goes_on(file: Path) -> None:
    rewrite(file, "set points to points + 1\n", "repeat while points is less than 50\n        set points to 0\n")
    session = playing(file, "add", "boast")
    assert session.game.outcome
    file.write_text(RULES, "utf-8")
    assert (told(session.feed("reload")).status, given(session)) == ("same", ["add", "boast"])


def test_rules_that_are_gone_leave_the_old_ones_in_force(file: Path) -> None:
    session = playing(file, "add")
    assert list(session.rules_files) == [(file.parent,), ()]
    file.unlink()
    assert told(session.feed("reload")).status == "broken"
    assert list(session.rules_files) == [(), ()]
    assert "add" in session.options


CLOSED = """\
game closed "Closed"
players 2
kind stone
cards stone in bag
  | card  | count |
  | black | 9     |
  | white | 9     |
zone bag: pile, hidden
zone hand per player: heap, private
prompt turn: "What?", must be answered
event setup
  shuffle bag
turn: main
event main
  ask turn
    option draw
      draw from bag to hand of A
      draw from bag to hand of B
    option pass
win only when number of stone in bag is 0
"""


def test_nothing_is_shown_that_the_player_may_not_know(file: Path) -> None:
    file.write_text(CLOSED, "utf-8")
    session = playing(file, "draw", "", "draw", saving=False)
    file.write_text(CLOSED.replace("to hand of B\n", "to hand of B\n      draw from bag to hand of B\n"), "utf-8")
    found = told(session.feed("reload"))
    assert found.number == 1
    assert "now: a card: bag → B hand" in found.lines[1]
    assert session.waiting == "A"
    assert [word for word in ("black", "white") if word in str(found)] == []


def test_the_seat_stays_taken(file: Path) -> None:
    file.write_text(CLOSED, "utf-8")
    session = playing(file, "draw", "", saving=False)
    file.write_text(CLOSED.replace('"What?"', '"What now?"'), "utf-8")
    events = session.feed("reload")
    assert (told(events).status, session.viewer, session.waiting) == ("same", "B", "")
    assert "What now?" in str(events)


def test_a_misspelt_argument_is_refused(file: Path) -> None:
    assert "type `reload` or `reload anyway`" in str(playing(file).feed("reload always"))
