"""Checks: what nobody reads, does or asks, and cards and rules that can't come to anything."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.checks import reach
from dsl.model import model as m
from dsl.model.scenario import BOX
from dsl.names.names import Names, NumberFamily, ZoneFamily
from dsl.program import program as p
from dsl.program.reads import reads
from dsl.routines.steps import Asking, GoTo, Plain, Watch, exprs
from dsl.text.diagnostics import Label
from dsl.weaving.weave import Weaver


def unused_values(weaver: Weaver) -> None:
    """Zones and numbers that no rule reads; a zone that is shown counts as read, and scenarios read the box."""
    names = weaver.names
    families: tuple[tuple[str, dict[str, ZoneFamily] | dict[str, NumberFamily]], ...] = (
        ("zone", names.zones),
        ("number", names.numbers),
    )
    for what, table in families:
        for name, family in table.items():
            if (what, name) not in names.used and (what, name) != ("zone", BOX):
                _unused(f"no rule reads the {what} `{name}`", family.declared, names)


def unused_positions(weaver: Weaver) -> None:
    """Positions at which no rule ever puts a marker; at the first one it begins, and of a domain one stands for all."""
    for name, family in weaver.names.numbers.items():
        bits = enumerate(family.positions)
        put = {word for at, word in bits if (name, 1 << at) in weaver.names.put}
        for position in family.positions[1:]:
            if position not in put and not (position in family.standing and put & family.standing):
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
            touched = set[int]().union(*(reads(expr, spans)[0] for expr in exprs(step)))
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


def never_left(weaver: Weaver) -> None:
    """Prompts whose every option asks them again and does nothing else."""
    for routine in weaver.finished.values():
        for step in routine.steps:
            if not isinstance(step, Asking) or not step.options:
                continue
            if all(option.body == (GoTo(step.label),) for option in step.options):
                message = "nothing ever comes of this: every option only asks again"
                help_ = "let one of them do something, or go on without `ask again`"
                weaver.names.problems.add("endless", message, weaver.origins[step.origin].span, help=help_)
