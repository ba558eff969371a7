"""Gather the rules of a ruleset by the event, prompt or definition that they are about.

Returns a `Weaving` without routines, with the `Context` in which its rules will be lowered. Reports rules about
something that isn't declared.
"""

from __future__ import annotations

from dsl.expressions import definitions
from dsl.expressions.bounds import Bounds
from dsl.expressions.context import ClassIds, Context, Coverage, Observer, Origins, Prompts
from dsl.expressions.tables import Tables
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import hooked_changes
from dsl.names.names import Names
from dsl.statements import borrowing
from dsl.statements.lower_statement import Dispatchers
from dsl.weaving import triggers, zone_events
from dsl.weaving.weaving import Weaving


def gather(names: Names, observer: Observer) -> Weaving:
    """The rules of a ruleset by their subjects; reports rules about something that isn't declared."""
    weaving = Weaving(_context(names, observer))
    for part, node in names.ruleset.all(m.Hook, m.Handler, m.Forbid):
        _gather(weaving, part, node)
    weaving.triggers = triggers.find(weaving.context)
    return weaving


def _context(names: Names, observer: Observer) -> Context:
    """The context in which the rules of a ruleset are lowered."""
    origins = Origins()
    adjusts = definitions.adjusts_of(names)
    return Context(
        names=names,
        lowering=Dispatchers(),
        observer=observer,
        tables=Tables(names),
        classes=ClassIds({"card": frozenset(range(len(names.ids)))}),
        bounds=Bounds(names),
        origins=origins,
        coverage=Coverage(names.ruleset.coverage, origins),
        prompts=_prompts(names),
        options={c.name.text: c for _, c in names.ruleset.all(m.Choice)},
        adjusts=adjusts,
        group_citations=_group_citations(names),
        hooked=hooked_changes.find(names),
    )


def _prompts(names: Names) -> Prompts:
    every = [each for name in names.prompts for each in names.prompt_names(name)]
    added: dict[str, list[tuple[Part, m.Option]]] = {}
    for part, node in names.ruleset.all(m.AddedOption):
        if node.prompt.text not in names.prompts:
            names.say_unknown("prompt", node.prompt, names.prompts)
        added.setdefault(node.prompt.text, []).extend((part, option) for option in node.options)
    numbers = {name: index for index, name in enumerate(every)}
    return Prompts(numbers, added, [*names.ruleset.all(m.Ability)], borrowing.stand_ins(names))


def _group_citations(names: Names) -> dict[str, tuple[str, ...]]:
    """The numbers of all rules that a group and its extensions cite, by its name."""
    found: dict[str, tuple[str, ...]] = {}
    for _, group in names.ruleset.all(m.Group):
        found[group.name.text] = (*found.get(group.name.text, ()), *group.citations)
    return found


def _gather(weaving: Weaving, part: Part, node: m.Hook | m.Handler | m.Forbid) -> None:
    if isinstance(node, m.Hook) and node.change:
        zone_events.gather(weaving, part, node)
        return
    if node.event.text not in weaving.context.names.events:
        weaving.context.names.say_unknown("event", node.event, weaving.context.names.events)
        return
    weaving.context.names.see(node.event, weaving.context.names.events[node.event.text][0], part)
    weaving.count(node.event.text, node)
    match node:
        case m.Hook():
            weaving.hooks.setdefault(node.event.text, []).append((part, node))
        case m.Handler():
            weaving.handlers.setdefault(node.event.text, []).append((part, node))
        case m.Forbid():
            weaving.forbids.setdefault(node.event.text, []).append((part, node))
