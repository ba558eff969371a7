"""Read the tables of cards into numbered faces, with their printed values.

A step of `resolve`, after kinds, enums and zones.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import attachments, card_rows, phrases
from dsl.names.card_values import NAMELESS, Row, check_values, values_of_cards, with_values
from dsl.names.names import Attribute, Face, Fact, Names
from dsl.program.setup import MOST_COPIES
from dsl.text.diagnostics import Label
from dsl.text.letters import is_word
from dsl.text.source import Span
from dsl.text.spelling import did_you_mean, nearest

MOST_FACT = 255
MOST_LISTED = 6


def declare(names: Names) -> None:
    """Find the faces of all cards, with the zones in which they begin and the cells of their columns."""
    declared = sorted(names.ruleset.all(m.Card, m.CardTable), key=lambda pair: pair[1].kind is None)
    values = values_of_cards(names)
    for part, node in declared:
        if isinstance(node, m.CardTable):
            _rows(node, part, names, values)
        elif names.kinds[node.name.text].span == node.name.span:  # otherwise `_kinds` has reported the name
            cells = with_values(node.name.text, {}, values, names)
            _start(node.name, node.zone, node.count, part, names, node.name.text, cells, new=True)
    check_values(values, names)


NOTHING = NAMELESS | {"none"}
"""The texts of cells without a value."""


CELLS = "a row has a cell for each column; `-` stands for no value"


def _rows(table: m.CardTable, part: Part, names: Names, values: Mapping[str, Row]) -> None:
    header = [cell.text for cell in table.header]
    if table.kind and table.kind.text not in names.kinds:
        names.say_unknown("kind", table.kind, names.kinds)
        return
    _check_header(table, header, names)
    if "card" not in header:
        return
    for row in _expanded(table, header, names):
        cells = {column: (cell.text, cell.span) for column, cell in zip(header, row, strict=True)}
        name_text, name_span = cells.pop("card", ("", row[0].span))
        if table.kind:
            cells = with_values(name_text, cells, values, names)
        count_text, count_span = cells.pop("count", ("1", row[0].span))
        if not count_text.isdecimal():
            message = f"`{count_text}` is no number of cards"
            names.problems.add("bad-table", message, count_span, help="write the number of copies in digits")
            count_text = "1"
        several = "," in name_text and not ("{" in name_span.text and "," not in name_span.text)
        if several or name_text in NAMELESS:
            message = f"`{name_text}` is no name of a card"
            names.problems.add("bad-table", message, name_span, help="each row is about one card, by its name")
        name = m.Name(name_text, span=name_span)
        _start(
            name,
            table.zone,
            int(count_text),
            part,
            names,
            table.kind.text if table.kind else "",
            cells,
            new=table.kind is not None,
        )


HYPHENS = "leave the line of hyphens out: the first row is the heading"


def _expanded(table: m.CardTable, header: list[str], names: Names) -> Iterator[tuple[m.Cell, ...]]:
    """The rows of a table, one for each card."""
    for row in table.rows:
        if all(re.fullmatch("[-: ]+", cell.text) for cell in row):
            names.problems.add("bad-table", "this row holds no card", row[0].span, help=HYPHENS)
        elif len(row) == len(header):
            yield from card_rows.expanded(row, header, names)
        else:
            message = f"this row has {len(row)} cells, the heading {len(header)}"
            names.problems.add("bad-table", message, row[0].span, help=CELLS)


def _declared(attribute: str, kind: str, values: Collection[str]) -> str:
    """How an attribute would be declared that has these values."""
    if all(value.isdecimal() for value in values):
        return f"declare another one below `kind {kind}`: `{attribute}: number`"
    listed = ", ".join(dict.fromkeys(values))
    return f"declare another one, `enum {attribute}: {listed}`, and below `kind {kind}` `{attribute}: {attribute}`"


def _check_header(table: m.CardTable, header: list[str], names: Names) -> None:
    kind = names.kinds.get(table.kind.text) if table.kind else None
    known = ["card", "count", *(kind.attributes if kind else ())]
    nameless = "card" not in header
    for at, (cell, column) in enumerate(zip(table.header, header, strict=True)):
        if column not in known:
            close = nearest(column, known)
            other = f"they have: {', '.join(f'`{each}`' for each in known)}"
            if kind is not None and re.fullmatch(r"[^\W\d][\w' -]*", column):
                other += f"; {_declared(column, kind.name, [row[at].text for row in table.rows if len(row) > at])}"
            if nameless and column == header[0]:
                other = "the column of names is called `card`"
            names.problems.add(
                "unknown-attribute",
                f"`{column}` is no attribute of these cards",
                cell.span,
                help=did_you_mean(close, other),
            )
    for number, cell in enumerate(table.header):
        if cell.text in header[:number]:
            names.problems.add(
                "bad-table", f"the column `{cell.text}` is there twice", cell.span, help="leave one of them out"
            )
    if not table.rows:
        message = "this table holds no cards"
        names.problems.add("bad-table", message, table.header[0].span, help="write a row for each card below it")
    if nameless and header[0] in known:
        message = "the table needs a column `card`"
        names.problems.add("bad-table", message, table.header[0].span, help="add a column with the names of the cards")


def _start(
    name: m.Name,
    zone: m.Name,
    count: int,
    part: Part,
    names: Names,
    kind: str,
    cells: dict[str, tuple[str, Span]],
    *,
    new: bool,
) -> None:
    if zone.text not in names.zones:
        names.say_unknown("zone", zone, names.zones)
    if count == 0:
        message = f"0 copies of `{name.text}` are no card of the game"
        names.problems.add("bad-value", message, name.span, help="leave this out, or give the number of copies")
    starts = [(zone.text, count, name.span)] if zone.text in names.zones else []
    if new:
        if name.text in names.faces:
            if name.text not in names.problems.twice:
                names.problems.add(
                    "declared-twice",
                    f"the card `{name.text}` is declared twice",
                    name.span,
                    related=[Label(names.faces[name.text].span, "first declared here")],
                    help="rename one of them, or add copies of the first by `more cards in …`",
                )
            names.problems.twice.add(name.text)
            return
        names.faces[name.text] = Face(name.text, kind, part, name.span, cells, starts)
    elif name.text not in names.faces:
        names.say_unknown("card", name, names.faces)
    else:
        names.see(name, names.faces[name.text].part, part)
        names.faces[name.text].starts.extend(starts)


def number(names: Names) -> None:
    """Give every face its ids: one, or one for each copy where the kind has facts, or lies on others or under them.

    Each card that lies face down is known by an id of its own, too.
    """
    place = {name: number for number, name in enumerate(names.kinds)}
    apart = {face.name: attachments.has_own_ids(names.kinds[face.kind], names) for face in names.faces.values()}

    def order(face: Face) -> tuple[bool, list[int]]:
        """Cards with ids of their own first, those with the same facts side by side."""
        own = apart[face.name]
        return not own, [place[name] for name in reversed(names.kinds[face.kind].lineage)] if own else []

    _count_cards(names)
    ordered = sorted(names.faces.values(), key=order)
    for face in ordered:
        copies = sum(count for _, count, _ in face.starts)
        need = copies if apart[face.name] else 1
        face.ids = tuple(range(len(names.ids), len(names.ids) + need))
        names.ids.extend([face] * need)


def _count_cards(names: Names) -> None:
    copies = sum(count for face in names.faces.values() for _, count, _ in face.starts)
    if copies > MOST_COPIES:
        found = (
            (face.part.module, face.span, sum(count for _, count, _ in face.starts)) for face in names.faces.values()
        )
        names.too_many(f"a game has at most {MOST_COPIES:,} cards, not {copies:,}", found)
        names.problems.stop_if_any()


def print_attributes(names: Names) -> None:
    """Find the attributes and facts of kinds, and the value of each attribute on each card."""
    for kind in names.kinds.values():
        for declared in kind.attributes.values():
            _declare_attribute(declared, names)
        for fact in kind.facts.values():
            name = fact.name.text
            if name in names.facts and names.facts[name].span != fact.span:
                names.problems.add(
                    "declared-twice",
                    f"`{name}` is declared twice",
                    fact.span,
                    related=[Label(names.facts[name].span, "first declared here")],
                    help="let both kinds be of one kind that has it",
                )
            if fact.type.minimum or not 1 <= fact.type.maximum <= MOST_FACT:
                message = f"a fact goes from 0 to {MOST_FACT} at most"
                names.problems.add("bad-value", message, fact.type.span)
            if name not in names.facts:
                _check_words(fact.type, names)
                mark = "" if fact.type.words else fact.type.mark or name
                words, first = fact.type.words, fact.type.most_first
                names.facts[name] = Fact(name, mark, fact.type.maximum, kind.lineage[-1], fact.span, words, first)
    for face in names.ids:
        for attribute in names.attributes.values():
            attribute.values.append(_value(face, attribute, names))
    for attribute in names.attributes.values():
        attribute.values.append(0)


def is_fact_word(word: str) -> bool:
    """Whether a fact may have this word, or this number, for one of its values."""
    return is_word(word) or re.fullmatch(r"[+-]?[0-9]+", word) is not None


def _check_words(type_: m.Type, names: Names) -> None:
    """Report words of a fact that are the same, or can't be written behind a card's name."""
    if len(set(type_.words)) < len(type_.words):
        names.problems.add("bad-value", "two values of this fact have the same word", type_.span)
    for word in type_.words:
        if word and not is_fact_word(word):
            message, at = f"`{word}` is no word for a value", _quoted(word, type_.span)
            names.problems.add("bad-value", message, at, help="each is one word, or a number: `ripe`, `2`, `+1`")


def _quoted(word: str, span: Span) -> Span:
    """Where a word stands in quotation marks within a span; the whole span if its spelling there is another one."""
    start = span.file.text.find(f'"{word}"', span.start, span.end)
    return span if start < 0 else Span(span.file, start, start + len(word) + 2)


def _declare_attribute(declared: m.AttributeOf, names: Names) -> None:
    name, type_ = declared.name.text, declared.type
    if type_.name not in names.enums and type_.name != "number":
        one = phrases.one(type_.name, names.enums)
        sure = f"say `{one}`, or `set of {one}` if a card may have several" if one and type_.form != "set" else ""
        sure = f"say `set of {one}`, in the singular" if one and not sure else sure
        names.say_unknown("enum", m.Name(type_.name, span=type_.span), [*names.enums, "number"], sure=sure)
        return
    enumeration = "" if type_.name == "number" else type_.name
    there = names.attributes.setdefault(name, Attribute(name, enumeration, type_.form == "set", declared.span))
    if (there.enumeration, there.several) != (enumeration, type_.form == "set"):
        names.problems.add(
            "type",
            f"the attribute `{name}` has another type elsewhere",
            declared.span,
            related=[Label(there.span, "here")],
            help="an attribute has one type in the whole game: give one of them another name",
        )


def _value(face: Face, attribute: Attribute, names: Names) -> int:
    if attribute.name not in names.kinds[face.kind].attributes:
        return 0
    text, span = face.cells.get(attribute.name, ("", face.span))
    if not attribute.enumeration:
        number = "0" if text in NOTHING else text
        if not number.removeprefix("-").isdecimal():
            names.problems.add("bad-table", f"`{text}` is no number", span, help=_number(text, attribute.name, span))
            return 0
        return int(number)
    members = names.enums[attribute.enumeration]
    if text == "all":
        return sum(members.values())
    value = 0
    words = [word.strip() for word in text.split(",") if word.strip() not in NOTHING]
    if len(words) > 1 and not attribute.several:
        sets = f"`{attribute.name}: set of {attribute.enumeration}`"
        help_ = f"write one value; if cards may have several, declare {sets} below their kind"
        names.problems.add("bad-table", f"`{attribute.name}` holds one value", span, help=help_)
    for word in words:
        if word not in members:
            names.say_unknown("value", m.Name(word, span=span), members, *_values(word, attribute, members))
        value |= members.get(word, 0)
    return value


def _number(text: str, column: str, span: Span) -> str:
    """What to write instead of a cell that holds no number; several may be meant for a card of each."""
    text = re.sub(r"^(-?[0-9]+) ?(?:-|–|\.\.+|…) ?(-?[0-9]+)$", r"\1 to \2", text)
    if not re.fullmatch(r"-?[0-9]+(?: to -?[0-9]+|(?:, ?-?[0-9]+)+)", text):
        return "write the number in digits"
    row = span.file.text[span.file.text.rfind("\n", 0, span.start) + 1 : span.start]
    named = "" if f"{{{column}}}" in row else f", and `{{{column}}}` in the name"
    return f"for a card with each of these numbers, say `each of {text}`{named}"


def _values(word: str, attribute: Attribute, members: Collection[str]) -> tuple[str, str]:
    """What to write instead of a word that is no value: in case no value is near, and in any case."""
    listed = ", ".join(f"`{each}`" for each in [*members][:MOST_LISTED]) + (", …" if len(members) > MOST_LISTED else "")
    each = f"{attribute.name} may be {listed}"
    if re.fullmatch(rf"(?:each|every|all|any|one)(?: of)?(?: the)? {re.escape(attribute.enumeration)}s?", word):
        return (
            each,
            f"for a card of each, say `each of {attribute.enumeration}`, and `{{{attribute.name}}}` in its name",
        )
    if word not in ("any", "every", "each", "both", "everything"):
        return each, ""
    return each, "say `all`" if attribute.several else f"a card has one value here, and {each}"
