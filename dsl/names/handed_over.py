"""Find of which kinds the cards are that rules hand over to events and definitions, as far as their text says so.

`<card: gem in hand>` and `for each gem in row` say it, and so does the name of a parameter; of other cards, nothing is
known. All files of a folder count, also those that aren't in play. Knows the model; nothing here is lowered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, every_node, parts
from dsl.names.foreign_values import root
from dsl.names.names import Names


class Parameter(NamedTuple):
    """What an event or definition is about: its name, and the name of the parameter, or "" for the first one."""

    of: str
    name: str


Source = str | Parameter | None
"""Where a card comes from: its kind, the parameter that it is, or None if nothing is known."""

Handing = tuple[str, tuple[Source, ...]]
"""An event or definition, and the cards that it is given."""

Env = Mapping[str, Source]

CANDIDATE = ""
"""The name under which an environment has the card that a condition is about."""


def kinds(names: Names, of: str, parameter: str) -> set[str]:
    """The kinds of the cards that are handed over as a parameter of an event or definition; none if one isn't known."""
    found: set[str] = set()
    return found if _gather(names, of, parameter, found, set()) else set()


def _gather(names: Names, of: str, parameter: str, found: set[str], seen: set[tuple[str, str]]) -> bool:
    """Add the kinds of a parameter; returns whether all of them are known."""
    if (of, parameter) in seen:
        return True
    seen.add((of, parameter))
    declared = names.events.get(of) or names.defines.get(of)
    if declared is None:
        return False
    own = [each.name.text for each in declared[1].parameters]
    at = own.index(parameter) if parameter in own else 0 if not parameter and len(own) == 1 else -1
    if at < 0:
        return False
    type_ = declared[1].parameters[at].type
    if kind := root(names, type_.name if type_ else own[at]):
        found.add(kind)
        return True
    given = [each for file in names.ruleset.files for each in _handed(file).get(of, ())]
    return all(len(each) > at and _add(names, each[at], found, seen) for each in given)


def _add(names: Names, source: Source, found: set[str], seen: set[tuple[str, str]]) -> bool:
    match source:
        case Parameter(of, name):
            return _gather(names, of, name, found, seen)
        case str() if kind := root(names, source):
            found.add(kind)
            return True
        case _:
            return False


@once_each
def _handed(file: m.File) -> dict[str, list[tuple[Source, ...]]]:
    """What a file hands over, by event and definition."""
    found: dict[str, list[tuple[Source, ...]]] = {}
    for declaration in declared_in(file):
        for of, given in _declared(declaration):
            found.setdefault(of, []).append(given)
    return found


def _declared(node: m.Node) -> Iterator[Handing]:
    """What a declaration hands over; a variable to which it sets something else isn't known."""
    env: dict[str, Source] = {}
    match node:
        case m.Event(name, parameters) | m.Define(name, parameters):
            env = {each.name.text: Parameter(name.text, each.name.text) for each in parameters}
            if isinstance(node, m.Define) and len(parameters) == 1:
                env[CANDIDATE] = Parameter(name.text, parameters[0].name.text)
        case m.Adjust() | m.Raise():
            env = {each.name.text: Parameter(node.name.text, each.name.text) for each in node.parameters}
            env[CANDIDATE] = Parameter(node.name.text, "")
        case m.Handler():
            env = {node.kind.text: node.kind.text}
        case m.Class():
            env = {node.kind.text: node.kind.text, CANDIDATE: node.kind.text}
        case _:
            pass
    for each in every_node(node):
        if isinstance(each, m.Set) and isinstance(each.target, m.Named):
            env[each.target.name.text] = None
    event = node.event.text if isinstance(node, m.Hook | m.Forbid | m.Handler) else ""
    yield from _in(node, _Env(env, event))


class _Env(NamedTuple):
    """The cards that names stand for, and the event whose parameters other names may be."""

    known: Env
    event: str

    def source(self, term: m.Expression) -> Source:
        """Where a card comes from."""
        match term:
            case m.Named(name) if name.text in self.known:
                return self.known[name.text]
            case m.Named(name) if self.event:
                return Parameter(self.event, name.text)
            case m.Some(m.Selection(kind=kind)):
                return kind.text
            case _:
                return None

    def knowing(self, names: Mapping[str, Source]) -> _Env:
        """The same with other names; what is set to something else stays unknown."""
        set_ = {name for name, source in self.known.items() if source is None}
        return _Env(
            {**self.known, **{name: None if name in set_ else each for name, each in names.items()}}, self.event
        )

    def about(self, node: m.Selection) -> _Env:
        """Within a selection: its card has its name, and is what is asked about."""
        return self.knowing({node.variable.text: node.kind.text, CANDIDATE: node.kind.text})


def _in(node: m.Node, env: _Env) -> Iterator[Handing]:  # noqa: C901 - a dispatcher
    """What a part of the rules hands over."""
    match node:
        case m.Do(event, arguments, counted):
            yield event.text, tuple(None if counted else env.source(each) for each in arguments)
        case m.Of(name, term):
            yield name.text, (env.source(term),)
        case m.Call(name, arguments):
            yield name.text, tuple(map(env.source, arguments))
        case m.Named(name) if name.text not in env.known:
            yield name.text, (env.known.get(CANDIDATE),)
        case m.Selection():
            yield from _all((node.place, node.besides), env)
            yield from _all((node.where,), env.about(node))
            return
        case m.SumOver(value, m.Selection() as selection) | m.Highest(_, value, m.Selection() as selection):
            yield from _in(selection, env)
            yield from _in(value, env.about(selection))
            return
        case m.Option() | m.Ability():
            yield from _option(node, env)
            return
        case m.Each(selection, body):
            yield from _in(selection, env)
            yield from _block(body, env.knowing(_chosen([selection])))
            return
        case m.Among(variable) | m.ForEvery(variable) | m.Subset(variable) | m.AnyRun(_, _, variable):
            env = env.knowing({variable.text: None, CANDIDATE: None})
        case _:
            pass
    for field in _fields(node):
        yield from _block(field, env) if isinstance(field, tuple) else _in(field, env)


def _fields(node: m.Node) -> Iterator[m.Node | tuple[m.Node, ...]]:
    """The parts of a node; statements in a block come together."""
    match node:
        case m.Event() | m.Hook() | m.Handler() | m.Together() | m.Repeat():
            yield node.body
            yield from (each for each in parts(node) if each not in node.body)
        case m.If(condition, then, otherwise):
            yield condition
            yield then
            yield otherwise
        case _:
            yield from parts(node)


def _all(nodes: Iterable[m.Node | None], env: _Env) -> Iterator[Handing]:
    for each in nodes:
        if each is not None:
            yield from _in(each, env)


def _option(node: m.Option | m.Ability, env: _Env) -> Iterator[Handing]:
    """What an option hands over: its words, one after the other, its condition, then its statements."""
    inner = env
    for word in node.words:
        if isinstance(word, m.Node):
            yield from _in(word, inner)
            inner = inner.knowing(_chosen([word]))
    yield from _all((node.condition,), env)
    yield from _all((each for each in node.shown if isinstance(each, m.Node)), inner)
    yield from _block(node.body, inner)


def _block(body: Iterable[m.Node], env: _Env) -> Iterator[Handing]:
    """What statements hand over, each of which may give names to those behind it."""
    for statement in body:
        yield from _in(statement, env)
        match statement:
            case m.Let(variable, value):
                env = env.knowing({variable.text: env.source(value)})
            case m.Pick(m.Selection(kind=kind), variable):
                env = env.knowing({variable.text: kind.text})
            case m.Pick(_, variable) | m.Roll(_, _, variable) | m.Reveal(_, _, _, variable):
                env = env.knowing({variable.text: None})
            case m.Draw(_, _, m.Name(text)):
                env = env.knowing({text: None})
            case _:
                pass


def _chosen(words: Iterable[m.Node]) -> dict[str, Source]:
    """The cards that are chosen, or gone through; of several cards, or members, nothing is known."""
    found: dict[str, Source] = {}
    for word in words:
        match word:
            case m.Selection(variable, kind):
                found[variable.text] = kind.text
            case m.Among(variable) | m.Subset(variable):
                found[variable.text] = None
            case _:
                pass
    return found
