"""Prompts that are asked in place of others while an event lasts: `do search, asking my question`.

A hidden number says for each such prompt which one stands in for it, if any. Wherever the prompt is asked, the steps
branch on it, so a prompt for which nothing stands in costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from dsl.expressions.context import Context
from dsl.expressions.values import Scope
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.asked_within import asked_within
from dsl.names.names import Names
from dsl.program import program as p
from dsl.routines.steps import Branching, Plain, Step
from dsl.text.source import SourceFile

BORROWING = re.compile(r"\bdo [^\n]*(?:,\n[^\n]*)*?,\s*asking\b")
"""A statement that names a prompt for an event. Few files have one, and only these are searched."""

RULES = (m.Event, m.Hook, m.Handler, m.Ability, m.AddedOption, m.Card)


def stand_ins(names: Names) -> dict[str, tuple[str, ...]]:
    """For each prompt those that are asked in its place somewhere, in the order of their names."""
    found: dict[str, set[str]] = {}
    for _, rule in names.ruleset.all(*RULES):
        if not _borrows(rule.span.file):
            continue
        for node in every_node(rule):
            if isinstance(node, m.Do):
                for each in node.asking:
                    for own in _replaced(names, node, each):
                        found.setdefault(own, set()).add(each.prompt.text)
    return {own: tuple(sorted(others & names.prompts.keys())) for own, others in found.items()}


@lru_cache(maxsize=256)
def _borrows(file: SourceFile) -> bool:
    return BORROWING.search(file.text) is not None


def _replaced(names: Names, node: m.Do, stand_in: m.StandIn) -> list[str]:
    """The prompts in whose place a prompt could be meant to be asked: the one named, or all that the event asks."""
    if stand_in.instead is not None:
        return [stand_in.instead.text]
    _, event = names.events.get(node.event.text, (None, None))
    asked = (each.prompt.text for each in _asked(event)) if event else ()
    return list(dict.fromkeys(asked))


def _asked(event: m.Event) -> Iterator[m.Ask | m.Put]:
    """The statements of an event by which it asks something itself."""
    for step in event.body:
        yield from (node for node in every_node(step) if isinstance(node, m.Ask | m.Put))


def during(context: Context, node: m.Do, steps: list[Step], scope: Scope, origin: int) -> list[Step]:
    """The steps of an event, during which other prompts are asked than its own."""
    for each in node.asking:
        own = _fitting(context, node, each, scope)
        if own is None:
            continue
        context.prompts.asked.add(each.prompt.text)
        context.prompts.contribute("ask", each.prompt.text, scope.part, node)
        number, before = p.Int(_number(context, own)), scope.routine.new()
        which = p.Int(context.prompts.stand_ins[own].index(each.prompt.text) + 1)
        steps = [
            Plain(p.SetLocal(before, p.Number(number), origin)),
            Plain(p.SetNumber(number, which, origin)),
            *steps,
            Plain(p.SetNumber(number, p.Local(before), origin)),
        ]
    return steps


def _number(context: Context, prompt: str) -> int:
    """The hidden number that says which prompt stands in for one."""
    name = f"`asked {prompt}`"  # no name of the rules has backticks
    context.hidden_ranges[name] = (0, len(context.prompts.stand_ins[prompt]))
    return context.hidden_number(name)


def _fitting(context: Context, node: m.Do, stand_in: m.StandIn, scope: Scope) -> str | None:
    """The prompt in whose place another one is asked; reports one that doesn't fit."""
    names = [stand_in.prompt, *([stand_in.instead] if stand_in.instead else [])]
    known = [context.know_prompt(name) for name in names]
    if not all(known):
        return None
    for name in names:
        context.names.see(name, context.names.prompts[name.text][0], scope.part)
    if stand_in.instead is not None and (why := _never_asked(context, node, stand_in.prompt, stand_in.instead)):
        context.wrong(stand_in, *why)
        context.prompts.asked.update(name.text for name in names)
        return None
    found, mine, event = _replaced(context.names, node, stand_in), stand_in.prompt.text, node.event.text
    if len(found) != 1:
        listed = " and ".join(f"`{each}`" for each in found)
        message = f"`{event}` asks {listed}" if found else f"`{event}` itself asks nothing"
        advice = f"say in whose place: `asking {mine} instead of {found[0] if found else 'PROMPT'}`"
        context.wrong(stand_in, message, advice)
        return None
    own = found[0]
    if misfit := _misfit(context, mine, own):
        context.wrong(stand_in.prompt, *misfit)
        return None
    return own


def _never_asked(context: Context, node: m.Do, mine: m.Name, own: m.Name) -> tuple[str, str] | None:
    """What is wrong where a prompt is to stand in for one that the event never asks, and what to say."""
    event = node.event.text
    direct = (
        [each.prompt.text for each in _asked(context.names.events[event][1])] if event in context.names.events else []
    )
    if not direct or own.text in direct:
        return None
    if own.text in asked_within(context.names, event):
        return None
    one, other = (own, mine) if mine.text in direct else (mine, None)
    way = f"asking {one.text} instead of {other.text if other else direct[0]}"
    return f"`{event}` never asks `{own.text}`, in whose place `{mine.text}` would be asked", f"say `{way}`"


def _misfit(context: Context, mine: str, own: str) -> tuple[str, str] | None:
    """Why a prompt can't stand in for another one, and what to do."""
    if mine == own:
        return f"`{own}` is the prompt that is asked anyway", "leave it out, or name a prompt of your own"
    one, other = (context.names.prompt_domain(name) for name in (mine, own))
    if one != other:
        per = f" per {other.name}" if other else ""
        each = f"for each {other.name}" if other else "only"
        return f"there is one prompt `{own}` {each}", f"declare it alike: `prompt {mine}{per}: …`"
    declared, wanted = (context.names.prompts[name][1] for name in (mine, own))
    for flag, more in (
        (", open to abilities", declared.window > wanted.window),
        (", must be answered", declared.must > wanted.must),
    ):
        if more:
            message = f"`{mine}` is asked in place of `{own}`, which isn't declared `{flag.removeprefix(', ')}`"
            return message, f"leave `{flag}` out of the declaration of `{mine}`"
    return None


def in_place(context: Context, prompt: str, origin: int, asking: Callable[[str], Step]) -> Step:
    """The step that asks a prompt, or one that stands in for it."""
    step = asking(prompt)
    for number, mine in enumerate(context.prompts.stand_ins.get(prompt, ()), 1):
        step = Branching(chosen(context, prompt, number), (asking(mine),), (step,), origin)
    return step


def chosen(context: Context, prompt: str, number: int) -> p.Expr:
    """Whether the prompt of this number (from 1) stands in for one."""
    return p.Binary("==", p.Number(p.Int(_number(context, prompt))), p.Int(number))
