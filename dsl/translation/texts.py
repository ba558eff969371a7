"""Texts files: the words of a game or of a module in another language, by those of its rules.

A texts file has a head, `texts german "Deutsch" for treasure`, and entries: the rules' own words, a colon, and the
words that stand for them. Entries are read line by line, without the grammar of rules files. What an entry is about,
and whether the rules have such words at all, is found out with `wanting_in`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dsl.text.diagnostics import Label, Problems
from dsl.text.source import SourceFile, Span, without_comment

ENDING = ".texts"

HEAD = re.compile(r'texts +(?P<language>[^\W\d_][\w-]*) +"(?P<title>[^"]+)" +for +(?P<about>[^":]+?) *$')
QUOTED = re.compile(r'"([^"]*)"$')
GAP = re.compile(r"<[^<>]*>|\{[^{}]*\}")
WORDS = re.compile(r"(?:[\w'’-]+|\s+)+$")
OPTION_WORDS = re.compile(r"(?:[\w'’-]+:?|<[^<>]*>|\{[^{}]*\}|\s+)+$")
"""Names, and the words of options, which may have colons: `ablegen: <card>`."""

CONDITION = "condition"
"""The sort of whole conditions: their translation may leave variables out, and may have commas."""

HOW = 'begin the file with `texts LANGUAGE "Title" for GAME`: `texts german "Deutsch" for treasure`'


@attrs.frozen
class Entry:
    """Words of the rules and the words for them; quoted texts keep their quotation marks in `own` and `said`."""

    own: str
    said: str
    span: Span


@attrs.frozen
class Texts:
    """A texts file: its language, what that calls itself, the game or module, and the entries by own words.

    `uneven` are entries whose two sides have other gaps: the words of the rules may be wrong, or their translation.
    `mixed` are entries of which one side is a text in quotation marks, and the other isn't.
    """

    language: str
    title: str
    about: str
    entries: Mapping[str, Entry]
    span: Span
    uneven: tuple[Entry, ...] = ()
    mixed: tuple[Entry, ...] = ()


def read_texts(source: SourceFile, problems: Problems) -> Texts | None:
    """The texts of a file, without the entries that have a problem; None if it has no head."""
    lines = list(_lines(source))
    if not lines:
        problems.add("translation", "this file is empty", Span(source, 0, 0), help=HOW)
        return None
    head, *rest = lines
    found = HEAD.match(head.text)
    if not found:
        problems.add("translation", "this isn't the first line of a texts file", head, help=HOW)
        return None
    entries: dict[str, Entry] = {}
    every = list(_entries(rest, problems))
    mixed = tuple(entry for entry in every if entry.own.startswith('"') != entry.said.startswith('"'))
    uneven = tuple(entry for entry in every if entry not in mixed and not _even(entry))
    for entry in every:
        if entry in uneven or entry in mixed:
            continue
        if entry.own in entries:
            related = [Label(entries[entry.own].span, "first translated here")]
            message = f"`{entry.own}` is translated twice"
            problems.add("translation", message, entry.span, related=related, help="leave one of them out")
        entries.setdefault(entry.own, entry)
    return Texts(found["language"], found["title"], found["about"], entries, head, uneven, mixed)


def about(source: SourceFile) -> str:
    """The game or module that a texts file is for; "" if it has no head."""
    first = next(_lines(source), None)
    found = HEAD.match(first.text) if first is not None else None
    return found["about"] if found else ""


def _even(entry: Entry) -> bool:
    """Whether both sides have the same gaps; a condition may leave variables out."""
    return entry.own.startswith(f"{CONDITION} ") or sorted(GAP.findall(entry.own)) == sorted(GAP.findall(entry.said))


def _lines(source: SourceFile) -> Iterator[Span]:
    """The lines of a file without comments and blanks at their ends, but for empty ones."""
    for start in source.line_starts:
        line = without_comment(source.text, start).rstrip()
        if line.strip():
            yield Span(source, start + len(line) - len(line.lstrip()), start + len(line))


def _entries(lines: Sequence[Span], problems: Problems) -> Iterator[Entry]:
    """The entries: each in a line, or in one that ends in a colon and the indented line below it."""
    at = 0
    while at < len(lines):
        line = lines[at]
        own, said = halves(line.text)
        at += 1
        if not said and own and at < len(lines) and _indented(lines[at]):
            said, line = lines[at].text, line.to(lines[at])
            at += 1
        entry = _entry(own, said, line, problems)
        if entry:
            yield entry


def _indented(line: Span) -> bool:
    return line.start > 0 and line.file.text[line.start - 1] in " \t"


def halves(text: str) -> tuple[str, str]:
    """What stands before and behind the colon of an entry; ("", "") if there is none."""
    start = text.index('"', 1) + 1 if text.startswith('"') and '"' in text[1:] else 0
    colon = text.rfind(":") if text.startswith(f"{CONDITION} ") else text.find(":", start)
    return (text[:colon].strip(), text[colon + 1 :].strip()) if colon > 0 else ("", "")


def _entry(own: str, said: str, line: Span, problems: Problems) -> Entry | None:
    own = " ".join(own.replace("`", "").split()) if not own.startswith('"') else own
    said = " ".join(said.split()) if not said.startswith('"') else said
    message, advice = _mistake(own, said)
    if message:
        problems.add("translation", message, line, help=advice)
        return None
    return Entry(own, said, line)


def _mistake(own: str, said: str) -> tuple[str, str]:
    """What is wrong with an entry, and what to do about it; ("", "") if nothing is."""
    if not own:
        return (
            "this is no entry",
            "write the words of the rules, a colon, and the words for them: `shiny gem: edler Stein`",
        )
    if not said:
        return f"`{own}` has no translation", "write it behind the colon, or indented in the next line"
    if any(each.startswith('"') and not QUOTED.match(each) for each in (own, said)):
        return "a text ends with its second quotation mark", "leave out what follows it; in a text, use other marks"
    if own.startswith(f"{CONDITION} "):
        foreign = [gap for gap in GAP.findall(said) if gap not in GAP.findall(own)]
        advice = "write a variable in `<…>` on both sides"
        return (f"the condition has no variable `{foreign[0]}`", advice) if foreign else ("", "")
    if '"' not in (own[0], said[0]) and not (OPTION_WORDS if GAP.search(own) else WORDS).match(said):
        return (
            "names consist of words",
            "use letters, digits, hyphens and apostrophes only; texts stand in quotation marks",
        )
    return "", ""
