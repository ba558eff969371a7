"""Find members of a domain: the place with a number, the member to which a card's zone belongs, the one after another.

`tray(n + 1)` is a place or none; `tray of card` is the place in whose zone a card lies, or none where it may also lie
elsewhere. After the last player comes the first; after the last value or place comes none.
"""

from __future__ import annotations

import re

from dsl.expressions import arithmetic, domains, misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, Scalar, Scope, Value, nothing
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Domain, ZoneFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Whereabouts, may_lie
from dsl.text.spelling import either


def numbered(context: Context, node: m.Call, scope: Scope) -> Scalar:
    """The place of a domain that has a number, or none if there is no such place."""
    of = domains.domain(context, node.name, scope)
    if of is None or len(node.arguments) != 1:
        return context.wrong(node.name, f"a {node.name.text} has one number", f"say `{node.name.text}(…)`")
    number = typed.number(context, node.arguments[0], scope)
    if isinstance(number.type, t.Wrong):
        return WRONG
    first, last = p.Int(of.values[0]), p.Int(of.values[-1])
    there = fold.conj([fold.binary(">=", number.expr, first), fold.binary("<=", number.expr, last)])
    if there == fold.FALSE and arithmetic.written(node.arguments[0]):
        message = f"there is no {of.name} with this number"
        advice = f"they go from {of.values[0]} to {of.values[-1]}"
        context.problems.add("bad-value", message, node.span, help=advice)
    return Scalar(fold.choose(there, number.expr, p.Int(0)), of.type, optional=there != fold.TRUE)


def holding(context: Context, node: m.Of, scope: Scope) -> Scalar:
    """The member of a domain to whose zone a card belongs as it lies, or none."""
    of = domains.domain(context, node.name, scope)
    card = typed.card(context, node.term, scope)
    if of is None or isinstance(card.type, t.Wrong):
        return WRONG
    families = [family for family in context.names.zones.values() if of in family.domains]
    if card.zone is None or not families:
        message = f"no zone is there for each {of.name}" if not families else "nobody knows where this card lies"
        return context.wrong(node, message, "" if families else _no_family(context, of))
    if card.where is not None:
        families = [family for family in families if may_lie(card.where, family.indices)]
    outside = card.where is None or not all(any(zone in family.indices for family in families) for zone in card.where)
    if not families and _extended(context, of, card.where or frozenset()):
        return WRONG
    if not families:
        elsewhere = "ask before the card moves, in a rule `before` its event, or keep the answer by `let`"
        return context.wrong(node, f"this card never lies in a zone of a {of.name} here", elsewhere)
    return _by_family(card.zone, of, families, outside)


def _no_family(context: Context, of: Domain) -> str:
    """What to say where a domain stands for what is printed on a card, or has no zones yet."""
    printed = [each.name for each in context.names.attributes.values() if each.enumeration == of.name != each.name]
    several = any(context.names.attributes[each].several for each in printed)
    if printed:
        sets = "; two sets are compared by `meets`" if several else ""
        return f"what is printed on a card is {either(f'{each} of …' for each in printed)}{sets}"
    return f"declare one: `zone … per {of.name}: …`"


def _extended(context: Context, of: Domain, where: Whereabouts) -> bool:
    """Whether a card lies in a zone by which a group was extended, and that has no such member; reports the first."""
    names, problems = context.names, context.problems
    for _, group in names.ruleset.all(m.Group):
        for member in group.members if group.widens else ():
            place = member.place
            family = names.zones.get(place.name.text) if isinstance(place, m.Named | m.Of | m.Call) else None
            if family is None or of in family.domains or where.isdisjoint(family.indices):
                continue
            problems.repeated()
            if not any(problem.span == place.span for problem in problems.found):
                message = f"rules ask for the {of.name} of cards in `{group.name.text}`: `{family.name}` has none"
                other = f"name `{family.name}` in the rules that mean it"
                help_ = f"{other}; a zone for this group is one `per {of.name}`"
                problems.add("type", message, place.span, help=help_)
            return True
    return False


def _by_family(zone: p.Expr, of: Domain, families: list[ZoneFamily], outside: bool) -> Scalar:
    """The member for a zone of any of these families; none for other zones, if `outside` allows them."""
    *rest, last = families
    result = _member(zone, of, last)
    if outside:
        result = fold.choose(fold.one_of(zone, last.indices), result, nothing(of.type))
    for family in reversed(rest):
        result = fold.choose(fold.one_of(zone, family.indices), _member(zone, of, family), result)
    return Scalar(result, of.type, optional=outside)


def _member(zone: p.Expr, of: Domain, family: ZoneFamily) -> p.Expr:
    """The member to which a zone of a family belongs."""
    at = family.domains.index(of)
    stride = 1
    for later in family.domains[at + 1 :]:
        stride *= len(later.values)
    place = fold.binary("//", fold.binary("-", zone, p.Int(family.first)), p.Int(stride))
    if at:
        place = fold.binary("%", place, p.Int(len(of.values)))
    if isinstance(place, p.Int):
        return p.Int(of.values[place.value])
    if not t.is_bit(of.type):
        return fold.binary("+", place, p.Int(of.values[0]))
    return p.Element(p.Cards(bytes(of.values)), place)


# Members of domains that have an order: values of an enum `in order`, numbered places, players in a circle


def neighbour(context: Context, node: m.Neighbour, scope: Scope) -> Scalar:
    """The member after or before another one."""
    found = _with_order(context, node.member, scope)
    if found is None:
        return WRONG
    value, domain = found
    members, expr = len(domain.values), value.expr
    if isinstance(domain.type, t.Player):
        _not_alone(context, node)
        steps = p.Int(node.steps % members)
        return Scalar(fold.binary("%", fold.binary("+", expr, steps), p.Int(members)), domain.type)
    if t.is_numbered(domain.type):
        last = domain.values[-1 if node.steps > 0 else 0]
        inside = fold.binary("<" if node.steps > 0 else ">", expr, p.Int(last))
        beside = fold.choose(inside, fold.binary("+", expr, p.Int(node.steps)), fold.FALSE)
    elif node.steps > 0:
        beside = fold.binary("&", fold.binary("*", expr, p.Int(2)), p.Int((1 << members) - 1))
    else:
        beside = fold.binary("//", expr, p.Int(2))
    return Scalar(beside, domain.type, optional=True)


def _not_alone(context: Context, node: m.Neighbour) -> None:
    """Report that another player is asked for in a game for one."""
    if context.names.ruleset.for_one:
        message = "this game is for one player, who sits alone: this is the same player"
        help_ = f"say `{node.member.span.text}`, or declare for how many the game is: `players 1 to 2`"
        context.problems.add("no-effect", message, node.span, help=help_)


def ordinal(context: Context, node: m.Ordinal, scope: Scope) -> Scalar:
    """The place of a member in the order of its domain, from 1; 0 for none."""
    found = _with_order(context, node.member, scope, certain=False)
    if found is None:
        return WRONG
    value, domain = found
    most, first = len(domain.values), domain.values[0]
    if t.is_bit(domain.type):
        expr = fold.binary("ordinal", value.expr, p.Int(1))
    elif value.optional and first > 1:
        there = fold.binary("-", value.expr, p.Int(first - 1))
        expr = fold.choose(fold.binary("==", value.expr, fold.FALSE), fold.FALSE, there)
    else:
        expr = fold.binary("-", value.expr, p.Int(first - 1))
    return Scalar(expr, t.Number(), least=0, most=most)


def _with_order(
    context: Context, node: m.Expression, scope: Scope, certain: bool = True
) -> tuple[Scalar, Domain] | None:
    """A single member of a domain that has an order, with the domain; reports anything else."""
    value = context.value(node, scope)
    domain = context.names.members_of(value.type)
    if isinstance(value.type, t.Wrong):
        return None
    if domain is None or not isinstance(value, Scalar) or value.several or not _has_order(context, value):
        marker = misfits.by_steps(context, value.type) or _beside(context, value, node) or _counted(value, node)
        advice = (
            marker or misfits.unordered(context, value) or "say it of a player, a place, or a value of an enum in order"
        )
        several = isinstance(value, Scalar) and value.several
        context.wrong(node, f"{'a set' if several else value.type.shown} has no order", advice)
        return None
    if certain and not typed.certain(context, value, node):
        return None
    return value, domain


def _counted(value: Value, node: m.Expression) -> str:
    """The sum or difference, where the number after or before another one is asked for; "" about other values."""
    text = node.span.file.text
    side = re.search(r"\bone (after|before) $", text[max(0, node.span.start - 20) : node.span.start])
    if side is None or not isinstance(value.type, t.Number):
        return ""
    if isinstance(node, m.Integer):
        return f"say `{node.value + (1 if side[1] == 'after' else -1)}`"
    return f"say `{misfits.phrase(node)} {'+' if side[1] == 'after' else '-'} 1`"


def _beside(context: Context, value: Value, node: m.Expression) -> str:
    """What is meant by a card after or before another: what it has in order, or its neighbour; "" of other values."""
    text = node.span.file.text
    before = text[text.rfind("\n", 0, node.span.start) + 1 : node.span.start]
    side = re.search(r"(?:(?P<one>[\w']+(?: of [\w']+)*) (?P<verb>is(?: not)?) )?one (?P<word>after|before) $", before)
    if side is None or not isinstance(value.type, t.Card):
        return ""
    said, word, one, verb = misfits.phrase(node), side["word"], side["one"] or "", side["verb"]
    of, names = one.partition(" of ")[0], typed.in_order(context, one)
    if of in context.names.attributes and context.names.attributes[of].enumeration in context.names.ordered:
        return f"say `one {word} {of} of {said}`"
    if one and names:
        return f"say {either(f'{of} of {one} {verb} one {word} {of} of {said}' for of in names)}"
    numbers = typed.in_order(context, one, numbers=True) if one and one not in context.names.attributes else []
    if numbers:
        sign = "+" if word == "after" else "-"
        return f"say {either(f'{of} of {one} {verb} {of} of {said} {sign} 1' for of in numbers)}"
    if typed.at_end(node, right=word == "after"):
        return f"`{said}` is the last card on that side: name another one"
    return f"say `{'right' if word == 'after' else 'left'} neighbour of {said}` for a card of a line"


def _has_order(context: Context, value: Value) -> bool:
    return isinstance(value.type, t.Player) or typed.is_ordered(context, value.type)
