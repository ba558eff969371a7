from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dsl.model import model as m
from dsl.reading import parse, read
from dsl.text import cache
from dsl.text.diagnostics import Problem
from dsl.text.source import SourceFile

RULES = "# long enough\n" * 60 + 'event go(card) [A-B1]\n  if card is none\n    lose "Why?"\n'
LOADED = "import sys, dsl; dsl.load('onirim', modules=['book']); print('lark' in sys.modules)"


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))


def read_anew(text: str, name: str = "a.rules") -> tuple[m.File, tuple[Problem, ...]]:
    read._found.cache_clear()
    return read._found(SourceFile(name, text))


def places(model: m.File) -> list[tuple[str, int]]:
    return [(each.span.place, each.span.end) for each in model.declarations]


def models() -> int:
    return len(list(cache.folder().glob("model-*")))


def test_a_model_that_was_kept_is_the_one_that_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    first = read_anew(RULES)
    assert models() == 1
    monkeypatch.setattr(parse, "parse", None)
    found = read_anew(RULES)
    assert found == first
    assert places(found[0]) == places(first[0])


def test_models_hang_on_the_text_and_on_what_the_file_is_called() -> None:
    (first, _), (second, _) = read_anew(RULES), read_anew(RULES, "b.rules")
    assert (first.span.file.name, second.span.file.name) == ("a.rules", "b.rules")
    (third, _) = read_anew(RULES + "\n")
    assert third.span.file.text == RULES + "\n"
    assert models() == 3


@pytest.mark.parametrize("text", ["event go\n", RULES + "evnet go\n"])
def test_neither_short_texts_nor_those_with_mistakes_are_kept(text: str) -> None:
    assert read_anew(text) == read_anew(text)
    assert models() == 0


def test_what_is_nested_too_deeply_to_be_kept_is_read_each_time() -> None:
    deep = RULES + f"define deep: {'not ' * 220}card is none\n"
    assert read_anew(deep) == read_anew(deep)


@pytest.mark.slow
def test_where_all_models_are_found_the_parser_isnt_imported(tmp_path: Path) -> None:
    environment = {**os.environ, "REVERIE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", LOADED]
    told = [subprocess.run(command, env=environment, check=True, capture_output=True).stdout for _ in range(2)]
    assert [each.strip() for each in told] == [b"True", b"False"]
