"""Labels of cards on the table: signs of their printed values, in place of their names or behind them.

`display` asks for the labels of a line.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.expressions.context import Context
from dsl.model import model as m
from dsl.names.names import Attribute, Names
from dsl.program import program as p

LYING = "face down"
"""What is shown of a card that lies face down."""

COVER = "▒#"
"""Its sign, where other cards are shown by signs."""

ALL, MANY = "all", 3
"""The word for all members of an enum, and the fewest members for which it is used."""


def look(context: Context, node: m.Look) -> p.Look | None:
    """The words for cards on a line; None if it names something that isn't printed on cards."""
    names = context.names
    found: list[Attribute] = []
    for name in node.attributes:
        if name.text not in names.attributes:
            names.say_unknown("attribute", name, names.attributes)
            return None
        found.append(names.attributes[name.text])
        context.use("attribute", name.text)
    signs = ["".join(_signs(card, found, names)) for card in range(len(names.ids))]
    numbers = list(_numbers(found, names))
    faces = [LYING if face.name == p.BACK else face.name for face in names.ids]
    plain = tuple(f"{face} {number}".rstrip() for face, number in zip(faces, numbers, strict=True))
    if node.named:
        drawn = (f"{face} {sign}{number}" for face, sign, number in zip(faces, signs, numbers, strict=True))
        return p.Look(tuple(each.rstrip() for each in drawn), plain)
    shown = [f"{sign}{number}" if sign else words for sign, number, words in zip(signs, numbers, plain, strict=True)]
    apart = zip(_told_apart(shown, faces), faces, strict=True)
    return p.Look(tuple(COVER if face == LYING else text for text, face in apart), plain)


def _signs(card: int, attributes: list[Attribute], names: Names) -> Iterator[str]:
    """The signs of a card's printed values: a member without a sign is its word, and all of many members are `ALL`."""
    for attribute in attributes:
        members = names.enums.get(attribute.enumeration, {})
        found = [member for member, bit in members.items() if attribute.values[card] & bit]
        if len(found) == len(members) >= MANY:
            yield ALL
            continue
        spoken = [names.signs.get(member, member) for member in found]
        yield ("" if all(member in names.signs for member in found) else "-").join(spoken)


def _numbers(attributes: list[Attribute], names: Names) -> Iterator[str]:
    """The numbers on each card, without those that are 0; with `+` if others in the game are below 0."""
    numeric = [attribute for attribute in names.attributes.values() if not attribute.enumeration]
    plus = "+" if any(value < 0 for attribute in numeric for value in attribute.values) else ""
    for card in range(len(names.ids)):
        values = (attribute.values[card] for attribute in attributes if not attribute.enumeration)
        yield "/".join(f"{value:{plus}d}" for value in values if value)


def _told_apart(shown: list[str], faces: list[str]) -> Iterator[str]:
    """Of cards with the same signs, all but the first also have the words of their names that it doesn't have."""
    first: dict[str, str] = {}
    for text, face in zip(shown, faces, strict=True):
        like = first.setdefault(text, face).split()
        yield " ".join([text, *(word for word in face.split() if word not in like)])
