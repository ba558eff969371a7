"""Lower a ruleset's names and rules to woven routines of limited size.

Also lowers everything else that refers to the rules: the table, help, invariants. Reports problems of types and meaning
on the way. The checks read the result, and `assemble` makes the program from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

import attrs

from dsl.assembly import components
from dsl.assembly.display import items
from dsl.expressions import classes, typed
from dsl.expressions.bounds import measure
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Routine
from dsl.text.diagnostics import Problems
from dsl.weaving import endings, lasting, scores, zone_events
from dsl.weaving.weave import weave
from dsl.weaving.weaving import Weaving


@attrs.frozen
class Lowered:
    """A ruleset whose rules are woven and measured, before they are cut, for its checks."""

    weaving: Weaving
    firsts: Mapping[str, int]
    items: tuple[p.Item, ...]
    invariants: tuple[p.Invariant, ...]
    out_of_reach: tuple[p.OutOfReach, ...]
    scoring: p.Scoring | None
    help: tuple[p.Help, ...]
    prompts: tuple[p.Prompt, ...]
    setting: tuple[int, ...]


def lower(names: Names, problems: Problems) -> Lowered:
    """The rules of a ruleset as routines of structured steps, and everything else that refers to them."""
    weaving = weave(names)
    context = weaving.context
    shown = tuple(items(context))
    prompts = tuple(components.prompts(context))
    invariants = tuple(endings.invariants(context))
    out_of_reach = tuple(endings.out_of_reach(context))
    scoring = scores.scoring(context)
    with names.usage.paused():
        help_ = tuple(_help(context))
    setting = tuple(_setting(context))
    problems.stop_if_any()
    firsts = {name: _initial(family.declared, family.part, context) for name, family in names.numbers.items()}
    lasting.wrap(weaving, firsts)
    zone_events.prune(weaving)
    problems.stop_if_any()
    measure(weaving.finished, names, context.origins.made)
    return Lowered(weaving, firsts, shown, invariants, out_of_reach, scoring, help_, prompts, setting)


def _initial(number: m.NumberOf, part: Part, context: Context) -> int:
    """The first value of a number."""
    if number.initial is None:
        return max(number.minimum, min(0, number.maximum))
    value = typed.number(context, number.initial, Scope(Routine(""), part))
    initial = fold.known(value.expr, {}, [])
    if initial is None:
        message = "where a number starts must be known before the game begins"
        help_ = "say a number, an option or `players`; what else it begins with is set in `event setup`"
        context.problems.add("not-fixed", message, number.initial.span, help=help_)
    elif not number.minimum <= initial <= number.maximum and not isinstance(value.type, t.Wrong):
        message = f"`{number.name.text}` goes from {number.minimum} to {number.maximum} and can't start at {initial}"
        context.problems.add("bad-value", message, number.initial.span, help="widen the range, or start within it")
    return initial or 0


def _help(context: Context) -> Iterator[p.Help]:
    for part, node in context.names.ruleset.all(m.Help, m.Topic):
        match node:
            case m.Topic(title, text, citations):
                yield p.Help(title, frozenset(), text, citations, part.module)
            case m.Help(kind, text, citations):
                yield p.Help(kind.text, classes.kind(context, kind, part), text, citations, part.module)
            case _:
                assert_never(node)


def _setting(context: Context) -> Iterator[int]:
    """The origins of numbered declarations by which the game is laid out."""
    for part, node in context.names.ruleset.all(m.Choice, m.Kind, m.Class, m.CardTable, m.Card, m.Zone, m.NumberOf):
        match node:
            case m.Choice(name):
                said = f"option {name.text}: {context.names.ruleset.settings[name.text]}"
            case m.Kind(name) | m.Class(name) | m.Zone(name) | m.NumberOf(name):
                sort = node.sort if isinstance(node, m.NumberOf) else type(node).__name__.lower()
                said = f"{sort} {name.text}"
            case m.CardTable(kind, zone):
                said = f"cards {kind.text} in {zone.text}" if kind else f"more cards in {zone.text}"
            case m.Card(name, _, count, zone):
                said = f"card {name.text}, {count} in {zone.text}"
            case _:
                continue
        if node.citations:
            yield context.origins.add(part, said, node.citations, node)
