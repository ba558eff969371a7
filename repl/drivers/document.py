"""Sections of the documents on a terminal: their layout, and their examples of rules in colour."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Markdown
from rich.padding import Padding
from rich.text import Text

from dsl.reading.highlight import pieces
from dsl.reading.library import ENDING
from dsl.text.render import painted
from dsl.text.source import SourceFile

RULES = "rules"
PARTS = {"statements": ("event e\n", "  "), "expressions": ("event e\n", "  let e: ")}
"""What must stand above an example of parts of rules, and before each of its lines, to make a declaration of it."""


class _Example(CodeBlock):
    """An example, on the background of the terminal."""

    words = ""
    """What stands behind the fence."""

    @classmethod
    def create(cls, markdown: Markdown, token: object) -> _Example:
        """An example that begins with a token of Markdown."""
        found = cls("", markdown.code_theme)
        found.words = getattr(token, "info", "")
        return found

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines of the example."""
        text = str(self.text).rstrip()
        sort, _, part = self.words.partition(" ")
        yield Padding(Text.from_ansi(coloured(text, part)) if sort == RULES else Text(text), (0, 2))


class Page(Markdown):
    """A text in Markdown whose examples of rules are in colour."""

    elements: ClassVar = {**Markdown.elements, "fence": _Example, "code_block": _Example}


def coloured(rules: str, part: str = "") -> str:
    """Rules with ANSI escapes around their words; `part` says whether they are "statements" or "expressions"."""
    above, before = PARTS.get(part, ("", ""))
    lines = rules.split("\n")
    source = SourceFile(ENDING, above + "".join(f"{before}{line}\n" for line in lines))
    starts = source.line_starts[above.count("\n") :]
    return "\n".join(
        painted(tuple(pieces(source, start + len(before), start + len(before) + len(line))))
        for start, line in zip(starts, lines, strict=False)
    )
