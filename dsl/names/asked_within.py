"""The prompts that an event may ask, itself or by what it sets off.

Reads the model only, and so finds more than what can happen: whatever changes in a zone may set off any rule about
zones and any trigger, and where a prompt is asked, any ability may be used. A prompt that isn't found is never asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.names import Names


def asked_within(names: Names, event: str) -> set[str]:
    """The names of the prompts that may be asked while an event lasts."""
    found, seen = set[str](), set[int]()
    open_ = [*_of_event(names, event), *_set_off(names)]
    while open_:
        rule = open_.pop()
        if id(rule) in seen:
            continue
        seen.add(id(rule))
        for node in every_node(rule):
            match node:
                case m.Do(done):
                    open_.extend(_of_event(names, done.text))
                    found.update(each.prompt.text for each in node.asking)
                case m.Ask(prompt=prompt) | m.Put(prompt=prompt):
                    found.add(prompt.text)
                    open_.extend(each for _, each in names.ruleset.all(m.AddedOption) if each.prompt == prompt)
                    open_.extend(each for _, each in names.ruleset.all(m.Ability))
                case _:
                    pass
    return found | {kind.active.prompt.text for _, kind in names.ruleset.all(m.Kind) if kind.active}


def _of_event(names: Names, event: str) -> Iterator[m.Node]:
    """The declaration of an event, and the rules about it."""
    if event in names.events:
        yield names.events[event][1]
    for _, rule in names.ruleset.all(m.Hook, m.Handler):
        if rule.event.text == event:
            yield rule


def _set_off(names: Names) -> Iterator[m.Node]:
    """The rules that changes in zones may set off."""
    for _, rule in names.ruleset.all(m.Hook, m.Card):
        if isinstance(rule, m.Card) or rule.change or rule.event.text.startswith("refilling "):
            yield rule
