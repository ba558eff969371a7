"""What commands print about problems: in colour for a person at a terminal, else plain."""

from __future__ import annotations

import io

import pytest

from dsl import Problem, SourceFile, Span, format_problems
from repl.cli.options import excerpts

SLIP = Problem("slip", "a slip", Span(SourceFile("a.rules", "event e\n  move a to b\n"), 15, 16))


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", ["NO_COLOR", "ACCESSIBLE", "TERM"])
def test_plain_output_has_no_escapes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for each in ("NO_COLOR", "ACCESSIBLE", "TERM"):
        monkeypatch.delenv(each, raising=False)
    assert "\x1b[35mmove\x1b[0m a" in excerpts([SLIP], Screen())
    assert excerpts([SLIP], io.StringIO()) == format_problems([SLIP])
    monkeypatch.setenv(name, "dumb")
    assert excerpts([SLIP], Screen()) == format_problems([SLIP])
