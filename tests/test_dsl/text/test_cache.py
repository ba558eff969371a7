from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.reading import parse, parser
from dsl.text import cache
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))


def test_results_are_found_by_the_source_they_were_made_from() -> None:
    cache.save("thing", b"source", b"made", 6)
    assert cache.find("thing", b"source") == b"made"
    assert cache.find("thing", b"another source") is None
    assert cache.find("other", b"source") is None


@pytest.mark.parametrize("content", [b"", b"made", b"\0" * 40])
def test_a_damaged_file_is_none(content: bytes) -> None:
    cache.save("thing", b"source", b"made", 6)
    (file,) = cache.folder().iterdir()
    file.write_bytes(content)
    assert cache.find("thing", b"source") is None


def test_only_the_newest_are_cached() -> None:
    for number in range(20):
        cache.save("thing", bytes([number]), b"made", 6)
        assert cache.find("thing", bytes([number])) == b"made"
    cache.save("other", b"source", b"made", 6)
    assert 3 <= len(list(cache.folder().glob("thing-*"))) <= 6


def test_what_was_used_last_stays() -> None:
    for number in range(6):
        cache.save("thing", bytes([number]), b"made", 6)
        os.utime(cache._path("thing", bytes([number])), (number, number))
    assert cache.find("thing", b"\0") == b"made"
    cache.save("thing", b"more", b"made", 6)
    assert cache.find("thing", b"\0") == b"made"
    assert cache.find("thing", b"\1") is None


def test_nothing_is_cached_where_files_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path / "file"))
    cache.save("thing", b"source", b"made", 6)
    assert cache.find("thing", b"source") is None


def test_cached_tables_parse_and_report_the_same() -> None:
    texts = ("enum colour: red, green\n", "zone shelf: haep, public\n", "event go:\n  moev card to shelf\n")
    told = []
    for _ in range(2):
        parser.parser.cache_clear()
        problems = Problems()
        trees = [parse.parse(SourceFile("a.rules", text), problems) for text in texts]
        told.append((trees, problems.found))
    assert told[0] == told[1]
    assert list(cache.folder().glob("grammar-*"))
