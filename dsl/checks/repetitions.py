"""Checks for what is written twice: a value that is set and set again, an ending, a zone of a group.

All are checks of the text: nothing is woven for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.checks.blocks import Block, every_block, rule_bodies
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import every_node
from dsl.names.names import Names
from dsl.text.diagnostics import Label
from dsl.weaving.weaving import Weaving

Ending = m.WinOnly | m.WinAlso | m.LoseWhen | m.OverWhen


def overwritten(weaving: Weaving) -> None:
    """Report values that are set and set again before anything can read them."""
    names = weaving.context.names
    for block in (block for body in rule_bodies(names.ruleset) for block in _setting_twice(body)):
        for at, first in enumerate(block[:-1]):
            if isinstance(first, m.Set) and (second := _again(first, block[at + 1 :], names)):
                what = " ".join(first.target.span.text.split())
                message = f"this has no effect: `{what}` is set again before anything reads it"
                related = [Label(second.span, "set again")]
                help_ = "leave one of the two lines out, or set something else"
                names.problems.add("no-effect", message, first.span, related=related, help=help_)


@once_each
def _setting_twice(body: Block) -> tuple[Block, ...]:
    """Those of a block and the blocks within it that set something twice."""
    targets = ((block, [each.target for each in block if isinstance(each, m.Set)]) for block in every_block(body))
    return tuple(block for block, found in targets if any(each in found[:at] for at, each in enumerate(found)))


def _again(first: m.Set, later: Block, names: Names) -> m.Set | None:
    """The statement that sets the same thing again, if only other values are set between the two."""
    target = first.target
    second = next((at for at, each in enumerate(later) if isinstance(each, m.Set) and each.target == target), -1)
    if second < 0 or not isinstance(target, m.Named | m.Of | m.Call):
        return None
    name, within = target.name.text, _read(names, [target])
    if name not in names.numbers and name not in names.facts:
        return None
    for statement in later[: second + 1]:
        match statement:
            case m.Set(other, value) if isinstance(other, m.Named | m.Of | m.Call):
                read, changed = _read(names, [value] if value else []), other.name.text
            case m.Let(variable, value):
                read, changed = _read(names, [value]), variable.text
            case _:
                return None
        if name in read or (changed in within and changed != name):
            return None
    rules = names.ruleset
    every = (*rules.all(m.WinOnly, m.WinAlso, m.LoseWhen), *rules.all(m.OverWhen))
    ends = _read(names, [end.condition for _, end in every])
    found = later[second]
    return found if name not in ends and isinstance(found, m.Set) else None


def _read(names: Names, nodes: Iterable[m.Node]) -> frozenset[str]:
    """The names in some nodes, and in the definitions that they use, with what widens and narrows them."""
    found: set[str] = set()
    todo = [*nodes]
    while todo:
        new = {node.text for node in every_node(todo.pop()) if isinstance(node, m.Name)} - found
        found |= new
        if used := new & names.defines.keys():
            todo += [names.defines[name][1] for name in used]
            todo += [adjust for _, adjust in names.ruleset.all(m.Adjust) if adjust.name.text in used]
    return frozenset(found)


def endings(weaving: Weaving) -> None:
    """Report an ending that asks for the same as another one of its module or of the base game."""
    rules, problems = weaving.context.names.ruleset, weaving.context.problems
    wins = [*rules.all(m.WinOnly)]
    others = [*(wins if len(wins) == 1 else ()), *rules.all(m.WinAlso)]
    for several in (wins, others, [*rules.all(m.LoseWhen)], [*rules.all(m.OverWhen)]):
        for at, (part, end) in enumerate(several):
            before = [(other, each) for other, each in several[:at] if each.condition == end.condition]
            first = next((each for other, each in before if other.module in (part.module, rules.base)), None)
            if first is not None:
                message = "this makes no difference: another line asks for the same"
                related = [Label(first.span, "the first")]
                help_ = "leave one of them out, or ask for something else"
                problems.add("no-effect", message, end.span, related=related, help=help_)


def members(weaving: Weaving) -> None:
    """Report a zone that the base game, or one module, puts into a group twice."""
    for group, found in weaving.context.names.groups.items():
        for at, (part, member) in enumerate(found):
            if first := _same(found[:at], part, member):
                message = f"`{' '.join(member.place.span.text.split())}` is in the group `{group}` already"
                related = [Label(first.span, "the first")]
                help_ = "leave it out here, or name another zone"
                weaving.context.problems.add("declared-twice", message, member.span, related=related, help=help_)


def _same(before: Sequence[tuple[Part, m.Member]], part: Part, member: m.Member) -> m.Member | None:
    there = (each for other, each in before if other.module == part.module and each.place == member.place)
    return next(there, None)
