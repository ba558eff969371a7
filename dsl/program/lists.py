"""Lists of cards: `bytes` of ids or, in a game with more ids than a byte can tell apart, `Wide`.

A program has one kind of list (`Program.lists`), and everything that makes a list of cards asks it for the kind. Code
that reads lists needn't know which it is: a `Wide` has the methods of `bytes` that are used of lists, and annotations
say `bytes` for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, cast

MOST_NARROW = 255
"""The most ids in a game whose lists are `bytes`: each id, and each id + 1, is a byte."""

_get = tuple.__getitem__


class Wide(tuple[int, ...]):
    """A list of cards whose ids may be greater than a byte; its methods mean the same as those of `bytes`.

    Joined with `bytes`, it gives a `Wide`.
    """

    def __getitem__(self, at: Any) -> Any:
        """A card, or a part of the list."""
        return Wide(_get(self, at)) if at.__class__ is slice else _get(self, at)

    def __add__(self, other: Iterable[int]) -> Wide:  # type: ignore[override]
        """The cards of two lists."""
        return Wide((*self, *other))

    def __radd__(self, other: Iterable[int]) -> Wide:
        """The same, with the other list first."""
        return Wide((*other, *self))

    @cached_property
    def ids(self) -> frozenset[int]:
        """The different ids in the list."""
        return frozenset(self)

    def translate(self, table: Wide | None, delete: Wide | None = None) -> Wide:
        """The list without the cards in `delete`, with the entry of a table for each card."""
        cards: Iterable[int] = self
        if delete:
            without = delete.ids
            cards = [card for card in self if card not in without]
        return Wide(cards if table is None else [_get(table, card) for card in cards])

    def find(self, card: int) -> int:
        """The first position of a card, or -1."""
        return self.index(card) if card in self else -1

    def rfind(self, card: int) -> int:
        """The last position of a card, or -1."""
        return len(self) - 1 - _get(self, slice(None, None, -1)).index(card) if card in self else -1

    def replace(self, old: Wide, new: Wide, most: int = -1) -> Wide:
        """The list with `new` for each occurrence of `old`, one card, or for so many of the first ones."""
        (card,) = old
        if most == 1:
            at = self.find(card)
            return self if at < 0 else Wide((*_get(self, slice(at)), *new, *_get(self, slice(at + 1, None))))
        places = [at for at, each in enumerate(self) if each == card]
        places = places if most < 0 else places[:most]
        parts, start = list[int](), 0
        for at in places:
            parts += [*_get(self, slice(start, at)), *new]
            start = at + 1
        return Wide((*parts, *_get(self, slice(start, None))))

    def endswith(self, ends: tuple[Wide, ...]) -> bool:
        """Whether the list ends with one of these lists."""
        return any(not end or _get(self, slice(-len(end), None)) == end for end in ends)

    def join(self, lists: Iterable[Iterable[int]]) -> Wide:
        """Lists as one, with this one between them."""
        return Wide(_joined(self, lists))


def _joined(between: Wide, lists: Iterable[Iterable[int]]) -> Iterator[int]:
    for number, each in enumerate(lists):
        yield from between if number else ()
        yield from each


def lists_for(ids: int) -> type[bytes]:
    """The kind of lists of a game with so many ids, or of values up to this one."""
    return bytes if ids <= MOST_NARROW else cast("type[bytes]", Wide)


def fitting(ids: Iterable[int]) -> bytes:
    """A constant list: `bytes` if all ids fit."""
    found = tuple(ids)
    return lists_for(max(found, default=0))(found)
