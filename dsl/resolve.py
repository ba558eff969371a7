"""Find the declaration behind every name that a ruleset declares, and lay out what exists.

Reads the linked ruleset; returns `Names`: the tables of everything that has a name, with the cards, their printed
attributes, the zones and the numbers laid out as the program will have them. Leaves the model alone. Nothing here
knows what a rule *does*: meaning begins in `lower`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

import attrs

from dsl import model as m
from dsl import riding, signs
from dsl.diagnostics import Label, Problems
from dsl.link import Part, Ruleset
from dsl.names import FIRST_NUMBER, Attribute, Domain, Face, Fact, Kind, Names, NumberFamily, ZoneFamily
from dsl.printed import NAMELESS, Row, check_values, values_of_cards, with_values
from dsl.source import Span
from dsl.spelling import nearest

MOST_CARDS = 255
MOST_COPIES = 2_000
MOST_ZONES = 60
MOST_MEMBERS = 60
MOST_SHARES = 8
MOST_PLACES = 20
MOST_FACT = 255

FACT_WORD = re.compile(r"[^\W\d_][\w'’-]*|[+-]?[0-9]+")

Declared = TypeVar("Declared")


def resolve(ruleset: Ruleset, problems: Problems) -> Names:
    """The names of a ruleset; what is unknown, declared twice or too much becomes a problem."""
    names = Names(ruleset, problems)
    _enumerations(names)
    _kinds(names)
    _places(names)
    _simple(names)
    _groups(names)
    _zones(names)
    _numbers(names)
    _cards(names)
    riding.declare(names)
    _stop_unless_sound(problems)
    _number_cards(names)
    _attributes(names)
    _stop_unless_sound(problems)
    return names


LOCAL = frozenset({"unknown-zone", "unknown-value", "declared-twice", "bad-table", "bad-value"})
"""Problems that lead to no others: the passes go on, so that what else is wrong is said in the same breath."""


def _stop_unless_sound(problems: Problems) -> None:
    if any(problem.code not in LOCAL for problem in problems.found):
        problems.stop_if_any()


def _once(table: dict[str, Declared], name: m.Name, value: Declared, names: Names) -> None:
    if name.text in table:
        first = _span_of(table[name.text])
        related = [Label(first, "first declared here")] if first else []
        names.problems.add("declared-twice", f"`{name.text}` is declared twice", name.span, related=related)
        names.twice.add(name.text)
        return
    table[name.text] = value


def _span_of(value: object) -> Span | None:
    if isinstance(value, list) and value:
        return _span_of(value[0])
    if isinstance(value, tuple) and value and isinstance(value[-1], m.Node):
        return value[-1].span
    span = getattr(value, "span", None) or getattr(getattr(value, "declared", None), "span", None)
    return span if isinstance(span, Span) else None


def _enumerations(names: Names) -> None:
    declared: dict[str, list[m.Name]] = {}
    first: dict[str, Span] = {}
    for _, enum in names.ruleset.all(m.Enumeration):
        assert isinstance(enum, m.Enumeration)
        declared.setdefault(enum.name.text, []).extend(enum.members)
        signs.note_signs(enum, names)
    for _, added in names.ruleset.all(m.AddMembers):
        assert isinstance(added, m.AddMembers)
        if added.enumeration.text not in declared:
            names.say_unknown("enum", added.enumeration, declared)
        declared.setdefault(added.enumeration.text, []).extend(added.members)
        signs.note_signs(added, names)
    for enum_name, members in declared.items():
        if len(members) > MOST_MEMBERS:
            message = f"an enum has at most {MOST_MEMBERS} values, and `{enum_name}` has {len(members)}"
            names.problems.add("too-many", message, members[MOST_MEMBERS].span)
            names.problems.stop_if_any()
        names.enums[enum_name] = {}
        for member in members:
            if member.text in first:
                related = [Label(first[member.text], "first declared here")]
                message = f"`{member.text}` is declared twice"
                names.problems.add("declared-twice", message, member.span, related=related)
            first.setdefault(member.text, member.span)
            bit = 1 << len(names.enums[enum_name])
            names.enums[enum_name][member.text] = bit
            names.members[member.text] = (enum_name, bit)


def _kinds(names: Names) -> None:
    parents: dict[str, tuple[Part, m.Kind | m.Card]] = {}
    for part, kind in names.ruleset.all(m.Kind, m.Card):
        assert isinstance(kind, m.Kind | m.Card)
        _once(parents, kind.name, (part, kind), names)
    for name in parents:
        _kind(name, parents, names, ())


def _kind(
    name: str, declared: dict[str, tuple[Part, m.Kind | m.Card]], names: Names, below: tuple[str, ...]
) -> Kind | None:
    if name in names.kinds:
        return names.kinds[name]
    part, node = declared[name]
    parent_name = node.kind if isinstance(node, m.Card) else node.parent
    parent = None
    if parent_name is not None:
        if parent_name.text not in declared:
            names.say_unknown("kind", parent_name, declared)
        elif parent_name.text in (*below, name):
            names.problems.add("circular", f"`{name}` is a kind of itself", parent_name.span)
        else:
            parent = _kind(parent_name.text, declared, names, (*below, name))
            names.see(parent_name, declared[parent_name.text][0], part)
    own = node.attributes if isinstance(node, m.Kind) else ()
    attributes = {**(parent.attributes if parent else {}), **{a.name.text: a for a in own if a.type.form != "fact"}}
    facts = {**(parent.facts if parent else {}), **{a.name.text: a for a in own if a.type.form == "fact"}}
    active = (node.active if isinstance(node, m.Kind) else None) or (parent.active if parent else None)
    rides = (node.rides if isinstance(node, m.Kind) else None) or (parent.rides if parent else None)
    lineage = (name, *(parent.lineage if parent else ()))
    names.kinds[name] = Kind(name, lineage, attributes, facts, active, part, node.name.span, rides)
    return names.kinds[name]


def _simple(names: Names) -> None:
    for part, node in names.ruleset.all(m.Prompt, m.Event, m.Define, m.Class):
        match node:
            case m.Prompt(name, per):
                known = len(_per(per, part, names)) == len(per) and _one_domain(per, names)
                _once(names.prompts, name, (part, node if known else attrs.evolve(node, per=())), names)
            case m.Event(name):
                _once(names.events, name, (part, node), names)
            case m.Define(name):
                _once(names.defines, name, (part, node), names)
            case m.Class(name):
                _once(names.classes, name, (part, node), names)
            case _:
                pass


def _groups(names: Names) -> None:
    groups = [(part, group) for part, group in names.ruleset.all(m.Group) if isinstance(group, m.Group)]
    for part, group in groups:
        if not group.widens:
            _once(names.groups, group.name, [(part, member) for member in group.members], names)
    for part, group in groups:
        if group.widens:
            if group.name.text not in names.groups:
                names.say_unknown("group", group.name, names.groups)
            names.groups.setdefault(group.name.text, []).extend((part, member) for member in group.members)


def _places(names: Names) -> None:
    for part, places in names.ruleset.all(m.Places):
        assert isinstance(places, m.Places)
        if not 1 <= places.lowest <= places.highest <= MOST_PLACES:
            message = f"places go from 1 or more to {MOST_PLACES} at most"
            names.problems.add("bad-value", message, places.span)
        _once(names.places, places.name, (part, places), names)


def _per(domains: tuple[m.Name, ...], part: Part, names: Names) -> tuple[Domain, ...]:
    """The domains for each member of which there is a zone or number."""
    found = []
    for name in domains:
        domain = names.domain(name.text)
        if domain is None:
            names.say_unknown("domain", name, ["player", *names.places, *names.enums])
            continue
        if name.text in names.places:
            names.see(name, names.places[name.text][0], part)
        elif domain.type.startswith("enum ") and len(domain.values) > MOST_SHARES:
            message = f"there is one for each of at most {MOST_SHARES} values, and `{name.text}` has more"
            names.problems.add("too-many", message, name.span)
            names.problems.stop_if_any()
        found.append(domain)
    if len({domain.name for domain in found}) < len(found):
        names.problems.add("declared-twice", f"`{domains[-1].text}` stands here twice", domains[-1].span)
    return tuple(found)


def _one_domain(domains: tuple[m.Name, ...], names: Names) -> bool:
    if len(domains) > 1:
        names.problems.add("bad-value", "a prompt is there for each member of one domain", domains[1].span)
    return len(domains) <= 1


def _zones(names: Names) -> None:
    first = 0
    for part, zone in names.ruleset.all(m.Zone):
        assert isinstance(zone, m.Zone)
        family = ZoneFamily(zone.name.text, part, first, _per(zone.per, part, names), zone)
        _once(names.zones, zone.name, family, names)
        first += family.count
    if first > MOST_ZONES:
        names.problems.add("too-many", f"a game has at most {MOST_ZONES} zones, not {first}", names.ruleset.start)


def _numbers(names: Names) -> None:
    first = FIRST_NUMBER
    for part, number in names.ruleset.all(m.NumberOf):
        assert isinstance(number, m.NumberOf)
        family = NumberFamily(number.name.text, part, first, _per(number.per, part, names), number)
        _once(names.numbers, number.name, family, names)
        first += family.count
        if number.minimum > number.maximum:
            names.problems.add("bad-value", "the range runs backwards", number.span)
    for part, marker in names.ruleset.all(m.Marker):
        assert isinstance(marker, m.Marker)
        first += _marker(marker, part, first, names)


def _marker(marker: m.Marker, part: Part, first: int, names: Names) -> int:
    """A marker is a number whose values are the bits of its positions; how many such numbers there are."""
    words: list[str] = []
    for position in marker.positions:
        domain = names.domain(position.text) if position.text in names.places else None
        words += domain.words if domain else [position.text]
    if len(set(words)) < len(words):
        names.problems.add("declared-twice", f"a position of `{marker.name.text}` is there twice", marker.span)
    if not 2 <= len(words) <= MOST_PLACES:
        names.problems.add("bad-value", f"a marker has 2 to {MOST_PLACES} positions", marker.span)
    number = m.NumberOf(
        marker.name, marker.per, 1, 1 << max(len(words) - 1, 0), None, marker.citations, span=marker.span
    )
    family = NumberFamily(marker.name.text, part, first, _per(marker.per, part, names), number, tuple(words))
    _once(names.numbers, marker.name, family, names)
    if marker.name.text in names.enums:
        names.problems.add("declared-twice", f"`{marker.name.text}` is declared twice", marker.name.span)
    names.enums[marker.name.text] = {word: 1 << at for at, word in enumerate(words)}
    return family.count


def _cards(names: Names) -> None:
    declared = sorted(names.ruleset.all(m.Card, m.CardTable), key=lambda pair: getattr(pair[1], "kind", "") is None)
    values = values_of_cards(names)
    for part, node in declared:
        if isinstance(node, m.Card) and names.kinds[node.name.text].span != node.name.span:
            continue  # `_kinds` has said so
        if isinstance(node, m.Card):
            cells = with_values(node.name.text, {}, values, names)
            _start(node.name, node.zone, node.count, part, names, node.name.text, cells, new=True)
        elif isinstance(node, m.CardTable):
            _rows(node, part, names, values)
    check_values(values, names)


NOTHING = NAMELESS | {"none"}
"""What a cell says in which there is no value."""


def _rows(table: m.CardTable, part: Part, names: Names, values: Mapping[str, Row]) -> None:
    header = [cell.text for cell in table.header]
    if table.kind and table.kind.text not in names.kinds:
        names.say_unknown("kind", table.kind, names.kinds)
        return
    _check_header(table, header, names)
    for row in table.rows:
        if len(row) != len(header):
            names.problems.add("bad-table", f"this row has {len(row)} cells, the heading {len(header)}", row[0].span)
            continue
        cells = {column: (cell.text, cell.span) for column, cell in zip(header, row, strict=True)}
        name_text, name_span = cells.pop("card", ("", row[0].span))
        if table.kind:
            cells = with_values(name_text, cells, values, names)
        count_text, count_span = cells.pop("count", ("1", row[0].span))
        if not count_text.isdecimal():
            names.problems.add("bad-table", f"`{count_text}` is no number of cards", count_span)
            count_text = "1"
        if "card" in header and ("," in name_text or name_text in NAMELESS):
            names.problems.add("bad-table", f"`{name_text}` is no name of a card", name_span)
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


def _check_header(table: m.CardTable, header: list[str], names: Names) -> None:
    kind = names.kinds.get(table.kind.text) if table.kind else None
    known = ["card", "count", *(kind.attributes if kind else ())]
    for cell, column in zip(table.header, header, strict=True):
        if column not in known:
            close = nearest(column, known)
            names.problems.add(
                "unknown-attribute",
                f"`{column}` is no attribute of these cards",
                cell.span,
                help=f"did you mean `{close}`?" if close else "",
            )
    for number, cell in enumerate(table.header):
        if cell.text in header[:number]:
            names.problems.add("bad-table", f"the column `{cell.text}` is there twice", cell.span)
    if not table.rows:
        names.problems.add("bad-table", "this table holds no cards", table.header[0].span)
    if "card" not in header:
        names.problems.add("bad-table", "the table needs a column `card`", table.header[0].span)


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
    starts = [(zone.text, count, name.span)] if zone.text in names.zones else []
    if new:
        if name.text in names.faces:
            names.problems.add(
                "declared-twice",
                f"the card `{name.text}` is declared twice",
                name.span,
                related=[Label(names.faces[name.text].span, "first declared here")],
                help="more copies of a card stand under `more cards in …`",
            )
            return
        names.faces[name.text] = Face(name.text, kind, part, name.span, cells, starts)
    elif name.text not in names.faces:
        names.say_unknown("card", name, names.faces)
    else:
        names.see(name, names.faces[name.text].part, part)
        names.faces[name.text].starts.extend(starts)


def _number_cards(names: Names) -> None:
    """Give every face its ids: one, or one a copy where the kind has facts, or lies on others or under them."""
    place = {name: number for number, name in enumerate(names.kinds)}
    apart = {face.name: riding.has_own_ids(names.kinds[face.kind], names) for face in names.faces.values()}

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
    if len(names.ids) > MOST_CARDS:
        names.problems.add(
            "too-many", f"a game has at most {MOST_CARDS} different cards, not {len(names.ids)}", names.ruleset.start
        )


def _count_cards(names: Names) -> None:
    copies = sum(count for face in names.faces.values() for _, count, _ in face.starts)
    if copies > MOST_COPIES:
        names.problems.add("too-many", f"a game has at most {MOST_COPIES:,} cards, not {copies:,}", names.ruleset.start)
        names.problems.stop_if_any()


def _attributes(names: Names) -> None:
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


def _check_words(type_: m.Type, names: Names) -> None:
    """See to it that the words of a fact can be told apart and written behind a card's name."""
    if len(set(type_.words)) < len(type_.words):
        names.problems.add("bad-value", "two values of this fact have the same word", type_.span)
    for word in type_.words:
        if word and not FACT_WORD.fullmatch(word):
            message = f"`{word}` is no word for a value"
            names.problems.add("bad-value", message, type_.span, help="it is one word, or a number: `ripe`, `2`, `+1`")


def _declare_attribute(declared: m.AttributeOf, names: Names) -> None:
    name, type_ = declared.name.text, declared.type
    if type_.name not in names.enums and type_.name != "number":
        names.say_unknown("enum", m.Name(type_.name, span=type_.span), [*names.enums, "number"])
        return
    enumeration = "" if type_.name == "number" else type_.name
    there = names.attributes.setdefault(name, Attribute(name, enumeration, type_.form == "set", declared.span))
    if (there.enumeration, there.several) != (enumeration, type_.form == "set"):
        names.problems.add(
            "type",
            f"the attribute `{name}` has another type elsewhere",
            declared.span,
            related=[Label(there.span, "here")],
        )


def _value(face: Face, attribute: Attribute, names: Names) -> int:
    if attribute.name not in names.kinds[face.kind].attributes:
        return 0
    text, span = face.cells.get(attribute.name, ("", face.span))
    if not attribute.enumeration:
        number = "0" if text in NOTHING else text
        if not number.removeprefix("-").isdecimal():
            names.problems.add("bad-table", f"`{text}` is no number", span)
            return 0
        return int(number)
    members = names.enums[attribute.enumeration]
    if text == "all":
        return sum(members.values())
    value = 0
    words = [word.strip() for word in text.split(",") if word.strip() not in NOTHING]
    if len(words) > 1 and not attribute.several:
        names.problems.add("bad-table", f"`{attribute.name}` holds one value", span)
    for word in words:
        if word not in members:
            names.say_unknown("value", m.Name(word, span=span), members)
        value |= members.get(word, 0)
    return value
