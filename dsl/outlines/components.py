"""The components of a linked game for readers: titles, options with their values, cards, zones and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.linking.ruleset import Ruleset
from dsl.model import model as m
from dsl.names.names import Face, Names
from dsl.outlines.quotes import EXPRESSION, Quoting
from dsl.program.outline import CardGroup, Component, PrintedCard, Quote, SetOption


def titles(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The titles of the base game and the modules in play, by name."""
    for file in ruleset.files:
        if isinstance(file.head, m.Game) or (file.head and file.head.name.text in ruleset.modules):
            yield file.head.name.text, file.head.title


def options(ruleset: Ruleset) -> Iterator[SetOption]:
    """The options in force."""
    for part, node in ruleset.all(m.Choice):
        value = ruleset.settings[node.name.text]
        others = tuple(each for each in node.values if each != value)
        yield SetOption(node.name.text, value, others, part.module, node.citations)


def cards(names: Names) -> Iterator[CardGroup]:
    """The cards, by kind and module, in the order of their declarations."""
    groups: dict[tuple[str, str], list[Face]] = {}
    for face in names.faces.values():
        own = face.kind == face.name
        if any(count for _, count, _ in face.starts) and not (own and len(names.kinds[face.kind].lineage) == 1):
            of = names.kinds[face.kind].lineage[1] if own else face.kind
            groups.setdefault((of, face.part.module), []).append(face)
    cited = _citations(names)
    for (kind, module), faces in groups.items():
        columns = _columns(names, faces)
        printed = tuple(
            PrintedCard(
                face.name,
                tuple(_printed(names, face, column) for column in columns),
                tuple((zone, count) for zone, count, _ in face.starts),
            )
            for face in faces
        )
        citations = dict.fromkeys(each for face in faces for each in cited.get(face.name, ()))
        yield CardGroup(kind, names.kinds[kind].lineage, module, tuple(citations), columns, printed)


def _citations(names: Names) -> dict[str, tuple[str, ...]]:
    """The numbers at the declaration of each card: of its own, or of the table it stands in."""
    found: dict[str, tuple[str, ...]] = {}
    nodes = [node for _, node in names.ruleset.all(m.CardTable, m.Card)]
    for face in names.faces.values():
        for node in nodes:
            inside = (
                node.span.file == face.span.file
                and node.span.start <= face.span.start
                and face.span.end <= max(node.span.end, *_ends(node))
            )
            if inside:
                found[face.name] = node.citations
    return found


def _ends(node: m.CardTable | m.Card) -> Iterator[int]:
    yield 0
    yield 0
    if isinstance(node, m.CardTable):
        yield from (row[-1].span.end for row in node.rows if row)


def _columns(names: Names, faces: list[Face]) -> tuple[str, ...]:
    """The printed values that these cards have, without columns in which nothing stands."""
    every = dict.fromkeys(
        name for face in faces for kind in names.kinds[face.kind].lineage for name in _of(names, kind)
    )
    return tuple(name for name in every if any(_printed(names, face, name) not in ("", "0") for face in faces))


def _of(names: Names, kind: str) -> Iterator[str]:
    if kind in names.kinds:
        yield from (name for name in names.kinds[kind].attributes if name in names.attributes)


def _printed(names: Names, face: Face, column: str) -> str:
    """What is printed on a card in a column."""
    attribute = names.attributes[column]
    value = attribute.values[face.ids[0]]
    if not attribute.enumeration:
        return str(value)
    words = [word for word, bit in names.enums[attribute.enumeration].items() if value & bit]
    return "all" if len(words) == len(names.enums[attribute.enumeration]) > 2 else ", ".join(words)


def pieces(names: Names) -> Iterator[Component]:
    """The zones, then the numbers, flags and markers."""
    made = (names.covered, names.riding)
    for zone in (each for each in names.zones.values() if each not in made):
        traits = [("shape", zone.declared.shape), ("seen", zone.declared.seen)]
        traits += [("limit", str(zone.declared.limit))] if zone.declared.limit >= 0 else []
        traits += [("refilled", zone.declared.refill.source.text)] if zone.declared.refill else []
        per = tuple(each.name for each in zone.domains)
        yield Component(zone.name, "zone", zone.part.module, zone.declared.citations, per, tuple(traits))
    markers = {node.name.text: node for _, node in names.ruleset.all(m.Marker)}
    for number in names.numbers.values():
        declared, per = number.declared, tuple(each.name for each in number.domains)
        first = _first(declared, names)
        if number.name in markers:
            positions = tuple(("position", each.text) for each in markers[number.name].positions)
            yield Component(number.name, "marker", number.part.module, declared.citations, per, positions, first)
        else:
            bounds = () if declared.flag else (("least", str(declared.minimum)), ("most", str(declared.maximum)))
            yield Component(number.name, declared.sort, number.part.module, declared.citations, per, bounds, first)


def _first(declared: m.NumberOf, names: Names) -> Quote | None:
    """The first value of a number, if the rules say it, and of a flag that starts with yes."""
    if not declared.flag:
        return Quoting(names).value(declared.initial) if declared.initial else None
    yes = declared.initial == m.Integer(1, span=declared.span)
    return Quote(EXPRESSION, "yes", ("yes",)) if yes else None
