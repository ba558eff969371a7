"""Lower texts with gaps: values that are put into questions, endings and the words of options.

The values in the sentence of `lose "…"` are those at that moment; the game remembers them. Any other text is read when
it is shown. What its reader can't see isn't put into it (see `interpreter/choices/texts`).
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.expressions import markers, misfits
from dsl.expressions.context import Context
from dsl.expressions.values import CardRef, Scope, Value, nothing, zone_of
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import free_locals
from dsl.routines.steps import Plain, Step

NO = "none"
"""The word for no card, and for no member."""

WIDEST = (-(2**31), 2**62)
"""A range that has all values that a text can show."""


def text(context: Context, node: m.Text, scope: Scope) -> tuple[str, p.Told | None]:
    """A text with `…` for its gaps, and with their values if it has any."""
    found = tuple(part if isinstance(part, str) else gap(context, part, scope) for part in node.parts)
    parts = _joined(found)
    if all(isinstance(part, str) for part in parts):
        return "".join(part for part in parts if isinstance(part, str)), None
    return p.form_of(parts), p.Told(parts, scope.routine.locals)


def shown(context: Context, node: m.Shown, scope: Scope) -> p.Parts:
    """The words of an option with its gaps, and with spaces between them."""
    found: list[str | int | p.Gap] = []
    for each in node:
        part = gap(context, each, scope) if isinstance(each, m.Gap) else each
        found += [" ", part] if found else [part]
    return _joined(found)


def _joined(parts: Sequence[str | int | p.Gap]) -> p.Parts:
    """The parts, with neighbouring texts as one."""
    found: list[str | int | p.Gap] = []
    for part in parts:
        if isinstance(part, str) and found and isinstance(found[-1], str):
            found[-1] += part
        else:
            found.append(part)
    return tuple(found)


def gap(context: Context, node: m.Gap, scope: Scope) -> str | p.Gap:
    """A value that is put into a text; one that is known before the game is a text itself."""
    if _chooses(context, node.value, scope):
        message = f"`{node.value.span.text}` is a choice, and a value is only read"
        context.wrong(node, message, "put what is chosen in `<…>`: `option plant <card in ZONE>`")
        return ""
    value = context.value(node.value, scope.reading(exposing=None))
    found = _gap(context, node.value, markers.itself(value), scope)
    if isinstance(found, str):
        return found
    if isinstance(found.value, p.Int) and found.kind in ("number", "member"):
        return dict(found.words).get(found.value.value, str(found.value.value))
    return attrs.evolve(found, text=node.value.span.sentence)


def _chooses(context: Context, node: m.Expression, scope: Scope) -> bool:
    """Whether an expression is written like what an option chooses: `{herb in basket}`."""
    left = node.left if isinstance(node, m.Compare) and node.operator == "in" else None
    named = isinstance(left, m.Named) and left.name.text not in scope.variables
    return named and isinstance(left, m.Named) and context.names.class_name(left.name.text) is not None


def _gap(context: Context, node: m.Expression, value: Value, scope: Scope) -> str | p.Gap:
    cards = _cards(value, scope)
    match value.type:
        case t.Number():
            return p.Gap("number", value.expr, (), cards)
        case t.Truth():
            return p.Gap("member", fold.choose(value.expr, p.Int(1), p.Int(0)), ((0, "no"), (1, "yes")), cards)
        case t.Card():
            return p.Gap("card", value.expr, (), cards)
        case t.Word(option):
            return context.names.ruleset.settings[option]
        case t.Player() | t.Member():
            words = _words(context, value.type)
            several = value.several
            return p.Gap("set" if several else "member", value.expr, words, cards)
        case t.Wrong():
            return ""
        case _:
            advice = misfits.instead(context, node, value, t.Number(), scope)
            message = f"{value.type.shown} can't be put into a text"
            context.wrong(
                node, message, advice or "put a number, a card, a place, a player or a value of an enum there"
            )
            return ""


def _words(context: Context, type_: t.Player | t.Member) -> tuple[tuple[int, str], ...]:
    """The words for the values of a domain or of a marker, and for none."""
    family = markers.family_of(context.names, type_)
    if family is not None:
        return tuple((bit, word) for word, bit in context.names.enums[family.name].items())
    of = context.names.members_of(type_)
    assert of is not None
    return (*zip(of.values, of.words, strict=True), (nothing(type_).value, NO))


def _cards(value: Value, scope: Scope) -> tuple[tuple[int, p.Expr], ...]:
    """The locals of cards that a value reads, with the zones in which they lie."""
    read = free_locals(value.expr)
    held = [variable.value for variable in scope.variables.values() if isinstance(variable.value, CardRef)]
    return tuple(
        (each.expr.index, zone)
        for each in held
        if isinstance(each.expr, p.Local) and each.expr.index in read and (zone := zone_of(each)) is not None
    )


def lose(context: Context, node: m.Lose | m.GameOver, scope: Scope) -> list[Step]:
    """`lose "…"`, `game over "…"`: the game ends."""
    status = "lost" if isinstance(node, m.Lose) else "over"
    origin = context.origins.at(scope, node)
    sentence, told = text(context, node.sentence, scope)
    if told is None:
        return [context.ending(status, sentence, None, origin)]
    steps: list[Step] = []
    parts = tuple(_kept(context, part, steps, origin) if isinstance(part, p.Gap) else part for part in told.parts)
    return [*steps, context.ending(status, sentence, p.Told(parts, scope.routine.locals), origin)]


def _kept(context: Context, gap: p.Gap, steps: list[Step], origin: int) -> p.Gap:
    """A gap whose value is there after the end, too: one that variables have is kept in a number of the game."""
    if not free_locals(gap.value):
        return gap
    name = f"`told {len(context.hidden_ranges) + 1}`"  # no name of the rules has backticks
    number = p.Int(context.hidden_number(name))
    context.hidden_ranges[name] = WIDEST
    steps.append(Plain(p.SetNumber(number, gap.value, origin)))
    return attrs.evolve(gap, value=p.Number(number), cards=())
