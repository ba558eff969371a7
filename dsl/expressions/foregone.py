"""Report conditions whose result the author's words settle: `any herb in bed where height is height of herb`.

The card that is tested is compared with itself, or it is of the kind that it is chosen from, or it is found where it
lies itself. Called by the passes that lower selections and comparisons; reads the model, not the values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.expressions.context import Context
from dsl.expressions.values import CardRef, Scope
from dsl.model import model as m
from dsl.model.traverse import names_in, parts
from dsl.names import types as t
from dsl.text.spelling import either

ALWAYS, NEVER = "this is always true", "this can never be true"

DIFFERENT = "both sides are the same: compare it with something else"

HOLDS = ("==", "<=", ">=")


def with_itself(context: Context, node: m.Compare, scope: Scope) -> bool:
    """Whether a printed value of the tested card is compared with the same value of it; if so, reports it."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        match one, other:
            case m.Named(name), m.Of(same, m.Named(card)) if name == same and _is_tested(context, name, card, scope):
                why = f": `{card.text}` is the very card whose `{name.text}` it is compared with"
                help_ = _of_two(context, node, name.text, card.text, scope)
                _report(context, node, node.operator in HOLDS, why, help_)
                return True
            case _:
                pass
    return False


def _of_two(context: Context, node: m.Compare, value: str, card: str, scope: Scope) -> str:
    """The comparison of the tested card with another: one that has a name here, or by a name for it."""
    if others := _cards(scope, tested=True):
        return f"say {either(f'{value} of {card} {_operator(node)} {value} of {other}' for other in others)}"
    if context.names.class_name(card) is None:
        return f"compare it with the `{value}` of another card: that one needs a name too"
    return f"give one of the two cards a name of its own: `other: {card} in …`"


def _is_tested(context: Context, name: m.Name, card: m.Name, scope: Scope) -> bool:
    printed = name.text in context.names.attributes or name.text in context.names.facts
    tested = scope.candidate is not None and scope.variables.get(card.text) is scope.candidate
    return printed and tested and name.text not in scope.variables


def selection(context: Context, node: m.Selection, where: m.Expression, scope: Scope) -> None:
    """Report parts of a selection's condition that hold for each of its cards, or for none, whatever the game."""
    if context.names.class_name(node.kind.text) is None:
        return
    for part in _joined(where):
        match part:
            case m.Compare("==" | "!=", m.Named(name), m.Named(kind)) if name == node.variable and name != kind:
                if _covers(context, kind, node, scope):
                    why = f": each `{node.kind.text}` is a `{kind.text}`"
                    _report(context, part, part.operator == "==", why, "remove it, or test something that can change")
            case m.AnyOf(m.Selection() as inner, wanted) if _finds_itself(context, inner, node, scope):
                why = f": `{node.variable.text}` itself is such a card"
                help_ = f"leave it out: `{inner.place.span.text} besides {node.variable.text}`"
                _report(context, part, wanted, why, help_)
            case _:
                pass


def _joined(node: m.Expression) -> Iterator[m.Expression]:
    """The conditions that are joined by `and`."""
    if isinstance(node, m.All):
        for part in node.parts:
            yield from _joined(part)
    else:
        yield node


def _finds_itself(context: Context, inner: m.Selection, outer: m.Selection, scope: Scope) -> bool:
    """Whether the card of the outer selection satisfies the inner one, which looks into the same place."""
    elsewhere = inner.place != outer.place or inner.besides is not None or names_in(inner.place, outer.variable.text)
    if elsewhere or inner.variable == outer.variable or not _covers(context, inner.kind, outer, scope):
        return False
    for part in _joined(inner.where) if inner.where is not None else ():
        match part:
            case m.Compare("==", m.Named(name), m.Named(other)) if name == inner.variable:
                if other != outer.variable and not _covers(context, other, outer, scope):
                    return False
            case _:
                return False
    return True


def _covers(context: Context, kind: m.Name, chosen: m.Selection, scope: Scope) -> bool:
    """Whether each card of a selection is of a kind or class, by their declarations."""
    if kind.text in scope.variables or kind == chosen.variable != chosen.kind:
        return False
    known = context.names.class_name(kind.text)
    return known is not None and known in _lineage(context, chosen.kind)


def _lineage(context: Context, kind: m.Name) -> Iterator[str]:
    """The kind or class that a word means, and those that its declaration names."""
    known = context.names.class_name(kind.text)
    seen = set[str]()
    while known in context.names.classes and known not in seen:
        seen.add(known)
        yield known
        known = context.names.class_name(context.names.classes[known][1].kind.text)
    if known in context.names.faces:
        yield known
        known = context.names.faces[known].kind
    if known in context.names.kinds:
        yield from context.names.kinds[known].lineage
    yield "card"


def _report(context: Context, node: m.Node, holds: bool, why: str, help_: str) -> None:
    if holds:
        context.problems.add("always-holds", f"{ALWAYS}{why}", node.span, help=help_)
    else:
        context.problems.add("never-holds", f"{NEVER}{why}", node.span, help=help_)


def not_about(context: Context, node: m.AnyOf, selection: m.Selection) -> None:
    """Report a part of a `where` that isn't about the card, and that seems to belong behind the selection."""
    where = selection.where
    if not isinstance(where, m.All | m.Either) or (isinstance(where, m.All) and node.wanted):
        return
    before = where.span.file.text[: where.span.start].rstrip()
    first, *others = where.parts
    if before.endswith("(") or not _names_card(context, first, selection.variable.text):
        return
    for part in others:
        if not _names_card(context, part, selection.variable.text):
            word = "and" if isinstance(where, m.All) else "or"
            message = f"this is the same for every {selection.kind.text}, and belongs to the `where`"
            outside = f"`({node.span.text.split(' where ')[0]} where …) {word} {part.span.text}`"
            help_ = f"put the selection in parentheses: {outside}; or what belongs to it: `where (… {word} …)`"
            context.problems.add("type", message, part.span, help=help_)


def _names_card(context: Context, node: m.Node, variable: str) -> bool:
    """Whether a condition may be about the card of a selection: it names it, or something that cards have."""
    names = context.names
    if isinstance(node, m.Name):
        implied = node.text in names.defines and len(names.defines[node.text][1].parameters) == 1
        return node.text == variable or node.text in names.attributes or node.text in names.facts or implied
    return any(_names_card(context, part, variable) for part in parts(node))


def same_sides(context: Context, node: m.Compare, scope: Scope) -> str:
    """What to write on one of two equal sides."""
    if values := _of_its_type(context, node, scope):
        return values
    match node.right:
        case m.Named(name) | m.Of(_, m.Named(name)) if _is_the_tested(name, scope):
            return _another(node, name)
        case m.Named(name) if name.text in scope.variables:
            return _of_variable(context, node, name, scope)
        case m.Named(name) if _is_printed(context, name.text) and (others := _cards(scope, tested=True)):
            return _one_is(node, [f"{name.text} of {other}" for other in others])
        case m.Of(name, m.Named(owner)) if owner.text in scope.variables:
            return _one_is(node, [f"{name.text} of {other}" for other in _like(scope, owner.text)])
        case m.Of(name, m.Named(owner)) if owner.text == "player" and (others := _players(context, scope)):
            return _one_is(node, [f"{name.text} of {other}" for other in others])
        case m.Call(name, (m.Named(owner),)) if owner.text in scope.variables:
            return _one_is(node, [f"{name.text}({other})" for other in _like(scope, owner.text)])
        case _:
            return DIFFERENT


def _of_its_type(context: Context, node: m.Compare, scope: Scope) -> str:
    """The comparison of what a card has with a variable for such a value, as that of the loop around it."""
    name = node.right.name.text if isinstance(node.right, m.Named | m.Of) else ""
    if name in scope.variables or not _is_printed(context, name):
        return ""
    like = [each for each, variable in scope.variables.items() if variable.value.type == _type(context, name)]
    ways = [_with(context, node, name, node.right.span.sentence, each) for each in like]
    return f"both sides are the same: say {either(ways)}" if ways else ""


def _with(context: Context, node: m.Compare, printed: str, said: str, value: str) -> str:
    """The comparison of what a card has with a value of this type."""
    if printed in context.names.attributes and context.names.attributes[printed].several:
        return f"{value} {'is not in' if node.operator == '!=' else 'in'} {said}"
    return f"{said} {_operator(node)} {value}"


def _type(context: Context, printed: str) -> t.Type:
    """The type of what cards have."""
    attribute = context.names.attributes.get(printed)
    return t.Member(attribute.enumeration) if attribute is not None and attribute.enumeration else t.Number()


def _of_variable(context: Context, node: m.Compare, name: m.Name, scope: Scope) -> str:
    """The advice about a variable on both sides: its name may be that of something which the tested card has."""
    card = _tested(scope)
    if _is_printed(context, name.text) and card:
        several = name.text in context.names.attributes and context.names.attributes[name.text].several
        own = f"{name.text} of {card}"
        said = f"{name.text} in {own}" if several else f"{own} {_operator(node)} {name.text}"
        return f"both sides are the variable `{name.text}`: what the {card} has is `{own}`, so say `{said}`"
    if _is_printed(context, name.text):
        return f"both sides are the variable `{name.text}`; of a card, it is `{name.text} of …`"
    if name.text == "player" and not _like(scope, "player"):
        said = f"`p: player where p {_operator(node)} player`"
        return f"here `player` is the one who is chosen: give that one a name, {said}"
    having = {*context.names.attributes, *context.names.facts} if card else ()
    own_type = scope.variables[name.text].value.type
    if ways := [_with(context, node, each, each, name.text) for each in having if _type(context, each) == own_type]:
        return f"both sides are the variable `{name.text}`: say {either(sorted(ways))}"
    return _one_is(node, _like(scope, name.text))


def _is_the_tested(name: m.Name, scope: Scope) -> bool:
    """Whether a name is that of the card which a selection tests, and no other card has a name there."""
    tested = scope.candidate is not None and scope.variables.get(name.text) is scope.candidate
    return tested and not _like(scope, name.text)


def _another(node: m.Compare, name: m.Name) -> str:
    """The advice about a card that is compared with itself because it has the name of the one outside."""
    line = node.span.file.text[: node.span.start].rpartition("\n")[2]
    found = re.findall(rf"\b(any|no|some|every|each|number of|over) {re.escape(name.text)} in ([\w' ]+?) where\b", line)
    chosen = f"{found[-1][0]} other: {name.text} in {found[-1][1]} where …" if found else ""
    named = f"`{chosen}`" if chosen else f"`other: {name.text} in … where …`"
    return f"here `{name.text}` is the card that is being tested: give it a name of its own, {named}"


def _one_is(node: m.Compare, others: list[str]) -> str:
    """The comparison with something else on its right side, if there is something of this sort."""
    if not others:
        return DIFFERENT
    said = " ".join(node.left.span.text.split())
    ways = either(f"{said} {_operator(node)} {other}" for other in others)
    return f"both sides are the same: say {ways}"


def _operator(node: m.Compare) -> str:
    """What stands between the two sides."""
    return " ".join(node.span.file.text[node.left.span.end : node.right.span.start].replace("(", "").split())


def _tested(scope: Scope) -> str:
    """The name of the card that a selection tests, or ""."""
    return next((name for name, each in scope.variables.items() if each is scope.candidate), "")


def _cards(scope: Scope, *, tested: bool = False) -> list[str]:
    """The names of cards, without the one that is tested if its own value stands there by itself."""
    own = _tested(scope) if tested else ""
    return [name for name, each in scope.variables.items() if isinstance(each.value, CardRef) and name != own]


def _like(scope: Scope, owner: str) -> list[str]:
    """The names of the others of the same type: variables, and the acting player."""
    type_ = scope.variables[owner].value.type
    found = [name for name, each in scope.variables.items() if each.value.type == type_ and name != owner]
    return [*found, "player"] if isinstance(type_, t.Player) and "player" not in (*found, owner) else found


def _players(context: Context, scope: Scope) -> list[str]:
    """What another player than the acting one may be called."""
    type_ = context.names.domain("player")
    found = [name for name, each in scope.variables.items() if type_ is not None and each.value.type == type_.type]
    return found or ["(one after player)"] if context.names.ruleset.players > 1 else found


def _is_printed(context: Context, name: str) -> bool:
    return name in context.names.attributes or name in context.names.facts
