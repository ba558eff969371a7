"""What may be written at a place: words of the language, forms of lines, and names, those that fit first.

The parser says whether a word or a name may stand there (`dsl.editing.continuations`), the index which names there are.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import attrs

from dsl.editing.continuations import Continuations, continuations
from dsl.index.symbols import Declaration, Symbol
from dsl.text.source import SourceFile, Span
from repl.editor.hover import doc_line
from repl.editor.workspace import Workspace, is_texts

FITS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"\b(?:do|before|after|instead of|together with|forbid|on|during|turn:.*,|turn:)$", frozenset({"event"})),
    (r"^\s*(?:ask|offer|add to|at|asked)$", frozenset({"prompt"})),
    (r"\b(?:to|from|into|in|entering|leaving|shuffle|refilled from)$", frozenset({"zone", "group"})),
    (r"^\s*(?:set|raise)$", frozenset({"number", "flag", "marker"})),
    (r"\bper$", frozenset({"enum", "places"})),
    (r"^(?:requires|excludes|.*\bwith)$", frozenset({"module"})),
    (r"<$|\b(?:every|any|no|some|number of|on [\w ]+ of)$", frozenset({"kind", "class", "card"})),
    (r"\b(?:is|is not)$", frozenset({"value", "position", "card", "class"})),
    (r"^\s*(?:widen|narrow|keep|if|when|where|.*\b(?:where|when|if|and|or|not))$", frozenset({"definition", "flag"})),
)  # fmt: skip
"""Words before a place, and the sorts of names that most often follow them."""

PLACEHOLDER = re.compile(r"[A-Z]{2,}")


@attrs.frozen
class Item:
    """Something that may be written in place of a span; `snippet` has gaps to fill, `${1:NAME}`.

    `rank` orders them: names that fit, variables, words and forms, other names.
    """

    label: str
    sort: str
    span: Span
    detail: str = ""
    about: str = ""
    snippet: str = ""
    rank: int = 2


def complete(workspace: Workspace, name: str, offset: int) -> tuple[Item, ...]:
    """What may be written at a place in a document."""
    document = workspace.document(name)
    if document is None or is_texts(name):
        return ()
    source = document.source
    found = continuations(source, offset)
    here = Span(source, found.start, offset)
    words = (Item(word, "keyword", here, about=doc_line(word)) for word in found.words)
    forms = (_form(form, here) for form in found.forms)
    names = _names(workspace, name, offset, found) if found.names else ()
    return (*forms, *words, *names)


def _form(form: str, here: Span) -> Item:
    numbers = iter(range(1, 30))
    gaps = PLACEHOLDER.sub(lambda gap: f"${{{next(numbers)}:{gap.group()}}}", form.replace("$", r"\$"))
    return Item(form, "form", here, about=doc_line(form.split(" ", maxsplit=1)[0].rstrip(":")), snippet=gaps)


def _names(workspace: Workspace, name: str, offset: int, found: Continuations) -> Iterator[Item]:
    index, document = workspace.index(name), workspace.document(name)
    if index is None or document is None or name not in index.sources:
        return
    source = document.source
    seen: set[str] = set()
    for symbol in index.visible_at(name, offset):
        if (symbol.name not in seen and symbol.sort != "parameter") or symbol.sort == "variable":
            seen.add(symbol.name)
            yield _named(symbol, Span(source, _start(source, found.start, symbol.name), offset))


def _named(symbol: Symbol, span: Span) -> Item:
    rank = 0 if symbol.sort in _fitting(span.file, span.start) else 1 if symbol.sort == "variable" else 3
    detail = symbol.sort + (f" of {symbol.module}" if symbol.module else "")
    return Item(symbol.name, symbol.sort, span, detail, _about(symbol.declarations[0]), rank=rank)


@functools.lru_cache(4_000)
def _about(declared: Declaration) -> str:
    """The line of a declaration and the comment above it, which change while the symbol stays the same."""
    line = f"```reverie\n{declared.whole.sentence}\n```"
    return "\n\n".join(filter(None, [line, declared.name.comment_above]))


@functools.lru_cache(64)
def _fitting(source: SourceFile, start: int) -> frozenset[str]:
    before = source.text[:start].rsplit("\n", 1)[-1].rstrip()
    return next((sorts for pattern, sorts in FITS if re.search(pattern, before)), frozenset())


def _start(source: SourceFile, start: int, name: str) -> int:
    """Where a name begins of which the first words stand before a place already."""
    before, words = source.text[:start], name.split(" ")
    for many in range(len(words) - 1, 0, -1):
        begun = " ".join(words[:many]) + " "
        if before.endswith(begun) and not before[: -len(begun)][-1:].isalnum():
            return start - len(begun)
    return start
