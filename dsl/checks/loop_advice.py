"""What is said about a loop that never ends, and what to write instead, in the words of the loop.

Looks at the text alone, once it is known that nothing in the block changes the condition, or a part of it.
"""

from __future__ import annotations

import re

import attrs

from dsl.model import model as m
from dsl.model.traverse import every_node, names_in
from dsl.names.names import Names
from dsl.text.source import Span

NEVER_ENDS = "this loop never ends: nothing in its block changes what its condition reads"

HELP = "change in its block what it asks for, or say `if`"


_Making = m.Let | m.Roll | m.Draw


@attrs.frozen
class _Written:
    """A loop as it is written, with its rule's parameters; `before` it variables are made, the last one first."""

    loop: m.Repeat
    before: tuple[_Making, ...]
    parameters: tuple[str, ...]


def told(names: Names, span: Span, *, partly: bool) -> tuple[str, str]:
    """The message and the help for the loop at a place; `partly`: only a part of its condition never changes."""
    found = _written(names, span)
    if found is None:
        return NEVER_ENDS, HELP
    condition = _part(found) if partly else found.loop.expression
    message = f"`{condition.span.sentence}` never changes in this loop: nothing in its block changes what it reads"
    return message if partly else NEVER_ENDS, _instead(found, condition)


def _instead(found: _Written, condition: m.Expression) -> str:
    """What to write instead of a loop whose condition, or a part of it, stays as it is."""
    if other := _of_others(found, condition):
        return other
    counted = _counted(condition)
    made = next((each for each in found.before if names_in(condition, _name(each))), None)
    match made:
        case m.Let(variable, m.Some() as value):
            again = f"`let {variable.text}: {value.span.sentence}` in its block"
            return f"say `repeat while any {value.span.sentence.removeprefix('some ')}`, with {again}"
        case m.Let(variable, value) if not isinstance(value, m.Integer):
            in_place = _in_place(condition, variable.text, value.span.sentence)
            return f"`{variable.text}` is read once, before the loop: say `{in_place}`"
        case m.Roll() | m.Draw():
            return f"say `{made.span.sentence}` in its block, too, or say `if`"
        case _:
            return f"say `repeat {counted} times`, or change in its block what it asks for" if counted else HELP


def _of_others(found: _Written, condition: m.Expression) -> str:
    """The advice about a block that moves other cards of the zone than those that its loop asks for; else ""."""
    asked = next((each for each in every_node(condition) if isinstance(each, m.Selection)), None)
    for move in (each for each in every_node(found.loop) if isinstance(each, m.Move)):
        moved = next((each for each in every_node(move) if isinstance(each, m.Selection)), None)
        if asked is not None and moved is not None and moved.place == asked.place and moved.kind != asked.kind:
            said = f"its block moves `{moved.kind.text}`, and the loop asks for `{asked.kind.text}`"
            return f"{said}: name the same cards in both"
    return ""


def _in_place(condition: m.Expression, name: str, value: str) -> str:
    """A condition with a value in place of the variable that holds it."""
    return re.sub(rf"\b{re.escape(name)}\b", lambda _: value, condition.span.sentence)


def _name(made: _Making) -> str:
    """The name of the variable that a statement makes, or ""."""
    return made.variable.text if made.variable is not None else ""


def _counted(condition: m.Expression) -> str:
    """What a condition counts down, if it holds as long as that is more than 0; else ""."""
    match condition:
        case m.Compare(">" | "!=", m.Named() | m.Of() | m.Call() as counted, m.Integer(0)):
            return counted.span.sentence
        case m.Compare(">=", m.Named() | m.Of() | m.Call() as counted, m.Integer(1)):
            return counted.span.sentence
        case _:
            return ""


def _part(found: _Written) -> m.Expression:
    """The part of a condition that compares variables alone."""
    whole = found.loop.expression
    variables = {*found.parameters, *map(_name, found.before)}
    for part in whole.parts if isinstance(whole, m.All) else ():
        named = {node.text for node in every_node(part) if isinstance(node, m.Name)}
        if isinstance(part, m.Compare) and named and named <= variables:
            return part
    return whole


def _written(names: Names, span: Span) -> _Written | None:
    """The loop at a place."""
    for _, rule in names.ruleset.all(m.Event, m.Hook, m.Handler, m.Ability):
        inside = [*every_node(rule)] if rule.span.file == span.file else []
        loop = next((each for each in inside if isinstance(each, m.Repeat) and each.span == span), None)
        if loop is not None:
            before = [
                each for each in inside if isinstance(each, _Making) and _name(each) and each.span.start < span.start
            ]
            parameters = tuple(each.name.text for each in rule.parameters) if isinstance(rule, m.Event) else ()
            return _Written(loop, tuple(before[::-1]), parameters)
    return None
