"""Lower expressions of the model to expressions of the program, with their types.

A name means a variable first, then something printed on the card that a `where` is about, then a declaration of the
ruleset. Definitions are inlined with everything that modules add to them, and all that is known before the game begins
is folded. Zones, questions about their cards and comparisons have modules of their own. An unknown name or a value of
the wrong type becomes a problem, and 0 stands for the expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import assert_never

from dsl.conditions import alternatives, impossible
from dsl.expressions import (
    arithmetic,
    classes,
    comparisons,
    counters,
    definitions,
    domains,
    members,
    misfits,
    places,
    questions,
    typed,
)
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, CardList, CardRef, Scalar, Scope, Value
from dsl.model import model as m
from dsl.names import foreign_values, phrases, proposals
from dsl.names import types as t
from dsl.names.names import LETTERS, Domain
from dsl.names.other_sorts import DECLARED, NEVER_FIRST
from dsl.program import fold
from dsl.program import program as p
from dsl.text.spelling import counted, either


def value(context: Context, node: m.Expression, scope: Scope) -> Value:  # noqa: C901, PLR0912
    """Any value; a dispatcher, with one line a case, the most frequent ones first."""
    match node:
        case m.Named():
            return _named(context, node, scope)
        case m.Compare():
            return comparisons.compare(context, node, scope)
        case m.Integer(number):
            return Scalar(p.Int(number), t.Number(), least=number, most=number, declared=True)
        case m.AnyOf():
            return questions.anything(context, node, scope)
        case m.Of():
            return _of(context, node, scope)
        case m.All():
            return _all(context, node, scope)
        case m.Count():
            return questions.count(context, node, scope)
        case m.Negation(part):
            return Scalar(fold.neg(typed.truth(context, part, scope)), t.Truth())
        case m.Either(parts):
            return _either(context, parts, scope)
        case m.Nothing():
            return Scalar(p.Int(0), t.Nothing())
        case m.Call(name) if name.text in context.names.places and name.text not in context.names.defines:
            return members.numbered(context, node, scope)
        case m.Call(name) if name.text in arithmetic.FUNCTIONS:
            return arithmetic.function(context, node, scope)
        case m.Call(name, arguments):
            return definitions.called(context, name, arguments, scope)
        case m.SumOver():
            return questions.total(context, node, scope)
        case m.Highest():
            return questions.highest(context, node, scope)
        case m.Neighbour():
            return members.neighbour(context, node, scope)
        case m.Ordinal():
            return members.ordinal(context, node, scope)
        case m.Setting(name):
            return _setting(context, name, scope)
        case m.Total(kind):
            return Scalar(p.Int(context.tables.copies(classes.kind(context, kind, scope.part))), t.Number())
        case m.Room():
            return questions.room(context, node, scope)
        case m.Some():
            return questions.some(context, node, scope)
        case m.AnyRun():
            return questions.run(context, node, scope)
        case m.Common():
            return questions.common(context, node, scope)
        case m.EndCards():
            return questions.end_card(context, node, scope)
        case m.Nth():
            return questions.nth(context, node, scope)
        case m.NextTo():
            return questions.next_to(context, node, scope)
        case m.SideOf() | m.Onward():
            return context.wrong(node, "these are several cards, not one", "say `some … in …` for one of them")
        case m.RidersOn():
            return context.wrong(node, "these are several cards, not one", "say `some … riding on …` for one of them")
        case m.Arithmetic():
            return arithmetic.arithmetic(context, node, scope)
        case m.During():
            return counters.during(context, node, scope)
        case m.Conditional():
            return _conditional(context, node, scope)
        case m.ForEvery():
            return _for_every(context, node, scope)
        case _:
            assert_never(node)


def _named(context: Context, node: m.Named, scope: Scope) -> Value:
    text = node.name.text
    if text in scope.variables:
        return scope.variables[text].value
    tested = scope.candidate is not None and isinstance(scope.candidate.value, CardRef)
    if scope.candidate and tested and (text in context.names.attributes or text in context.names.facts):
        return _attribute(context, node.name, scope.candidate.value.expr)
    if text in context.names.defines:
        return definitions.defined(context, node.name, definitions.implied(context, text, scope), scope)
    if text in context.names.numbers:
        return counters.counter(context, node.name, (), scope)
    return _fixed(context, node, scope)


def _all(context: Context, node: m.All, scope: Scope) -> Scalar:
    """All of some conditions; the later ones may use members of which those before made sure."""
    parts, reports, conditions = node.parts, context.problems.reported, []
    context.contradictions.together(parts, scope.variables)
    told = context.problems.reported
    for at, (part, before) in enumerate(zip(parts, (None, *parts), strict=False)):
        if isinstance(part, m.Named) and (advice := comparisons.begun(context, part, parts[at + 1 :], "and", scope)):
            return context.wrong(part, f"`{part.span.text}` is no condition by itself", advice)
        if context.problems.reported == told or not (
            isinstance(part, m.Integer) or _of_larger(parts[0])
        ):  # `max of points and 3`: all has been said
            conditions.append(_joined(context, part, before, "and", scope))
        scope = domains.still_sure(scope, domains.made_sure(part))
    if scope.candidate is None and context.problems.reported == reports:
        impossible.tell_joined(context.names, context.tables.printed, node, conditions)
    return Scalar(fold.conj(conditions), t.Truth())


def _of_larger(first: m.Expression) -> bool:
    """Whether a condition begins like one that compares the larger of two values, which `and` would join."""
    return re.match(r"(?:max|min|larger|smaller|maximum|minimum|greater) of ", first.span.text) is not None


def _either(context: Context, parts: tuple[m.Expression, ...], scope: Scope) -> Scalar:
    """One of some conditions; the later ones are read only where those before don't hold."""
    context.contradictions.either(parts, scope.variables)
    conditions = []
    for at, (part, before) in enumerate(zip(parts, (None, *parts), strict=False)):
        if isinstance(part, m.Named) and (advice := comparisons.begun(context, part, parts[at + 1 :], "or", scope)):
            return context.wrong(part, f"`{part.span.text}` is no condition by itself", advice)
        if advice := comparisons.cut_short_of_all(context, parts[at:], before, scope):
            return context.wrong(part, f"`{part.span.text}` is no condition by itself", advice)
        conditions.append(_joined(context, part, before, "or", scope))
        scope = domains.still_sure(scope, domains.made_sure(part, holds=False))
    return Scalar(fold.disj(conditions), t.Truth())


def _joined(context: Context, part: m.Expression, before: m.Expression | None, word: str, scope: Scope) -> p.Expr:
    """A condition that is joined to the one before it; reports one of which only the end stands there."""
    advice = comparisons.cut_short(context, part, before, word, scope)
    if not advice:
        return typed.truth(context, part, scope)
    return context.wrong(part, f"`{part.span.text}` is no condition by itself", advice).expr


def _setting(context: Context, name: m.Name, scope: Scope) -> Scalar:
    """The value of an option."""
    if name.text not in context.options:
        context.names.say_unknown("option", name, context.options)
        return WRONG
    context.use("option", name.text)
    owners = (part for part, choice in context.names.ruleset.all(m.Choice) if choice.name.text == name.text)
    context.names.see(name, next(owners), scope.part)
    context.origins.cite(scope, context.options[name.text].citations)
    setting = context.names.ruleset.settings[name.text]
    if setting.removeprefix("-").isdecimal():
        return Scalar(p.Int(int(setting)), t.Number(), least=int(setting), most=int(setting))
    return Scalar(p.Int(0), t.Word(name.text))


def _fixed(context: Context, node: m.Named, scope: Scope) -> Value:
    """A name for something that is known before the game begins."""
    text = node.name.text
    if text in context.names.members:
        enum, bit = context.names.members[text]
        return Scalar(p.Int(bit), t.Member(enum))
    if text in context.options:
        return _setting(context, node.name, scope)
    place, _, number = text.rpartition(" ")
    if place in context.names.places and text in (domain := _domain_of_places(context, node.name, place, scope)).words:
        return Scalar(p.Int(int(number)), domain.type)
    if text == "players":
        return Scalar(p.Int(context.players), t.Number(), least=context.players, most=context.players)
    if text == "player":
        return Scalar(context.actor(), t.Player())
    persons = context.names.ruleset.players
    if text in LETTERS[:persons] and text:
        return Scalar(p.Int(LETTERS.index(text)), t.Player())
    if text in context.names.dummies:
        context.names.see(node.name, context.names.dummies[text][0], scope.part)
        return Scalar(p.Int(persons + list(context.names.dummies).index(text)), t.Player())
    if context.names.class_name(text) is not None:
        return typed.of_class(context, node, scope)
    if text in context.names.zones or text in context.names.groups:
        return places.zone_value(context, node)
    _unknown(context, node.name, scope)
    return WRONG


def _domain_of_places(context: Context, name: m.Name, places: str, scope: Scope) -> Domain:
    context.names.see(name, context.names.places[places][0], scope.part)
    domain = context.names.domain(places)
    assert domain is not None
    return domain


def _unknown(context: Context, name: m.Name, scope: Scope) -> None:
    if typed.too_early(context, name, scope):
        return
    n = context.names
    settable = [*scope.variables, *n.facts, *n.numbers]
    new = proposals.new_name(name, settable, n.enums)
    n.say_unknown(
        "name",
        name,
        settable
        if new is not None
        else [
            *(*scope.variables, *n.attributes, *n.facts, *n.defines, *n.numbers, *n.members, *context.options),
            *(*n.kinds, *n.classes, *n.faces, *n.zones, *n.groups, *n.dummies, "players", "player"),
        ],
        sure=_out_of_reach(context, name, scope)
        or misfits.called(context, name, scope)
        or _owner(context, name, scope)
        or proposals.of_flag(name, [each for each, of in n.numbers.items() if of.declared.flag])
        or proposals.of_value(name, [*(each.name for each in n.attributes.values() if not each.enumeration), *n.facts])
        or new
        or "",
        advice=_own_names(name.text, scope),
    )


def _owner(context: Context, name: m.Name, scope: Scope) -> str:
    """The names of what a number, a zone or a printed value can be of, where another name stands; "" if none can."""
    names = context.names
    lying = re.fullmatch(r"is (?P<side>face (?:up|down))", name.text)
    tested = [each for each, v in scope.variables.items() if v is scope.candidate]
    if lying and tested:
        return f"say `{tested[0]} is {lying['side']}`"
    before = re.search(r"(?P<of>[\w'-]+(?: [\w'-]+)*) of $", phrases.around(name)[0])
    if before is None or len(name.text) > 1:  # a longer name says what it means, and may lack its declaration
        return ""

    def ending(known: Iterable[str]) -> str:
        fits = [each for each in known if f" {before['of']}".endswith(f" {each}")]
        return max(fits, key=len, default="")

    family = names.numbers.get(ending(names.numbers)) or names.zones.get(ending(names.zones))
    of = family.name if family else ending([*names.attributes, *names.facts])
    wanted = [domain.type for domain in family.domains] if family else [t.Card()]
    fit = [each for each, v in scope.variables.items() if v.value.type in wanted]
    return f"say {either(f'{of} of {each}' for each in fit)}" if of and fit else ""


def _out_of_reach(context: Context, name: m.Name, scope: Scope) -> str:
    """The advice about a player who doesn't play, or a variable that has ended; "" about any other name."""
    text = name.text
    persons = context.names.ruleset.players
    if text in LETTERS[persons:] and text:
        least = LETTERS.index(text) + 1
        players = counted(persons, "player")
        most = max((node.most for _, node in context.names.ruleset.all(m.Players)), default=0)
        if least > most:
            return f"this game is for at most {counted(most, 'player')}: {', '.join(LETTERS[:most])}"
        return f"there is no player `{text}` with {players}: put this into a section `when players is {least}`"
    if text in scope.routine.named and not re.search(rf"\b{re.escape(text)}\b", _rule_before(name)):
        return _ended(context, text, scope)
    if text in scope.routine.named:
        return (
            f"`{text}` ends with the block that declares it: declare it before that block, by `let`, and `set` it there"
        )
    return _elsewhere(context, text, scope)


def _elsewhere(context: Context, text: str, scope: Scope) -> str:
    """The advice about a variable of an event that another rule reads; "" if no event declares such a one."""
    own = context.names.events.get(scope.routine.name)
    let, made = (rf"^[ \t]+{words}" for words in (f"let {re.escape(text)}:", f".* as {re.escape(text)}$"))
    if own and re.search(f"{let}|{made}", _body(own[1]), re.MULTILINE):
        return f"`{text}` begins within `{scope.routine.name}`, after this rule{_reads(context, scope)}"
    events = context.names.events.items()
    of = next((event for event, (_, node) in events if re.search(let, _body(node), re.MULTILINE)), "")
    kept = f"a rule at `{of}` can keep it in a marker or a number of the game"
    return f"`{text}` is a variable of `{of}`, which no other rule reads: {kept}" if of else ""


FEW = 2
"""The most events that are named."""


def _parameter(context: Context, text: str) -> str:
    """The events that are about something of this name, if they are few."""
    about = [
        event for event, (_, node) in context.names.events.items() if text in (e.name.text for e in node.parameters)
    ]
    said = f"`{text}` is given to {either(about, 'and')}: say {either(f'after {each}' for each in about)}"
    return said if 1 <= len(about) <= FEW else ""


def _body(node: m.Event) -> str:
    """The text of an event with all that is done in it."""
    return node.span.file.text[node.span.start : node.body[-1].span.end] if node.body else ""


def _reads(context: Context, scope: Scope) -> str:
    """What a rule at an event can read, for the end of a sentence."""
    declared = context.names.events.get(scope.routine.name)
    about = [each.name.text for each in declared[1].parameters] if declared else []
    known = [*(["player"] if context.players > 1 else []), *about]
    return f"; other rules at it read {either(known, 'and')} only" if known and declared else ""


def _ended(context: Context, text: str, scope: Scope) -> str:
    """The advice about a variable of another rule at the same event."""
    routine = scope.routine
    if other := _parameter(context, text):
        return other
    declared, held = context.names.events.get(routine.name), routine.named[text]
    ends = f"`{text}` ends with its rule at `{routine.name}`{_reads(context, scope)}"
    if not held:
        return f"{ends}; cards are named by the zone in which they lie then"
    kept = "`number kept: 0 to 99`" if held == "number" else f"`marker kept: {held}`"
    own = declared is not None and declared[0].module == scope.part.module
    if own:
        return f"{ends}; declare {kept}, and say `set kept to {text}` in `{routine.name}`"
    return f"{ends}; declare {kept}, and set it in a rule of your own, `before {routine.name}`"


def _rule_before(name: m.Name) -> str:
    """The text of the rule in which a name stands, up to the name."""
    text = name.span.file.text[: name.span.start]
    return text[max((found.start() for found in re.finditer(r"^\S", text, re.MULTILINE)), default=0) :]


def _own_names(text: str, scope: Scope) -> str:
    """The advice that names the variables there are; "" if there are none."""
    if text.partition(" ")[0] in NEVER_FIRST:
        return f"this rule knows {either(scope.variables, 'and')}" if scope.variables else ""
    declared = DECLARED["name"].format(name=text)
    return f"this rule knows {either(scope.variables, 'and')}; for anything else, {declared}" if scope.variables else ""


def _of(context: Context, node: m.Of, scope: Scope) -> Value:
    text = node.name.text
    if text in context.names.defines:
        return definitions.called(context, node.name, (node.term,), scope)
    if text in context.names.numbers:
        return counters.counter(context, node.name, (node.term,), scope)
    if text in context.names.attributes or text in context.names.facts:
        card = typed.card(context, node.term, scope, partial(_one_or_all, context, text, node.term))
        if wrong := foreign_values.not_printed(context.names, node.name, node.term, scope.variables):
            return context.wrong(node.term, *wrong)
        return WRONG if isinstance(card.type, t.Wrong) else _attribute(context, node.name, card.expr)
    if context.names.domain(text) is not None:
        return members.holding(context, node, scope)
    if text == "position":
        return questions.position(context, node, scope)
    if typed.is_zone(context, node, scope):
        return places.zone_value(context, node)
    context.names.say_unknown(
        "attribute",
        node.name,
        [*context.names.attributes, *context.names.facts, *context.names.defines, *context.names.numbers],
    )
    return WRONG


def _one_or_all(context: Context, text: str, term: m.Expression) -> str:
    """What to say where a printed value of several cards is asked for, which may be the same on all of them."""
    names, found = context.names, term.name.text if isinstance(term, m.Named) else ""
    attribute = names.attributes.get(text)
    if attribute is None or attribute.enumeration or (known := names.class_name(found)) is None:
        return typed.ONE_OR_ALL
    values = {attribute.values[i] for i in names.ids_of(known)}
    same = f"the `{text}` of every `{found}` is {values.pop()}; " if len(values) == 1 else ""
    return same + typed.ONE_OR_ALL


def _attribute(context: Context, name: m.Name, card: p.Expr) -> Scalar:
    context.use("attribute", name.text)
    if name.text in context.names.facts:
        fact = context.names.facts[name.text]
        index = list(context.names.facts).index(name.text)
        return Scalar(
            p.Fact(index, card),
            t.Truth() if fact.maximum == 1 and not fact.words else t.Number(),
            least=0,
            most=fact.maximum,
            declared=True,
        )
    attribute = context.names.attributes[name.text]
    type_ = t.Member(attribute.enumeration) if attribute.enumeration else t.Number()
    return Scalar(p.Attribute(context.tables.of[name.text], card), type_, several=attribute.several)


SAME = "let both be numbers, conditions, cards or members of one domain"


def _conditional(context: Context, node: m.Conditional, scope: Scope) -> Value:
    alternatives.cases(context.names, node, scope.variables)
    condition = typed.truth(context, node.condition, scope)
    then = context.value(node.then, domains.still_sure(scope, domains.made_sure(node.condition)))
    unmet = domains.made_sure(node.condition, holds=False)
    otherwise = context.value(node.otherwise, domains.still_sure(scope, unmet))
    unknown = isinstance(then.type, t.Wrong) or isinstance(otherwise.type, t.Wrong)
    if then.type != otherwise.type and not unknown:
        return context.wrong(node, f"the two values differ: {then.type.shown} and {otherwise.type.shown}", SAME)
    if isinstance(condition, p.Int):
        return then if condition.value else otherwise
    if isinstance(then, CardList) or isinstance(then.type, t.Class | t.Word | t.Zone):
        advice = "ask for each of them: `if … then … is … else … is …`"
        return context.wrong(node, f"{then.type.shown} can't be chosen by a condition", advice)
    expr = p.If(condition, then.expr, otherwise.expr)
    if isinstance(then, CardRef):
        return CardRef(expr, type=then.type)
    both = [each for each in (then, otherwise) if isinstance(each, Scalar)]
    several, optional = any(each.several for each in both), any(each.optional for each in both)
    least, most = arithmetic.either(context, both)
    return Scalar(expr, then.type, several=several, optional=optional, least=least, most=most)


def _for_every(context: Context, node: m.ForEvery, scope: Scope) -> Scalar:
    if context.names.domain(node.domain.text) is None and context.names.domain(node.variable.text) is not None:
        said = f"say `for every {node.variable.text} as {node.domain.text}, …`"
        context.names.say_unknown("domain", node.domain, (), sure=said)
        return WRONG
    domain = domains.domain(context, node.domain, scope)
    if domain is None:
        return WRONG
    values = [Scalar(p.Int(value), domain.type) for value in domain.values]
    return Scalar(fold.conj(domains.for_each_value(context, node.variable, node.condition, values, scope)), t.Truth())
