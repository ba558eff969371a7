"""The names of a ruleset, for its authors: what each word means, where it is declared, read, changed and hooked.

Reads all files of a ruleset at once, those of its scenarios included, and links no game: files may have mistakes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from dsl.index.index import Index, index
from dsl.index.symbols import CHANGES, EXPECTS, HOOKS, READS, TRANSLATES, Reference, Symbol
from dsl.reading.library import read_file, rules_below, ruleset_folder, sources_with, texts_sources
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.render import cells
from dsl.text.source import SourceFile, Span
from dsl.text.spelling import counted, nearest

HIDDEN = frozenset({"parameter", "position", "scenario"})
"""The sorts that the list of all names leaves out: they are part of others, or no words of the rules."""

PLURALS = {"class": "classes", "places": "places"}

VERBS = {READS: "read", CHANGES: "changed", HOOKS: "hooked", EXPECTS: "in scenarios", TRANSLATES: "translated"}


def names_of(ruleset: str | Path, modules: Iterable[str] = ()) -> Index:
    """The index of a ruleset with these modules of other files; raises `CompileError` if a file can't be found."""
    own = [each for each in modules if each.endswith(".rules")]
    sources, _ = sources_with(ruleset, own)
    models = (read(source, Problems()) for source in (*sources, *_scenarios(ruleset)))
    return index(models, texts_sources(ruleset, own))


def _scenarios(ruleset: str | Path) -> Iterator[SourceFile]:
    """The files in the folders below that of a ruleset, which hold its scenarios."""
    folder = ruleset_folder(ruleset)
    for path in rules_below(folder):
        if path.parent != folder:
            source = read_file(path, Problems(), path.relative_to(folder.parent).as_posix())
            if source is not None:
                yield source


def about(found: Index, word: str) -> tuple[Symbol, ...]:
    """The symbols of a name."""
    name = " ".join(word.replace("`", " ").split())
    return found.named(name)


def near(found: Index, word: str) -> str:
    """The name that may be meant by a misspelt one, or ""."""
    return nearest(word, [each.name for each in found.symbols()]) or ""


def overview(found: Index) -> Iterator[str]:
    """A line for each name, by sort: what it is, where it is declared, and how many places name it."""
    by_sort: dict[str, list[Symbol]] = {}
    for each in found.symbols():
        if each.sort not in HIDDEN:
            by_sort.setdefault(each.sort, []).append(each)
    for number, (sort, symbols) in enumerate(by_sort.items()):
        if number:
            yield ""
        yield f"{PLURALS.get(sort, f'{sort}s')[:1].upper()}{PLURALS.get(sort, f'{sort}s')[1:]}"
        rows = [(each.name, place(each.span), _summary(found, each)) for each in symbols]
        yield from _columns(rows)


def _columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for row in rows:
        own = [cell + " " * (wide - cells(cell)) for cell, wide in zip(row, widths, strict=False)]
        yield "  ".join(["", *own, row[-1]]).rstrip()


def _summary(found: Index, symbol: Symbol) -> str:
    """`read 3 times, hooked in storm`"""
    said = []
    for role, verb in VERBS.items():
        places = _of_role(found, symbol, role)
        if not places:
            continue
        if role == HOOKS:
            modules = dict.fromkeys(_module(found, each) for each in places)
            said.append(f"{verb} in {', '.join(modules)}")
        else:
            said.append(f"{verb} {counted(len(places), 'time')}")
    return ", ".join(said) or "named nowhere else"


def _of_role(found: Index, symbol: Symbol, role: str) -> list[Reference]:
    return [each for each in found.references(symbol) if each.role == role]


def _module(found: Index, reference: Reference) -> str:
    """The module in whose file a name stands; for scenarios, the name of their file."""
    name = reference.span.file.name
    head = next(file.head for file in found.files if file.span.file.name == name)
    return head.name.text if head else name


def place(span: Span) -> str:
    """`base.rules:31`"""
    return f"{span.file.name}:{span.line}"


def details(found: Index, symbols: Sequence[Symbol]) -> Iterator[str]:
    """Everything about some names: their declarations, and the lines that read, change and hook them."""
    for number, symbol in enumerate(symbols):
        if number:
            yield ""
        owner = f", of {symbol.module}" if symbol.module and symbol.sort not in ("game", "module") else ""
        yield f"{symbol.name}: {symbol.sort}{owner}"
        yield from _columns([(place(each.name), _line(each.name)) for each in symbol.declarations])
        for role, verb in VERBS.items():
            places = _of_role(found, symbol, role)
            if role == EXPECTS:
                yield from _by_file(places)
            elif places:
                yield f"{verb}:"
                yield from _columns(list(dict.fromkeys((place(each.span), _line(each.span)) for each in places)))


def _by_file(places: Sequence[Reference]) -> Iterator[str]:
    """How often scenarios name something, file by file: their lines would be many."""
    files = Counter(each.span.file.name for each in places)
    if files:
        yield f"{VERBS[EXPECTS]}:"
        yield from _columns([(name, counted(number, "time")) for name, number in files.items()])


def _line(span: Span) -> str:
    """The line of a place, without blanks at its beginning."""
    return span.file.line(span.line).strip()


def as_data(found: Index, symbols: Iterable[Symbol]) -> list[dict[str, Any]]:
    """Names as data: sort, module, declarations, and places by what they do with the name."""
    return [
        {
            "name": symbol.name,
            "sort": symbol.sort,
            "module": symbol.module,
            "declared": [{**_where(each.name), "text": each.whole.sentence} for each in symbol.declarations],
            **{
                verb.replace(" ", "_"): [_where(each.span) for each in _of_role(found, symbol, role)]
                for role, verb in VERBS.items()
            },
        }
        for symbol in symbols
    ]


def _where(span: Span) -> dict[str, Any]:
    line, column = span.file.position(span.start)
    return {"file": span.file.name, "line": line, "column": column}
