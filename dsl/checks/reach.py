"""Checks for rules that another module makes unreachable.

A module can replace an event for good, or forbid it. Nothing then happens that only this event would have done, and
additions of other modules to it would silently be lost: that is reported. Additions of the base game may be lost.

An event is three nodes of a graph: itself, reached if a rule does it; `done`, reached if nothing forbids it; and
`itself`, reached if nothing replaces it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import attrs

from dsl.expressions.context import Context
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.program import fold
from dsl.routines.steps import Asking
from dsl.text.diagnostics import Label
from dsl.text.source import Span
from dsl.weaving.replacements import proceeds
from dsl.weaving.weaving import MAIN, Weaving


@attrs.frozen
class Removal:
    """A rule that takes a node away: a replacement without `proceed`, or a prohibition."""

    node: str
    event: str
    verb: str
    part: Part
    span: Span


@attrs.frozen
class Added:
    """An addition of a module: its place, the message if it is lost, and the node, or one of the prompts, it needs."""

    part: Part
    span: Span
    loss: str
    event: str = ""
    node: str = ""
    prompts: frozenset[int] = frozenset()

    def there(self, reached: tuple[set[str], set[int]]) -> bool:
        """Whether it can act when these nodes and prompts are reached."""
        return bool(self.prompts & reached[1]) if self.prompts else self.node in reached[0]


NONE, NOTHING = frozenset[str](), frozenset[int]()


@attrs.define
class Graph:
    """The nodes to which each node leads, and the prompts that it asks."""

    leads: dict[str, set[str]] = attrs.field(factory=dict)
    asks: dict[str, set[int]] = attrs.field(factory=dict)

    def reached(self, without: Collection[str] = ()) -> tuple[set[str], set[int]]:
        """The nodes and prompts that a game comes to if the nodes `without` are taken away."""
        nodes, prompts, todo, away = {MAIN}, set[int](), [MAIN], frozenset(without)
        while todo:
            name = todo.pop()
            prompts |= self.asks.get(name, NOTHING)
            new = self.leads.get(name, NONE) - nodes - away
            nodes |= new
            todo += new
        return nodes, prompts


def removed(weaving: Weaving) -> None:
    """Report rules of modules that can't act because another module replaces or forbids the event they need."""
    removals = [*_removals(weaving)]
    if not removals:
        return
    graph = _graph(weaving)
    before, after = graph.reached(), graph.reached([each.node for each in removals])
    alone = [(each, graph.reached([each.node])) for each in removals]
    for added in _added(weaving):
        if added.part.module != weaving.context.names.ruleset.base and added.there(before) and not added.there(after):
            culprit = next((each for each, reached in alone if not added.there(reached)), removals[0])
            if culprit.part.module != added.part.module:
                _report(added, culprit, weaving.context)
            elif added.event == culprit.event and _everywhere(culprit, weaving.context):
                _contradicted(added, culprit, weaving.context)


def done(weaving: Weaving) -> set[str]:
    """The events that some rule does which can itself be carried out, whatever options and other modules say."""
    does: dict[str, set[str]] = {}
    for caller, event in weaving.context.calls:
        own = caller.removesuffix(" itself")
        does.setdefault(own if own in weaving.context.names.events else "", set()).add(event)
    found: set[str] = set()
    todo = [*does.get("", ())]
    while todo:
        event = todo.pop()
        if event not in found:
            found.add(event)
            todo += does.get(event, ())
    return found


def _report(added: Added, culprit: Removal, context: Context) -> None:
    own = culprit.part.module
    rest = "" if added.event == culprit.event else f", and nothing else does `{added.event}`" if added.event else ""
    context.problems.add(
        "hooks-removed",
        f"this {added.loss}: `{own}` {culprit.verb} `{culprit.event}` altogether{rest}",
        added.span,
        label=f"in `{added.part.module}`",
        related=[Label(culprit.span, f"in `{own}`")],
        help=f"give the rule of `{own}` a condition{'' if culprit.verb == 'forbids' else ' or let it `proceed`'}, "
        f"or put this one into a section `when {own} is not in play`",
    )


def _everywhere(culprit: Removal, context: Context) -> bool:
    """Whether a rule stands in no section, so that it acts whatever options and other modules there are."""
    files = context.names.ruleset.files
    return any(each.span == culprit.span for file in files for each in file.declarations)


def _contradicted(added: Added, culprit: Removal, context: Context) -> None:
    """Report a rule about an event that another rule of its own module removes."""
    context.problems.add(
        "never-fires",
        f"this {added.loss}: the same module {culprit.verb} `{culprit.event}` altogether",
        added.span,
        related=[Label(culprit.span, "there")],
        help=f"give that rule a condition{'' if culprit.verb == 'forbids' else ' or let it `proceed`'}, "
        "or put these lines into it",
    )


def _removals(weaving: Weaving) -> Iterator[Removal]:
    for woven in weaving.woven:
        if woven.moment == "instead of" and woven.condition == fold.TRUE and not proceeds(woven.hook):
            yield Removal(f"{woven.event} itself", woven.event, "replaces", woven.part, woven.hook.span)
    for event, forbids in weaving.forbids.items():
        for part, forbid in forbids:
            if forbid.condition is None:
                yield Removal(f"{event} done", event, "forbids", part, forbid.span)


def _graph(weaving: Weaving) -> Graph:
    """The graph of a ruleset in which every replacement proceeds with its event."""
    graph = Graph()
    for name, routine in weaving.finished.items():
        node = name
        if name in weaving.context.names.events:
            whole = f"{name} itself" not in weaving.finished
            node = f"{name} itself" if whole else f"{name} done"
            graph.leads.setdefault(name, set()).add(f"{name} done")
            graph.leads.setdefault(f"{name} done", set()).add(f"{name} itself")
        graph.leads.setdefault(node, set()).update(call.routine for call in routine.calls)
        graph.asks.setdefault(node, set()).update(step.prompt for step in routine.steps if isinstance(step, Asking))
    for name, (event, _) in weaving.context.variants.items():
        graph.leads.setdefault(name, set()).add(event)
    return graph


def _added(weaving: Weaving) -> Iterator[Added]:
    """The additions to events and prompts."""
    for table in (weaving.hooks, weaving.handlers, weaving.forbids):
        for event, rules in table.items():
            for part, rule in rules:
                yield Added(part, rule.span, "rule can never fire", event, _needs(rule))
    for prompt, options in weaving.context.prompts.added.items():
        for part, option in options:
            yield from _offered(weaving.context, part, option, [prompt])
    for part, ability in weaving.context.prompts.abilities:
        yield from _offered(
            weaving.context, part, ability, [window.text for window in ability.windows] or weaving.context.names.prompts
        )


def _offered(context: Context, part: Part, node: m.Node, prompts: Iterable[str]) -> Iterator[Added]:
    known = context.names.prompts
    names = [each for prompt in prompts if prompt in known for each in context.names.prompt_names(prompt)]
    numbers = frozenset(context.prompts.numbers[name] for name in names)
    yield Added(part, node.span, "option is never offered", prompts=numbers)


def _needs(rule: m.Hook | m.Handler | m.Forbid) -> str:
    """The node that must be reached for a rule to act."""
    match rule:
        case m.Forbid(event):
            return event.text
        case m.Hook("instead of", event):
            return f"{event.text} done"
        case m.Hook(_, event) | m.Handler(event):
            return f"{event.text} itself"
