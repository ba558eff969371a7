"""Lower definitions where they are used, with everything that modules add to them.

A definition is read as its own module reads it, with its arguments. Conditions that widen it are joined to it by `or`,
then those that narrow it by `and`; amounts that raise or lower it are added up, and its bounds act on the sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

import attrs

from dsl.expressions import counters, markers, misfits, places, typed
from dsl.expressions.context import Context, Repeatable
from dsl.expressions.values import WRONG, CardList, CardRef, Scalar, Scope, Value, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import foreign_values
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import shifted
from dsl.routines.steps import union

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
        return _wrong_number(context, name, len(define.parameters), [each.type for each in arguments])
    if define.scores == "player":
        with context.acting_as(arguments[0].expr):
            return _once(context, name, arguments, scope)
    return _once(context, name, arguments, scope)


def _once(context: Context, name: m.Name, arguments: tuple[Value, ...], scope: Scope) -> Value:
    """The value of a definition, lowered once for the same arguments if nothing is wrong with it."""
    bounds = context.bounds
    if not context.repeats or bounds.depth == 0:
        return _whole(context, name, arguments, scope)
    key = (name.text, arguments, context.acting, scope.exposing is None, context.trying > 0)
    known = context.repeatable.get(key)
    if known is not None and bounds.depth <= known.depth and bounds.selections <= known.selections:
        return _repeated(context, known, name, scope)
    routine, first, reports = scope.routine, scope.routine.locals, context.problems.reported
    exposed, parts = len(scope.exposing or ()), bounds.parts
    read, cited = context.names.usage.begin(), context.origins.through.pop(scope.origin, {})
    value = _whole(context, name, arguments, scope)
    read, own = context.names.usage.end(read), context.origins.through.pop(scope.origin, {})
    context.origins.cite(scope, (*cited, *own))
    movable = routine.locals == first or (isinstance(value, Scalar) and value.marker is None)
    if movable and context.problems.reported == reports and len(scope.exposing or ()) == exposed:
        lists = frozenset(local for local in routine.lists if local >= first)
        context.repeatable[key] = Repeatable(
            value, first, routine.locals - first, lists, read, tuple(own),
            bounds.parts - parts, bounds.depth, bounds.selections,
        )  # fmt: skip
    return value


def _repeated(context: Context, known: Repeatable, name: m.Name, scope: Scope) -> Value:
    """The value of a definition that was lowered before, with locals of this routine."""
    context.bounds.grow(name, known.parts)
    context.names.usage.use_all(known.read)
    context.origins.cite(scope, known.cited)
    moved = scope.routine.locals - known.first
    scope.routine.locals += known.locals
    scope.routine.lists.update(local + moved for local in known.lists)
    if not known.locals or not moved:
        return known.value
    return attrs.evolve(known.value, expr=shifted(known.value.expr, known.first, moved))


def _whole(context: Context, name: m.Name, arguments: tuple[Value, ...], scope: Scope) -> Value:
    """The value of a definition for as many arguments as it has parameters."""
    part, define = context.names.defines[name.text]
    value = context.value(define.value, inside(define, part, arguments, name.text, scope))
    if name.text not in context.adjusts or isinstance(value.type, t.Wrong):
        covered = _covered(context, value, part, define)
        return value if covered is value.expr else attrs.evolve(value, expr=covered)
    if not adjustable(context, name, value):
        return WRONG
    if isinstance(context.adjusts[name.text][0][1], m.Adjust):
        return _joined(context, value, arguments, name.text, scope)
    return _summed(context, value, arguments, name.text, scope)


def _joined(context: Context, value: Value, arguments: tuple[Value, ...], name: str, scope: Scope) -> Scalar:
    """A condition with all that widens it, then all that narrows it."""
    part, define = context.names.defines[name]
    widen: list[p.Expr] = []
    narrow: list[p.Expr] = []
    for owner, adjust in context.adjusts[name]:
        assert isinstance(adjust, m.Adjust)
        context.origins.cite(scope, adjust.citations)
        within = inside(adjust, owner, arguments, name, scope, define)
        condition = context.observer.on_adjust(typed.truth(context, adjust.condition, within), owner, adjust)
        if condition != (fold.FALSE if adjust.widens else fold.TRUE):  # it adds something, if only sometimes
            condition = context.coverage.watched(condition, owner, name, adjust)
        (widen if adjust.widens else narrow).append(condition)
    expr = value.expr
    if any(not isinstance(condition, p.Int) for condition in (*widen, *narrow)):
        expr = _covered(context, value, part, define, adjusted=True)
    return Scalar(_adjusted(fold.conj, [_adjusted(fold.disj, [expr, *widen]), *narrow]), t.Truth())


def _summed(context: Context, value: Value, arguments: tuple[Value, ...], name: str, scope: Scope) -> Scalar:
    """A number with all that raises and lowers it, then kept within its bounds.

    Its least and greatest value don't count as known: what never holds here may hold in a game with other modules.
    """
    part, define = context.names.defines[name]
    here = context.coverage.watched(fold.TRUE, part, name, define)
    total = fold.binary("+", fold.choose(here, fold.FALSE, fold.FALSE), value.expr)
    bounds: list[tuple[str, p.Expr]] = []
    for owner, rule in context.adjusts[name]:
        context.origins.cite(scope, rule.citations)
        within = inside(rule, owner, arguments, name, scope, define)
        match rule:
            case m.Raise(raises, _, _, amount, when):
                number = typed.number(context, amount, within).expr
                condition = typed.truth(context, when, within) if when else fold.TRUE
                acts = _watched(context, condition, owner, rule)
                total = fold.binary("+" if raises else "-", total, fold.choose(acts, number, fold.FALSE))
            case m.Keep(least):
                free = -fold.LARGEST if least else fold.LARGEST
                acts, number = _watched(context, fold.TRUE, owner, rule), p.Int(kept(context, rule, within))
                bounds.append(("larger" if least else "smaller", fold.choose(acts, number, p.Int(free))))
            case _:
                pass
    for operator, bound in sorted(bounds, key=lambda each: each[0]):
        total = fold.binary(operator, total, bound)
    return Scalar(total, t.Number())


def _watched(context: Context, condition: p.Expr, owner: Part, rule: m.Raise | m.Keep) -> p.Expr:
    """The condition under which a number is changed, as an observer and the coverage follow it."""
    condition = context.observer.on_adjust(condition, owner, rule)
    return condition if condition == fold.FALSE else context.coverage.watched(condition, owner, rule.name.text, rule)


def kept(context: Context, rule: m.Keep, scope: Scope) -> int:
    """A bound of what is raised and lowered; reports one that isn't known before the game begins."""
    value = typed.number(context, rule.bound, scope)
    if isinstance(value.expr, p.Int):
        return value.expr.value
    message = "what a number is kept at must be known before the game begins"
    help_ = "say a number, an option or `players`; for anything else, let the definition say `larger(…, …)`"
    context.problems.add("not-fixed", message, rule.bound.span, help=help_)
    return 0


def adjustable(context: Context, name: m.Name, value: Value) -> bool:
    """Whether a definition is of the type that the rules about it change; reports it otherwise."""
    rules = [rule for _, rule in context.adjusts.get(name.text, [])]
    joined = all(isinstance(rule, m.Adjust) for rule in rules)
    fits = t.Truth if joined else t.Number
    if not rules or isinstance(value.type, fits | t.Wrong) or (joined and value.expr in (fold.TRUE, fold.FALSE)):
        wrong = [rule for rule in rules if isinstance(rule, m.Adjust) is not joined]
    else:
        wrong = [rule for rule in rules if isinstance(rule, m.Adjust) is joined]
    for rule in wrong[:1]:
        only = "conditions are widened or narrowed" if isinstance(rule, m.Adjust) else "numbers are raised or lowered"
        context.wrong(rule, f"`{name.text}` is {value.type.shown}, and only {only}", _instead(rule, value))
    return not wrong


def _instead(rule: m.Adjusting, value: Value) -> str:
    """The advice about a rule that changes what is of another type."""
    name = rule.name.text
    if isinstance(rule, m.Adjust) and isinstance(value.type, t.Number):
        return f"say `raise {name} by … when …` or `lower {name} by … when …`"
    if isinstance(rule, m.Raise | m.Keep) and isinstance(value.type, t.Truth):
        return f"say `widen {name} when …` or `narrow {name} when …`"
    return UNADJUSTABLE


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
    """The arguments of a definition that is named without any: the card that a `where` is about, or none.

    The score of the acting player is named without any, too.
    """
    define = context.names.defines[text][1]
    if define.scores == "player":
        return (Scalar(context.actor(), t.Player()),)
    wants = len(define.parameters)
    return (scope.candidate.value,) if wants == 1 and scope.candidate else ()


def called(context: Context, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Value:
    """The value of a definition with the arguments behind its name: `worth of gem`, `fits(gem, box)`."""
    if name.text not in context.names.defines:
        if name.text in context.names.numbers:
            return counters.counter(context, name, terms, scope)
        if name.text in context.names.zones or name.text in context.names.groups:
            return places.zone_value(context, m.Call(name, tuple(terms), span=name.span.to(terms[-1].span)))
        context.names.say_unknown("definition", name, context.names.defines)
        return WRONG
    parameters = context.names.defines[name.text][1].parameters
    if len(parameters) != len(terms):
        with context.problems.trial() as trial:
            types = [context.value(term, scope).type for term in terms]
            trial.drop()
        return _wrong_number(context, name, len(parameters), types)
    with context.problems.trial() as trial:
        values = tuple(_given(context, name, q, term, scope) for q, term in zip(parameters, terms, strict=True))
    if not trial.clean and (wrong := misordered(context, name, parameters, terms, scope)):
        trial.drop()
        return context.wrong(name, *wrong)
    if len(terms) > 1 and (wrong := swapped(context, name, parameters, terms)):
        return context.wrong(name, *wrong)
    return defined(context, name, values, scope)


def swapped(
    context: Context, name: m.Name, parameters: Sequence[m.Parameter], terms: Sequence[m.Expression]
) -> tuple[str, str] | None:
    """The message and the advice about arguments that are called as the parameters, one as a kind, in another order."""
    first = terms[0]
    if not isinstance(first, m.Named) or first.name.text == parameters[0].name.text:
        return None
    own = [each.name.text for each in parameters]
    given = [term.name.text if isinstance(term, m.Named) else "" for term in terms]
    moved = {one for one, other in zip(own, given, strict=True) if one != other}
    if not moved or sorted(own) != sorted(given) or not any(context.names.class_name(each) for each in moved):
        return None
    declared = f"{name.text}({', '.join(own)})"
    return f"these stand in another order than in `{declared}`", f"say `{declared}`"


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
    if trial.clean:
        return card
    with context.problems.trial() as other:
        given = context.value(term, scope).type
        other.drop()
    if isinstance(given, t.Cards):
        trial.drop()
        message = f"this is several cards, and `{parameter.name.text}` of `{name.text}` is one"
        said = misfits.phrase(term)
        context.wrong(term, message, f"name one, `some card in {said}`, or declare `{parameter.name.text}: cards`")
    untyped = parameter.type is None and context.names.class_name(parameter.name.text) is None
    if untyped and isinstance(given, t.Number | t.Member | t.Player):
        trial.drop()
        type_ = given.domain if isinstance(given, t.Member) else given.short
        message = f"this is {given.shown}, and `{parameter.name.text}` of `{name.text}` is a card"
        advice = f"a parameter without a type is a card: declare it as `{parameter.name.text}: {type_}`"
        context.wrong(term, message, advice)
    return card


def several(context: Context, name: m.Name, parameter: m.Parameter, term: m.Expression, scope: Scope) -> Value:
    """An argument that is several cards: those of a zone or group, or cards that have a name together."""
    if isinstance(term, m.Compare) and term.operator == "in" and term.left.span.text.startswith("every "):
        advice = f"name the zone, `{term.right.span.text}`; what is about the cards can ask for the kind"
        return context.wrong(term, "several cards are handed over as those of a zone", advice)
    if (isinstance(term, m.EndCards) and term.count is None) or not places.is_place(context, term, scope):
        value = context.value(term, scope)
        if isinstance(value.type, t.Wrong):
            return WRONG
        message = f"`{parameter.name.text}` of `{name.text}` is several cards, and this is {value.type.shown}"
        said = misfits.phrase(term)
        one = f": `{said.replace(' ', ' 1 ', 1)}`" if isinstance(term, m.EndCards) else ""
        return context.wrong(term, message, f"name a zone, or cards that have a name together{one}")
    location = places.place(context, term, scope)
    if not location.spots:
        return WRONG
    where = union(spot.where for spot in location.spots)
    return CardList(p.Int(0), t.Cards(), p.Int(0), where, location.spots)


def _given(context: Context, name: m.Name, parameter: m.Parameter, term: m.Expression, scope: Scope) -> Value:
    """An argument of a definition; reports one of another type than its parameter."""
    wanted = parameter_type(context, parameter)
    if isinstance(wanted, t.Card):
        return card_argument(context, name, parameter, term, scope)
    if isinstance(wanted, t.Cards):
        return several(context, name, parameter, term, scope)
    value = markers.joined(context.names, context.value(term, scope), wanted)
    no_member = isinstance(value.type, t.Nothing) and t.is_bit(wanted)
    if value.type != wanted and not isinstance(value.type, t.Wrong) and not no_member:
        return unfitting(context, name, parameter, term, value, scope)
    typed.certain(context, value, term)
    if not isinstance(value, Scalar):
        return value
    several_ = as_set(context, parameter, value, term)
    same = value.several == several_ and not value.optional
    return value if same else attrs.evolve(value, optional=False, several=several_)


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
    if isinstance(wanted, t.Wrong):
        return WRONG
    message = f"`{parameter.name.text}` of `{name.text}` is {wanted.shown}, and this is {value.type.shown}"
    return context.wrong(term, message, misfits.instead(context, term, value, wanted, scope))


def _wrong_number(context: Context, name: m.Name, wanted: int, types: Sequence[t.Type]) -> Scalar:
    """Report a definition that is used with too many or too few arguments, which have these types."""
    given = len(types)
    usage = {0: f"`{name.text}`", 1: f"`{name.text} of …`"}.get(wanted, f"`{name.text}({', '.join('…' * wanted)})`")
    asked = re.search(r"([\w']+(?: of [\w']+)?) is (not )?$", _before(name)) if (wanted, given) == (1, 0) else None
    if asked is not None:
        usage = f"`{asked[2] or ''}{name.text} of {asked[1]}`"
    advice = f"say {usage}" if wanted else f"give it a parameter, {_with_parameters(name.text, types)}, or say {usage}"
    return context.wrong(name, about(name.text, wanted, given), advice)


def _with_parameters(name: str, types: Sequence[t.Type]) -> str:
    """How a definition begins that is used with arguments of these types."""
    found: list[str] = []
    for each in types:
        match each:
            case t.Card() | t.Class():
                declared = "card"
            case t.Player():
                declared = "p: player"
            case t.Member(domain):
                declared = f"{domain[0]}: {domain}"
            case t.Number():
                declared = "n: number"
            case _:
                declared = "…"
        found.append(declared)
    return f"`define {name}({', '.join(found)}): …`"


def _before(name: m.Name) -> str:
    """The text of the line up to a name."""
    text = name.span.file.text
    return text[text.rfind("\n", 0, name.span.start) + 1 : name.span.start]


def about(name: str, wanted: int, given: int) -> str:
    """The message about too many or too few arguments."""
    has = {0: "no parameter", 1: "one parameter"}.get(wanted, f"{wanted} parameters")
    here = {0: "nothing is", 1: "one value is"}.get(given, f"{given} values are")
    return f"`{name}` has {has}, and {here} given here"


def inside(
    node: m.Define | m.Adjusting,
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


def adjusts_of(names: Names) -> dict[str, list[tuple[Part, m.Adjusting]]]:
    """The rules that change the value of each definition, by its name; reports those that can't."""
    found: dict[str, list[tuple[Part, m.Adjusting]]] = {}
    for part, adjust in names.ruleset.all(m.Adjust, m.Raise, m.Keep):
        if _adjusts_something(names, adjust, part):
            found.setdefault(adjust.name.text, []).append((part, adjust))
    return found


def verb(rule: m.Adjusting) -> str:
    """The word that begins a rule."""
    match rule:
        case m.Adjust(widens):
            return "widen" if widens else "narrow"
        case m.Raise(raises):
            return "raise" if raises else "lower"
        case m.Keep():
            return "keep"
        case _:
            assert_never(rule)


def _adjusts_something(names: Names, adjust: m.Adjusting, part: Part) -> bool:
    """Whether there is a definition that a rule can change; reports a rule without one."""
    name = adjust.name
    if name.text not in names.defines:
        known, _, parameter = name.text.partition(" of ")
        sure = _of_what(adjust, known, parameter, names) if parameter and known in names.defines else ""
        sure = sure or _limit(name.text, names)
        names.say_unknown("definition", name, names.defines, sure=sure)
        return False
    owner, define = names.defines[name.text]
    names.see(name, owner, part)
    wanted, given = len(define.parameters), len(adjust.parameters)
    if given not in (0, wanted):
        parameters = ", ".join(each.name.text for each in define.parameters)
        word, rest = verb(adjust), "…" if isinstance(adjust, m.Raise | m.Keep) else "when …"
        whole = f"say `{word} {name.text}({parameters}) {rest}`" if wanted else f"say `{word} {name.text} {rest}`"
        help_ = f"{whole}, or leave the parentheses out" if wanted else whole
        names.problems.add("type", about(name.text, wanted, given), name.span, help=help_)
    return given in (0, wanted)


def _of_what(adjust: m.Adjusting, known: str, parameter: str, names: Names) -> str:
    """How a rule says of which card or member it changes a definition: a name of its own comes in a condition."""
    word, (_, define) = verb(adjust), names.defines[known]
    declared = [each.name.text for each in define.parameters]
    named = parameter in names.members or any(face.name == parameter for face in names.faces.values())
    if len(declared) == 1 and parameter not in declared and named and not isinstance(adjust, m.Keep):
        amount = " by …" if isinstance(adjust, m.Raise) else ""
        return f"say `{word} {known}({declared[0]}){amount} when {declared[0]} is {parameter}`"
    return f"put the parameter in parentheses: `{word} {known}({parameter}) …`"


def _untyped(context: Context, parameter: m.Parameter) -> t.Plain | t.Card:
    """The type of a parameter that is declared without one: a card; reports one that is called like a domain."""
    name = parameter.name.text
    of = context.names.domain(name)
    if of is None or context.names.class_name(name) is not None:
        return t.Card()
    message = f"`{name}` without a type is a card here, and {of.type.shown} elsewhere"
    context.wrong(parameter, message, f"say `{name}: {name}`; for a card, choose another name")
    return of.type


def _limit(text: str, names: Names) -> str:
    """What to say about the limit of a zone, which isn't a definition; "" about anything else."""
    found = re.fullmatch(
        r"(?:the )?(?:(?P<zone>.+) (?:limit|size)|(?:limit of|size of|room in) (?:the )?(?P<of>.+))", text
    )
    zone = found and (found["zone"] or found["of"])
    if zone not in names.zones:
        return ""
    return f"the limit of the zone `{zone}` doesn't change: modules can change what the rules `define`"


def parameter_type(context: Context, parameter: m.Parameter) -> t.Plain | t.Card | t.Cards:
    """The type of a parameter: a card, unless it declares another."""
    if parameter.type is None:
        return _untyped(context, parameter)
    name = parameter.type.name
    if name == "number":
        return t.Number()
    if name == "cards" and parameter.type.form == "set":
        advice = f"say `{parameter.name.text}: cards`"
        context.wrong(parameter, "a set consists of values of an enum, and these are cards", advice)
    if name == "cards":
        return t.Cards()
    if parameter.type.form == "fact":
        said = parameter.name.text
        truth = parameter.type.span.text.startswith("yes")
        advice = f"say `{said}: number`{f', give it 1 or 0, and ask whether `{said} is 1`' if truth else ''}"
        context.wrong(parameter, "a rule is given a card, a number or a member of a domain, and no fact", advice)
        return t.Wrong()
    if not markers.known_enums(context.names, m.Name(name, span=parameter.type.span)):
        return t.Wrong()
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
