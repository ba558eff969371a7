"""Games on a disk that is full for a while: what is promised is on the disk, and the rest is tried again."""

from __future__ import annotations

from pathlib import Path

import pytest

from repl.drivers.plain import lines
from repl.saves import store
from repl.saves.replay import replay
from repl.session.events import Event
from repl.session.session import Session
from tests.support.disks import fill, no_file_beyond, small_disk
from tests.support.patience import bench, sit

pytestmark = pytest.mark.usefixtures("home")

TYPED = ("peek", "3 1", "1", "undo", "redo", "1", "1")


def text(events: list[Event]) -> str:
    return "\n".join(line for event in events for line in lines(event))


def files() -> list[Path]:
    folder = store.home() / "games"
    return sorted(folder.iterdir()) if folder.exists() else []


def played() -> Session:
    session = sit(saving=True)
    for line in TYPED:
        session.feed(line)
    return session


def test_wherever_the_disk_is_full_the_file_ends_with_a_whole_line_and_goes_on_when_it_is_not() -> None:
    whole = played()
    whole.close()
    (path,) = files()
    content = path.read_bytes()
    for limit in range(0, len(content), 29):
        path.unlink()
        with no_file_beyond(limit):
            session = played()
            assert (limit == 0) <= (not files())
            for each in files():
                assert content.startswith(each.read_bytes())
                assert each.read_bytes().endswith(b"\n")
        assert "All answers are saved again." in text([*session.feed("undo"), *session.feed("1")])
        session.close()
        (path,) = files()
        assert path.read_bytes().startswith(content)
        assert replay(store.read(path), bench()).timeline.moves == session.timeline.moves


def test_a_full_disk_is_told_once_and_quit_promises_what_is_on_it() -> None:
    session = sit(saving=True)
    session.feed("peek")
    (path,) = files()
    with no_file_beyond(path.stat().st_size):
        first, *rest = (text(session.feed(line)) for line in ("3 1", "1"))
        assert "this answer could not be saved: " in first
        assert str(path) in first
        assert not any("could not be saved" in each for each in rest)
        left = text(session.feed("quit"))
    assert "Not everything is saved: the last 3 answers of this game could not be written (" in left
    assert f"`reverie play --resume` continues what {path} holds." in left
    assert "The game is saved" not in left
    assert store.read(path).answers == 1


def test_quit_tries_once_more() -> None:
    session = sit(saving=True)
    with no_file_beyond(0):
        assert "could not be saved" in text(session.feed("1"))
    assert text(session.feed("quit")) == "The game is saved: `reverie play --resume` continues it."
    (path,) = files()
    assert store.read(path).answers == 1


def test_a_game_of_which_nothing_could_be_written_promises_nothing() -> None:
    session = sit(saving=True)
    with no_file_beyond(0):
        session.feed("1")
        left = text(session.feed("quit"))
    assert "Not everything is saved: the last answer of this game could not be written" in left
    assert "--resume" not in left


@pytest.mark.parametrize("command", ["new 4", "load evening"])
def test_leaving_for_another_game_says_what_is_lost(command: str) -> None:
    session = sit(saving=True)
    session.feed("1")
    session.feed("save evening")
    (path,) = files()
    with no_file_beyond(path.stat().st_size):
        session.feed("1")
        assert "Not everything is saved: the last answer" in text(session.feed(command))
    session.feed("1")
    session.close()
    assert store.read(path).answers == 1
    assert len(files()) == 2


def test_a_save_that_finds_no_room_leaves_the_old_one(home: Path) -> None:
    session = sit(saving=True)
    session.feed("1")
    session.feed("save evening")
    path = home / "saves" / "evening.jsonl"
    before = path.read_bytes()
    session.feed("1")
    with no_file_beyond(10):
        assert "can't be written" in text(session.feed("save evening"))
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    session.close()


def test_a_small_file_system_runs_full_in_the_middle_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with small_disk(tmp_path / "disk", pages=6) as disk:
        monkeypatch.setenv("REVERIE_HOME", str(disk / "home"))
        session = sit(saving=True)
        session.feed("1")
        (path,) = files()
        filler = fill(disk)
        told = [text(session.feed(line)) for _ in range(200) for line in ("undo", "redo")]
        assert sum("could not be saved: " in each for each in told) == 1
        assert path.read_bytes().endswith(b"}\n")
        assert store.read(path).answers == 1
        filler.unlink()
        assert "All answers are saved again." in text(session.feed("undo"))
        assert len(store.read(path).lines) == 1 + 1 + 401
        session.close()
