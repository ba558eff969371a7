"""Games on disk: what is written comes back, and what is broken is refused with a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from repl.saves import records, store
from repl.saves.records import Assisted, Header, Line, Played, Redone, Result, Undone
from repl.saves.store import Journal, Spoilt, StoreError

pytestmark = pytest.mark.usefixtures("home")

HEADER = Header(1, "patience", ("extra",), 1, {"size": "big"}, 7, "abc", {"patience/base.rules": "12ab"})
LINES: tuple[Line, ...] = (
    Played("turn", "play red one", "A"),
    Played("turn", "discard blüe two", "A"),
    Undone(2),
    Redone(1),
    Assisted(True),
    Result("won", "Every card lies in the row."),
)


def damaged(path: Path, text: str | bytes) -> str:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(StoreError) as caught:
        store.read(path)
    return str(caught.value).replace(str(path), "FILE")


def lines_of(*lines: Line, header: Header = HEADER) -> str:
    return "".join(records.written(each) for each in (header, *lines))


def test_a_save_reads_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "save.jsonl"
    store.write(path, HEADER, LINES)
    save = store.read(path)
    assert (save.header, save.lines, save.cut, save.finished) == (HEADER, LINES, False, True)
    assert [each.name for each in path.parent.iterdir()] == ["save.jsonl"]


def test_a_result_may_have_scores_and_winners(tmp_path: Path) -> None:
    path = tmp_path / "save.jsonl"
    end = Result("over", "The market is empty.", {"A": 0, "B": 3}, ("B",))
    store.write(path, HEADER, (end,))
    assert '"scores": {"A": 0, "B": 3}, "winners": ["B"]' in path.read_text()
    assert store.read(path).lines == (end,)
    assert "`scores` " in damaged(path, path.read_text().replace('"B": 3', '"B": "3"'))


def test_a_header_without_the_optional_part_is_read(tmp_path: Path) -> None:
    path = tmp_path / "save.jsonl"
    plain = Header(1, "patience", (), 2, {}, 7, "abc")
    store.write(path, plain, ())
    assert "rules" not in path.read_text()
    assert store.read(path).header == plain


def test_a_journal_is_on_the_disk_after_every_line() -> None:
    journal = Journal.create(HEADER)
    for number, line in enumerate(LINES, 1):
        journal.add(line)
        assert store.read(journal.path).lines == LINES[:number]
    journal.close()


def test_a_kill_in_mid_line_loses_that_line_only() -> None:
    journal = Journal.create(HEADER, LINES[:2])
    journal.close()
    whole = journal.path.read_bytes()
    start = whole.rstrip(b"\n").rindex(b"\n") + 1
    for end in range(start, len(whole)):
        journal.path.write_bytes(whole[:end])
        save = store.read(journal.path)
        assert save.lines == LINES[: 2 if end == len(whole) - 1 else 1]
        again = Journal.reopen(save)
        again.add(LINES[2])
        again.close()
        assert store.read(journal.path).lines == (*save.lines, LINES[2])


def test_bytes_that_a_power_cut_left_behind_are_a_cut_line(tmp_path: Path) -> None:
    path = tmp_path / "save.jsonl"
    path.write_bytes(lines_of(LINES[0]).encode() + b"\0" * 40)
    save = store.read(path)
    assert save.cut
    assert save.lines == LINES[:1]


def test_a_failed_write_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "save.jsonl"
    store.write(path, HEADER, LINES)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="can't be written: no space left on device"):
        store.write(path, HEADER, ())
    assert store.read(path).lines == LINES
    assert {each.name for each in tmp_path.iterdir()} == {"home", path.name}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "FILE is not a saved game"),
        ("hello\n", "FILE can't be used as a saved game: it can't be read"),
        ("[1]\n", "it isn't a JSON object"),
        ("{}\n", "its first line is not a valid header"),
        ('{"format": true}\n', "its first line is not a valid header"),
        ('{"format": 2}\n', "it was written by a newer Reverie (format 2; this one reads format 1)"),
        ('{"format": 1}\n', "saved game: `game` is missing; `modules` is missing"),
        (lines_of().replace('"seed": 7', '"seed": "7"'), "`seed` should be a whole number"),
        (lines_of().replace('"seed": 7', '"seed": true'), "`seed` should be a whole number"),
        (lines_of().replace('"seed": 7', '"seed": -7'), "its seed is invalid: a seed is a whole number from 0 to"),
        (lines_of().replace('"seed": 7', '"seed": 1' + "0" * 30), "its seed is invalid"),
        (lines_of().replace('"seed": 7', '"seed": 7e3'), "`seed` should be a whole number"),
        (lines_of().replace('["extra"]', '"extra"'), "`modules` has the wrong type"),
        (lines_of().replace('"seed"', '"sede"'), "`sede`"),
        ("[" * 100_000 + "\n", "it can't be read: it is nested too deeply"),
        (lines_of().replace('"seed": 7', '"seed": 7, "seed": 8'), "it can't be read: it contains `seed` twice"),
        (b"\xff\xfe\n", "it can't be read"),
        (lines_of() + "what\n" + lines_of(LINES[0]), "FILE is damaged in line 2"),
        (lines_of() + '{"card": 1}\n', "FILE is damaged in line 2 of 2: it is neither an answer"),
        (lines_of() + '{"undo": 0}\n', "FILE is damaged in line 2 of 2: 0 answers"),
        (lines_of() + '{"prompt": "turn", "answer": 3, "player": "A"}\n', "`answer` should be a text"),
        (lines_of() + '{"prompt": "turn"}\n', "`answer` is missing"),
    ],
)
def test_a_broken_file_is_refused_with_a_sentence(tmp_path: Path, text: str | bytes, sentence: str) -> None:
    assert sentence in damaged(tmp_path / "save.jsonl", text)


def test_only_files_are_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))
    (tmp_path / "saves" / "folder.jsonl").mkdir(parents=True)
    (tmp_path / "saves" / "file.jsonl").touch()
    assert store.saves() == ("file",)


def test_a_file_that_is_not_there_or_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StoreError, match="there is no file"):
        store.read(tmp_path / "none.jsonl")
    with pytest.raises(StoreError, match="can't be read"):
        store.read(tmp_path)
    monkeypatch.setattr(store, "LARGEST_FILE", 10)
    assert "far too large" in damaged(tmp_path / "save.jsonl", lines_of())


def test_two_windows_on_one_game_are_told_apart() -> None:
    journal = Journal.create(HEADER)
    with pytest.raises(StoreError, match="another window"):
        Journal.reopen(store.read(journal.path))
    journal.close()


def test_the_game_played_last_and_not_over_is_the_one_to_resume() -> None:
    assert next(store.unfinished(), None) is None
    older, newer, over = (Journal.create(HEADER, lines) for lines in (LINES[:1], LINES[:2], LINES))
    for journal in (older, newer, over):
        journal.close()
    assert len({older.path, newer.path, over.path}) == 3
    stamp = newer.path.stat().st_mtime_ns
    for number, journal in enumerate((older, newer, over)):
        os.utime(journal.path, ns=(stamp, stamp + number * 10**9))
    found = next(store.unfinished(), None)
    assert found is not None
    assert found.path == newer.path
    newer.path.write_text("broken\n")
    spoilt, readable = store.unfinished()
    assert isinstance(spoilt, Spoilt)
    assert (spoilt.path, readable.path) == (newer.path, older.path)


def test_names_of_saves(tmp_path: Path) -> None:
    assert store.save_path("evening 2") == tmp_path / "home" / "saves" / "evening 2.jsonl"
    assert store.save_path(str(tmp_path / "x")) == tmp_path / "x.jsonl"
    assert store.save_path("../x.y") == Path("../x.y.jsonl")
    assert store.save_path(str(tmp_path)) == tmp_path
    (tmp_path / "x").touch()
    assert store.load_path(str(tmp_path / "x")) == tmp_path / "x"
    assert store.load_path(str(tmp_path / "y")) == tmp_path / "y.jsonl"
    assert store.save_path("x.jsonl") == Path("x.jsonl")
    for name in ("", "..", "a\nb", "*"):
        with pytest.raises(StoreError, match="can't be the name"):
            store.save_path(name)
    store.write(store.save_path("evening 2"), HEADER, ())
    assert store.saves() == ("evening 2",)
