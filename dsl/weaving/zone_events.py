"""Weave hooks on changes of zones (cards leave a zone, enter it, or are revealed in it) into routines.

The statements that move cards run these routines (see `statements/zone_hooks`). The zones in which a card can lie are
known only when all rules are woven; then `prune` removes calls that can't happen, so that other statements cost
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from operator import is_
from typing import assert_never

import attrs

from dsl.expressions.values import CardList, Scope, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import proposals
from dsl.names import types as t
from dsl.names.hooked_changes import LEAVING, REVEALING, Hooked
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import within
from dsl.routines.steps import (
    Asking,
    Branching,
    ForEach,
    GoTo,
    Invoke,
    Looping,
    Option,
    Plain,
    Routine,
    Step,
    Touching,
    Watch,
    Whereabouts,
    reached,
    walk,
)
from dsl.routines.whereabouts import whereabouts
from dsl.text.diagnostics import Label
from dsl.weaving import making, reactions
from dsl.weaving.weaving import Weaving

THOSE = "those"


# the hooks and their routines


def gather(weaving: Weaving, part: Part, hook: m.Hook) -> None:
    """Add a hook on a change to the others, or report its problem."""
    names, name = weaving.context.names, hook.event
    if name.text not in names.zones:
        names.say_unknown("zone", name, names.zones)
        return
    family = names.zones[name.text]
    names.see(name, family.part, part)
    weaving.context.use("zone", name.text)
    moments = ("before", "after") if hook.change == LEAVING else ("after",)
    event = f"{hook.change} {name.text}"
    if hook.moment not in moments:
        message = f"nothing happens {hook.moment} {hook.change} a zone"
        names.problems.add("misplaced", message, hook.span, help=f"say `{moments[-1]} {event}`")
    elif hook.change == REVEALING and not family.declared.for_looking:
        advice = proposals.for_looking(name, family.declared.span, names.looking)
        related = [Label(family.declared.span, "declared here")]
        names.problems.add("type", f"`{name.text}` is not for looking", name.span, related=related, help=advice)
    elif event in names.events:
        related = [Label(names.events[event][1].span, "the event")]
        message = f"`{event}` is an event, and what cards do"
        names.problems.add("declared-twice", message, name.span, related=related, help="give the event another name")
    else:
        weaving.count(event, hook)
        weaving.hooks.setdefault(event, []).append((part, hook))


def weave(weaving: Weaving) -> None:
    """Make a routine for each change that is hooked: all its hooks, about `those`."""
    for hooked in weaving.context.hooked:
        if hooked.event not in weaving.hooks:
            continue  # `gather` has reported why
        part, hook = weaving.hooks[hooked.event][0]
        origin = weaving.context.origins.add(part, f"{hooked.moment} {hooked.event}", hook.citations, hook)
        scope = Scope(Routine(hooked.routine), part, origin=origin)
        those, zone = scope.routine.new(), scope.routine.new()
        scope.routine.lists.add(those)
        scope.variables[THOSE] = Variable(_those(hooked, those, zone), those)
        steps = reactions.react(weaving, hooked.event, hooked.moment, scope)
        steps = [
            *weaving.context.coverage.acts(origin, "enter"),
            *steps,
            *weaving.context.coverage.acts(origin, "leave"),
        ]
        making.finish(weaving, scope, f"{hooked.moment} {hooked.event}", steps, 2, hook)


def _those(hooked: Hooked, those: int, zone: int) -> CardList:
    if hooked.change == LEAVING and hooked.moment == "after":
        where: Whereabouts = frozenset([("argument", hooked.routine, those)])
        return CardList(p.Local(those), t.Cards("heap"), p.Local(zone), where)
    known = p.Int(hooked.family.first) if hooked.family.count == 1 else p.Local(zone)
    return CardList(p.Local(those), t.Cards(hooked.family.declared.shape), known, frozenset(hooked.zones))


# pruning


def prune(weaving: Weaving) -> None:
    """Remove the steps for changes that can't happen, now that all rules are woven."""
    if not weaving.context.hooked and not weaving.context.names.followed:
        return
    expand = whereabouts(weaving.finished, len(weaving.context.names.zoned))

    def possible(touching: Iterable[Touching]) -> bool:
        return any(expand(where) & zones for where, zones in touching)

    for name, routine in weaving.finished.items():
        if any(step.touching is not None for step in routine.of(Branching)):
            weaving.finished[name] = attrs.evolve(routine, body=tuple(_kept(routine.body, possible)))
    for at, woven in enumerate(weaving.woven):
        steps = tuple(_kept(woven.steps, possible))
        if not _same(steps, woven.steps):
            weaving.woven[at] = attrs.evolve(woven, steps=steps)
    for routine in weaving.finished.values():
        done = {call.routine for call in routine.calls}
        weaving.context.calls |= {("", hooked.event) for hooked in weaving.context.hooked if hooked.routine in done}


def _kept(steps: Iterable[Step], possible: Callable[[Iterable[Touching]], bool]) -> Iterator[Step]:
    for step in steps:
        match step:
            case Plain() | Invoke() | Watch() | GoTo():
                yield step
            case Branching(condition, then, _, _, touching) if touching is not None:
                if possible(touching) and condition == fold.TRUE:
                    yield from _kept(then, possible)
                elif possible(touching):
                    yield attrs.evolve(step, then=tuple(_kept(then, possible)), touching=None)
            case Branching(_, then, otherwise):
                both = tuple(_kept(then, possible)), tuple(_kept(otherwise, possible))
                same = _same(both[0], then) and _same(both[1], otherwise)
                yield step if same else attrs.evolve(step, then=both[0], otherwise=both[1])
            case Looping() | ForEach():
                body = tuple(_kept(step.body, possible))
                yield step if _same(body, step.body) else attrs.evolve(step, body=body)
            case Asking(_, _, _, options):
                kept = tuple(_with(option, tuple(_kept(option.body, possible))) for option in options)
                yield step if _same(kept, options) else attrs.evolve(step, options=kept)
            case _:
                assert_never(step)


def _with(option: Option, body: tuple[Step, ...]) -> Option:
    return option if _same(body, option.body) else attrs.evolve(option, body=body)


def _same(new: Sequence[object], old: Sequence[object]) -> bool:
    """Whether these are the same steps or options, not merely equal ones."""
    return len(new) == len(old) and all(map(is_, new, old))


# checks


def undone(weaving: Weaving) -> None:
    """Report hooks that put cards back where they came from, or that cause the change they come before."""
    for hooked in weaving.context.hooked:
        if hooked.change != LEAVING:
            continue
        for woven in weaving.woven:
            if (woven.event, woven.moment) != (hooked.event, hooked.moment):
                continue
            name = hooked.family.name
            if hooked.moment == "after" and _put_back(woven.steps, hooked.zones):
                message = f"this puts back into `{name}` what has just left it"
                weaving.context.problems.add("undone", message, woven.hook.span, help="forbid what takes them away")
            elif hooked.moment == "before" and hooked.routine in _run(woven.steps, weaving):
                message = f"this comes before cards leave `{name}`, and makes cards leave it"
                weaving.context.problems.add("undone", message, woven.hook.span, help="say `after leaving …`")


def _put_back(steps: Iterable[Step], zones: frozenset[int]) -> bool:
    """Whether steps move cards of the list that hooks are about to one of these zones."""
    about = {0}
    for step in walk(steps):
        match step:
            case Plain(p.Move(card, _, p.Int(target)) | p.MoveAll(card, _, p.Int(target))):
                if target in zones and _mentions(card, about):
                    return True
            case Plain(p.SetLocal(local, value)) | ForEach(local, _, _, value):
                about |= {local} if _mentions(value, about) else set()
            case Asking(_, _, _, options):
                chosen = (parameter for option in options for parameter in option.parameters)
                about |= {q.card for q in chosen if any(_mentions(source.cards, about) for source in q.sources)}
            case _:
                pass
    return False


def _mentions(expr: p.Expr, locals_: Set[int]) -> bool:
    return any(isinstance(part, p.Local) and part.index in locals_ for part in within(expr))


def _run(steps: Iterable[Step], weaving: Weaving) -> list[str]:
    """All routines that steps run, directly or not."""
    return reached(weaving.finished, (step.routine for step in walk(steps) if isinstance(step, Invoke)))
