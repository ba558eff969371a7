"""Report comparisons with the same result in every state of the game, which can only be mistakes of their author.

Called by `comparisons`. A number is known by the range that its rule declares or that its cards allow. A comparison
that always holds is reported only where no module can change it; one that never holds, also where there are too few
cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.conditions import printed_values
from dsl.conditions.claims import OPPOSITE, TURNED
from dsl.conditions.contradictions import ALWAYS, NEVER
from dsl.expressions import classes, foregone, typed
from dsl.expressions.arithmetic import of_parameter, written
from dsl.expressions.context import Context
from dsl.expressions.values import Scalar, Scope, Value
from dsl.model import model as m
from dsl.model.traverse import declared_in
from dsl.names import types as t
from dsl.names.foreign_values import kind_of, never_is
from dsl.program import program as p
from dsl.program.operators import OPERATORS, children
from dsl.text.diagnostics import Label

PLAIN = "remove it, or test something that can change"


def tell(context: Context, node: m.Compare, left: Value, right: Value, scope: Scope) -> None:
    """Report a comparison that always or never holds."""
    if written(node.left) and written(node.right):
        assert isinstance(left.expr, p.Int)
        assert isinstance(right.expr, p.Int)
        _report(context, node, bool(OPERATORS[node.operator](left.expr.value, right.expr.value)))
    elif node.left == node.right:
        _report(context, node, node.operator in ("==", "<=", ">="), "", foregone.same_sides(context, node, scope))
    elif of_parameter(node, scope) and not _of_one_range(context, node, scope):
        return
    elif _of_one_player(context, left, right):
        why = ": the game is for one player"
        _report(context, node, node.operator == "==", why, "remove it, or declare for how many: `players 1 to 2`")
    elif typed.is_ordered(context, left.type) and t.is_bit(left.type):
        _ended(context, node, node.operator, left, node.right)
        _ended(context, node, TURNED.get(node.operator, node.operator), right, node.left)
    elif isinstance(left.expr, p.Int) and isinstance(right.expr, p.Int):
        _never_in_any_game(context, node, scope)
    elif isinstance(left.expr, p.Int):
        _ranged(context, node, TURNED.get(node.operator, node.operator), right, left, node.left, scope)
    else:
        _ranged(context, node, node.operator, left, right, node.right, scope)


def _never_in_any_game(context: Context, node: m.Compare, scope: Scope) -> None:
    """Report the number of players, or a place of a loop, that is compared with a number beyond all that there are."""
    turned = TURNED.get(node.operator, node.operator)
    for side, other, operator in ((node.left, node.right, node.operator), (node.right, node.left, turned)):
        if not isinstance(other, m.Integer) or not isinstance(side, m.Named):
            continue
        known = _players(context) if side.name.text == "players" else _places(context, side, scope)
        if known is not None and _never(operator, known[0], known[1], other.value):
            above = known[1] < other.value or (known[1] == other.value and operator == ">")
            why = f": it is at most {known[1]}" if above else f": it is at least {known[0]}"
            _report(context, node, False, why, known[2])


def _players(context: Context) -> tuple[int, int, str] | None:
    """For how few and how many players the game is, and how this is said; None if no file says it."""
    every = [node for file in context.names.ruleset.files for node in declared_in(file) if isinstance(node, m.Players)]
    if not every:
        return None
    said = " or ".join(each.span.text.removeprefix("players ") for each in every)
    return min(each.fewest for each in every), max(each.most for each in every), f"the game is for {said} players"


def _places(context: Context, side: m.Named, scope: Scope) -> tuple[int, int, str] | None:
    """The first and the last place of a domain, and what says it; None of other values, or if there may be more."""
    type_ = context.value(side, scope).type
    of = context.names.members_of(type_) if t.is_numbered(type_) else None
    if of is None or any(isinstance(each, m.Places) for each in context.names.ruleset.elsewhere()):
        return None
    return min(of.values), max(of.values), f"`{of.name}` goes from `{of.words[0]}` to `{of.words[-1]}`"


def _of_one_range(context: Context, node: m.Compare, scope: Scope) -> bool:
    """Whether a number that a parameter only picks, each with the same range, is compared with something else."""
    for value, other in ((node.left, node.right), (node.right, node.left)):
        match value:
            case m.Of(name, m.Named()) if name.text in context.names.numbers or name.text in context.names.facts:
                return not of_parameter(other, scope)
            case _:
                pass
    return False


def _of_one_player(context: Context, left: Value, right: Value) -> bool:
    """Whether two players are compared in a game for one."""
    players = all(isinstance(each, Scalar) and each.type == t.Player() and not each.optional for each in (left, right))
    return players and context.names.ruleset.for_one


def tell_printed(context: Context, node: m.Compare, left: Value, right: Value, scope: Scope) -> None:
    """Report a comparison with a value that no card has; a class may be for cards that are still to come."""
    if isinstance(scope.part.declaration, m.Class):
        return
    operator = TURNED.get(node.operator, node.operator)
    if isinstance(left.expr, p.Attribute):
        _printed(context, node, (node.left, left.expr), (node.right, right.expr), node.operator, scope)
    if isinstance(right.expr, p.Attribute):
        _printed(context, node, (node.right, right.expr), (node.left, left.expr), operator, scope)


def tell_kind(context: Context, node: m.Compare, kind: str, scope: Scope) -> None:
    """Report a card that is compared with a kind or a card that it never is, as the name of its variable says."""
    card = node.left if isinstance(node.left, m.Named) and node.left.name.text in scope.variables else node.right
    if not never_is(context.names, card, kind, scope.variables) or printed_values.counting(context.names):
        return
    why = f": `{card.span.text}` is never `{kind}`"
    _report(context, node, node.operator == "!=", why, f"name a kind or a card that `{card.span.text}` can be")


Side = tuple[m.Expression, p.Expr]


def _printed(
    context: Context,
    node: m.Compare,
    value: tuple[m.Expression, p.Attribute],
    known: Side,
    operator: str,
    scope: Scope,
) -> None:
    """Report a printed value that no card of the kind has, if that settles its comparison with a known one."""
    table, limit = value[1].table, known[1]
    if not isinstance(limit, p.Int) or table >= len(context.names.attributes) or not _plain(context, known[0]):
        return
    kind = _kind(context, value[0], scope)
    values = context.tables.values(table, classes.members(context, kind))
    excluded = operator in ("!=", "not in")
    compares = OPERATORS[WITHOUT_NOT.get(operator, operator)]
    if any(compares(printed, limit.value) for printed in values):
        return
    attribute = list(context.names.attributes.values())[table]
    of_kind = "" if kind == "card" else kind
    if printed_values.given_elsewhere(context.names, attribute.name, of_kind):
        return
    if of_kind and printed_values.counting(context.names):
        return
    advice = printed_values.listed(context.names, attribute, values)
    _report(context, node, excluded, f": every {kind} is so" if excluded else f": no {kind} is so", advice)


WITHOUT_NOT = {"!=": "==", "not in": "&", "in": "&"}


def _kind(context: Context, node: m.Expression, scope: Scope) -> str:
    """The kind, or the card, of which a term names a printed value, if the name of a variable says so."""
    if not isinstance(node, m.Of) or not isinstance(node.term, m.Named) or scope.candidate is not None:
        return "card"
    name = node.term.name.text
    if name not in scope.variables:
        return "card"
    return name if name in context.names.faces else kind_of(context.names, node.term, scope.variables) or "card"


def _plain(context: Context, node: m.Expression) -> bool:
    """Whether a value stands in the text itself: a number, or a value of an enum."""
    return written(node) or (isinstance(node, m.Named) and node.name.text in context.names.members)


def _report(context: Context, node: m.Compare, holds: bool, why: str = "", advice: str = PLAIN) -> None:
    if holds:
        context.problems.add("always-holds", f"{ALWAYS}{why}", node.span, help=advice)
    else:
        context.problems.add("never-holds", f"{NEVER}{why}", node.span, help=advice)


def _ranged(
    context: Context, node: m.Compare, operator: str, value: Value, limit: Value, said: m.Expression, scope: Scope
) -> None:
    """Compare the range of a value with a number that is known."""
    if not isinstance(value, Scalar) or isinstance(value.expr, p.Int) or not isinstance(limit.expr, p.Int):
        return
    least, most = _settled(value)
    known = limit.expr.value
    if isinstance(value.expr, p.Attribute):
        return  # `tell_printed` knows more of it
    if _never(operator, value.least, value.most, known):
        if any(printed_values.given_elsewhere(context.names, name) for name in _read(context, value.expr)):
            return
        above = value.most is not None and (value.most < known or (operator == ">" and value.most == known))
        why = f": it is at most {value.most}" if above else f": it is at least {value.least}"
        made = _made(node, value, above, scope) if isinstance(value.expr, p.Local) else None
        made = made or _of_places(context, node, scope)
        advice, related = made or (_reachable(context, node, value, above), [])
        context.problems.add("never-holds", f"{NEVER}{why}", node.span, related=related, help=advice)
    elif written(said) and _never(OPPOSITE[operator], least, most, known) and not _read(context, value.expr):
        _report(context, node, True, _span(least, most), _within_range(context, node, value, known))


def _ended(context: Context, node: m.Compare, operator: str, value: Value, said: m.Expression) -> None:
    """Report a value of an enum in order that is compared with what is beyond the first or last of them."""
    if isinstance(value.expr, p.Attribute):
        return  # `tell_printed` knows more of it
    if not isinstance(said, m.Named) or said.name.text not in context.names.members or not isinstance(value, Scalar):
        return
    enum, bit = context.names.members[said.name.text]
    bits = [*context.names.enums[enum].values()]
    stands = value.marker is not None and not value.optional  # a printed value may be none, which is less than all
    last, first = bit == bits[-1], bit == bits[0] and stands
    if not (last or first) or any(added.enumeration.text == enum for added in _added(context)):
        return
    end = f": `{said.name.text}` is the {'last' if last else 'first'} `{enum}`"
    if (operator == ">" and last) or (operator == "<" and first):
        _report(context, node, False, end, f"say `is {said.name.text}`, or name another {enum}")
    elif (operator == "<=" and last) or (operator == ">=" and first):
        _report(context, node, True, end, PLAIN)


def _added(context: Context) -> Iterator[m.AddMembers]:
    """The values that any file adds to enums, also those that aren't in play."""
    for file in context.names.ruleset.files:
        yield from (each for each in declared_in(file) if isinstance(each, m.AddMembers))


def _settled(value: Scalar) -> tuple[int | None, int | None]:
    """The bounds of a number that no module changes: those of a count of cards depend on the cards of a game."""
    return (value.least, value.most) if value.declared else (value.least, None)


def _read(context: Context, expr: p.Expr) -> set[str]:
    """The printed attributes that an expression reads: cards of a module may have other values of them."""
    found, todo = set[str](), [expr]
    attributes = list(context.names.attributes)
    while todo:
        each = todo.pop()
        todo.extend(children(each))
        if isinstance(each, p.Attribute) and each.table < len(attributes):
            found.add(attributes[each.table])
    return found


def _made(node: m.Compare, value: Scalar, above: bool, scope: Scope) -> tuple[str, list[Label]] | None:
    """What to ask of a variable that a single statement gave its bounds, and that statement; None of all else."""
    side, known = (node.right, node.left) if isinstance(node.left, m.Integer) else (node.left, node.right)
    variable = scope.variables.get(side.name.text) if isinstance(side, m.Named) else None
    if variable is None or variable.made is None or variable.value.type != t.Number():
        return None
    made = variable.made
    end = value.most if above else value.least
    instead, more = f"`{side.span.text} is {end}`", ""
    said = " ".join(made.span.text.split())
    match made, known:
        case m.Roll(m.Integer(least), m.Integer(most)), m.Integer(number):
            wider = (least, max(number, most + 1)) if above else (min(number, least - 1), most)
            said, more = f"roll {least} to {most}", f"`roll {wider[0]} to {wider[1]}`"
        case _:
            pass
    ways = f"{more}, or {instead}" if more else instead
    advice = f"`{said}` gives {end} at {'most' if above else 'least'}: say {ways}"
    return advice, [Label(made.span, "its value is from here")]


def _of_places(context: Context, node: m.Compare, scope: Scope) -> tuple[str, list[Label]] | None:
    """Which places there are, where a place is compared with a number that none of them has; None of all else."""
    if not isinstance(node.left, m.Integer) and not isinstance(node.right, m.Integer):
        return None
    type_ = context.value(_counted(node), scope).type
    of = context.names.members_of(type_) if t.is_numbered(type_) else None
    if of is None:
        return None
    return f"`{of.name}` goes from `{of.words[0]}` to `{of.words[-1]}`", []


def _reachable(context: Context, node: m.Compare, value: Scalar, above: bool) -> str:
    """What to ask of a number instead: whether it is at the end of its range, or as many as there are cards."""
    side, end = _counted(node), value.most if above else value.least
    said = f"say `{' '.join(side.span.text.split())} is {end}`"
    if name := _declared(context, value, side):
        return f"its range ends there: {said}, or declare `{name}` with a wider range"
    if above and isinstance(side, m.Count) and isinstance(side.selection, m.Selection):
        return _most_cards(context, side.selection, said, end)
    other = f"{said}, or compare it with a {'smaller' if above else 'larger'} number"
    return other if isinstance(side, m.Count | m.SumOver | m.Room) else PLAIN


def _counted(node: m.Compare) -> m.Expression:
    """The side of a comparison that isn't the number in it."""
    return node.right if isinstance(node.left, m.Integer) else node.left


def _declared(context: Context, value: Scalar, side: m.Expression) -> str:
    """The name of the number or fact that a term is, with a range that can be declared wider; "" if it is none."""
    if not isinstance(side, m.Named | m.Of | m.Call):
        return ""
    family = context.names.numbers.get(side.name.text)
    if isinstance(value.expr, p.Number) and family is not None and not family.positions:
        return family.name
    return side.name.text if isinstance(value.expr, p.Fact) and side.name.text in context.names.facts else ""


def _within_range(context: Context, node: m.Compare, value: Scalar, known: int) -> str:
    """What to do about a comparison with a number that lies outside the range of a declared one."""
    name = _declared(context, value, _counted(node))
    if not name or value.least is None or value.most is None or value.least <= known <= value.most:
        return PLAIN
    end = "most" if known > value.most else "least"
    few = value.most if known > value.most else value.least
    return f"`{name}` is at {end} {few}: compare it with a number in its range, or declare a wider one"


def _most_cards(context: Context, selection: m.Selection, said: str, end: int | None) -> str:
    """Why no more cards are counted: the game has no more of them, or their zone holds no more."""
    kind = context.names.class_name(selection.kind.text)
    if kind is None or end is None:
        return said
    if context.tables.copies(classes.members(context, kind)) == end:
        return f"the game has only {end} `{kind}`: {said}, or put more of them in it"
    if selection.where is None:
        return f"`{selection.place.span.text}` holds no more: {said}, or declare it with a higher limit"
    return f"there are no more such cards: {said}"


def _never(operator: str, least: int | None, most: int | None, known: int) -> bool:
    """Whether no number from `least` to `most` (None: any) compares so with a known one."""
    too_low = most is not None and (most < known or (most == known and operator == ">"))
    too_high = least is not None and (least > known or (least == known and operator == "<"))
    match operator:
        case ">" | ">=":
            return too_low
        case "<" | "<=":
            return too_high
        case "==":
            return too_low or too_high
        case _:
            return least == most == known


def _span(least: int | None, most: int | None) -> str:
    """The range of a number in words, as far as it is known."""
    if least is None:
        return f": it is at most {most}"
    return f": it is at least {least}" if most is None else f": it is never less than {least} or more than {most}"
