"""`reverie format`: what it writes, shows and leaves alone."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.authoring.formatting import files_of, laid_out
from repl.cli.main import cli

TYPED = "zone  a :heap,public\n"
FORMATTED = "zone a: heap, public\n"
BROKEN = "zone  a heap\n"
PAGE = (Path(__file__).parents[4] / "docs" / "writing.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def format_(*words: str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, ["format", *words], input=typed, catch_exceptions=False)


def test_files_are_written_if_they_change(here: Path) -> None:
    here.joinpath("a.rules").write_text(TYPED, encoding="utf-8")
    here.joinpath("b.rules").write_text(FORMATTED, encoding="utf-8")
    os.utime(here / "b.rules", (0, 0))
    result = format_("a.rules", "b.rules", "a.rules")
    assert (result.exit_code, result.stdout) == (0, "formatted: a.rules\n")
    assert result.stderr == "1 file formatted, 1 file unchanged.\n"
    assert here.joinpath("a.rules").read_text(encoding="utf-8") == FORMATTED
    assert here.joinpath("b.rules").stat().st_mtime == 0


def test_a_folder_is_all_below_it_but_hidden(here: Path) -> None:
    for name in ("a.rules", "inside/b.rules", ".hidden/c.rules", "note.txt"):
        path = here / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(TYPED, encoding="utf-8")
    here.joinpath("d.texts").write_text('texts  x "X" for y\n', encoding="utf-8")
    assert format_(".").stdout == "formatted: a.rules\nformatted: d.texts\nformatted: inside/b.rules\n".replace(
        "/", os.sep
    )
    assert here.joinpath(".hidden/c.rules").read_text(encoding="utf-8") == TYPED
    assert format_(".").stderr == "3 files unchanged.\n"


def test_a_ruleset_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    files = files_of("onirim")
    assert {"base.rules", "german.texts"} < {path.name for path in files}
    monkeypatch.setattr("repl.authoring.formatting.files_of", lambda _: files[:1])  # they are many
    assert format_("onirim", "--check").exit_code == 0


def test_check_writes_nothing(here: Path) -> None:
    here.joinpath("a.rules").write_text(TYPED, encoding="utf-8")
    result = format_("a.rules", "--check")
    assert (result.exit_code, result.stdout) == (1, "not formatted: a.rules\n")
    assert result.stderr == "1 file would be formatted.\n"
    assert here.joinpath("a.rules").read_text(encoding="utf-8") == TYPED


def test_diff_shows_the_lines(here: Path) -> None:
    here.joinpath("a.rules").write_text(TYPED, encoding="utf-8")
    result = format_("a.rules", "--diff")
    assert result.exit_code == 1
    assert result.stdout == f"--- a.rules\n+++ a.rules (formatted)\n@@ -1 +1 @@\n-{TYPED}+{FORMATTED}"


def test_a_difference_in_colour_holds_the_same_text() -> None:
    for text in (f"# c\r\n{TYPED}event  e\n  move a to b\n", BROKEN + TYPED, TYPED.rstrip()):
        layout = laid_out("a.rules", text.encode())
        coloured = layout.difference(colour=True)
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == layout.difference()
        assert "\x1b[31m-\x1b[0m\x1b[35mzone\x1b[0m" in coloured
        assert "\x1b[32m+\x1b[0m\x1b[35mzone\x1b[0m" in coloured
    assert "\x1b[35m" not in laid_out("a.texts", b'texts  x "X" for y\n').difference(colour=True)


def test_mistakes_are_named_and_the_rest_is_formatted(here: Path) -> None:
    here.joinpath("a.rules").write_text(BROKEN + TYPED, encoding="utf-8")
    result = format_("a.rules")
    assert (result.exit_code, result.stdout) == (1, "formatted: a.rules\n")
    assert "a.rules:1:12" in result.stderr
    assert here.joinpath("a.rules").read_text(encoding="utf-8") == BROKEN + FORMATTED


def test_what_cannot_be_read_is_named() -> None:
    result = format_("gone.rules", "gone")
    assert result.exit_code == 1
    assert "`gone.rules` can't be read: there is no such file" in result.stderr
    assert "no ruleset is called `gone`" in result.stderr


@pytest.mark.parametrize("content", [b"zone  a\xff\n", "zone  e\u0301:\xa0heap\n".encode()])
def test_what_is_no_text_is_left_alone(content: bytes, here: Path) -> None:
    here.joinpath("a.rules").write_bytes(content)
    assert format_("a.rules").exit_code == 1
    assert here.joinpath("a.rules").read_bytes() == content


def test_line_ends_and_the_byte_order_mark_stay(here: Path) -> None:
    here.joinpath("a.rules").write_bytes(b"\xef\xbb\xbf" + TYPED.replace("\n", "\r\n").encode())
    assert format_("a.rules").exit_code == 0
    written = b"\xef\xbb\xbf" + FORMATTED.replace("\n", "\r\n").encode()
    assert here.joinpath("a.rules").read_bytes() == written
    assert format_("a.rules", "--check").exit_code == 0


def test_the_standard_input_is_printed() -> None:
    assert format_("-", typed=TYPED).stdout == FORMATTED
    assert format_("-", "--check", typed=FORMATTED).exit_code == 0
    assert format_("-", "--check", typed=TYPED).stdout == "not formatted: -\n"
    assert "+zone a: heap, public\n" in format_("-", "--diff", typed=TYPED).stdout
    broken = format_("-", typed=TYPED + BROKEN)
    assert (broken.exit_code, broken.stdout) == (1, FORMATTED + BROKEN)
    assert format_("-", "a.rules").exit_code == 2


def test_a_file_that_cannot_be_written_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here.joinpath("a.rules").write_text(TYPED, encoding="utf-8")

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("repl.authoring.formatting.write_shared", refused)
    result = format_("a.rules")
    assert (result.exit_code, result.stderr) == (1, "Error: a.rules can't be written: permission denied.\n")


def test_the_page_shows_what_becomes_of_a_file() -> None:
    before, after = re.search(r"```rules\n(.*?)```.*?```rules formatted\n(.*?)```", PAGE, re.DOTALL).groups()  # type: ignore[union-attr]
    assert format_("-", typed=before).stdout == after


@pytest.mark.parametrize("words", [("module", "mirrors", "--for", "onirim"), ("game", "stones")])
def test_new_files_are_formatted(words: tuple[str, ...]) -> None:
    assert CliRunner().invoke(cli, ["new", *words], catch_exceptions=False).exit_code == 0
    assert format_(".", "--check").exit_code == 0
