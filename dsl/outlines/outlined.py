"""Make the outline of a linked game: its rules as its contributions order them, with their steps as lines.

A rule that can't act in this game contributes nothing, and so isn't there. Nothing here knows how a rule is worded, and
where on a page it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.names import Names
from dsl.outlines import components
from dsl.outlines.quotes import EXPRESSION, NAME, Quoting, variables_in
from dsl.outlines.steps import Slots, Steps
from dsl.program.contributions import Contribution
from dsl.program.outline import Outline, Quote, Reference, Rule
from dsl.text.source import Span

SITES = {"ask": "asked", "offer": "asked", "option": "offered", "phase": "phase", "cards": "card", "more cards": "card"}
"""The kinds of contributions that aren't rules of their own: they stand in others."""

RULES = (
    *(m.Event, m.Hook, m.Handler, m.Forbid, m.Option, m.Ability, m.Define, m.Adjust, m.Raise, m.Keep),
    *(m.Group, m.Kind, m.ExtendKind, m.Card, m.Enumeration, m.AddMembers),
    *(m.WinOnly, m.WinAlso, m.LoseWhen, m.OverWhen, m.Winner, m.OutOfReach, m.Invariant, m.Dummy),
)

IDLE = frozenset({"event", "phase"})
"""Contributions without which an event has no rules but its own steps."""


def outlined(names: Names, contributions: Sequence[Contribution]) -> Outline:
    """The outline of a ruleset without problems, with the contributions of its program."""
    return _Outliner(names, contributions, _nodes(names)).outline()


def _nodes(names: Names) -> dict[Span, m.Node]:
    """The rules in play, by the places that their contributions have."""
    found: dict[Span, m.Node] = {event.span: event for _, event in names.events.values()}
    for part in names.ruleset.parts:
        for node in every_node(part.declaration):
            if isinstance(node, m.Card):
                found |= {each.condition.span: node for each in node.triggers}
            elif isinstance(node, RULES):
                found.setdefault(node.span, node)
    return found


@attrs.frozen
class _Outliner:
    names: Names
    contributions: Sequence[Contribution]
    nodes: dict[Span, m.Node]

    def outline(self) -> Outline:
        ruleset = self.names.ruleset
        turns = [turn for _, turn in ruleset.all(m.Turn)]
        won = next((node.sentence for _, node in ruleset.all(m.Won)), None)
        return Outline(
            tuple(components.titles(ruleset)),
            tuple(components.options(ruleset)),
            tuple(components.cards(self.names)),
            tuple(components.pieces(self.names)),
            tuple(phase.text for turn in turns for phase in turn.phases),
            tuple(each for turn in turns for each in turn.citations),
            Quoting(self.names).text(won) if won else None,
            (*self._rules(), *self._classes(), *self._kinds()),
        )

    def _rules(self) -> Iterator[Rule]:
        prompts: dict[Span, dict[str, None]] = {}
        families = {each: name for name in self.names.prompts for each in self.names.prompt_names(name)}
        for each in self.contributions:
            if each.site_kind == "prompt":
                prompts.setdefault(each.span, {})[families.get(each.site, each.site)] = None
        for each in self.contributions:
            if each.kind in SITES or each.site_kind in ("zone", "kind"):
                continue
            if each.site_kind == "prompt":
                if each.span not in prompts:
                    continue
                asked = tuple(prompts.pop(each.span))
                yield attrs.evolve(self._rule(each), site=asked[0], title=asked[0], prompts=asked)
            else:
                yield self._rule(each)

    def _rule(self, each: Contribution) -> Rule:
        node = self.nodes[each.span]
        steps = self._steps(node, each.site)
        if each.kind == "trigger" and isinstance(node, m.Card):
            trigger = next(one for one in node.triggers if one.condition.span == each.span)
            body, when = trigger.body, steps.quoting.value(trigger.condition)
            head: Slots = (("card", steps.quoting.name(node.name, "card")), ("when", when))
        else:
            head = tuple(_head(node, steps))
            body = node.body if isinstance(node, m.Event | m.Hook | m.Handler | m.Option | m.Ability) else ()
        return Rule(
            each.site_kind, each.site, each.kind, each.module, each.bridges, each.citations, head, steps.lines(body),
            each.span.comment_above, each.site, each.site_kind == "event" and each.site not in self.names.events, (),
            each.span.place,
        )  # fmt: skip

    def _steps(self, node: m.Node, site: str) -> Steps:
        declared = self.names.events.get(site) or self.names.defines.get(site)
        variables = variables_in([node, *(declared[1].parameters if declared else ())])
        return Steps(Quoting(self.names, variables), self._idle(), self._offered())

    def _idle(self) -> frozenset[str]:
        acting = {each.site for each in self.contributions if each.site_kind == "event" and each.kind not in IDLE}
        return frozenset(
            name for name, (_, event) in self.names.events.items() if not event.body and name not in acting
        )

    def _offered(self) -> dict[Span, str]:
        return {each.span: each.module for each in self.contributions if each.kind in ("option", "added option")}

    def _classes(self) -> Iterator[Rule]:
        for part, node in self.names.ruleset.all(m.Class):
            quoting = Quoting(self.names, variables_in([node]) | {node.kind.text})
            head = (("kind", quoting.name(node.kind, "kind")), ("where", quoting.value(node.where)))
            yield _declared(part, "class", node.name.text, node, head, node.citations)

    def _kinds(self) -> Iterator[Rule]:
        for part, node in self.names.ruleset.all(m.Kind, m.ExtendKind):
            if head := tuple(_kind(node, Quoting(self.names))):
                yield _declared(part, "kind", node.name.text, node, head, node.citations)


def _declared(part: Part, kind: str, name: str, node: m.Node, head: Slots, citations: tuple[str, ...]) -> Rule:
    bridges = tuple(sorted(part.bridges))
    return Rule(
        kind,
        name,
        kind,
        part.module,
        bridges,
        citations,
        head,
        (),
        node.span.comment_above,
        name,
        False,
        (),
        node.span.place,
    )


def _kind(node: m.Kind | m.ExtendKind, quoting: Quoting) -> Iterator[tuple[str, Quote]]:
    """What changes about the cards of a kind, and what they do by themselves."""
    facts = [each for each in node.attributes if each.type.form == "fact"]
    if facts:
        every = [(Reference(each.name.text, "fact", each.name.text), _range(each.type)) for each in facts]
        yield "facts", Quote(EXPRESSION, "", tuple(piece for pair in every for piece in (", ", *pair))[1:])
    if isinstance(node, m.Kind) and node.active:
        yield "active", quoting.name(node.active.zone, "zone")
        yield "then", quoting.name(node.active.target, "zone")
    if node.rides:
        yield "rides", quoting.name(node.rides.carrier, "kind")
        yield "put off", quoting.name(node.rides.target, "zone")
    if isinstance(node, m.Kind) and node.facing:
        yield "facing", Quote(EXPRESSION, "", ())


def _range(type_: m.Type) -> str:
    if type_.words:
        return f" ({', '.join(word or '–' for word in type_.words)})"
    return "" if type_.maximum == 1 else f" ({type_.minimum}–{type_.maximum})"


def _head(node: m.Node, steps: Steps) -> Iterator[tuple[str, Quote]]:
    quoting = steps.quoting
    match node:
        case m.Event(_, parameters):
            yield from _parameters(parameters, quoting)
        case m.Hook() | m.Forbid():
            yield from _maybe("if", node.condition, quoting)
            yield from steps.once(node.once) if isinstance(node, m.Hook) else ()
        case m.Handler(_, kind):
            yield "kind", quoting.name(kind, "kind")
        case m.Option() | m.Ability():
            yield from steps.offer(node)
            if isinstance(node, m.Ability) and node.opening:
                yield "opening", Quote(EXPRESSION, "", ())
        case m.Define(_, parameters, value):
            yield from _parameters(parameters, quoting)
            yield "what", quoting.value(value)
        case m.Adjust() | m.Raise() | m.Keep():
            yield from _adjusting(node, quoting)
        case m.Group(_, members):
            yield "what", _members(members, quoting)
        case m.Enumeration(_, members) | m.AddMembers(members):
            yield "what", quoting.listed(members, "value")
        case _:
            yield from _ending(node, quoting)


def _adjusting(node: m.Adjusting, quoting: Quoting) -> Iterator[tuple[str, Quote]]:
    match node:
        case m.Adjust():
            yield from _maybe("when", node.condition, quoting)
        case m.Raise(_, _, _, amount, condition):
            yield "by", quoting.value(amount)
            yield from _maybe("when", condition, quoting)
        case m.Keep(_, _, _, bound):
            yield "what", quoting.value(bound)
            yield "least" if node.least else "most", Quote(EXPRESSION, "", ())


def _ending(node: m.Node, quoting: Quoting) -> Iterator[tuple[str, Quote]]:
    match node:
        case m.WinOnly(condition):
            yield "when", quoting.value(condition)
        case m.WinAlso(condition, sentence):
            yield "when", quoting.value(condition)
            if sentence:
                yield "sentence", quoting.text(sentence)
        case m.LoseWhen(condition, sentence) | m.OverWhen(condition, sentence) | m.OutOfReach(condition, sentence):
            yield "when", quoting.value(condition)
            yield "sentence", quoting.text(sentence)
        case m.Winner(ranks, tie):
            words = tuple(each.span.sentence.replace("`", "") for each in ranks)
            yield "what", Quote(EXPRESSION, "", tuple(piece for each in words for piece in (", then ", each))[1:])
            yield "tie", Quote(EXPRESSION, tie, (tie,))
        case m.Invariant(title, _):
            yield "title", Quote("text", title, (title,))
        case m.Dummy(name, by):
            yield "who", quoting.name(name)
            yield "by", quoting.value(by)
        case _:
            pass


def _maybe(slot: str, node: m.Expression | None, quoting: Quoting) -> Iterator[tuple[str, Quote]]:
    if node is not None and (quote := quoting.condition(node)):
        yield slot, quote


def _parameters(parameters: Iterable[m.Parameter], quoting: Quoting) -> Iterator[tuple[str, Quote]]:
    if every := [each.name for each in parameters]:
        yield "parameters", quoting.listed(every, "variable")


def _members(members: Iterable[m.Member], quoting: Quoting) -> Quote:
    every = [piece for each in members for piece in (", ", quoting.value(each.place))]
    return Quote(NAME, "", tuple(every[1:]))
