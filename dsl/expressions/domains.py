"""Domains: fixed lists of values that have words: players, members of an enumeration, numbered places.

An option can be about a member of a domain, an expression can ask for the members that satisfy a condition, and zones
and numbers can exist once for each member. A member that was looked for may be none; it can be used as one only where a
rule has made sure of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import attrs

from dsl.expressions import arithmetic, markers, misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, Choice, Given, Scalar, Scope, Value, Variable, nothing
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import names_in
from dsl.names import phrases, proposals
from dsl.names import types as t
from dsl.names.names import Domain, Family
from dsl.program import fold
from dsl.program import program as p
from dsl.text.diagnostics import Problem
from dsl.text.shapes import shape
from dsl.text.spelling import either

CERTAIN = frozenset({"never-holds", "always-holds"})
"""The codes of problems about conditions with the same result in every state."""

MOST_MEMBERS, MOST_BITS = 20, 8
"""So many members a rule can go through, and so many of an enumeration: they are bits, and a list holds bytes."""

HALVED = 3
"""Of so many values 1, 2, 4 … the half, rounded down, is the place of each."""


KEPT = 1_000
"""Results about words that are kept."""


@shape
class Member:
    """One zone or number of a family: its index, the words of its members by domain, and what tells it from others."""

    index: p.Expr
    words: tuple[tuple[str, str], ...] = ()
    suffix: str = ""


def domain(context: Context, name: m.Name, scope: Scope) -> Domain | None:
    """The domain of a name; reports one that isn't declared."""
    names = context.names
    if not markers.known_enums(names, name):
        return None
    found = names.domain(name.text)
    if name.text in names.places:
        names.see(name, names.places[name.text][0], scope.part)
    one = (
        misfits.declared_for_one(m.Named(name, span=name.span), "(?:over|each)")
        if name.text in scope.variables
        else None
    )
    if found is None and one is not None and isinstance(scope.variables[name.text].value.type, t.Card):
        message = f"`{name.text}` is one card, and its rule asks which cards are in it"
        context.problems.add("type", message, one, help=f"for several, declare `{name.text}: cards`")
    elif found is None and context.names.class_name(name.text) is not None:
        context.wrong(name, f"it isn't said where this {name.text} lies", f"say `{name.text} in …`")
    elif found is None:
        names.say_unknown("domain", name, ["player", *names.places, *names.enums])
    return found


def chosen(context: Context, node: m.Among, scope: Scope) -> p.Parameter:
    """The parameter of an option that is a member of a domain; its variable is added to `scope`."""
    local, unused = scope.routine.new(), scope.routine.new()
    found = domain(context, node.domain, scope)
    scope.variables[node.variable.text] = Variable(Scalar(p.Local(local), found.type if found else t.Wrong()), local)
    misfits.misread(context, node.domain, scope)
    condition = typed.truth(context, node.where, scope.reading(candidate=None)) if node.where else fold.TRUE
    values, words = (found.values, found.words) if found else ((), ())
    name = node.variable.text
    return p.Parameter(local, unused, (), condition, values=values, words=words, unclear=node.unclear, name=name)


# Questions about the members of a domain


def _each(context: Context, node: m.Among, scope: Scope) -> list[tuple[Scalar, p.Expr]]:
    """The values of a domain, each with the condition under which it is meant."""
    found = domain(context, node.domain, scope)
    values = [Scalar(p.Int(value), found.type) for value in found.values] if found else []
    if node.where is None:
        return [(value, fold.TRUE) for value in values]
    reports = context.problems.reported
    conditions = for_each_value(context, node.variable, node.where, values, scope.reading(candidate=None))
    if values and context.problems.reported == reports:
        _reads_member(context, node, node.where)
    return list(zip(values, conditions, strict=True))


def _reads_member(context: Context, node: m.Among, term: m.Expression) -> None:
    """Report a term that is about a member of a domain and doesn't name it: it is the same for all of them."""
    name = node.variable.text
    if names_in(term, name):
        return
    whose = f"`{term.span.text} of {name}`" if isinstance(term, m.Named) else f"`… of {name}`"
    message = f"this is the same for every {node.domain.text}, because it doesn't name `{name}`"
    context.wrong(term, message, f"say whose it is: {whose}")


def count(context: Context, node: m.Among, scope: Scope) -> Scalar:
    """The number of members that satisfy a condition."""
    each = _each(context, node, scope)
    numbers = [fold.choose(condition, p.Int(1), p.Int(0)) for _, condition in each]
    return Scalar(fold.total(numbers), t.Number(), least=0, most=len(each))


def total(context: Context, value: m.Expression, node: m.Among, scope: Scope) -> Scalar:
    """The sum of a value over the members that satisfy a condition."""
    numbers = []
    members = _each(context, node, scope)
    if members and not arithmetic.written(value):
        _reads_member(context, node, value)
    for each, condition in members:
        inner = scope.reading(candidate=None)
        inner.variables[node.variable.text] = Variable(each, -1)
        numbers.append(fold.choose(condition, fold.within_bounds(typed.number(context, value, inner).expr), p.Int(0)))
    return Scalar(fold.total(numbers), t.Number())


def valued(context: Context, value: m.Expression, node: m.Among, scope: Scope) -> tuple[p.Expr, int, Scalar] | None:
    """The members that satisfy a condition as a list, a local for each, and a value of it; None if it is wrong."""
    found = listed(context, node, scope)
    if found is None:
        return None
    members, type_ = found
    if not arithmetic.written(value):
        _reads_member(context, node, value)
    local, inner = scope.routine.new(), scope.reading(candidate=None)
    inner.variables[node.variable.text] = Variable(Scalar(p.Local(local), type_), local)
    number = typed.measured(context, value, inner)
    return None if isinstance(number.type, t.Wrong) else (members, local, number)


def anything(context: Context, node: m.Among, scope: Scope, wanted: bool) -> Scalar:
    """Whether any member satisfies a condition, or none does."""
    result = fold.disj(condition for _, condition in _each(context, node, scope))
    return Scalar(result if wanted else fold.neg(result), t.Truth())


def some(context: Context, node: m.Among, scope: Scope) -> Scalar:
    """The first member that satisfies a condition, or none."""
    each = _each(context, node, scope)
    if not each:
        return WRONG
    type_ = each[0][0].type
    result: p.Expr = nothing(type_)
    for value, condition in reversed(each):
        result = fold.choose(condition, value.expr, result)
    return Scalar(result, type_, optional=True)


def listed(context: Context, node: m.Among, scope: Scope) -> tuple[p.Expr, t.Plain] | None:
    """The members that satisfy a condition as a list, and their type; None if there is no such domain."""
    each = _each(context, node, scope.reading(exposing=None))
    if not each:
        return None
    type_ = each[0][0].type
    if len(each) > (MOST_BITS if t.is_bit(type_) else MOST_MEMBERS):
        most = MOST_BITS if t.is_bit(type_) else MOST_MEMBERS
        advice = f"a loop goes through at most {most}: write the statements for each value that matters"
        context.wrong(node, f"`{node.domain.text}` has too many values to go through them", advice)
        return None
    result: p.Expr = p.Cards(b"")
    for value, condition in each:
        assert isinstance(value.expr, p.Int)
        one = p.Cards(bytes([value.expr.value]))
        result = _followed(result, one if condition == fold.TRUE else p.If(condition, one, p.Cards(b"")))
    return result, type_


def _followed(left: p.Expr, right: p.Expr) -> p.Expr:
    """Two lists as one."""
    if isinstance(left, p.Cards) and isinstance(right, p.Cards):
        return p.Cards(left.ids + right.ids)
    return right if left == p.Cards(b"") else p.Binary("++", left, right)


# What is there once for each member


def members(
    context: Context, name: m.Name, family: Family, terms: Sequence[m.Expression], scope: Scope
) -> list[Member]:
    """The zones or numbers of a family that are named with these terms; without a player, the actor's is meant."""
    if not family.domains and not terms:
        return [Member(p.Int(family.first))]
    known = scope.given.choices if scope.given and not terms else {}
    about = family.domains if len(terms) == len(family.domains) else family.wanted
    if known:
        about = tuple(each for each in about if each.name not in known)
    if len(terms) != len(about):
        _say_which(context, name, family, scope)
        return []
    if scope.given:
        scope.given.taken.update(each.name for each in family.domains if each.name in known)
    given = iter(terms)
    trial = context.problems.trial()
    choices = [
        known[each.name]
        if each.name in known
        else list(_member(context, name, each, next(given), scope))
        if each in about
        else [(context.actor(), "", False)]
        for each in family.domains
    ]
    if len(terms) > 1 and not trial.clean:
        order = misfits.reordered(context, [each.type for each in about], terms, scope)
        if order is not None:
            trial.drop()
            said = f"say `{name.text}({', '.join(order)})`"
            context.wrong(name, f"`{name.text}` is there for each {' and each '.join(of.name for of in about)}", said)
            return []
    return [_joined(family, combination) for combination in product(*choices)]


def given(context: Context, group: m.Name, terms: Sequence[m.Expression], scope: Scope) -> Given:
    """The members whose zones of a group these terms mean; reports a term that is no member of a domain."""
    names = context.names
    found: dict[str, tuple[Choice, ...]] = {}
    for term in terms:
        word = term.name.text if isinstance(term, m.Named) else ""
        known = filter(None, map(names.domain, ("player", *names.places, *names.enums)))
        every = next((each for each in known if word in _all(each.name)), None)
        if every is not None:
            found[every.name] = tuple(_every(every))
            continue
        value = context.value(term, scope)
        of = names.members_of(value.type)
        if of is not None:
            found[of.name] = tuple(_one(context, of, value, term))
        elif not isinstance(value.type, t.Wrong):
            message = f"no zone of `{group.text}` is there for each of these: this is {value.type.shown}"
            context.wrong(term, message, f"say `{group.text}` for all its zones")
    return Given(group, found)


def _say_which(context: Context, name: m.Name, family: Family, scope: Scope) -> None:
    line = _line(context, name) if scope.given else None
    if scope.given and line and line.widens:
        _say_of_all(context, name, scope.given.group, family)
        return
    name = scope.given.group if scope.given else name
    wanted = [each.name for each in family.wanted]
    one = f"say `{name.text} of …` or `{name.text} of {_plural(''.join(wanted))}`"
    example = f"say `{name.text}({', '.join(each.words[0] for each in family.wanted)})`"
    if name.text in context.names.zones:
        several = ", ".join(_plural(each) for each in wanted)
        example = f"{example} for one of them, `{name.text}({several})` for all"
    behind = proposals.WHOSE.match(phrases.around(name)[1])
    given = behind["whose"].split(" ") if behind else []
    if len(given) == 1 < len(wanted) and (own := _in_its_place(given[0], family, scope)):
        single = ", ".join(own.get(of.name, of.words[0]) for of in family.wanted)
        every = ", ".join(own.get(of.name, _plural(of.name)) for of in family.wanted)
        example = f"say `{name.text}({single})` for one of them, `{name.text}({every})` for all"
    if len(given) == len(wanted) > 1:
        example = f"say `{name.text}({', '.join(given)})`"
    advice = {0: f"say `{name.text}`", 1: one}.get(len(wanted), example)
    context.wrong(name, f"there is one `{name.text}` for each {' and each '.join(wanted) or 'game'}", advice)


def _in_its_place(word: str, family: Family, scope: Scope) -> dict[str, str]:
    """The domain of which a variable or a word is a member, with it; {} if it is of none, or of several."""
    held = scope.variables.get(word)
    fits = [of.name for of in family.wanted if word in of.words or (held is not None and held.value.type == of.type)]
    return {fits[0]: word} if len(fits) == 1 else {}


def _line(context: Context, name: m.Name) -> m.Group | None:
    """The line in which a zone is named as one of a group, if there is one."""
    for _, each in context.names.ruleset.all(m.Group):
        if each.span.file is name.span.file and each.span.start <= name.span.start < each.span.end:
            return each
    return None


def all_of(context: Context, name: m.Name) -> str:
    """What to say instead of `every shelf` where all zones of a family are to be in a group; "" elsewhere."""
    words = re.fullmatch(r"(?:every|each|all|both|any)(?: of)?(?: the)? (.+)", name.text)
    noun = phrases.one(words[1], context.names.zones) if words else ""
    family = context.names.zones.get(noun)
    if family is None or not family.wanted or _line(context, name) is None:
        return ""
    return f"say `{_of_all(noun, family)}`"


def _of_all(name: str, family: Family) -> str:
    several = [_plural(each.name) for each in family.wanted]
    return f"{name} of {several[0]}" if len(several) == 1 else f"{name}({', '.join(several)})"


def _say_of_all(context: Context, name: m.Name, group: m.Name, family: Family) -> None:
    """Report, once, that zones of which there are several extend a group that rules name as a whole."""
    context.problems.repeated()
    if any(problem.span == name.span for problem in context.problems.found):
        return
    each = " and each ".join(of.name for of in family.wanted)
    message = f"there is one `{name.text}` for each {each}, and rules name `{group.text}` without saying which"
    help_ = f"say `extend {group.text} with {_of_all(name.text, family)}`"
    context.problems.add("type", message, name.span, help=help_)


def _by_marker(context: Context, name: m.Name, of: Domain, term: m.Expression, value: Value) -> str:
    """The member at which the marker of another member stands, as in `laps of side of player` for `laps of player`."""
    said = term.span.text
    if here := markers.at_member(context.names, value.type, of.type):
        return f"say {either(f'{name.text} of {marker} of {said}' for marker in here)}"
    back = markers.at_member(context.names, of.type, value.type)
    if not back or name.text in back:
        return ""
    some = f"p: {of.name} where {back[0]} of p is {said}"
    return f"say `for each {some}`, and below it `{name.text} of p`; one of them, or none, is `some {some}`"


def _member(context: Context, name: m.Name, of: Domain, term: m.Expression, scope: Scope) -> Iterator[Choice]:
    """The values that a term means, each with its word, and whether several are meant."""
    if isinstance(term, m.Named) and term.name.text in _all(of.name):
        yield from _every(of)
        return
    if isinstance(term, m.Named) and name.text in context.names.zones and (said := _several(context, name, term, of)):
        if re.match(r" is\b", phrases.around(term)[1]):
            said = misfits.of_members(context, term) or said
        context.names.say_unknown("name", term.name, (), sure=said)
        return
    value = context.value(term, scope)
    if value.type == of.type:
        yield from _one(context, of, value, term)
    elif not isinstance(value.type, t.Wrong):
        message = f"`{name.text}` is there for each {of.name}, and this is {value.type.shown}"
        marked = _by_marker(context, name, of, term, value)
        help_ = marked or misfits.instead(context, term, value, of.type, scope)
        if of.name == "player" and term.span.text == "players" and name.text in context.names.zones:
            help_ = f"say `{name.text} of {_plural('player')}`"
        elif of.name == "player" and not isinstance(value.type, t.Card) and not marked:
            help_ = f"say `{name.text}` for the player whose turn it is; {help_}"
        number = name.text in context.names.numbers and not misfits.untyped(context, term)
        if of.name == "player" and isinstance(value.type, t.Card) and number:
            fact = f"a number of each card is a fact, `{name.text}: fact 0 to 9` below its kind"
            help_ = f"say `{name.text}` for the acting player's; {fact}"
        if markers.positions(context.names, of.type, value.type):
            message = f"this may stand elsewhere than at a {of.name}"
            help_ = f"look for the {of.name} at which it stands: `some {of.name} where … is {of.name}`"
        context.wrong(term, message, help_)


def _every(of: Domain) -> Iterator[Choice]:
    shared = len(of.values) == 1 and of.name == "player"
    for each, word in zip(of.values, of.words, strict=True):
        yield p.Int(each), "" if shared else word, True


def _one(context: Context, of: Domain, value: Value, term: m.Expression) -> Iterator[Choice]:
    if typed.certain(context, value, term):
        words = dict(zip(of.values, of.words, strict=True))
        yield value.expr, words.get(value.expr.value, "") if isinstance(value.expr, p.Int) else "", False


@lru_cache(maxsize=KEPT)
def _all(name: str) -> tuple[str, ...]:
    """The names for all members of a domain."""
    return f"all {name}", f"all {name}s", _plural(name)


def _several(context: Context, name: m.Name, term: m.Named, of: Domain) -> str:
    """What to say instead of `both sides` or `every tray`, or `tray` in the line of a group; "" for other terms."""
    meant = _meant_of_all(term.name.text, of.name)
    if not meant or (meant == term.name.text and _line(context, name) is None):
        return ""
    return f"say `{_plural(of.name)}` for all of them, or name one of them"


@lru_cache(maxsize=KEPT)
def _meant_of_all(text: str, of: str) -> str:
    """The name of a domain, or its plural, in a term such as `every tray`; "" for other terms."""
    words = re.fullmatch(r"(?:(?:both|each|every|any|some|either|the|two|all of the) )?(.+)", text)
    return words[1] if words and f"all {words[1]}" in (f"all {of}", *_all(of)) else ""


def _plural(name: str) -> str:
    """The name for all members of a domain of this name: `all trays`, `all cities`, `all boxes`."""
    return f"all {phrases.plural(name)}"


def _joined(family: Family, combination: Sequence[Choice]) -> Member:
    words = tuple((each.name, word) for each, (_, word, _) in zip(family.domains, combination, strict=True) if word)
    several = [word for _, word, of_all in combination if of_all and word]
    suffix = f"of {' '.join(several)}" if several else ""
    return Member(index(family, [value for value, _, _ in combination]), words, suffix)


def index(family: Family, values: Sequence[p.Expr]) -> p.Expr:
    """The index of the zone or number of a family for these members."""
    at: p.Expr = fold.FALSE
    for each, value in zip(family.domains, values, strict=True):
        place = _place(each, value)
        at = place if at is fold.FALSE else fold.binary("+", fold.binary("*", at, p.Int(len(each.values))), place)
    return p.Int(family.first + at.value) if isinstance(at, p.Int) else p.Binary("+", p.Int(family.first), at)


def _place(of: Domain, value: p.Expr) -> p.Expr:
    """The place of a value among the members of a domain, from 0."""
    if len(of.values) == 1:
        return p.Int(0)
    if isinstance(value, p.Int):
        return p.Int(of.values.index(value.value) if value.value in of.values else 0)
    if not t.is_bit(of.type):
        return fold.binary("-", value, p.Int(of.values[0]))
    if len(of.values) <= HALVED:
        return p.Binary("//", value, p.Int(2))
    return p.Position(p.Cards(bytes(of.values)), value)


# What is certain


def still_sure(scope: Scope, names: frozenset[str]) -> Scope:
    """As `sure`, within an expression: meanwhile markers don't move, and may be told from none like variables."""
    if not names:
        return scope
    moving = names - scope.variables.keys() - scope.still
    return sure(scope, names) if not moving else sure(scope, names).inner(still=scope.still | moving)


def made_sure(condition: m.Expression, holds: bool = True) -> frozenset[str]:
    """The variables that are something, not none, if a condition holds (or, without `holds`, if it doesn't)."""
    return _if_met(condition) if holds else _if_unmet(condition)


@once_each
def _if_met(condition: m.Expression) -> frozenset[str]:
    return _something(condition, True)


@once_each
def _if_unmet(condition: m.Expression) -> frozenset[str]:
    return _something(condition, False)


def _something(condition: m.Expression, holds: bool) -> frozenset[str]:
    match condition:
        case m.Compare("!=", m.Named(name), m.Nothing()) if holds:
            return frozenset([name.text])
        case m.Compare("==", m.Named(name), m.Nothing()) if not holds:
            return frozenset([name.text])
        case m.All(parts) if holds:
            return frozenset[str]().union(*(made_sure(part) for part in parts))
        case m.Either(parts) if not holds:
            return frozenset[str]().union(*(made_sure(part, False) for part in parts))
        case m.Negation(part):
            return made_sure(part, not holds)
        case _:
            return frozenset()


def sure(scope: Scope, names: frozenset[str]) -> Scope:
    """A scope in which these variables are something; the same one if nothing is new."""
    if not names:
        return scope
    unsure = {name: scope.variables[name].value for name in names if name in scope.variables}
    new = {name: value for name, value in unsure.items() if isinstance(value, Scalar) and value.optional}
    if not new:
        return scope
    inner = scope.inner()
    for name, value in new.items():
        inner.variables[name].value = attrs.evolve(value, optional=False)
    return inner


def for_each_value(
    context: Context, variable: m.Name, condition: m.Expression, values: list[Scalar], scope: Scope
) -> list[p.Expr]:
    """A condition for each value of its variable; what never or always holds is a slip only if it does for all."""
    parts: list[p.Expr] = []
    hopeless: list[list[Problem]] = []
    context.trying += 1
    for value in values:
        inner = scope.reading()
        inner.variables[variable.text] = Variable(value, -1)
        with context.problems.trial() as trial:
            parts.append(typed.truth(context, condition, inner))
        hopeless.append([problem for problem in trial.new if problem.code in CERTAIN])
        trial.keep([problem for problem in trial.new if problem.code not in CERTAIN])
    context.trying -= 1
    spans = [{problem.span for problem in found} for found in hopeless]
    everywhere = (q for found in hopeless[:1] for q in found if all(q.span in each for each in spans))
    context.problems.found.extend(everywhere)
    return parts
