"""Lower comparisons: of values of one type, of a card with a kind or a place, of an option with its values.

A comparison that no state of the game can satisfy is an author's mistake, and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import attrs

from dsl.expressions import (
    classes,
    constant_comparisons,
    foregone,
    markers,
    misfits,
    places,
    typed,
)
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, WRONG_CARD, CardRef, Scalar, Scope, Value, nothing
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.names import phrases
from dsl.names import types as t
from dsl.names.names import NOWHERE
from dsl.program import fold
from dsl.program import program as p
from dsl.text.source import Span
from dsl.text.spelling import did_you_mean, either, nearest

MEMBER_OF_ZONE = re.compile(r"(?P<zone>[\w' -]+?) of (?P<word>[\w' -]+)$")
"""The end of a condition: the zone of a member."""

SHARE = "`… meets …` asks whether two sets share a value"


def compare(context: Context, node: m.Compare, scope: Scope) -> Scalar:
    """Whether a comparison holds."""
    if node.operator == "meets":
        return _meets(context, node, scope)
    if node.operator == "lies":
        return _lies(context, node, scope)
    if node.operator == "named before":
        return _named_before(context, node, scope)
    if node.operator in ("in", "not in"):
        if _asks_for_a_module(context, node):
            said = node.span.sentence
            message = "the modules in play are known before the game begins, and no rule asks for them"
            return context.wrong(node, message, f"put the rule into a section `when {said}`")
        if isinstance(node.left, m.Nothing):
            return _nothing_lies(context, node)
        result = _within(context, node, scope)
        return Scalar(fold.neg(result), t.Truth()) if node.operator == "not in" else Scalar(result, t.Truth())
    return _never_none(context, node, scope) or _values(context, node, scope)


def _asks_for_a_module(context: Context, node: m.Compare) -> bool:
    """Whether a rule asks for a module as a section does: `bees is in play`."""
    match node:
        case m.Compare(_, m.Named(module), m.Named(m.Name("play"))):
            names = context.names
            places = {*names.zones, *names.groups}
            return "play" not in places and (module.text in names.ruleset.modules or "is" in node.span.text.split())
        case _:
            return False


def _values(context: Context, node: m.Compare, scope: Scope) -> Scalar:
    """Whether two values are the same, or one is more than the other."""
    if typed.is_zone(context, node.left, scope):
        return places.zone_compared(context, node)
    reports = context.problems.reported
    left = context.value(node.left, scope)
    if isinstance(left.type, t.Word):
        return _setting(context, node, left.type.option)
    node = _of_value(context, node, left, scope)
    right = typed.beside(context, node.right, node.left, left, scope)
    if isinstance(right.type, t.Card) and not isinstance(left.type, t.Card) and isinstance(node.left, m.Named):
        left = typed.like(context, node.left, t.Card(), scope)
    if isinstance(right.type, t.Class):
        return _is_class(context, node, left, right.type, scope)
    if isinstance(left.type, t.Class):
        return _is_class(context, node, right, left.type, scope)
    left = markers.joined(context.names, markers.standing(context.names, left, right.type), right.type)
    right = markers.joined(context.names, right, left.type)
    left, right = _numbered(context, left, right), _numbered(context, right, left)
    if isinstance(left.type, t.Wrong) or isinstance(right.type, t.Wrong):
        return WRONG
    if not _comparable(left.type, right.type):
        advice = _in_none(left, right) or _at_member(context, node, left, right)
        advice = advice or misfits.compared(context, node, left, right, scope)
        if isinstance(left.type, t.Truth) and (word := node.right.span.text) in ("yes", "no") and node.operator == "==":
            said = f"{'not ' if word == 'no' else ''}{node.left.span.text}"
            return context.wrong(node, f"a condition isn't compared with `{word}`", f"say `{said}`")
        return context.wrong(node, f"{left.type.shown} and {right.type.shown} can't be compared", advice)
    clean = context.problems.reported == reports
    if clean and (misfit := _as_sets(context, node, left, right)) is not None:
        return misfit
    return _result(context, node, left, right, scope, tell=clean or context.trying > 0)


MOST_POSITIONS = 8
"""The most positions of a marker that are listed."""


def _never_none(context: Context, node: m.Compare, scope: Scope) -> Scalar | None:
    """Report a marker without the position `none` that is compared with none."""
    if isinstance(node.left, m.Nothing) == isinstance(node.right, m.Nothing):
        return None
    marker = node.right if isinstance(node.left, m.Nothing) else node.left
    name = marker.name.text if isinstance(marker, m.Named | m.Of) else ""
    family = context.names.numbers.get(name) if name not in scope.variables else None
    if family is None or not family.positions or NOWHERE in family.positions:
        return None
    context.value(marker, scope)  # it is read, and may be wrong itself
    message = f"`{name}` is never none: it always stands at one of its positions"
    more = ", …" if len(family.positions) > MOST_POSITIONS else ""
    listed = f"{either(family.positions, most=MOST_POSITIONS)}{more}"
    here = family.declared.span.file == node.span.file  # a module can't change a marker of its game
    said = f"compare it with one of them, {listed}"
    return context.wrong(node, message, f"{said}, or let `none` be one of them" if here else said)


def _of_value(context: Context, node: m.Compare, left: Value, scope: Scope) -> m.Compare:
    """A card that is compared with `a red` or `a red herb`, as one that is compared with the value `red`."""
    if not isinstance(left.type, t.Card) or not isinstance(node.right, m.Named):
        return node
    text = node.right.name.text
    if text in scope.variables or context.names.class_name(text) is not None or text != node.right.span.text:
        return node
    words = re.sub("^(?:an?|the) ", "", text)
    first, _, kind = words.rpartition(" ")
    said = (words, first if kind in ("card", "one") or context.names.class_name(kind) is not None else "")
    value = next((each for each in said if each in context.names.members and each != text), "")
    if not value:
        return node
    start = node.right.span.start + text.index(value)
    span = Span(node.right.span.file, start, start + len(value))
    return attrs.evolve(node, right=m.Named(m.Name(value, span=span), span=span))


def _result(context: Context, node: m.Compare, left: Value, right: Value, scope: Scope, *, tell: bool) -> Scalar:
    """Whether two values that can be compared compare so; `tell`: nothing about them has been reported yet."""
    if node.operator == "exactly":
        node = attrs.evolve(node, operator="==")
    if node.operator not in ("==", "!=") and not (_ordered(context, left) and _ordered(context, right)):
        message = f"{left.type.shown} is neither more nor less than another"
        both = typed.of_both(context, node, left, right)
        advice = filter(None, [both or misfits.ordered(context, node, left), misfits.unordered(context, left)])
        return context.wrong(node, message, ", or ".join(advice))
    if tell and not foregone.with_itself(context, node, scope):
        constant_comparisons.tell(context, node, left, right, scope)
        constant_comparisons.tell_printed(context, node, left, right, scope)
    first = nothing(right.type) if isinstance(left.type, t.Nothing) else left.expr
    second = nothing(left.type) if isinstance(right.type, t.Nothing) else right.expr
    return Scalar(fold.binary(node.operator, first, second), t.Truth())


def _as_sets(context: Context, node: m.Compare, left: Value, right: Value) -> Scalar | None:
    """Report a set that is compared with one value by `is`, or anything else by `is exactly`; None if all is well."""
    nothing_said = isinstance(left.type, t.Nothing) or isinstance(right.type, t.Nothing)
    sets, one = _is_set(context, left, node.left), _is_set(context, right, node.right)
    if node.operator == "exactly" and (nothing_said or not sets):
        return context.wrong(
            node, f"`is exactly` is about a set, and this is {left.type.shown}", f"say `is {node.right.span.text}`"
        )
    if node.operator not in ("==", "!=") or sets == one or nothing_said:
        return None
    many, single = (node.left, node.right) if sets else (node.right, node.left)
    alone = f"{many.span.text} is exactly {single.span.text}"
    if node.operator == "==":
        help_ = f"say `{single.span.text} in {many.span.text}`; if there may be no other, `{alone}`"
    else:
        help_ = f"say `{single.span.text} is not in {many.span.text}`; if it may be there with others, `not {alone}`"
    return context.wrong(node, "a set of values is compared with a single one", help_)


def _is_set(context: Context, value: Value, node: m.Expression) -> bool:
    """Whether a value is a set; the value that all cards share of an attribute with one value is none."""
    shared = isinstance(node, m.Common) and not context.names.attributes[node.attribute.text].several
    return isinstance(value, Scalar) and value.several and not shared


def _in_none(value: Value, other: Value) -> str:
    """The advice about a number or condition that is compared with none."""
    types = (value.type, other.type)
    if any(isinstance(each, t.Nothing) for each in types) and any(isinstance(each, t.Number) for each in types):
        return "a number is never none: say `… is 0`"
    return ""


def _nothing_lies(context: Context, node: m.Compare) -> Scalar:
    """Report `none in …`: it is always false, and was meant for `no card in …`."""
    asked = "no" if node.operator == "in" else "any"
    return context.wrong(node, "`none` is no card, so it lies nowhere", f"say `{asked} card in {node.right.span.text}`")


def _comparable(one: t.Type, other: t.Type) -> bool:
    """Whether values are of the same type, or one is none and the other may be."""
    either = (one, other)
    if any(isinstance(each, t.Nothing) for each in either):
        return not any(isinstance(each, t.Number | t.Truth) for each in either)
    return one == other


def _ordered(context: Context, value: Value) -> bool:
    """Whether a value is more or less than others of its type: a number, a member of an ordered domain, or none."""
    single = not (isinstance(value, Scalar) and value.several)
    return isinstance(value.type, t.Nothing) or (single and typed.is_ordered(context, value.type))


def _numbered(context: Context, value: Value, other: Value) -> Value:
    """A place as its number, where it is compared with a number; any other value as it is."""
    if isinstance(value, Scalar) and t.is_numbered(value.type) and isinstance(other.type, t.Number):
        of = context.names.members_of(value.type)
        least, most = (of.values[0], of.values[-1]) if of else (None, None)
        return attrs.evolve(value, type=t.Number(), least=0 if value.optional else least, most=most)
    return value


def _lies(context: Context, node: m.Compare, scope: Scope) -> Scalar:
    """Whether a card was found in a place: whether this one lies there, not one like it."""
    card, location = _found(context, node, scope), places.place(context, node.right, scope)
    if isinstance(card.type, t.Wrong):
        return WRONG
    if card.zone is None:
        return context.wrong(node.left, "it isn't known where this card lies", "name it where it is found")
    if any(not spot.whole for spot in location.spots):
        of, where = node.left.span.text, node.right.span.text
        advice = f"name whole zones, or say `{of} in {where}`, if a card like it will do"
        return context.wrong(node.right, "a card lies in a zone, and this is an end of one", advice)
    return Scalar(fold.disj(fold.binary("==", card.zone, spot.zone) for spot in location.spots), t.Truth())


def _named_before(context: Context, node: m.Compare, scope: Scope) -> Scalar:
    """Whether a card's name comes before another's in the alphabet; of equal names neither does."""
    left, right = typed.card(context, node.left, scope), typed.card(context, node.right, scope)
    if isinstance(left.type, t.Wrong) or isinstance(right.type, t.Wrong):
        return WRONG
    ranks = context.tables.name_ranks
    return Scalar(fold.binary("<", p.Attribute(ranks, left.expr), p.Attribute(ranks, right.expr)), t.Truth())


def _setting(context: Context, node: m.Compare, option: str) -> Scalar:
    choice = context.options[option]
    right = node.right
    value = right.name.text if isinstance(right, m.Named) else right.word if isinstance(right, m.Integer) else ""
    if value not in choice.values:
        close = nearest(value, list(choice.values))
        context.problems.add(
            "bad-value",
            f"`{value}` is no value of the option `{option}`",
            node.right.span,
            help=did_you_mean(close, f"its values: {', '.join(choice.values)}"),
        )
    same = context.names.ruleset.settings[option] == value
    return Scalar(p.Int(int(same == (node.operator == "=="))), t.Truth())


def _is_class(context: Context, node: m.Compare, card: Value, kind: t.Class, scope: Scope) -> Scalar:
    if isinstance(card.type, t.Wrong):
        return WRONG
    is_card = isinstance(card.type, t.Card)
    if not is_card and any(typed.too_early(context, part, scope) for part in (node.left, node.right)):
        return WRONG
    if not is_card or node.operator not in ("==", "!="):
        side = node.right if _names(node.left, kind) and not _names(node.right, kind) else node.left
        advice = misfits.no_card(context, card, side, kind.name, scope)
        return context.wrong(node, f"{card.type.shown} is no card, so it can't be `{kind.name}`", advice)
    constant_comparisons.tell_kind(context, node, kind.name, scope)
    members = classes.members(context, kind.name)
    counted = classes.counted(context, card, members)
    inside = classes.belongs(context, members, kind.name, card.expr) if counted is None else counted
    return Scalar(inside if node.operator == "==" else fold.neg(inside), t.Truth())


def _names(node: m.Expression, kind: t.Class) -> bool:
    """Whether a term is the name of a kind, or its plural."""
    return isinstance(node, m.Named) and node.name.text.removesuffix("s") == kind.name.removesuffix("s")


def _found(context: Context, node: m.Compare, scope: Scope) -> CardRef:
    """The card of which a condition asks where it lies; a class in its place means any of its cards there."""
    if _head(node).startswith("score") and (counts := typed.counted_cards(context, node)):
        context.wrong(node, typed.NO_NUMBER, counts)
        return WRONG_CARD
    return typed.card(context, node.left, scope, partial(_any_there, context, node))


@once_each
def _head(node: m.Compare) -> str:
    """The beginning of the line in which a condition stands."""
    return node.span.file.text[: node.span.start].rpartition("\n")[2]


def _any_there(context: Context, node: m.Compare) -> str:
    """The advice about a kind or class of which a condition asks where it lies."""
    word = "no" if node.operator == "not in" else "any"
    advice = f"in a condition say `{word} {node.left.span.sentence} in {node.right.span.sentence}`"
    counts = typed.counted_cards(context, node) if _head(node).startswith("define") else ""
    return f"{advice}; for how many there are, {counts}" if counts else advice


def _within(context: Context, node: m.Compare, scope: Scope) -> p.Expr:
    if places.is_place(context, node.right, scope):
        card, location = _found(context, node, scope), places.place(context, node.right, scope)
        return fold.disj([p.Binary("in", card.expr, spot.cards) for spot in location.spots])
    left, right = context.value(node.left, scope), context.value(node.right, scope)
    if isinstance(left.type, t.Wrong) or isinstance(right.type, t.Wrong):
        return fold.FALSE
    left = markers.joined(context.names, markers.member(context.names, left, right.type), right.type)
    right = markers.joined(context.names, right, left.type)
    if not isinstance(left, Scalar) or left.type != right.type or not t.is_bit(left.type):
        advice = misfits.of_member(context, node, right) or _at_member(context, node, left, right)
        advice = advice or misfits.compared(context, node, left, right, scope)
        return context.wrong(node, f"{left.type.shown} can't lie in {right.type.shown}", advice).expr
    if left.several:
        return context.wrong(node, "a set doesn't lie in another", SHARE).expr
    constant_comparisons.tell_printed(context, node, left, right, scope)
    return fold.binary("&", left.expr, right.expr)


def _meets(context: Context, node: m.Compare, scope: Scope) -> Scalar:
    left, right = context.value(node.left, scope), context.value(node.right, scope)
    if isinstance(left.type, t.Wrong) or isinstance(right.type, t.Wrong):
        return WRONG
    for value, side in ((left, node.left), (right, node.right)):
        if not isinstance(value, Scalar) or not value.several:
            advice = "`… in …` asks for one value"
            if isinstance(value.type, t.Card) and left.type != right.type:
                advice = misfits.compared(context, node, left, right, scope)
            return context.wrong(side, f"this is {value.type.shown}, not a set", advice)
    if left.type != right.type:
        advice = "sets of values of one enum can share values"
        return context.wrong(node, f"{left.type.shown} and {right.type.shown} can't be compared", advice)
    return Scalar(fold.binary("!=", fold.binary("&", left.expr, right.expr), fold.FALSE), t.Truth())


def _at_member(context: Context, node: m.Compare, left: Value, right: Value) -> str:
    """The marker of a member that is compared with the member of another domain: `side of A is foxes`."""
    negative = " not" if node.operator in ("!=", "not in") else ""
    for (side, value), (second, other) in (
        ((node.left, left), (node.right, right)),
        ((node.right, right), (node.left, left)),
    ):
        for marker in markers.at_member(context.names, value.type, other.type):
            return f"say `{marker} of {misfits.phrase(side)} is{negative} {misfits.phrase(second)}`"
    return ""


def cut_short(context: Context, part: m.Expression, before: m.Expression | None, word: str, scope: Scope) -> str:
    """What to say instead of the end of a condition, as in `wind is north or south` or `day is 2 or 3`."""
    digits = isinstance(part, m.Integer) and part.span.text[:1].isdigit()
    named = isinstance(part, m.Named) and part.name.text not in context.names.defines
    if before is None or not (digits or named):
        return ""
    with context.problems.trial() as trial:
        given = context.value(part, scope).type
        left = context.value(before.left, scope).type if isinstance(before, m.Compare) else None
        trial.drop()
    if isinstance(before, m.Compare) and left is not None and _compares(context, left, given, part):
        if before.operator in ("in", "not in"):
            rest = before.span.text[before.left.span.end - before.span.start :]
            return f"repeat the comparison: `{before.span.text} {word} {part.span.text}{rest}`"
        start = before.span.text[: before.right.span.start - before.span.start]
        return f"repeat the comparison: `{before.span.text} {word} {start}{part.span.text}`"
    of, end = context.names.members_of(given), MEMBER_OF_ZONE.search(before.span.text)
    if of is None or not end or end["word"] not in of.words:
        return ""
    zone = end["zone"].rsplit(" in ", 1)[-1]
    return f"say `{zone} of all {phrases.plural(of.name)}`, or repeat the question for `{zone} of {part.span.text}`"


def cut_short_of_all(
    context: Context, values: Sequence[m.Expression], before: m.Expression | None, scope: Scope
) -> str:
    """What to say instead of the end of a condition behind `and`, as in `day is 2 and wind is north or south`."""
    last = before.parts[-1] if isinstance(before, m.All) else None
    if before is None or not isinstance(last, m.Compare):
        return ""
    between = before.span.file.text[before.span.end : values[0].span.start]
    end = next((at for at, each in enumerate(values) if not cut_short(context, each, last, "or", scope)), len(values))
    if not end or ")" in between:
        return ""
    text = before.span.file.text
    first, lies = text[before.span.start : last.span.start], last.operator in ("in", "not in")
    start = "" if lies else text[last.span.start : last.right.span.start]
    rest = text[last.left.span.end : last.span.end] if lies else ""
    given = (last.left if lies else last.right, *values[:end])
    repeated = " or ".join(f"{start}{each.span.text}{rest}" for each in given)
    return f"repeat the comparison: `{first}({repeated})`"


def begun(context: Context, part: m.Expression, later: tuple[m.Expression, ...], word: str, scope: Scope) -> str:
    """What to say instead of the beginning of a condition whose end stands behind a later value: `red or blue in …`."""
    end = next((at for at, each in enumerate(later) if not isinstance(each, m.Named)), len(later))
    last = later[end] if end < len(later) else None
    if not isinstance(part, m.Named) or not isinstance(last, m.Compare) or not isinstance(last.left, m.Named):
        return ""
    if not all(_is_no_condition(context, each.name.text) for each in (part, last.left)):
        return ""
    with context.problems.trial() as trial:
        given, left = context.value(part, scope).type, context.value(last.left, scope).type
        trial.drop()
    values, rest = [part, *later[:end], last.left], last.span.text[len(last.left.span.text) :]
    lying = isinstance(given, t.Class) and isinstance(left, t.Class) and typed.is_zone(context, last.right, scope)
    if not lying and (given != left or not isinstance(given, t.Member | t.Player | t.Number)):
        return ""
    said = [f"{'any ' if lying else ''}{each.span.text}{rest}" for each in values]
    return f"repeat the comparison: `{f' {word} '.join(said)}`"


def _is_no_condition(context: Context, text: str) -> bool:
    """Whether a name is that of a value which is none of yes and no."""
    names = context.names
    number = names.numbers.get(text)
    if number is not None or text in names.defines:
        return number is not None and not number.declared.flag and text not in names.defines
    return text in names.members or names.class_name(text) is not None


def _compares(context: Context, left: t.Type, given: t.Type, part: m.Expression) -> bool:
    """Whether something that is no condition could be compared with a value of the type `left`."""
    marker = context.names.numbers.get(left.domain) if isinstance(left, t.Member) else None
    if marker is not None and part.span.text in marker.positions:
        return True
    if isinstance(left, t.Card):
        return isinstance(given, t.Class)
    return given == left and (isinstance(part, m.Integer) or not isinstance(given, t.Truth | t.Number | t.Wrong))
