"""Ctrl-C while something takes long: it is stopped, and the game goes on at its question."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from repl.drivers import plain, terminal
from repl.drivers.interrupts import Interrupts
from repl.drivers.progress import late_bar
from repl.saves import appending
from repl.session import commands
from repl.session.session import Session
from repl.session.work import Stopped
from tests.support.patience import Patience, sit


class Keyboard(io.StringIO):
    """Lines typed by a person."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_at_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler


def pressed(*_: object, **__: object) -> NoReturn:
    """Work during which Ctrl-C is pressed."""
    signal.raise_signal(signal.SIGINT)
    raise AssertionError("nothing was stopped")


def plainly(typed: str) -> str:
    session, out = sit(), io.StringIO()
    plain.run(session, session.greeting(), Keyboard(typed), out)
    return out.getvalue()


def on_screen(typed: str) -> str:
    session, paper = sit(), io.StringIO()
    console = Console(file=paper, width=80, height=25, force_terminal=True, color_system=None, highlight=False)
    with create_pipe_input() as source:
        source.send_text(typed.replace("\n", "\r"))
        assert terminal.run(session, session.greeting(), console, source, DummyOutput()) == 0
    return paper.getvalue()


@pytest.mark.parametrize("drive", [plainly, on_screen])
def test_ctrl_c_stops_a_hint_and_the_game_goes_on(drive: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patience, "advise", pressed, raising=False)
    said = drive("hint 5000\nseed\nquit\n")  # type: ignore[operator]
    stopped = said.index("Stopped; nothing has changed.")
    assert said.index("Seed ") > stopped
    assert said.count("What do you do?") > said[:stopped].count("What do you do?")


@pytest.mark.parametrize("line", ["save scenario one in one.rules", "new 5", "load mine", "reload"])
def test_ctrl_c_stops_other_work(line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "told", pressed)
    monkeypatch.setattr(appending, "named", lambda *_: tmp_path / "one.rules")
    monkeypatch.setattr(appending, "id_for", lambda *_: "one")
    for name in ("begin", "replay", "reload"):
        monkeypatch.setattr(f"repl.session.session.{name}", pressed)
    said = plainly(f"1\nsave mine\n{line}\nlog\nquit\n")
    assert "Stopped; nothing has changed." in said
    assert "\n   1  " in said


def test_between_lines_ctrl_c_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Session.record

    def interrupted(*given: object) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return record(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "record", interrupted)
    assert "\n   1  " in plainly("1\nlog\nquit\n")


def test_a_second_ctrl_c_does_no_harm() -> None:
    interrupts = Interrupts()

    def stopped_twice() -> None:
        with interrupts.stopping():
            try:
                signal.raise_signal(signal.SIGINT)
            finally:
                signal.raise_signal(signal.SIGINT)

    with interrupts.handled(), pytest.raises(Stopped):
        stopped_twice()


def test_what_is_quick_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for reported in (False, True):
        paper = io.StringIO()
        with late_bar("Trying the answers", Console(file=paper, width=80, force_terminal=True)) as told:
            if reported:
                told(30, 400)
        assert ("Trying the answers" in paper.getvalue()) == reported
        assert ("30/400" in paper.getvalue()) == reported
