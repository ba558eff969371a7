"""Report zones of modules that rules read and no card ever comes to, and endings that ask for such cards.

Modules may fill zones of the base game, so those aren't reported. All files of the ruleset are looked at, whatever
modules are in play: a zone of one module may be for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from dsl.checks import unused
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.scenario import BOX
from dsl.model.traverse import declared_in, every_node
from dsl.names.names import Names
from dsl.weaving.weaving import Weaving

Groups = tuple[tuple[str, frozenset[str]], ...]
"""The names of groups, each with the names of its members."""


def never_filled(weaving: Weaving) -> None:
    """Report zones into which no card ever comes; a scenario may put cards anywhere, and shows what is meant."""
    names = weaving.context.names
    if any(problem.code.startswith("unknown-") for problem in names.problems.found):
        return  # the name of the zone may be misspelt where a card is moved
    made = (names.riding, names.covered)
    own = [each for each in names.zones.items() if each[1].part.module != names.ruleset.base and each[1] not in made]
    filled = _filled(names.ruleset.files) if own else ()
    for name, family in own:
        if name not in filled and names.usage.reads("zone", name) and not unused.in_scenario(name, names):
            message = f"no card ever comes to the zone `{name}`: none begins there, and no rule moves one there"
            help_ = f"let a rule move cards there, `move … to {name}`, or leave the zone out"
            names.problems.add("unused", message, family.declared.span, help=help_)


def never_there(weaving: Weaving) -> None:
    """Report endings that ask for cards in a zone to which no rule of any file brings such cards."""
    names, rules = weaving.context.names, weaving.context.names.ruleset
    if any(problem.code.startswith("unknown-") for problem in names.problems.found):
        return
    endings = (*rules.all(m.WinOnly, m.WinAlso, m.LoseWhen), *rules.all(m.OverWhen))
    for node in (each for _, end in endings for each in every_node(end.condition)):
        match node:
            case m.AnyOf(m.Selection() as asked, True) | m.Compare(">" | ">=", m.Count(m.Selection() as asked)):
                kind, place = names.class_name(asked.kind.text), asked.place
                ids = names.ids_of(kind) if kind is not None and kind not in names.classes else frozenset[int]()
                zone = place.name.text if isinstance(place, m.Named | m.Of | m.Call) else ""
                made = (names.riding, names.covered)
                if not ids or zone not in names.zones or names.zones[zone] in made or zone == BOX:
                    continue
                if zone not in _coming(names, ids) and zone in _filled(rules.files):
                    message = f"this is never so: no rule brings `{asked.kind.text}` to `{zone}`"
                    help_ = "ask for cards that come there, or name another zone"
                    names.problems.add("never-holds", message, asked.span, help=help_)
            case _:
                pass


def never_alone(weaving: Weaving) -> None:
    """Report cards that only ever lie on others where a rule looks for them in the zone of those."""
    names = weaving.context.names
    if not names.rides or any(problem.code.startswith("unknown-") for problem in names.problems.found):
        return
    riders, rules, coming = names.riders(), names.ruleset, dict[frozenset[int], set[str]]()
    for part in rules.parts:
        for node in _selections(part.declaration):
            place, kind = node.place, names.class_name(node.kind.text)
            ids = names.ids_of(kind) if kind is not None else frozenset[int]()
            if not ids or not ids <= riders or not isinstance(place, m.Named | m.Of | m.Call):
                continue
            if ids not in coming:
                coming[ids] = _coming(names, ids)
            zone = place.name.text
            if (
                zone in names.zones
                and zone not in coming[ids]
                and names.zones[zone] not in (names.riding, names.covered)
            ):
                message = f"no `{node.kind.text}` ever lies in `{zone}` itself: it rides on cards there"
                help_ = f"say `{node.kind.text} riding on {place.span.text}`"
                names.problems.add("never-holds", message, node.span, help=help_)


@once_each
def _selections(declaration: m.Declaration) -> tuple[m.Selection, ...]:
    return tuple(node for node in every_node(declaration) if isinstance(node, m.Selection))


def _coming(names: Names, ids: frozenset[int]) -> set[str]:
    """The names of the zones and groups to which some of these cards may come."""
    found, groups = set[str](), list[tuple[str, frozenset[str]]]()
    for file in names.ruleset.files:
        groups += _groups(file)
        for places, kind in _brought(file):
            known = names.class_name(kind) if kind else None
            if known is None or known == "card" or known in names.classes or not ids.isdisjoint(names.ids_of(known)):
                found |= places
    return _with_members(found, groups)


@once_each
def _brought(file: m.File) -> tuple[tuple[frozenset[str], str], ...]:
    """The names in a file that say where cards come to, with the word for these cards, or ""."""
    found: list[tuple[m.Node, str]] = []
    for node in every_node(file):
        match node:
            case m.Move(m.Selection(_, kind), target) | m.Move(m.Named(kind), target):
                found.append((target, kind.text))
            case m.Card(_, kind, _, zone) | m.CardTable(m.Name() as kind, zone):
                found.append((zone, kind.text))
            case m.Exchange(first, second):
                found += [(first, ""), (second, "")]
            case _:
                found += [(place, "") for place in filled_by(node)]
    names: dict[str, set[str]] = {}
    for place, word in found:
        every = (place, *every_node(place))
        names.setdefault(word, set()).update(each.text for each in every if isinstance(each, m.Name))
    return tuple((frozenset(each), word) for word, each in names.items())


def _filled(files: Iterable[m.File]) -> set[str]:
    """The names that say where cards come to, and those of the zones in groups to which some come."""
    found, groups = set[str](), list[tuple[str, frozenset[str]]]()
    for file in files:
        names, own = _filled_in(file)
        found |= names
        groups += own
    return _with_members(found, groups)


def _with_members(found: set[str], groups: Iterable[tuple[str, frozenset[str]]]) -> set[str]:
    """Names of zones and groups, with those of the groups' members."""
    known = -1
    while known < len(found):
        known = len(found)
        for name, members in groups:
            if name in found:
                found |= members
    return found


@once_each
def _filled_in(file: m.File) -> tuple[frozenset[str], Groups]:
    """The names in a file that say where cards come to, and its groups."""
    return _named(file, filled_by), tuple(_groups(file))


def _groups(file: m.File) -> Iterator[tuple[str, frozenset[str]]]:
    for declaration in declared_in(file):
        if isinstance(declaration, m.Group):
            yield declaration.name.text, _named(declaration, joined)


def _named(node: m.Node, places: Callable[[m.Node], Iterable[m.Node]]) -> frozenset[str]:
    """The names in some places within a node."""
    every = (each for part in every_node(node) for place in places(part) for each in every_node(place))
    return frozenset(each.text for each in every if isinstance(each, m.Name))


def joined(node: m.Node) -> Iterator[m.Node]:
    """The place that a node adds to a group."""
    if isinstance(node, m.Member):
        yield node.place


def filled_by(node: m.Node) -> Iterator[m.Node]:
    """The places to which a node brings cards."""
    match node:
        case m.Move(target=place) | m.Draw(target=place) | m.Shuffle(into=m.Node() as place):
            yield place
        case m.Flip(onto=place) | m.Put(place=place) | m.Reveal(zone=place):
            yield place
        case m.Card(zone=place) | m.CardTable(zone=place) | m.Rides(target=place):
            yield place
        case m.Active(zone, target):
            yield from (zone, target)
        case m.Zone(name, refill=m.Node()):
            yield name
        case _:
            pass
