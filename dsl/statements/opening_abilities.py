"""Opening abilities: those that are offered in a turn as long as no other option was chosen at their prompt.

A hidden number records whether another was chosen: every other option at such a prompt sets it, and each turn resets
it. Only games with such an ability have the number.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.expressions.context import Context
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Option, Plain, Step

SOMETHING_ELSE = "a turn, something else"
"""The name of the number, which no event can have."""


def _number(context: Context) -> int:
    return context.hidden_number(SOMETHING_ELSE)


def still(context: Context, ability: m.Ability) -> p.Expr:
    """The condition that an ability may still be used, after the options chosen before in this turn."""
    if not ability.opening:
        return fold.TRUE
    return p.Binary("==", p.Number(p.Int(_number(context))), p.Int(0))


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
    return Plain(p.SetNumber(p.Int(_number(context)), p.Int(value), origin))
