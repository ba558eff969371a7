"""Lower an expression to a value of a wanted type: a condition, a number, a card; and report values that may be none.

A value of another type is reported, and a harmless one replaces it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import attrs

from dsl.expressions import markers, misfits
from dsl.expressions.context import Context
from dsl.expressions.values import WRONG, WRONG_CARD, CardRef, Scalar, Scope, Value
from dsl.model import model as m
from dsl.model.traverse import parts
from dsl.names import phrases
from dsl.names import types as t
from dsl.names.names import NOWHERE
from dsl.program import fold
from dsl.program import program as p
from dsl.text.spelling import either, nearest, singular

CONDITIONS = (t.Truth, t.Number, t.Wrong)
"""The types of what can be a condition."""

ONE_OR_ALL = "say `some … in …` for one of them, `every … in …` for all; an option chooses with `<… in …>`"


def truth(context: Context, node: m.Expression, scope: Scope) -> p.Expr:
    """A condition."""
    reports = context.problems.reported
    value = context.value(node, scope)
    if isinstance(value.type, t.Truth):
        return context.coverage.part(value.expr, scope.part, node)
    if isinstance(node, m.Integer) and node.span.text[:1].isdigit():
        said = f"`{node.span.text}` is a number, not a condition"
        context.wrong(node, said, f"repeat the whole comparison: `… is {node.span.text}`")
    elif isinstance(value.type, t.Number) and _counts(context, node, value):
        said = node.span.text
        any_ = f"any {said.removeprefix('number of ')}" if isinstance(node, m.Count) else f"{said} is more than 0"
        context.wrong(node, f"`{said}` is a number, not a condition", f"say `{any_}`")
    if not isinstance(value.type, CONDITIONS) and context.problems.reported == reports:
        advice = _asked(context, node, value, scope) or misfits.condition(context, node, value, scope)
        context.wrong(node, f"this is {value.type.shown}, not a condition", advice)
    return value.expr


def _asked(context: Context, node: m.Expression, value: Value, scope: Scope) -> str:
    """The question about a card that is meant by a word alone: by a value of it, or by how it lies; "" for others."""
    said = node.span.text
    cards = [each for each, variable in scope.variables.items() if isinstance(variable.value, CardRef)]
    tested = next((each for each in cards if scope.variables[each] is scope.candidate), cards[-1] if cards else "")
    if isinstance(value.type, t.Class) and re.fullmatch(r"(?:lying )?face[ -]?(?:up|down)", said):
        side = "down" if said.endswith("down") else "up"
        return f"say `{tested} is face {side}`" if tested else ""
    if not isinstance(value.type, t.Member) or said not in misfits.words_of(context, value.type):
        return ""
    enum, names = value.type.domain, context.names
    printed = [(each, of.several) for each, of in names.attributes.items() if of.enumeration == enum]
    inside = scope.candidate is not None or _of_class(node)
    whose = "" if inside else f" of {tested}"
    ways = [f"{said} in {each}{whose}" if several else f"{each}{whose} is {said}" for each, several in printed]
    standing = [each.name for each in names.numbers.values() if each.member_of == enum and not each.domains]
    ways = [*(ways if inside or tested else []), *(f"{each} is {said}" for each in standing)]
    return f"say {either(ways)}" if ways else ""


def _of_class(node: m.Expression) -> bool:
    """Whether a condition stands in the declaration of a class, which names no card."""
    text = node.span.file.text
    return text.startswith("class ", text.rfind("\n", 0, node.span.start) + 1)


def _counts(context: Context, node: m.Expression, value: Value) -> bool:
    """Whether a value is a number that can be another than 0 and 1, which stand for `no` and `yes`."""
    if not isinstance(value, Scalar):
        return False
    if isinstance(node, m.Room | m.SumOver | m.Conditional):
        return True
    if isinstance(node, m.Named) and node.name.text in context.options:
        return any(each not in ("0", "1") for each in context.options[node.name.text].values)
    return value.least is None or value.most is None or value.least < 0 or value.most > 1


def counted_cards(context: Context, node: m.Expression) -> str:
    """How to count cards, where `cards in heap` stands for a number; "" for anything else."""
    if not isinstance(node, m.Compare) or node.operator != "in":
        return ""
    last = node.left.right if isinstance(node.left, m.Arithmetic) else node.left
    kind = context.names.class_name(last.name.text) if isinstance(last, m.Named) else None
    kind = kind or (singular(last.name.text) if isinstance(last, m.Named) else "")
    if not kind or context.names.class_name(kind) is None:
        return ""
    begun, where = node.left.span.text[: last.span.start - node.left.span.start], node.right.span.text
    line = node.span.file.text[: node.span.start].rpartition("\n")[2]
    ranked = re.search(r"\b(highest|lowest) $", line) if line.startswith("winner") and not begun else None
    count = {"highest": "most", "lowest": "fewest"}[ranked[1]] if ranked else "number of"
    return f"say `{begun}{count} {kind} in {where}`"


def at_end(node: m.Expression, *, right: bool) -> bool:
    """Whether a card is the one at an end of its line or pile, beyond which there is none."""
    sides = ("right", "rightmost", "top") if right else ("left", "leftmost", "bottom")
    return isinstance(node, m.EndCards) and node.count is None and node.side in sides


def in_order(context: Context, card: str, numbers: bool = False) -> list[str]:
    """What is printed on cards and has an order: values of an enum, or numbers.

    On those of the kind whose name a card has, or on any.
    """
    names = context.names
    found = [
        each
        for each, of in names.attributes.items()
        if not of.several and (not of.enumeration if numbers else of.enumeration in names.ordered)
    ]
    own = {each for kind in names.kinds.values() if card in kind.lineage for each in kind.attributes}
    return [each for each in found if each in own] or found


def of_both(context: Context, node: m.Compare, left: Value, right: Value) -> str:
    """The comparison of what is printed on two cards, where the cards are said to be more or less; "" of others."""
    if not (isinstance(left.type, t.Card) and isinstance(right.type, t.Card)):
        return ""
    one, other = misfits.phrase(node.left), misfits.phrase(node.right)
    found = in_order(context, one) or in_order(context, one, numbers=True)
    between = node.span.text[node.left.span.end - node.span.start : node.right.span.start - node.span.start]
    return f"say {either(f'{of} of {one}{between}{of} of {other}' for of in found)}" if found else ""


NO_NUMBER = "these are cards, not a number"


def number(context: Context, node: m.Expression, scope: Scope) -> Scalar:
    """A number."""
    if advice := counted_cards(context, node):
        return context.wrong(node, NO_NUMBER, advice)
    reports = context.problems.reported
    value = context.value(node, scope)
    if isinstance(value, Scalar):
        if isinstance(value.type, t.Number | t.Wrong):
            return value
        if t.is_numbered(value.type) and certain(context, value, node):
            return attrs.evolve(value, type=t.Number())
    if isinstance(value.type, t.Wrong):
        return Scalar(value.expr, value.type)
    if context.problems.reported > reports:  # what is wrong within may be why it is of this type
        return WRONG
    advice = _totalled(context, node) or misfits.instead(context, node, value, t.Number(), scope)
    return context.wrong(node, f"this is {value.type.shown}, not a number", advice)


OVER = re.compile(
    r" over (?:\w+: ?)?(?P<kind>[\w' -]+?) in \w[^\n#]*?(?= (?:\+|-|\*|is|and|or|then|else|to)\b|[,)#\n]|$)"
)
"""The cards behind what is added up, or of which the highest is asked for."""


def _totalled(context: Context, node: m.Expression) -> str:
    """The sum of a number that is printed on cards, where another value of them is added up; "" if they have none."""
    text = node.span.file.text
    before = re.search(r"\b(?:sum|highest|lowest)(?: of)? $", text[max(0, node.span.start - 20) : node.span.start])
    over = OVER.match(text, node.span.end)
    kind = context.names.kinds.get(over["kind"]) if over else None
    if (
        before is None
        or over is None
        or not isinstance(node, m.Named)
        or node.name.text not in context.names.attributes
    ):
        return ""
    numbers = [name for name, several in misfits.of_card(context, node, t.Number()) if not several]
    own = [name for name in numbers if kind is None or name in {*kind.attributes, *kind.facts}]
    return f"say {either(f'{before[0]}{name}{over[0]}' for name in own)}" if own else ""


def is_ordered(context: Context, type_: t.Type) -> bool:
    """Whether values of a type are more or less than each other: numbers, numbered places, and enums `in order`."""
    return (
        isinstance(type_, t.Number)
        or t.is_numbered(type_)
        or (t.is_bit(type_) and type_.domain in context.names.ordered)
    )


def measured(context: Context, node: m.Expression, scope: Scope) -> Scalar:
    """A value of which there is a highest and a lowest: a number, or a member of an enum in order."""
    value = context.value(node, scope)
    if isinstance(value, Scalar) and t.is_bit(value.type) and not value.several and is_ordered(context, value.type):
        return value
    if advice := misfits.unordered(context, value):
        return context.wrong(node, f"{value.type.shown} has no order", advice)
    return number(context, node, scope)


def card(
    context: Context, node: m.Expression, scope: Scope, several: Callable[[], str] = lambda: ONE_OR_ALL
) -> CardRef:
    """A card, or none; `several`: what to say if a kind or class of cards stands here."""
    if is_zone(context, node, scope):
        said, end = node.span.text, _end(context, node)
        advice = f"say {end}`some card in {said}` for one of them, `every card in {said}` for all"
        context.wrong(node, f"`{node.span.text}` is a zone, not a card", advice)
        return WRONG_CARD
    if isinstance(node, m.Compare) and node.operator == "in":  # `move CARD in ZONE` reads as a condition
        named = card(context, node.left, scope, _one_or_all(context, node))
        if isinstance(named.type, t.Wrong):
            return named
    reports = context.problems.reported
    value = context.value(node, scope)
    if isinstance(value, CardRef):
        return value
    if isinstance(value.type, t.Nothing):
        return CardRef(p.Int(p.NO_CARD), p.Int(0), frozenset())
    if isinstance(value.type, t.Wrong):
        return CardRef(value.expr, type=value.type)
    is_class = isinstance(value.type, t.Class)
    early = is_class and too_early(context, node, scope)
    if not early and context.problems.reported == reports:  # else it has been reported
        is_class = is_class or (isinstance(node, m.Named) and _hidden_class(context, node.name.text, scope))
        unchosen = _unchosen(node) if is_class else None
        if unchosen == "":
            return WRONG_CARD
        one = several() if is_class else "name a card, such as `some card in ZONE`"
        advice = unchosen or misfits.instead(context, node, value, t.Card(), scope) or one
        context.wrong(node, f"this is {value.type.shown}, not a card", advice)
    return WRONG_CARD


def _one_or_all(context: Context, node: m.Compare) -> Callable[[], str]:
    """What to say about the name of a kind, or of cards, and a zone where a card is wanted: `key in hand`."""
    if node.span.text.startswith("(") or not isinstance(node.left, m.Named):
        return lambda: ONE_OR_ALL
    kind, of = singular(node.left.name.text), " ".join(misfits.replaced(node, node.left, "").split())
    said = f"{kind if kind in context.names.kinds else node.left.span.text} {of}"
    every = f", `every {said}` for all" if re.match("move ", phrases.around(node)[0]) else ""
    return lambda: f"say `some {said}` for one of them{every}; an option chooses with `<{said}>`"


OFFERED = re.compile(r"^(?P<blank>[ \t]*)(?P<head>option|ability) (?P<words>[^\n#]*)$", re.MULTILINE)
"""The first line of an option or an ability."""


def _unchosen(node: m.Expression) -> str | None:
    """What to say about a kind that the option above names without brackets, as in `option feed herb in basket`.

    None if it doesn't; "" if it chooses one in a way that is reported there.
    """
    text, kind = node.span.file.text, re.escape(node.span.text)
    above = text[: node.span.start]
    above = above[above.rfind("\n\n") + 1 :]
    option = next(iter([*OFFERED.finditer(above)][::-1]), None)
    if option is None or len(option["blank"]) >= len(above) - above.rfind("\n") - 1:
        return None
    if re.search(rf"<(?:\w+: )?{kind} (?:from|of|on|out of|inside|at)\b[^<>]*>", option["words"]):
        return ""
    words = re.sub("<[^<>]*>", lambda found: "<" * len(found[0]), option["words"])
    plain = re.search(
        rf"(?<![\w<]){kind} (?:in|from) (?P<zone>\w[\w' ]*?)(?= (?:for|with|to|on|at|as|if)\b|,|$)", words
    )
    if plain is None:
        return None
    said = option["words"]
    chosen = f"{said[: plain.start()]}<{node.span.text} in {plain['zone']}>{said[plain.end() :]}"
    return f"choose it in the words of the {option['head']}: `{option['head']} {chosen}`"


def _end(context: Context, node: m.Expression) -> str:
    """The beginning of advice that names the card at an end of a zone; "" about a heap or a group."""
    family = context.names.zones.get(node.name.text) if isinstance(node, m.Named | m.Of | m.Call) else None
    side = {"line": "rightmost", "pile": "top"}.get(family.declared.shape) if family else None
    return f"`{side} of {node.span.text}` for the one at that end, " if side else ""


def is_zone(context: Context, node: m.Expression, scope: Scope) -> bool:
    """Whether a term names a zone or a group, by a word that means nothing that has a value."""
    if not isinstance(node, m.Named | m.Of | m.Call):
        return False
    names, text = context.names, node.name.text
    if text not in names.zones and text not in names.groups:
        return False
    other = has_value(context, text, scope) or names.class_name(text) is not None or text in names.members
    printed = isinstance(node, m.Of) and (text in names.attributes or text in names.facts)
    return not other and not printed


def of_class(context: Context, node: m.Named, scope: Scope) -> Scalar:
    """A kind, class or card by its name, which means all its cards."""
    known = context.names.class_name(node.name.text)
    assert known is not None
    context.names.see_class(known, node.name, scope.part)
    return Scalar(p.Int(0), t.Class(known))


def too_early(context: Context, node: m.Node, scope: Scope) -> bool:
    """Whether a name is that of a card that isn't chosen yet, or of its printed values; if so, reports it."""
    name = node.name if isinstance(node, m.Named) else node
    if not isinstance(name, m.Name) or scope.later is None:
        return False
    printed = name.text in context.names.attributes or name.text in context.names.facts
    text = scope.later.names.get(name.text) or (next(iter(scope.later.names.values()), "") if printed else "")
    if text:
        chosen = f"`{name.text}` is chosen" if name.text in scope.later.names else "a card is chosen"
        message = f"`{scope.later.asked}` is asked before {chosen}, so it can't read it"
        ask = f"ask in its own `where`: `<{text} {'and' if ' where ' in text else 'where'} …>`"
        context.problems.add("misplaced", message, node.span, help=ask)
    return bool(text)


def beside(context: Context, node: m.Expression, other: m.Expression, value: Value, scope: Scope) -> Value:
    """A value like another one, which stands at `other`.

    A word isn't reported that is compared with an unknown name, or that such a name is set to: it may be one of its
    values.
    """
    if not isinstance(value.type, t.Wrong):
        return like(context, node, value.type, scope)
    with context.problems.trial() as trial:
        found = like(context, node, value.type, scope)
    if isinstance(node, m.Named) and isinstance(other, m.Named) and other.span.text in context.names.unknown:
        trial.keep([problem for problem in trial.new if problem.code != "unknown-name"])
    return found


def like(context: Context, node: m.Expression, type_: t.Type, scope: Scope) -> Value:
    """A value where one of a type is wanted.

    The words of a marker's positions are known only there; and a card is compared with a card or kind, even if its
    name means something else otherwise.
    """
    if isinstance(type_, t.Card) and isinstance(node, m.Named) and _hidden_class(context, node.name.text, scope):
        return of_class(context, node, scope)
    family = markers.family_of(context.names, type_)
    if family is None:
        if isinstance(node, m.Named) and isinstance(type_, t.Member):
            return markers.joined(context.names, _word(context, node, type_, scope), type_)
        return markers.joined(context.names, context.value(node, scope), type_)
    match node:
        case m.Named(word) if word.text in family.positions and word.text not in scope.variables:
            return Scalar(p.Int(context.names.enums[family.name][word.text]), t.Member(family.name))
        case m.Conditional(condition, then, otherwise):
            first, second = like(context, then, type_, scope), like(context, otherwise, type_, scope)
            if isinstance(first, Scalar) and isinstance(second, Scalar) and first.type == second.type:
                return Scalar(fold.choose(truth(context, condition, scope), first.expr, second.expr), first.type)
        case m.Nothing() if NOWHERE in family.positions:
            return Scalar(p.Int(context.names.enums[family.name][NOWHERE]), t.Member(family.name))
        case m.Named(word) if not has_value(context, word.text, scope):
            near, listed = nearest(word.text, family.positions), ", ".join(f"`{each}`" for each in family.positions)
            sure = "" if near else f"its positions are {listed}"
            context.names.say_unknown("value", word, family.positions, sure=sure)
            return WRONG
        case _:
            pass
    return markers.standing(context.names, context.value(node, scope), type_)


def _word(context: Context, node: m.Named, type_: t.Member, scope: Scope) -> Value:
    """The value of a name where a member of a domain is wanted; if nothing has the name, the members are listed."""
    with context.problems.trial() as trial:
        value = context.value(node, scope)
    found = next((each for each in trial.new if each.code == "unknown-name" and each.span == node.name.span), None)
    if found is not None and found.help.endswith("or correct the name"):
        trial.keep(each for each in trial.new if each != found)
        context.names.say_unknown("name", node.name, (), misfits.one_of(context, node, type_))
    return value


def _hidden_class(context: Context, text: str, scope: Scope) -> bool:
    """Whether a name is that of cards and, in other places, of a value that can't be a card."""
    hides = text in context.names.members or text in context.names.numbers or text in context.options
    return (
        hides and text not in {*scope.variables, *context.names.defines} and context.names.class_name(text) is not None
    )


def has_value(context: Context, text: str, scope: Scope) -> bool:
    """Whether a name is that of something that can be asked for its value, other than a member of an enum."""
    names = context.names
    printed = scope.candidate is not None and (text in names.attributes or text in names.facts)
    return printed or text == "player" or text in scope.variables or text in names.numbers or text in names.defines


def certain(context: Context, value: Value, node: m.Node) -> bool:
    """Whether a value can't be none; if it can, that is reported."""
    if not isinstance(value, Scalar):
        return True
    if value.optional:
        word = markers.word(context.names, value)
        said = ""
        if isinstance(node, m.Some) and (members := misfits.of_members(context, node)):
            context.wrong(node, f"this may be no {word}", members)
            return False
        if isinstance(node, m.Neighbour):
            said = f"`let next: {node.span.text}`, `if next is not none`"
        elif not isinstance(node, m.Named) or node.name.text in context.names.defines:
            said = _named_first(node)
        advice = f"give it a name, and ask that first: {said}" if said else markers.advice(value, word)
        context.wrong(node, f"this may be no {word}", advice)
    return not value.optional


def _named_first(node: m.Node) -> str:
    """How to keep in a variable what may be none, where statements stand; "" elsewhere, which has no variables."""
    text = node.span.file.text
    begin = text.rfind("\n", 0, node.span.start) + 1
    if not text[begin:].startswith((" ", "\t")):
        return ""
    return f"`let found: {node.span.text}`, `if found is not none`, and `found` here"


HOPELESS = "let it ask for something that can be, or leave the rule out"


def holding(context: Context, node: m.Expression, rule: m.Node, message: str, scope: Scope) -> p.Expr:
    """The condition under which a rule acts; reports one that never holds."""
    condition, hopeless = hoped(context, node, scope)
    if hopeless:
        context.problems.add("never-fires", f"{message}: its condition never holds", rule.span, help=HOPELESS)
    return condition


def hoped(context: Context, node: m.Expression, scope: Scope) -> tuple[p.Expr, bool]:
    """A condition, and whether it never holds, in any game: it has no problem, and depends on no option."""
    reports = context.problems.reported
    condition = truth(context, node, scope)
    never = isinstance(condition, p.Int) and not condition.value
    return condition, never and context.problems.reported == reports and not settled(context, node)


def settled(context: Context, node: m.Node | None) -> bool:
    """Whether an expression may depend on something that differs in other games.

    That is an option, the number of players, or a definition of the base game, which modules can change.
    """
    if isinstance(node, m.Name):
        if node.text in context.names.defines:
            part, define = context.names.defines[node.text]
            return part.module == context.names.ruleset.base or settled(context, define.value)
        return node.text in context.options or node.text == "players"
    return node is not None and any(settled(context, part) for part in parts(node))
