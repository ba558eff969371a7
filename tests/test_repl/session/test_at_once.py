"""Players who choose at once: nothing tells a choice before all have chosen."""

from __future__ import annotations

import pytest

import dsl
from repl.drivers.jsonlines import as_data
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.account import Account
from repl.session.commands import COMMANDS
from repl.session.events import Asked, Event, HandOver, Happened, Listing
from repl.session.session import Session
from tests.support.purses import purses
from tests.support.tiny import compiled

BIDDING = """\
game bids "Bids"
players 3
kind piece
cards piece in bag
  | card | count |
  | red  | 6     |
zone bag: pile, hidden
zone hand per player: heap, public
number bid per player: 0 to 9
prompt bidding: "What do you bid?"
prompt turn: "What do you do?"
event setup
  shuffle bag
  do bidding
event bidding
  ask bidding, decided by every player at once
    option zilch
      set bid to 1
    option plenty
      set bid to 2
event main
  ask turn
    option draw
      draw from bag to hand as found
    option rest
      do bidding
turn: main
win only when no card in bag
table
  show "Bids": bid of A
"""


class Bidding(Engine):
    """A game without closed hands, in which all bid at once."""

    def link(self, recipe: Recipe) -> dsl.Program:
        return compiled(BIDDING, players=recipe.players or 3)


@pytest.fixture
def session() -> Session:
    engine = Bidding()
    session = Session(deal(Recipe("bids", (), 3, (), seed=3), engine), engine, COMMANDS, saving=False)
    assert session.greeting()[-1] == HandOver("A")
    return session


def told(events: list[Event]) -> str:
    """All that events say, as a program gets it."""
    return " ".join(str(as_data(event)) for event in events if not isinstance(event, Asked))


def test_who_chooses_sits_there_alone(session: Session) -> None:
    (asked,) = (event for event in session.feed("") if isinstance(event, Asked))
    assert asked.at_once
    assert session.feed("plenty")[-1] == HandOver("B")
    assert session.feed("zilch")[-1] == HandOver("B")
    session.feed("")
    assert session.feed("zilch")[-1] == HandOver("C")


def test_nothing_tells_a_choice_before_all_have_chosen(session: Session) -> None:
    session.feed("")
    session.feed("plenty")
    session.feed("")
    session.feed("zilch")
    seen = session.feed("")
    for command in ("", "log", "why", "why all", "table", "why not", "undo", "undo", "redo all"):
        seen += session.feed(command)
    words = told(seen)
    assert "plenty" not in words
    assert "zilch" not in words
    assert "A: (an answer that only A knows)" in words
    assert ".rules:" not in words


def test_who_has_chosen_can_read_it(session: Session) -> None:
    session.feed("")
    before = session.feed("plenty")
    assert "A: plenty" in told(before)
    (log,) = (event for event in session.feed("log") if isinstance(event, Listing))
    assert log.lines == ("   1  A: plenty",)


def test_all_choices_are_told_when_all_have_chosen(session: Session) -> None:
    for answer in ("plenty", "zilch", "plenty"):
        session.feed("")
        events = session.feed(answer)
    (happened,) = (event for event in events if isinstance(event, Happened))
    assert {"A: plenty", "B: zilch", "C: plenty"} <= set(happened.lines)
    assert session.game.sealed == 0
    assert dict(session.game.view("A").numbers)["A bid"] == 2


def test_choosing_again_with_knowledge_is_marked(session: Session) -> None:
    session.feed("")
    session.feed("plenty")
    session.feed("undo")
    assert not session.timeline.assisted
    for answer in ("plenty", "zilch", "plenty"):
        session.feed("")
        session.feed(answer)
    session.feed("")
    session.feed("undo")
    assert session.timeline.assisted


def test_an_earlier_round_is_known(session: Session) -> None:
    for answer in ("plenty", "zilch", "plenty", "rest"):
        session.feed("")
        session.feed(answer)
    session.feed("")
    session.feed("zilch")
    session.feed("")
    (log,) = (event for event in session.feed("log all") if isinstance(event, Listing))
    assert log.lines[:2] == ("   1  A: plenty", "   2  B: zilch")
    assert log.lines[-1] == "   5  A: (an answer that only A knows)"


CARDS = (
    BIDDING.replace("public", "private", 1)
    .replace(
        "    option zilch\n",
        "    option show <piece in hand>\n      move piece to shown\n    option zilch\n",
    )
    .replace(
        "event setup\n  shuffle bag\n",
        "event setup\n  shuffle bag\n  for each p: player\n    draw from bag to hand of p as found\n",
    )
    .replace("prompt bidding", "zone shown: heap, public\nprompt bidding")
)


def test_a_card_that_was_shown_is_named_when_all_have_chosen() -> None:
    class Cards(Engine):
        def link(self, recipe: Recipe) -> dsl.Program:
            return compiled(CARDS, players=recipe.players or 3)

    engine = Cards()
    session = Session(deal(Recipe("bids", (), 3, (), seed=3), engine), engine, COMMANDS, saving=False)
    for answer in ("show red", "zilch", "plenty"):
        session.feed("")
        events = session.feed(answer)
    (happened,) = (event for event in events if isinstance(event, Happened))
    assert {"A: show red", "B: zilch", "C: plenty"} <= set(happened.lines)
    (log,) = (event for event in session.feed("log all") if isinstance(event, Listing))
    assert log.lines[:2] == ("   1  A: show red", "   2  B: zilch")


def seated(program: dsl.Program) -> Session:
    """A session of this game, whose first player sits down."""

    class Only(Engine):
        def link(self, recipe: Recipe) -> dsl.Program:
            assert recipe.game == program.game
            return program

    engine = Only()
    recipe = Recipe(program.game, (), program.players, (), seed=3)
    session = Session(deal(recipe, engine), engine, COMMANDS, saving=False)
    session.feed("")
    return session


def happened(events: list[Event]) -> tuple[str, ...]:
    return tuple(line for event in events if isinstance(event, Happened) for line in event.lines)


def passed_on(session: Session, answer: str) -> tuple[str, ...]:
    """The news after an answer, and those of the player who sits down then, if another one is asked."""
    return happened([*session.feed(answer), *(session.feed("") if session.waiting else [])])


@pytest.mark.parametrize("rich", range(3))
def test_who_was_asked_alone_is_known_in_every_round(rich: int) -> None:
    session = seated(purses(*(9 * (player == rich) for player in range(3))))
    for number in range(1, 8):
        assert f"{'ABC'[rich]}: one" in passed_on(session, "one")
        for viewer in "ABC":
            lines = Account(session.program, session.timeline, viewer).answers(number)
            assert lines == (f"{'ABC'[rich]}: one",)
    session.feed("undo all")
    assert not session.timeline.assisted


def test_news_of_a_round_leave_out_the_round_before() -> None:
    session = seated(purses(2, 4, 0))
    passed_on(session, "one")
    assert {"A: one", "B: one"} <= set(passed_on(session, "one"))
    assert session.game.history[-1].forced
    assert session.game.sealed == 1
    news = passed_on(session, "two")
    assert "B: two" in news
    assert "A: one" not in news
    assert "B: one" not in news


def test_a_round_that_was_known_before_a_forced_answer_is_marked_when_taken_back() -> None:
    session = seated(purses(2, 4, 0))
    passed_on(session, "one")
    passed_on(session, "one")
    assert session.game.sealed == 1
    session.feed("undo")
    assert session.timeline.assisted


def test_an_answer_of_a_round_is_undone_without_a_mark_until_all_have_chosen() -> None:
    session = seated(purses(3, 3, 3))
    for answer in ("one", "two"):
        passed_on(session, answer)
    session.feed("undo")
    assert not session.timeline.assisted


KEEPING = """\
game keeping "Keeping"
players 2
kind piece
cards piece in bag
  | card  | count |
  | red   | 2     |
  | blue  | 1     |
  | green | 1     |
zone bag: heap, hidden
zone hand per player: heap, private
zone shown: heap, public
number kept per player: 0 to 9
number round: 0 to 2
prompt keeping: "What do you do?"
event setup
  move every red in bag to hand of A
  move every piece in bag to hand of B
turn: main
event main
  set round to 1
  do keeping
  set round to 2
  do keeping
event keeping
  ask keeping, decided by every player at once
    option keep <piece in hand>, if round is 1
      set kept to kept + 1
    option rest, if round is 1
      set kept to 0
    option show <piece in hand>, if round is 2
      move piece to shown
win only when number of piece in shown is 4
table
  show "Kept": kept of A
"""


def test_a_card_that_was_named_in_a_round_is_not_learnt_from_the_next() -> None:
    session = seated(compiled(KEEPING, players=2))
    for answer in ("keep red", "keep blue", "show green"):
        passed_on(session, answer)
    assert [(each.option, each.forced) for each in session.game.history[2:4]] == [
        ("show red", True),
        ("show green", False),
    ]
    account = Account(session.program, session.timeline, "B")
    assert account.answers(1) == ("A: (an answer that only A knows)",)
    assert account.answers(2) == ("B: keep blue", "A: show red (the only answer)")
    assert "keep red" not in " ".join(account.reasons(1))
