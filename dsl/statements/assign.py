"""Lower `set` and `let`: values for numbers, facts of cards and variables.

A variable for a card records the zone in which the card lies, and its place if that is known.
"""

from __future__ import annotations

import re

import attrs

from dsl.expressions import arithmetic, markers, misfits, typed
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, CardList, CardRef, Scalar, Scope, Value, Variable, nothing, where_of, zone_of
from dsl.model import model as m
from dsl.names import phrases
from dsl.names import types as t
from dsl.program import fold
from dsl.program import program as p
from dsl.routines import watches
from dsl.routines.steps import Frame, Plain, Step
from dsl.statements import variables
from dsl.text.spelling import MOST_WAYS, either

OTHER_VALUE = "set it to another value, or leave this out"


def set_(context: Context, node: m.Set, scope: Scope, frame: Frame) -> list[Step]:
    """`set … to …`: a number, a fact of a card, or a variable."""
    origin = context.origins.at(scope, node)
    name = node.target.name.text if isinstance(node.target, m.Named) else ""
    if node.value is None and name and not typed.has_value(context, name, scope):  # `set points 3`
        return _say_no_value(context, node)
    if typed.is_zone(context, node.target, scope):
        zone = node.target.span.text
        context.wrong(node.target, f"`{zone}` is a zone, not a value", f"cards move: say `move … to {zone}`")
        return []
    if name in context.names.ruleset.settings and not typed.has_value(context, name, scope):
        context.wrong(node.target, "this can't be given a value", _settable(context, node.target))
        return []
    target, value = _target_and_value(context, node, scope)
    if value is None:
        return []
    match target.expr:
        case p.Number(index) if isinstance(target.type, t.Number | t.Truth) or t.is_bit(target.type):
            _use(context, node.target)
            counters = frozenset([index.value] if isinstance(index, p.Int) else context.names.numbered)
            return [Plain(p.SetNumber(index, value.expr, origin)), *watches.watch(frozenset(), frame, counters)]
        case p.Fact(fact, card):
            _use(context, node.target)
            return [
                Plain(p.SetFact(fact, card, value.expr, origin)),
                *watches.watch(frozenset(), frame, frozenset([-1 - fact])),
            ]
        case p.Local(index) if isinstance(node.target, m.Named) and node.value is not None:
            expr = nothing(target.type) if isinstance(value.type, t.Nothing) else value.expr
            steps = _found(context, node.target, node.value, value, scope, origin)
            variables.loosen(scope.variables[name])
            return [Plain(p.SetLocal(index, expr, origin)), *steps]
        case _:
            if not isinstance(target.type, t.Wrong) and not isinstance(value.type, t.Wrong):
                context.wrong(node.target, "this can't be given a value", _settable(context, node.target))
            return []


def _use(context: Context, target: m.Expression) -> None:
    """Record that a rule sets a number or a fact."""
    if isinstance(target, m.Named | m.Of | m.Call):
        context.use("set", target.name.text)


def _settable(context: Context, target: m.Expression) -> str:
    """What to say about something that isn't set."""
    name = target.name.text if isinstance(target, m.Named | m.Of | m.Call) else ""
    names, to = context.names, phrases.around(target)[1].partition(" to ")[2] or "…"
    if name in names.attributes:
        kinds = [kind.name for kind in names.kinds.values() if name in kind.attributes]
        kind = kinds[0] if kinds else "…"
        fact = f"`charge: fact 0 to 9` below `kind {kind}`"
        return f"`{name}` is printed on the card: what changes is a fact, such as {fact}"
    if name in names.defines:
        return f"`{name}` is a definition: its value follows from what it reads; {_changing(name, to)}"
    if name in names.ruleset.settings:
        return f"`{name}` is an option, chosen before the game: declare a number or flag that begins with it"
    if name in ("player", "players"):
        return f"say `turn passes to {to}`" if name == "player" else "the number of players is chosen before the game"
    if isinstance(target, m.Count | m.Room):
        return "cards are counted where they lie: `move` some of them to another zone, or back"
    return "numbers, flags, markers, facts of a card and variables can"


def _changing(name: str, to: str) -> str:
    """How the value of a definition is changed, by what it should be set to."""
    if to in ("yes", "no"):
        verb = "widen" if to == "yes" else "narrow"
        return f"`{verb} {name} when …`, without indentation, changes it"
    by = re.search(r" ([+-]) ([\w ]+)$", to)
    if by is None:
        return f"declare `number {name}: 0 to 9` to set it"
    return f"`{'raise' if by[1] == '+' else 'lower'} {name} by {by[2]} when …`, without indentation, changes it"


def _given(context: Context, node: m.Set, target: Value, scope: Scope) -> Value | None:
    """The value that is set; None if it is reported. Without one, it is yes."""
    if node.value is None:
        if isinstance(target.type, t.Truth | t.Wrong):
            return Scalar(fold.TRUE, target.type)
        _say_no_value(context, node)
        return None
    reports = context.problems.reported
    if isinstance(target.type, t.Number) and (advice := typed.counted_cards(context, node.value)):
        context.wrong(node.value, typed.NO_NUMBER, advice)
        return None
    value = typed.beside(context, node.value, node.target, target, scope)
    _note_position(context, target, value)
    if reports == context.problems.reported:
        _within_range(context, node.value, node.target.span.text, target, value)
    if value.type == target.type and not (isinstance(target, Scalar) and (target.optional or target.several)):
        typed.certain(context, value, node.value)
    if not _fits(value, target):
        _say_misfit(context, node.value, target, value, node.target, scope)
        return None
    if isinstance(target.type, t.Truth) and isinstance(value.type, t.Number) and not _yes_or_no(node.value):
        message = f"`{node.target.span.text}` is yes or no, and this is {value.type.shown}"
        context.wrong(node.value, message, "say `yes` or `no`, or a condition: `… is …`")
        return None
    return value


def _say_no_value(context: Context, node: m.Set) -> list[Step]:
    """Report `set` without a value, of what isn't yes or no; its words may tell what was meant."""
    what = node.target.span.text
    message = f"it isn't said what `{what}` is set to"
    context.problems.add("syntax", message, node.span, help=f"say the new value: `set {what} to …`")
    return []


def _yes_or_no(node: m.Expression) -> bool:
    return isinstance(node, m.Integer) and not node.span.text[:1].isdigit()


def _say_misfit(
    context: Context, node: m.Expression, target: Value, value: Value, of: m.Expression, scope: Scope
) -> None:
    """Report a value of another type than its target."""
    if isinstance(value.type, t.Nothing) and isinstance(target.expr, p.Number) and t.is_bit(target.type):
        message = f"`{target.type.domain}` always stands at one of its positions"
        context.wrong(node, message, _standing_somewhere(context, target.type.domain, of))
    else:
        message = f"this is {value.type.shown}, and `{of.span.text}` is {target.type.shown}"
        if isinstance(target.type, t.Class):
            advice = f"cards aren't set; for a value, choose another name: `let NAME: {node.span.text}`"
            context.wrong(of, message, advice)
            return
        advice = misfits.instead(context, node, value, target.type, scope)
        context.wrong(node, message, _by_chance(context, node, of) or advice)


def _standing_somewhere(context: Context, marker: str, of: m.Expression) -> str:
    """What to say instead of `set … to none` of a marker that always stands somewhere."""
    family = context.names.numbers[marker]
    said = [f"set {of.span.text} to {position}" for position in family.positions]
    listed = (
        f"say {either(said)}" if len(said) <= MOST_WAYS else f"name one of them, {either(family.positions, most=None)}"
    )
    if family.declared.span.file != of.span.file:
        return listed
    return f"{listed}; or let `none` be one of them, and it may stand nowhere"


def _by_chance(context: Context, node: m.Expression, of: m.Expression) -> str:
    """What to say about `any colour` that a marker of colours is set to; "" about anything else."""
    domain = node.span.text.partition(" ")[2] if isinstance(node, m.AnyOf) else ""
    marker = context.names.numbers.get(of.name.text) if isinstance(of, m.Named | m.Of) else None
    if not domain or marker is None or marker.member_of != domain:
        return ""
    return f"for one by chance, say `pick {domain} at random as chosen`, and below it `set {of.span.text} to chosen`"


def _target_and_value(context: Context, node: m.Set, scope: Scope) -> tuple[Value, Value | None]:
    """Both sides of `set`; a number that is read there only to change it itself isn't read."""
    usage = context.names.usage
    name = node.target.name.text if isinstance(node.target, m.Named | m.Of | m.Call) else ""
    read_before = usage.reads("number", name)
    reports = context.problems.reported
    if name in context.names.defines and name not in scope.variables:
        return context.wrong(node.target, "this can't be given a value", _settable(context, node.target)), None
    target = markers.itself(context.value(node.target, scope))
    if isinstance(node.target, m.Compare) and context.problems.reported > reports:  # `set points in A to 3`
        return WRONG, None
    value = _given(context, node, target, scope)
    if isinstance(target.expr, p.Number) and not read_before:
        usage.forget("number", name)
    if _unchanged(node) and not isinstance(target.type, t.Wrong):
        context.problems.add("no-effect", "this changes nothing: it has this value", node.span, help=OTHER_VALUE)
    return target, value


def _unchanged(node: m.Set) -> bool:
    """Whether something is set to the value that it has: `set points to points`, or to `points + 0`."""
    match node.value:
        case m.Arithmetic("+" | "-", left, m.Integer(0)) | m.Arithmetic("*", left, m.Integer(1)):
            return left == node.target
        case m.Arithmetic("+", m.Integer(0), right) | m.Arithmetic("*", m.Integer(1), right):
            return right == node.target
        case m.Arithmetic("+", m.Arithmetic("-", left, one), other) | m.Arithmetic(
            "-", m.Arithmetic("+", left, one), other
        ):
            return left == node.target and one == other
        case value:
            return value == node.target


def _within_range(context: Context, node: m.Expression, name: str, target: Value, value: Value) -> None:
    """Report a number that never lies in the range of what it is set to."""
    if not (isinstance(target, Scalar) and isinstance(target.expr, p.Number | p.Fact) and isinstance(value, Scalar)):
        return
    if target.least is None or target.most is None or not isinstance(value.type, t.Number):
        return
    if _at_an_end(context, node, target.least, target.most, value):
        return
    written = value.expr.value if isinstance(value.expr, p.Int) and arithmetic.written(node) else None
    least, most = (value.least, value.most) if written is None else (written, written)
    if (most is not None and most < target.least) or (least is not None and least > target.most):
        set_to = target.least if most is not None and most < target.least else target.most
        always = "" if written is not None else "always "
        message = f"`{name}` goes from {target.least} to {target.most}, so it would {always}become {set_to}"
        help_ = f"say `set {name} to {set_to}`, or declare a wider range"
        context.problems.add("bad-value", message, node.span, help=help_)


def _at_an_end(context: Context, node: m.Expression, least: int, most: int, value: Scalar) -> bool:
    """Whether `smaller` or `larger` keeps a value at an end of the target's range, or beyond it; reports it."""
    if isinstance(value.expr, p.Int) or not isinstance(node, m.Call) or node.name.text not in arithmetic.MANY:
        return False
    name, limits = node.name.text, [each.value for each in node.arguments if isinstance(each, m.Integer)]
    if name == "smaller" and min(limits, default=least + 1) <= least:
        end, other, going = least, "larger", f"above {min(limits)}"
    elif name == "larger" and max(limits, default=most - 1) >= most:
        end, other, going = most, "smaller", f"below {max(limits)}"
    else:
        return False
    said = f"{other}{node.span.text.removeprefix(name)}"
    help_ = f"`{name}` keeps a number from going {going}: say `{said}`"
    context.problems.add("bad-value", f"this is always {end}", node.span, help=help_)
    return True


def _note_position(context: Context, target: Value, value: Value) -> None:
    """Record the positions at which a marker is put."""
    if t.is_bit(target.type) and isinstance(target.expr, p.Number):
        marker = target.type.domain
        every = context.names.enums.get(marker, {})
        context.names.put.update((marker, bit) for bit in markers.put(value.expr, every))


def _found(
    context: Context, target: m.Named, node: m.Expression, value: Value, scope: Scope, origin: int
) -> list[Step]:
    """The steps that record the zone of a variable's new card."""
    variable = scope.variables[target.name.text]
    if variable.zone_local < 0:
        return []
    nowhere = p.Int(0), frozenset[int | tuple[str, str, int]]()
    zone, where = nowhere if isinstance(value.type, t.Nothing) else (zone_of(value), where_of(value))
    if zone is None or where is None:
        context.wrong(node, "it isn't known where this card lies", "name it where it is found: `some … in …`")
        return []
    variable.lies(p.Local(variable.zone_local), where, sole=isinstance(value, CardRef) and value.sole)
    counts = value.counted if isinstance(value, CardRef) else None
    if isinstance(variable.value, CardRef):
        variable.value = attrs.evolve(variable.value, counted=counts)
    return [Plain(p.SetLocal(variable.zone_local, zone, origin))]


def let(context: Context, node: m.Let, scope: Scope) -> list[Step]:
    """`let …: …`: a new variable."""
    origin = context.origins.at(scope, node)
    value = context.value(node.value, scope)
    variables.hides(context, node.variable, scope)
    if isinstance(value, CardRef) and value.zone is not None and value.where is not None:
        variable = scope.card_variable(node.variable.text, value.zone, value.where, value.sole)
        assert isinstance(variable.value, CardRef)
        variable.value = attrs.evolve(variable.value, counted=value.counted)
        return [
            Plain(p.SetLocal(variable.local, value.expr, origin)),
            Plain(p.SetLocal(variable.zone_local, value.zone, origin)),
            *_remember(variable, value, scope, origin),
        ]
    if isinstance(value, CardList) or isinstance(value.type, t.Class | t.Word | t.Zone | t.Nothing):
        context.wrong(node.value, "this is no value that a variable can hold", _holdable(value))
        return []
    local = scope.routine.new()
    scope.variables[node.variable.text] = Variable(_held(value, local), local, made=node)
    if isinstance(value, Scalar):
        variables.holds(node.variable, value, scope)
    return [Plain(p.SetLocal(local, value.expr, origin))]


def _holdable(value: Value) -> str:
    """What a variable can hold instead of a value."""
    match value.type:
        case t.Class(name):
            return f"say `some {name} in …` for one of the cards"
        case t.Nothing():
            return "let it begin with something that may be none: `some … in … where …`"
        case t.Word(option):
            return f"ask for the option where it is needed: `if {option} is …`"
        case _:
            return "name the cards or the zone where they are needed, or `some card in …` for one of them"


def _held(value: Scalar | CardRef, local: int) -> Value:
    """The value of a local that holds `value`."""
    if isinstance(value, CardRef):
        return CardRef(p.Local(local), type=value.type, counted=value.counted)
    declared = value.declared and not isinstance(value.expr, p.Int)  # `let count: 0` is set to other numbers below
    least, most = (value.least, value.most) if declared else (None, None)
    several, optional = value.several, value.optional
    return Scalar(p.Local(local), value.type, least, most, several, optional, declared=declared)


def _remember(variable: Variable, value: CardRef, scope: Scope, origin: int) -> list[Step]:
    """Record at which place of its line a card was found."""
    if value.position is None:
        return []
    local = scope.routine.new()
    assert isinstance(variable.value, CardRef)
    variable.value = attrs.evolve(variable.value, position=p.Local(local), pointed=value.pointed)
    return [Plain(p.SetLocal(local, value.position, origin))]


def _fits(value: Value, target: Value) -> bool:
    """Whether a target can take a value."""
    given, wanted = value.type, target.type
    if isinstance(wanted, t.Number | t.Truth):
        return isinstance(given, t.Number | t.Truth | t.Wrong)
    if isinstance(given, t.Nothing):
        marker, optional = isinstance(target.expr, p.Number), isinstance(target, Scalar) and target.optional
        return isinstance(wanted, t.Card | t.Wrong) or (t.is_bit(wanted) and not marker) or optional
    return given == wanted or isinstance(given, t.Wrong) or isinstance(wanted, t.Wrong)
