"""The contributions of each module to a woven ruleset, in the order in which they take effect.

A rule that can't act in this link, because of an option or the number of players, contributes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

import attrs

from dsl.expressions import classes, definitions
from dsl.expressions.context import Context
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names.card_rows import expanded
from dsl.names.names import Names
from dsl.program.contributions import KINDS, Contribution
from dsl.text.source import Span
from dsl.weaving import reactions
from dsl.weaving.weaving import Weaving

LONGEST_WORDS = 200

ORDER = {site: {kind: place for place, kind in enumerate(kinds)} for site, kinds in KINDS.items()}


@attrs.frozen
class _Rule:
    """A contribution before it has its place."""

    site_kind: str
    site: str
    kind: str
    part: Part
    words: str
    node: m.Node
    citations: tuple[str, ...] = ()
    body: tuple[m.Statement, ...] = ()


def contributions(weaving: Weaving) -> tuple[Contribution, ...]:
    """The contributions of each module to each site; sites in the order in which they are declared."""
    rules: dict[tuple[str, str], list[_Rule]] = {}
    seen: set[tuple[object, ...]] = set()
    for rule in _rules(weaving):
        where = rule.node.span
        key = (rule.site_kind, rule.site, rule.kind, rule.part.module, where.file.name, where.start)
        if key not in seen:
            seen.add(key)
            rules.setdefault((rule.site_kind, rule.site), []).append(rule)
    ordered = [
        rule
        for site_kind in KINDS
        for (kind, _), at_site in rules.items()
        if kind == site_kind
        for rule in sorted(at_site, key=lambda each: ORDER[each.site_kind][each.kind])
    ]
    return tuple(_contribution(index, rule) for index, rule in enumerate(ordered))


def _contribution(index: int, rule: _Rule) -> Contribution:
    line = " ".join(rule.words.split())
    words = line if len(line) <= LONGEST_WORDS else line[: LONGEST_WORDS - 1] + "…"
    bridges = tuple(sorted(rule.part.bridges))
    return Contribution(
        index, rule.part.module, rule.kind, rule.site_kind, rule.site, words, rule.node.span, _whole(rule),
        rule.citations, bridges,
    )  # fmt: skip


def _whole(rule: _Rule) -> Span:
    """A rule from its head to its last step."""
    last = rule.body
    span = rule.node.span
    while last:
        span = span.to(last[-1].span)
        match last[-1]:
            case m.If(_, then, otherwise):
                last = otherwise or then
            case m.Repeat(_, _, body) | m.Each(_, body) | m.Together(body):
                last = body
            case m.Ask(options=options) if options:
                span, last = span.to(options[-1].span), options[-1].body
            case _:
                last = ()
    return span


def _rules(weaving: Weaving) -> Iterator[_Rule]:
    yield from _events(weaving)
    yield from _prompts(weaving)
    yield from _values(weaving.context)
    yield from _pieces(weaving.context)
    yield from _extended(weaving.context)
    yield from _game(weaving.context)


def _if(condition: m.Expression | None) -> str:
    return f"if {condition.span.sentence}" if condition else ""


def _once(rule: m.Option | m.Ability | m.Hook) -> str:
    return rule.once.span.sentence if rule.once else ""


def _acts(hook: m.Hook) -> str:
    """When a hook acts."""
    return ", ".join(filter(None, (_if(hook.condition), _once(hook))))


def _events(weaving: Weaving) -> Iterator[_Rule]:
    for name, (part, event) in weaving.context.names.events.items():
        yield _Rule("event", name, "event", part, "", event, event.citations, event.body)
        yield from (rule for rule in _acting(weaving, name) if rule.node.span not in weaving.idle)
    for change in (event for event in weaving.hooks if event not in weaving.context.names.events):
        yield from (rule for rule in _acting(weaving, change) if rule.node.span not in weaving.idle)
    for part, turn in weaving.context.names.ruleset.all(m.Turn):
        for number, phase in enumerate(turn.phases, 1):
            if phase.text in weaving.context.names.events:
                yield _Rule("event", phase.text, "phase", part, f"{number} of the turn", phase, turn.citations)


def _acting(weaving: Weaving, event: str) -> Iterator[_Rule]:
    """The rules that act on an event: prohibitions as they are tested, hooks in their order, the most special first."""
    for part, forbid in reversed(weaving.forbids.get(event, [])):
        yield _Rule("event", event, "forbid", part, _if(forbid.condition), forbid, forbid.citations)
    for moment in ("instead of", "before", "together with", "after"):
        for part, hook in reactions.ordered(weaving, event, moment):
            yield _Rule("event", event, moment, part, _acts(hook), hook, hook.citations, hook.body)
    for part, handler in sorted(
        weaving.handlers.get(event, []), key=lambda pair: len(classes.kind(weaving.context, pair[1].kind, pair[0]))
    ):
        yield _Rule("event", event, "on", part, handler.kind.text, handler, handler.citations, handler.body)


def _prompts(weaving: Weaving) -> Iterator[_Rule]:
    for noted in weaving.context.prompts.contributed:
        node = noted.node
        match node:
            case m.Option(words, _, citations, body) | m.Ability(words, _, _, citations, body):
                said = ", ".join(filter(None, (_spoken(words), _once(node))))
                yield _Rule("prompt", noted.prompt, noted.kind, noted.part, said, node, citations, body)
            case _:
                yield _Rule("prompt", noted.prompt, noted.kind, noted.part, "", node)
    for trigger in weaving.triggers:
        when = f"{trigger.node.name.text}, when {trigger.condition.span.sentence}"
        cited, steps = trigger.node.citations, trigger.body
        yield _Rule("prompt", trigger.prompt, "trigger", trigger.part, when, trigger.condition, cited, steps)


def _spoken(words: m.Words) -> str:
    return " ".join(word if isinstance(word, str) else "…" for word in words)


def _values(context: Context) -> Iterator[_Rule]:
    for name, (part, define) in context.names.defines.items():
        kind = "score" if define.scores else "define"
        yield _Rule("definition", name, kind, part, define.value.span.sentence, define, define.citations)
        for owner, adjust in context.adjusts.get(name, []):
            kind, words = definitions.verb(adjust), _changing(adjust)
            yield _Rule("definition", name, kind, owner, words, adjust, adjust.citations)
    for part, group in context.names.ruleset.all(m.Group):
        words = ", ".join(member.place.span.text for member in group.members)
        kind = "extend" if group.widens else "group"
        yield _Rule("group", group.name.text, kind, part, words, group, group.citations)


def _changing(rule: m.Adjusting) -> str:
    """How a rule changes a definition."""
    match rule:
        case m.Raise(_, _, _, amount, when):
            by = f"by {amount.span.sentence}"
            return f"{by} when {when.span.sentence}" if when else by
        case m.Keep(least, _, _, bound):
            return f"at {'least' if least else 'most'} {bound.span.sentence}"
        case m.Adjust():
            return f"when {rule.condition.span.sentence}"
        case _:
            assert_never(rule)


def _pieces(context: Context) -> Iterator[_Rule]:
    for part, node in context.names.ruleset.all(m.CardTable, m.Card, m.Enumeration, m.AddMembers):
        match node:
            case m.CardTable(kind, zone, _, _, citations):
                rows = _rows(node, context.names)
                yield _Rule("zone", zone.text, "cards" if kind else "more cards", part, rows, node, citations)
            case m.Card(name, _, count, zone, _, citations):
                yield _Rule("zone", zone.text, "cards", part, f"{count} {name.text}", node, citations)
            case m.Enumeration(name, members):
                yield _Rule("enum", name.text, "enum", part, _names(members), node)
            case m.AddMembers(members, _, enumeration):
                yield _Rule("enum", enumeration.text, "add", part, _names(members), node)
            case _:
                pass


def _extended(context: Context) -> Iterator[_Rule]:
    """The kinds to which modules add something, and what they add."""
    added = [*context.names.ruleset.all(m.ExtendKind)]
    for part, kind in context.names.ruleset.all(m.Kind, m.Card):
        if any(kind.name.text == node.name.text for _, node in added):
            yield _Rule("kind", kind.name.text, "kind", part, "", kind, kind.citations)
    for part, node in added:
        words = [each.span.sentence for each in (*node.attributes, *filter(None, [node.rides]))]
        yield _Rule("kind", node.name.text, "extend kind", part, ", ".join(words), node, node.citations)


def _rows(table: m.CardTable, names: Names) -> str:
    """The cards of a table with their numbers."""
    columns = [cell.text for cell in table.header]
    cards = [card for row in table.rows for card in expanded(row, columns, names)]
    rows = [dict(zip(columns, [cell.text for cell in card], strict=False)) for card in cards]
    return ", ".join(f"{row.get('count', '1')} {row.get('card', '')}" for row in rows)


def _names(names: Iterable[m.Name]) -> str:
    return ", ".join(name.text for name in names)


def _game(context: Context) -> Iterator[_Rule]:
    for part, node in context.names.ruleset.all(
        m.WinOnly, m.WinAlso, m.LoseWhen, m.OverWhen, m.Winner, m.OutOfReach, m.Invariant, m.Dummy
    ):  # fmt: skip
        match node:
            case m.WinOnly(condition, citations):
                yield _Rule("game", "victory", "win only when", part, condition.span.sentence, node, citations)
            case m.WinAlso(condition, _, citations):
                yield _Rule("game", "victory", "win also when", part, condition.span.sentence, node, citations)
            case m.LoseWhen(condition, _, citations):
                yield _Rule("game", "defeat", "lose when", part, condition.span.sentence, node, citations)
            case m.OverWhen(condition, _, citations):
                yield _Rule("game", "game over", "game over when", part, condition.span.sentence, node, citations)
            case m.Winner(ranks, tie, citations):
                words = ", then ".join([*(rank.span.sentence for rank in ranks), tie])
                yield _Rule("game", "winner", "winner", part, words, node, citations)
            case m.OutOfReach(condition, _):
                yield _Rule("game", "out of reach", "out of reach when", part, condition.span.sentence, node)
            case m.Dummy(_, _, citations):
                yield _Rule("game", "players", "dummy", part, node.span.sentence, node, citations)
            case m.Invariant(title, _):
                yield _Rule("game", "invariants", "invariant", part, title, node)
            case _:
                pass
