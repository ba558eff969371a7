"""The three drivers over one session: what goes in and what comes out, without a real terminal."""

from __future__ import annotations

import io
import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from dsl import Problem, SourceFile, Span
from repl.drivers import editor, jsonlines, plain, terminal
from repl.drivers import progress as progressing
from repl.drivers.choice import choose
from repl.drivers.progress import bar
from repl.saves import typed as remembered
from repl.session.events import Listing, Refused, RulesChanged, Said, Table
from repl.session.reloading import broken, unlinked
from repl.session.session import Session
from reverie.table import BETWEEN, Piece, Row
from tests.support.patience import bench, sit


class Keyboard(io.StringIO):
    """Lines typed by a person."""

    def isatty(self) -> bool:
        return True


def plainly(typed: str, session: Session | None = None, person: bool = False) -> tuple[int, str]:
    session, out = session or sit(), io.StringIO()
    code = plain.run(session, session.greeting(), Keyboard(typed) if person else io.StringIO(typed), out)
    return code, out.getvalue()


def programmed(*sent: Any, session: Session | None = None) -> tuple[int, list[dict[str, Any]]]:
    session, out = session or sit(), io.StringIO()
    lines = "".join((each if isinstance(each, str) else json.dumps(each)) + "\n" for each in sent)
    code = jsonlines.run(session, session.greeting(), io.StringIO(lines), out)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def typed(keys: str, session: Session | None = None, width: int = 80, height: int = 25) -> str:
    session, paper = session or sit(), io.StringIO()
    console = Console(
        file=paper, width=width, height=height, force_terminal=True, color_system="standard", highlight=False
    )
    with create_pipe_input() as source:
        source.send_text(keys)
        code = terminal.run(session, session.greeting(), console, source, DummyOutput())
    assert code == 0
    assert session.closed
    return paper.getvalue()


SLIP = Problem("slip", "a slip", Span(SourceFile("a.rules", "event e\n  move a to b\n"), 15, 16), help="mend it")


@pytest.mark.parametrize("event", [unlinked("no rules", [SLIP]), broken((), [SLIP])])
def test_rules_in_a_game_are_in_colour_only_at_a_terminal(event: Refused | RulesChanged) -> None:
    paper = io.StringIO()
    console = Console(file=paper, force_terminal=True, color_system="standard", width=80, no_color=False)
    terminal.Painter(console).show([event])
    assert "\x1b[35mmove\x1b[0m a \x1b[35mto\x1b[0m b" in paper.getvalue()
    lines = plain.lines(event)
    assert re.sub(r"\x1b\[[0-9;]*m", "", paper.getvalue()).splitlines() == list(lines)
    assert lines[1:4] == ("  error[slip]: a slip", "    at a.rules:2:8", "  2 |   move a to b")
    data = jsonlines.as_data(event)
    assert "problems" not in data
    assert "2 |   move a to b" in (data["help"] or "\n".join(data["lines"]))


@pytest.mark.parametrize(
    ("asked", "environment", "terminals", "chosen"),
    [
        ("", {}, True, "terminal"),
        ("", {}, False, "plain"),
        ("", {"ACCESSIBLE": "1"}, True, "plain"),
        ("", {"NO_COLOR": "1"}, True, "plain"),
        ("", {"TERM": "dumb"}, True, "plain"),
        ("", {"NO_COLOR": "", "TERM": "xterm"}, True, "terminal"),
        ("json", {"ACCESSIBLE": "1"}, True, "json"),
        ("plain", {}, True, "plain"),
    ],
)
def test_the_driver_is_chosen_by_flag_then_surroundings_then_ends(
    asked: str, environment: dict[str, str], terminals: bool, chosen: str
) -> None:
    assert choose(asked, environment, terminals) == chosen


def test_plain_lines_say_one_thing_each() -> None:
    code, out = plainly("1\nundo\n")
    assert code == 0
    assert out.splitlines()[:12] == [
        "Patience, seed 1. `help` lists the commands.",
        "deck: 15",
        "hand: green one, green two, green one",
        "row: –",
        "discard: –",
        "looked: –",
        "What do you do?",
        "1. play green one",
        "2. play green two",
        "3. discard green one",
        "4. discard green two",
        "5. peek",
    ]
    assert "\x1b" not in out
    assert "> " not in out


def test_a_refused_line_of_a_script_shows_in_the_exit_code_but_a_persons_slip_does_not() -> None:
    code, out = plainly("sing\n")
    assert code == 1
    assert "Not possible: `sing` is not one of the answers.\nPossible answers: 1 play green one, 2 " in out
    assert plainly("sing\n", person=True)[0] == 0


def test_the_input_may_end_anywhere_even_while_the_seat_is_handed_over() -> None:
    for text in ("", "1", "peek\n"):
        assert plainly(text)[0] == 0
    session = sit(bench(open_hands=False), players=2)
    assert plainly("\n1\n", session, person=True)[0] == 0
    assert session.closed


def test_what_one_player_saw_is_pushed_off_the_screen_when_the_seat_is_handed_over() -> None:
    session = sit(bench(open_hands=False), players=2)
    _, out = plainly("\n1\n\n\nquit\n", session, person=True)
    before, after = out.split("\n" * plain.OUT_OF_SIGHT)
    assert before.endswith(f"{plain.BEFORE_HAND_OVER} > ")
    assert "Hand the seat to player B" in after
    assert "A hand: 3" in after


def test_what_a_file_or_a_module_says_cannot_drive_the_terminal() -> None:
    out = io.StringIO()
    plain._say([Said("a\x1b[2Jb")], out)
    assert out.getvalue() == "a\\x1b[2Jb\n"


def test_programs_get_and_send_objects() -> None:
    code, events = programmed(
        {"answer": "peek"}, {"line": "undo"}, {"answer": ["peek", "next red one"]}, {"line": "quit"}
    )
    assert code == 0
    kinds = [event["event"] for event in events]
    assert kinds[:4] == ["said", "table", "asked", "ready"]
    assert kinds[-1] == "closed"
    asked = events[2]
    assert asked["prompt"] == "turn"
    assert asked["choices"][0] == {
        "number": 1,
        "words": "play green one",
        "module": "base",
        "note": "",
        "form": "",
        "card": "",
        "id": "play green one",
    }
    table = events[1]
    assert {"label": "hand", "text": "green one, green two, green one"} in table["rows"]
    assert {"name": "deck", "family": "deck", "owner": "", "cards": None, "size": 15} in table["zones"]


@pytest.mark.parametrize(
    "line",
    [
        "what",
        "[]",
        "7",
        "[" * 99_999,
        '{"answer": 3}',
        '{"answer": []}',
        '{"answer": "undo"}',
        '{"answer": "peek", "line": "x"}',
    ],
)
def test_a_line_of_a_program_that_is_no_answer_is_refused(line: str) -> None:
    code, events = programmed(line)
    assert code == 1
    assert [event["event"] for event in events[4:]] == ["refused", "ready", "said", "closed"]


def test_a_program_says_that_the_seat_was_handed_over_with_an_empty_line() -> None:
    session = sit(bench(open_hands=False), players=2)
    code, events = programmed({"answer": "peek"}, {"line": ""}, {"answer": "peek"}, session=session)
    assert code == 1
    kinds = [event["event"] for event in events]
    assert kinds[:7] == ["said", "hand_over", "ready", "refused", "ready", "table", "asked"]


def test_the_terminal_takes_lines_and_paints() -> None:
    out = typed("1\rundo\rsing\rquit\r")
    assert "\x1b[" in out
    assert "Not possible: `sing`" in out
    assert "Taken back" in out


def test_leaving_the_terminal_by_its_keys() -> None:
    assert "`quit` leaves the game, and says how to continue it." in typed("\x031\r\x04")


def test_the_hand_over_clears_the_terminal() -> None:
    session = sit(bench(open_hands=False), players=2)
    out = typed("\r1\r\r\rquit\r", session)
    before, after = out.split(terminal.CLEAR_ALL)
    assert "A hand" in before
    assert "player B" in after


def test_a_command_typed_where_the_seat_is_handed_over_is_carried_out() -> None:
    for out in (
        plainly("\n1\nundo\n1\nwhy not\n\n\nquit\n", sit(bench(open_hands=False), players=2), person=True)[1],
        typed("\r1\rundo\r1\rwhy not\r\r\rquit\r", sit(bench(open_hands=False), players=2)),
    ):
        assert "Taken back" in out
        assert "only player B may see the question" in out
        assert out.count("Player B") == 1


def test_what_fills_the_screen_is_shown_page_by_page() -> None:
    listing = Listing("Many", tuple(f"line {number}" for number in range(20)))
    for answers, shown in ((["", "q"], 18), (["", ""], 21), ([None], 9), (["undo"], 9)):
        paper = io.StringIO()
        more = iter(answers).__next__
        early = terminal.Painter(Console(file=paper, width=80, height=10), more).show([listing])
        assert early == ("undo" if "undo" in answers else "")
        assert len(paper.getvalue().splitlines()) == shown


def test_a_line_typed_instead_of_reading_on_is_carried_out() -> None:
    out = typed("1\rhelp\rundo\rhelp\rn\rseed\rquit\r", height=12)
    assert "Taken back" in out
    assert "Seed 1." in out
    assert out.count("Answers and commands") == 2
    assert "seed, to share" not in out
    assert out.count("Patience, seed") == 1


def test_a_q_after_the_last_page_is_no_refusal() -> None:
    out = typed("help\r\r\rq\rq\rquit\r", height=12)
    assert out.count(terminal.AT_THE_END) == 1
    assert out.count("Not possible") == 1


def test_the_terminal_layout_fits_a_small_screen() -> None:
    out = typed("help\rwhy\rquit\r")
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out).splitlines()
    assert max(map(len, shown)) <= 80
    assert "play     1 green one  2 green two" in shown
    assert "discard  3 green one  4 green two" in shown


def test_a_long_row_goes_on_under_its_own_beginning() -> None:
    paper = io.StringIO()
    pieces = tuple(Piece(f"card number {number}, ") for number in range(9))
    row = Row("row", pieces)
    terminal.Painter(Console(file=paper, width=40)).show([Table("A", (row, Row("deck", (Piece("4"),), short=True)))])
    lines = paper.getvalue().splitlines()
    assert lines[1].startswith("row  card number 0,")
    assert lines[2].startswith("     card number")
    assert lines[-1] == "deck 4"


def test_ctrl_c_ends_no_plain_game(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, typed = Keyboard(), iter(["1\n", None, "2\n", ""])

    def readline(*_: Any) -> str:
        line = next(typed)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr(keyboard, "readline", readline)
    session, out = sit(), io.StringIO()
    assert plain.run(session, [], keyboard, out) == 0
    assert len(session.timeline.moves) == 2
    assert "\n`quit` leaves the game, and says how to continue it.\n> " in out.getvalue()


def test_no_line_of_a_row_begins_with_what_stands_between_two_cards() -> None:
    paper = io.StringIO()
    cards = [Piece("a card of 18 signs"), BETWEEN] * 8
    row = Row("row", (*cards[:-1], Piece(" | in the making: ", "quiet"), Piece("a card of 18 signs")))
    for width in range(30, 80):
        terminal.Painter(Console(file=paper, width=width)).show([Table("A", (row,))])
    assert not re.findall(r"^     [ ,].*", paper.getvalue(), re.MULTILINE)


def test_a_long_line_of_a_listing_goes_on_under_its_own_beginning() -> None:
    paper = io.StringIO()
    lines = ("Cards [P-2]", "  Some of them are red, and others are green.")
    terminal.Painter(Console(file=paper, width=30)).show([Listing("Rules", lines)])
    assert paper.getvalue() == "Rules:\nCards [P-2]\n  Some of them are red, and\n  others are green.\n"


def test_every_command_is_told_in_one_line() -> None:
    (listing,) = sit().feed("help")
    assert isinstance(listing, Listing)
    assert [line for line in listing.lines[listing.lines.index("") :] if len(line) > 80] == []


def test_completion_offers_answers_and_goes_on_after_a_comma() -> None:
    completer = editor.Answers(sit())
    for text in ("pl", "discard green one, pl"):
        found = list(completer.get_completions(Document(text), None))  # type: ignore[arg-type]
        assert [each.text for each in found] == ["play green one", "play green two"]
        assert {each.start_position for each in found} == {-2}


def test_a_progress_bar_is_drawn_on_terminals_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "ACCESSIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for terminals in (True, False):
        paper = io.StringIO()
        with bar("playing", Console(file=paper, force_terminal=terminals, width=60)) as progress:
            progress(1, 2)
        assert ("playing" in paper.getvalue()) is terminals


@pytest.mark.parametrize("lines", [True, False])
def test_elsewhere_a_line_tells_now_and_then_how_far_it_has_come(lines: bool) -> None:
    paper, now = io.StringIO(), [0.0]
    console = Console(file=paper, force_terminal=False)
    with bar("playing", console, lines, clock=lambda: now[0]) as progress:
        for done in range(1, 2501):
            now[0] = done / 100
            progress(done, 2500)
    told = [
        "playing: 1,000 of 2,500 after 10 s, about 15 s left",
        "playing: 2,000 of 2,500 after 20 s, about 5 s left",
    ]
    assert paper.getvalue().splitlines() == (told if lines else [])


@pytest.mark.parametrize("terminal", [True, False])
def test_what_takes_a_given_time_says_what_came_of_it(terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "ACCESSIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    paper, now = io.StringIO(), [0.0]
    with progressing.line(
        "practising", Console(file=paper, force_terminal=terminal, width=80), clock=lambda: now[0]
    ) as tell:
        for part in (1, 2, 3):
            now[0] = part * 6.0
            tell(part / 3, f"{part} games")
    if terminal:
        assert "2 games" in paper.getvalue()
    else:
        assert paper.getvalue() == "practising: 67%, 2 games\n"


class _Full(io.StringIO):
    def write(self, _text: str) -> int:
        raise OSError(28, "No space left on device")


def test_progress_that_cannot_be_written_ends_nothing() -> None:
    now = [0.0]
    with bar("playing", Console(file=_Full(), force_terminal=False), clock=lambda: now[0]) as progress:
        now[0] = 60.0
        progress(1, 2)


PASTE = "\x1b[200~{}\x1b[201~\r"


def test_pasted_lines_are_carried_out_one_after_the_other() -> None:
    session = sit()
    out = typed(PASTE.format("1\r2\n") + "quit\r", session)
    assert len(session.timeline.moves) == 2
    assert "Not possible" not in out
    session = sit()
    out = typed(PASTE.format("play green one\rsing\rseed") + "quit\r", session)
    assert "`sing` is not one of the answers" in out
    assert "Seed 1." in out


def test_lines_pasted_by_one_player_are_not_those_of_the_next() -> None:
    session = sit(bench(open_hands=False), players=2)
    out = typed("\r" + PASTE.format("1\r\r\r1") + "quit\r", session)
    assert len(session.timeline.moves) == 1
    assert "The seat was left, so 2 pasted lines had no effect." in out


@pytest.mark.parametrize("key", ["\x1a", "\x0c"])
def test_the_table_is_drawn_again_after_ctrl_z_and_ctrl_l(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    suspended = []
    monkeypatch.setattr(os, "kill", lambda *given: suspended.append(given))
    session = sit()
    out = typed(f"{key}1\rquit\r", session)
    assert out.count("What do you do?") == 3
    assert [move.answer for move in session.timeline.moves] == ["play green one"]
    assert suspended == ([(0, signal.SIGTSTP)] if key == "\x1a" else [])


def test_a_long_line_is_pasted_by_its_beginning() -> None:
    out = typed(PASTE.format("x" * 10_000) + "quit\r")
    assert f"`{'x' * 40}…`" in out
    assert "x" * 41 not in out


def test_lines_of_earlier_sessions_are_remembered_where_no_hand_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    typed("peek\rundo\rquit\r", sit(saving=True))
    session = sit(saving=True)
    typed("\x1b[A\x1b[A\x1b[A\rquit\r", session)
    assert [move.answer for move in session.timeline.moves] == ["peek"]
    silent = sit(bench(open_hands=False), players=2, saving=True)
    typed("\r\x1b[A\x1b[A\x1b[A\r1\rquit\r", silent)
    assert [move.answer for move in silent.timeline.moves] == ["play green one"]
    assert remembered.lines() == ["peek", "undo", "quit", "peek", "quit"]


def test_plain_lines_are_printed_again_when_the_program_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    keyboard, lines = Keyboard(), iter(["1\n", ""])

    def readline(*_: Any) -> str:
        signal.raise_signal(signal.SIGCONT)
        return next(lines)

    monkeypatch.setattr(keyboard, "readline", readline)
    session, out = sit(), io.StringIO()
    plain.run(session, session.greeting(), keyboard, out)
    assert out.getvalue().count("What do you do?") == 4
    assert out.getvalue().count("> ") == 4
