"""Lines that end between words."""

from __future__ import annotations

import io

import pytest

from repl.cli import main
from repl.cli.options import excerpts, print_lines, refuse
from repl.cli.wrapping import fitted, wrapped


class Terminal(io.StringIO):
    """A narrow terminal."""

    def isatty(self) -> bool:
        return True


def refused(**_: object) -> None:
    refuse(LONG)


LONG = "    a sentence that is too long for one line"


@pytest.fixture(autouse=True)
def _narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("LINES", "50")
    monkeypatch.setenv("NO_COLOR", "1")


def test_lines_end_between_words_and_go_on_under_their_beginning() -> None:
    assert wrapped(f"short\n{LONG}", 30) == "short\n    a sentence that is too\n    long for one line"
    assert wrapped("  name    a title that is long", 20) == "  name    a title\n  that is long"
    assert wrapped("a-word-that-cannot-be-broken-at-all and one", 30) == "a-word-that-cannot-be-broken-at-all\nand one"
    assert wrapped("\x1b[1mbold words that go on and on\x1b[0m", 24) == "\x1b[1mbold words that go on\nand on\x1b[0m"
    assert wrapped("神 " * 12, 30) == "神 " * 9 + "神\n神 神"


@pytest.mark.parametrize("line", [f" 12 | {LONG}", f"   | {LONG}"])
def test_an_excerpt_stays_as_it_is(line: str) -> None:
    assert wrapped(line, 30) == line


def test_only_a_terminal_gets_wrapped_lines() -> None:
    assert fitted(LONG, io.StringIO()) == LONG
    assert fitted(LONG, Terminal()) != LONG


def test_lists_refusals_and_problems_are_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    from dsl import Problem

    screen = Terminal()
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setattr("sys.stderr", screen)
    print_lines([LONG])
    monkeypatch.setattr(main, "prepare", lambda: None)
    monkeypatch.setattr(main, "cli", refused)
    with pytest.raises(SystemExit):
        main.main()
    screen.write(excerpts([Problem("module", LONG.strip(), None, help=LONG.strip())], screen))
    assert max(map(len, screen.getvalue().splitlines())) <= 30
