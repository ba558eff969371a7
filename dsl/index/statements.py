"""Bind the names in statements and in the options of prompts, by the rules of the passes in `dsl/statements`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from dsl.index import expressions
from dsl.index.binder import Binder
from dsl.index.lookup import BUILT_IN
from dsl.index.scopes import CARD, CARDS, NUMBER, Scope, Type, Variable
from dsl.index.symbols import CHANGES, HOOKS
from dsl.model import model as m
from dsl.text.source import Span


def bind_block(binder: Binder, body: Sequence[m.Statement], scope: Scope, head: Span) -> None:
    """Statements below a line, whose variables end with them; `scope` is changed."""
    binder.reach(head, scope, "deeper")
    for each in body:
        made = binder.variables
        bind_statement(binder, each, scope)
        if binder.variables > made:
            binder.reach(each.span, scope, "level")


def bind_statement(binder: Binder, node: m.Statement, scope: Scope) -> None:  # noqa: C901, PLR0912, PLR0915 - a dispatcher
    """One statement."""
    match node:
        case m.Move(moved, target):
            expressions.bind_moved(binder, moved, scope)
            expressions.bind_place(binder, target, scope)
        case m.TurnCard(turned):
            expressions.bind_moved(binder, turned, scope)
        case m.Lay(card, carrier):
            expressions.bind_values(binder, (card, carrier), scope)
        case m.Reveal():
            _bind_reveal(binder, node, scope)
        case m.Draw():
            _bind_draw(binder, node, scope)
        case m.Shuffle(place, other) | m.Flip(place, other):
            expressions.bind_place(binder, place, scope)
            if other is not None:
                expressions.bind_place(binder, other, scope)
        case m.Roll():
            _bind_roll(binder, node, scope)
        case m.Pick(among, variable):
            _, type_ = expressions.bind_selection(binder, among, scope)
            binder.make(variable, type_, scope, node.span)
        case m.Put(cards, _, place, prompt):
            expressions.bind_moved(binder, cards, scope)
            expressions.bind_place(binder, place, scope)
            binder.named("prompt", prompt, scope)
        case m.Exchange(first, second):
            expressions.bind_values(binder, (first, second), scope)
        case m.Set():
            _bind_set(binder, node, scope)
        case m.Let(variable, value):
            type_ = expressions.bind_value(binder, value, scope)
            binder.make(variable, type_, scope, node.span)
        case m.Ask():
            _bind_ask(binder, node, scope)
        case m.Do():
            _bind_do(binder, node, scope)
        case m.If(condition, then, otherwise):
            expressions.bind_value(binder, condition, scope)
            bind_block(binder, then, scope.inner(), node.span)
            bind_block(binder, otherwise, scope.inner(), node.span)
        case m.Repeat(_, expression, body):
            expressions.bind_value(binder, expression, scope)
            bind_block(binder, body, scope.inner(), node.span)
        case m.Each():
            _bind_each(binder, node, scope)
        case m.Together(body):
            bind_block(binder, body, scope.inner(), node.span)
        case m.Lose(sentence) | m.GameOver(sentence):
            expressions.bind_text(binder, sentence, scope)
        case m.NextPlayer(to):
            expressions.bind_values(binder, (to,), scope)
        case m.AskAgain() | m.Proceed():
            pass
        case _:
            assert_never(node)


def _bind_reveal(binder: Binder, node: m.Reveal, scope: Scope) -> None:
    expressions.bind_place(binder, node.cards, scope)
    entry = binder.named("zone", node.zone, scope)
    binder.make(node.variable, Type("zone", entry.name if entry else ""), scope, node.span)


def _bind_draw(binder: Binder, node: m.Draw, scope: Scope) -> None:
    if node.count is not None:
        expressions.bind_value(binder, node.count, scope)
    expressions.bind_place(binder, node.source, scope)
    expressions.bind_place(binder, node.target, scope)
    if node.variable is not None:
        binder.make(node.variable, CARD if node.count is None else CARDS, scope, node.span)


def _bind_roll(binder: Binder, node: m.Roll, scope: Scope) -> None:
    """A roll gives a number that is there already a new value."""
    expressions.bind_values(binder, (node.least, node.most), scope)
    before = scope.variables.get(node.variable.text)
    if before is not None and before.type == NUMBER:
        binder.variable(node.variable, scope, CHANGES)
    else:
        binder.make(node.variable, NUMBER, scope, node.span)


def _bind_set(binder: Binder, node: m.Set, scope: Scope) -> None:
    start = len(binder.found.uses)
    type_ = expressions.bind_value(binder, node.target, scope)
    target = node.target
    if isinstance(target, m.Named | m.Of | m.Call) and len(binder.found.uses) > start:
        first = binder.found.uses[start]
        binder.found.uses[start] = first._replace(role=CHANGES)
        if target.name.text not in scope.variables:
            number = binder.lookup.first(("number",), target.name.text, scope)
            type_ = Type("marker", number.name) if number is not None and number.sort == "marker" else type_
    if node.value is not None:
        expressions.bind_like(binder, node.value, type_, scope)


def _bind_do(binder: Binder, node: m.Do, scope: Scope) -> None:
    entry = binder.named("event", node.event, scope)
    if entry is not None:
        expressions.bind_arguments(binder, entry, node.arguments, scope)
    else:
        expressions.bind_values(binder, node.arguments, scope)
    if node.counted is not None:
        expressions.bind_cards(binder, node.counted, scope)
    for each in node.asking:
        binder.named("prompt", each.prompt, scope)
        if each.instead is not None:
            binder.named("prompt", each.instead, scope)


def _bind_each(binder: Binder, node: m.Each, scope: Scope) -> None:
    inner, _ = expressions.bind_selection(binder, node.selection, scope)
    inner.candidate = scope.candidate
    bind_block(binder, node.body, inner, node.span)


# prompts


def _bind_ask(binder: Binder, node: m.Ask, scope: Scope) -> None:
    binder.named("prompt", node.prompt, scope)
    expressions.bind_values(binder, (node.member, *node.about, node.decided_by, node.open), scope)
    binder.found.asked.append((node.prompt.text, dict(scope.variables)))
    for option in node.options:
        bind_option(binder, option, scope)


def bind_option(binder: Binder, node: m.Option, scope: Scope) -> None:
    """An option of a prompt: its condition is read before anything in its words is chosen."""
    inner = scope.inner()
    _bind_words(binder, node, inner)
    bind_block(binder, node.body, inner, node.span)


def _bind_words(binder: Binder, node: m.Option | m.Ability, inner: Scope) -> None:
    """The words and the condition of an option or ability; what is chosen is added to its scope."""
    if node.condition is not None:
        chosen = {part.variable.text for part in node.words if not isinstance(part, str)}
        outer = inner.inner()
        outer.variables = {name: each for name, each in inner.variables.items() if name not in chosen}
        expressions.bind_value(binder, node.condition, outer)
    for part in node.words:
        if not isinstance(part, str):
            _bind_choice(binder, part, inner)
    for gap in node.shown:
        if isinstance(gap, m.Gap):
            expressions.bind_value(binder, gap.value, inner)
    if node.once is not None and node.once.event is not None:
        binder.named("event", node.once.event, inner)


def _bind_choice(binder: Binder, part: m.Chosen, scope: Scope) -> None:
    """A card, a member or several cards in the words of an option."""
    within = scope.inner()
    match part:
        case m.Selection():
            expressions.bind_chosen(binder, part, scope, within)
        case m.Among():
            expressions.bind_among(binder, part, scope, within)
            within.candidate = None
        case m.Subset():
            if part.kind.span != part.place.span:
                expressions.bind_cards(binder, part.kind, scope)
            expressions.bind_place(binder, part.place, scope)
            whole = part.variable.span == part.span
            if whole:  # `some of row`: the language calls them `them`
                within.variables[part.variable.text] = Variable(BUILT_IN, CARDS)
            else:
                binder.make(part.variable, CARDS, within, part.span)
            within.candidate = None
    if part.where is not None:
        expressions.bind_value(binder, part.where, within)
    binder.reach(part.span, within)
    scope.variables[part.variable.text] = within.variables[part.variable.text]


def bind_ability(binder: Binder, node: m.Ability, scope: Scope) -> None:
    """An ability, which knows no variables but what its words choose."""
    for window in node.windows:
        binder.named("prompt", window, scope, HOOKS)
    inner = scope.inner()
    _bind_words(binder, node, inner)
    bind_block(binder, node.body, inner, node.span)
