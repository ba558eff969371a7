"""Facts about a card for the player: its kinds, its printed values, where it begins, and the rules about it.

They come from the program, for cards without a help text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import attrs

from dsl import Face, Program

RANKS = "name"
"""The table that numbers cards by name, which isn't printed on them."""

MOST = 12
"""Number of cards that are listed at once."""


@attrs.frozen
class Card:
    """A card: kinds from the most special, printed attributes, how many begin where, and the handlers about it."""

    name: str
    kinds: tuple[str, ...]
    printed: tuple[tuple[str, str], ...]
    begins: tuple[tuple[str, int], ...]
    handled: tuple[str, ...]


def cards(program: Program, names: Collection[str]) -> tuple[Card, ...]:
    """The cards of these names, each once, in the order of their declarations."""
    found: dict[str, list[int]] = {}
    for number, face in enumerate(program.faces):
        if face.name in names:
            found.setdefault(face.name, []).append(number)
    return tuple(_card(program, ids) for ids in found.values())


def lines(found: Iterable[Card]) -> tuple[str, ...]:
    """Cards as lines to read; of many, only the first."""
    every = tuple(found)
    shown = [line for card in every[:MOST] for line in _lines(card)]
    return (*shown, f"and {len(every) - MOST} more") if len(every) > MOST else tuple(shown)


def _lines(card: Card) -> tuple[str, ...]:
    what = [("kind", ", ".join(card.kinds)), *card.printed]
    begins = ", ".join(f"{count} in {zone}" for zone, count in card.begins)
    handled = (f"  rules: {', '.join(card.handled)}",) if card.handled else ()
    return (card.name, f"  {'; '.join(f'{name}: {value}' for name, value in what)}", f"  begins: {begins}", *handled)


def _card(program: Program, ids: list[int]) -> Card:
    face = program.faces[ids[0]]
    begins: Counter[str] = Counter()
    for place, lying in zip(program.places, program.begin, strict=True):
        begins[place.name] += sum(card in ids for card in lying)
    return Card(
        face.name,
        face.kinds,
        tuple(_printed(program, ids[0])),
        tuple((zone, count) for zone, count in begins.items() if count),
        tuple(dict.fromkeys(_handlers(program, ids[0]))),
    )


def _printed(program: Program, card: int) -> Iterable[tuple[str, str]]:
    """The printed values of a card, and its classes for which the program has a table (`yes`)."""
    kind = program.faces[card].kinds[0]
    alike = [number for number, face in enumerate(program.faces) if face.kinds[0] == kind]
    passed_over = {
        RANKS,
        *(face.name for face in program.faces),
        *(name for face in program.faces for name in face.kinds),
    }
    for table in program.tables:
        value = table.values[card]
        if table.members:
            words = [word for place, word in enumerate(table.members) if value >> place & 1]
            if words:
                yield table.name, " ".join(words)
        elif table.name in passed_over:
            continue
        elif set(table.values) <= {0, 1}:
            yield from [(table.name, "yes")] if value else []
        elif any(table.values[number] for number in alike):
            yield table.name, str(value)


def _handlers(program: Program, card: int) -> Iterable[str]:
    """The rules about a card; in another language only their places, because they have the rules' own words."""
    face: Face = (program.own or program).faces[card]
    for each in program.contributions:
        if each.kind == "on" and each.words in (face.name, *face.kinds):
            yield each.place if program.own else f"on {each.site} of {each.words} ({each.place})"
