"""Checks for two cards of one rule that may be, or always are, one and the same card.

All are checks of the text: nothing is woven for them. They report only what is certain: each card that can be the first
one satisfies all that is asked of the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import attrs

from dsl.checks.blocks import Block, every_block, rule_bodies
from dsl.linking.ruleset import Ruleset
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, every_node, names_in
from dsl.text.diagnostics import Label, Problems
from dsl.weaving.weaving import Weaving

HOLDING = ("==", "<=", ">=")
"""The operators of comparisons that hold of two equal values."""


def chosen(weaving: Weaving) -> None:
    """Report options that offer the card that is chosen first as the second one, too, and that move both."""
    for option in _options(weaving.context.names.ruleset):
        picked = [word for word in option.words if isinstance(word, m.Selection)]
        for at, second in enumerate(picked):
            first = next((each for each in picked[:at] if _offered_twice(each, second)), None)
            if first is not None and {first.variable.text, second.variable.text} <= _moved(option.body):
                name = first.variable.text
                message = f"the card that is chosen as `{name}` can be chosen here once more"
                help_ = f"leave that card out: `{_besides(second, name)}`"
                _report(weaving.context.problems, message, first, second, help_)


def pinned(weaving: Weaving) -> None:
    """Report comparisons of what is chosen with what it is said to be: `bid of q is at least bid of p and q is p`."""
    for declaration in _in_play(weaving.context.names.ruleset, _pinning):
        for compared, same in _pinned(declaration):
            always = compared.operator in HOLDING
            one, other = same.left.span.text, same.right.span.text
            said = "this is always true" if always else "this can never be true"
            message = f"{said}: both sides are the same, since `{one}` is `{other}`"
            related = [Label(same.span, "said here")]
            help_ = f"say `{one} is not {other}`, or leave one of the two out"
            problems = weaving.context.problems
            if always:
                problems.add("always-holds", message, compared.span, related=related, help=help_)
            else:
                problems.add("never-holds", message, compared.span, related=related, help=help_)


def _in_play(rules: Ruleset, having: Callable[[m.File], Sequence[m.Declaration]]) -> Iterator[m.Declaration]:
    """Those declarations of all files that a function chooses, as far as they are in play: mostly there are none."""
    for file in rules.files:
        for declaration in having(file):
            if any(part.declaration is declaration for part in rules.parts):
                yield declaration


@once_each
def _pinning(file: m.File) -> tuple[m.Declaration, ...]:
    return tuple(each for each in declared_in(file) if _pinned(each))


@once_each
def _of_themselves(file: m.File) -> tuple[m.Declaration, ...]:
    return tuple(each for each in declared_in(file) if _itself(each))


@once_each
def _pinned(declaration: m.Declaration) -> tuple[tuple[m.Compare, m.Compare], ...]:
    """Comparisons whose sides are the same, each with the one that says so, of what some selection chooses."""
    chosen = (node for node in every_node(declaration) if isinstance(node, m.Selection | m.Among))
    return tuple(each for node in chosen if isinstance(node.where, m.All) for each in _same_sides(node, node.where))


def _same_sides(node: m.Selection | m.Among, where: m.All) -> Iterator[tuple[m.Compare, m.Compare]]:
    compared = [part for part in where.parts if isinstance(part, m.Compare)]
    for same in compared:
        match same:
            case m.Compare("==", m.Named(one), m.Named(other)) if node.variable in (one, other) and one != other:
                yield from ((each, same) for each in compared if each is not same and _equal(each, one, other))
            case _:
                pass


def itself(weaving: Weaving) -> None:
    """Report conditions that a member satisfies by itself: `no q: player where bid of q is at least bid of p`."""
    for declaration in _in_play(weaving.context.names.ruleset, _of_themselves):
        for asked, name in _itself(declaration):
            chosen = asked.selection.variable.text
            said = "this is always true" if asked.wanted else "this can never be true"
            message = f"{said}: `{name}` itself is such a `{chosen}`"
            help_ = f"leave it out: `… and {chosen} is not {name}`"
            problems = weaving.context.problems
            if asked.wanted:
                problems.add("always-holds", message, asked.span, help=help_)
            else:
                problems.add("never-holds", message, asked.span, help=help_)


@once_each
def _itself(declaration: m.Declaration) -> tuple[tuple[m.AnyOf, str], ...]:
    """Questions for any member that one which they name satisfies in any case, each with its name."""
    asked = (node for node in every_node(declaration) if isinstance(node, m.AnyOf))
    return tuple((each, name) for each in asked if (name := _satisfied(each.selection)))


def _satisfied(node: m.Selection | m.Among) -> str:
    """The name of a member that satisfies all that is asked of the others, by the text alone; "" if there is none."""
    asked = [each for each in _joined(node.where) if isinstance(each, m.Compare)]
    whole = bool(asked) and len(asked) == len(_joined(node.where))
    pinned = any(isinstance(side, m.Named) and side.name == node.variable for each in asked for side in _sides(each))
    if isinstance(node, m.Selection) or not whole or pinned or any(each.operator not in HOLDING for each in asked):
        return ""
    terms = (each.term for part in asked for each in every_node(part) if isinstance(each, m.Of))
    named = [term.name for term in terms if isinstance(term, m.Named) and term.name != node.variable]
    equal = (name for name in named if all(_equal(each, node.variable, name) for each in asked))
    return next((name.text for name in equal), "")


def _sides(node: m.Compare) -> tuple[m.Expression, m.Expression]:
    return node.left, node.right


def _equal(node: m.Compare, one: m.Name, other: m.Name) -> bool:
    """Whether the sides of a comparison differ, and are the same if two names mean the same."""
    named = all(any(names_in(side, name.text) for name in (one, other)) for side in _sides(node))
    different = node.left != node.right
    return named and different and _renamed(node.left, one, other) == _renamed(node.right, one, other)


def _options(rules: Ruleset) -> Iterator[m.Option | m.Ability]:
    """All options, and the abilities."""
    bodies = [*rule_bodies(rules)]
    for own in (rule.options for _, rule in rules.all(m.AddedOption)):
        yield from own
        bodies += [option.body for option in own]
    for _, ability in rules.all(m.Ability):
        yield ability
    for body in bodies:
        yield from _asked(body)


@once_each
def _asked(body: Block) -> tuple[m.Option, ...]:
    """The options of all prompts in a block and in the blocks within it."""
    asks = (each for block in every_block(body) for each in block if isinstance(each, m.Ask))
    return tuple(option for ask in asks for option in ask.options)


def named(weaving: Weaving) -> None:
    """Report two variables of `let` for the first card that is found, if that is the same one."""
    for body in rule_bodies(weaving.context.names.ruleset):
        for block in _finding_twice(body):
            _named(block, weaving.context.problems)


@once_each
def _finding_twice(body: Block) -> tuple[Block, ...]:
    """Those of a block and the blocks within it that give names to two cards that are found."""
    return tuple(block for block in every_block(body) if sum(map(_finds, block)) > 1)


def _finds(statement: m.Statement) -> bool:
    return isinstance(statement, m.Let) and isinstance(statement.value, m.Some)


def _named(block: Block, problems: Problems) -> None:
    found: list[tuple[m.Name, m.Selection]] = []
    for statement in block:
        match statement:
            case m.Let(variable, m.Some(m.Selection() as second)):
                for name, first in found:
                    if _offered_twice(first, second, name) and _offered_twice(second, first, variable):
                        message = f"this is the card that is called `{name.text}` already"
                        help_ = f"leave that card out: `some {_besides(second, name.text)}`"
                        _report(problems, message, first, second, help_)
                        break
                found.append((variable, second))
            case m.Let() | m.Roll():
                pass
            case _:
                found = []  # it may have moved a card


def _report(problems: Problems, message: str, first: m.Selection, second: m.Selection, help_: str) -> None:
    related = [Label(first.span, "the first")]
    problems.add("same-card", message, second.span, related=related, help=help_)


def _besides(node: m.Selection, name: str) -> str:
    """A selection that leaves a card out."""
    rest = " where …" if node.where is not None else ""
    variable = "" if node.variable == node.kind else f"{node.variable.text}: "
    return f"{variable}{node.kind.text} in {node.place.span.sentence} besides {name}{rest}"


def _offered_twice(first: m.Selection, second: m.Selection, name: m.Name | None = None) -> bool:
    """Whether each card that is the first, called by its variable or by another `name`, can be the second, too."""
    name = name or first.variable
    if first.place != second.place or first.kind != second.kind or first.besides is not None:
        return False
    if second.besides is not None or names_in(second.place, name.text):
        return False
    known = [_renamed(each, first.variable, name) for each in _joined(first.where)]
    asked = [_renamed(each, second.variable, name) for each in _joined(second.where)]
    return all(each in known or _of_itself(each) for each in asked)


def _joined(where: m.Expression | None) -> Sequence[m.Expression]:
    return where.parts if isinstance(where, m.All) else () if where is None else (where,)


def _of_itself(node: m.Expression) -> bool:
    """Whether a condition holds because both of its sides are the same."""
    match node:
        case m.Compare("==" | "<=" | ">=" | "exactly", left, right):
            return left == right
        case m.Negation(m.Compare("named before" | "<" | ">" | "!=", left, right)):
            return left == right
        case _:
            return False


def _renamed(node: m.Expression, old: m.Name, new: m.Name) -> m.Expression:
    """A condition about a card that is called otherwise; what is printed on the card is asked of it by its name."""
    renamed = _within(node, old, new)
    assert isinstance(renamed, m.Expression)
    return renamed


def _within(value: object, old: m.Name, new: m.Name) -> object:
    match value:
        case m.Name() if value == old:
            return new
        case m.Of(name, m.Named(card)) if card in (old, new):
            return m.Named(name, span=value.span)
        case tuple():
            return tuple(_within(each, old, new) for each in value)
        case m.Node():
            fields = [each.name for each in attrs.fields(type(value)) if each.name != "span"]
            changes: dict[str, Any] = {name: _within(getattr(value, name), old, new) for name in fields}
            return attrs.evolve(value, **changes)
        case _:
            return value


def _moved(body: Sequence[m.Statement]) -> set[str]:
    """The names of the cards that statements move, or hand over to events."""
    return {name for block in every_block(body) for statement in block for name in _moves(statement)}


def _moves(statement: m.Statement) -> Iterator[str]:
    match statement:
        case m.Move(term, _) | m.Lay(term, _):
            terms: tuple[m.Node, ...] = (term,)
        case m.Exchange(first, second):
            terms = (first, second)
        case m.Do():
            terms = statement.arguments
        case _:
            terms = ()
    yield from (term.name.text for term in terms if isinstance(term, m.Named))
