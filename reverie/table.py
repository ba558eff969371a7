"""The table as rows of words.

The ruleset's table section selects what is shown and under which label; this module only arranges it in rows. A word
that names a colour may be tinted, but no tint carries information of its own. Knows nothing of a screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import attrs

from interpreter.state.wording import FACE_DOWN

if TYPE_CHECKING:
    from interpreter import ItemView, View


@attrs.frozen
class Piece:
    """Some words of a line, with their style: "" (none), "quiet" or the name of a colour.

    `plain`: the same words without graphic signs, if there are any.
    """

    text: str
    style: str = ""
    plain: str = ""


@attrs.frozen
class Row:
    """One entry of the table: its label, then its pieces. Rows that are `short` may share a line.

    Rows `beside` it have labels of their own.
    """

    label: str
    pieces: tuple[Piece, ...]
    short: bool = False
    beside: tuple[Row, ...] = ()

    @property
    def text(self) -> str:
        """The row as one plain text, without the label."""
        own = "".join(piece.plain or piece.text for piece in self.pieces)
        return " | ".join([own, *(f"{each.label.removesuffix(':')}: {each.text}" for each in self.beside if each.text)])

    @property
    def line(self) -> str:
        """The row as one plain text, with the label."""
        return f"{self.label}: {self.text}"


COLOURS = frozenset({
    "black", "blue", "brown", "cyan", "gold", "gray", "green", "grey", "lime", "magenta", "maroon", "navy", "olive",
    "orange", "pink", "purple", "red", "teal", "violet", "white", "yellow",
})  # fmt: skip
"""Colour names that most terminals can show."""

RED_SIGNS = frozenset("♥♡♦♢")
"""Signs that are red wherever they are printed."""
BETWEEN = Piece(", ", "quiet")
COVERED = "quiet"
"""The style of cards that lie face down, so that the others stand out."""
MOST_PAST, LEAST_PAST = 8, 5
"""If more than MOST_PAST cards lie before those that are set apart, only the last LEAST_PAST are listed."""
MOST_LISTED = 20
"""Of more cards, equal neighbours are counted: `copper ×20`."""
LINE = 80
"""The length of a line that cards fit, with their label. Of more, equal ones are counted unless they lie in a line."""
MOST_SHOWN = 60
"""If more are left when they are counted, only the last MOST_SHOWN are listed."""
NOTHING = (Piece("–", "quiet"),)


def table(view: View, whole: bool = False) -> tuple[Row, ...]:
    """The rows of a player's view, in the ruleset's order.

    If many cards lie before some that are set apart, only the last of them are listed, unless `whole`.
    """
    return tuple(_row(item, whole) for item in view.items)


def lines(view: View) -> tuple[str, ...]:
    """The table as plain text, a line for each row."""
    return tuple(row.line for row in table(view))


def face(card: str) -> str:
    """A card's name without the marks behind it: `king (down)` is a `king`."""
    return card.partition(" (")[0]


def named(card: str, names: Collection[str]) -> str:
    """The name of a card, one of `names`, without the marks and facts behind it: `clock 2` is a `clock`."""
    name = face(card)
    while name and name not in names:
        name = name.rpartition(" ")[0]
    return name


def tint(words: str) -> str:
    """The first word that is the name of a colour, or ""."""
    return next((word for word in words.casefold().split() if word in COLOURS), "")


def _row(item: ItemView, whole: bool) -> Row:
    row = _entry(item, whole)
    beside = tuple(_entry(each, whole) for each in item.beside)
    return attrs.evolve(row, beside=beside, short=False) if beside else row


def _entry(item: ItemView, whole: bool) -> Row:
    if item.cards is None:
        return Row(item.label, (Piece(item.text, tint(item.text)),), short=True)
    cards = _faces(item)
    before, apart = cards[: len(item.cards)], cards[len(item.cards) :]
    if item.counted == "always" or (item.counted and not whole and _too_long(item.label, before)):
        before = _gathered(before, item.ranks)
    elif len(before) > MOST_LISTED:
        before = _counted(before)
    if not item.apart_label or not cards:
        return Row(item.label, tuple(_last(before, whole, MOST_SHOWN, MOST_SHOWN)) or NOTHING)
    between = Piece(f"{' | ' if before else ''}{item.apart_label}: ", "quiet")
    return Row(
        item.label, (*_last(before, whole, MOST_PAST, LEAST_PAST), between, *(tuple(_between(apart)) or NOTHING))
    )


def _too_long(label: str, cards: Sequence[Piece]) -> bool:
    """Whether cards don't fit a line of the table beside their label."""
    words = sum(len(card.plain or card.text) + len(BETWEEN.text) for card in cards)
    return len(cards) > MOST_LISTED or len(label) + words > LINE


def _gathered(cards: Sequence[Piece], ranks: Sequence[int]) -> list[Piece]:
    """Cards, of which equal ones are counted wherever they lie; without equal ones, as they lie."""
    counts = Counter(cards)
    if len(counts) == len(cards):
        return list(cards)
    rank = dict(sorted(zip(cards, ranks, strict=True), key=lambda each: each[1], reverse=True))
    return [_times(card, counts[card]) if counts[card] > 1 else card for card in sorted(counts, key=rank.__getitem__)]


def _counted(cards: Sequence[Piece]) -> list[Piece]:
    """Many cards, of which equal neighbours are counted."""
    runs = [(card, sum(1 for _ in group)) for card, group in groupby(cards)]
    return [card if count == 1 else _times(card, count) for card, count in runs]


def _times(card: Piece, count: int) -> Piece:
    return attrs.evolve(card, text=f"{card.text} ×{count}", plain=card.plain and f"{card.plain} ×{count}")


def _last(cards: Sequence[Piece], whole: bool, most: int, left: int) -> Iterator[Piece]:
    """Cards; of more than `most`, their number and the last `left` ones, unless `whole`."""
    more = 0 if whole or len(cards) <= most else len(cards) - left
    if more:
        yield Piece(f"{more} more", "quiet")
        yield BETWEEN
    yield from _between(cards[more:])


def _faces(item: ItemView) -> list[Piece]:
    """The cards of an entry, then those that are set apart: as the rules draw them, or by name."""
    names = [*(item.cards or ()), *item.apart]
    styles = [COVERED if name == FACE_DOWN else tint(name) for name in names]
    if item.drawn:
        styles = [style or _of_signs(drawn) for style, drawn in zip(styles, item.drawn, strict=True)]
        return [Piece(*each) for each in zip(item.drawn, styles, item.plain, strict=True)]
    ending = _ending(item.label, names)
    return [Piece(_without(card, ending), style) for card, style in zip(names, styles, strict=True)]


def _of_signs(drawn: str) -> str:
    """The colour in which playing cards have these signs, or ""."""
    return "red" if RED_SIGNS & {*drawn} else ""


def _ending(label: str, cards: Sequence[str]) -> str:
    """The last word of all cards, which is left out if the label says it (`Aces  red, black`), or ""."""
    endings = {face(card).rpartition(" ")[2] if " " in face(card) else "" for card in cards}
    ending = endings.pop() if len(endings) == 1 else ""
    return f" {ending}" if ending and label.casefold().startswith(ending.casefold()) else ""


def _without(card: str, ending: str) -> str:
    name = face(card)
    return f"{name.removesuffix(ending)}{card.removeprefix(name)}"


def _between(cards: Iterable[Piece]) -> Iterator[Piece]:
    """Cards with separators between them; neighbours that lie face down are one piece."""
    for index, card in enumerate(_lying(cards)):
        if index:
            yield BETWEEN
        yield card


def _lying(cards: Iterable[Piece]) -> Iterator[Piece]:
    """Cards, of which neighbours that lie face down are drawn close together, or counted where words stand for them."""
    for card, group in groupby(cards):
        alike = list(group)
        if len(alike) == 1 or card.style != COVERED:
            yield from alike
        elif card.plain:
            yield attrs.evolve(_times(card, len(alike)), text=" ".join(each.text for each in alike))
        else:
            yield _times(card, len(alike))
