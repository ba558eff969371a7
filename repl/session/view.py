"""The table as rows of words.

The ruleset's table section selects what is shown and under which label; this module only arranges it in rows. A word
that names a colour may be tinted, but no tint carries information of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import attrs

from interpreter.state.wording import FACE_DOWN
from repl.session.events import Choice, Piece, Row

if TYPE_CHECKING:
    from interpreter import ItemView, View

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
MOST_ALONE = 2
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


def grouped(choices: Sequence[Choice]) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
    """Answers that do the same with different cards, under their shared words; all others under "".

    Each group is (shared words, ((number, the other words), …)), in the order of the first numbers. One or two answers
    that share no words with others get lines of their own.
    """
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(_head(choice), []).append(choice)
    headed = [head for head, group in groups.items() if head and len(group) > 1]
    alone = [head for head, group in groups.items() if head and len(group) == 1 and group[0].words != head]
    if headed and len(alone) <= MOST_ALONE:
        headed = [head for head in groups if head in headed or head in alone]
    shown: dict[str, list[tuple[int, str]]] = {}
    last = ""
    for choice in choices:
        head = _head(choice)
        if head in headed:
            last = head
            shown.setdefault(head, []).append(_under(head, choice))
        else:
            shown.setdefault(f"{last} ", []).append((choice.number, choice.text))
    return tuple((head if head in headed else "", tuple(cells)) for head, cells in shown.items())


def _head(choice: Choice) -> str:
    """The words under which an answer is listed; "" if a number follows, which would be read as an answer's number.

    They are the words before the first card, or the first word if the cards are unknown.
    """
    head = choice.words.partition(" ")[0]
    if choice.form:
        head = choice.form.partition("…")[0].rstrip() if "…" in choice.form else ""
    return "" if choice.words.removeprefix(head).strip()[:1].isdigit() else head


def _under(head: str, choice: Choice) -> tuple[int, str]:
    return choice.number, choice.text.removeprefix(head).strip() or head


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
