"""The sections of the documents about the language, by the words in their headings.

In an installed package the documents lie in `pages` beside this file, in a checkout in `docs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

import attrs

from dsl.text.spelling import nearest

REFERENCE, PROBLEMS = "language.md", "problems.md"

HEADING = re.compile(r"^(?P<level>##+) (?P<title>.+)$", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
ENTRY = re.compile(r"^\| `(?P<words>[^`]+)`", re.MULTILINE)
"""A row of a table that is about a line of the language."""


@attrs.frozen
class Section:
    """A section of a document: its title without marks, its words, and its text with the heading."""

    title: str
    words: tuple[str, ...]
    text: str


@cache
def sections(name: str) -> tuple[Section, ...]:
    """The sections of a document in their order; each ends where the next one begins."""
    text = _page(name)
    heads = list(HEADING.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    return tuple(_section(head["title"], text[head.start() : end]) for head, end in zip(heads, ends, strict=True))


def about(word: str) -> list[Section]:
    """The sections of the reference about a word: in their heading, else in a row of a table; none if there is none."""
    every, plain = sections(REFERENCE), " ".join(word.casefold().split())
    titled = [each for each in every if plain in each.words or plain == each.title.casefold()]
    return titled or [each for each in every if any(_begins(row, plain) for row in ENTRY.findall(each.text))]


def problem(code: str) -> Section | None:
    """The section about a problem's code."""
    return next((each for each in sections(PROBLEMS) if each.words == (code,)), None)


def near(word: str) -> str:
    """The nearest word that has a section, or ""."""
    known = {each for page in (REFERENCE, PROBLEMS) for section in sections(page) for each in section.words}
    return nearest(word, sorted(known)) or ""


def words(name: str) -> Iterable[str]:
    """All words in the headings of a document, each once."""
    return dict.fromkeys(word for section in sections(name) for word in section.words)


def _section(title: str, text: str) -> Section:
    plain = LINK.sub(r"\1", text)
    return Section(
        title.replace("`", ""), tuple(word.casefold() for word in QUOTED.findall(title)), plain.rstrip() + "\n"
    )


def _begins(row: str, word: str) -> bool:
    """Whether a line of the language begins with a word."""
    return row.casefold() == word or row.casefold().startswith(f"{word} ")


def _page(name: str) -> str:
    packaged = files("repl.authoring").joinpath("pages", name)
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return Path(__file__).parents[2].joinpath("docs", name).read_text(encoding="utf-8")
