"""A session, tried with a game made by hand: no engine, no terminal, no disk."""

from __future__ import annotations

import pytest

from repl.drivers.plain import lines
from repl.saves.recipe import LARGEST_SEED
from repl.session.commands import COMMANDS
from repl.session.events import Asked, Closed, Ended, Event, HandOver, Happened, Listing, Refused, Said, Table
from repl.session.session import Session
from tests.support.patience import bench, sit


def text(events: list[Event]) -> str:
    return "\n".join(line for event in events for line in lines(event))


def asked(events: list[Event]) -> Asked:
    (found,) = [event for event in events if isinstance(event, Asked)]
    return found


def refused(events: list[Event]) -> Refused:
    (found,) = events
    assert isinstance(found, Refused)
    return found


def given(session: Session) -> list[str]:
    return [move.answer for move in session.timeline.moves]


def play_out(session: Session, verb: str) -> list[Event]:
    events: list[Event] = []
    while session.game.decision:
        events = session.feed(next(option for option in session.options if option.startswith(verb)))
    return events


def put_back(session: Session) -> None:
    """Look at the next cards and put them back, last one first."""
    session.feed("peek")
    while session.options[0].startswith("next"):
        session.feed(session.options[-1])


def test_the_greeting_shows_the_table_and_asks() -> None:
    said, table, question = sit().greeting()
    assert isinstance(said, Said)
    assert "seed 1" in said.text
    assert isinstance(table, Table)
    assert [row.label for row in table.rows] == ["deck", "hand", "row", "discard", "looked"]
    assert isinstance(question, Asked)
    assert [choice.number for choice in question.choices] == [1, 2, 3, 4, 5]
    assert not question.named


def test_an_answer_tells_what_happened_and_asks_again() -> None:
    happened, table, question = sit().feed("1")
    assert happened == Happened(("play green one", "green one: hand → row", "green two: deck → hand"))
    assert isinstance(table, Table)
    assert isinstance(question, Asked)


def test_a_whole_order_in_one_line_uses_the_numbers_as_they_were_shown() -> None:
    session = sit()
    shown = asked(session.feed("peek"))
    words = [choice.words for choice in shown.choices]
    session.feed("3 1 2")
    assert given(session) == ["peek", words[2], words[0]]
    assert [answer.option for answer in session.game.history[1:]] == [words[2], words[0], words[1]]


def test_words_later_in_a_line_may_mean_what_is_asked_by_then() -> None:
    session = sit()
    session.feed("peek")
    session.feed("3, 1, pe")
    assert given(session) == ["peek", *given(session)[1:3], "peek"]


def test_answers_that_showed_a_hidden_card_stand_when_one_behind_them_does_not_fit() -> None:
    session = sit(saving=False)
    happened, stopped, table, question = session.feed("play green one, dance, 1")
    assert isinstance(happened, Happened)
    assert stopped == Refused(
        "`dance` is not a possible answer after `play green one`: the rest of the line was ignored"
    )
    assert isinstance(table, Table)
    assert isinstance(question, Asked)
    assert given(session) == ["play green one"]
    assert not session.timeline.assisted


@pytest.mark.parametrize("line", ["3 1 2 99", "3 3", "1 2 next purple", "3 1 2 peek"])
def test_an_order_that_does_not_fit_changes_nothing(line: str) -> None:
    session = sit()
    session.feed("peek")
    answer = refused(session.feed(line))
    assert "next" in answer.help
    assert given(session) == ["peek"]


def test_a_wrong_answer_says_what_is_possible_and_what_is_near() -> None:
    session = sit()
    answer = refused(session.feed("play gren one"))
    assert answer.text == "`play gren one` is not one of the answers"
    assert answer.help.startswith("did you mean `play green one`? possible answers: 1 play green one, 2 ")
    assert refused(session.feed("play")).text.startswith("`play` could be")
    assert given(session) == []
    assert session.refusals == 2


def test_an_answer_goes_before_a_command_and_a_colon_tells_them_apart() -> None:
    session = sit()
    session.feed("pe")
    assert given(session) == ["peek"]
    session.feed("un")
    assert given(session) == []
    session.feed("redo")
    session.feed(":undo")
    assert given(session) == []


def test_undo_and_redo_go_to_any_depth() -> None:
    session = sit()
    for line in ("1", "discard green two", "1"):
        session.feed(line)
    end = session.game.view("A")
    answers = given(session)
    events = session.feed("undo 2")
    assert isinstance(events[0], Listing)
    assert events[0].lines == (answers[2], answers[1])
    assert given(session) == answers[:1]
    session.feed("redo")
    assert given(session) == answers[:2]
    session.feed("undo all")
    assert given(session) == []
    session.feed("redo all")
    assert (given(session), session.game.view("A")) == (answers, end)
    session.feed("undo")
    session.feed("peek")
    assert refused(session.feed("redo")).text == "there is no answer to redo"


@pytest.mark.parametrize("argument", ["0", "2", "-1", "many", "999999999999"])
def test_more_than_was_given_cannot_be_taken_back(argument: str) -> None:
    session = sit()
    session.feed("1")
    answer = refused(session.feed(f"undo {argument}"))
    assert answer.help == "there is one of your own: leave out the number"
    assert len(given(session)) == 1


def test_seeing_hidden_cards_and_taking_that_back_marks_the_game() -> None:
    session = sit()
    session.feed("peek")
    assert not session.timeline.assisted
    session.feed("undo")
    assert session.timeline.assisted
    assert "assisted" in text(session.feed("log"))
    assert "Assisted" in text(play_out(session, "play"))


def test_taking_back_what_showed_nothing_does_not_mark_the_game() -> None:
    session = sit()
    session.feed("peek")
    session.feed("1")
    session.feed("undo")
    assert not session.timeline.assisted


def test_the_end_says_why_and_which_seed_and_can_be_taken_back() -> None:
    session = sit()
    ended = play_out(session, "play")[-1]
    assert ended == Ended("won", "Six cards lie in the row.", 1, "reverie play patience --seed 1", assisted=False)
    assert refused(session.feed("1")).text == "the game is over"
    assert isinstance(session.feed("undo")[-1], Asked)


def test_a_game_that_cannot_be_won_any_more_says_so_once() -> None:
    session = sit()
    told = "The row can't be filled any more. The game continues anyway."
    found = []
    while session.game.decision:
        events = session.feed(next(option for option in session.options if option.startswith("discard")))
        found += [event.text for event in events if isinstance(event, Said)]
    assert found == [told]
    session.feed("undo all")
    again = [event for event in play_out(session, "discard") if isinstance(event, Said)]
    assert again == []


def test_help_lists_every_command_and_explains_one() -> None:
    session = sit()
    everything = text(session.feed("help"))
    for word in ("undo", "redo", "why", "log", "save", "load", "restart", "seed", "rules", "quit"):
        assert word in everything
        (listing,) = session.feed(f"help {word}")
        assert isinstance(listing, Listing)
    assert refused(session.feed("help udno")).help == "did you mean `undo`?"
    assert "They are red." in text(session.feed("help the red cards"))
    assert max(map(len, everything.splitlines())) <= 110
    assert "ask always|new|never" in text(session.feed("help ask"))


def test_rules_are_those_of_the_cards_in_sight_unless_asked_otherwise() -> None:
    session = sit()
    assert text(session.feed("rules")) == "Rules:\nGreen cards\n  They are green."
    assert "They are red." in text(session.feed("rules red"))
    assert "Red cards [P-2]" in text(session.feed("rules all"))
    assert refused(session.feed("rules geen one")).help == "did you mean `green one`? `rules all` lists all of them"


def test_log_why_and_seed() -> None:
    session = sit()
    session.feed("peek")
    session.feed("2 1")
    assert text(session.feed("log")).splitlines()[1:] == [
        "   1  peek",
        "   2  next blue two",
        "   3  next green two",
        "      next red one (the only answer)",
    ]
    assert text(session.feed("log 1")).splitlines()[1].startswith("   3  ")
    assert "A turn [P-1] (patience/base.rules:1)" in text(session.feed("why"))
    told = text(session.feed("why all"))
    assert "peek: A turn" in told
    assert "red one: looked → deck: A turn" in told
    assert "reverie play patience --seed 1" in text(session.feed("seed"))


def test_restart_deals_the_same_and_new_deals_another() -> None:
    session = sit()
    start = session.game.view("A")
    session.feed("1")
    session.feed("restart")
    assert session.game.view("A") == start
    session.feed("new 5")
    assert session.recipe.seed == 5
    assert session.game.view("A") != start
    session.feed("new")
    for words in ("today", "-1", "1.5", "1e9", "٣", "9" * 5_000, str(LARGEST_SEED + 1)):
        assert (
            refused(session.feed(f"new {words}")).text
            == f"`{words if len(words) < 20 else '9' * 40 + '…'}` is not a seed"
        )
    session.feed(f"new {LARGEST_SEED}")
    assert session.recipe.seed == LARGEST_SEED
    assert refused(session.feed("restart")).text == "the game is at its beginning"


def test_an_empty_line_shows_the_table_again() -> None:
    session = sit()
    assert session.feed("  ") == session.scene(whole=True)


def test_quit_ends_the_session() -> None:
    session = sit()
    assert session.feed("quit")[-1] == Closed()
    assert session.closed
    assert session.feed("1") == []


def test_completions_are_answers_and_then_commands() -> None:
    session = sit()
    assert session.completions("p") == ["play green one", "play green two", "peek"]
    assert session.completions("r") == ["rules", "redo", "restart", "reload"]
    assert session.completions("un") == ["undo"]


def test_with_open_hands_the_seat_needs_no_handing_over() -> None:
    session = sit(players=2)
    question = asked(session.feed("1"))
    assert (question.player, question.named) == ("B", True)
    assert asked(session.feed("1")).player == "A"
    session.feed("1")
    assert [move.player for move in session.timeline.moves] == ["A", "B", "A"]


def test_with_closed_hands_nothing_is_shown_before_the_seat_is_handed_over() -> None:
    session = sit(bench(open_hands=False), players=2)
    assert session.greeting()[1:] == [HandOver("A")]
    assert session.options == ()
    assert session.completions("") == ["peek"] or session.completions("p") == []
    assert isinstance(refused(session.give(("peek",))), Refused)
    table = next(event for event in session.feed("") if isinstance(event, Table))
    assert table.player == "A"
    assert [row.text for row in table.rows if row.label == "B hand"] == ["3"]
    happened, over = session.feed("1")[0], session.feed("undo")
    assert isinstance(happened, Happened)
    assert over[-1] != HandOver("A")


@pytest.mark.parametrize("others", ["play green one", "play red one", "play purple"])
def test_with_closed_hands_nobody_answers_for_the_other_or_learns_what_the_other_could(others: str) -> None:
    session = sit(bench(open_hands=False), players=2)
    session.feed("")
    events = session.give((session.options[0], others))
    assert "is for player B to answer" in text(events)
    assert [event.help for event in events if isinstance(event, Refused)] == [""]
    assert events[-1] == HandOver("B")
    assert [move.player for move in session.timeline.moves] == ["A"]


def test_with_closed_hands_what_only_one_player_knows_stays_hidden() -> None:
    session = sit(bench(open_hands=False), players=2)
    session.feed("")
    put_back(session)
    shown = session.feed("1")
    assert shown[-1] == HandOver("B")
    seen = text(session.feed(""))
    assert "A: play" in seen
    assert "(an answer that only A knows)" in seen
    assert "next" not in seen
    for command in ("log", "why all", "undo 2"):
        told = text([event for event in session.feed(command) if isinstance(event, Listing)])
        assert told
        assert "next red" not in told
        assert "next blue" not in told
        assert "next green" not in told


def test_with_closed_hands_everything_is_told_when_the_game_is_over() -> None:
    session = sit(bench(open_hands=False), players=2)
    session.feed("")
    put_back(session)
    while session.game.decision:
        session.feed("")
        session.feed("1")
    assert "an answer that only" not in text(session.feed("log"))


def test_with_closed_hands_taking_back_the_end_tells_nothing_that_was_hidden() -> None:
    session = sit(bench(open_hands=False), players=2)
    session.feed("")
    put_back(session)
    while session.game.decision:
        session.feed("")
        session.feed("1")
    hidden = {move.answer for move in session.timeline.moves if move.answer.startswith("next")}
    assert hidden
    seat = session.viewer
    mine = {move.answer for move in session.timeline.moves if move.player == seat}
    told = text([event for event in session.feed("undo all") if isinstance(event, Listing)])
    assert [answer for answer in hidden - mine if answer in told] == []


def test_the_seat_can_be_left_while_it_is_handed_over() -> None:
    session = sit(bench(open_hands=False), players=2)
    assert session.feed("quit")[-1] == Closed()


@pytest.mark.parametrize(("line", "command"), [("q", "quit"), ("qui", "quit"), ("n", "new")])
def test_no_command_that_leaves_the_game_is_meant_by_its_beginning(line: str, command: str) -> None:
    session = sit()
    game = session.game
    (refused,) = session.feed(line)
    assert isinstance(refused, Refused)
    assert refused.help.startswith(f"type `{command}` in full to ")
    assert session.game is game
    assert not session.closed
    events = session.feed(f":{line}")
    assert events[-1] == Closed() or session.game is not game


def test_leaving_says_that_there_was_nothing_to_save() -> None:
    assert sit().feed("quit")[0] == Said("No answer was given, so there is nothing to save.")
    session = sit()
    session.feed("1")
    assert session.feed("quit")[0] == Said("This game was not saved.")


LONG = ("x" * 10_000, "x " * 5_000, "é" * 500_000, "7" * 5_000, "1 " * 5_000, "x/" * 5_000, "ask " * 3_000)


@pytest.mark.parametrize(
    "before", ["", "1 ", "play green one, ", *(f"{name} " for name in COMMANDS.names() if name != "why not")]
)
def test_of_a_long_line_only_the_beginning_is_quoted(before: str) -> None:
    for long in LONG:
        session = sit()
        events = [event for event in session.feed(before + long) if isinstance(event, Refused)]
        assert all(len(event.text) + len(event.help) < 1_000 for event in events), (before, long[:10])
        refused = session.give(["play green one", before + long])
        assert all(len(event.text) < 1_000 for event in refused if isinstance(event, Refused))


def test_each_number_of_a_line_is_for_the_question_that_it_meets() -> None:
    session = sit()
    session.feed("5 1 1")
    looked = given(session)[1]
    assert given(session)[0] == "peek"
    assert looked.startswith("next ")
    assert refused(session.feed("9 1")).text == "there is no answer number 9: they go from 1 to 5"
    session = sit()
    shown = session.options
    session.feed("2 1 1")
    met = [session.timeline.after(number).decision for number in (1, 2)]
    assert given(session) == [shown[1], *(each.options[0].id for each in met if each)]


def test_numbers_that_are_left_over_are_named() -> None:
    session = sit()
    session.feed("peek")
    answer = refused(session.feed("3 1 2 99"))
    assert answer.text.startswith("there is no answer number 99 after `next ")
    assert answer.text.endswith(": nothing was changed")


def test_the_help_of_each_command_says_more_than_its_line() -> None:
    session = sit()
    for command in COMMANDS.every:
        (listing,) = session.feed(f":help {command.name}")
        assert isinstance(listing, Listing)
        assert len(listing.lines) > 1 or command.name == "help", command.name
        assert not [line for line in listing.lines if len(line) > 105]
    (listing,) = session.feed("help load")
    assert isinstance(listing, Listing)
    assert "stays saved" in " ".join(listing.lines)


def test_an_undo_beyond_ones_own_answers_is_told_in_their_number() -> None:
    session = sit()
    session.feed("1")
    session.feed("1")
    answer = refused(session.feed("undo 3"))
    assert (answer.text, answer.help) == ("can't undo 3 answers of your own", "choose 1 to 2, or `all`")
