"""Selections: several cards as one choice, and how they are packed into numbers.

A selection is a pair of numbers, the values of a parameter's two locals (see `blocks.Parameter`). Both executors list
selections with this module.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from operator import itemgetter
from typing import cast

from dsl.program.blocks import MOST_CHOSEN, Parameter, Source
from dsl.program.lists import Wide
from dsl.program.program import Program
from interpreter.analysis.equal_names import BYTE
from interpreter.analysis.faults import too_many_to_choose
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import AND

Selection = tuple[int, int]
"""The cards, packed, and how many come from which source."""

Places = tuple[Sequence[int], int]
"""Positions in joined lists, and how many come from which list."""

Taken = Callable[[Sequence[int]], object]
"""Takes the elements at some positions from a sequence."""

BASE = MOST_CHOSEN + 1

MOST_CACHED = 16_384
"""Most selections in the cache of unpacked ones."""

FEW, MOST_LARGE = 8, 16
"""From up to so many cards there are few selections; of those from more, only so many lists are cached."""


@lru_cache(maxsize=MOST_CACHED)
def unpacked(number: int) -> bytes:
    """The cards that a number packs."""
    digits = number.to_bytes(MOST_CHOSEN, "little")
    return bytes([digit - 1 for digit in digits if digit])


def packed(cards: Sequence[int]) -> int:
    """Cards packed into a number."""
    return int.from_bytes(bytes([card + 1 for card in cards]), "little")


@lru_cache(maxsize=MOST_CACHED)
def unpacked_wide(number: int) -> bytes:
    """The cards that a number packs, in a game whose lists are `Wide`."""
    digits = struct.unpack(f"<{MOST_CHOSEN}H", number.to_bytes(2 * MOST_CHOSEN, "little"))
    return cast(bytes, Wide([digit - 1 for digit in digits if digit]))


def packed_wide(cards: Sequence[int]) -> int:
    """Cards packed into a number, in a game whose lists are `Wide`."""
    return int.from_bytes(struct.pack(f"<{len(cards)}H", *[card + 1 for card in cards]), "little")


def ends_of(ends: int, sources: int, size: int) -> list[int]:
    """For each source, the position in the selection after its last card."""
    return [*(ends // BASE**number % BASE for number in range(sources - 1)), size]


class Selections:
    """Lists selections of a program's cards."""

    def __init__(self, program: Program) -> None:
        names = [face.name for face in program.faces]
        ordered = sorted(range(len(names)), key=lambda card: (names[card].casefold(), names[card], card))
        self._lists, narrow = program.lists, program.lists is bytes
        self.packed, self.unpacked = (packed, unpacked) if narrow else (packed_wide, unpacked_wide)
        ordered += range(len(ordered), BYTE)
        ranks = {card: rank for rank, card in enumerate(ordered)}
        self._ranked = self._lists(ordered)
        self.ranks = self._lists([ranks[card] for card in range(len(ordered))])
        """The place of each card, by id, in the order of names."""
        self._listed = lru_cache(maxsize=1024)(self._list)

    def of(self, lists: tuple[bytes, ...], least: int, most: int, origin: int) -> tuple[Selection, ...]:
        """The different selections of so many cards from these lists.

        Small selections come first. Within a selection, the cards of the first list come first, and those of a list in
        alphabetical order. Raises `Fault` if there are too many cards; `origin` is the origin of the option.
        """
        self.check(sum(map(len, lists)), origin)
        return self._listed(tuple(self._lists(sorted(cards)) for cards in lists), least, most)

    def check(self, count: int, origin: int) -> None:
        """Raise `Fault` if there are too many cards to choose from."""
        if count > MOST_CHOSEN:
            raise too_many_to_choose(count, origin)

    def ordered(self, cards: bytes) -> bytes:
        """The cards of one list in the order in which selections have them."""
        return self._lists(sorted(cards.translate(self.ranks))).translate(self._ranked)

    def _list(self, lists: tuple[bytes, ...], least: int, most: int) -> tuple[Selection, ...]:
        cards = self._lists().join([self.ordered(each) for each in lists])
        places = (places for _, places in subsets(tuple(map(len, lists)), least, most))
        return tuple(dict.fromkeys([(self.packed([cards[at] for at in chosen]), ends) for chosen, ends in places]))


def subsets(sizes: tuple[int, ...], least: int, most: int) -> list[tuple[Taken, Places]]:
    """The selections of so many cards from lists of these sizes, small ones first, each with what takes its cards."""
    return (_few if sum(sizes) <= FEW else _many)(sizes, least, most)


def _subsets(sizes: tuple[int, ...], least: int, most: int) -> list[tuple[Taken, Places]]:
    count, stops = sum(sizes), list(accumulate(sizes))[:-1]
    found: list[tuple[Taken, Places]] = []
    for size in range(least, min(most, count) + 1):
        for chosen in combinations(range(count), size):
            ends = sum(sum(at < stop for at in chosen) * BASE**number for number, stop in enumerate(stops))
            found.append((itemgetter(*chosen), (chosen, ends)))
    return found


_few, _many = lru_cache(maxsize=MOST_CACHED)(_subsets), lru_cache(maxsize=MOST_LARGE)(_subsets)


@once_per_program
def selections_of(program: Program) -> Selections:
    """The selections of a program's cards."""
    return Selections(program)


def prefixed(source: Source, name: str) -> str:
    """The name of a card in a selection."""
    return f"{source.prefix} {name}".strip()


def words_of_selection(parameter: Parameter, selection: Selection, names: Sequence[str]) -> str:
    """The words of a selection: its cards by these names, joined by `and`, each with the prefix of its source."""
    words, start = list[str](), 0
    for source, end in zip(parameter.sources, ends_of(selection[1], len(parameter.sources), len(names)), strict=True):
        words += [prefixed(source, name) for name in sorted(names[start:end], key=str.casefold)]
        start = end
    return AND.join(words)
