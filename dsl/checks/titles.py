"""Check the titles of help texts: one that is the name of a card was meant to be about it.

A check of names alone; nothing here knows what the texts say.
"""

from __future__ import annotations

from dsl.model import model as m
from dsl.weaving.weaving import Weaving


def named(weaving: Weaving) -> None:
    """Report help texts whose title is the name of a kind, class or card that has no help of its own."""
    names = weaving.context.names
    helped = {names.class_name(each.kind.text) for _, each in names.ruleset.all(m.Help)}
    titles = {file.head.title.casefold() for file in names.ruleset.files if isinstance(file.head, m.Game | m.Module)}
    topics = [*names.ruleset.all(m.Topic)]
    every = (*names.kinds, *names.classes, *names.faces) if topics else ()
    folded = {each.casefold(): each for each in reversed(every)}
    for _, topic in topics:
        known = names.class_name(topic.title)
        if known is None and topic.title.casefold() not in titles:  # in capitals, titles of modules may be both
            known = folded.get(topic.title.casefold())
        if known is not None and known not in helped:
            message = f"this isn't shown with the cards: in quotes, `{topic.title}` is only a title"
            help_ = f'leave its quotes out: `help {known} "…"`'
            names.problems.add("misplaced", message, topic.span, help=help_)
