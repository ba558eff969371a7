"""How an unfinished line can go on: the words of the language that may stand at a place, and forms of whole lines.

The parser says which words it would accept there. If there is a mistake further up, the lines below which this one
stands are read without their neighbours. Nothing here knows which names are declared.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

import attrs

from dsl.reading import form_tables as tables
from dsl.reading.form_tables import Forms
from dsl.reading.parse import cuts
from dsl.reading.parser import accepted, indent_of, spell
from dsl.text.source import SourceFile

BEGUN = re.compile(r"[^\W\d_][\w'’-]*$")
"""The word that is being written."""

NAMES = frozenset({"WORD", "QUOTED"})
PLAIN = re.compile(r"[a-z][a-z ]*$")


@attrs.frozen
class Continuations:
    """What may stand at a place, in place of the word that begins at `start`: words, names, and forms of the line."""

    start: int
    words: tuple[str, ...] = ()
    names: bool = False
    forms: tuple[str, ...] = ()


def continuations(source: SourceFile, offset: int) -> Continuations:
    """What may stand at a place in a file."""
    text = source.text[:offset]
    line = text.rsplit("\n", 1)[-1]
    start = offset - len(found.group() if (found := BEGUN.search(line)) else "")
    if _in_text(line):
        return Continuations(offset)
    before = line[: len(line) - (offset - start)]
    indent = before if before.strip() else " " * indent_of(before + ".")
    terminals = accepted(_piece(text[:start])) if indent else accepted("")
    if terminals is None:
        terminals = accepted("\n".join([*_above(text, before), before])) or frozenset()
    words = tuple(sorted({word for each in terminals if not each.startswith("_NL") for word in _spelled(each)}))
    forms = () if before.strip() else tuple(dict.fromkeys(_forms(words, indent == "")))
    return Continuations(start, words, bool(terminals & NAMES), forms)


def _in_text(line: str) -> bool:
    """Whether the end of a line is within a text or a comment."""
    plain = re.sub(r'"[^"]*"|`[^`]*`', "", line)
    return '"' in plain or "#" in plain


def _piece(text: str) -> str:
    """The last declaration of a text, unfinished."""
    starts = [start for start, _ in cuts(text)]
    return text[starts[-1] :] if starts else text


def _above(text: str, before: str) -> list[str]:
    """The lines below which an unfinished line stands, the outermost first."""
    width = indent_of(before + ".")
    found: list[str] = []
    for line in reversed(text.split("\n")[:-1]):
        if line.strip() and not line.lstrip().startswith("#") and indent_of(line) < width:
            found.insert(0, line)
            width = indent_of(line)
    return found


@functools.cache
def _spelled(terminal: str) -> tuple[str, ...]:
    return tuple(word for word in spell(terminal) if PLAIN.fullmatch(word))


def _forms(words: Iterable[str], outermost: bool) -> Iterator[str]:
    """The forms of lines that begin with one of some words."""
    groups: tuple[dict[str, Forms], ...] = (tables.DECLARATIONS,) if outermost else (tables.STATEMENTS, tables.OPTIONS)
    known = {form for group in groups for forms in group.values() for form in forms}
    for word in words:
        yield from sorted(form for form in known if form == word or re.match(rf"{re.escape(word)}\b", form))
