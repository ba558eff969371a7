"""Rules that act once: options, abilities and hooks with `once a turn` and the like; and opening abilities.

A hidden number, or one for each player, records that the rule has acted. Only games with such a rule have it. It is
part of the state; scenarios call it `used`, with the words of the rule. Opening abilities are offered in a turn as long
as no other option was chosen at their prompt: every other option there sets a number, and each turn resets it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, count

import attrs

from dsl.expressions.context import Context, Used
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names.names import LETTERS
from dsl.program import fold
from dsl.program import program as p
from dsl.program.reasons import USED, USED_IN
from dsl.routines.steps import Option, Plain, Step

SOMETHING_ELSE = "a turn, something else"
"""The name of the number, which no event can have."""

Rule = m.Option | m.Ability | m.Hook


def unused(context: Context, rule: Rule, part: Part) -> p.Expr:
    """The condition that a rule hasn't acted yet, in the time in which it acts once."""
    if rule.once is None:
        return fold.TRUE
    return fold.binary("==", p.Number(_number(context, rule, rule.once, part)), p.Int(0))


def using(context: Context, rule: Rule, part: Part, origin: int) -> list[Step]:
    """The steps that record that a rule acts."""
    if rule.once is None:
        return []
    return [Plain(p.SetNumber(_number(context, rule, rule.once, part), p.Int(1), origin))]


def turned(context: Context, origin: int) -> list[Step]:
    """The steps between two turns."""
    used = [each for each in context.used.values() if each.unit == "turn" and not each.within]
    return [Plain(p.SetNumber(p.Int(index), p.Int(0), origin)) for each in used for index in each.indices]


def already(rule: Rule) -> str:
    """The words that say why a rule doesn't act again; "" if it doesn't act once."""
    if rule.once is None:
        return ""
    return USED_IN.format(f"`{rule.once.unit}`") if rule.once.event else USED[rule.once.unit]


def _number(context: Context, rule: Rule, once: m.Once, part: Part) -> p.Expr:
    """The number that records whether a rule has acted: that of the acting player, if each has his own."""
    known = context.used.get(rule.span)
    if known is None:
        known = context.used[rule.span] = _used(context, rule, once, part)
    if len(known.indices) == 1:
        return p.Int(known.indices[0])
    return fold.binary("+", p.Int(known.indices[0]), context.actor())


def _used(context: Context, rule: Rule, once: m.Once, part: Part) -> Used:
    """The numbers of a rule that haven't been made yet."""
    if once.event is not None:
        if once.event.text in context.names.events:
            context.names.see(once.event, context.names.events[once.event.text][0], part)
        else:
            context.names.say_unknown("event", once.event, context.names.events)
    name = _free(context, f"used {_words(rule)}")
    owned = context.players > 1 and not once.everybody
    names = [f"{letter} {name}" for letter in LETTERS[: context.players]] if owned else [name]
    indices = [context.hidden_number(f"\n{each}") for each in names]  # no event has such a name
    return Used(name, tuple(names), tuple(indices), once.unit, once.event is not None, rule.span)


def _words(rule: Rule) -> str:
    """The words of a rule, without what is chosen."""
    if isinstance(rule, m.Hook):
        return " ".join(filter(None, (rule.moment, rule.change, rule.event.text)))
    return " ".join(word for word in rule.words if isinstance(word, str))


def _free(context: Context, name: str) -> str:
    """A name that no number has: rules with the same words are numbered."""
    taken = {*context.names.numbers, *context.names.zones, *(each.name for each in context.used.values())}
    return next(each for each in chain([name], (f"{name} {n}" for n in count(2))) if each not in taken)


def _other(context: Context) -> int:
    return context.hidden_number(SOMETHING_ELSE)


def still(context: Context, ability: m.Ability) -> p.Expr:
    """The condition that an ability may still be used, after the options chosen before in this turn."""
    if not ability.opening:
        return fold.TRUE
    return p.Binary("==", p.Number(p.Int(_other(context))), p.Int(0))


def noting(context: Context, prompt: str, options: Sequence[Option]) -> list[Option]:
    """The options at a prompt; each other than an opening ability records that it was chosen."""
    opening = [a for _, a in context.prompts.abilities if a.opening and prompt in [window.text for window in a.windows]]
    if not opening:
        return list(options)
    return [
        attrs.evolve(option, body=(_note(context, 1, option.origin), *option.body)) if not option.opening else option
        for option in options
    ]


def begun(context: Context, origin: int) -> list[Step]:
    """The steps at the beginning of a turn."""
    return [_note(context, 0, origin)] if any(ability.opening for _, ability in context.prompts.abilities) else []


def _note(context: Context, value: int, origin: int) -> Plain:
    return Plain(p.SetNumber(p.Int(_other(context)), p.Int(value), origin))
