"""Lower `draw`: the top card of a pile goes to another zone, or several cards do, one after the other.

A pile that is refilled when it runs out is so before each card. Several cards can have a name together.
"""

from __future__ import annotations

from dsl.expressions import arithmetic, places
from dsl.expressions.context import Context
from dsl.expressions.values import CardList, Scalar, Scope, Spot, Variable
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import program as p
from dsl.routines import watches
from dsl.routines.steps import Frame, Looping, Plain, Step
from dsl.statements import attach, facing, moves, refill, variables, zone_hooks
from dsl.statements.zone_hooks import Passage
from dsl.text.spelling import counted


def draw(context: Context, node: m.Draw, scope: Scope, frame: Frame) -> list[Step]:
    """`draw from … to … as …`, `draw 3 from … to …`."""
    origin = context.origins.at(scope, node)
    source = moves.whole(
        context, node.source, scope, "say the pile alone: its top card is drawn; `move … to …` takes others"
    )
    target = moves.whole(
        context, node.target, scope, "say the zone alone, then `move` the drawn card to another end of it"
    )
    if source is None or target is None:
        return []
    if source.zone == target.zone and node.variable is None:
        message = f"this changes nothing: the drawn card comes to lie on `{node.target.span.text}` again"
        context.problems.add("no-effect", message, node.span, help="name another zone, or say `top of …` for that card")
    if source.shape != "pile":
        context.wrong(node.source, "cards are drawn from a pile", f"this is a {source.shape}: `move some … in … to …`")
    if node.face_down is not None and not facing.turned_in(context, target.where, node):
        return []
    if node.variable is not None:
        variables.hides(context, node.variable, scope, again=True)
    if node.count is not None:
        return _several(context, node, node.count, source, target, origin, scope, frame)
    if node.variable is None:
        return _one(context, node, source, target, scope.routine.new(), origin, scope, frame)
    variable = scope.card_variable(node.variable.text, target.zone, target.where)
    lies = Plain(p.SetLocal(variable.zone_local, target.zone, origin))
    return _one(context, node, source, target, variable.local, origin, scope, frame, lies)


def _one(
    context: Context, node: m.Draw, source: Spot, target: Spot, card: int, origin: int, scope: Scope, frame: Frame,
    *lies: Step,
) -> list[Step]:  # fmt: skip
    """Draw a card, which is put into a local; the steps that say where it `lies` come next."""
    steps = [
        Plain(p.Draw(card, source.zone, target.zone, origin)),
        *lies,
        *watches.watch(source.where | target.where, frame),
    ]
    top = p.Slice(p.Zone(source.zone), p.Int(-1), None)
    drawn = Passage(top, source.zone, source.where, target.zone, target.where)
    refilled = refill.first(context, [source], scope, origin)
    turning = facing.covered_top(context, source, scope, origin) if node.face_down else []
    up = node.face_down is False
    drawing = attach.around(context, [drawn], steps, scope, frame, origin, exposes=True, face_up=up, holder=card)
    return [*refilled, *turning, *drawing]


def _several(
    context: Context, node: m.Draw, count: m.Expression, source: Spot, target: Spot, origin: int, scope: Scope,
    frame: Frame,
) -> list[Step]:  # fmt: skip
    """Draw cards one after the other, until there are enough or none is left."""
    left, card = scope.routine.new(), scope.routine.new()
    wanted = arithmetic.of_cards(context, count, scope)
    _too_many(context, node, wanted, target)
    begin: list[Step] = [Plain(p.SetLocal(left, wanted.expr, origin))]
    collecting: list[Step] = []
    if node.variable is not None:
        drawn = scope.routine.new()
        scope.routine.lists.add(drawn)
        begin.append(Plain(p.SetLocal(drawn, p.Cards(b""), origin)))
        zone = scope.kept(target.zone, begin, origin)
        more = p.Binary("++", p.Local(drawn), zone_hooks.one_card(p.Local(card), zone, None, scope))
        collecting.append(Plain(p.SetLocal(drawn, more, origin)))
        cards = CardList(p.Local(drawn), t.Cards(target.shape), zone, target.where)
        scope.variables[node.variable.text] = Variable(cards, drawn)
    fewer = p.If(p.Binary(">=", p.Local(card), p.Int(0)), p.Binary("-", p.Local(left), p.Int(1)), p.Int(0))
    body = (
        *_one(context, node, source, target, card, origin, scope, frame),
        *collecting,
        Plain(p.SetLocal(left, fewer, origin)),
    )
    return [*begin, Looping(context.label(), p.Binary(">", p.Local(left), p.Int(0)), body, origin)]


def _too_many(context: Context, node: m.Draw, wanted: Scalar, target: Spot) -> None:
    """Report a number of cards that is more than the zone to which they are drawn holds."""
    most, least = places.limit(context, target), wanted.least
    if isinstance(wanted.expr, p.Int):
        least = wanted.expr.value
    if node.count is not None and least is not None and 0 <= most < least:
        said = node.target.span.text
        message = f"`{said}` holds at most {counted(most, 'card')}, and this draws {least}"
        help_ = "draw fewer cards, or declare the zone with a higher limit"
        context.problems.add("bad-value", message, node.count.span, help=help_)
