"""Lower prompts: the options of an `ask`, those that modules add to it, and the abilities of its window.

The words of an option hold a number where a card is named; the number is that of a parameter, with the zones from which
its cards are drawn.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import attrs

from dsl.conditions import impossible
from dsl.expressions import classes, domains, foregone, misfits, places, selections, typed
from dsl.expressions.context import Context, Usable
from dsl.expressions.values import WRONG, CardRef, Chosen, Scalar, Scope, Variable, held, where_of, zone_of
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Domain
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import (
    AT_ONCE,
    Asking,
    Branching,
    Frame,
    GoTo,
    Invoke,
    Option,
    Routine,
    Step,
    Whereabouts,
    union,
)
from dsl.statements import borrowing, deciding, once, texts, variables
from dsl.statements.ambiguity import coinciding
from dsl.text.diagnostics import Label


def ask(context: Context, node: m.Ask, scope: Scope, frame: Frame) -> list[Step]:
    """`ask …` and `offer …`, with the options of all modules."""
    if not context.know_prompt(node.prompt):
        for option in node.options:  # report the problems in them, too
            _option(context, option, None, scope, frame, [])
        return []
    context.prompts.asked.add(node.prompt.text)
    context.names.see(node.prompt, context.names.prompts[node.prompt.text][0], scope.part)
    of = context.names.prompt_domain(node.prompt.text)
    by = deciding.decider(context, node, scope)
    if of is None and node.member is None:
        return _asked(context, node, node.prompt.text, by, scope, frame)
    if of is None or node.member is None:
        each = f"for each {of.name}" if of else "only"
        advice = (
            f"say `ask {node.prompt.text} of …`"
            if of
            else f"leave it out; to ask a player who isn't in turn, say `ask {node.prompt.text}, decided by …`"
        )
        context.wrong(node.prompt, f"there is one prompt `{node.prompt.text}` {each}", advice)
        return []
    return _asked_of(context, node, of, by, scope, frame)


def _asked_of(context: Context, node: m.Ask, of: Domain, by: p.Expr | None, scope: Scope, frame: Frame) -> list[Step]:
    """A prompt that exists for each member of a domain: the one for the member at hand."""
    assert node.member is not None
    value = context.value(node.member, scope)
    if value.type != of.type:
        if not isinstance(value.type, t.Wrong):
            advice = misfits.instead(context, node.member, value, of.type, scope)
            message = f"the prompt is there for each {of.name}, and this is {value.type.shown}"
            context.wrong(node.member, message, advice)
        return []
    if not typed.certain(context, value, node.member):
        return []
    asked: list[tuple[p.Expr, list[Step]]] = []
    scopes: list[Scope] = []
    for member, name in zip(of.values, context.names.prompt_names(node.prompt.text), strict=True):
        here = fold.binary("==", value.expr, p.Int(member))
        if here != fold.FALSE:
            inner, before = _known_member(node.member, member, scope), len(context.prompts.contributed)
            asked.append((here, _asked(context, node, name, by, inner, frame)))
            scopes.append(inner)
            if len(asked) > 1:  # the link report names the rules once
                del context.prompts.contributed[before:]
    variables.merge(scope, scopes)
    steps = asked[-1][1]
    for here, others in reversed(asked[:-1]):
        steps = [Branching(here, tuple(others), tuple(steps), context.origins.at(scope, node))]
    return steps


def _known_member(node: m.Expression, member: int, scope: Scope) -> Scope:
    """A scope in which the member of a prompt is known."""
    inner = scope.inner()
    if isinstance(node, m.Named) and node.name.text in inner.variables:
        variable = inner.variables[node.name.text]
        variable.value = attrs.evolve(variable.value, expr=p.Int(member))
    return inner


def _asked(context: Context, node: m.Ask, name: str, by: p.Expr | None, scope: Scope, frame: Frame) -> list[Step]:
    """A prompt, or another one while that stands in for it."""
    others = context.prompts.stand_ins.get(node.prompt.text, ())
    if not others:
        return _one_asked(context, node, name, "", by, scope, frame)
    place = context.names.prompt_names(node.prompt.text).index(name)
    scopes = [scope.inner()]
    steps = _one_asked(context, node, name, "", by, scopes[0], frame)
    for number, mine in enumerate(others, 1):
        names = context.names.prompt_names(mine)
        if place < len(names):
            scopes.append(scope.inner())
            other = _one_asked(context, node, names[place], mine, by, scopes[-1], frame)
            here, origin = borrowing.chosen(context, node.prompt.text, number), context.origins.at(scope, node)
            steps = [Branching(here, tuple(other), tuple(steps), origin)]
    variables.merge(scope, scopes)
    return steps


def _one_asked(
    context: Context, node: m.Ask, name: str, mine: str, by: p.Expr | None, scope: Scope, frame: Frame
) -> list[Step]:
    """A prompt with the options of all modules; a window at which nothing can be chosen is left out.

    If the prompt `mine` stands in for it, what is added to that one is offered, too.
    """
    if node.at_once:
        return _asked_of_all(context, node, name, mine, scope, frame)
    origin, label = context.origins.at(scope, node), context.label()
    _repeated(context, node, scope, frame)
    lent = deciding.lend(context, by, scope, origin)
    again = (*lent.after, GoTo(frame.loop)) if node.starting_over else (GoTo(label),)
    within = lent.within(frame).asking(label)
    shown: list[Step] | None = [] if lent.before else None
    asking = _asking(context, node, name, mine, scope, within, label, origin, again, shown)
    if asking is None:
        return []
    return [*context.coverage.acts(origin), *(shown or ()), *lent.before, asking, *lent.after]


def _asked_of_all(context: Context, node: m.Ask, name: str, mine: str, scope: Scope, frame: Frame) -> list[Step]:
    """A prompt at which every player chooses before anything is carried out."""
    deciding.check_at_once(context, node)
    variables.forget(context, scope, [s for option in node.options for s in option.body])
    origin = context.origins.at(scope, node)
    circle = deciding.circle(context, scope, origin)
    shown: list[Step] = []
    askings: list[Asking] = []
    for place in range(context.players):
        before = len(context.prompts.contributed)
        within = attrs.evolve(circle.within(frame, place), prompt=AT_ONCE)
        here = context.origins.at(scope, node)
        asking = _asking(context, node, name, mine, scope, within, context.label(), here, (), shown)
        if asking is not None:
            askings.append(asking)
        if place:  # the link report names the rules once
            del context.prompts.contributed[before:]
    return [*context.coverage.acts(origin), *shown, *circle.steps(askings)]


def _asking(
    context: Context,
    node: m.Ask,
    name: str,
    mine: str,
    scope: Scope,
    frame: Frame,
    label: int,
    origin: int,
    again: tuple[Step, ...],
    shown: list[Step] | None,
) -> Asking | None:
    """The question of a prompt; `again` follows an ability, and the steps `shown` read what it is about."""
    context.prompts.contribute("offer" if node.window else "ask", node.prompt.text, scope.part, node)
    prompt = context.names.prompts[node.prompt.text][1]
    scopes: list[Scope] = []
    inner = frame.without_rounds()
    options = _offered(context, node, prompt, scope, inner, scopes)
    if mine:
        options += _added(context, attrs.evolve(node.prompt, text=mine), scope, inner, scopes)
    abilities = [] if node.at_once else _usable(context, node, prompt, mine, again, scope)
    if node.window and not options and not abilities:
        return None
    passing = [_passing(context, node)] if node.window else []
    variables.merge(scope, scopes)
    every = once.noting(context, node.prompt.text, [*options, *abilities, *passing])
    context.observer.on_prompt(context, name, origin, every)
    every = [option for option in every if option.condition != fold.FALSE]
    coinciding(context, node.prompt.text, every, node.window)
    return Asking(
        label,
        context.prompts.numbers[name],
        context.decider(),
        tuple(every),
        prompt.must,
        len(passing),
        origin,
        None if node.window else frame.rounds,
        sum(ability.condition != fold.FALSE for ability in abilities),
        tuple(_about(context, each, scope, shown, origin) for each in node.about),
    )


NO_LOOP = "leave it out; within `repeat while …`, it begins a new round after an ability"


def _repeated(context: Context, node: m.Ask, scope: Scope, frame: Frame) -> None:
    """Prepare for a prompt that may be asked again: cards that its options move may lie elsewhere then."""
    if node.starting_over and frame.loop < 0:
        context.problems.add("misplaced", "`starting over` stands in a loop", node.span, help=NO_LOOP)
    if any(isinstance(s, m.AskAgain) for option in node.options for s in option.body):
        variables.forget(context, scope, [s for option in node.options for s in option.body])


def _offered(
    context: Context, node: m.Ask, prompt: m.Prompt, scope: Scope, frame: Frame, scopes: list[Scope]
) -> list[Option]:
    """The options written at a prompt, and those that modules add to it."""
    options = [_option(context, option, prompt, scope, frame, scopes) for option in node.options]
    _note(context, "option", node.prompt.text, [(scope.part, option) for option in node.options], options)
    return options + _added(context, node.prompt, scope, frame, scopes)


def _usable(
    context: Context, node: m.Ask, prompt: m.Prompt, mine: str, again: tuple[Step, ...], scope: Scope
) -> list[Option]:
    """The abilities that a window offers while it is open; after one of them the steps `again` follow."""
    if node.open is not None and not prompt.window:
        advice = f"say so where it is declared: `prompt {prompt.name.text}: …, open to abilities`"
        context.wrong(node.prompt, f"the prompt `{prompt.name.text}` isn't open to abilities", advice)
    open_ = typed.truth(context, node.open, scope.reading(exposing=None)) if node.open else fold.TRUE
    windows = {node.prompt.text, mine or node.prompt.text}
    return _abilities(context, node.prompt, windows, again, open_, scope) if prompt.window else []


def _passing(context: Context, node: m.Ask) -> Option:
    """The option by which a window is passed."""
    part, prompt = context.names.prompts[node.prompt.text]
    return Option(("continue",), fold.TRUE, (), (), context.origins.add(part, prompt.name.text, prompt.citations, node))


def _about(context: Context, node: m.Expression, scope: Scope, before: list[Step] | None, origin: int) -> p.About:
    """A card or a member of a domain that is shown with a question; it is read `before`, if another player decides."""
    value = context.value(node, scope)
    of = context.names.members_of(value.type)
    expr, zone = value.expr, zone_of(value)
    if before is not None:
        expr, zone = scope.kept(expr, before, origin), zone and scope.kept(zone, before, origin)
    if isinstance(value, CardRef) and isinstance(value.type, t.Card):
        if value.zone is None:
            context.wrong(node, "it isn't known where this card lies", "name it where it is found")
        return p.About(expr, zone)
    if not isinstance(value, Scalar) or of is None or of.type != value.type or value.several:
        if not isinstance(value.type, t.Wrong):
            message = f"a question is about a card, a place or the like, and this is {value.type.shown}"
            context.wrong(node, message, "name a card, a place, a player or a value of an enum")
        return p.About(expr)
    return p.About(expr, None, tuple(zip(of.values, of.words, strict=True)))


def _added(context: Context, prompt: m.Name, scope: Scope, frame: Frame, scopes: list[Scope]) -> list[Option]:
    """The options that modules add to a prompt."""
    if prompt.text in context.prompts.adding:
        message = f"an option that is added to `{prompt.text}` asks `{prompt.text}` itself"
        context.problems.add("circular", message, prompt.span, help="say `ask again`, or ask in an event")
        return []
    context.prompts.adding.append(prompt.text)
    added = context.prompts.added.get(prompt.text, [])
    declared = context.names.prompts[prompt.text][1]
    options = [_option(context, node, declared, scope.inner(part=owner), frame, scopes) for owner, node in added]
    context.prompts.adding.pop()
    _note(context, "added option", prompt.text, added, options)
    return options


def _option(
    context: Context, node: m.Option, prompt: m.Prompt | None, scope: Scope, frame: Frame, scopes: list[Scope]
) -> Option:
    origin = context.origins.at(scope, node)
    here = context.origins[origin]
    citations = node.citations or (here.citations if here.module == scope.part.module else ())
    context.origins.belongs_to(origin, scope.part.module, citations)
    inner = scope.inner(origin=origin, exposing=None)
    context.origins.cite(inner, prompt.citations if prompt else ())
    condition = fold.conj([_condition(context, node, ", if", inner), once.unused(context, node, scope.part)])
    words, parameters = _parameters(context, node.words, inner)
    shown = texts.shown(context, node.shown, inner)
    context.observer.on_option(context, node, Option(words, condition, parameters, (), origin, shown=shown))
    used = once.using(context, node, scope.part, origin)
    body = [*used, *selections.fixed(inner), *context.block(node.body, inner, frame)]
    scopes.append(inner)
    return Option(words, condition, parameters, (*context.coverage.acts(origin), *body), origin, shown=shown)


def _condition(context: Context, rule: m.Option | m.Ability, asked: str, scope: Scope) -> p.Expr:
    """The condition under which an option is offered; the cards in its words aren't chosen yet."""
    if rule.condition is None:
        return fold.TRUE
    names = {part.variable.text: part.span.text for part in rule.words if not isinstance(part, str)}
    others = {name: variable for name, variable in scope.variables.items() if name not in names}
    outer = scope.reading(others, exposing=None, later=Chosen(asked, names))
    condition = typed.holding(context, rule.condition, rule, "this option is never offered", outer)
    return context.coverage.tested(condition, scope.part, rule.condition)


def _name_each(context: Context, chosen: Sequence[m.Selection | m.Among | m.Subset]) -> None:
    """Report choices of one option that have the same name: the second would hide the first."""
    for at, part in enumerate(chosen):
        name = part.variable.text
        first = next((each for each in chosen[:at] if each.variable.text == name), None)
        if first is not None:
            own = f"`other: {part.span.text} besides {name}`" if isinstance(part, m.Selection) else f"`other: {name}`"
            help_ = f"give one of them a name of its own, such as {own}"
            related = [Label(first.span, "the first")]
            message = f"this option chooses two things called `{name}`"
            context.problems.add("declared-twice", message, part.span, related=related, help=help_)


def _parameters(
    context: Context, parts: m.Words, scope: Scope
) -> tuple[tuple[str | int, ...], tuple[p.Parameter, ...]]:
    words: list[str | int] = []
    parameters: list[p.Parameter] = []
    _name_each(context, [part for part in parts if not isinstance(part, str)])
    for part in parts:
        if not isinstance(part, str):
            words.append(len(parameters))
            if isinstance(part, m.Among):
                parameters.append(domains.chosen(context, part, scope))
            elif isinstance(part, m.Subset):
                parameters.append(selections.chosen(context, part, scope))
            else:
                parameters.append(_parameter(context, part, scope))
        elif words and isinstance(words[-1], str):
            words[-1] += f" {part}"
        else:
            words.append(part)
    return _spaced(words), tuple(parameters)


def _parameter(context: Context, node: m.Selection, scope: Scope) -> p.Parameter:
    ids = classes.kind(context, node.kind, scope.part)
    if not ids and misfits.members_meant(context, node):
        local, zone_local = scope.routine.new(), scope.routine.new()
        scope.variables[node.variable.text] = Variable(WRONG, local, zone_local)
        return p.Parameter(local, zone_local, (), fold.FALSE, name=node.variable.text)
    location = places.selected(context, node, scope)
    trial = context.problems.trial()
    if node.where is not None:
        foregone.selection(context, node, node.where, scope)
    if node.by_position and node.besides is not None:
        context.wrong(node.besides, "places are those of all cards", "leave `by position` or `besides …` out")
    if node.by_position and any(spot.shape == "heap" for spot in location.spots):
        context.wrong(node, "a heap has no places", "leave `by position` out, or make the zone a line")
    zones = {spot.zone for spot in location.spots}
    where = union(spot.where for spot in location.spots)
    sole = context.tables.sole(ids)
    variable = scope.card_variable(node.variable.text, p.Int(0), where, sole)
    fixed = held(next(iter(zones)), variable.zone_local) if len(zones) == 1 else p.Local(variable.zone_local)
    place = scope.routine.new() if node.by_position and len(location.spots) == 1 else -1
    position = p.Local(place) if place >= 0 else None
    variable.value = CardRef(p.Local(variable.local), fixed, where, position, sole, node.by_position)
    if not ids:
        misfits.misread(context, node.kind, scope)
    condition = classes.belongs(context, ids, node.kind.text, p.Local(variable.local))
    if node.where is not None:
        inner = scope.reading()
        inner.candidate = variable
        condition = fold.conj([condition, typed.truth(context, node.where, inner)])
        if trial.clean:
            impossible.tell(context.names, context.tables.printed, node, ids, condition, variable.local)
    sources = tuple(p.Source(s.cards, s.zone, s.prefix, s.suffix, s.replaces) for s in location.spots)
    if node.by_position and node.unclear:
        context.wrong(node, "a place always tells cards apart", "leave `if unclear` out")
    return p.Parameter(
        variable.local, variable.zone_local, sources, condition, node.by_position, place, unclear=node.unclear,
        name=node.variable.text,
    )  # fmt: skip


def _abilities(
    context: Context, prompt: m.Name, windows: Set[str], again: tuple[Step, ...], open_: p.Expr, scope: Scope
) -> list[Option]:
    """The options of the abilities of some windows, offered while the window is open."""
    options = []
    for index, (part, ability) in enumerate(context.prompts.abilities):
        if ability.windows and windows.isdisjoint(window.text for window in ability.windows):
            continue
        origin = context.origins.add(part, ability_name(ability), ability.citations, ability)
        inner = Scope(scope.routine, part, {}, None, origin)
        usable = _usable_in(context, index, ability, inner)
        context.origins.cite(inner, context.names.prompts[prompt.text][1].citations)
        context.origins.cite(inner, usable.citations)
        body = (
            *context.coverage.acts(origin),
            *once.using(context, ability, part, origin),
            Invoke(f"ability {index}", usable.arguments, usable.where, origin),
            *again,
        )
        condition = fold.conj([open_, once.still(context, ability), usable.condition])
        options.append(Option(usable.words, condition, usable.parameters, body, origin, ability.opening, usable.shown))
        _note(context, "ability", prompt.text, [(part, ability)], options[-1:])
        context.observer.on_option(context, ability, options[-1])
    return options


SPACED = 8
"""The locals of an ability begin at a multiple of this, so that they are free at more prompts."""


def _usable_in(context: Context, index: int, ability: m.Ability, scope: Scope) -> Usable:
    """What an ability offers at a prompt; it is lowered once, if the same locals are free at all of its prompts."""
    routine, key = scope.routine, (index, context.acting, context.deciding)
    known = context.prompts.usable.get(key)
    if known is None or (known.first < routine.locals and (index, known.first) not in routine.abilities):
        first = -(-routine.locals // SPACED) * SPACED
        trial = context.problems.trial()
        known = _lowered(context, ability, attrs.evolve(scope, routine=Routine(routine.name, first)))
        if trial.clean:
            context.prompts.usable[key] = known
    else:
        context.bounds.grow(ability, known.parts)
    routine.abilities.add((index, known.first))
    routine.locals = max(routine.locals, known.routine.locals)
    routine.lists |= known.routine.lists
    routine.named |= known.routine.named
    return known


def _lowered(context: Context, ability: m.Ability, scope: Scope) -> Usable:
    """What an ability offers, in a scope of its own."""
    first, before = scope.routine.locals, context.bounds.total
    condition = fold.conj([_condition(context, ability, "when", scope), once.unused(context, ability, scope.part)])
    words, parameters = _parameters(context, ability.words, scope)
    shown = texts.shown(context, ability.shown, scope)
    arguments: list[p.Expr] = []
    where: list[Whereabouts | None] = []
    for variable in scope.variables.values():
        arguments.append(variable.value.expr)
        where.append(where_of(variable.value))
        if variable.zone_local >= 0:
            arguments.append(zone_of(variable.value) or p.Int(0))
            where.append(None)
    return Usable(
        words=words,
        condition=condition,
        parameters=parameters,
        shown=shown,
        arguments=tuple(arguments),
        where=tuple(where),
        citations=tuple(context.origins.through.pop(scope.origin, {})),
        routine=scope.routine,
        first=first,
        parts=context.bounds.total - before,
    )


def _note(
    context: Context,
    kind: str,
    prompt: str,
    rules: Sequence[tuple[Part, m.Option | m.Ability]],
    options: Sequence[Option],
) -> None:
    """Record, for the link report, the rules whose options can be offered."""
    for (part, rule), option in zip(rules, options, strict=True):
        if not isinstance(option.condition, p.Int) or option.condition.value:
            context.prompts.contribute(kind, prompt, part, rule)


def ability_name(ability: m.Ability) -> str:
    """An ability's words, with `…` for each parameter."""
    return " ".join(part if isinstance(part, str) else "…" for part in ability.words)


def _spaced(words: list[str | int]) -> tuple[str | int, ...]:
    spaced: list[str | int] = []
    for index, word in enumerate(words):
        if isinstance(word, str):
            spaced.append((" " if index else "") + word + (" " if index + 1 < len(words) else ""))
        else:
            if spaced and isinstance(spaced[-1], int):
                spaced.append(" ")
            spaced.append(word)
    return tuple(spaced)
