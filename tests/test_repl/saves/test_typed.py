"""The lines typed in earlier sessions."""

from __future__ import annotations

import os

import pytest

from repl.saves import typed

pytestmark = pytest.mark.usefixtures("home")


def test_lines_are_remembered_in_a_private_file() -> None:
    assert typed.lines() == []
    typed.add("play ace")
    typed.add("1\n\n2\x1b[A\n3")
    typed.add("x" * (typed.LONGEST + 1))
    assert typed.lines() == ["play ace", "1", "3"]
    assert typed.path().stat().st_mode & 0o777 == 0o600


def test_the_file_is_cut_back() -> None:
    typed.add("\n".join(str(number) for number in range(2 * typed.MOST + 5)))
    assert len(typed.lines()) == typed.MOST
    assert typed.path().read_text().count("\n") == typed.MOST
    assert typed.lines()[-1] == str(2 * typed.MOST + 4)
    assert typed.path().stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_none_is_ignored() -> None:
    typed.path().parent.mkdir(parents=True, exist_ok=True)
    typed.path().mkdir()
    typed.add("play ace")
    assert typed.lines() == []
    typed.path().rmdir()
    os.mkfifo(typed.path())
    typed.add("play ace")
    assert typed.lines() == []
    typed.path().unlink()
    typed.path().write_bytes(b"\xff ace\nqueen\x00\nking")
    assert typed.lines() == ["\ufffd ace", "king"]
