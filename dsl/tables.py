"""`table` → what a player sees: items with the zones or the values that they show.

Lines that stand below `for each` are written out, once for each member of a domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dsl import domains, fold, looks, places
from dsl import model as m
from dsl import program as p
from dsl.names import Domain
from dsl.values import Routine, Scope, Value, Variable, spoken
from dsl.weave import Weaver


def items(weaver: Weaver) -> Iterator[p.Item]:
    """The items of all tables, in the order of the text."""
    for part, table in weaver.names.ruleset.all(m.Table):
        assert isinstance(table, m.Table)
        for item in _lines(weaver, table.lines, Scope(Routine("table"), part)):
            if item.condition != fold.FALSE:
                yield item


def _lines(weaver: Weaver, lines: Sequence[m.Show | m.ShowEach], scope: Scope) -> Iterator[p.Item]:
    for line in lines:
        if isinstance(line, m.ShowEach):
            yield from _each(weaver, line, scope)
        else:
            routine = Routine("table")
            yield _item(weaver, line, attrs.evolve(scope, routine=routine, variables=dict(scope.variables)))


def _each(weaver: Weaver, node: m.ShowEach, scope: Scope) -> Iterator[p.Item]:
    """The lines for each member of a domain; what is wrong with them is said once."""
    domain = domains.domain(weaver, node.members.domain, scope)
    problems = weaver.names.problems
    for number, value in enumerate(domain.values if domain else ()):
        told = list(problems.found)
        inner = scope.inner()
        inner.variables[node.members.variable.text] = Variable(Value(p.Int(value), domain.type if domain else ""), -1)
        where = weaver.truth(node.members.where, inner) if node.members.where else fold.TRUE
        for item in _lines(weaver, node.lines, inner):
            label = _label(item.label, node.members.variable.text, domain, number)
            yield attrs.evolve(item, label=label, condition=fold.conj([where, item.condition]))
        if number:
            problems.found = told


def _label(label: str, variable: str, domain: Domain | None, number: int) -> str:
    """A label with the member's word in place of `<variable>`; it begins with a capital letter as others do."""
    gap = f"<{variable}>"
    word = domain.words[number] if domain else ""
    return label.replace(gap, word[:1].upper() + word[1:] if label.startswith(gap) else word)


def _item(weaver: Weaver, line: m.Show, scope: Scope) -> p.Item:
    condition = weaver.truth(line.condition, scope) if line.condition else fold.TRUE
    apart = weaver.number(line.apart, scope).expr if line.apart else None
    zones, value, members = _shown(weaver, line.what, scope)
    style = {"size": "size", "top card": "top"}.get(line.style, "cards")
    look = _look(weaver, line.look, zones if style == "cards" else ())
    beside = tuple(_beside(weaver, each, scope) for each in line.beside)
    return p.Item(
        line.label, zones, style, value, members, apart, line.apart_label, condition, scope.routine.locals, beside, look
    )


def _beside(weaver: Weaver, node: m.Beside, scope: Scope) -> p.Beside:
    zones, value, members = _shown(weaver, node.what, scope)
    return p.Beside(node.label, zones, value, members, _look(weaver, node.look, zones))


def _look(weaver: Weaver, node: m.Look | None, zones: tuple[int, ...]) -> p.Look | None:
    if node and not zones:
        weaver.wrong(node, "no cards are listed here", "what is printed on cards can be shown where they are listed")
        return None
    return looks.look(weaver, node) if node else None


def _shown(weaver: Weaver, what: m.Expression, scope: Scope) -> tuple[tuple[int, ...], p.Expr | None, tuple[str, ...]]:
    """What a line shows: zones, or a value and the words for it."""
    if isinstance(what, m.EndCards):
        weaver.wrong(what, "whole zones and groups are shown, not the cards at an end", "say `…, top card`")
        return (), None, ()
    if places.is_place(weaver, what, scope):
        spots = places.place(weaver, what, scope).spots
        zones = tuple(z for spot in spots for z in sorted(z for z in spot.where if isinstance(z, int)))
        for zone in zones:
            weaver.use("shown", str(zone))
        return zones, None, ()
    shown = weaver.value(what, scope)
    if shown.type not in ("number", "wrong") and not shown.type.startswith("enum "):
        help_ = "numbers and members of an enum are shown; a line can be shown `if` something holds"
        weaver.wrong(what, f"{spoken(shown.type)} can't be shown", help_)
    return (), shown.expr, tuple(weaver.names.enums.get(shown.type.removeprefix("enum "), ()))
