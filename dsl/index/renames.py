"""Rename a symbol: the edits of all files that name it, or the reason why it can't have the new name.

A name that stands for a kind and also for the card that is chosen goes with the kind; a variable that is renamed gets a
name of its own there. Nothing is renamed while its name also stands in a declaration that can't be read. Whether the
ruleset still checks is found by checking it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import attrs

from dsl.editing.fixes import Edit, edited
from dsl.index.index import Index, index
from dsl.index.symbols import DECLARES, TRANSLATES, Reference, Symbol
from dsl.index.translations import Name, about, entries_renamed, plain
from dsl.model import model as m
from dsl.model.products import GAP
from dsl.names import phrases
from dsl.names.names import LETTERS
from dsl.reading.library import read_all
from dsl.reading.parse import cuts
from dsl.reading.reserved import FUNCTIONS, MEANING, OPENING
from dsl.text.letters import is_word
from dsl.text.source import SourceFile, Span, without_comment

WITHIN = frozenset({
    "and", "as", "besides", "else", "if", "in", "into", "is", "lies", "meets", "of", "onto", "or", "over", "per",
    "then", "times", "to", "under", "when", "where", "with",
})  # fmt: skip
"""Words that end a name, unless it stands in backticks."""

FIRST = OPENING | WITHIN | {"again", "at", "exactly", "less", "more"}
"""Words that can't begin a name, unless it stands in backticks."""

PHRASES = re.compile(r"\b(?:on top of|riding on|by position|at random|during|by|at|face down|face up)\b")
"""Other words for which a name stands in backticks, at least somewhere."""

VALUES = frozenset({
    "option", "dummy", "enum", "value", "kind", "card", "class", "attribute", "fact", "places", "zone", "group",
    "number", "definition",
})  # fmt: skip
"""The namespaces of names that stand in expressions: none of these may be the same."""

QUOTED = re.compile(r'"[^"\n]*"?')
WITHIN_QUOTES = re.compile(r"\{[^}]*\}?")

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@attrs.frozen
class Refused:
    """The sentence that says why a symbol can't have a name."""

    reason: str


def rename(index: Index, symbol: Symbol, name: str) -> tuple[Edit, ...] | Refused:
    """The edits that give a symbol another name, file by file in the order of their places."""
    name = " ".join(name.replace("`", " ").split())
    reason = _unfit(symbol, name) or _taken(index, symbol, name) or _fixed(index, symbol) or _hidden(index, symbol)
    if reason:
        return Refused(reason)
    found: dict[tuple[str, int], Edit] = {}
    together = _together(index, symbol, name)
    for each, new in together.items():
        for reference in _in_rules(index, each):
            edit = _edit(index, reference, each, new, symbol)
            if edit is not None:
                found[edit.span.file.name, edit.span.start] = edit
    for edit in (*_in_rows(index, symbol, name), *_in_texts(index, symbol, together)):
        found[edit.span.file.name, edit.span.start] = edit
    return tuple(found[place] for place in sorted(found))


def _in_rules(index: Index, symbol: Symbol) -> Iterator[Reference]:
    return (each for each in index.references(symbol) if each.role != TRANSLATES)


def _in_texts(index: Index, symbol: Symbol, together: Mapping[Symbol, str]) -> Iterator[Edit]:
    """The edits of texts files: of their heads, and of their entries."""

    def form(name: Name) -> str | None:
        said, of = plain(name.span.text), name.symbol
        if of in together:
            new = _form(said, of.name, together[of])
            return f"{new}: {said}" if new and name.implicit and of == symbol else new
        return _with_value(index, of, said, symbol, together[symbol]) if symbol.key.sort == "value" else None

    for source in index.texts:
        head = about(source)
        if head is not None and head.text == symbol.name and symbol.sort == "module":
            yield Edit(head, together[symbol])
        yield from entries_renamed(index.entries(source.name), form)


def modules_renamed(sources: Sequence[SourceFile], names: Mapping[str, str]) -> list[SourceFile]:
    """The files with other names for some modules; raises `CompileError` if a file can't be read as rules."""
    found = index(read_all(sources))
    renamed = [each for each in found.symbols() if each.sort == "module" and each.name in names]
    edits = [Edit(place.span, names[each.name]) for each in renamed for place in found.references(each)]
    return [edited(source, edits) for source in sources]


# whether a name is fit


def _unfit(symbol: Symbol, name: str) -> str:
    """Why a symbol of this sort can't have a name, whatever else is declared."""
    if symbol.key.sort == "language" or (symbol.sort == "definition" and symbol.span.text == "score"):
        return f"`{symbol.name}` is a word of the language, so it can't be renamed"
    if symbol.sort == "scenario":
        return "" if ID.fullmatch(name) else "the id of a scenario consists of lower-case letters, digits and hyphens"
    gaps, own = GAP.findall(name), GAP.findall(symbol.name)
    if sorted(gaps) != sorted(own):
        return f"`{symbol.name}` stands for many cards, so the new name needs the same gaps" if own else _no_name(name)
    first, *rest = GAP.sub("x", name).split() or [""]
    if not is_word(first) or not all(is_word(word) or word.isdecimal() for word in rest):
        return _no_name(name)
    words_of_the_language = MEANING | FUNCTIONS | {"number", "none", "nothing", "those", "them"}
    if name in words_of_the_language or name in LETTERS or name.startswith("all "):
        return f"`{name}` is a word of the language, so it can't be a name"
    return ""


def _no_name(name: str) -> str:
    return f"`{name}` is no name: it begins with a letter and consists of words and numbers"


def _taken(index: Index, symbol: Symbol, name: str) -> str:
    """What has the name already, where it would be taken for the symbol or hide it."""
    if name == symbol.name:
        return f"it is called `{name}` already"
    variable = symbol.sort in ("variable", "parameter")
    space = symbol.key.sort
    for other in index.named(name):
        both = other.key.sort in VALUES and (variable or space in VALUES)
        if other.key != symbol.key and (both or other.key.sort == space):
            return f"`{name}` is the name of {_article(other.sort)} already ({other.span.place})"
    if space not in VALUES and not variable:
        return ""
    for other in index.variables_named(name):
        return f"`{name}` is the name of a {other.sort} already ({other.span.place}), and one would hide the other"
    return ""


def _article(sort: str) -> str:
    return f"{'an' if sort[:1] in 'aeiou' else 'a'} {sort}"


def _fixed(index: Index, symbol: Symbol) -> str:
    """Why a variable can't have a name of its own: it is called after a kind where nothing else can stand."""
    if symbol.sort != "variable":
        return ""
    for each in index.references(symbol):
        after = _after(index, each) if each.role == DECLARES else ""
        if after and not _can_be_named(each.span):
            return f"`{symbol.name}` is called after the {after} ({each.span.place}): rename that"
    return ""


def _after(index: Index, reference: Reference) -> str:
    """The kind or domain after which a variable is called at a place; "" if it has a name of its own there."""
    file, span = reference.span.file.name, reference.span
    for each in index.in_file(file):
        if each.span == span and each.role != DECLARES and each.symbol != reference.symbol:
            return f"{each.symbol.sort} `{each.symbol.name}`"
    return f"word `{span.text}`" if span in index.known(file) else ""


def _can_be_named(span: Span) -> bool:
    """Whether a name may stand before a kind: wherever something is chosen, but not in the head of a class or rule."""
    line = span.file.line(span.line).lstrip()
    return not line.startswith(("class ", "on "))


def _hidden(index: Index, symbol: Symbol) -> str:
    """Where a name stands in a declaration that can't be read, and so would be left there; "" if nowhere."""
    words = _said(symbol.name)
    for file in index.files:
        source = file.span.file
        for start, end in _unread(file):
            first = source.position(start)[0]
            for number, line in enumerate(source.text[start:end].split("\n"), first):
                if words.search(QUOTED.sub(_gaps, without_comment(line))):
                    place = f"line {number} of {Path(source.name).name}"
                    return f"`{symbol.name}` also stands in {place}, in a declaration that can't be read; mend it first"
    return ""


def _unread(file: m.File) -> Iterator[tuple[int, int]]:
    """The start and end of each piece of a file that no declaration was read from."""
    read = [each.span.start for each in file.declarations]
    return ((start, end) for start, end in cuts(file.span.file.text) if not any(start <= at < end for at in read))


def _gaps(text: re.Match[str]) -> str:
    """The gaps of a text in quotes: its other words name nothing."""
    return " ".join(WITHIN_QUOTES.findall(text.group()))


def _said(name: str) -> re.Pattern[str]:
    """The forms in which a name may be said."""
    forms = dict.fromkeys([name, f"{name}s", phrases.plural(name)])
    either = "|".join(r"\s+".join(map(re.escape, GAP.sub("\0", form).split())) for form in forms)
    return re.compile(rf"(?<![\w'’-])(?:{either})(?![\w'’-])".replace("\0", ".+?"))


# what is renamed


def _together(index: Index, symbol: Symbol, name: str) -> dict[Symbol, str]:
    """A symbol with its new name, and the variables that are called after it with theirs."""
    found = {symbol: name}
    if symbol.sort in ("variable", "parameter"):
        return found
    places = {(each.span.file.name, each.span.start): each for each in index.references(symbol)}
    for file, group in groupby(index.references(symbol), key=lambda each: each.span.file.name):
        spans = {each.span.start for each in group}
        for each in index.in_file(file):
            called = (
                each.role == DECLARES and each.span.start in spans and each.symbol.sort in ("variable", "parameter")
            )
            if called and each.span == places[file, each.span.start].span:
                found[each.symbol] = _form(each.symbol.name, symbol.name, name) or name
    return found


def _form(said: str, name: str, new: str) -> str | None:
    """The new name in the form in which the old one was said; None if that isn't the name."""
    if said == name:
        return new
    if said == f"{name}s":
        return f"{new}s"
    if said == phrases.plural(name):
        return phrases.plural(new)
    return _of_row(said, name, new) if "{" in name else None


def _of_row(said: str, name: str, new: str) -> str | None:
    """The new name of a card for whose row a name stands, with the values that the old one has; or a part of it."""
    values = _values(said, name)
    if values:
        return GAP.sub(lambda gap: values[gap[1]], new)
    before, after = (GAP.sub(" ", each).split() for each in (name, new))
    if said == " ".join(before):
        return " ".join(after)
    return dict(zip(before, after, strict=True)).get(said) if len(before) == len(after) else None


def _values(said: str, name: str) -> dict[str, str]:
    """The values in the name of a card, by the gaps of the name in its row."""
    found = re.fullmatch("(.+)".join(map(re.escape, GAP.split(name)[::2])), said)
    return dict(zip(GAP.findall(name), found.groups(), strict=True)) if found else {}


def _in_rows(index: Index, symbol: Symbol, new: str) -> Iterator[Edit]:
    """The edits of the names of cards that hold a value of an enum, where a row stands for a card of each value."""
    if symbol.key.sort != "value":
        return
    for card in (each for each in index.symbols() if each.sort == "card" and "{" in each.name):
        for reference in _in_rules(index, card):
            text = _with_value(index, card, plain(reference.span.text), symbol, new)
            if reference.role != DECLARES and text is not None:
                yield Edit(reference.span, _quoted(text, reference.span))


def _with_value(index: Index, card: Symbol, said: str, value: Symbol, new: str) -> str | None:
    """The name of a card that holds a value, where a row stands for a card of each, after the value was renamed."""
    values = _values(said, card.name) if card.sort == "card" and "{" in card.name else {}
    enums = {entry.details[0] for entry in index.tables.every("value", value.name)}
    of = {gap for gap in values if values[gap] == value.name and enums & _enums(index, gap)}
    values.update(dict.fromkeys(of, new))
    return GAP.sub(lambda gap: values[gap[1]], card.name) if of else None


def _enums(index: Index, attribute: str) -> set[object]:
    """The enums of the values of an attribute."""
    return {entry.details[1] for entry in index.tables.every("attribute", attribute)}


def _edit(index: Index, reference: Reference, symbol: Symbol, new: str, asked: Symbol) -> Edit | None:
    span = reference.span
    text = _form(plain(span.text), symbol.name, new)
    if text is None:
        return None
    text = _quoted(text, span)
    own = symbol == asked and symbol.sort in ("variable", "parameter") and reference.role == DECLARES
    return Edit(span, f"{text}: {span.text}" if own and _after(index, reference) else text)


def _quoted(name: str, span: Span) -> str:
    """A name in backticks, if it needs them at a place."""
    line = span.file.line(span.line).lstrip()
    within = span.file.text[: span.start].rpartition("\n")[2]
    if line.startswith(("|", "scenario ")) or within.count("`") % 2 or not needs_backticks(name):
        return name
    return f"`{name}`"


def needs_backticks(name: str) -> bool:
    """Whether a name holds words of the language, so that rules have to write it in backticks."""
    first, *rest = name.split()
    return first in FIRST or not WITHIN.isdisjoint(rest) or PHRASES.search(name) is not None
