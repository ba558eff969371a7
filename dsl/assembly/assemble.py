"""Linked ruleset + names → the program.

Weaves the rules, cuts them into blocks, and lays out everything else that a program holds: zones, numbers, facts,
tables, the table that a player sees, help. Problems of types and meaning are found on the way; the caller stops if
there were any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dsl.assembly.contributed import contributions
from dsl.assembly.display import items
from dsl.expressions import classes, typed
from dsl.expressions.bounds import measure
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import DEALT, LIES_ON, PLAYER, Names
from dsl.program import fold
from dsl.program import program as p
from dsl.program.fingerprint import fingerprint
from dsl.routines.split_blocks import Tests, needs, split_blocks
from dsl.routines.steps import Finished, Routine
from dsl.text.diagnostics import Problems
from dsl.weaving import endings, lasting, zone_events
from dsl.weaving.endings import VICTORY
from dsl.weaving.weave import weave
from dsl.weaving.weaving import MAIN, Weaving


@attrs.frozen
class Lowered:
    """A ruleset whose rules are woven and measured, before they are cut: what its checks need."""

    weaving: Weaving
    firsts: Mapping[str, int]
    items: tuple[p.Item, ...]
    invariants: tuple[p.Invariant, ...]
    out_of_reach: tuple[p.OutOfReach, ...]
    help: tuple[p.Help, ...]
    setting: tuple[int, ...]


def lower(names: Names, problems: Problems) -> Lowered:
    """The rules of a ruleset as routines of structured steps, and what else is said in terms of them."""
    weaving = weave(names)
    context = weaving.context
    shown = tuple(items(context))
    invariants = tuple(endings.invariants(context))
    out_of_reach = tuple(endings.out_of_reach(context))
    read = set(names.used)
    help_ = tuple(_help(context))
    names.used = read
    setting = tuple(_setting(context))
    problems.stop_if_any()
    firsts = {name: _initial(family.declared, family.part, context) for name, family in names.numbers.items()}
    lasting.wrap(weaving, firsts)
    zone_events.prune(weaving)
    problems.stop_if_any()
    measure(weaving.finished, names, context.origins.made)
    return Lowered(weaving, firsts, shown, invariants, out_of_reach, help_, setting)


def assemble(lowered: Lowered) -> p.Program:
    """The program of a ruleset in which nothing is wrong."""
    weaving, context, finished = lowered.weaving, lowered.weaving.context, lowered.weaving.finished
    names = context.names
    tests = Tests(VICTORY, _ends_read(finished, names), context.dirty, _triggers_read(weaving))
    procedures, blocks, labels = split_blocks(finished, tests, len(names.zoned))
    main = next(i for i, procedure in enumerate(procedures) if procedure.name == MAIN)
    loop = next(step for step in finished[MAIN].body if hasattr(step, "label"))
    ruleset = names.ruleset
    program = p.Program(
        game=ruleset.base,
        title=ruleset.title,
        modules=ruleset.modules,
        players=ruleset.players,
        options=tuple(sorted(ruleset.settings.items())),
        fingerprint="",
        open_hands=all(family.declared.seen != "private" for family in names.zones.values()),
        faces=tuple(_faces(names)),
        places=tuple(_places(names, context)),
        counters=tuple(_counters(names, weaving, lowered.firsts)),
        facts=tuple(_facts(names)),
        tables=tuple(context.tables.made),
        begin=tuple(_begin(names)),
        procedures=procedures,
        blocks=blocks,
        main=main,
        turns=labels[loop.label],
        player=PLAYER,
        dealt=DEALT,
        prompts=tuple(_prompts(names)),
        endings=tuple(context.endings),
        out_of_reach=lowered.out_of_reach,
        invariants=lowered.invariants,
        items=lowered.items,
        help=lowered.help,
        origins=context.origins.cited(),
        setting=lowered.setting,
        contributions=contributions(weaving),
        riding=_riding(names),
    )
    return attrs.evolve(program, fingerprint=fingerprint(program))


def _ends_read(finished: dict[str, Finished], names: Names) -> tuple[frozenset[int], frozenset[int]]:
    conditions = [step.condition for step in finished[VICTORY].body if hasattr(step, "condition")]
    return needs(conditions, names.spans)


def _triggers_read(weaving: Weaving) -> tuple[frozenset[int], frozenset[int]]:
    conditions: list[p.Expr] = []
    for trigger in weaving.triggers:
        scope = Scope(Routine(""), trigger.part)
        conditions += [trigger.zone.cards, typed.truth(weaving.context, trigger.condition, scope)]
    return needs(conditions, weaving.context.names.spans)


def _prompts(names: Names) -> Iterator[p.Prompt]:
    """All prompts, and of one for each member of a domain each with that member's word in its question."""
    for name, (_, prompt) in names.prompts.items():
        of = names.prompt_domain(name)
        for each, word in zip(names.prompt_names(name), of.words if of else ("",), strict=True):
            question = prompt.question.replace(f"<{of.name}>", word) if of else prompt.question
            yield p.Prompt(each, question, name)


def _faces(names: Names) -> Iterator[p.Face]:
    for face in names.ids:
        copies = 1 if len(face.ids) > 1 else sum(count for _, count, _ in face.starts)
        yield p.Face(face.name, names.kinds[face.kind].lineage, copies, face.part.module)


def _places(names: Names, context: Context) -> Iterator[p.Place]:
    for family in names.zones.values():
        zone = family.declared
        looker = context.names.looker(family.name) if zone.for_looking else -1
        source = context.lookers.get(family.name, -1)
        for owner, name in family.members(zone.called or family.name, names.ruleset.players):
            yield p.Place(name, family.name, owner, zone.shape, zone.seen, looker, source, zone.limit)


def _initial(number: m.NumberOf, part: Part, context: Context) -> int:
    """The first value of a number."""
    if number.initial is None:
        return max(number.minimum, min(0, number.maximum))
    value = typed.number(context, number.initial, Scope(Routine(""), part))
    initial = fold.known(value.expr, {}, [])
    if initial is None:
        message = "where a number starts must be known before the game begins"
        context.problems.add("not-fixed", message, number.initial.span)
    elif not number.minimum <= initial <= number.maximum and not isinstance(value.type, t.Wrong):
        message = f"`{number.name.text}` goes from {number.minimum} to {number.maximum} and can't start at {initial}"
        context.problems.add("bad-value", message, number.initial.span)
    return initial or 0


def _counters(names: Names, weaving: Weaving, firsts: Mapping[str, int]) -> Iterator[p.Counter]:
    players, zones = names.ruleset.players, len(names.zoned)
    yield p.Counter("player", "player", -1, 0, 0, players - 1, hidden=True)
    yield p.Counter("dealt", "dealt", -1, 0, 0, 2**zones, hidden=True)
    for family in names.numbers.values():
        number = family.declared
        for owner, name in family.members(family.name, players):
            first, words = firsts[family.name], family.positions
            yield p.Counter(name, family.name, owner, first, number.minimum, number.maximum, words=words)
    for zone in names.looking:
        yield p.Counter(f"{zone} looker", f"{zone} looker", -1, 0, 0, players, hidden=True)
    if weaving.triggers or weaving.context.hidden_numbers:
        yield p.Counter("triggers", "triggers", -1, 1, 0, 1, hidden=True)
    for event in weaving.context.hidden_numbers:
        yield p.Counter(f"during {event}", f"during {event}", -1, 0, 0, 1, hidden=True)


def _facts(names: Names) -> Iterator[p.FactOf]:
    for fact in names.facts.values():
        ids = [card for card, face in enumerate(names.ids) if fact.name in names.kinds[face.kind].facts]
        first = ids[0] if ids else 0
        count = (ids[-1] - first + 1) if ids else 0
        yield p.FactOf(fact.name, fact.mark, first, count, 0, fact.maximum, fact.words, fact.most_first)
    if names.riding:
        riders = names.riders()
        first, count = min(riders, default=0), max(riders, default=-1) - min(riders, default=0) + 1
        yield p.FactOf(LIES_ON, "", first, count, 0, len(names.ids))


def _riding(names: Names) -> p.Riding | None:
    if names.riding is None:
        return None
    return p.Riding(names.riding.first, names.lies_on, bytes(sorted(names.carriers())))


def _begin(names: Names) -> Iterator[bytes]:
    held: dict[str, list[int]] = {}
    for face in names.faces.values():
        ids = list(face.ids)
        for zone, count, _ in face.starts:
            cards = (
                [ids.pop(0) for _ in range(count)] if len(face.ids) > 1 else [face.ids[0]] * count if face.ids else []
            )
            held.setdefault(zone, []).extend(cards)
    for family in names.zones.values():
        for owner in range(family.count):
            yield bytes(sorted(held.get(family.name, []))) if owner == 0 else b""


def _setting(context: Context) -> Iterator[int]:
    """The origins of numbered declarations by which the game is laid out."""
    for part, node in context.names.ruleset.all(m.Choice, m.Kind, m.Class, m.CardTable, m.Card, m.Zone, m.NumberOf):
        match node:
            case m.Choice(name):
                said = f"option {name.text}: {context.names.ruleset.settings[name.text]}"
            case m.Kind(name) | m.Class(name) | m.Zone(name) | m.NumberOf(name):
                said = f"{type(node).__name__.removesuffix('Of').lower()} {name.text}"
            case m.CardTable(kind, zone):
                said = f"cards {kind.text} in {zone.text}" if kind else f"more cards in {zone.text}"
            case m.Card(name, _, count, zone):
                said = f"card {name.text}, {count} in {zone.text}"
            case _:
                continue
        if node.citations:
            yield context.origins.add(part, said, node.citations, node)


def _help(context: Context) -> Iterator[p.Help]:
    for part, node in context.names.ruleset.all(m.Help, m.Topic):
        if isinstance(node, m.Topic):
            yield p.Help(node.title, frozenset(), node.text, node.citations, part.module)
            continue
        assert isinstance(node, m.Help)
        yield p.Help(node.kind.text, classes.kind(context, node.kind, part), node.text, node.citations, part.module)
