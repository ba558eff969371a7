"""Comparisons: of values of one type, of a card with a kind, of an option with its values, and what lies where.

Functions of the lowerer `Expressions`. A comparison that no state of the game can satisfy is an author's slip and is
reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dsl.expressions import constant_comparisons, markers, places
from dsl.expressions.values import WRONG, Scope, Value, nothing, spoken
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p
from dsl.text.spelling import nearest

if TYPE_CHECKING:
    from dsl.expressions.lower_expression import Expressions

SHARE = "`… meets …` asks whether two sets share a value"


def compare(lowerer: Expressions, node: m.Compare, scope: Scope) -> Value:
    """Whether a comparison holds."""
    if node.operator == "meets":
        return _meets(lowerer, node, scope)
    if node.operator == "lies":
        return _lies(lowerer, node, scope)
    if node.operator == "named before":
        return _named_before(lowerer, node, scope)
    if node.operator in ("in", "not in"):
        result = _within(lowerer, node, scope)
        return Value(fold.neg(result), "truth") if node.operator == "not in" else Value(result, "truth")
    return _values(lowerer, node, scope)


def _values(lowerer: Expressions, node: m.Compare, scope: Scope) -> Value:
    """Whether two values are the same, or one is more than the other."""
    left = lowerer.value(node.left, scope)
    if left.type == "word":
        return _setting(lowerer, node, left.text)
    right = lowerer.typed(node.right, left.type, scope)
    if right.type == "card" and left.type != "card" and isinstance(node.left, m.Named):
        left = lowerer.typed(node.left, "card", scope)
    if right.type == "class" or left.type == "class":
        return _is_class(lowerer, node, left, right, scope)
    left = markers.standing(lowerer.names, left, right.type)
    left, right = _numbered(left, right), _numbered(right, left)
    expected = {left.type, right.type} - {"none"}
    if "wrong" in expected:
        return WRONG
    if len(expected) > 1:
        return lowerer.wrong(node, f"{spoken(left.type)} and {spoken(right.type)} can't be compared")
    if node.operator not in ("==", "!=") and not all(map(_ordered, expected)):
        return lowerer.wrong(node, f"{spoken(left.type)} is neither more nor less than another")
    constant_comparisons.tell(lowerer, node, left, right)
    none = nothing(next(iter(expected), ""))
    first = none if left.type == "none" else left.expr
    second = none if right.type == "none" else right.expr
    return Value(fold.binary(node.operator, first, second), "truth")


def _ordered(type_: str) -> bool:
    """Whether values of a type are more or less than each other: numbers, and places by their own."""
    return type_ == "number" or type_.startswith("place ")


def _numbered(value: Value, other: Value) -> Value:
    """A place is compared with a number by its own."""
    return attrs.evolve(value, type="number") if value.type.startswith("place ") and other.type == "number" else value


def _lies(lowerer: Expressions, node: m.Compare, scope: Scope) -> Value:
    """Whether a card was found in a place: whether this one lies there, not one like it."""
    card, location = lowerer.card(node.left, scope), places.place(lowerer, node.right, scope)
    if card.type == "wrong":
        return WRONG
    if card.zone is None or any(not spot.whole for spot in location.spots):
        wrong = node.left if card.zone is None else node.right
        return lowerer.wrong(wrong, "it isn't known where this card lies", "name it where it is found")
    return Value(fold.disj(fold.binary("==", card.zone, spot.zone) for spot in location.spots), "truth")


def _named_before(lowerer: Expressions, node: m.Compare, scope: Scope) -> Value:
    """Whether a card's name comes before another's in the alphabet; of equal names neither does."""
    left, right = lowerer.card(node.left, scope), lowerer.card(node.right, scope)
    if "wrong" in (left.type, right.type):
        return WRONG
    ranks = lowerer.name_ranks
    return Value(fold.binary("<", p.Attribute(ranks, left.expr), p.Attribute(ranks, right.expr)), "truth")


def _setting(lowerer: Expressions, node: m.Compare, option: str) -> Value:
    choice = lowerer.choices[option]
    value = node.right.name.text if isinstance(node.right, m.Named) else ""
    if value not in choice.values:
        close = nearest(value, list(choice.values))
        lowerer.names.problems.add(
            "bad-value",
            f"`{value}` is no value of the option `{option}`",
            node.right.span,
            help=f"did you mean `{close}`?" if close else f"its values: {', '.join(choice.values)}",
        )
    same = lowerer.names.ruleset.settings[option] == value
    return Value(p.Int(int(same == (node.operator == "=="))), "truth")


def _is_class(lowerer: Expressions, node: m.Compare, left: Value, right: Value, scope: Scope) -> Value:
    card, kind = (left, right) if right.type == "class" else (right, left)
    if card.type == "wrong":
        return WRONG
    if card.type != "card" and any(lowerer.too_early(part, scope) for part in (node.left, node.right)):
        return WRONG
    if card.type != "card" or node.operator not in ("==", "!="):
        return lowerer.wrong(node, f"{spoken(card.type)} is no card, so it can't be `{kind.text}`")
    inside = lowerer.belongs(lowerer.members(kind.text), kind.text, card.expr)
    return Value(inside if node.operator == "==" else fold.neg(inside), "truth")


def _within(lowerer: Expressions, node: m.Compare, scope: Scope) -> p.Expr:
    if places.is_place(lowerer, node.right, scope):
        left, location = lowerer.card(node.left, scope), places.place(lowerer, node.right, scope)
        return fold.disj([p.Binary("in", left.expr, spot.cards) for spot in location.spots])
    left, right = lowerer.value(node.left, scope), lowerer.value(node.right, scope)
    if "wrong" in (left.type, right.type):
        return fold.FALSE
    left = markers.member(lowerer.names, left, right.type)
    if left.type != right.type or not left.type.startswith("enum "):
        return lowerer.wrong(node, f"{spoken(left.type)} can't lie in {spoken(right.type)}").expr
    if left.several:
        return lowerer.wrong(node, "a set doesn't lie in another", SHARE).expr
    return fold.binary("&", left.expr, right.expr)


def _meets(lowerer: Expressions, node: m.Compare, scope: Scope) -> Value:
    left, right = lowerer.value(node.left, scope), lowerer.value(node.right, scope)
    if "wrong" in (left.type, right.type):
        return WRONG
    for value, side in ((left, node.left), (right, node.right)):
        if not value.several:
            return lowerer.wrong(side, f"this is {spoken(value.type)}, not a set", "`… in …` asks for one value")
    if left.type != right.type:
        return lowerer.wrong(node, f"{spoken(left.type)} and {spoken(right.type)} can't be compared")
    return Value(fold.binary("!=", fold.binary("&", left.expr, right.expr), fold.FALSE), "truth")
