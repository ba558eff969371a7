"""The words of abilities and options, and the prompts at which they stand.

For `names`, which knows them where a rule takes one of them for a prompt or an event.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from dsl.linking.ruleset import Ruleset
from dsl.model import model as m
from dsl.model.traverse import every_node, parts


def abilities(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The prompts at which each ability can be used: those that it names, or all that are open to abilities."""
    windows = {each.name.text for _, each in ruleset.all(m.Prompt) if each.window}
    declared = (ability for _, ability in ruleset.all(m.Ability))
    return {_words(each): tuple(window.text for window in each.windows) or tuple(sorted(windows)) for each in declared}


def options(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The prompts that have each option, by its words without what is chosen."""
    found: dict[str, dict[str, None]] = {}
    for _, rule in ruleset.all(m.Event, m.Hook, m.Handler, m.Ability, m.AddedOption):
        for node in (rule, *every_node(rule)):
            match node:
                case m.Ask(prompt=prompt, options=offered) | m.AddedOption(prompt, offered):
                    for option in offered:
                        found.setdefault(_words(option), {})[prompt.text] = None
                case _:
                    pass
    return {words: tuple(prompts) for words, prompts in found.items()}


def done(ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """The events that each option does, by its words without what is chosen."""
    found: dict[str, dict[str, None]] = {}
    for _, rule in ruleset.all(m.Event, m.Hook, m.Handler, m.Ability, m.AddedOption):
        for node in every_node(rule):
            if isinstance(node, m.Option):
                events = (each.event.text for each in every_node(node) if isinstance(each, m.Do))
                found.setdefault(_words(node), {}).update(dict.fromkeys(events))
    return {words: tuple(events) for words, events in found.items()}


def guards(ruleset: Ruleset, definitions: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The definitions that are asked where each event can be chosen, in the options and abilities that do it."""
    found: dict[str, dict[str, None]] = {}
    for _, rule in ruleset.all(m.Event, m.Hook, m.Handler, m.Ability, m.AddedOption):
        for node in (rule, *every_node(rule)):
            if not isinstance(node, m.Option | m.Ability):
                continue
            done = [each.event.text for each in every_node(node) if isinstance(each, m.Do)]
            chosen = m.Option(node.words, node.condition, (), (), span=node.span)
            asks = [each.text for each in every_node(chosen) if isinstance(each, m.Name) and each.text in definitions]
            for event in done:
                found.setdefault(event, {}).update(dict.fromkeys(asks))
    return {event: tuple(asks) for event, asks in found.items()}


def asked(node: m.Node) -> Iterator[str]:
    """The prompts that are asked within a node."""
    for part in parts(node):
        if isinstance(part, m.Ask):
            yield part.prompt.text
        yield from asked(part)


def asked_in(event: str, events: Mapping[str, m.Event]) -> Iterator[str]:
    """The prompts that are asked in an event, and in those that it does."""
    todo, seen = [event], set[str]()
    while todo:
        each = todo.pop()
        if each in events and each not in seen:
            seen.add(each)
            yield from asked(events[each])
            todo += [node.event.text for node in every_node(events[each]) if isinstance(node, m.Do)]


def _words(option: m.Option | m.Ability) -> str:
    """The words of an option or an ability, without what is chosen."""
    return " ".join(part for part in option.words if isinstance(part, str))
