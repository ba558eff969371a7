"""Decks for the hand-written game: a list that is shuffled, and a pile that behaves like one of the engine's.

Both answer the same few requests, so that `oracle` doesn't know which one it holds. `Deck` is what one would
write; `UnsettledDeck` picks each card only when it is asked for, with the engine's own generator, so that the
same seed and answers bring the same cards here and there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Shuffler = Callable[[list[str]], None]
"""Puts a list of cards into a random order, in place; `random.Random(seed).shuffle` is one."""

MASK = 2**64 - 1


class Generator:
    """The engine's generator: a linear congruential one of 64 bits, of which the upper 32 make a number."""

    def __init__(self, seed: int) -> None:
        self.state = splitmix64(seed & MASK)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return (self.state >> 32) * bound >> 32


def splitmix64(seed: int) -> int:
    """One step of splitmix64, which makes a good first state of any seed."""
    mixed = (seed + 0x9E3779B97F4A7C15) & MASK
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
    return mixed ^ mixed >> 31


class Deck:
    """Cards in an order, the top one last in `cards`.

    With `dealt`, the first shuffle leaves them in the order in which they were handed over.
    """

    def __init__(self, cards: Iterable[str], shuffler: Shuffler, *, dealt: bool = False) -> None:
        self.cards = list(cards)
        self.dealt = dealt
        self._shuffler = shuffler

    def draw(self) -> str:
        """Take the top card; the deck must hold one."""
        return self.cards.pop()

    def draw_up_to(self, count: int) -> list[str]:
        """Take the top cards, as many as there are if fewer than `count`; the first was on top."""
        return [self.draw() for _ in range(min(count, len(self.cards)))]

    def put_on_top(self, cards: Iterable[str]) -> None:
        """Put cards on the deck, one after the other: the last will be on top."""
        self.cards.extend(cards)

    def remove(self, card: str) -> None:
        """Take a card out of the deck; it must be there."""
        self.cards.remove(card)

    def shuffle(self) -> None:
        if self.dealt:
            self.dealt = False
        else:
            self._shuffler(self.cards)


class UnsettledDeck(Deck):
    """A deck whose first `unsettled` cards lie in an order that nobody knows yet.

    Those are kept sorted by `ranks` (the numbers the engine gives to the faces), and one of them is picked at random
    when there is no other card above them.
    """

    def __init__(
        self, cards: Iterable[str], generator: Generator, ranks: Mapping[str, int], *, dealt: bool = False
    ) -> None:
        super().__init__(cards, self._unsettle, dealt=dealt)
        self.unsettled = 0
        self._generator = generator
        self._ranks = ranks

    def draw(self) -> str:
        if len(self.cards) > self.unsettled:
            return self.cards.pop()
        card = self.cards.pop(self._generator.below(self.unsettled))
        self.unsettled -= 1
        return card

    def remove(self, card: str) -> None:
        place = len(self.cards) - 1 - self.cards[::-1].index(card)
        del self.cards[place]
        if place < self.unsettled:
            self.unsettled -= 1

    def _unsettle(self, cards: list[str]) -> None:
        cards.sort(key=self._ranks.__getitem__)
        self.unsettled = len(cards)
