"""Base Onirim for one player, written by hand, to measure the engine against and to check it with.

Numbers such as O-B5 are those of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.decks import Deck
from benchmarks.handwritten import Asking, GameOverError, HandWritten

COUNTS = {"red": (9, 4, 3), "blue": (8, 4, 3), "green": (7, 4, 3), "brown": (6, 4, 3)}
"""How many suns, moons and keys there are of each colour."""

SYMBOLS = ("sun", "moon", "key")
SYMBOL = {f"{colour} {symbol}": symbol for colour in COUNTS for symbol in SYMBOLS}
"""The symbol of each location; other cards have none and are not here."""

DOORS = frozenset(f"{colour} door" for colour in COUNTS)
KEYS = frozenset(card for card, symbol in SYMBOL.items() if symbol == "key")
COLOUR = {card: card.split()[0] for card in (*SYMBOL, *DOORS)}
NIGHTMARE = "nightmare"

ALL_CARDS = (
    *(f"{colour} {symbol}" for colour in COUNTS for symbol, count in zip(SYMBOLS, COUNTS[colour], strict=True)
      for _ in range(count)),
    *(f"{colour} door" for colour in COUNTS for _ in range(2)),
    *(NIGHTMARE for _ in range(10)),
)  # fmt: skip
"""The 76 cards of the game."""

HAND = 5
DOORS_TO_WIN = 8


class Onirim(HandWritten):
    """A game that begins with setup (O-B1), unless a hand is given: then it stands at the start of a turn."""

    def __init__(
        self, deck: Deck, *, hand: Iterable[str] | None = None, row: Iterable[str] = (), used: int = 0,
        doors: Iterable[str] = (), discard: Iterable[str] = (),
    ) -> None:  # fmt: skip
        super().__init__()
        self.deck = deck
        self.hand = list(hand or ())
        self.row = list(row)
        self.used = used
        self.doors = list(doors)
        self.discard = list(discard)
        self.limbo: list[str] = []
        self.drawn: list[str] = []
        self.revealed: list[str] = []
        self._begin(self._play(setup=hand is None))

    def decks(self) -> dict[str, Deck]:
        return {"deck": self.deck}

    def zones(self) -> dict[str, list[str]]:
        return {
            "deck": self.deck.cards,
            "hand": self.hand,
            "row": self.row,
            "doors": self.doors,
            "discard": self.discard,
            "limbo": self.limbo,
            "drawn": self.drawn,
            "revealed": self.revealed,
            "box": [],
        }

    def numbers(self) -> dict[str, int]:
        return {"row used": self.used}

    def _play(self, *, setup: bool) -> Asking:
        """The whole game."""
        if setup:
            self.deck.shuffle()
            self._take_hand()
            self._shuffle_limbo()
        while True:
            self.turns += 1
            yield from self._turn()
            yield from self._refill()
            self._shuffle_limbo()

    def _turn(self) -> Asking:
        """Phase 1: play or discard (O-B4)."""
        last = SYMBOL[self.row[-1]] if self.row else ""
        faces = dict.fromkeys(self.hand)
        options = [f"play {card}" for card in faces if SYMBOL[card] != last]
        options += [f"discard {card}" for card in faces]
        answer = yield "turn", options
        verb, card = answer.split(" ", 1)
        self.hand.remove(card)
        if verb == "play":
            self.row.append(card)
            yield from self._look_for_set()
        else:
            self.discard.append(card)
            if card in KEYS:
                yield from self._prophecy()

    def _look_for_set(self) -> Asking:
        """Three cards of a colour, none of an earlier set, open a search (O-B5)."""
        if len(self.row) - self.used < 3 or len({COLOUR[card] for card in self.row[-3:]}) > 1:
            return
        self.used = len(self.row)
        if not self.deck.cards:
            return
        door = f"{COLOUR[self.row[-1]]} door"
        options = ["only shuffle", "decline"]
        if door in self.deck.cards:
            options.insert(0, f"take {door}")
        answer = yield "door search", options
        if answer == "decline":
            return
        if answer != "only shuffle":
            self.deck.remove(door)
            self._place(door)
        self.deck.shuffle()

    def _prophecy(self) -> Asking:
        """Look at five cards, discard one, put back the others (O-B6)."""
        self.revealed = self.deck.draw_up_to(5)
        if not self.revealed:
            return
        answer = yield "prophecy discard", [f"discard {card}" for card in dict.fromkeys(self.revealed)]
        self._discard_from(self.revealed, answer.removeprefix("discard "))
        order = []
        while self.revealed:
            answer = yield "prophecy order", [f"next {card}" for card in dict.fromkeys(self.revealed)]
            order.append(answer.removeprefix("next "))
            self.revealed.remove(order[-1])
        self.deck.put_on_top(reversed(order))

    def _refill(self) -> Asking:
        """Phase 2: draw up to five, and resolve what is drawn (O-B7)."""
        while len(self.hand) < HAND:
            card = self._draw()
            if card in SYMBOL:
                self.hand.append(card)
            else:
                self.drawn.append(card)
                yield from self._door(card) if card in DOORS else self._nightmare()

    def _door(self, door: str) -> Asking:
        """A drawn door is opened with a key of its colour, or goes to limbo (O-B7)."""
        key = f"{COLOUR[door]} key"
        if key in self.hand:
            answer = yield "door drawn", [f"use {key}", "limbo"]
            if answer != "limbo":
                self._discard_from(self.hand, key)
                self.drawn.clear()
                self._place(door)
                return
        self.limbo.append(self.drawn.pop())

    def _nightmare(self) -> Asking:
        """A drawn nightmare must be defeated in one of four ways (O-B8)."""
        options = [f"discard {card}" for card in dict.fromkeys(self.hand) if card in KEYS]
        options += [f"return {door}" for door in dict.fromkeys(self.doors)]
        options += ["reveal five", "discard hand"]
        answer = yield "nightmare", options
        if answer == "reveal five":
            self._reveal_five()
        elif answer == "discard hand":
            self.discard += self.hand
            self.hand.clear()
            self._take_hand()
        elif answer.startswith("return "):
            door = answer.removeprefix("return ")
            self.doors.remove(door)
            self.limbo.append(door)
        else:
            self._discard_from(self.hand, answer.removeprefix("discard "))
        self.discard.append(self.drawn.pop())

    def _reveal_five(self) -> None:
        for card in self.deck.draw_up_to(5):
            pile = self.discard if card in SYMBOL else self.limbo
            pile.append(card)

    def _take_hand(self) -> None:
        """Fill the hand with locations; doors and dreams wait in limbo (O-B2)."""
        while len(self.hand) < HAND:
            card = self._draw()
            pile = self.hand if card in SYMBOL else self.limbo
            pile.append(card)

    def _draw(self) -> str:
        """The top card; the game is lost if there is none (O-B9)."""
        if not self.deck.cards:
            raise GameOverError("lost")
        return self.deck.draw()

    def _place(self, door: str) -> None:
        """Place a door; the eighth wins (O-B9)."""
        self.doors.append(door)
        if len(self.doors) == DOORS_TO_WIN:
            raise GameOverError("won")

    def _discard_from(self, cards: list[str], card: str) -> None:
        cards.remove(card)
        self.discard.append(card)

    def _shuffle_limbo(self) -> None:
        """Phase 3: what waits in limbo goes back into the deck (O-B9)."""
        if self.limbo:
            self.deck.put_on_top(self.limbo)
            self.limbo.clear()
            self.deck.shuffle()
