"""Report zones of modules that rules read and no card ever comes to, and cards of a kind that never come to a zone.

Modules may fill zones of the base game, so those aren't reported. All files of the ruleset are looked at, whatever
modules are in play: a zone of one module may be for another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from dsl.checks import unused
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.scenario import BOX
from dsl.model.traverse import declared_in, every_node
from dsl.names.foreign_values import root
from dsl.names.handed_over import kinds
from dsl.names.names import Names
from dsl.text.spelling import either
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


ENOUGH = 2
"""The most modules with which it is looked for cards that never come to a zone."""

_Word = str | tuple[str, str]
"""The word for the kind of cards, "" if it isn't known; or the event and the parameter that is such a card."""


@attrs.frozen
class _Flow:
    """A part of a rule that moves cards: the word for them, or "", and the words for where from and where to.

    `sources` is None if the rule doesn't say it.
    """

    kind: _Word
    sources: frozenset[str] | None
    targets: frozenset[str]


def never_among(weaving: Weaving) -> None:
    """Report cards that a rule looks for in a zone to which no rule of any file brings such cards.

    What an invariant is about may never be, and a scenario may put cards anywhere. All files count, whatever modules
    are in play, so that larger sets would show nothing new.
    """
    names = weaving.context.names
    if len(names.ruleset.modules) > ENOUGH or names.followed:
        return
    if any(problem.code.startswith("unknown-") for problem in names.problems.found):
        return
    filled, coming, known = _filled(names.ruleset.files), None, dict[frozenset[int], frozenset[str]]()
    for part in names.ruleset.parts:
        for node in () if isinstance(part.declaration, m.Invariant) else _selections(part.declaration):
            kind, place = names.class_name(node.kind.text), node.place
            ids = names.ids_of(kind) if kind is not None and kind not in names.classes else frozenset[int]()
            zone = place.name.text if isinstance(place, m.Named | m.Of | m.Call) else ""
            zone = _looked(part.declaration).get(zone, zone)
            family = names.zones.get(zone)
            made = (names.riding, names.covered)
            if not ids or family is None or zone == BOX or zone not in filled or family in made:
                continue
            if any(zone == begun for card in ids for begun, _, _ in names.ids[card].starts):
                continue
            if ids not in known:
                coming = coming or _Coming.of(names)
                known[ids] = coming.zones(ids)
            shown = [names.ids[card].name for card in ids]
            if zone not in known[ids] and not unused.in_scenario(zone, names, shown):
                message = f"no `{node.kind.text}` ever lies in `{zone}`: none begins there, and no rule brings one"
                there = either(sorted(known[ids] - {BOX}))
                help_ = f"such cards come to {there}: name one of these, or let a rule bring them here"
                names.problems.add("never-holds", message, node.span, help=help_)


@attrs.frozen
class _Coming:
    """Where cards come to in a game: the zones that each word means, the flows, and the kinds that each word may mean.

    A flow has the zones from which cards come (None: any) and to which they go (None: it isn't known).
    """

    names: Names
    meant: Mapping[str, frozenset[str]]
    flows: Sequence[tuple[_Word, frozenset[str] | None, frozenset[str] | None]]
    kinds: dict[_Word, frozenset[int] | None] = attrs.field(factory=dict)

    @classmethod
    def of(cls, names: Names) -> _Coming:
        """All that is known of a game."""
        files = names.ruleset.files
        groups = [each for file in files for each in _groups(file)]
        words = [*names.zones, *(name for name, _ in groups)]
        meant = {word: frozenset(_with_members({word}, groups) & names.zones.keys()) for word in words}
        elsewhere = frozenset[str]().union(*map(_declared, files))
        flows = []
        for flow in (each for file in files for each in _flows(file)):
            sources = None if flow.sources is None else _all_of(meant, flow.sources)
            targets = _all_of(meant, flow.targets)
            if targets or flow.targets.isdisjoint(elsewhere):
                flows.append((flow.kind, sources or None, targets or None))
        return cls(names, meant, flows)

    def zones(self, ids: frozenset[int]) -> frozenset[str]:
        """The names of the zones to which some of these cards may come; all, if it isn't known where they go."""
        found = {zone for card in ids for zone, _, _ in self.names.ids[card].starts}
        left = [(sources, targets) for kind, sources, targets in self.flows if self._may_be(kind, ids)]
        known = -1
        while known < len(found):
            known = len(found)
            for sources, targets in left:
                if sources is None or not found.isdisjoint(sources):
                    if targets is None:
                        return frozenset(self.names.zones)
                    found |= targets
        return frozenset(found)

    def _may_be(self, kind: _Word, ids: frozenset[int]) -> bool:
        """Whether some of these cards may be of a kind; a word that isn't known may stand for any card."""
        if kind not in self.kinds:
            self.kinds[kind] = self._meant(kind)
        meant = self.kinds[kind]
        return meant is None or not meant.isdisjoint(ids)

    def _meant(self, kind: _Word) -> frozenset[int] | None:
        """The cards that a word may mean; None if that isn't known."""
        if isinstance(kind, str):
            name = self.names.class_name(kind) or kind
            known = {name if name in self.names.faces else root(self.names, name)}
        else:
            known = kinds(self.names, *kind)
        return None if not known or "" in known else frozenset[int]().union(*map(self.names.ids_of, known))


def _all_of(meant: Mapping[str, frozenset[str]], words: Iterable[str]) -> frozenset[str]:
    """The zones that some words mean."""
    return frozenset[str]().union(*(meant[word] for word in words if word in meant))


@once_each
def _declared(file: m.File) -> frozenset[str]:
    """The zones and groups that a file declares, in play or not."""
    return frozenset(each.name.text for each in declared_in(file) if isinstance(each, m.Zone | m.Group))


@once_each
def _flows(file: m.File) -> tuple[_Flow, ...]:
    """The parts of a file that move cards."""
    return tuple(flow for declaration in declared_in(file) for flow in _flows_in(declaration))


def _flows_in(declaration: m.Declaration) -> Iterator[_Flow]:  # noqa: C901 - a dispatcher
    every = [*every_node(declaration)]
    looked = _looked(declaration)
    bound, event = _bound(every), declaration.event.text if isinstance(declaration, m.Hook) else ""

    def words(place: m.Node) -> frozenset[str]:
        found = {each.text for each in every_node(place) if isinstance(each, m.Name)}
        return frozenset(found | {looked[each] for each in found & looked.keys()})

    def flows(moved: m.Node, target: frozenset[str]) -> Iterator[_Flow]:
        match moved:
            case m.Selection(_, kind, _, place) | m.Some(m.Selection(_, kind, _, place)) | m.Subset(_, _, kind, place):
                yield _Flow(kind.text, words(place), target)
            case m.Named(name) if name.text in looked:
                yield _Flow("", frozenset([looked[name.text]]), target)
            case m.Named(name):
                unbound: set[_Word] = {(event, name.text) if event else name.text}
                yield from (_Flow(kind, None, target) for kind in bound.get(name.text, unbound))
            case m.EndCards(_, _, place) | m.Nth(_, place):
                yield _Flow("", words(place), target)
            case _:
                yield _Flow("", None, target)

    for node in every:
        match node:
            case m.Move(moved, target) | m.Put(moved, _, target) | m.Reveal(_, moved, target):
                yield from flows(moved, words(target))
            case m.Draw(source, target) | m.Shuffle(source, m.Node() as target) | m.Flip(source, target):
                yield _Flow("", words(source), words(target))
            case m.Active(zone, target):
                yield _Flow("", words(zone), words(target))
            case m.CardTable(None, zone):  # more cards, which may be of any kind
                yield _Flow("", None, words(zone))
            case m.Zone(name, refill=m.Node() as source):
                yield _Flow("", words(source), frozenset([name.text]))
            case m.Exchange(first, second):  # each goes where the other one lies, which a name doesn't tell
                yield from flows(first, frozenset() if isinstance(second, m.Named) else words(second))
                yield from flows(second, frozenset() if isinstance(first, m.Named) else words(first))
            case _:
                pass


@once_each
def _looked(declaration: m.Declaration) -> dict[str, str]:
    """The zones of the cards that are revealed in a declaration, by the name that they have there."""
    return {each.variable.text: each.zone.text for each in every_node(declaration) if isinstance(each, m.Reveal)}


def _bound(nodes: Iterable[m.Node]) -> dict[str, set[_Word]]:
    """The words for the kinds of the cards that have each name in a declaration; "" if one isn't known."""
    found: dict[str, set[_Word]] = {}
    for node in nodes:
        match node:
            case m.Selection(variable, kind) | m.Subset(variable, _, kind) | m.Pick(m.Selection(_, kind), variable):
                found.setdefault(variable.text, set()).add(kind.text)
            case m.Let(variable, m.Selection(_, kind) | m.Some(m.Selection(_, kind))):
                found.setdefault(variable.text, set()).add(kind.text)
            case m.Let(variable) | m.Draw(variable=m.Name() as variable):
                found.setdefault(variable.text, set()).add("")
            case m.Event(event, parameters):
                for each in parameters:
                    found.setdefault(each.name.text, set()).add((event.text, each.name.text))
            case _:
                pass
    return found


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
