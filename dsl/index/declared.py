"""The names that one rules file declares, other than its variables.

Reads a single model; an entry says what a name is, without the places of other files. `tables` joins the files of a
ruleset.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.text.source import Span

WORD = r"(?<![\w'’-]){}(?![\w'’-])"
"""A name in a text that isn't a part of another word."""

Details = tuple[object, ...]

Parameters = tuple[tuple[str, str, str], ...]
"""The name of each parameter of an event or definition, with the form and the name of its type ("" for a card)."""


@attrs.frozen
class Entry:
    """A name that is declared: the namespace it belongs to, its sort in the author's words, and its places.

    `details` is all that finding the meaning of other names takes: the domains of a zone or number, the parameters of
    an event, the enum of a value. `bridges` are the modules that its sections ask for; `home` is the module of the
    file; `among` the declaration of which this is a part ("" if it has a meaning of its own).
    """

    space: str
    sort: str
    name: str
    home: str
    bridges: frozenset[str]
    details: Details = ()
    node: m.Node | None = attrs.field(default=None, eq=False, repr=False)
    span: Span = attrs.field(kw_only=True, eq=False, repr=False)
    whole: Span = attrs.field(kw_only=True, eq=False, repr=False)


@attrs.frozen
class Declared:
    """The entries of a file; `about` are the modules that its sections ask for together."""

    home: str
    entries: tuple[Entry, ...]
    about: frozenset[frozenset[str]]


@once_each
def declared(file: m.File) -> Declared:
    """What a file declares."""
    home = file.head.name.text if file.head else ""
    entries, about = list[Entry](), set[frozenset[str]]()
    for declaration, bridges in sections(file):
        about.add(bridges)
        entries += (attrs.evolve(each, home=home, bridges=bridges) for each in _entries(declaration))
    return Declared(home, tuple(entries), frozenset(about))


def sections(file: m.File) -> Iterator[tuple[m.Declaration, frozenset[str]]]:
    """Every declaration with the modules that its sections ask for, also sections themselves."""
    yield from _within(file.declarations, frozenset())


def _within(
    declarations: tuple[m.Declaration, ...], bridges: frozenset[str]
) -> Iterator[tuple[m.Declaration, frozenset[str]]]:
    for each in declarations:
        if isinstance(each, m.Section):
            inside = bridges | modules_asked(each.condition)
            yield each, inside
            yield from _within(each.declarations, inside)
        else:
            yield each, bridges


def modules_asked(condition: m.Expression) -> frozenset[str]:
    """The modules of which the condition of a section asks whether they are in play."""
    match condition:
        case m.All(parts) | m.Either(parts):
            return frozenset[str]().union(*map(modules_asked, parts))
        case m.Negation(part):
            return modules_asked(part)
        case m.Compare("in" | "not in", m.Named(name), m.Named(m.Name("play"))):
            return frozenset([name.text])
        case _:
            return frozenset()


def _entry(space: str, name: m.Name, node: m.Node, *details: object, sort: str = "") -> Entry:
    return Entry(space, sort or space, name.text, "", frozenset(), details, node, span=name.span, whole=node.span)


def _entries(node: m.Declaration) -> Iterator[Entry]:  # noqa: C901, PLR0912, PLR0915 - a dispatcher
    """The names that a declaration declares."""
    match node:
        case m.Game(name):
            yield _entry("module", name, node, sort="game")
        case m.Module(name):
            yield _entry("module", name, node)
        case m.Choice(name, values):
            yield _entry("option", name, node, values)
            yield from _values(node)
        case m.Dummy(name):
            yield _entry("dummy", name, node)
        case m.Enumeration(name, members, _, ordered):
            yield _entry("enum", name, node, ordered)
            yield from (_entry("value", each, node, name.text) for each in members)
        case m.AddMembers(members, _, name):
            yield from (_entry("value", each, node, name.text) for each in members)
        case m.Kind(name, parent, attributes):
            yield _entry("kind", name, node, parent.text if parent else "")
            yield from _attributes(attributes)
        case m.ExtendKind(_, attributes):
            yield from _attributes(attributes)
        case m.CardTable(m.Name(), _, header):
            yield from _cards(node, [cell.text for cell in header])
        case m.Card(name, kind):
            yield _entry("card", name, node, kind.text)
        case m.Class(name, kind):
            yield _entry("class", name, node, kind.text)
        case m.Places(name, lowest, highest):
            yield _entry("places", name, node, lowest, highest)
        case m.Zone(name, per):
            yield _entry("zone", name, node, _texts(per), node.called)
        case m.Group(name, _, False):
            yield _entry("group", name, node)
        case m.NumberOf(name, per):
            yield _entry("number", name, node, _texts(per), (), sort=node.sort)
        case m.Marker(name, per, positions):
            yield _entry("number", name, node, _texts(per), _texts(positions), sort="marker")
            yield from (_entry(f"position of {name.text}", each, node, sort="position") for each in positions)
        case m.Prompt(name, per):
            yield _entry("prompt", name, node, _texts(per), node.window)
        case m.Event(name, parameters):
            yield _entry("event", name, node, _typed(parameters))
            yield from _parameters("event", node)
        case m.Define(name, parameters):
            yield _entry("definition", name, node, _typed(parameters), node.scores, node.value)
            yield from _parameters("definition", node)
        case m.Example(scenario):
            start = node.span.start + node.span.text.index(scenario.id, len("scenario"))
            here = Span(node.span.file, start, start + len(scenario.id))
            yield _entry("scenario", m.Name(scenario.id, span=here), node)
        case _:
            return


def _texts(names: tuple[m.Name, ...]) -> tuple[str, ...]:
    return tuple(name.text for name in names)


def _values(node: m.Choice) -> Iterator[Entry]:
    """The values of an option that are words; the model has them as texts."""
    space, start = f"value of {node.name.text}", node.name.span.end
    for value in node.values:
        found = word_in(node.span, value, start) if not value.lstrip("-").isdecimal() else None
        if found is not None:
            yield _entry(space, m.Name(value, span=found), node, sort="value")
            start = found.end


def word_in(span: Span, name: str, start: int = 0) -> Span | None:
    """The first place of a name within a span, not before `start`, where words may be any number of blanks apart."""
    pattern = WORD.format(r"\s+".join(map(re.escape, name.split())))
    found = re.compile(pattern).search(span.file.text, max(start, span.start), span.end)
    return Span(span.file, found.start(), found.end()) if found else None


def _attributes(attributes: tuple[m.AttributeOf, ...]) -> Iterator[Entry]:
    for each in attributes:
        space = "fact" if each.type.form == "fact" else "attribute"
        yield _entry(space, each.name, each, each.type.form, each.type.name)


def _cards(node: m.CardTable, header: list[str]) -> Iterator[Entry]:
    if "card" not in header or node.kind is None:
        return
    at = header.index("card")
    for row in node.rows:
        if at < len(row) and row[at].text not in ("", "-"):
            cells = tuple((column, cell.text) for column, cell in zip(header, row, strict=False))
            several = cells if "{" in row[at].text else ()
            yield Entry(
                "card", "card", row[at].text, "", frozenset(), (node.kind.text, several), node,
                span=row[at].span, whole=row[0].span.to(row[-1].span),
            )  # fmt: skip


def _typed(parameters: tuple[m.Parameter, ...]) -> Parameters:
    return tuple((q.name.text, q.type.form if q.type else "", q.type.name if q.type else "") for q in parameters)


def _parameters(space: str, node: m.Event | m.Define) -> Iterator[Entry]:
    if isinstance(node, m.Define) and node.scores:
        return
    for each in node.parameters:
        yield Entry(
            f"parameter of {space} {node.name.text}", "parameter", each.name.text, "", frozenset(), (), node,
            span=each.name.span, whole=node.span,
        )  # fmt: skip
