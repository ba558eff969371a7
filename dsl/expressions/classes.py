"""Kinds, classes and single cards: find the cards of the game that a word means.

They are fixed before a game begins. The members of a class are the cards for which its condition holds.
"""

from __future__ import annotations

from dsl.expressions import typed
from dsl.expressions.context import Context
from dsl.expressions.values import CardRef, Scope, Value, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.traverse import names_in
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Routine


def members(context: Context, name: str) -> frozenset[int]:
    """The ids of a kind, class or face."""
    if name not in context.classes.ids:
        context.classes.ids[name] = frozenset()
        if name in context.names.classes:
            context.classes.making.add(name)
            with context.problems.trial() as trial:
                context.classes.ids[name] = _class_members(context, name)
            if not trial.clean:
                context.classes.broken.add(name)
            context.classes.making.remove(name)
        else:
            context.classes.ids[name] = context.names.ids_of(name)
    elif name in context.classes.making:
        span = context.names.classes[name][1].span
        advice = "let its condition be about what is printed, not about the class"
        context.problems.add("circular", f"which cards are `{name}` depends on itself", span, help=advice)
    if name in context.classes.broken:
        context.problems.repeated()
    return context.classes.ids[name]


def _class_members(context: Context, name: str) -> frozenset[int]:
    part, node = context.names.classes[name]
    base = kind(context, node.kind, part)
    routine = Routine(name)
    local = routine.new()
    variable = Variable(CardRef(p.Local(local)), local)
    scope = Scope(routine, part, {node.kind.text: variable}, variable)
    condition = typed.truth(context, node.where, scope)
    values = fold.by_card(condition, local, len(context.names.ids), context.tables.printed)
    if any(values[card] is None for card in base):
        message = f"which cards are `{name}` must be printed on them"
        context.problems.add("not-fixed", message, node.where.span, help=_changing(context, node))
    return frozenset(card for card in base if values[card])


def _changing(context: Context, node: m.Class) -> str:
    """The advice about a class whose condition reads something that changes."""
    tables = (("a fact", context.names.facts), ("a number", context.names.numbers), ("a zone", context.names.zones))
    found = next((f"`{n}` is {sort}: " for sort, table in tables for n in table if names_in(node.where, n)), "")
    definition = f"`define {node.name.text}({node.kind.text}): {node.where.span.sentence}`"
    return f"{found}what may change is a condition, {definition}"


def kind(context: Context, name: m.Name, part: Part) -> frozenset[int]:
    """The ids that a class name in the text means; reports an unknown one."""
    known = context.names.class_name(name.text)
    if known is None:
        context.names.say_unknown(
            "kind", name, ["card", *context.names.kinds, *context.names.classes, *context.names.faces]
        )
        return frozenset()
    context.names.see_class(known, name, part)
    return members(context, known)


def counted(context: Context, card: Value, ids: frozenset[int]) -> p.Expr | None:
    """Whether a card counts as one of these; None if that is asked of the card itself."""
    if not isinstance(card, CardRef) or card.counted is None:
        return None
    own = members(context, card.counted.kind)
    if own <= ids:
        return fold.TRUE
    return fold.FALSE if own.isdisjoint(ids) else None


def belongs(context: Context, ids: frozenset[int], name: str, card: p.Expr) -> p.Expr:
    """Whether a card is one of these."""
    if len(ids) == len(context.names.ids):
        return fold.TRUE
    if len(ids) == 1:
        return fold.binary("==", card, p.Int(next(iter(ids))))
    if not ids:
        return fold.FALSE
    return p.Attribute(context.tables.of_class(name, ids), card)
