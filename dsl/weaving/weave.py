"""Weave each event and everything that hooks it into one routine.

The routine holds, in this order: the rules that forbid the event; its replacements, each of which may `proceed` to the
next; the hooks before it; its own rules, with those of the same step; its handlers for cards of each class; the hooks
after it; and, if it is a move, the condition triggers. The routine of an event that no rule hooks is its own rules.
"""

from __future__ import annotations

from typing import assert_never

from dsl.conditions import adjusted
from dsl.expressions import classes, definitions, domains, selections, typed
from dsl.expressions.context import Context, Observer
from dsl.expressions.values import Counted, Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import choices
from dsl.names.names import Names
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Frame, Invoke, Looping, Routine, Step
from dsl.statements import deciding, once, turn_order
from dsl.statements.prompts import ability_name
from dsl.text.diagnostics import Label
from dsl.text.spelling import either
from dsl.weaving import (
    endings,
    event_body,
    lasting,
    making,
    reactions,
    replacements,
    triggers,
    variants,
    zone_events,
)
from dsl.weaving.gather import gather
from dsl.weaving.weaving import MAIN, Doing, Weaving


def weave(names: Names, observer: Observer | None = None) -> Weaving:
    """All routines of a ruleset; `observer` follows what is lowered."""
    weaving = gather(names, observer or Observer())
    deciding.know_dummies(weaving.context)
    for part, event in weaving.context.names.events.values():
        _event(weaving, Doing(part, event, event.name.text))
    zone_events.weave(weaving)
    lasting.know(weaving.context)
    for index, (part, ability) in enumerate(weaving.context.prompts.abilities):
        _ability(weaving, index, part, ability)
    triggers.settle(weaving)
    variants.weave(weaving, _event)
    endings.weave(weaving)
    _read_unused(weaving)
    _main(weaving)
    return weaving


def _read_unused(weaving: Weaving) -> None:
    """Lower the definitions and classes that no rule uses, to report their problems."""
    context = weaving.context
    with context.names.usage.paused() as used:
        _adjusting(weaving)
        for name in context.names.classes:
            classes.members(context, name)
        for name, (part, define) in context.names.defines.items():
            if not used.reads("define", name):
                _read(context, part, define)
        _read_groups(context)
    context.repeatable.clear()  # their names, too, are read only where a rule reads them


def _read_groups(context: Context) -> None:
    """Report unknown zones in groups, which rules may not use."""
    names = context.names
    for _, group in names.ruleset.all(m.Group):
        for member in group.members:
            place = member.place
            if isinstance(place, m.Named | m.Of) and not (
                place.name.text in names.zones or place.name.text in names.groups
            ):
                sure = domains.all_of(context, place.name)
                names.say_unknown("zone", place.name, [*names.zones, *names.groups], sure=sure)


def _read(context: Context, part: Part, define: m.Define) -> None:
    """Lower a definition and the rules that widen or narrow it."""
    name = define.name.text
    scope = making.start(context, part, name, define.parameters, 0)
    scope.exposing = []
    values = tuple(variable.value for variable in scope.variables.values())
    value = context.value(define.value, definitions.inside(define, part, values, name, scope))
    definitions.adjustable(context, define.name, value)
    for owner, rule in context.adjusts.get(name, []):
        within = definitions.inside(rule, owner, values, name, scope, define)
        match rule:
            case m.Adjust(condition=condition):
                typed.truth(context, condition, within)
            case m.Raise(amount=amount, condition=condition):
                typed.number(context, amount, within)
                if condition:
                    typed.truth(context, condition, within)
            case m.Keep():
                definitions.kept(context, rule, within)
            case _:
                assert_never(rule)


def _adjusting(weaving: Weaving) -> None:
    """Report rules that can never change their definition, and bounds that can't both hold."""
    for name, adjusts in weaving.context.adjusts.items():
        _, define = weaving.context.names.defines[name]
        for owner, adjust in adjusts:
            scope = making.start(weaving.context, owner, name, define.parameters, 0)
            scope.exposing = []
            values = tuple(variable.value for variable in scope.variables.values())
            within = definitions.inside(adjust, owner, values, name, scope, define)
            if isinstance(adjust, m.Adjust):
                _differing(weaving, adjust, within)
                adjusted.tell(weaving.context.names, define, adjust)
            elif isinstance(adjust, m.Raise):
                _raising(weaving.context, adjust, within)
        _bounded(weaving.context, name)


def _raising(context: Context, rule: m.Raise, scope: Scope) -> None:
    """Report a rule that never raises or lowers, or by nothing, or by less than nothing."""
    if rule.condition:
        typed.holding(context, rule.condition, rule, "this never makes a difference", scope)
    reports = context.problems.reported
    amount = typed.number(context, rule.amount, scope)
    if not isinstance(amount.expr, p.Int) or amount.expr.value > 0 or typed.settled(context, rule.amount):
        return
    if context.problems.reported > reports:
        return
    if amount.expr.value:
        other = "lower" if rule.raises else "raise"
        message, advice = (
            f"this comes to {amount.expr.value}",
            f"say `{other} {rule.name.text} by {-amount.expr.value}`",
        )
    else:
        message, advice = "nothing is changed by 0", "say by how much"
    context.problems.add("bad-value", message, rule.amount.span, help=advice)


def _bounded(context: Context, name: str) -> None:
    """Report the highest bound below a definition and the lowest one above it, if the first is above the second."""
    keeps = [(owner, rule) for owner, rule in context.adjusts[name] if isinstance(rule, m.Keep)]
    bounds = [(definitions.kept(context, rule, Scope(Routine(""), owner)), rule) for owner, rule in keeps]
    least = max((each for each in bounds if each[1].least), key=lambda each: each[0], default=None)
    most = min((each for each in bounds if not each[1].least), key=lambda each: each[0], default=None)
    if least and most and least[0] > most[0]:
        message = f"`{name}` can't be at least {least[0]} and at most {most[0]}"
        related = [Label(most[1].span, f"here, it is at most {most[0]}")]
        advice = "change one of the bounds, or leave one out, in a section if it is for some games only"
        context.problems.add("never-holds", message, least[1].span, related=related, help=advice)


MOST_PROMPTS = 3
"""The most prompts that one piece of advice lists."""

ALWAYS = "leave the condition out, or let it be about something that can change"


def _differing(weaving: Weaving, adjust: m.Adjust, scope: Scope) -> None:
    """Report a rule that never widens or narrows, or that always narrows to nothing and isn't written as `no`."""
    context, condition = weaving.context, adjust.condition
    with context.problems.trial() as trial:
        holds = typed.truth(context, condition, scope)
    if not trial.clean or holds not in (fold.FALSE, fold.TRUE) or typed.settled(context, condition):
        return
    message = "this never makes a difference"
    if holds == fold.FALSE and (adjust.widens or condition.span.text != "no"):
        what = message if adjust.widens else f"with this, `{adjust.name.text}` never holds"
        context.problems.add("never-fires", f"{what}: its condition never holds", adjust.span, help=typed.HOPELESS)
    if holds == fold.TRUE and not adjust.widens:
        context.problems.add("never-fires", f"{message}: its condition always holds", adjust.span, help=ALWAYS)


def _event(weaving: Weaving, doing: Doing) -> None:
    event, name = doing.event, doing.event.name.text
    origin = weaving.context.origins.add(doing.part, name, event.citations, event)
    scope = making.start(weaving.context, doing.part, doing.routine, event.parameters, origin, doing.given)
    parameters = scope.routine.locals
    rules = [(q, h) for q, h in reactions.ordered(weaving, name, "instead of")]
    woven = replacements.replaced(weaving, doing, rules, scope) if rules else None
    steps = _forbidden(weaving, name, woven or event_body.itself(weaving, event, scope), scope)
    covered = [*weaving.context.coverage.acts(origin, "enter"), *steps, *weaving.context.coverage.acts(origin, "leave")]
    counted = " and ".join(dict.fromkeys(each.kind for each in doing.given if isinstance(each, Counted)))
    making.finish(weaving, scope, f"{name} as {counted}" if counted else name, covered, parameters, event)


def _forbidden(weaving: Weaving, name: str, rest: list[Step], scope: Scope) -> list[Step]:
    for part, forbid in weaving.forbids.get(name, []):
        origin = weaving.context.origins.add(part, f"forbid {name}", forbid.citations, forbid, hooks=True)
        condition = making.condition(weaving, forbid, scope.reading(part=part))
        rest = [Branching(condition, tuple(weaving.context.coverage.acts(origin)), tuple(rest), origin)]
    return rest


def _ability(weaving: Weaving, index: int, part: Part, ability: m.Ability) -> None:
    name = f"ability {index}"
    origin = weaving.context.origins.add(part, ability_name(ability), ability.citations, ability)
    parameters = [_about(part) for part in ability.words if not isinstance(part, str)]
    _window_in_words(weaving.context, ability)
    scope = making.start(weaving.context, part, name, parameters, origin)
    count = scope.routine.locals
    for chosen in ability.words:
        if isinstance(chosen, m.Subset):
            selections.handed_over(weaving.context, chosen, scope)
    for window in ability.windows:
        if _at_event(weaving.context, window):
            continue
        if weaving.context.know_prompt(window) and not weaving.context.names.prompts[window.text][1].window:
            added = f"say `add to {window.text}` to add an option to it"
            advice = f"let its declaration end with `, open to abilities`, or {added}"
            weaving.context.wrong(window, f"the prompt `{window.text}` isn't open to abilities", advice)
    fixed = selections.fixed(scope)
    steps = [*fixed, *weaving.context.block(ability.body, scope, Frame()), *event_body.settling(weaving, origin)]
    making.finish(weaving, scope, ability_name(ability), steps, count, ability)


def _at_event(context: Context, window: m.Name) -> bool:
    """Whether an ability is used at an event instead of a prompt; reports it."""
    names = context.names
    if window.text in names.prompts or window.text not in names.events:
        return False
    asked = {*choices.asked_in(window.text, {name: event for name, (_, event) in names.events.items()})}
    offered = [name for name, (_, prompt) in names.prompts.items() if prompt.window and name in asked]
    if offered:
        sure = f"say {either(f'at {name}' for name in offered)}, asked in `{window.text}`"
        names.say_unknown("prompt", window, names.prompts, sure=sure)
        return True
    open_ = [f"`at {name}`" for name, (_, prompt) in names.prompts.items() if prompt.window]
    at = " or ".join(open_[:MOST_PROMPTS]) or "declare `prompt …, open to abilities`"
    advice = f"abilities are used at prompts: {at}; what happens at an event anyway is a rule, `after {window.text}`"
    names.say_unknown("prompt", window, names.prompts, sure=advice)
    return True


def _window_in_words(context: Context, ability: m.Ability) -> None:
    """Report an ability whose words end like the line `at …` that belongs below them, if it has no such line."""
    words = [word if isinstance(word, str) else "<>" for word in ability.words]
    at = max((place for place, word in enumerate(words) if word == "at"), default=0)
    window = " ".join(words[at + 1 :])
    if at and not ability.windows and window in context.names.prompts:
        message = f"`at {window}` is a part of the option's words here"
        advice = f"write it below, on a line of its own, before the statements: `at {window}`"
        context.problems.add("misplaced", message, ability.span, help=advice)


def _incomplete(weaving: Weaving, *, turn: bool) -> None:
    """Report a base game without an event `setup`, or without the phases of a turn."""
    names = weaving.context.names
    if "setup" in names.events:
        message, help_ = "a base game needs a `turn: …`", "declare its phases: `turn: main`, with an `event main`"
    elif not turn:
        message = "a base game needs an event `setup` and a `turn: …`"
        help_ = "declare both: `event setup`, and `turn: main` with an `event main`"
    else:
        begins = next((each for each in BEGINNINGS if each in names.events), "")
        message = "a base game needs an event `setup`"
        help_ = "declare it, `event setup`: with it a game begins"
        help_ = f"say `event setup` instead of `event {begins}`: with it a game begins" if begins else help_
    names.problems.add("no-game", message, names.ruleset.start, help=help_)


BEGINNINGS = (
    "start",
    "begin",
    "beginning",
    "game start",
    "start game",
    "set up",
    "init",
    "prepare",
    "preparation",
    "deal",
)
"""Events that may be meant for the one with which a game begins."""


def _main(weaving: Weaving) -> None:
    turns = [*weaving.context.names.ruleset.all(m.Turn)]
    if not turns or "setup" not in weaving.context.names.events:
        _incomplete(weaving, turn=bool(turns))
        return
    part, turn = turns[0]
    for _, other in turns[1:]:
        weaving.context.problems.add(
            "declared-twice",
            "the turn is declared twice",
            other.span,
            related=[Label(turn.span, "first declared here")],
            help="name all phases in one of them; a module adds to a turn by rules such as `after PHASE`",
        )
    origin = weaving.context.origins.add(part, "turn", turn.citations, turn)
    phases: list[Step] = []
    for phase in turn.phases:
        if phase.text not in weaving.context.names.events:
            weaving.context.names.say_unknown("event", phase, weaving.context.names.events)
        elif weaving.context.names.events[phase.text][1].parameters:
            weaving.context.wrong(phase, "a phase is about nothing", f"leave the parentheses out: `event {phase.text}`")
        else:
            weaving.context.calls.add((MAIN, phase.text))
            phases.append(Invoke(phase.text, (), (), origin))
    setup = weaving.context.names.events["setup"][1]
    if setup.parameters:
        weaving.context.wrong(setup, "`setup` is about nothing", "leave the parentheses out: `event setup`")
    weaving.context.calls.add((MAIN, "setup"))
    begun, after = once.begun(weaving.context, origin), once.turned(weaving.context, origin)
    body = (*begun, *turn_order.round_of(weaving.context, phases, origin), *after)
    loop = Looping(weaving.context.label(), fold.TRUE, body, origin)
    scope = Scope(Routine(MAIN), part, origin=origin)
    making.finish(weaving, scope, "", [Invoke("setup", (), (), origin), *after, loop], 0, turn)


def _about(chosen: m.Chosen) -> m.Parameter:
    """A parameter of an ability: a card, a member of a domain, or several cards, which take as many locals as one."""
    if isinstance(chosen, m.Selection | m.Subset):
        return m.Parameter(chosen.variable, None, span=chosen.span)
    type_ = m.Type("plain", chosen.domain.text, 0, 0, "", span=chosen.domain.span)
    return m.Parameter(chosen.variable, type_, span=chosen.span)
