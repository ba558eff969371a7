"""Record where the cards of variables lie after branches, blocks and loops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.expressions import places
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG_CARD, CardRef, Scalar, Scope, Variable
from dsl.model import model as m
from dsl.model.traverse import names_in
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Plain, Step, union


def hides(context: Context, name: m.Name, scope: Scope, again: bool = False, loop: bool = False) -> None:
    """Report a new variable that hides one that the block can read, which the author may take for the same.

    `again`: it may be there already, as the card of each `draw` may, but not as what the event is about. `loop`: it is
    the variable of a loop. No `set` stands for either of them.
    """
    scope.routine.named.setdefault(name.text, "")
    _hides_number(context, name, scope, makes=not (again or loop))
    event = context.names.events.get(scope.routine.name)
    own = event is not None and name.text in {parameter.name.text for parameter in event[1].parameters}
    if name.text not in scope.variables or (again and not own):
        return
    if own:
        message = f"`{name.text}` is what `{scope.routine.name}` is about, and this variable would hide it"
    else:
        message = f"there is a variable `{name.text}` already, and this one would hide it"
    help_ = "choose another name" if loop or again else f"say `set {name.text} to …`, or choose another name"
    context.problems.add("declared-twice", message, name.span, help=help_)


def holds(name: m.Name, value: Scalar, scope: Scope) -> None:
    """Note what a variable holds that is no card, for messages about it after its end."""
    match value.type:
        case t.Number() | t.Player():
            scope.routine.named[name.text] = value.type.short
        case t.Member(domain):
            scope.routine.named[name.text] = domain


def in_vain(node: m.Statement, scope: Scope) -> None:
    """Let the variable of a statement with a reported mistake be no further problem."""
    if isinstance(node, m.Draw | m.Reveal) and node.variable is not None:
        scope.variables.setdefault(node.variable.text, Variable(WRONG_CARD, -1))


def _hides_number(context: Context, name: m.Name, scope: Scope, *, makes: bool) -> None:
    """Report a variable with the name of a number of the game, which its author may want to set."""
    family = context.names.numbers.get(name.text)
    if family is not None and family.part.module in (scope.part.module, context.names.ruleset.base):
        message = f"`{name.text}` is a {family.sort} of the game, and this variable would hide it"
        set_ = f"say `set {name.text} to …`"
        help_ = f"{set_}, or choose another name" if makes else f"choose another name, and {set_} below"
        context.problems.add("declared-twice", message, name.span, help=help_)


def merge(scope: Scope, inners: Sequence[Scope]) -> None:
    """Record where cards lie after branches: known exactly only if all branches leave it as it was before."""
    for name, variable in scope.variables.items():
        before = variable.value
        there = (inner.variables[name] for inner in inners)
        if isinstance(before, Scalar) and before.least is not None:
            if any(each.value != before for each in there if each.local == variable.local):
                loosen(variable)
            continue
        if variable.zone_local < 0 or not isinstance(before, CardRef):
            continue
        after = [each.value for each in there if each.local == variable.local and isinstance(each.value, CardRef)]
        if any(value != before for value in after):
            where = union(value.where or frozenset() for value in [*after, before])
            variable.lies(p.Local(variable.zone_local), where)


def loosen(variable: Variable) -> None:
    """Forget between which bounds the number of a variable lies, if it is one."""
    if isinstance(variable.value, Scalar) and variable.value.least is not None:
        variable.value = attrs.evolve(variable.value, least=None, most=None)


def adopt(scope: Scope, inner: Scope) -> None:
    """Record where cards lie after a block that always runs."""
    for name, variable in scope.variables.items():
        if inner.variables[name].local == variable.local:
            variable.value = inner.variables[name].value


def forget(context: Context, scope: Scope, body: Iterable[m.Statement]) -> None:
    """Forget where those cards lie that the body of a loop may move."""
    every = frozenset[int | tuple[str, str, int]](context.names.zoned)
    for name in set(_moved(body)) & set(scope.variables):
        variable = scope.variables[name]
        loosen(variable)
        if variable.zone_local >= 0:
            variable.lies(p.Local(variable.zone_local), every)


def found(context: Context, condition: m.Expression, body: Sequence[m.Node], scope: Scope, origin: int) -> list[Step]:
    """Steps where a condition holds by which a card, or one equal to it, lies in a zone: from here on it lies there.

    An event may have moved it since the rule found it. If it still lies where it was found, that one is meant.
    """
    match condition:
        case m.All(parts):
            return [step for part in parts for step in found(context, part, body, scope, origin)]
        case m.Compare("in", m.Named(name), place) if name.text in scope.variables:
            variable = scope.variables[name.text]
        case _:
            return []
    value, zone_local = variable.value, variable.zone_local
    if zone_local < 0 or not isinstance(value, CardRef) or not any(names_in(each, name.text) for each in body):
        return []
    if value.zone is None or value.where is None or not places.is_place(context, place, scope):
        return []
    spots = places.place(context, place, scope.reading(exposing=None)).spots
    if len(spots) != 1 or spots[0].zone == value.zone or spots[0].where == value.where:
        return []
    there = p.Binary("in", value.expr, p.Zone(value.zone))
    variable.lies(p.Local(zone_local), union([value.where, spots[0].where]))
    return [Plain(p.SetLocal(zone_local, fold.choose(there, value.zone, spots[0].zone), origin))]


def _moved(body: Iterable[m.Statement]) -> Iterator[str]:
    """Names of the variables that some statement within moves or exchanges."""
    for statement in body:
        match statement:
            case m.Move(m.Onward(m.Named(name)), _) | m.Move(m.Named(name), _) | m.Lay(m.Named(name), _):
                yield name.text
            case m.Exchange(first, second):
                yield from (part.name.text for part in (first, second) if isinstance(part, m.Named))
            case m.Set(m.Named(name), _) | m.Roll(_, _, name):
                yield name.text
            case m.If(_, then, otherwise):
                yield from _moved((*then, *otherwise))
            case m.Repeat(_, _, inner) | m.Each(_, inner) | m.Together(inner):
                yield from _moved(inner)
            case m.Ask(options=options):
                yield from _moved(s for option in options for s in option.body)
            case _:
                pass
