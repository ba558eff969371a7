"""Several cards as one choice: which selections there are, and how they are packed into numbers.

A selection is a pair of numbers, as a parameter's two locals hold them (see `program.Parameter`). Both executors list
them here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from operator import itemgetter

from dsl.program.blocks import MOST_CHOSEN, Parameter, Source
from dsl.program.program import Program
from interpreter.analysis.faults import too_many_to_choose
from interpreter.analysis.memo import once_per_program

Selection = tuple[int, int]
"""The cards, packed, and how many come from which source."""

Places = tuple[Sequence[int], int]
"""Positions in joined lists, and how many come from which list."""

Taken = Callable[[Sequence[int]], object]
"""Picks what stands at some positions."""

BASE = MOST_CHOSEN + 1

KEPT = 16_384
"""How many selections are kept unpacked."""

AND = " and "
"""What stands between the cards of a selection."""


@lru_cache(maxsize=KEPT)
def unpacked(number: int) -> bytes:
    """The cards that are packed in a number."""
    digits = number.to_bytes(MOST_CHOSEN, "little")
    return bytes([digit - 1 for digit in digits if digit])


def packed(cards: Sequence[int]) -> int:
    """Cards in one number."""
    return int.from_bytes(bytes([card + 1 for card in cards]), "little")


def ends_of(ends: int, sources: int, size: int) -> list[int]:
    """For each source the position in the selection behind its last card."""
    return [*(ends // BASE**number % BASE for number in range(sources - 1)), size]


class Selections:
    """Lists selections of a program's cards."""

    def __init__(self, program: Program) -> None:
        names = [face.name for face in program.faces]
        ordered = sorted(range(len(names)), key=lambda card: (names[card].casefold(), names[card], card))
        self._ranked = bytes([*ordered, *range(len(ordered), 256)])
        self._ranks = bytes(self._ranked.index(card) for card in range(256))
        self._listed = lru_cache(maxsize=1024)(self._list)

    def of(self, lists: tuple[bytes, ...], least: int, most: int, origin: int) -> tuple[Selection, ...]:
        """The different selections of so many cards from these lists.

        Small ones come first; in each, the cards of the first list come first, and those of a list in the order of the
        alphabet. Raises `Fault` if there are too many cards; `origin` is that of the option.
        """
        self.check(sum(map(len, lists)), origin)
        return self._listed(tuple(bytes(sorted(cards)) for cards in lists), least, most)

    def check(self, count: int, origin: int) -> None:
        """Raise `Fault` if there are too many cards to choose from."""
        if count > MOST_CHOSEN:
            raise too_many_to_choose(count, origin)

    def ordered(self, cards: bytes) -> bytes:
        """Cards in the order in which those of one list stand in a selection."""
        return bytes(sorted(cards.translate(self._ranks))).translate(self._ranked)

    def _list(self, lists: tuple[bytes, ...], least: int, most: int) -> tuple[Selection, ...]:
        cards = b"".join([self.ordered(each) for each in lists])
        places = (places for _, places in subsets(tuple(map(len, lists)), least, most))
        return tuple(dict.fromkeys([(packed([cards[at] for at in chosen]), ends) for chosen, ends in places]))


@lru_cache(maxsize=KEPT)
def subsets(sizes: tuple[int, ...], least: int, most: int) -> list[tuple[Taken, Places]]:
    """The ways to choose so many of cards in lists of these sizes, small ones first, each with what picks its cards."""
    count, stops = sum(sizes), list(accumulate(sizes))[:-1]
    found: list[tuple[Taken, Places]] = []
    for size in range(least, min(most, count) + 1):
        for chosen in combinations(range(count), size):
            ends = sum(sum(at < stop for at in chosen) * BASE**number for number, stop in enumerate(stops))
            found.append((itemgetter(*chosen), (chosen, ends)))
    return found


@once_per_program
def selections_of(program: Program) -> Selections:
    """The selections of a program's cards."""
    return Selections(program)


def prefixed(source: Source, name: str) -> str:
    """How a card is called in a selection."""
    return f"{source.prefix} {name}".strip()


def words_of_selection(
    parameter: Parameter, selection: Selection, names: Sequence[str], behind: Sequence[str] = ()
) -> str:
    """How a selection reads: its cards, joined by `and`, each with the word of its source.

    `behind` is what stands behind the name of each, if anything does: then those of a source go by all these words.
    """
    cards = unpacked(selection[0])
    named = [names[card] + more for card, more in zip(cards, behind or [""] * len(cards), strict=True)]
    words, start = list[str](), 0
    for source, end in zip(parameter.sources, ends_of(selection[1], len(parameter.sources), len(cards)), strict=True):
        own = sorted(named[start:end], key=str.casefold) if behind else named[start:end]
        words += [prefixed(source, name) for name in own]
        start = end
    return AND.join(words)
