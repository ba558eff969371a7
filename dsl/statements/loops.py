"""Lower `for each` to structured steps.

The cards are read once, before the first round, from all zones of the selection. The number of cards already visited
gives the zone in which the next one was found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import UnionType

import attrs

from dsl.expressions import classes, domains, misfits, places
from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope, Spot, Variable
from dsl.model import model as m
from dsl.model.traverse import every_node, names_in, parts
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import ForEach, Frame, Plain, Step, union
from dsl.statements import variables

Found = Sequence[tuple[Spot, int, p.Expr]]


def each(context: Context, node: m.Each, scope: Scope, frame: Frame) -> list[Step]:
    """`for each … in …`: a round for every card that was in the selection at its beginning."""
    origin = context.origins.at(scope, node)
    variables.forget(context, scope, node.body)
    named = node.selection.domain if isinstance(node.selection, m.Among) else node.selection.kind
    if node.selection.variable != named:
        variables.hides(context, node.selection.variable, scope, loop=True)
    if isinstance(node.selection, m.Among):
        return _members(context, node, node.selection, scope, frame, origin)
    found = places.selection(context, node.selection, scope)
    if not found:
        return []
    saving, zones = _saved(found, scope, origin)
    reading, cards, visiting, zone = _list(found, zones, scope, origin)
    inner = scope.inner()
    sole = context.tables.sole(classes.kind(context, node.selection.kind, scope.part))
    variable = inner.card_variable(node.selection.variable.text, zone, union(spot.where for spot, _, _ in found), sole)
    misfits.misread(context, node.selection.kind, inner)
    listed, position = scope.routine.new(), scope.routine.new()
    scope.routine.lists.add(listed)
    body: list[Step] = [Plain(p.SetLocal(variable.zone_local, zone, origin)), *visiting]
    body.extend(context.block(node.body, inner, attrs.evolve(frame, loop=-1, rounds=None)))
    return [*saving, *reading, ForEach(variable.local, listed, position, cards, tuple(body), origin)]


def _members(context: Context, node: m.Each, among: m.Among, scope: Scope, frame: Frame, origin: int) -> list[Step]:
    """A round for every member of a domain that satisfied a condition at the beginning."""
    found = domains.listed(context, among, scope)
    if found is None:
        return []
    members, type_ = found
    _same_for_each(context, node, among, scope)
    _taken_from_another(context, node, among, scope)
    inner = scope.inner()
    local, listed, position = scope.routine.new(), scope.routine.new(), scope.routine.new()
    scope.routine.lists.add(listed)
    inner.variables[among.variable.text] = Variable(Scalar(p.Local(local), type_), local)
    body = context.block(node.body, inner, attrs.evolve(frame, loop=-1, rounds=None))
    return [ForEach(local, listed, position, members, tuple(body), origin)]


def _same_for_each(context: Context, node: m.Each, among: m.Among, scope: Scope) -> None:
    """Report a loop over the players that uses what the acting player has, and names no other.

    If the turn may pass within the loop, the acting player is another one each time.
    """
    variable = among.variable.text
    if among.domain.text != "player" or any(names_in(part, variable) for part in node.body):
        return
    rules = context.names.ruleset.all(m.Event, m.Hook, m.Handler)
    passing = any(_holds(rule.body, m.NextPlayer) for _, rule in rules)
    if _holds(node.body, m.NextPlayer) or (passing and _holds(node.body, m.Do | m.Ask)):
        return
    own = next((name for part in node.body for name in _own(context, part, scope)), None)
    if own is not None:
        message = (
            f"`{own.text}` is that of the acting player in every round, because the loop doesn't name `{variable}`"
        )
        rounds = "if it is meant so many times, say `repeat players times`"
        context.wrong(own, message, f"say whose it is: `{own.text} of {variable}`; {rounds}")


def _taken_from_another(context: Context, node: m.Each, among: m.Among, scope: Scope) -> None:
    """Report a loop over the players that asks for a zone of each, and then takes cards from the acting player's."""
    variable = among.variable.text
    asking = (each for each in node.body if isinstance(each, m.If) and among.domain.text == "player")
    for branch in asking:
        asked = {
            each.name.text
            for each in every_node(branch.condition)
            if isinstance(each, m.Of) and isinstance(each.term, m.Named) and each.term.name.text == variable
        }
        if any(names_in(each, variable) for each in branch.then) or _holds(branch.then, m.NextPlayer):
            continue
        for each in (each for each in branch.then if isinstance(each, m.Move | m.Draw)):
            source = each.moved if isinstance(each, m.Move) else each.source
            own = next((name for name in _own(context, each, scope) if name.span.end <= source.span.end), None)
            if own is not None and own.text in asked and own.text in context.names.zones:
                message = f"this takes cards of the acting player, and its condition asks for those of `{variable}`"
                advice = f"say `{own.text} of {variable}`, or `{own.text} of player` if the acting player's is meant"
                context.wrong(own, message, advice)


def once_for_each_player(context: Context, node: m.Repeat, scope: Scope) -> None:
    """Report `repeat players times` in the setup that deals to the acting player in every round."""
    times = node.expression
    if scope.routine.name != "setup" or not isinstance(times, m.Named) or times.name.text != "players":
        return
    if context.players == 1 or _holds(node.body, m.NextPlayer | m.Do | m.Ask):
        return
    own = next((name for part in node.body for name in _own(context, part, scope)), None)
    if own is not None:
        message = f"`{own.text}` is that of the acting player in every round, because the turn doesn't pass"
        context.wrong(own, message, f"say `for each p: player` with `{own.text} of p`, or `next player` in the block")


def _holds(body: Iterable[m.Node], kind: type[m.Node] | UnionType) -> bool:
    """Whether a node of a sort stands in a block, at any depth."""
    return any(isinstance(node, kind) or _holds(parts(node), kind) for node in body)


def _own(context: Context, node: m.Node, scope: Scope) -> Iterator[m.Name]:
    """The names in a node that mean a zone or number of the acting player."""
    for part in parts(node):
        if isinstance(part, m.Named) and part.name.text not in scope.variables:
            families = (context.names.zones.get(part.name.text), context.names.numbers.get(part.name.text))
            if any(family and [domain.name for domain in family.domains] == ["player"] for family in families):
                yield part.name
        yield from _own(context, part, scope)


def _saved(found: Found, scope: Scope, origin: int) -> tuple[list[Step], list[p.Expr]]:
    """The steps that save the zones of a selection for all rounds, and the zones: their player may change meanwhile."""
    steps: list[Step] = []
    zones = [scope.kept(spot.zone, steps, origin) for spot, _, _ in found]
    return steps, zones


def _list(
    found: Found, zones: Sequence[p.Expr], scope: Scope, origin: int
) -> tuple[list[Step], p.Expr, list[Step], p.Expr]:
    """Steps that read the cards, their list, steps of each round, and the zone of the card at hand (before those)."""
    lists = [spot.cards if c == fold.TRUE else p.Filter(spot.cards, local, c) for spot, local, c in found]
    if len(lists) == 1:
        return [], lists[0], [], zones[0]
    listed, visited = scope.routine.new(), scope.routine.new()
    scope.routine.lists.add(listed)
    steps: list[Step] = [Plain(p.SetLocal(visited, p.Int(0), origin)), Plain(p.SetLocal(listed, lists[0], origin))]
    zone = zones[0]
    for cards, later in zip(lists[1:], zones[1:], strict=True):
        end = scope.routine.new()
        steps.append(Plain(p.SetLocal(end, p.Size(p.Local(listed)), origin)))
        steps.append(Plain(p.SetLocal(listed, p.Binary("++", p.Local(listed), cards), origin)))
        zone = p.If(p.Binary("<", p.Local(visited), p.Local(end)), zone, later)
    visiting: list[Step] = [Plain(p.SetLocal(visited, p.Binary("+", p.Local(visited), p.Int(1)), origin))]
    return steps, p.Local(listed), visiting, zone
