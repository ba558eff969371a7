"""Condition triggers: what a card does once, as soon as its condition holds.

Functions of `Weaver`. One routine asks, whenever a change may have made a condition hold, which of those that hold
comes first, until none does; the card then leaves the zone in which it was active.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from dsl.expressions import places
from dsl.expressions.values import Scope, Spot
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Alternative, Asking, Frame, Invoke, Looping, Plain, Routine, Step
from dsl.statements import attach
from dsl.statements.zone_hooks import Passage

if TYPE_CHECKING:
    from dsl.weaving.weave import Weaver

SETTLE = "condition triggers"


@attrs.frozen
class Trigger:
    """A condition trigger: its card, where it is active, and its condition in a routine of its own."""

    card: int
    zone: Spot
    target: Spot
    prompt: str
    condition: m.Expression
    body: tuple[m.Statement, ...]
    part: Part
    node: m.Card


def find(weaver: Weaver) -> list[Trigger]:
    """The triggers of all cards."""
    triggers: list[Trigger] = []
    for part, card in weaver.names.ruleset.all(m.Card):
        assert isinstance(card, m.Card)
        active = weaver.names.kinds[card.name.text].active
        if card.triggers and active is None:
            weaver.names.problems.add(
                "never-fires",
                f"nothing says where `{card.name.text}` is active",
                card.triggers[0].span,
                help="give its kind a line `active in …, then …, asking …`",
            )
        elif card.triggers and active is not None:
            triggers.extend(_of_card(weaver, part, card, active))
    return triggers


def _of_card(weaver: Weaver, part: Part, card: m.Card, active: m.Active) -> Iterator[Trigger]:
    kind = weaver.names.kinds[card.name.text]
    scope = Scope(Routine(""), kind.part)
    zone = places.place(weaver, m.Named(active.zone, span=active.zone.span), scope)
    target = places.place(weaver, m.Named(active.target, span=active.target.span), scope)
    if not zone.spots or not target.spots or not weaver.know_one_prompt(active.prompt):
        return
    weaver.asked.add(active.prompt.text)
    number, prompt = weaver.names.faces[card.name.text].ids[0], active.prompt.text
    for one in card.triggers:
        yield Trigger(number, zone.spots[0], target.spots[0], prompt, one.condition, one.body, part, card)


def settle(weaver: Weaver) -> None:
    """Ask which of the triggers whose condition holds comes first, until none holds."""
    if not weaver.triggers:
        return
    part = weaver.triggers[0].part
    origin = weaver.origin(part, SETTLE, weaver.triggers[0].node.citations, weaver.triggers[0].node)
    routine = Routine(SETTLE)
    options: dict[str, list[Alternative]] = {}
    for index, trigger in enumerate(weaver.triggers):
        options.setdefault(trigger.prompt, []).append(_alternative(weaver, index, trigger, routine))
    wake = Plain(p.SetNumber(p.Int(weaver.dirty), p.Int(0), origin))
    asks = [
        Asking(weaver.label(), weaver.prompts[prompt], weaver.actor(), tuple(alternatives), False, 0, origin)
        for prompt, alternatives in options.items()
    ]
    loop = Looping(weaver.label(), p.Binary(">", p.Number(p.Int(weaver.dirty)), p.Int(0)), (wake, *asks), origin)
    weaver.finish(Scope(routine, part, origin=origin), "", [loop], 0, weaver.triggers[0].node)


def _alternative(weaver: Weaver, index: int, trigger: Trigger, routine: Routine) -> Alternative:
    name = trigger.node.name.text
    origin = weaver.origin(trigger.part, name, trigger.node.citations, trigger.condition)
    scope = Scope(routine, trigger.part, origin=origin)
    condition = weaver.holding(trigger.condition, trigger.condition, "this can never happen", scope)
    present = p.Binary("in", p.Int(trigger.card), trigger.zone.cards)
    scope = Scope(Routine(f"trigger {index}"), trigger.part, origin=origin)
    zone, target = trigger.zone, trigger.target
    move: list[Step] = [
        Plain(p.Move(p.Int(trigger.card), zone.zone, target.zone, "last", origin)),
        *weaver.watch(zone.where | target.where, Frame()),
    ]
    card = Passage(p.Cards(bytes([trigger.card])), zone.zone, zone.where, target.zone, target.where)
    steps = [
        *attach.around(weaver, [card], move, scope, Frame(), origin),
        *weaver.block(trigger.body, scope, Frame()),
    ]
    weaver.finish(scope, name, steps, 0, trigger.node)
    again = Plain(p.SetNumber(p.Int(weaver.dirty), p.Int(1), origin))
    invoke = Invoke(f"trigger {index}", (), (), origin)
    return Alternative(
        (f"trigger {name}",), fold.conj([present, condition]), (), (*weaver.tell(origin), invoke, again), origin
    )
