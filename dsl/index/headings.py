"""The headings of a rules file: its declarations with their parts, as an editor lists and folds them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from dsl.model import model as m
from dsl.text.source import Span


@attrs.frozen
class Heading:
    """A declaration, or a part of one: its name and sort, all of its text with what stands below it, and the name.

    `below` are its parts: the declarations of a section, the options of a prompt, the values of an enum.
    """

    name: str
    sort: str
    whole: Span
    span: Span
    below: tuple[Heading, ...] = ()


def headings(file: m.File) -> tuple[Heading, ...]:
    """The headings of a file, in the order of its text."""
    return tuple(_headings(file.declarations, len(file.span.file.text)))


def _headings(declarations: tuple[m.Declaration, ...], end: int) -> Iterator[Heading]:
    for each, stop in zip(declarations, [*(after.span.start for after in declarations[1:]), end], strict=False):
        text = each.span.file.text[each.span.start : stop]
        lines = list(_own_lines(text))
        yield _heading(each, Span(each.span.file, each.span.start, each.span.start + len("".join(lines).rstrip())))


def _own_lines(text: str) -> Iterator[str]:
    """The lines of a declaration with those below it, but not the comment at the margin above the next one."""
    kept = ""
    for number, line in enumerate(text.splitlines(keepends=True)):
        blank = not line.strip() or line.startswith("#")
        kept += line
        if not number or not blank:
            yield kept
            kept = ""


def _heading(node: m.Declaration, whole: Span) -> Heading:
    match node:
        case m.Section(_, declarations):
            return Heading(node.span.sentence, "section", whole, node.span, tuple(_headings(declarations, whole.end)))
        case m.Example(scenario):
            return Heading(scenario.id, "scenario", whole, node.span)
        case m.Hook(moment, event, change=change):
            return Heading(" ".join(filter(None, [moment, change, event.text])), "hook", whole, event.span)
        case m.Handler(event, kind):
            return Heading(f"on {event.text} of {kind.text}", "handler", whole, event.span.to(kind.span))
        case m.AddedOption(prompt, options):
            return Heading(f"add to {prompt.text}", "options", whole, prompt.span, tuple(map(_option, options)))
        case m.Ability():
            return Heading(words(node), "ability", whole, node.span)
        case m.Topic(title):
            return Heading(title, "topic", whole, node.span)
        case m.CardTable(kind, zone):
            name = f"{kind.text} in {zone.text}" if kind else f"more in {zone.text}"
            return Heading(name, "cards", whole, (kind or zone).span)
        case _:
            return _named(node, whole)


def _named(node: m.Declaration, whole: Span) -> Heading:
    """A declaration that has a name, or else its first line."""
    name = getattr(node, "name", None)
    if not isinstance(name, m.Name):
        first = node.span.sentence
        return Heading(first, first.split(" ")[0].rstrip(":"), whole, node.span)
    below: tuple[Heading, ...] = ()
    match node:
        case m.Enumeration(_, members):
            below = tuple(Heading(each.text, "value", each.span, each.span) for each in members)
        case m.Kind(_, _, attributes) | m.ExtendKind(_, attributes):
            below = tuple(Heading(each.name.text, "attribute", each.span, each.name.span) for each in attributes)
        case m.Event(body=body):
            below = tuple(_option(option) for option in _options(body))
        case _:
            pass
    return Heading(name.text, sort_of(node), whole, name.span, below)


def sort_of(node: m.Declaration) -> str:
    """The author's word for what a declaration is."""
    match node:
        case m.NumberOf():
            return node.sort
        case m.Choice():
            return "option"
        case m.Enumeration():
            return "enum"
        case m.Define():
            return "definition"
        case _:
            return node.span.text.split(None, 1)[0].rstrip(":")


def _options(body: Iterable[m.Node]) -> Iterator[m.Option]:
    """The options of the prompts that a rule asks by itself, not those within other options."""
    for node in body:
        match node:
            case m.Ask(options=options):
                yield from options
            case m.If(_, then, otherwise):
                yield from _options((*then, *otherwise))
            case m.Repeat(_, _, inner) | m.Each(_, inner) | m.Together(inner):
                yield from _options(inner)
            case _:
                pass


def _option(node: m.Option) -> Heading:
    return Heading(words(node), "option", node.span, node.span)


def words(node: m.Option | m.Ability) -> str:
    """The words of an option or ability, with `<…>` for what is chosen."""
    return " ".join(part if isinstance(part, str) else f"<{part.variable.text}>" for part in node.words)
