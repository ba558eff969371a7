"""Report two options of a prompt that read the same, of which only the first could ever be chosen.

Such options have the same words and can be about the same cards, and neither the printed values of the cards nor their
conditions exclude that both are offered. Words that are equal only while certain cards lie in certain zones are not
reported: then the first option is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from dsl.expressions.context import Context
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import rebuilt
from dsl.routines.steps import Option
from dsl.text.diagnostics import Label


def coinciding(context: Context, prompt: str, options: Sequence[Option], window: bool) -> None:
    """Report options of a prompt that read the same, once for all its places; a window's last option passes it."""
    for first, second in combinations(options, 2):
        if first.words == second.words and _alike(first, second) and not _exclusive(first, second, context):
            one, two = (context.origins[option.origin] for option in (first, second))
            if window and second is options[-1]:
                _report(context, f"the window `{prompt}` itself has an option `continue`", one, None)
            elif one.span != two.span:
                words = "".join(part if isinstance(part, str) else "…" for part in first.words)
                _report(context, f"two options of `{prompt}` read the same: `{words}`", two, one)


def _report(context: Context, message: str, here: p.Origin, other: p.Origin | None) -> None:
    spans = (here.span, other.span if other else here.span)
    if spans in context.prompts.coinciding:
        return
    context.prompts.coinciding.add(spans)
    apart = other is not None and here.module != other.module
    context.problems.add(
        "coinciding",
        message,
        here.span,
        label=f"in `{here.module}`" if apart else "",
        related=[Label(other.span, f"in `{other.module}`" if apart else "the other option")] if other else [],
        help="give one of them other words, or let one option decide what happens" if other else "give it other words",
    )


def _alike(first: Option, second: Option) -> bool:
    """Whether two options with the same words take as many cards from the same zones, or the same values."""
    pairs = zip(first.parameters, second.parameters, strict=True)
    return all(_drawn(one) & _drawn(two) and _as_many(one, two) for one, two in pairs)


def _as_many(one: p.Parameter, two: p.Parameter) -> bool:
    (least, most), (fewest, limit) = ((of.least or 1, of.most or 1) for of in (one, two))
    return least <= limit and fewest <= most


def _drawn(parameter: p.Parameter) -> set[tuple[object, ...]]:
    if parameter.values:
        return {(word,) for word in parameter.words}
    return {(source.zone, source.prefix, source.suffix, parameter.by_position) for source in parameter.sources}


def _exclusive(first: Option, second: Option, context: Context) -> bool:
    """Whether no card can be chosen for both, or the condition of one denies that of the other."""
    pairs = list(zip(first.parameters, second.parameters, strict=True))
    if any(not _shared(one, two, context) for one, two in pairs):
        return True
    same = {two.card: one.card for one, two in pairs} | {two.zone: one.zone for one, two in pairs}
    asked = set(_conjuncts([first.condition, *(one.condition for one in first.parameters)]))
    others = _conjuncts([second.condition, *(two.condition for two in second.parameters)])
    return any(denied in asked for other in others for denied in _denials(_renamed(other, same)))


def _shared(one: p.Parameter, two: p.Parameter, context: Context) -> bool:
    """Whether a card or value may be chosen for both, by its printed values; of several cards these tell nothing."""
    if one.most or two.most:
        return True
    printed, cards = context.tables.printed, len(context.names.ids)
    if not one.values:
        held = [fold.by_card(each.condition, each.card, cards, printed) for each in (one, two)]
        return any(first != 0 and second != 0 for first, second in zip(*held, strict=True))
    return any(
        fold.known(one.condition, {one.card: value}, printed) != 0
        and fold.known(two.condition, {two.card: value}, printed) != 0
        for value in set(one.values) & set(two.values)
    )


def _conjuncts(conditions: Iterable[p.Expr]) -> Iterator[p.Expr]:
    for condition in conditions:
        if isinstance(condition, p.And):
            yield from _conjuncts(condition.parts)
        elif isinstance(condition, p.Covered):
            yield from _conjuncts([condition.part])
        else:
            yield condition


OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def _denials(condition: p.Expr) -> Iterator[p.Expr]:
    """The conditions that are the opposite of one."""
    yield fold.neg(condition)
    if isinstance(condition, p.Binary) and condition.operator in OPPOSITES:
        yield p.Binary(OPPOSITES[condition.operator], condition.left, condition.right)


def _renamed(expr: p.Expr, locals_: Mapping[int, int]) -> p.Expr:
    """The expression with other locals in place of these."""
    if isinstance(expr, p.Local):
        return p.Local(locals_.get(expr.index, expr.index))
    return rebuilt(expr, lambda part: _renamed(part, locals_))
