"""What stands at the head of a rules file."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.reading.library import Head, head_of
from dsl.text.diagnostics import CompileError


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ('game treasure "Treasure"\n', Head("treasure")),
        ('module curses "The Curses" for treasure\n', Head("treasure", "curses")),
        ("# only a remark\n", None),
        ("", None),
    ],
)
def test_the_head_of_a_file(tmp_path: Path, text: str, head: Head | None) -> None:
    path = tmp_path / "a.rules"
    path.write_text(text)
    assert head_of(path) == head


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CompileError, match="can't be read"):
        head_of(tmp_path / "b.rules")
