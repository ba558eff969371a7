"""Static checks over a linked ruleset: what clashes, what nobody reads, what can never happen.

Types, unknown names and conditions that can't hold were found on the way; here stand the checks that need the whole.
Each is one small function in `CHECKS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import attrs

from dsl import fold
from dsl import model as m
from dsl import program as p
from dsl.cut import walk
from dsl.diagnostics import Label, Problems
from dsl.link import Part, Ruleset
from dsl.reads import parts, reads
from dsl.resolve import Names
from dsl.values import Asking, Branching, ForEach, Invoke, Looping, Plain, Step, Watch
from dsl.weave import Weaver, Woven, said


def check(ruleset: Ruleset, names: Names, weaver: Weaver, problems: Problems) -> None:
    """Add what is wrong with a ruleset as a whole."""
    for one in CHECKS:
        one(names, weaver, problems)


def unused(names: Names, weaver: Weaver, problems: Problems) -> None:
    """Declarations that no rule reads; a zone that is shown counts as read."""
    base = names.ruleset.base
    for what, table in (
        ("zone", names.zones),
        ("number", names.numbers),
        ("group", names.groups),
        ("define", names.defines),
    ):
        for name, entry in table.items():
            if what in ("group", "define") and _part(entry).module == base:
                continue  # the base game's named defaults are there for its modules
            if (what, name) not in names.used:
                node = _node(entry)
                problems.add(
                    "unused",
                    f"no rule reads the {what if what != 'define' else 'definition'} `{name}`",
                    node.span,
                    help="use it, or leave it out",
                )
    for name, (_, prompt) in names.prompts.items():
        if name not in weaver.asked:
            problems.add("unused", f"no rule asks the prompt `{name}`", prompt.span, help="ask it, or leave it out")
    for choice in weaver.choices.values():
        if ("option", choice.name.text) not in names.used and choice.name.text not in _read_by_sections(names):
            problems.add("unused", f"no rule reads the option `{choice.name.text}`", choice.span)
    for name, (part, event) in names.events.items():
        if name not in weaver.called and part.module != base:
            problems.add(
                "unused",
                f"nothing does the event `{name}`",
                event.span,
                help=f"say `do {name}` somewhere, or leave it out",
            )


def _read_by_sections(names: Names) -> set[str]:
    """Words that the conditions of sections may have read; sections are gone by now, so their files are asked."""
    files = {part.declaration.span.file for part in names.ruleset.parts}
    words: set[str] = set()
    for file in files:
        for line in file.text.split("\n"):
            if line.lstrip().startswith("when "):
                words.update(choice for choice in names.ruleset.settings if choice in line)
    return words


def _part(entry: object) -> Part:
    if isinstance(entry, list):
        entry = entry[0]
    part = entry[0] if isinstance(entry, tuple) else getattr(entry, "part", None)
    assert isinstance(part, Part)
    return part


def _node(entry: object) -> m.Node:
    if isinstance(entry, list):
        entry = entry[0]
    if isinstance(entry, tuple):
        entry = entry[-1]
    node = getattr(entry, "declared", entry)
    assert isinstance(node, m.Node)
    return node


def idle_cards(names: Names, weaver: Weaver, problems: Problems) -> None:
    """Cards that begin in a zone from which no rule ever takes a card."""
    touched = _touched(weaver)
    for face in names.faces.values():
        for zone, _, span in face.starts:
            family = names.zones[zone]
            if not touched & set(range(family.first, family.first + family.count)):
                problems.add("no-rule", f"no rule does anything with `{face.name}` in `{zone}`", span)
                return


def _touched(weaver: Weaver) -> set[int]:
    touched: set[int] = set()
    for routine in weaver.finished.values():
        for step in walk(routine.body):
            for expr in _exprs(step):
                touched |= reads(expr, weaver.players)[0]
            if isinstance(step, Plain):
                touched |= _zone_operands(step.instruction)
    return touched


def _zone_operands(instruction: p.Instruction) -> set[int]:
    found: set[int] = set()
    for name in ("source", "zone", "other_zone", "target"):
        value = getattr(instruction, name, None)
        if isinstance(value, p.Int):
            found.add(value.value)
    return found


def never_called(names: Names, weaver: Weaver, problems: Problems) -> None:
    """Hooks and handlers of events that nothing does."""
    for event in {*weaver.hooks, *weaver.handlers, *weaver.forbids}:
        if event not in weaver.called:
            rules: list[m.Node] = [h for _, h in weaver.hooks.get(event, [])]
            rules += [h for _, h in weaver.handlers.get(event, [])] + [f for _, f in weaver.forbids.get(event, [])]
            for rule in rules:
                problems.add(
                    "never-fires",
                    f"this rule can never fire: nothing does `{event}`",
                    rule.span,
                    related=[Label(names.events[event][1].span, "the event")],
                )
    for prompt, answers in weaver.added.items():
        if prompt in names.prompts and prompt not in weaver.asked:
            for _, answer in answers:
                problems.add("never-fires", f"this option is never offered: nothing asks `{prompt}`", answer.span)


def replacements(names: Names, weaver: Weaver, problems: Problems) -> None:
    """Two replacements of one event without an order, unless they can't both apply or say the same."""
    hooks = [w for w in weaver.woven if w.moment == "instead of"]
    for first, second in combinations(hooks, 2):
        if first.event != second.event or first.part.module == second.part.module:
            continue
        if (
            said((first.part, first.hook), (second.part, second.hook))
            or _agree(first, second)
            or _exclusive(first, second, weaver)
        ):
            continue
        _unordered(first, second, f"two modules replace `{first.event}`, and nothing says which comes first", problems)


def reactions(names: Names, weaver: Weaver, problems: Problems) -> None:
    """Two modules' hooks at the same moment of one event that do not commute, without an order."""
    base = names.ruleset.base
    hooks = [w for w in weaver.woven if w.moment != "instead of" and w.part.module != base]
    for first, second in combinations(hooks, 2):
        if (first.event, first.moment) != (second.event, second.moment) or first.part.module == second.part.module:
            continue
        if (
            said((first.part, first.hook), (second.part, second.hook))
            or _agree(first, second)
            or _exclusive(first, second, weaver)
        ):
            continue
        if _conflict(first, second, weaver):
            _unordered(
                first,
                second,
                f"two modules act {first.moment} `{first.event}` on the same things, and nothing says which comes first",
                problems,
            )


def _unordered(first: Woven, second: Woven, message: str, problems: Problems) -> None:
    problems.add(
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
    printed = weaver.printed
    return all(
        fold.known(first.condition, {first.card: card}, printed) == 0
        or fold.known(second.condition, {second.card: card}, printed) == 0
        for card in range(len(weaver.names.ids))
    )


@attrs.define
class _Effects:
    """What steps read and write: zones, numbers and facts; and whether they ask."""

    reads: set[tuple[str, int]] = attrs.field(factory=set)
    writes: set[tuple[str, int]] = attrs.field(factory=set)


def _conflict(first: Woven, second: Woven, weaver: Weaver) -> bool:
    a, b = _effects(first.steps, weaver), _effects(second.steps, weaver)
    return bool(a.writes & (b.reads | b.writes) or b.writes & a.reads)


def _effects(steps: Iterable[Step], weaver: Weaver) -> _Effects:
    effects = _Effects()
    seen: set[str] = set()
    todo = [tuple(steps)]
    while todo:
        for step in walk(todo.pop()):
            if isinstance(step, Invoke) and step.routine not in seen:
                seen.add(step.routine)
                todo.append(weaver.finished[step.routine].body)
            _note(step, effects, weaver.players)
    return effects


def _note(step: Step, effects: _Effects, players: int) -> None:
    for expr in _exprs(step):
        zones, numbers = reads(expr, players)
        effects.reads |= {("zone", z) for z in zones} | {("number", n) for n in numbers}
    match step:
        case Watch(writes, counters):
            effects.writes |= {("zone", z) for z in writes if isinstance(z, int)} | {("number", c) for c in counters}
        case Plain(p.Shuffle(p.Int(zone), _)):
            effects.writes.add(("zone", zone))
        case _:
            pass


def _exprs(step: Step) -> list[p.Expr]:
    match step:
        case Plain(instruction):
            return [e for e in parts(instruction) if not isinstance(e, p.Int)]  # type: ignore[arg-type]
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


def removed(names: Names, weaver: Weaver, problems: Problems) -> None:
    """A module that hooks what another replaces for good."""
    for replacement in weaver.woven:
        if replacement.moment != "instead of" or replacement.condition != fold.TRUE or _proceeds(replacement.hook.body):
            continue
        for part, hook in weaver.hooks.get(replacement.event, []):
            if (
                hook.moment != "instead of"
                and part.module != replacement.part.module
                and part.module != names.ruleset.base
            ):
                problems.add(
                    "hooks-removed",
                    f"this rule can never fire: `{replacement.part.module}` replaces `{replacement.event}` altogether",
                    hook.span,
                    related=[Label(replacement.hook.span, "replaced here")],
                )


def _proceeds(body: Iterable[m.Statement]) -> bool:
    for statement in body:
        match statement:
            case m.Proceed():
                return True
            case m.If(_, then, otherwise):
                if _proceeds((*then, *otherwise)):
                    return True
            case m.Repeat(_, _, inner) | m.Each(_, inner) | m.Together(inner):
                if _proceeds(inner):
                    return True
            case m.Ask(_, _, _, answers):
                if any(_proceeds(answer.body) for answer in answers):
                    return True
            case _:
                pass
    return False


CHECKS: tuple[Callable[[Names, Weaver, Problems], None], ...] = (
    unused,
    idle_cards,
    never_called,
    replacements,
    reactions,
    removed,
)
