"""Rules that are saved while a game waits for a line: each driver reads them again, and loses nothing of the line."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from repl.drivers import jsonlines, plain, terminal
from repl.drivers.watching import RulesHaveChanged, Watched, Watcher, changes
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.session import Session
from tests.support.tiny import TINY

pytestmark = pytest.mark.usefixtures("home")

LONG = 60


class Told(Watcher):
    """A watcher that a test tells of changes."""

    def follow(self, watched: Watched) -> None:
        """Nothing is watched."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "tiny").mkdir()
    path = tmp_path / "tiny" / "base.rules"
    path.write_text(TINY, "utf-8")
    return path


def sit(file: Path) -> Session:
    engine = Engine()
    return Session(deal(Recipe(str(file.parent), seed=4), engine), engine, COMMANDS, saving=False)


class Saving(io.StringIO):
    """Lines; where one says `save`, the file is saved instead, and the watcher told."""

    def __init__(self, lines: list[str], save: Callable[[], None], person: bool = False) -> None:
        super().__init__()
        self._left, self._save, self._person = lines, save, person

    def isatty(self) -> bool:
        return self._person

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        if self._left and self._left[0] == "save":
            self._left.pop(0)
            self._save()
        return f"{self._left.pop(0)}\n" if self._left else ""


def saving(file: Path, watcher: Watcher, text: str) -> Callable[[], None]:
    def save() -> None:
        file.write_text(text, "utf-8")
        watcher.changed()

    return save


@pytest.mark.parametrize("person", [False, True])
def test_plain_lines_say_that_the_rules_were_read_again(person: bool, file: Path) -> None:
    watcher, out = Told(), io.StringIO()
    changed = TINY.replace("What do you do?", "What now?")
    source = Saving(["1", "save", "1", "quit"], saving(file, watcher, changed), person)
    plain.run(session := sit(file), session.scene(), source, out, watcher)
    assert "The rules were read again. The answer so far still fits.\n" in out.getvalue()
    assert out.getvalue().index("What now?") > out.getvalue().index("read again")
    assert len(session.timeline.moves) == 2


def test_programs_get_an_object(file: Path) -> None:
    watcher, out = Told(), io.StringIO()
    source = Saving(['{"line": "1"}', "save", '{"line": "quit"}'], saving(file, watcher, TINY + "never\n"))
    jsonlines.run(session := sit(file), session.scene(), source, out, watcher)
    (event,) = (data for line in out.getvalue().splitlines() if (data := json.loads(line))["event"] == "rules_changed")
    assert (event["status"], event["kept"]) == ("broken", 0)
    assert "never" in "\n".join(event["lines"])
    assert out.getvalue().count('"ready"') == 3


def test_the_terminal_keeps_what_has_been_typed(file: Path) -> None:
    watcher, session = Told(), sit(file)
    shown = io.StringIO()
    console = Console(file=shown, width=80, height=25, force_terminal=True, color_system=None)
    changed = TINY.replace("What do you do?", "What now?")

    with create_pipe_input() as source:
        source.send_text("2, undo\r")

        class Typing(Told):
            """Saves when the second line is half typed."""

            def when_changed(self, act: Callable[[], None] | None) -> None:
                super().when_changed(act)
                if act is not None and not file.read_text("utf-8").count("now") and session.timeline.moves:
                    source.send_text("quit")
                    saving(file, self, changed)()
                elif act is not None and file.read_text("utf-8").count("now"):
                    source.send_text("\r")

        watcher = Typing()
        session.feed("1")
        terminal.run(session, session.scene(), console, source, DummyOutput(), watcher)
    assert "The rules were read again." in shown.getvalue()
    assert "What now?" in shown.getvalue()
    assert session.closed


def test_a_change_is_told_once_and_also_later() -> None:
    watcher = Told()
    watcher.changed()
    calls: list[int] = []
    watcher.when_changed(lambda: calls.append(1))
    assert (calls, watcher.take(), watcher.take()) == ([1], True, False)
    watcher.when_changed(None)
    watcher.changed()
    assert calls == [1]


def test_what_counts() -> None:
    watched = Watched.of([Path("game")], [Path("mods/owl.rules")])
    here = Path.cwd()
    assert watched.counts(here / "game" / "base.rules")
    assert watched.counts(here / "game" / "german.texts")
    assert watched.counts(here / "mods" / "owl.rules")
    assert not watched.counts(here / "mods" / "cat.rules")
    assert not watched.counts(here / "game" / "notes.txt")
    assert not watched.counts(here / "game" / "scenarios" / "base.rules")
    assert str(RulesHaveChanged("pla")) == "pla"


def test_a_real_save_is_noticed(file: Path) -> None:
    """Saved again until it is noticed: nobody knows when watching has begun."""
    watcher, noticed = Watcher(), Event()
    watcher.when_changed(noticed.set)
    watcher.follow(Watched.of([file.parent], []))
    saves = 0
    while not noticed.wait(0.1):
        saves += 1
        file.write_text(TINY + "\n" * saves, "utf-8")
        assert saves < LONG * 10
    watcher.close()


def test_a_stopped_wait_ends(file: Path) -> None:
    stop = Event()
    stop.set()
    assert list(changes(Watched.of([file.parent], []), stop)) == []


def test_nothing_is_watched_where_no_folder_is(tmp_path: Path) -> None:
    watcher = Watcher()
    watcher.follow(Watched.of([tmp_path / "gone"], []))
    assert not watcher.take()
    watcher.close()


@pytest.fixture(autouse=True)
def _installed() -> None:
    pytest.importorskip("watchfiles")
