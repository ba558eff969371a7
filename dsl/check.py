"""Static checks over a linked ruleset: what clashes, what nobody reads, what can never happen.

Types, unknown names and conditions that can't hold were found on the way; here stand the checks that need the whole.
Each is one small function in `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import get_args

import attrs

from dsl import changes, fold, lasting, pointing, reach
from dsl import model as m
from dsl import program as p
from dsl.diagnostics import Label
from dsl.names import Names, NumberFamily, ZoneFamily
from dsl.order import said
from dsl.reads import Spans, reads
from dsl.steps import Asking, Branching, ForEach, Invoke, Looping, Plain, Step, Watch, walk
from dsl.weave import Weaver, Woven


def check(weaver: Weaver) -> None:
    """Add what is wrong with a ruleset as a whole to its problems."""
    for one in CHECKS:
        one(weaver)


def unused_values(weaver: Weaver) -> None:
    """Zones and numbers that no rule reads; a zone that is shown counts as read."""
    names = weaver.names
    families: tuple[tuple[str, dict[str, ZoneFamily] | dict[str, NumberFamily]], ...] = (
        ("zone", names.zones),
        ("number", names.numbers),
    )
    for what, table in families:
        for name, family in table.items():
            if (what, name) not in names.used:
                _unused(f"no rule reads the {what} `{name}`", family.declared, names)


def unused_positions(weaver: Weaver) -> None:
    """Positions at which no rule ever puts a marker; at the first one it begins."""
    for name, family in weaver.names.numbers.items():
        for at, position in enumerate(family.positions[1:], 1):
            if (f"position of enum {name}", str(1 << at)) not in weaver.names.used:
                message = f"no rule ever sets `{name}` to `{position}`"
                _unused(message, family.declared, weaver.names, "set it somewhere, or leave the position out")


def unused_names(weaver: Weaver) -> None:
    """Groups, definitions and classes of modules that no rule reads; those of the base game are there for modules."""
    names = weaver.names
    for what, spoken, name, part, node in (
        *(("group", "group", name, *members[0]) for name, members in names.groups.items()),
        *(("define", "definition", name, *defined) for name, defined in names.defines.items()),
        *(("kind", "class", name, *declared) for name, declared in names.classes.items()),
    ):
        if part.module != names.ruleset.base and (what, name) not in names.used:
            _unused(f"no rule reads the {spoken} `{name}`", node, names)


def unused_attributes(weaver: Weaver) -> None:
    """What is printed on cards of modules and no rule reads."""
    names = weaver.names
    for kind in names.kinds.values():
        for name, declared in kind.attributes.items():
            if kind.part.module != names.ruleset.base and ("attribute", name) not in names.used:
                _unused(f"no rule reads the attribute `{name}`", declared, names)


def unused_prompts(weaver: Weaver) -> None:
    """Prompts at which nothing is asked."""
    for name, (_, prompt) in weaver.names.prompts.items():
        if name not in weaver.asked:
            _unused(f"no rule asks the prompt `{name}`", prompt, weaver.names, "ask it, or leave it out")


def unused_options(weaver: Weaver) -> None:
    """Options that neither a rule nor the condition of a section reads."""
    names = weaver.names
    for name, choice in weaver.choices.items():
        if ("option", name) not in names.used and name not in names.ruleset.asked:
            _unused(f"no rule reads the option `{name}`", choice, names)


def unused_events(weaver: Weaver) -> None:
    """Events of modules that nothing does."""
    names, done = weaver.names, reach.done(weaver)
    for name, (part, event) in names.events.items():
        if name not in done and part.module != names.ruleset.base:
            _unused(f"nothing does the event `{name}`", event, names, f"say `do {name}` somewhere, or leave it out")


def _unused(message: str, node: m.Node, names: Names, advice: str = "use it, or leave it out") -> None:
    names.problems.add("unused", message, node.span, help=advice)


def idle_cards(weaver: Weaver) -> None:
    """Cards that begin in a zone from which no rule ever takes a card."""
    names = weaver.names
    begun = {zone for face in names.faces.values() for zone, _, _ in face.starts}
    untouched = _untouched(weaver, [names.zones[zone] for zone in sorted(begun)])
    for face in names.faces.values():
        for zone, _, span in face.starts:
            if zone in untouched:
                names.problems.add("no-rule", f"no rule does anything with `{face.name}` in `{zone}`", span)
                return


def idle_kinds(weaver: Weaver) -> None:
    """Cards of kinds of modules that no rule names, by kind, class or attribute: they only fill their piles."""
    names = weaver.names
    named = {name for what, name in names.used if what == "kind" and name != "card"}
    read = {name for what, name in names.used if what == "attribute"}
    told = frozenset[int]().union(*(weaver.members(name) for name in named))
    acting = {trigger.node.name.text for trigger in weaver.triggers}
    own = {name for name, kind in names.kinds.items() if kind.part.module != names.ruleset.base}
    said: set[str] = set()
    for face in names.faces.values():
        kind = names.kinds[face.kind]
        silent = told.isdisjoint(face.ids) and not read & {*kind.attributes, *kind.facts} and face.name not in acting
        if silent and all(each in own for each in kind.lineage) and kind.lineage[-1] not in said:
            said.add(kind.lineage[-1])
            help_ = f"write a rule about `{kind.lineage[-1]}`, or make it a kind that the rules know"
            names.problems.add("no-rule", f"no rule is about `{face.name}`", face.span, help=help_)


def idle_triggers(weaver: Weaver) -> None:
    """Cards with conditions that wait in a zone into which no rule puts a card."""
    names = weaver.names
    filled = {zone for face in names.faces.values() for zone, _, _ in face.starts}
    written: set[int | tuple[str, str, int]] = set()
    for name, routine in weaver.finished.items():
        watches = [step for step in routine.steps if isinstance(step, Watch)]
        own = name.startswith("trigger ")  # a card that has happened leaves its zone first
        written |= {zone for step in watches[own:] for zone in step.writes}
    for trigger in weaver.triggers:
        zone = names.kinds[trigger.node.name.text].active
        if zone and zone.zone.text not in filled and not written & trigger.zone.where:
            message = f"this can never happen: no rule puts a card into `{zone.zone.text}`"
            related = [Label(zone.span, "where it is active")]
            names.problems.add("never-fires", message, trigger.condition.span, related=related)


def _untouched(weaver: Weaver, families: Iterable[ZoneFamily]) -> set[str]:
    """Those of some families of zones with which no rule does anything."""
    spans = weaver.names.spans
    left = {family.name: set(family.indices) for family in families}
    for routine in weaver.finished.values():
        for step in routine.steps:
            touched = set[int]().union(*(reads(expr, spans)[0] for expr in _exprs(step)))
            if isinstance(step, Plain):
                touched |= _zone_operands(step.instruction)
            if touched:
                left = {name: zones for name, zones in left.items() if not zones & touched}
            if not left:
                return set()
    return set(left)


def _zone_operands(instruction: p.Instruction) -> set[int]:
    found: set[int] = set()
    for name in ("source", "zone", "other_zone", "target"):
        value = getattr(instruction, name, None)
        if isinstance(value, p.Int):
            found.add(value.value)
    return found


def never_called(weaver: Weaver) -> None:
    """Hooks, handlers and prohibitions of events that nothing does."""
    names, done = weaver.names, reach.done(weaver)
    for event in sorted({*weaver.hooks, *weaver.handlers, *weaver.forbids} - done):
        for rule in (
            *(hook for _, hook in weaver.hooks.get(event, [])),
            *(handler for _, handler in weaver.handlers.get(event, [])),
            *(forbid for _, forbid in weaver.forbids.get(event, [])),
        ):
            names.problems.add(
                "never-fires",
                f"this rule can never fire: nothing does `{event}`",
                rule.span,
                related=[Label(names.events[event][1].span, "the event")] if event in names.events else (),
            )


def never_offered(weaver: Weaver) -> None:
    """Options added to prompts at which nothing is asked."""
    names = weaver.names
    for prompt, answers in weaver.added.items():
        if prompt in names.prompts and prompt not in weaver.asked:
            for _, answer in answers:
                names.problems.add("never-fires", f"this option is never offered: nothing asks `{prompt}`", answer.span)


def replacements(weaver: Weaver) -> None:
    """Two replacements of one event without an order, unless they can't both apply or say the same."""
    for first, second in _rivals(weaver, [w for w in weaver.woven if w.moment == "instead of"]):
        message = f"two modules replace `{first.event}`, and nothing says which comes first"
        _unordered(first, second, message, weaver.names)


def reactions(weaver: Weaver) -> None:
    """Two modules' hooks at the same moment of one event that do not commute, without an order."""
    base = weaver.names.ruleset.base
    hooks = [w for w in weaver.woven if w.moment != "instead of" and w.part.module != base]
    for first, second in _rivals(weaver, hooks):
        if _conflict(first, second, weaver):
            act = f"two modules act {first.moment} `{first.event}` on the same things"
            _unordered(first, second, f"{act}, and nothing says which comes first", weaver.names)


def _rivals(weaver: Weaver, hooks: Iterable[Woven]) -> Iterator[tuple[Woven, Woven]]:
    """Pairs of two modules' hooks at the same moment of one event that may both act, in no order that is declared."""
    for first, second in combinations(hooks, 2):
        if (first.event, first.moment) != (second.event, second.moment) or first.part.module == second.part.module:
            continue
        ordered = said((first.part, first.hook), (second.part, second.hook))
        if not ordered and not _agree(first, second) and not _exclusive(first, second, weaver):
            yield first, second


def _unordered(first: Woven, second: Woven, message: str, names: Names) -> None:
    names.problems.add(
        "unordered",
        message,
        second.hook.span,
        label=f"in `{second.part.module}`",
        related=[Label(first.hook.span, f"in `{first.part.module}`")],
        help=f"let one of them say `before {first.part.module}` or `after {first.part.module}`",
    )


def _agree(first: Woven, second: Woven) -> bool:
    return first.hook.body == second.hook.body and first.hook.condition == second.hook.condition


def _exclusive(first: Woven, second: Woven, weaver: Weaver) -> bool:
    """Whether what is printed on a card rules out that both conditions hold for it."""
    if first.card < 0:
        return False
    cards, printed = len(weaver.names.ids), weaver.printed
    held = fold.by_card(first.condition, first.card, cards, printed)
    return all(
        0 in pair for pair in zip(held, fold.by_card(second.condition, second.card, cards, printed), strict=True)
    )


@attrs.define
class _Effects:
    """What steps read and write: zones, numbers and facts; and whether they ask."""

    reads: set[tuple[str, int]] = attrs.field(factory=set)
    writes: set[tuple[str, int]] = attrs.field(factory=set)


def _conflict(first: Woven, second: Woven, weaver: Weaver) -> bool:
    a, b = (_effects([Branching(rule.condition, rule.steps, (), 0)], weaver) for rule in (first, second))
    return bool(a.writes & (b.reads | b.writes) or b.writes & a.reads)


def _effects(steps: Iterable[Step], weaver: Weaver) -> _Effects:
    effects = _Effects()
    seen: set[str] = set()
    todo, spans = [tuple(steps)], weaver.names.spans
    while todo:
        for step in walk(todo.pop()):
            if isinstance(step, Invoke) and step.routine not in seen:
                seen.add(step.routine)
                todo.append(weaver.finished[step.routine].body)
            _note(step, effects, spans)
    return effects


def _note(step: Step, effects: _Effects, spans: Spans) -> None:
    for expr in _exprs(step):
        zones, numbers = reads(expr, spans)
        effects.reads |= {("zone", z) for z in zones} | {("number", n) for n in numbers}
    match step:
        case Watch(writes, counters):
            effects.writes |= {("zone", z) for z in writes if isinstance(z, int)} | {("number", c) for c in counters}
        case Plain(p.Shuffle(p.Int(zone), _)):
            effects.writes.add(("zone", zone))
        case _:
            pass


OPERANDS = {type_: tuple(field.name for field in attrs.fields(type_)) for type_ in get_args(p.Instruction)}
"""The names of the fields of each instruction."""


def _exprs(step: Step) -> list[p.Expr]:
    match step:
        case Plain(instruction):
            operands = [getattr(instruction, name) for name in OPERANDS[type(instruction)]]
            return [operand for operand in operands if isinstance(operand, p.Expr) and not isinstance(operand, p.Int)]
        case Invoke(_, arguments, _, _):
            return list(arguments)
        case Branching(condition, _, _, _) | Looping(_, condition, _, _):
            return [condition]
        case ForEach(_, _, _, cards, _, _):
            return [cards]
        case Asking(_, _, _, options):
            found: list[p.Expr] = []
            for option in options:
                found.append(option.condition)
                for parameter in option.parameters:
                    found += [parameter.condition, *(s.cards for s in parameter.sources)]
            return found
        case _:
            return []


CHECKS: tuple[Callable[[Weaver], None], ...] = (
    unused_values,
    unused_positions,
    unused_names,
    unused_attributes,
    unused_prompts,
    unused_options,
    unused_events,
    idle_cards,
    idle_kinds,
    idle_triggers,
    never_called,
    never_offered,
    replacements,
    reactions,
    reach.removed,
    changes.undone,
    lasting.written_outside,
    pointing.forgotten,
)
