"""Lower the `table` blocks to items that a player sees: zones or values with their labels.

Lines below `for each` are repeated for each member of a domain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import attrs

from dsl.assembly import labels, line_labels
from dsl.expressions import domains, markers, places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope, Variable
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Domain
from dsl.program import fold
from dsl.program import program as p
from dsl.program.setup import TRUTHS
from dsl.routines.steps import Routine
from dsl.text.source import Span

NO, YES = p.Int(1), p.Int(2)
"""The values of a condition that is shown, as bits of its words."""


def items(context: Context) -> Iterator[p.Item]:
    """The items of all tables, in the order of the text, with the additions of other tables beside them."""
    found: list[p.Item] = []
    besides: list[_Besides] = []
    for part, table in context.names.ruleset.all(m.Table):
        for each in _lines(context, table.lines, Scope(Routine("table"), part)):
            if isinstance(each, _Besides):
                besides.append(each)
            else:
                found.append(each)
    _know_lines(context, besides, [item.label for item in found])
    for item in found:
        more = tuple(each.shown for each in besides if each.line == item.label and each.shown.condition != fold.FALSE)
        if item.condition != fold.FALSE:
            yield attrs.evolve(item, beside=(*item.beside, *more)) if more else item


@attrs.frozen
class _Content:
    """What a line shows: `zones` with the cards at their `ends` (as in `program.Item`), or a value and its words."""

    zones: tuple[int, ...] = ()
    ends: tuple[p.Expr | None, ...] = ()
    value: p.Expr | None = None
    members: tuple[str, ...] = ()


@attrs.frozen
class _Besides:
    """An addition to the line with the label `line`, which is `written` so; `loops` as in `line_labels`."""

    line: str
    shown: p.Beside
    span: Span
    written: str
    loops: tuple[tuple[str, str], ...] = ()


_Line = p.Item | _Besides


def _lines(context: Context, lines: Sequence[m.Show | m.ShowBeside | m.ShowEach], scope: Scope) -> Iterator[_Line]:
    for line in lines:
        own = scope.reading()
        own.routine = Routine("table")
        match line:
            case m.ShowEach():
                yield from _each(context, line, scope)
            case m.ShowBeside():
                condition = typed.truth(context, line.condition, own) if line.condition else fold.TRUE
                yield _Besides(line.line, _beside(context, line.beside, own, condition), line.span, line.line)
            case _:
                yield _item(context, line, own)


def _each(context: Context, node: m.ShowEach, scope: Scope) -> Iterator[_Line]:
    """The lines for each member of a domain; their problems are reported once."""
    domain = domains.domain(context, node.members.domain, scope)
    if domain is None:
        return
    if len(domain.values) > 1 and not node.members.where:
        _labels_differ(context, node)
    for number, value in enumerate(domain.values):
        inner = scope.inner()
        inner.variables[node.members.variable.text] = Variable(Scalar(p.Int(value), domain.type), -1)
        with context.problems.trial() as trial:
            where = typed.truth(context, node.members.where, inner) if node.members.where else fold.TRUE
            lines = [*_lines(context, node.lines, inner)]
        if number:
            trial.drop()
        for line in lines:
            own = _of(line, where, inner.routine.locals, partial(_label, node.members.variable.text, domain, number))
            loop = (node.members.variable.text, domain.name)
            yield attrs.evolve(own, loops=(*own.loops, loop)) if isinstance(own, _Besides) else own


def _labels_differ(context: Context, node: m.ShowEach) -> None:
    """Report lines with the same label for each member, if nothing says for which of them they are shown."""
    variable, todo = node.members.variable.text, [*node.lines]
    while todo:
        line = todo.pop()
        if isinstance(line, m.ShowEach) and not line.members.where:
            todo += line.lines
        elif isinstance(line, m.Show) and line.condition is None and f"{{{variable}}}" not in line.label:
            label, word = line.label, re.compile(rf"\b{re.escape(variable)}\b", re.IGNORECASE)
            said = word.sub(f"{{{variable}}}", label, count=1)
            said = said if said != label else f"{{{variable}}} {label[:1].lower()}{label[1:]}"
            message = f'the label "{label}" is the same for each {node.members.domain.text}'
            context.problems.add("bad-value", message, line.span, help=f'say `show "{said}": …`')


def _of(line: _Line, where: p.Expr, locals_: int, labelled: Callable[[str], str]) -> _Line:
    """A line for a member, shown while `where`, with its number of locals, holds for the member."""
    if isinstance(line, _Besides):
        condition = fold.conj([where, line.shown.condition])
        shown = attrs.evolve(line.shown, condition=condition, locals=max(locals_, line.shown.locals))
        return attrs.evolve(line, line=labelled(line.line), shown=shown)
    condition = fold.conj([where, line.condition])
    return attrs.evolve(line, label=labelled(line.label), condition=condition, locals=max(locals_, line.locals))


def _know_lines(context: Context, besides: Sequence[_Besides], lines: Sequence[str]) -> None:
    """Report additions to lines that no table has, each once."""
    reported = set[Span]()
    for each in besides:
        if each.line not in lines and each.span not in reported:
            reported.add(each.span)
            tables = [table for _, table in context.names.ruleset.all(m.Table)]
            help_ = line_labels.meant(tables, each.written, each.loops, lines)
            context.problems.add("misplaced", f"no line of the table is `{each.written}`", each.span, help=help_)


def _label(variable: str, domain: Domain, number: int, label: str) -> str:
    """A label with the member's word in place of `{variable}`, with a capital letter at its start."""
    gap = f"{{{variable}}}"
    word = domain.words[number]
    return label.replace(gap, word[:1].upper() + word[1:] if label.startswith(gap) else word)


def _item(context: Context, line: m.Show, scope: Scope) -> p.Item:
    condition = typed.truth(context, line.condition, scope) if line.condition else fold.TRUE
    apart = typed.number(context, line.apart, scope).expr if line.apart else None
    shown = _shown(context, line.what, scope)
    zones = shown.zones
    if line.style in ("size", "top card") and shown.ends:
        context.wrong(line.what, "only some cards of these zones are shown", f"leave `{line.style}` out")
    if line.style == "top card":
        _has_top(context, line, zones)
    if line.style == "counted":
        _can_be_counted(context, line, zones)
    style = {"size": "size", "top card": "top", "counted": "counted"}.get(line.style, "cards")
    look = _look(context, line.look, zones if style in ("cards", "counted") else ())
    beside = tuple(_beside(context, each, scope) for each in line.beside)
    return p.Item(
        label=line.label,
        zones=zones,
        style=style,
        value=shown.value,
        members=shown.members,
        apart=apart,
        apart_label=line.apart_label,
        condition=condition,
        locals=scope.routine.locals,
        beside=beside,
        look=look,
        ends=shown.ends,
    )


def _has_top(context: Context, line: m.Show, zones: tuple[int, ...]) -> None:
    """Report a line that shows the top card of a heap."""
    for name, family in context.names.zones.items():
        if family.declared.shape == "heap" and not {*zones}.isdisjoint(family.indices):
            context.wrong(
                line.what, f"`{name}` is a heap, and a heap has no top", "leave `top card` out, or say `size`"
            )
            return


def _can_be_counted(context: Context, line: m.Show, zones: tuple[int, ...]) -> None:
    """Report a line of the table that counts what has no cards, or cards whose order it would lose."""
    if not zones:
        context.wrong(line.what, "no cards are listed here", "leave `counted` out: a number needs no counting")
    for name, family in context.names.zones.items():
        if family.declared.shape == "line" and not {*zones}.isdisjoint(family.indices):
            advice = "leave `counted` out: equal neighbours are counted anyway where there are many"
            context.wrong(line.what, f"`{name}` is a line, and counting loses the order of its cards", advice)
            return


def _beside(context: Context, node: m.Beside, scope: Scope, condition: p.Expr = fold.TRUE) -> p.Beside:
    shown = _shown(context, node.what, scope)
    look = _look(context, node.look, shown.zones)
    locals_ = scope.routine.locals
    return p.Beside(node.label, shown.zones, shown.value, shown.members, look, condition, locals_, shown.ends)


def _look(context: Context, node: m.Look | None, zones: tuple[int, ...]) -> p.Look | None:
    if node and not zones:
        context.wrong(node, "no cards are listed here", "what is printed on cards can be shown where they are listed")
        return None
    return labels.look(context, node) if node else None


def _shown(context: Context, what: m.Expression, scope: Scope) -> _Content:
    """The zones that a line shows, or the value and the words for it."""
    if isinstance(what, m.EndCards) and what.count is None:
        side, of = what.side, what.place.span.text
        context.wrong(what, "a line shows cards of zones, and this is one card", f"say `{side} 1 of {of}`")
        return _Content()
    if places.is_place(context, what, scope):
        return _cards(context, what, scope)
    shown = markers.itself(context.value(what, scope))
    if isinstance(shown.type, t.Truth):
        return _Content(value=fold.choose(shown.expr, YES, NO), members=TRUTHS)
    if not isinstance(shown.type, t.Number | t.Wrong) and not t.is_bit(shown.type):
        help_ = "numbers and members of an enum are shown; a line can be shown `if` something holds"
        context.wrong(what, f"{shown.type.shown} can't be shown", help_)
    words = tuple(context.names.enums.get(shown.type.domain, ())) if t.is_bit(shown.type) else ()
    return _Content(value=shown.expr, members=words)


def _cards(context: Context, what: m.Expression, scope: Scope) -> _Content:
    """The zones that a line shows, whole or only the cards at an end of them."""
    spots = places.place(context, what, scope).spots
    if isinstance(what, m.Of | m.Call | m.EndCards) and not all(isinstance(spot.zone, p.Int) for spot in spots):
        help_ = "name its owner (`… of A`), put the line below `for each player`, or leave the owner out for all"
        context.wrong(what, "a line shows the same zones at all times, and these depend on the game", help_)
    found = [
        (zone, None if spot.whole else _as_they_lie(spot.cards))
        for spot in spots
        for zone in sorted(zone for zone in spot.where if isinstance(zone, int))
    ]
    ends = tuple(cards for _, cards in found)
    return _Content(tuple(zone for zone, _ in found), ends if any(ends) else ())


def _as_they_lie(cards: p.Expr) -> p.Expr:
    """Cards at an end in the order of their zone: those at its last end are taken from there inwards."""
    return cards.cards if isinstance(cards, p.Reversed) else cards
