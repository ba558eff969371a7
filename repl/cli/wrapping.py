"""Text for people that is wider than their terminal, in lines that end between words.

Knows widths and escapes, and nothing of what is said. What goes to files and programs stays as it is.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import click

LEAST = 20
"""On a narrower terminal, nothing is wrapped."""

WORD = re.compile(r"\S+\s*")

SOURCE = re.compile(r"\s*(\d+\s*)?\|")
"""How a line of an excerpt from rules begins."""


def fitted(text: str, stream: Any) -> str:
    """A text as it fits a stream: as it is, unless that is a terminal."""
    return wrapped(text, shutil.get_terminal_size().columns) if stream.isatty() else text


def wrapped(text: str, width: int) -> str:
    """A text in lines of at most so many cells, as far as words allow; excerpts stay as they are."""
    return "\n".join(line for each in text.split("\n") for line in _lines(each, width))


def _lines(line: str, width: int) -> Iterator[str]:
    """One line or several, the further ones indented like the first."""
    plain = click.unstyle(line)
    if _cells(plain) <= width or width < LEAST or SOURCE.match(plain):
        yield line
        return
    indent = " " * min(len(plain) - len(plain.lstrip(" ")), width // 2)
    begun = ""
    for word in WORD.findall(line):
        if begun.strip() and _cells(click.unstyle(begun + word).rstrip()) > width:
            yield begun.rstrip()
            begun = indent
        begun = (begun or line[: len(line) - len(line.lstrip(" "))]) + word
    yield begun.rstrip()


def _cells(text: str) -> int:
    from dsl.text.render import cells

    return cells(text)
