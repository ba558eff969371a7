"""Saved games with a byte changed in each line: named, never lost in silence, and continued up to the damage."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from repl.cli.playing.resume import resumed, unfinished
from repl.drivers.plain import lines
from repl.saves import store
from repl.saves.replay import replay
from repl.saves.store import Save, Spoilt, StoreError
from repl.session.attention import ALWAYS
from repl.session.events import Event
from repl.session.preferences import Attention
from repl.session.session import Session
from tests.support.patience import bench, sit

pytestmark = pytest.mark.usefixtures("home")

TYPED = ("peek", "3 1", "1", "undo", "redo", "1", "1")


@pytest.fixture
def played() -> Path:
    """The file of a game that was left."""
    session = sit(saving=True)
    for line in TYPED:
        session.feed(line)
    path = session.file
    session.close()
    assert path is not None
    return path


def resume(which: str = "1", repair: bool = False) -> tuple[Session, list[Event]]:
    session, opening = resumed(which, repair, Attention(ALWAYS, saved=False), bench())
    session.close()
    return session, opening


def text(events: list[Event]) -> str:
    return "\n".join(line for event in events for line in lines(event))


def damages(content: bytes) -> Iterator[tuple[int, bytes]]:
    """The content with one byte changed, at several places of each line, with the number of the line."""
    start = 0
    for number, line in enumerate(content.splitlines(keepends=True), 1):
        for at in sorted({0, 2, len(line) // 2, len(line) - 6, len(line) - 1}):
            for byte in (0, content[start + at] ^ 1, ord('"')):
                yield number, content[: start + at] + bytes([byte]) + content[start + at + 1 :]
        start += len(line)


def test_a_byte_changed_in_any_line_is_named_and_everything_before_it_is_continued(played: Path) -> None:
    whole = played.read_bytes()
    original = store.read(played)
    for number, content in damages(whole):
        played.write_bytes(content)
        refused = refusal()
        if not refused:
            kept = store.read(played).lines
            assert kept in (original.lines, original.lines[:-1]), "only an incomplete last line is lost"
            continue
        assert played.read_bytes() == content, "what is refused is left as it is"
        assert str(played) in refused
        if number > 1:
            _repaired(played, original, content, refused)
        for path in played.parent.iterdir():
            path.unlink()


def refusal() -> str:
    try:
        resume()
    except StoreError as error:
        return str(error)
    return ""


def _repaired(path: Path, original: Save, content: bytes, refused: str) -> None:
    assert "`reverie play --resume --repair` continues from there" in refused
    _, opening = resume(repair=True)
    copy = path.with_name(path.name + ".damaged")
    assert f"The damaged file is kept as {copy}." in text(opening)
    assert copy.read_bytes() == content
    kept = store.read(path)
    assert kept.lines == original.lines[: len(kept.lines)]
    assert f"line {len(kept.lines) + 2} of" in refused
    assert replay(kept, bench()).fault == ""


def test_a_damaged_game_is_the_first_on_the_list_and_offers_the_next(played: Path) -> None:
    older = played.with_name("older.jsonl")
    older.write_bytes(played.read_bytes())
    os.utime(older, (1, 1))
    content = played.read_bytes().splitlines(keepends=True)
    played.write_bytes(b"".join([*content[:3], b"{" + content[3][1:-9] + b"\n", *content[4:]]))
    listed = "\n".join(unfinished())
    assert "  1  " in listed
    assert "(2 answers): damaged\n" in listed
    assert f"{played} is damaged in line 4 of {len(content)}: " in listed
    with pytest.raises(StoreError, match="the 2 answers before it can be read") as caught:
        resume()
    assert "`reverie play --resume 2` continues another game, patience --seed 1 (6 answers)" in str(caught.value)
    resume("2")
    assert played.read_bytes().splitlines()[3].startswith(b"{")


def test_a_game_without_a_readable_first_line_is_named_and_cannot_be_repaired(played: Path) -> None:
    played.write_bytes(b"x" + played.read_bytes())
    for repair in (False, True):
        with pytest.raises(StoreError, match="can't be used as a saved game") as caught:
            resume(repair=repair)
        assert "`reverie play RULESET` starts another game" in str(caught.value)
        assert "--repair" not in str(caught.value)
    (found,) = store.unfinished()
    assert isinstance(found, Spoilt)


def test_a_damaged_game_that_was_over_is_not_offered(played: Path) -> None:
    session = sit(saving=True)
    while session.game.decision:
        session.feed("1")
    path = session.file
    session.close()
    played.unlink()
    assert path is not None
    content = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([content[0], b"\0" + content[1], *content[2:]]))
    assert list(store.unfinished()) == []


def test_a_second_damage_is_kept_beside_the_first(played: Path) -> None:
    for _ in range(2):
        content = played.read_bytes().splitlines(keepends=True)
        played.write_bytes(b"".join([*content[:-1], b"!" + content[-1]]))
        resume(repair=True)
    names = {path.name.removeprefix(played.name) for path in played.parent.iterdir()}
    assert names == {"", ".damaged", ".damaged-2"}


def test_a_copy_that_cannot_be_written_changes_nothing(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = played.read_bytes().replace(b"}\n", b"]\n")
    content = content.replace(b"]\n", b"}\n", 2)
    played.write_bytes(content)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="no space left on device"):
        resume(repair=True)
    assert played.read_bytes() == content
    assert [path.name for path in played.parent.iterdir()] == [played.name]


def test_loading_a_damaged_save_continues_what_can_be_read_in_a_new_file(home: Path) -> None:
    session = sit(saving=True)
    for line in (*TYPED, "save evening"):
        session.feed(line)
    path = home / "saves" / "evening.jsonl"
    content = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*content[:3], b"?" + content[3], *content[4:]]))
    before = path.read_bytes()
    told = text(session.feed("load evening"))
    assert f"{path} is damaged in line 4 of {len(content)}: " in told
    assert "The game continues from there; this file stays as it is." in told
    assert len(session.timeline.moves) == 2
    session.feed("1")
    session.close()
    assert path.read_bytes() == before
