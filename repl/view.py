"""What stands on the table, as rows of words.

The ruleset's own table section says what is shown and under which label; this only puts it into rows. A word that is
the name of a colour may be tinted, and never says anything by its tint alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from repl.events import Choice, Piece, Row

if TYPE_CHECKING:
    from interpreter import ItemView, View

COLOURS = frozenset({
    "black", "blue", "brown", "cyan", "gold", "gray", "green", "grey", "lime", "magenta", "maroon", "navy", "olive",
    "orange", "pink", "purple", "red", "teal", "violet", "white", "yellow",
})  # fmt: skip
"""Colour names that most terminals can show."""

BETWEEN = Piece(", ", "quiet")
MOST_ALONE = 2
NOTHING = (Piece("–", "quiet"),)


def table(view: View) -> tuple[Row, ...]:
    """The rows of a player's view, in the ruleset's order."""
    return tuple(_row(item) for item in view.items)


def face(card: str) -> str:
    """A card's name without the marks behind it: `king (down)` is a `king`."""
    return card.partition(" (")[0]


def tint(words: str) -> str:
    """The first word that is the name of a colour, or ""."""
    return next((word for word in words.casefold().split() if word in COLOURS), "")


def grouped(choices: Sequence[Choice]) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
    """Answers that begin with the same word, under it; those that stand alone come last, under "".

    Each is (first word, ((number, the other words), …)). One or two that stand alone but have more words are treated as
    groups of their own.
    """
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(_head(choice.words), []).append(choice)
    alone = [head for head, group in groups.items() if len(group) == 1]
    longer = [head for head in alone if " " in groups[head][0].words]
    if len(longer) > MOST_ALONE or len(alone) == len(groups):
        longer = []
    headed = [head for head in groups if head and (head not in alone or head in longer)]
    found = [(head, tuple(_under(head, choice) for choice in groups[head])) for head in headed]
    rest = tuple(
        (choice.number, choice.text) for head, group in groups.items() if head not in headed for choice in group
    )
    return (*found, *([("", rest)] if rest else []))


def _head(words: str) -> str:
    """The word under which an answer is listed; "" if what follows it is a number, which would be read as another."""
    head, _, rest = words.partition(" ")
    return "" if rest[:1].isdigit() else head


def _under(head: str, choice: Choice) -> tuple[int, str]:
    return choice.number, choice.text.removeprefix(head).strip() or head


def _row(item: ItemView) -> Row:
    if item.cards is None:
        return Row(item.label, (Piece(item.text, tint(item.text)),), short=True)
    if not item.apart_label or not (item.cards or item.apart):
        return Row(item.label, tuple(_cards(item.cards)) or NOTHING)
    apart = tuple(_cards(item.apart)) or NOTHING
    between = Piece(f"{' | ' if item.cards else ''}{item.apart_label}: ", "quiet")
    return Row(item.label, (*_cards(item.cards), between, *apart))


def _cards(cards: Iterable[str]) -> Iterator[Piece]:
    for index, card in enumerate(cards):
        if index:
            yield BETWEEN
        yield Piece(card, tint(card))
