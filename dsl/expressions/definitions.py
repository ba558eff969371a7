"""Lower definitions where they are used, with everything that modules add to them.

A definition is read as its own module reads it, with its arguments; conditions that widen it are joined to it by `or`,
then those that narrow it by `and`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from dsl.expressions import counters, misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, CardRef, Scalar, Scope, Value, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import foreign_values
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program import fold
from dsl.program import program as p

UNADJUSTABLE = "let the definition read a number that modules set, or test a condition: `if special of … then … else …`"

SELF = "a definition can't use itself: an event with `repeat` counts by steps, and a `number` keeps the result"


def defined(context: Context, name: m.Name, arguments: tuple[Value, ...], scope: Scope) -> Value:
    """The value of a definition for these arguments."""
    part, define = context.names.defines[name.text]
    context.names.see(name, part, scope.part)
    context.use("define", name.text)
    context.origins.cite(scope, define.citations)
    if name.text in scope.defining:
        _circular(context, name, scope.defining[scope.defining.index(name.text) :])
        return WRONG
    if len(arguments) != len(define.parameters):
        return _wrong_number(context, name, len(define.parameters), len(arguments))
    value = context.value(define.value, inside(define, part, arguments, name.text, scope))
    adjusts = context.adjusts.get(name.text, [])
    if not adjusts or isinstance(value.type, t.Wrong):
        covered = _covered(context, value, part, define)
        return value if covered is value.expr else attrs.evolve(value, expr=covered)
    if not adjustable(context, name, value):
        return WRONG
    widen: list[p.Expr] = []
    narrow: list[p.Expr] = []
    for owner, adjust in adjusts:
        context.origins.cite(scope, adjust.citations)
        within = inside(adjust, owner, arguments, name.text, scope, define)
        condition = context.observer.on_adjust(typed.truth(context, adjust.condition, within), owner, adjust)
        if condition != (fold.FALSE if adjust.widens else fold.TRUE):  # it adds something, if only sometimes
            condition = context.coverage.watched(condition, owner, name.text, adjust)
        (widen if adjust.widens else narrow).append(condition)
    if any(not isinstance(condition, p.Int) for condition in (*widen, *narrow)):
        value = attrs.evolve(value, expr=_covered(context, value, part, define, adjusted=True))
    return Scalar(_adjusted(fold.conj, [_adjusted(fold.disj, [value.expr, *widen]), *narrow]), t.Truth())


def adjustable(context: Context, name: m.Name, value: Value) -> bool:
    """Whether a definition is a condition, or no rule widens or narrows it; reports it otherwise."""
    adjusts = context.adjusts.get(name.text, [])
    if not adjusts or isinstance(value.type, t.Truth | t.Wrong) or value.expr in (fold.TRUE, fold.FALSE):
        return True
    message = f"`{name.text}` is {value.type.shown}, and only conditions are widened or narrowed"
    context.wrong(adjusts[0][1], message, UNADJUSTABLE)
    return False


def _adjusted(join: Callable[[Iterable[p.Expr]], p.Expr], conditions: list[p.Expr]) -> p.Expr:
    """The first of some conditions, joined with the others, which adjust it.

    For coverage, a condition that always decides is recorded each time, and so are the conditions that it overrules.
    """
    deciding = [each for each in conditions[1:] if isinstance(each, p.Covered) and isinstance(each.part, p.Int)]
    joined = join(each for each in conditions if each not in deciding)
    for each in deciding:
        joined = p.If(joined, each, each)
    return joined


def _covered(context: Context, value: Value, part: Part, define: m.Define, adjusted: bool = False) -> p.Expr:
    """The value of a definition, recorded for coverage if it is a condition that may or may not hold."""
    if adjusted or (isinstance(value.type, t.Truth) and not isinstance(value.expr, p.Int)):
        return context.coverage.watched(value.expr, part, define.name.text, define)
    return value.expr


def _circular(context: Context, name: m.Name, circle: tuple[str, ...]) -> None:
    """Report definitions that need each other, once for each circle."""
    if not context.circles.intersection(circle):
        way = ", which needs ".join(f"`{each}`" for each in (*circle[1:], name.text))
        message, needs = f"`{name.text}` is defined by itself", f"`{name.text}` needs {way}"
        help_ = SELF if len(circle) == 1 else f"{needs}: let one of them do without the next"
        context.problems.add("circular", message, name.span, help=help_)
    context.problems.repeated()
    context.circles.update(circle)


def implied(context: Context, text: str, scope: Scope) -> tuple[Value, ...]:
    """The arguments of a definition that is named without any: the card that a `where` is about, or none."""
    wants = len(context.names.defines[text][1].parameters)
    return (scope.candidate.value,) if wants == 1 and scope.candidate else ()


def called(context: Context, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Value:
    """The value of a definition with the arguments behind its name: `worth of gem`, `fits(gem, box)`."""
    if name.text not in context.names.defines:
        if name.text in context.names.numbers:
            return counters.counter(context, name, terms, scope)
        if name.text in context.names.zones or name.text in context.names.groups:
            return misfits.zone_value(context, m.Call(name, tuple(terms), span=name.span.to(terms[-1].span)))
        context.names.say_unknown("definition", name, context.names.defines)
        return WRONG
    parameters = context.names.defines[name.text][1].parameters
    if len(parameters) != len(terms):
        return _wrong_number(context, name, len(parameters), len(terms))
    with context.problems.trial() as trial:
        values = tuple(_given(context, name, q, term, scope) for q, term in zip(parameters, terms, strict=True))
    if not trial.clean and (wrong := misordered(context, name, parameters, terms, scope)):
        trial.drop()
        return context.wrong(name, *wrong)
    return defined(context, name, values, scope)


def misordered(
    context: Context, name: m.Name, parameters: Sequence[m.Parameter], terms: Sequence[m.Expression], scope: Scope
) -> tuple[str, str] | None:
    """The message and the advice about arguments that fit in another order; None if they fit in none."""
    order = misfits.reordered(context, [parameter_type(context, each) for each in parameters], terms, scope)
    if order is None:
        return None
    declared = ", ".join(each.name.text for each in parameters)
    return f"these stand in another order than in `{name.text}({declared})`", f"say `{name.text}({', '.join(order)})`"


def card_argument(context: Context, name: m.Name, parameter: m.Parameter, term: m.Expression, scope: Scope) -> CardRef:
    """An argument that is a card; where another type may have been forgotten, says how to declare it."""
    with context.problems.trial() as trial:
        card = typed.card(context, term, scope)
    if trial.clean and (wrong := foreign_values.not_given(context.names, name, parameter, term, scope.variables)):
        context.wrong(term, *wrong)
    if trial.clean or parameter.type is not None or context.names.class_name(parameter.name.text) is not None:
        return card
    with context.problems.trial() as other:
        given = context.value(term, scope).type
        other.drop()
    if isinstance(given, t.Number | t.Member | t.Player):
        trial.drop()
        type_ = given.domain if isinstance(given, t.Member) else given.short
        message = f"this is {given.shown}, and `{parameter.name.text}` of `{name.text}` is a card"
        advice = f"a parameter without a type is a card: declare it as `{parameter.name.text}: {type_}`"
        context.wrong(term, message, advice)
    return card


def _given(context: Context, name: m.Name, parameter: m.Parameter, term: m.Expression, scope: Scope) -> Value:
    """An argument of a definition; reports one of another type than its parameter."""
    wanted = parameter_type(context, parameter)
    if isinstance(wanted, t.Card):
        return card_argument(context, name, parameter, term, scope)
    value = context.value(term, scope)
    no_member = isinstance(value.type, t.Nothing) and t.is_bit(wanted)
    if value.type != wanted and not isinstance(value.type, t.Wrong) and not no_member:
        return unfitting(context, name, parameter, term, value, scope)
    typed.certain(context, value, term)
    if not isinstance(value, Scalar):
        return value
    return attrs.evolve(value, optional=False, several=as_set(context, parameter, value, term))


def as_set(context: Context, parameter: m.Parameter, value: Scalar, node: m.Expression) -> bool:
    """Whether a parameter is a set of members, whatever it is given; reports a set that is given to another."""
    several = parameter.type is not None and parameter.type.form == "set"
    if value.several and not several and parameter.type is not None:
        name, of = parameter.name.text, parameter.type.name
        context.wrong(node, f"`{name}` is a single {of}, and this is a set", f"declare it as `{name}: set of {of}`")
    return several


def unfitting(
    context: Context, name: m.Name, parameter: m.Parameter, term: m.Expression, value: Value, scope: Scope
) -> Scalar:
    """Report an argument of another type than its parameter."""
    wanted = parameter_type(context, parameter)
    message = f"`{parameter.name.text}` of `{name.text}` is {wanted.shown}, and this is {value.type.shown}"
    return context.wrong(term, message, misfits.instead(context, term, value, wanted, scope))


def _wrong_number(context: Context, name: m.Name, wanted: int, given: int) -> Scalar:
    """Report a definition that is used with too many or too few arguments."""
    usage = {0: f"`{name.text}`", 1: f"`{name.text} of …`"}.get(wanted, f"`{name.text}({', '.join('…' * wanted)})`")
    return context.wrong(name, about(name.text, wanted, given), f"say {usage}")


def about(name: str, wanted: int, given: int) -> str:
    """The message about too many or too few arguments."""
    return f"`{name}` is about {_things(wanted)}, and {_things(given)} {'stands' if given < 2 else 'stand'} here"


def _things(number: int) -> str:
    return {0: "nothing", 1: "one thing"}.get(number, f"{number} things")


def inside(
    node: m.Define | m.Adjust,
    part: Part,
    arguments: tuple[Value, ...],
    name: str,
    scope: Scope,
    define: m.Define | None = None,
) -> Scope:
    """The scope of a definition, or of a rule that adjusts it, with its arguments as variables."""
    parameters = node.parameters or (define.parameters if define else ())
    variables = {q.name.text: Variable(value, -1) for q, value in zip(parameters, arguments, strict=False)}
    candidate = next(iter(variables.values())) if len(variables) == 1 else None
    return Scope(scope.routine, part, variables, candidate, scope.origin, (*scope.defining, name), scope.exposing)


def adjusts_of(names: Names) -> dict[str, list[tuple[Part, m.Adjust]]]:
    """The rules that widen or narrow each definition, by its name; reports those that can't."""
    found: dict[str, list[tuple[Part, m.Adjust]]] = {}
    for part, adjust in names.ruleset.all(m.Adjust):
        if _adjusts_something(names, adjust, part):
            found.setdefault(adjust.name.text, []).append((part, adjust))
    return found


def _adjusts_something(names: Names, adjust: m.Adjust, part: Part) -> bool:
    """Whether there is a definition that a rule can widen or narrow; reports a rule without one."""
    name = adjust.name
    if name.text not in names.defines:
        names.say_unknown("definition", name, names.defines)
        return False
    owner, define = names.defines[name.text]
    names.see(name, owner, part)
    wanted, given = len(define.parameters), len(adjust.parameters)
    if given not in (0, wanted):
        parameters = ", ".join(each.name.text for each in define.parameters)
        word = "widen" if adjust.widens else "narrow"
        whole = f"say `{word} {name.text}({parameters}) when …`" if wanted else f"say `{word} {name.text} when …`"
        help_ = f"{whole}, or leave the parentheses out" if wanted else whole
        names.problems.add("type", about(name.text, wanted, given), name.span, help=help_)
    return given in (0, wanted)


def parameter_type(context: Context, parameter: m.Parameter) -> t.Plain | t.Card:
    """The type of a parameter: a card, unless it declares another."""
    if parameter.type is None:
        return t.Card()
    name = parameter.type.name
    if name == "number":
        return t.Number()
    of = context.names.domain(name)
    if of is not None:
        return of.type
    if context.names.class_name(name) is not None:
        return t.Card()
    context.names.say_unknown(
        "kind",
        m.Name(name, span=parameter.type.span),
        ["number", "player", *context.names.enums, *context.names.places, *context.names.kinds],
    )
    return t.Wrong()
