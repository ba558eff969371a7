"""What may be written at a place: words of the language, forms of lines, and names, those that fit first.

The parser says whether a word or a name may stand there (`dsl.editing.continuations`), the index which names there are.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import attrs

from dsl.editing.continuations import continuations
from dsl.index.index import Index
from dsl.index.offered import at_prompt
from dsl.index.symbols import Declaration, Symbol
from dsl.text.source import Span
from repl.editor import fitting
from repl.editor.hover import doc_line
from repl.editor.workspace import Workspace, head, is_texts

PLACEHOLDER = re.compile(r"[A-Z]{2,}")

HEADS = ('module NAME "Title" for GAME', 'game NAME "Title"')
"""The forms that come first in a file without a head."""

FOR_GAME = re.compile(r'^module [^\n"]*"[^\n"]*" +for +\Z', re.MULTILINE)
"""The head of a module up to the name of its game."""


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
    if FOR_GAME.search(source.text[: found.start]):
        return tuple(Item(game, "game", here, rank=0) for game in workspace.games(name))
    first = HEADS if head(source) is None else ()
    forms = (_form(form, here, first.index(form) if form in first else 2) for form in found.forms)
    index = workspace.index(name) if found.names else None
    if index is None or name not in index.sources:
        return (*forms, *words)
    return (*forms, *words, *_options(index, here), *_names(index, here))


def _form(form: str, here: Span, rank: int = 2) -> Item:
    numbers = iter(range(1, 30))
    gaps = PLACEHOLDER.sub(lambda gap: f"${{{next(numbers)}:{gap.group()}}}", form.replace("$", r"\$"))
    about = doc_line(form.split(" ", maxsplit=1)[0].rstrip(":"))
    return Item(form, "form", here, about=about, snippet=gaps, rank=rank)


def _options(index: Index, here: Span) -> Iterator[Item]:
    """The options of the game that an answer in a scenario can name."""
    prompt = fitting.prompt_of_answers(here.file, here.start)
    for form in dict.fromkeys(each.form for each in at_prompt(prompt, index.files)) if prompt else ():
        item = _form(form, _whole(here, form), 0)
        yield attrs.evolve(item, about="", detail=f"option of {prompt}")


def _names(index: Index, here: Span) -> Iterator[Item]:
    @functools.cache
    def fits(start: int) -> fitting.Sorts:
        return fitting.fitting(here.file, start, lambda word: frozenset(each.sort for each in index.named(word)))

    best: dict[str, Item] = {}
    for symbol in index.visible_at(here.file.name, here.end):
        span = _whole(here, symbol.name)
        rank = 0 if symbol.sort in fits(span.start) else 1 if symbol.sort == "variable" else 3
        known = best.get(symbol.name)
        if symbol.sort != "parameter" and (known is None or rank < known.rank):
            best[symbol.name] = _named(symbol, span, rank)
    yield from best.values()


def _named(symbol: Symbol, span: Span, rank: int) -> Item:
    detail = symbol.sort + (f" of {symbol.module}" if symbol.module else "")
    return Item(symbol.name, symbol.sort, span, detail, _about(symbol.declarations[0]), rank=rank)


@functools.lru_cache(4_000)
def _about(declared: Declaration) -> str:
    """The line of a declaration and the comment above it, which change while the symbol stays the same."""
    line = f"```reverie\n{declared.whole.sentence}\n```"
    return "\n\n".join(filter(None, [line, declared.name.comment_above]))


def _whole(here: Span, name: str) -> Span:
    """The place of a name that is being written, with the first words of it that stand before the last one already."""
    before, words = here.file.text[: here.start], name.split(" ")
    for many in range(len(words) - 1, 0, -1):
        begun = " ".join(words[:many]) + " "
        if before.endswith(begun) and not before[: -len(begun)][-1:].isalnum():
            return Span(here.file, here.start - len(begun), here.end)
    return here
