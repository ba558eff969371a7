"""The sections of the documents about the language, by the words in their headings.

In an installed package the documents lie in `pages` beside this file, in a checkout in `docs`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import attrs

from dsl.text.spelling import nearest

REFERENCE, PROBLEMS = "language.md", "problems.md"

HEADING = re.compile(r"^(?P<level>##+) (?P<title>.+)$", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
CODE = re.compile(r"```.*?```", re.DOTALL)
LITERAL = re.compile(r'"[^"\n]*"|/[^/\n]+/')
LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
ROW = re.compile(r"^\| (?P<first>[^|]*`[^|]*) \| (?P<rest>.+?) \|$", re.MULTILINE)
"""A row of a table that is about words of the language."""


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
    """The sections of the reference about a word: in their heading, else in a row of a table; none if there is none.

    For another word of the grammar, the section that uses it most.
    """
    every, plain = sections(REFERENCE), " ".join(word.casefold().split())
    titled = [each for each in every if plain in each.words or plain == each.title.casefold()]
    listed = titled or [each for each in every if any(_begins(words, plain) for words, _ in _rows(each))]
    known = bool(plain) and reserved() >= {*plain.split()}
    return listed or ([max(every, key=lambda each: _uses(each, plain))] if known else [])


@cache
def reserved() -> frozenset[str]:
    """The words of the grammar."""
    grammar = files("dsl.reading").joinpath("grammar.lark").read_text(encoding="utf-8")
    written = (re.sub(r"\\\\?[bsw]", " ", literal) for literal in LITERAL.findall(grammar))
    return frozenset(word for literal in written for word in re.findall(r"\b[a-z]{2,}\b", literal))


def _uses(section: Section, word: str) -> tuple[int, int]:
    """How many words in backticks of a section hold a word, and how often its examples do."""
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
    said = re.sub(CODE, "", section.text)
    return sum(map(bool, map(pattern.search, QUOTED.findall(said)))), len(pattern.findall(section.text))


def line(word: str) -> str:
    """What the reference says about a word in a paragraph or a row of a table; "" if there is nothing."""
    return next(_lines(" ".join(word.casefold().split())), "")


def _lines(plain: str) -> Iterator[str]:
    """The same, each that there is: from what is about the word to what mentions it."""
    every, rows = sections(REFERENCE), _all_rows()
    yield from (first_paragraph(section.text) for section in every if plain in section.words)
    yield from (f"`{words}`: {said}" for words, said in rows if _begins(words, plain))
    yield from (first_paragraph(section.text) for section in every if _holds(section.title, plain))
    yield from (said for words, said in _quoted() if _holds(words, plain))
    yield from (f"`{words}`: {said}" for words, said in rows if _holds(words, plain))


@cache
def _all_rows() -> tuple[tuple[str, str], ...]:
    return tuple(row for section in sections(REFERENCE) for row in _rows(section))


@cache
def _quoted() -> tuple[tuple[str, str], ...]:
    """All words in backticks, each with its paragraph."""
    said = (each for section in sections(REFERENCE) for each in _paragraphs(section.text))
    return tuple((words, paragraph) for paragraph in said for words in QUOTED.findall(paragraph))


def first_paragraph(text: str) -> str:
    """The first paragraph of a section; "" if there is none."""
    return next(_paragraphs(text), "")


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs and the points of lists of a section, each in one line; no headings, tables and examples."""
    for part in re.split(r"\n\s*\n|\n(?=- )", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        plain = part.strip().removeprefix("- ")
        if plain and not plain.startswith(("#", "|", "<")):
            yield " ".join(plain.split())


def _rows(section: Section) -> Iterator[tuple[str, str]]:
    """The words that rows of the tables of a section are about, and what each row says of them."""
    for row in ROW.finditer(section.text):
        said = " · ".join(cell for each in row["rest"].split(" | ") if (cell := each.strip()))
        yield from ((words, said) for words in QUOTED.findall(row["first"]) if said)


def problem(code: str) -> Section | None:
    """The section about a problem's code."""
    return next((each for each in sections(PROBLEMS) if each.words == (code,)), None)


def near(word: str) -> str:
    """The nearest word that has a section, or ""."""
    known = reserved() | {
        each for page in (REFERENCE, PROBLEMS) for section in sections(page) for each in section.words
    }
    return nearest(word, sorted(known)) or ""


def words(name: str) -> Iterable[str]:
    """All words in the headings of a document, each once."""
    return dict.fromkeys(word for section in sections(name) for word in section.words)


def _section(title: str, text: str) -> Section:
    plain = LINK.sub(r"\1", text)
    return Section(
        title.replace("`", ""), tuple(word.casefold() for word in QUOTED.findall(title)), plain.rstrip() + "\n"
    )


def _begins(line: str, word: str) -> bool:
    """Whether a line or a clause of the language begins with a word, or is a comparison by it."""
    plain = line.casefold().removeprefix(", ")
    return any(plain == start or plain.startswith(f"{start} ") for start in (word, f"is {word}"))


def _holds(line: str, word: str) -> bool:
    """Whether a word is a clause of a line of the language, or a word of several parts is a part of one."""
    if " " not in word:
        return line.casefold().startswith(f", {word} ")
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line.casefold()) is not None


def _page(name: str) -> str:
    packaged = files("repl.authoring").joinpath("pages", name)
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return Path(__file__).parents[2].joinpath("docs", name).read_text(encoding="utf-8")
