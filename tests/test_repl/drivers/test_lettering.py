"""Screens that can't show every character."""

from __future__ import annotations

import io

from rich.console import Console

from repl.drivers import terminal
from repl.drivers.lettering import respelled, with_plain_gaps
from repl.session.events import Asked, Choice, Table
from reverie.table import Piece, Row
from tests.test_repl.session.test_crossed import TURN


def test_words_are_respelled_before_they_are_laid_out() -> None:
    row = Row("Hand", (Piece("▲F+1", "", "fire → é"),), True)
    event = Asked("turn", "Which…?", "A", (Choice(1, "play ▲F", "base"),), rounds=3)
    assert respelled(row, "ascii") == Row("Hand", (Piece("F+1", "", "fire -> e"),), True)
    assert respelled(event, "ascii") == Asked("turn", "Which…?", "A", (Choice(1, "play F", "base"),), rounds=3)
    assert respelled(row, "utf-8") == row
    assert respelled("é ▲F", "latin-1") == "é F"
    assert (with_plain_gaps("play …", "latin-1"), with_plain_gaps("play …", "utf-8")) == ("play _", "play …")


def test_columns_stay_columns_on_a_screen_of_plain_letters() -> None:
    row = Row("City", (Piece("▲F ", ""),), beside=(Row("left", (Piece("–"),)), Row("sum", (Piece("4"),))))
    screen = io.TextIOWrapper(io.BytesIO(), "ascii", errors="replace", write_through=True)
    painter = terminal.Painter(Console(file=screen, width=44, height=16))
    painter.show([Table("A", (row,)), Asked("turn", "What?", "A", tuple(TURN[:8]))])
    lines = screen.buffer.getvalue().decode("ascii").splitlines()
    assert lines[1:3] == ["         left  sum", "City  F  -       4"]
    assert lines[5] == "play _ at place 1  ?       ?       2"
