"""Check the titles of help texts: one that is the name of a card was meant to be about it.

A check of names alone; nothing here knows what the texts say.
"""

from __future__ import annotations

from dsl.model import model as m
from dsl.names.names import Names
from dsl.weaving.weaving import Weaving


def named(weaving: Weaving) -> None:
    """Report help texts whose title is the name of a kind, class or card that has no help of its own."""
    names = weaving.context.names
    helped = {names.class_name(each.kind.text) for _, each in names.ruleset.all(m.Help)}
    titles = {file.head.title.casefold() for file in names.ruleset.files if isinstance(file.head, m.Game | m.Module)}
    for _, topic in names.ruleset.all(m.Topic):
        known = _meant(names, topic.title, titles)
        if known is not None and known not in helped:
            message = f"this isn't shown with the cards: in quotes, `{topic.title}` is only a title"
            help_ = f'leave its quotes out: `help {known} "…"`'
            names.problems.add("misplaced", message, topic.span, help=help_)


def _meant(names: Names, title: str, titles: set[str]) -> str | None:
    """The kind, class or card of which a title is the name, in capitals or not; titles of modules may be both."""
    if (known := names.class_name(title)) is not None or title.casefold() in titles:
        return known
    every = (*names.kinds, *names.classes, *names.faces)
    return next((each for each in every if each.casefold() == title.casefold()), None)
