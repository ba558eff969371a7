"""Bind the names in texts files: in the words of an entry they mean what they mean where the rules have these words.

Knows how texts files are read and which words they are about (`dsl/translation`), not what the names in rules mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from dsl.editing.fixes import Edit, edited
from dsl.index.symbols import Reference, Symbol
from dsl.model import model as m
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span
from dsl.translation.texts import CONDITION, GAP, HEAD, Entry, halves, read_texts
from dsl.translation.wanting import OPTION, TEXT, WORD, Words, every_place

Within = Callable[[Span], Iterable[Reference]]
"""The names within a place of the rules."""


@attrs.frozen
class Name:
    """A name in the own words of an entry, and what it means.

    `implicit`: the variable is called after a kind there, and gets a name before it when it is renamed.
    """

    span: Span
    symbol: Symbol
    implicit: bool = False


Form = Callable[[Name], str | None]
"""What a name reads after a rename; None if it stays."""


@attrs.frozen
class Meaning:
    """What the own words of an entry are at one place of the rules: their sort, and the names in them."""

    sort: str
    names: tuple[Name, ...]


@attrs.frozen
class Bound:
    """An entry of a texts file: the place of its own words, the gaps of their translation, and what it may mean."""

    entry: Entry
    own: Span
    gaps: tuple[Span, ...]
    meanings: tuple[Meaning, ...]

    def names(self) -> Iterator[Name]:
        """The names in the own words, whatever they mean, and those in the gaps of the translation."""
        for name in dict.fromkeys(name for each in self.meanings for name in each.names):
            yield name
            before = self.own.file.text[self.own.start : name.span.start]
            here = next((gap for gap in GAP.finditer(self.own.text) if gap.start() < len(before) < gap.end()), None)
            for gap in self.gaps if here else ():
                if here and gap.text == here[0]:
                    start = gap.start + len(before) - here.start()
                    yield Name(Span(gap.file, start, start + name.span.end - name.span.start), name.symbol)


def about(source: SourceFile) -> Span | None:
    """The name of the game or module in the head of a texts file."""
    texts = read_texts(source, Problems())
    found = HEAD.match(texts.span.text) if texts else None
    if texts is None or found is None:
        return None
    return Span(source, texts.span.start + found.start("about"), texts.span.start + found.end("about"))


def bound(sources: Iterable[SourceFile], files: Sequence[m.File], within: Within) -> dict[str, tuple[Bound, ...]]:
    """The entries of texts files, by the name of the file; `files` are the rules that they translate."""
    by_own: dict[str, list[Words]] = {}
    by_sorted: dict[str, list[Words]] = {}
    for words in every_place(files):
        by_sorted.setdefault(words.sorted, []).append(words)
        if words.sort != CONDITION:
            by_own.setdefault(words.own, []).append(words)
    found: dict[str, tuple[Bound, ...]] = {}
    for source in sources:
        texts = read_texts(source, Problems())
        entries = texts.entries if texts else {}
        found[source.name] = tuple(
            _bound(entry, [*_meant(own, entries, by_own, by_sorted)], within) for own, entry in entries.items()
        )
    return found


def _meant(
    own: str, entries: Mapping[str, Entry], by_own: Mapping[str, list[Words]], by_sorted: Mapping[str, list[Words]]
) -> Iterator[Words]:
    """The words of the rules that the own words of an entry are, at each of their places."""
    yield from by_sorted.get(own.replace("<", "").replace(">", "") if _is_condition(own) else own, ())
    yield from (each for each in by_own.get(own, ()) if each.sorted not in entries)


def _is_condition(own: str) -> bool:
    return own.startswith(f"{CONDITION} ")


def _bound(entry: Entry, words: Sequence[Words], within: Within) -> Bound:
    file, start = entry.span.file, entry.span.start
    own, _ = halves(entry.span.text.partition("\n")[0])
    here = Span(file, start, start + len(own))
    gaps = (
        Span(file, here.end + gap.start(), here.end + gap.end()) for gap in GAP.finditer(entry.span.text[len(own) :])
    )
    meanings = (_meaning(here, each, within) for each in words)
    return Bound(entry, here, tuple(gaps), tuple(dict.fromkeys(each for each in meanings if each)))


def _meaning(own: Span, words: Words, within: Within) -> Meaning | None:
    """What words mean at a place of the rules; None if the file spells them so that they aren't found in it."""
    left_out = "" if words.sort == TEXT else "<>`" if words.sort == CONDITION else "`"
    letters, places = _letters(own, left_out, blanks=words.sort == TEXT)
    first = len(letters) - len(words.own)
    if first < 0 or letters[first:] != words.own:
        return None
    names = []
    for start, end, symbol, implicit in _names(words, within):
        span = Span(own.file, places[first + start], places[first + end - 1] + 1)
        names.append(Name(span, symbol, implicit))
    return Meaning(words.sort, tuple(names))


def _letters(span: Span, left_out: str, *, blanks: bool) -> tuple[str, list[int]]:
    """A text without some signs, and with single blanks unless `blanks` stay; and where each of its letters stands."""
    found, places, before = "", list[int](), " "
    for at, letter in enumerate(span.text, span.start):
        if letter not in left_out and (blanks or not (letter.isspace() and before.isspace())):
            found += " " if letter.isspace() else letter
            places.append(at)
            before = letter
    return found, places


def _names(words: Words, within: Within) -> Iterator[tuple[int, int, Symbol, bool]]:
    """The names in words, each from an offset in them to another, and whether a kind stands there, too."""
    for reference in within(words.span) if words.sort not in (OPTION, TEXT, CONDITION) else ():
        said = plain(reference.span.text)
        of_row = "{" in said and reference.symbol.sort == "card"
        if said == words.own or of_row:
            yield 0, len(words.own), reference.symbol, False
    for first, span in words.places:
        for reference in within(span):
            said, before = plain(reference.span.text), Span(span.file, span.start, reference.span.start)
            at = first + len(before.text if words.sort == TEXT else before.sentence.replace("`", ""))
            at += words.own[at : at + 1] == " "
            if words.own.startswith(said, at):
                declared = (each.implicit for each in reference.symbol.declarations if each.name == reference.span)
                yield at, at + len(said), reference.symbol, words.sort == CONDITION and any(declared)


def plain(name: str) -> str:
    """A name as it is said: without backticks, in single blanks."""
    return " ".join(name.replace("`", "").split())


# renames


def entries_renamed(entries: Sequence[Bound], form: Form) -> Iterator[Edit]:
    """The edits of the entries of a texts file; one whose words now have several forms becomes several entries."""
    known = {each.entry.own: each.entry for each in entries}
    for each in entries:
        ways: dict[tuple[Edit, ...], str] = {}
        for meaning in sorted(each.meanings, key=lambda meaning: meaning.sort == WORD):
            ways.setdefault(_edits(meaning, form), meaning.sort)
        stays, added = not ways or () in ways, list[str]()
        for edits, sort in ways.items():
            every = (*edits, *_of_gaps(each, edits))
            beginning = _beginning(each, _edited(each.own, edits), sort, known) if edits else None
            if beginning is not None and (stays or beginning):
                added.append(beginning + _edited(each.entry.span, every))
            elif beginning is not None:
                stays = True
                yield from every
        yield from _with_lines(each.entry, added, stays)


def _edits(meaning: Meaning, form: Form) -> tuple[Edit, ...]:
    new = ((name, form(name)) for name in meaning.names)
    found = {name.span.start: Edit(name.span, text) for name, text in new if text is not None}
    return tuple(found[start] for start in sorted(found))


def _of_gaps(entry: Bound, edits: Sequence[Edit]) -> Iterator[Edit]:
    """The edits of the gaps of a translation, which are those of the own words."""
    new = dict(zip(GAP.findall(entry.own.text), GAP.findall(_edited(entry.own, edits)), strict=True))
    yield from (Edit(gap, new[gap.text]) for gap in entry.gaps if new.get(gap.text, gap.text) != gap.text)


def _edited(span: Span, edits: Sequence[Edit]) -> str:
    """A text after edits in it."""
    longer = sum(len(each.text) - (each.span.end - each.span.start) for each in edits)
    return edited(span.file, edits).text[span.start : span.end + longer]


def _beginning(entry: Bound, new: str, sort: str, known: Mapping[str, Entry]) -> str | None:
    """What stands before the new words of an entry: their sort, if they have an entry; None if they don't need one."""
    other = known.get(plain(new))
    if other is None:
        return ""
    return None if other.said == entry.entry.said or sort in (TEXT, WORD) else f"{sort} "


def _with_lines(entry: Entry, added: Sequence[str], stays: bool) -> Iterator[Edit]:
    """The edits that put entries below another one, or in its place."""
    text, span = entry.span.file.text, entry.span
    ends = [at for at in (text.find("\n", span.end),) if at >= 0]
    end = ends[0] if ends else len(text)
    if stays and added:
        yield Edit(Span(span.file, end, end), "".join(f"\n{each}" for each in added))
    elif not stays:
        yield Edit(Span(span.file, span.start, end + len(ends)), "".join(f"{each}\n" for each in added))
