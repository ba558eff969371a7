"""Bring rules files and texts files into the one layout; a file keeps its line ends and its byte order mark."""

from __future__ import annotations

import codecs
from difflib import unified_diff
from itertools import accumulate
from pathlib import Path

import attrs

from dsl import CompileError, Problem, ruleset_folder
from dsl.format.formatted import formatted
from dsl.reading.highlight import pieces
from dsl.reading.library import ENDING
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.files import Unreadable, is_folder, read_whole, write_shared
from dsl.text.render import painted
from dsl.text.source import LONGEST_FILE, SourceFile
from dsl.translation import texts

ENDINGS = (ENDING, texts.ENDING)
STDIN = "stdin.rules"
"""The name of a file that is typed in."""


@attrs.frozen
class Layout:
    """A file before and after; `problems` are mistakes of form: declarations that hold one are left as they are."""

    name: str
    before: bytes
    after: bytes
    problems: tuple[Problem, ...] = ()

    @property
    def changes(self) -> bool:
        """Whether the file isn't in the one layout yet."""
        return self.before != self.after

    def difference(self, colour: bool = False) -> str:
        """The lines that change, as `diff -u` shows them; `colour` adds ANSI escapes and nothing else."""
        before, after = (_lines(self.name, each.decode("utf-8-sig"), colour) for each in (self.before, self.after))
        found = list(unified_diff(before, after, self.name, f"{self.name} (formatted)"))
        return "".join([*found[:2], *(map(_signed, found[2:]) if colour else found[2:])])


def _lines(name: str, text: str, colour: bool) -> list[str]:
    """The lines of a text with their ends, with ANSI escapes around the words of rules if they are to be in colour."""
    source, lines = SourceFile(name, text), text.splitlines(keepends=True)
    if not colour or source.text != text:
        return lines
    ends = accumulate(map(len, lines))
    return [painted(tuple(pieces(source, end - len(line), end))) for line, end in zip(lines, ends, strict=True)]


def _signed(line: str) -> str:
    """A line of a difference with its sign, or the place of the lines, in colour."""
    style = {"-": "out", "+": "in", "@": "place"}.get(line[0], "")
    signs = len(line.rstrip("\n")) if style == "place" else 1
    return painted(((style, line[:signs]), ("", line[signs:])))


def files_of(what: str) -> list[Path]:
    """The files that a path or the name of a ruleset means: all below a folder, but not in hidden ones.

    Raises `CompileError` if there is neither such a file nor such a ruleset.
    """
    path = Path(what)
    if path.suffix in ENDINGS:
        return [path]
    folder = path if is_folder(path) else ruleset_folder(what)
    found = (each for ending in ENDINGS for each in folder.rglob(f"*{ending}"))
    return sorted(each for each in found if not any(part[0] == "." for part in each.relative_to(folder).parts))


def layout_of(path: Path) -> Layout:
    """The layout of a file; raises `CompileError` if it can't be read."""
    try:
        content = read_whole(path, 4 * LONGEST_FILE)
    except Unreadable as reason:
        raise CompileError([Problem("unreadable", f"`{path}` can't be read: {reason}", None)]) from None
    return laid_out(str(path), content)


def laid_out(name: str, content: bytes) -> Layout:
    """The layout of the content of a file. Bytes that aren't UTF-8 are a mistake, and nothing is changed then."""
    text = content.decode("utf-8-sig", errors="replace")
    ends = "\r\n" if "\r\n" in text else "\n"
    source = SourceFile(name, text.replace("\r\n", "\n").replace("\r", "\n"))
    problems = Problems()
    texts.read_texts(source, problems) if name.endswith(texts.ENDING) else read(source, problems)
    after = formatted(source)
    if after == source.text:
        return Layout(name, content, content, tuple(problems.found))
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    return Layout(name, content, mark + after.replace("\n", ends).encode(), tuple(problems.found))


def write(path: Path, layout: Layout) -> None:
    """Write the layout of a file, whole or not at all; raises `OSError`."""
    write_shared(path, layout.after)
