"""What there is to translate: all words of the rules that players read, from the models of their files.

Reads declarations in all sections, whether they hold in some game or not. Words of one sort must differ from each other
in the translation, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dsl.model import model as m
from dsl.model.products import GAP, declared_cards
from dsl.model.traverse import every_node, unfolded
from dsl.program.reasons import USED, USED_IN
from dsl.text.source import Span
from dsl.translation.quoting import OF_THE_LANGUAGE, definitions_in, names_in, phrases, quoted, scored
from dsl.translation.texts import CONDITION

CARD, VALUE, KIND, PLACE, ZONE, NUMBER, FACT, EVENT, OPTION = (
    "card", "value", "kind", "place", "zone", "number", "fact", "event", "option",
)  # fmt: skip
WORD, TEXT = "word", "text"

LETTER = re.compile(r"[^\W\d_]")

CONTINUE, NEXT, TRIGGER, OF = "continue", "next <card>", "trigger <card>", "of"
"""Words of the language itself: the options by which a window is passed, cards are put in order and the next of several
triggers is chosen, and the word between a thing and whose it is. Others stand in conditions."""


@attrs.frozen
class Words:
    """Words of the rules, as `own` of an entry; their sort, and where they stand first.

    `composed`: they are put together of other words, and needn't be translated by themselves. `word` is the sort of
    words that stand in texts which are put together only, and so needn't differ. `places` says where the rules write
    the parts of `own` in which names can stand: an offset, and the span from which the part beginning there comes.
    """

    own: str
    sort: str
    span: Span
    composed: bool = False
    places: tuple[tuple[int, Span], ...] = attrs.field(default=(), eq=False, repr=False)

    @property
    def sorted(self) -> str:
        """The words with their sort before them: `zone pile`, where `pile` is an option, too."""
        return f"{self.sort} {self.own}"


_known: list[tuple[tuple[m.File, ...], Mapping[str, tuple[Words, ...]]]] = []
"""The words in the games that were looked at last, which may be loaded again and again."""

MOST_KEPT = 8


def wanting_in(files: Sequence[m.File]) -> Mapping[str, tuple[Words, ...]]:
    """The words of each file of a game that players read, by its name."""
    for known, found in _known:
        if len(known) == len(files) and all(one is other for one, other in zip(known, files, strict=True)):
            return found
    names, used = names_in(files) | OF_THE_LANGUAGE, definitions_in(files)
    words = {file.head.name.text: _wanting(file, files, names, used) for file in files if file.head}
    _known[MOST_KEPT - 1 :] = []
    _known.insert(0, (tuple(files), words))
    return words


def every_place(files: Sequence[m.File]) -> Iterator[Words]:
    """The same words, each as often as it stands in the rules."""
    names, used = names_in(files) | OF_THE_LANGUAGE, definitions_in(files)
    for file in (each for each in files if each.head):
        for declaration, _ in unfolded(file.declarations):
            yield from _of(declaration)
        for card, span, composed in declared_cards(file, files):
            yield Words(card, CARD, span, composed)
        yield from _put_together(file, names, used)
        yield from _on_sheets(file)


def _wanting(file: m.File, files: Sequence[m.File], names: frozenset[str], used: frozenset[str]) -> tuple[Words, ...]:
    """The words of a file, each once in each sort; `files` are those of the whole game."""
    found: dict[tuple[str, str], Words] = {}
    for declaration, _ in unfolded(file.declarations):
        for words in _of(declaration):
            if words.own.strip('" '):
                found.setdefault((words.own, words.sort), words)
    for card, span, composed in declared_cards(file, files):
        found.setdefault((card, CARD), Words(card, CARD, span, composed))
    named = {words.own for words in found.values() if words.sort != TEXT}
    for words in _put_together(file, names, used):
        if words.own not in named:
            found.setdefault((words.own, words.sort), words)
    known = {own for own, _ in found}
    for words in _on_sheets(file):
        if words.own not in known:
            found.setdefault((words.own, words.sort), words)
    return tuple(found.values())


def _put_together(file: m.File, known: frozenset[str], used: frozenset[str]) -> Iterator[Words]:
    """The texts that are put together, such as conditions, and the `known` words that they consist of."""
    rows = [(GAP.sub(" ", text), span) for text, span in _rows(file)]
    for text, span in rows:
        yield from _words_in(text, span, known)
    for text, node in quoted(file, used):
        if not LETTER.search(text):
            continue
        yield Words(text.replace("`", ""), CONDITION, node.span, composed=True, places=((0, node.span),))
        yield from _words_in(text, node.span, known)
    if file.head and scored(file):
        yield Words(file.head.name.text, WORD, file.head.name.span)


def _on_sheets(file: m.File) -> Iterator[Words]:
    """What only rules sheets show, and needn't be translated: definitions, groups, variables and invariants."""
    for declaration, _ in unfolded(file.declarations):
        for node in every_node(declaration):
            match node:
                case m.Define(name) | m.Group(name) | m.Let(name):
                    yield Words(name.text, WORD, name.span, composed=True)
                case m.Invariant(title):
                    yield attrs.evolve(_text(title, node), composed=True)
                case _:
                    pass


def _rows(file: m.File) -> Iterator[tuple[str, Span]]:
    """The names in rows that stand for many cards."""
    for declaration, _ in unfolded(file.declarations):
        if isinstance(declaration, m.CardTable):
            yield from ((cell.text, cell.span) for row in declaration.rows for cell in row if GAP.search(cell.text))


def _words_in(text: str, span: Span, known: frozenset[str]) -> Iterator[Words]:
    for phrase in phrases(text, known):
        if LETTER.search(phrase):
            yield Words(phrase, WORD, span)


def _of(node: m.Declaration) -> Iterator[Words]:
    """The words of a declaration: its own, and those within."""
    yield from _named(node)
    yield from _said(node)
    for each in every_node(node):
        match each:
            case m.Option() | m.Ability():
                yield _option(each)
                yield from _once(each)
            case m.Member(_, word) if word:
                yield _text(word, each)
            case m.Put():
                yield Words(NEXT, OPTION, each.span)
            case m.Text():
                yield attrs.evolve(_text(_with_gaps(each), each), places=((0, each.span),))
            case m.Show(label):
                yield _text(label, each)
                yield _text(each.apart_label, each)
            case m.Beside(_, label):
                yield _text(label, each)
            case _:
                pass


def _named(node: m.Declaration) -> Iterator[Words]:  # noqa: C901 - a line for each sort
    """The names that a declaration declares."""
    match node:
        case m.Enumeration(_, members) | m.AddMembers(members):
            yield from (Words(each.text, VALUE, each.span) for each in members)
        case m.Kind():
            yield Words(node.name.text, KIND, node.name.span)
            for each in node.attributes:
                yield from _fact(each)
        case m.ExtendKind(_, attributes):
            for each in attributes:
                yield from _fact(each)
        case m.Class(name):
            yield Words(name.text, KIND, name.span)
        case m.Places(name):
            yield Words(name.text, PLACE, name.span)
        case m.Zone():
            yield Words(node.called or node.name.text, ZONE, node.name.span)
        case m.NumberOf(name):
            yield Words(name.text, NUMBER, name.span)
        case m.Marker(name, _, positions):
            yield Words(name.text, NUMBER, name.span)
            yield from (Words(each.text, VALUE, each.span) for each in positions)
        case m.Event(name):
            yield Words(name.text, EVENT, name.span)
        case _:
            pass


def _fact(node: m.AttributeOf) -> Iterator[Words]:
    if node.type.form != "fact":
        yield Words(node.name.text, WORD, node.name.span)
        return
    yield Words(node.name.text, FACT, node.name.span)
    if node.type.mark:
        yield _text(node.type.mark, node)
    yield from (_text(each, node) for each in node.type.words)


def _said(node: m.Declaration) -> Iterator[Words]:
    """The texts of a declaration itself."""
    match node:
        case m.Game(_, title):
            yield _text(title, node)
            yield Words(OF, WORD, node.span)
        case m.Module(_, title):
            yield _text(title, node)
        case m.Card() if node.triggers:
            yield Words(TRIGGER, OPTION, node.name.span)
        case m.Prompt() if node.window:
            yield Words(CONTINUE, OPTION, node.name.span)
        case m.Help(_, text):
            yield _text(text, node)
        case m.Topic(title, text):
            yield _text(title, node)
            yield _text(text, node)
        case _:
            pass


def _once(node: m.Option | m.Ability) -> Iterator[Words]:
    """The words that say why an option isn't there any more."""
    if node.once:
        yield Words(USED_IN.format(f"<{EVENT}>") if node.once.event else USED[node.once.unit], WORD, node.once.span)


def _text(text: str, node: m.Node) -> Words:
    own = f'"{text}"'
    at = node.span.text.find(own)
    start = node.span.start + at
    places = ((0, Span(node.span.file, start, start + len(own))),) if at >= 0 else ()
    return Words(own, TEXT, node.span, places=places)


def _with_gaps(text: m.Text) -> str:
    return "".join(part if isinstance(part, str) else f"{{{part.value.span.sentence}}}" for part in text.parts)


def _option(node: m.Option | m.Ability) -> Words:
    """The words of an option, with `<…>` around the names of what is chosen, and `{…}` around values."""
    chosen = [part for part in node.words if not isinstance(part, str)]
    own, places = "", list[tuple[int, Span]]()
    for part in node.shown or node.words:
        own += " " if own else ""
        match part:
            case str():
                own += part
            case m.Gap(value):
                places.append((len(own) + 1, value.span))
                own += f"{{{value.span.sentence}}}"
            case _:
                name = (chosen[part] if isinstance(part, int) else part).variable
                places.append((len(own) + 1, name.span))
                own += f"<{name.text}>"
    return Words(own, OPTION, node.span, places=tuple(places))
