"""Find cards that are asked for what only cards of another kind have, or given for cards of another kind.

The kind of a card is known if its name is that of a kind, a class or a card. What a kind above or below it has may be
asked: some of these cards may have it.
"""

from __future__ import annotations

from collections.abc import Collection

from dsl.model import model as m
from dsl.names.names import Names


def not_printed(names: Names, name: m.Name, term: m.Expression, variables: Collection[str]) -> tuple[str, str] | None:
    """The message and the advice about a card whose kind doesn't have what it is asked for."""
    kind = kind_of(names, term, variables)
    if not kind:
        return None
    owners = [each.name for each in names.kinds.values() if name.text in each.attributes or name.text in each.facts]
    if not owners or any(related(names, kind, owner) for owner in owners):
        return None
    there = [word for word in variables if word in owners]
    help_ = f"say `{name.text} of {there[0]}`" if there else f"only a {' or a '.join(owners)} has it"
    return f"a {kind} has no `{name.text}`", help_


def not_given(
    names: Names, name: m.Name, parameter: m.Parameter, term: m.Expression, variables: Collection[str]
) -> tuple[str, str] | None:
    """The message and the advice about an argument that is a card of another kind than its parameter."""
    wanted = root(names, parameter.name.text) if parameter.type is None else ""
    kind = kind_of(names, term, variables) if wanted else ""
    if not kind or related(names, kind, wanted):
        return None
    message = f"`{name.text}` is about a {parameter.name.text}, and this is a {kind}"
    return message, f"give it `{wanted}`" if wanted in variables else "give it such a card"


def never_is(names: Names, term: m.Expression, other: str, variables: Collection[str]) -> bool:
    """Whether the card in a variable can't be of a kind or class, or be a card, whatever cards modules add."""
    kind, wanted = kind_of(names, term, variables), root(names, other)
    if not kind or not wanted:
        return False
    own = term.name.text if isinstance(term, m.Named) else ""
    cards = own in names.faces and other in names.faces
    return not related(names, kind, wanted) or (cards and own != other)


def kind_of(names: Names, term: m.Expression, variables: Collection[str]) -> str:
    """The kind of the card in a variable, "" if it isn't known."""
    if not isinstance(term, m.Named) or term.name.text not in variables:
        return ""
    return root(names, term.name.text)


def root(names: Names, text: str) -> str:
    """The kind that is meant by the name of a kind, a class or a card, "" if there is none."""
    seen: set[str] = set()
    while text in names.classes and text not in seen:
        seen.add(text)
        text = names.classes[text][1].kind.text
    if text in names.faces:
        text = names.faces[text].kind
    return text if text in names.kinds else ""


def related(names: Names, one: str, other: str) -> bool:
    """Whether cards of one kind may be of another: it is the same, or one is above the other."""
    return one in names.kinds[other].lineage or other in names.kinds[one].lineage
