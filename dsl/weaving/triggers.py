"""Lower condition triggers: rules of a card that run once, as soon as their condition holds.

After a change that may have made a condition hold, one routine asks which of the triggers that hold comes first, until
none holds. The card of a trigger that runs leaves the zone in which it was active.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dsl.expressions import places, typed
from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.program import fold
from dsl.program import program as p
from dsl.program.lists import fitting
from dsl.routines import watches
from dsl.routines.steps import Asking, Frame, Invoke, Looping, Option, Plain, Routine, Step
from dsl.statements import attach, borrowing
from dsl.statements.zone_hooks import Passage
from dsl.weaving import making
from dsl.weaving.weaving import SETTLE, Trigger, Weaving


def find(context: Context) -> list[Trigger]:
    """The triggers of all cards."""
    triggers: list[Trigger] = []
    for part, card in context.names.ruleset.all(m.Card):
        active = context.names.kinds[card.name.text].active
        if card.triggers and active is None:
            context.problems.add(
                "never-fires",
                f"nothing says where `{card.name.text}` is active",
                card.triggers[0].span,
                help="give its kind a line `active in …, then …, asking …`",
            )
        elif card.triggers and active is not None:
            triggers.extend(_of_card(context, part, card, active))
    return triggers


def _of_card(context: Context, part: Part, card: m.Card, active: m.Active) -> Iterator[Trigger]:
    kind = context.names.kinds[card.name.text]
    scope = Scope(Routine(""), kind.part)
    zone = places.place(context, m.Named(active.zone, span=active.zone.span), scope)
    target = places.place(context, m.Named(active.target, span=active.target.span), scope)
    if not zone.spots or not target.spots or not context.know_one_prompt(active.prompt):
        return
    context.prompts.asked.add(active.prompt.text)
    number, prompt = context.names.faces[card.name.text].ids[0], active.prompt.text
    for one in card.triggers:
        yield Trigger(number, zone.spots[0], target.spots[0], prompt, one.condition, one.body, part, card)


def settle(weaving: Weaving) -> None:
    """Make the routine that asks which of the triggers that hold comes first, until none holds."""
    if not weaving.triggers:
        return
    part = weaving.triggers[0].part
    origin = weaving.context.origins.add(part, SETTLE, weaving.triggers[0].node.citations, weaving.triggers[0].node)
    routine = Routine(SETTLE)
    options: dict[str, list[Option]] = {}
    for index, trigger in enumerate(weaving.triggers):
        options.setdefault(trigger.prompt, []).append(_option(weaving, index, trigger, routine))
    wake = Plain(p.SetNumber(p.Int(weaving.context.dirty), p.Int(0), origin))
    context = weaving.context

    def asking(offered: Sequence[Option]) -> Callable[[str], Step]:
        numbers, decider = context.prompts.numbers, context.decider()
        return lambda name: Asking(context.label(), numbers[name], decider, tuple(offered), False, 0, origin)

    asks = [borrowing.in_place(context, prompt, origin, asking(offered)) for prompt, offered in options.items()]
    loop = Looping(
        weaving.context.label(), p.Binary(">", p.Number(p.Int(weaving.context.dirty)), p.Int(0)), (wake, *asks), origin
    )
    making.finish(weaving, Scope(routine, part, origin=origin), "", [loop], 0, weaving.triggers[0].node)


def _option(weaving: Weaving, index: int, trigger: Trigger, routine: Routine) -> Option:
    name = trigger.node.name.text
    origin = weaving.context.origins.add(trigger.part, name, trigger.node.citations, trigger.condition)
    scope = Scope(routine, trigger.part, origin=origin)
    condition = typed.holding(weaving.context, trigger.condition, trigger.condition, "this can never happen", scope)
    condition = weaving.context.coverage.tested(condition, trigger.part, trigger.condition)
    present = p.Binary("in", p.Int(trigger.card), trigger.zone.cards)
    scope = Scope(Routine(f"trigger {index}"), trigger.part, origin=origin)
    zone, target = trigger.zone, trigger.target
    move: list[Step] = [
        Plain(p.Move(p.Int(trigger.card), zone.zone, target.zone, "last", origin)),
        *watches.watch(zone.where | target.where, Frame()),
    ]
    card = Passage(p.Cards(fitting([trigger.card])), zone.zone, zone.where, target.zone, target.where)
    steps = [
        *attach.around(weaving.context, [card], move, scope, Frame(), origin),
        *weaving.context.block(trigger.body, scope, Frame()),
    ]
    making.finish(weaving, scope, name, steps, 0, trigger.node)
    again = Plain(p.SetNumber(p.Int(weaving.context.dirty), p.Int(1), origin))
    invoke = Invoke(f"trigger {index}", (), (), origin)
    return Option(
        (f"trigger {name}",),
        fold.conj([present, condition]),
        (),
        (*weaving.context.coverage.acts(origin), invoke, again),
        origin,
    )
