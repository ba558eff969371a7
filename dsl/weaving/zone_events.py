"""Hooks on changes of zones: cards leave one, enter one, or are revealed in one.

Functions of the lowerer `Statements`. Around each statement that moves cards stands what its hooks need: the cards
concerned are read before it, and the hooks run once for all of them. Which zones a card can lie in is known only when
all rules are woven; `prune` then takes away what can't happen, so that other statements pay nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from operator import is_
from typing import TYPE_CHECKING

import attrs

from dsl.expressions.values import Location, Scope, Value, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names.names import ZoneFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import within
from dsl.routines.split_blocks import whereabouts
from dsl.routines.steps import (
    Asking,
    Branching,
    ForEach,
    Invoke,
    Looping,
    Plain,
    Routine,
    Step,
    Touching,
    Whereabouts,
    may_lie,
    reached,
    walk,
)
from dsl.text.diagnostics import Label

if TYPE_CHECKING:
    from dsl.statements.lower_statement import Statements
    from dsl.weaving.weave import Weaver

LEAVING, ENTERING, REVEALING = "leaving", "entering", "revealing in"
THOSE = "those"


@attrs.frozen
class Hooked:
    """A change that some rule hooks: the moment, the change, the zone."""

    moment: str
    change: str
    family: ZoneFamily

    @property
    def event(self) -> str:
        """What the change is called where events are."""
        return f"{self.change} {self.family.name}"

    @property
    def routine(self) -> str:
        """The routine of its hooks; no event can be called so."""
        return f"{self.event}, {self.moment}"

    @property
    def zones(self) -> frozenset[int]:
        """The zones that are meant."""
        return frozenset(self.family.indices)


@attrs.frozen
class Passage:
    """Cards that a statement takes from a zone to another; `cards` as the table stands before it."""

    cards: p.Expr
    source: p.Expr
    sources: Whereabouts
    target: p.Expr
    targets: Whereabouts

    def touching(self, hooked: Hooked) -> Touching:
        """Where the cards can lie, and where they would have to lie for a hook."""
        return (self.sources if hooked.change == LEAVING else self.targets), hooked.zones


def find(lowerer: Statements) -> list[Hooked]:
    """The changes that rules hook, each once."""
    found: dict[str, Hooked] = {}
    for _, hook in lowerer.names.ruleset.all(m.Hook):
        assert isinstance(hook, m.Hook)
        family = lowerer.names.zones.get(hook.event.text)
        if hook.change and family is not None:
            hooked = Hooked(hook.moment, hook.change, family)
            found.setdefault(hooked.routine, hooked)
    return list(found.values())


def one_card(card: p.Expr, zone: p.Expr, position: p.Expr | None, scope: Scope) -> p.Expr:
    """The list of a card, empty if it doesn't lie where it should."""
    local = scope.routine.new()
    same = p.Filter(p.Zone(zone), local, p.Binary("==", p.Local(local), card))
    one = p.Slice(same, p.Int(0), p.Int(1))
    if position is None:
        return one
    return p.If(p.Binary("==", p.Element(p.Zone(zone), position), card), one, p.Cards(b""))


def first_with_room(targets: Location, rooms: Sequence[p.Expr]) -> p.Expr:
    """The zone that a card goes to: the first that has room, or the last; `rooms`: whether those before it do."""
    zone = targets.spots[-1].zone
    for spot, room in zip(reversed(targets.spots[:-1]), reversed(rooms), strict=True):
        zone = p.If(room, spot.zone, zone)
    return zone


def around(
    lowerer: Statements,
    passages: Sequence[Passage],
    steps: Sequence[Step],
    scope: Scope,
    origin: int,
    *,
    reveals: bool = False,
    exposes: bool = False,
) -> list[Step]:
    """The steps of a statement, with all that hooks what it does with cards; `exposes`: it takes a top card."""
    before: list[Step] = []
    after: list[Step] = []
    for passage in passages:
        hooks = [h for h in lowerer.hooked if _concerns(h, passage, reveals)]
        if hooks:
            _surround(passage, hooks, before, after, scope, origin, exposes)
    return [*before, *steps, *after]


def _concerns(hooked: Hooked, passage: Passage, reveals: bool) -> bool:
    if hooked.change == REVEALING and not reveals:
        return False
    return may_lie(*passage.touching(hooked))


def _surround(
    passage: Passage,
    hooks: Sequence[Hooked],
    before: list[Step],
    after: list[Step],
    scope: Scope,
    origin: int,
    exposes: bool,
) -> None:
    touching = tuple(passage.touching(hooked) for hooked in hooks)
    reading, those, zones = read(passage, (passage.source, passage.target), scope, origin, touching, exposes)
    before.append(reading)
    for hooked in hooks:
        at = zones[0] if hooked.moment == "before" else zones[1]
        where = passage.sources if hooked.moment == "before" else passage.targets
        changed = fold.binary("!=", zones[0], zones[1])
        there = fold.one_of(zones[0] if hooked.change == LEAVING else zones[1], hooked.zones)
        some = p.Binary(">", p.Size(those), p.Int(0))
        run = Invoke(hooked.routine, (those, at), (where, None), origin)
        step = Branching(fold.conj([there, changed, some]), (run,), (), origin, (passage.touching(hooked),))
        (before if hooked.moment == "before" else after).append(step)
    if before[-1] is not reading:
        before.append(reading)


def read(
    passage: Passage,
    zones: Sequence[p.Expr],
    scope: Scope,
    origin: int,
    touching: tuple[Touching, ...],
    exposes: bool = False,
) -> tuple[Step, p.Expr, list[p.Expr]]:
    """A step that reads what lies where before a passage: its cards, and some zones; then those as they were."""
    those = scope.routine.new()
    scope.routine.lists.add(those)
    steps: list[Step] = [Plain(p.Expose(passage.source, p.Int(1), origin))] if exposes else []
    steps.append(Plain(p.SetLocal(those, passage.cards, origin)))
    kept = [scope.kept(zone, steps, origin) for zone in zones]
    return Branching(fold.TRUE, tuple(steps), (), origin, touching), p.Local(those), kept


# the hooks and their routines


def gather(weaver: Weaver, part: Part, hook: m.Hook) -> None:
    """Put a hook on a change with the others, or report what is wrong with it."""
    names, name = weaver.names, hook.event
    if name.text not in names.zones:
        names.say_unknown("zone", name, names.zones)
        return
    family = names.zones[name.text]
    names.see(name, family.part, part)
    weaver.use("zone", name.text)
    moments = ("before", "after") if hook.change == LEAVING else ("after",)
    event = f"{hook.change} {name.text}"
    if hook.moment not in moments:
        message = f"nothing happens {hook.moment} {hook.change} a zone"
        names.problems.add("misplaced", message, hook.span, help=f"say `{moments[-1]} {event}`")
    elif hook.change == REVEALING and not family.declared.for_looking:
        advice = "declare it so: `zone …, for looking`"
        names.problems.add("type", f"`{name.text}` is not for looking", name.span, help=advice)
    elif event in names.events:
        related = [Label(names.events[event][1].span, "the event")]
        message = f"`{event}` is an event, and what cards do"
        names.problems.add("declared-twice", message, name.span, related=related, help="give the event another name")
    else:
        weaver.count(event, hook)
        weaver.hooks.setdefault(event, []).append((part, hook))


def weave(weaver: Weaver) -> None:
    """A routine for each change that is hooked: all its hooks, about `those`."""
    for hooked in weaver.hooked:
        if hooked.event not in weaver.hooks:
            continue  # `gather` has said what is wrong
        part, hook = weaver.hooks[hooked.event][0]
        origin = weaver.origin(part, f"{hooked.moment} {hooked.event}", hook.citations, hook)
        scope = Scope(Routine(hooked.routine), part, origin=origin)
        those, zone = scope.routine.new(), scope.routine.new()
        scope.routine.lists.add(those)
        scope.variables[THOSE] = Variable(_those(hooked, those, zone), those)
        steps = weaver.react(hooked.event, hooked.moment, scope)
        steps = [*weaver.tell(origin, "enter"), *steps, *weaver.tell(origin, "leave")]
        weaver.finish(scope, f"{hooked.moment} {hooked.event}", steps, 2, hook)


def _those(hooked: Hooked, those: int, zone: int) -> Value:
    if hooked.change == LEAVING and hooked.moment == "after":
        where: Whereabouts = frozenset([("argument", hooked.routine, those)])
        return Value(p.Local(those), "cards", p.Local(zone), where, text="heap")
    known = p.Int(hooked.family.first) if hooked.family.count == 1 else p.Local(zone)
    return Value(p.Local(those), "cards", known, frozenset(hooked.zones), text=hooked.family.declared.shape)


# what can't happen


def prune(weaver: Weaver) -> None:
    """Take away what is there for changes that can't happen, now that all rules are woven."""
    if not weaver.hooked and not weaver.names.riding:
        return
    expand = whereabouts(weaver.finished, len(weaver.names.zoned))

    def possible(touching: Iterable[Touching]) -> bool:
        return any(expand(where) & zones for where, zones in touching)

    for name, routine in weaver.finished.items():
        body = tuple(_kept(routine.body, possible))
        if not _same(body, routine.body):
            weaver.finished[name] = attrs.evolve(routine, body=body)
    weaver.woven[:] = [attrs.evolve(woven, steps=tuple(_kept(woven.steps, possible))) for woven in weaver.woven]
    for routine in weaver.finished.values():
        done = {step.routine for step in routine.steps if isinstance(step, Invoke)}
        weaver.calls |= {("", hooked.event) for hooked in weaver.hooked if hooked.routine in done}


def _kept(steps: Iterable[Step], possible: Callable[[Iterable[Touching]], bool]) -> Iterator[Step]:
    for step in steps:
        match step:
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
                bodies = [tuple(_kept(option.body, possible)) for option in options]
                pairs = list(zip(options, bodies, strict=True))
                if all(_same(body, option.body) for option, body in pairs):
                    yield step
                else:
                    yield attrs.evolve(step, options=tuple(attrs.evolve(o, body=body) for o, body in pairs))
            case _:
                yield step


def _same(new: Sequence[Step], old: Sequence[Step]) -> bool:
    """Whether these are the same steps, not merely equal ones."""
    return len(new) == len(old) and all(map(is_, new, old))


# checks


def undone(weaver: Weaver) -> None:
    """Hooks that put cards back where they came from, or that bring about what they come before."""
    for hooked in weaver.hooked:
        if hooked.change != LEAVING:
            continue
        for woven in weaver.woven:
            if (woven.event, woven.moment) != (hooked.event, hooked.moment):
                continue
            name = hooked.family.name
            if hooked.moment == "after" and _put_back(woven.steps, hooked.zones):
                message = f"this puts back into `{name}` what has just left it"
                weaver.names.problems.add("undone", message, woven.hook.span, help="forbid what takes them away")
            elif hooked.moment == "before" and hooked.routine in _run(woven.steps, weaver):
                message = f"this comes before cards leave `{name}`, and makes cards leave it"
                weaver.names.problems.add("undone", message, woven.hook.span, help="say `after leaving …`")


def _put_back(steps: Iterable[Step], zones: frozenset[int]) -> bool:
    """Whether cards of the list that hooks are about are moved to one of these zones."""
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


def _run(steps: Iterable[Step], weaver: Weaver) -> list[str]:
    """All routines that steps run."""
    return reached(weaver.finished, (step.routine for step in walk(steps) if isinstance(step, Invoke)))


def exchanged(cards: tuple[Value, Value], scope: Scope) -> list[Passage]:
    """What an exchange of two cards takes where."""
    first, second = cards
    assert first.zone is not None
    assert second.zone is not None
    one, two = first.where or frozenset(), second.where or frozenset()
    here, there = (
        one_card(card.expr, zone, card.position, scope) for card, zone in ((first, first.zone), (second, second.zone))
    )
    both = fold.conj([p.Binary(">", p.Size(here), p.Int(0)), p.Binary(">", p.Size(there), p.Int(0))])
    nothing = p.Cards(b"")
    return [
        Passage(p.If(both, here, nothing), first.zone, one, second.zone, two),
        Passage(p.If(both, there, nothing), second.zone, two, first.zone, one),
    ]
