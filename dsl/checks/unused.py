"""Checks for declarations that nothing uses, and for cards and rules that can never act."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dsl.checks import reach
from dsl.conditions.printed_values import given_elsewhere
from dsl.expressions import classes
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.scenario import BOX, Entry
from dsl.model.traverse import declared_in, every_node, names_in
from dsl.names.names import COVERED, Names, NumberFamily, ZoneFamily
from dsl.program import program as p
from dsl.program.reads import reads
from dsl.routines.steps import Asking, GoTo, Plain, Step, Watch, exprs
from dsl.text.diagnostics import Label
from dsl.text.spelling import plural
from dsl.weaving.weaving import Weaving


def unused_values(weaving: Weaving) -> None:
    """Report zones and numbers that no rule reads, other than to set a number itself.

    What is shown counts as read; scenarios read the box, and numbers that are set.
    """
    names = weaving.context.names
    families: tuple[tuple[str, dict[str, ZoneFamily] | dict[str, NumberFamily]], ...] = (
        ("zone", names.zones),
        ("number", names.numbers),
    )
    for what, table in families:
        for name, family in table.items():
            if names.usage.reads(what, name) or (what, name) == ("zone", BOX):
                continue
            if not (isinstance(family, NumberFamily) and names.usage.reads("set", name) and in_scenario(name, names)):
                sort = family.sort if isinstance(family, NumberFamily) else what
                _unused(f"no rule reads the {sort} `{name}`", family.declared, names)


def unused_positions(weaving: Weaving) -> None:
    """Report positions at which no rule ever puts a marker, but the first; one position of a domain stands for all."""
    for name, family in weaving.context.names.numbers.items():
        bits = enumerate(family.positions)
        put = {word for at, word in bits if (name, 1 << at) in weaving.context.names.put}
        for position in family.positions[1:]:
            if position not in put and not (position in family.standing and put & family.standing):
                message = f"no rule ever sets `{name}` to `{position}`"
                _unused(message, family.declared, weaving.context.names, "set it somewhere, or leave the position out")


def never_set(weaving: Weaving) -> None:
    """Report numbers, and facts of modules, that rules read and none sets; any file may set those of the base game.

    A number of the base game with a first value of its own may be meant as a constant.
    """
    names = weaving.context.names
    for name, family in names.numbers.items():
        if family.positions or not names.usage.reads("number", name) or names.usage.reads("set", name):
            continue
        own, first = family.part.module != names.ruleset.base, family.declared.initial
        said = first is not None and not (family.declared.flag and first == m.Integer(0, span=first.span))
        if own or not (said or _given(name, names) or set_elsewhere(name, names)):
            advice = "set it somewhere, or write its value where it is read"
            _unused(f"no rule ever sets the {family.declared.sort} `{name}`", family.declared, names, advice)
    for name, fact in names.facts.items():
        own = names.module_of(fact.span.file.name) != names.ruleset.base
        if not own or not names.usage.reads("attribute", name) or names.usage.reads("set", name):
            continue
        if not set_elsewhere(name, names) and not given_fact(fact.mark or name, names):
            advice = f"set it in a rule, `set {name} of … to …`, or leave it out"
            names.problems.add("unused", f"no rule ever sets the fact `{name}`", fact.span, help=advice)


def _given(name: str, names: Names) -> bool:
    """Whether the position with which a scenario begins says what a number is; what must follow sets nothing."""
    line = re.compile(rf"(?:[A-H] )?`?{re.escape(name)}\b")
    return any(line.match(each.name) for file in names.ruleset.files for each in _laid_out(file))


def given_fact(mark: str, names: Names) -> bool:
    """Whether the position with which a scenario begins says what a fact of a card is."""
    shown = re.compile(rf"\({re.escape(mark)}\b")
    return any(shown.search(each.span.text) for file in names.ruleset.files for each in _laid_out(file))


@once_each
def _laid_out(file: m.File) -> tuple[Entry, ...]:
    """The lines of a file's scenarios that say how they begin."""
    examples = (each.scenario for each in declared_in(file) if isinstance(each, m.Example))
    return tuple(entry for each in examples for entry in (*(each.given or ()), *(each.deal or ())))


def set_elsewhere(name: str, names: Names) -> bool:
    """Whether a file or a section that isn't in play sets a number or a fact."""
    return any(name in _set_in(each) for each in names.ruleset.elsewhere())


@once_each
def _set_in(declaration: m.Declaration) -> frozenset[str]:
    """The names of what the statements of a declaration set."""
    targets = (node.target for node in every_node(declaration) if isinstance(node, m.Set))
    return frozenset(each.name.text for each in targets if isinstance(each, m.Named | m.Of | m.Call))


def unused_names(weaving: Weaving) -> None:
    """Report groups, definitions and classes of modules that no rule reads; modules may use those of the base game."""
    names = weaving.context.names
    for what, shown, name, part, node in (
        *(("group", "group", name, *members[0]) for name, members in names.groups.items()),
        *(("define", "definition", name, *defined) for name, defined in names.defines.items()),
        *(("kind", "class", name, *declared) for name, declared in names.classes.items()),
    ):
        if part.module != names.ruleset.base and not names.usage.reads(what, name):
            _unused(f"no rule reads the {shown} `{name}`", node, names)


def empty_classes(weaving: Weaving) -> None:
    """Report classes without cards, unless cards are declared in files or sections that are not in play.

    Conditions that read an option or a definition may hold in another game.
    """
    names, context = weaving.context.names, weaving.context
    empty = [(name, node) for name, (_, node) in names.classes.items() if not classes.members(context, name)]
    elsewhere = ("players", *context.options, *names.defines)
    empty = [each for each in empty if not any(names_in(each[1].where, name) for name in elsewhere)]
    if not empty:
        return
    if any(isinstance(each, m.Card | m.CardTable) for each in names.ruleset.elsewhere()):
        return
    for name, node in empty:
        help_ = "correct its condition, or leave the class out"
        names.problems.add("never-holds", f"no card of this game is `{name}`", node.where.span, help=help_)


MOST_DOMAINS = 1_000

_domains: dict[int, tuple[m.Node, int, bool]] = {}
"""Whether a domain is named elsewhere, by the identity of its declaration; with the number of files searched."""


def unused_domains(weaving: Weaving) -> None:
    """Report places and enums of modules that nothing names; others may use those of the base game.

    The text of all files is searched, so that whatever names a domain counts: types of values, gaps of texts, plurals.
    """
    names = weaving.context.names
    for part, node in names.ruleset.all(m.Places, m.Enumeration):
        if part.module != names.ruleset.base and not _domain_named(node, names.ruleset.files):
            sort, name = ("places", node.name) if isinstance(node, m.Places) else ("values of the enum", node.name)
            message = f"nothing is about the {sort} `{name.text}`"
            help_ = f"declare something for each of them, `zone … per {name.text}`, or leave it out"
            names.problems.add("unused", message, node.span, help=help_)


def _domain_named(node: m.Places | m.Enumeration, files: tuple[m.File, ...]) -> bool:
    known = _domains.get(id(node))
    if known is None or known[1] != len(files):
        if len(_domains) >= MOST_DOMAINS:
            _domains.clear()
        words = "|".join(re.escape(each) for each in (node.name.text, *plural(node.name.text)))
        every = re.compile(rf"(?<![\w])(?:{words})(?![\w])")
        found = sum(len(every.findall(text)) for text in {file.span.file.text for file in files})
        known = _domains[id(node)] = (node, len(files), found > 1)
    return known[2]


def unused_attributes(weaving: Weaving) -> None:
    """Report attributes of modules' cards that no rule reads; those of the base game may be printed only."""
    names = weaving.context.names
    inherited = {
        name for kind in names.kinds.values() if kind.part.module == names.ruleset.base for name in kind.attributes
    }
    for kind in names.kinds.values():
        for name, declared in kind.attributes.items():
            if name not in inherited and not names.usage.reads("attribute", name):
                _unused(f"no rule reads the attribute `{name}`", declared, names)


def ungiven_attributes(weaving: Weaving) -> None:
    """Report attributes that rules read and that no table of cards has a column for."""
    names = weaving.context.names
    for name, attribute in names.attributes.items():
        if any(attribute.values) or not names.usage.reads("attribute", name):
            continue
        having = [face for face in names.faces.values() if name in names.kinds[face.kind].attributes]
        if having and not any(name in face.cells for face in having) and not given_elsewhere(names, name):
            kind = next(k.name for k in names.kinds.values() if name in k.attributes)
            message = f"no card has a `{name}`: no table has such a column"
            help_ = f"add the column to a table, such as `cards {kind} in …`, or leave the attribute out"
            names.problems.add("bad-table", message, attribute.span, help=help_)


def unused_prompts(weaving: Weaving) -> None:
    """Report prompts that no rule asks."""
    for name, (_, prompt) in weaving.context.names.prompts.items():
        if name not in weaving.context.prompts.asked:
            advice = "ask it, or leave it out"
            if looked := _never_put(weaving.context.names):
                put = f"`put {looked} on top of … in any order, asking {name}`"
                advice = f"{advice}; `{looked}` is looked at and put nowhere: {put}"
            _unused(f"no rule asks the prompt `{name}`", prompt, weaving.context.names, advice)


def _never_put(names: Names) -> str:
    """The name of cards that some rule looks at and that no rule names again, "" if there are none."""
    rules = [tuple(every_node(rule)) for _, rule in names.ruleset.all(m.Event, m.Hook, m.Handler, m.Ability)]
    looking = [(nodes, node) for nodes in rules for node in nodes if isinstance(node, m.Reveal)]
    for nodes, node in looking:
        elsewhere = sum(each == node.zone for each_rule in rules for each in each_rule)
        own = sum(other.zone == node.zone for _, other in looking)
        if nodes.count(node.variable) == 1 and elsewhere == own:
            return node.variable.text
    return ""


def unused_options(weaving: Weaving) -> None:
    """Report options that no rule and no condition of a section reads, in this game or in another."""
    names = weaving.context.names
    for name, choice in weaving.context.options.items():
        if names.usage.reads("option", name) or name in names.ruleset.asked:
            continue
        if not any(names_in(each, name) for each in names.ruleset.elsewhere() if each is not choice):
            _unused(f"no rule reads the option `{name}`", choice, names)


def unused_events(weaving: Weaving) -> None:
    """Report events of modules that no rule does."""
    names, done = weaving.context.names, reach.done(weaving)
    for name, (part, event) in names.events.items():
        if name not in done and part.module != names.ruleset.base:
            _unused(f"nothing does the event `{name}`", event, names, f"say `do {name}` somewhere, or leave it out")


def in_scenario(name: str, names: Names, cards: Iterable[str] = ()) -> bool:
    """Whether a scenario may say or ask what a number is, or which cards lie in a zone, one of these among them."""
    among = rf".*\b(?:{'|'.join(map(re.escape, cards))})\b" if cards else ""
    line = re.compile(rf"^[ \t]+(?:[A-H] )?`?{re.escape(name)}\b[^:\n]*:{among}", re.MULTILINE)
    return any(line.search(file.span.file.text) for file in names.ruleset.files)


def _unused(message: str, node: m.Node, names: Names, advice: str = "use it, or leave it out") -> None:
    names.problems.add("unused", message, node.span, help=advice)


UNTOUCHED = "write a rule that takes cards from there, or let the cards begin in another zone"


def idle_cards(weaving: Weaving) -> None:
    """Report cards that begin in a zone from which no rule ever takes a card."""
    names = weaving.context.names
    begun = {zone for face in names.faces.values() for zone, _, _ in face.starts}
    untouched = _untouched(weaving, [names.zones[zone] for zone in sorted(begun)])
    for face in names.faces.values():
        for zone, _, span in face.starts:
            if zone == COVERED and zone in untouched:
                _never_turned(names)
                return
            if zone in untouched:
                names.problems.add(
                    "no-rule", f"no rule does anything with `{face.name}` in `{zone}`", span, help=UNTOUCHED
                )
                return


def _never_turned(names: Names) -> None:
    """Report that cards may lie face down, where no rule turns one."""
    facing = next(kind.facing for _, kind in names.ruleset.all(m.Kind) if kind.facing is not None)
    advice = "say `… face down` where cards are moved, drawn or turned, or leave this line out"
    names.problems.add("unused", "no rule turns a card face down", facing.span, help=advice)


def idle_kinds(weaving: Weaving) -> None:
    """Report cards of modules that no rule names, by kind, class or attribute: they only fill their piles."""
    names = weaving.context.names
    named = names.usage.names("kind") - {"card"}
    read = names.usage.names("attribute")
    known = frozenset[int]().union(*(classes.members(weaving.context, name) for name in named))
    acting = {trigger.node.name.text for trigger in weaving.triggers}
    own = {name for name, kind in names.kinds.items() if kind.part.module != names.ruleset.base}
    reported: set[str] = set()
    for face in names.faces.values():
        kind = names.kinds[face.kind]
        silent = known.isdisjoint(face.ids) and not read & {*kind.attributes, *kind.facts} and face.name not in acting
        if silent and all(each in own for each in kind.lineage) and kind.lineage[-1] not in reported:
            reported.add(kind.lineage[-1])
            help_ = f"write a rule about `{kind.lineage[-1]}`, or make it a kind that the rules know"
            names.problems.add("no-rule", f"no rule is about `{face.name}`", face.span, help=help_)


def idle_triggers(weaving: Weaving) -> None:
    """Report cards with triggers that are active in a zone into which no rule puts a card."""
    names = weaving.context.names
    filled = {zone for face in names.faces.values() for zone, _, _ in face.starts}
    written: set[int | tuple[str, str, int]] = set()
    for name, routine in weaving.finished.items():
        own = name.startswith("trigger ")  # the card of a trigger first leaves its zone
        written |= {zone for step in routine.of(Watch)[own:] for zone in step.writes}
    for trigger in weaving.triggers:
        zone = names.kinds[trigger.node.name.text].active
        if zone and zone.zone.text not in filled and not written & trigger.zone.where:
            message = f"this can never happen: no rule puts a card into `{zone.zone.text}`"
            related = [Label(zone.span, "where it is active")]
            advice = f"let a rule move a card to `{zone.zone.text}`, or name another zone behind `active in`"
            names.problems.add("never-fires", message, trigger.condition.span, related=related, help=advice)


def never_settled(weaving: Weaving) -> None:
    """Report conditions of waiting cards in games without a move: they are tested where a move ends."""
    names, done = weaving.context.names, reach.done(weaving)
    if not weaving.triggers or any(event.move and name in done for name, (_, event) in names.events.items()):
        return
    if any(isinstance(each, m.Event) and each.move for each in names.ruleset.elsewhere()):
        return
    condition = weaving.triggers[0].condition
    message = "this is never tested: the cards that wait look at their conditions where a move ends, and there is none"
    moving = [name for name, (_, event) in names.events.items() if name in done and _moves(event)]
    help_ = f"say of what is done that it is a move: `event {(moving or ['…'])[0]}, move`"
    names.problems.add("never-fires", message, condition.span, help=help_)


def _moves(event: m.Event) -> bool:
    """Whether an event other than the setup moves cards."""
    every = (node for statement in event.body for node in every_node(statement))
    return any(isinstance(node, m.Draw | m.Move | m.Put | m.Lay) for node in every) and event.name.text != "setup"


def _untouched(weaving: Weaving, families: Iterable[ZoneFamily]) -> set[str]:
    """The names of the families whose zones no rule reads or changes."""
    spans = weaving.context.names.spans
    left = {family.name: set(family.indices) for family in families}
    for routine in weaving.finished.values():
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
    match instruction:
        case p.Move() | p.MoveAll() | p.Draw():
            zones = [instruction.source, instruction.target]
        case p.Expose() | p.Shuffle():
            zones = [instruction.zone]
        case p.Exchange():
            zones = [instruction.zone, instruction.other_zone]
        case _:
            zones = []
    return {zone.value for zone in zones if isinstance(zone, p.Int)}


def never_called(weaving: Weaving) -> None:
    """Report hooks, handlers and prohibitions of events that no rule does."""
    names, done = weaving.context.names, reach.done(weaving)
    for event in sorted({*weaving.hooks, *weaving.handlers, *weaving.forbids} - done):
        for rule in (
            *(hook for _, hook in weaving.hooks.get(event, [])),
            *(handler for _, handler in weaving.handlers.get(event, [])),
            *(forbid for _, forbid in weaving.forbids.get(event, [])),
        ):
            names.problems.add(
                "never-fires",
                f"this rule can never fire: nothing does `{event}`",
                rule.span,
                related=[Label(names.events[event][1].span, "the event")] if event in names.events else (),
                help=f"let a rule say `do {event}`, or leave this rule out" if event in names.events else _moved(event),
            )


def _moved(change: str) -> str:
    """What to say about a rule at a change of a zone that never happens; "" about any other."""
    verb, _, zone = change.partition(" ")
    if verb == "leaving":
        return f"no rule moves a card out of `{zone}`; for those that come to it, say `entering {zone}`"
    if verb == "entering":
        return f"no rule moves a card to `{zone}`; for those that go, say `leaving {zone}`"
    return ""


def never_offered(weaving: Weaving) -> None:
    """Report options added to prompts that no rule asks."""
    names = weaving.context.names
    for prompt, options in weaving.context.prompts.added.items():
        if prompt in names.prompts and prompt not in weaving.context.prompts.asked:
            for _, option in options:
                message = f"this option is never offered: nothing asks `{prompt}`"
                help_ = f"let a rule say `ask {prompt}`, or add the option to another prompt"
                names.problems.add("never-fires", message, option.span, help=help_)


def never_left(weaving: Weaving) -> None:
    """Report prompts whose every option asks them again and does nothing else."""
    for routine in weaving.finished.values():
        for step in routine.of(Asking):
            if not step.options:
                continue
            bodies = [[each for each in option.body if not _covers(each)] for option in step.options]
            if all(body == [GoTo(step.label)] for body in bodies):
                message = "nothing ever comes of this: every option only asks again"
                help_ = "let one of them do something, or go on without `ask again`"
                weaving.context.problems.add("endless", message, weaving.context.origins[step.origin].span, help=help_)


def _covers(step: Step) -> bool:
    """Whether a step only records that a rule acts."""
    return isinstance(step, Plain) and isinstance(step.instruction, p.Cover)
