"""Base Urbion, alone or as a team, written by hand, to measure the engine against and to check it with.

Numbers such as U-B5 are those of the rules; the values of the cards are those that the ruleset assumes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from benchmarks.decks import Deck
from benchmarks.handwritten import Asking, GameOverError, HandWritten

CHAOS = "chaos"
VALUES = {"air": (4, -1), "water": (2, -2), "earth": (1, -2), "fire": (1, -3)}
"""What the Sognae and the Incubi of each element count."""

INFLUENCE = {
    "left": {CHAOS: 5} | {f"{element} sognae": good for element, (good, _) in VALUES.items()},
    "right": {CHAOS: -5} | {f"{element} incubus": bad for element, (_, bad) in VALUES.items()},
}
"""What each dream card counts on a side on which it can lie."""

SIDE = {dream: side for side, cards in INFLUENCE.items() for dream in cards if dream != CHAOS}
ELEMENT = {dream: dream.split()[0] for dream in SIDE}
SHOWN = {f"{one}-{other} city": {one, other} for one, other in combinations(("earth", "water", "fire", "air"), 2)}
"""The elements of each city."""

DREAM_CARDS = tuple(card for card in (*SIDE, CHAOS) for _ in range(8))
CITY_CARDS = tuple(card for card in SHOWN for _ in range(2))

HAND = 4
CITIES = 4
DREAMS_AT_SIDE = 3
PRICE_OF_POLARITY = 8

Pair = tuple[list[str], str, list[str], str]
"""Two dreams that change places, each behind the side of a city where it lies."""


@dataclass(slots=True)
class City:
    """A place with its city card ("": none lies there), and the dreams at its two sides."""

    card: str = ""
    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)

    def side(self, name: str) -> list[str]:
        return self.left if name == "left" else self.right

    def balance(self) -> int:
        left, right = INFLUENCE["left"], INFLUENCE["right"]
        return sum(left[dream] for dream in self.left) + sum(right[dream] for dream in self.right)

    def is_empty(self) -> bool:
        return not self.left and not self.right

    def is_balanced(self) -> bool:
        """Whether dreams lie here and sum to zero (U-B7)."""
        return not self.is_empty() and self.balance() == 0

    def takes(self, dream: str) -> bool:
        """Whether a dream may be laid here from the hand (U-B5)."""
        return ELEMENT[dream] in SHOWN[self.card] and len(self.side(SIDE[dream])) < DREAMS_AT_SIDE

    def stronger(self) -> list[str] | None:
        """The side that a Chaos would join; none if both are equal, or there is no room (U-B3)."""
        balance = self.balance()
        side = self.left if balance > 0 else self.right
        return side if balance and len(side) < DREAMS_AT_SIDE else None


class Urbion(HandWritten):
    """A game that begins with setup (U-B1), unless hands are given: then it stands at the start of A's turn."""

    def __init__(
        self, dreams: Deck, city_deck: Deck, *, players: int = 1, hands: Sequence[Iterable[str]] = (),
        cities: Iterable[City] = (), success: Iterable[str] = (), discard: Iterable[str] = (),
    ) -> None:  # fmt: skip
        super().__init__()
        self.dreams = dreams
        self.city_deck = city_deck
        self.hands = {player: list(hand) for player, hand in zip("AB", hands, strict=False)}
        self.cities = list(cities)
        self.success = list(success)
        self.discard = list(discard)
        self.box: list[str] = []
        self.fresh: list[str] = []
        self.drawn: list[str] = []
        self.revealed: list[str] = []
        self.aside: list[str] = []
        self.polarity = {"A": "left", "B": "right"} if players == 2 else {}
        self._begin(self._play(players, setup=not hands))

    def decks(self) -> dict[str, Deck]:
        return {"dreams": self.dreams, "city deck": self.city_deck}

    def zones(self) -> dict[str, list[str]]:
        zones = {
            "dreams": self.dreams.cards,
            "city deck": self.city_deck.cards,
            "success": self.success,
            "discard": self.discard,
            "box": self.box,
            "fresh": self.fresh,
            "drawn": self.drawn,
            "revealed": self.revealed,
            "aside": self.aside,
        }
        for number in range(CITIES):
            city = self.cities[number] if number < len(self.cities) else City()
            zones[f"city {number + 1}"] = [city.card] if city.card else []
            zones[f"city {number + 1} left"] = city.left
            zones[f"city {number + 1} right"] = city.right
        return zones | {f"{player} hand" if self.polarity else "hand": hand for player, hand in self.hands.items()}

    def numbers(self) -> dict[str, int]:
        return {f"{player} polarity": 1 if side == "left" else 2 for player, side in self.polarity.items()}

    def _play(self, players: int, *, setup: bool) -> Asking:
        """The whole game."""
        if setup:
            yield from self._set_up(players)
        while True:
            for player in self.hands:
                self.player = player
                self.turns += 1
                yield from self._turn(self.hands[player])
                yield from self._fill(self.hands[player])

    def _set_up(self, players: int) -> Asking:
        """Lay out four cities, then fill each hand (U-B1, U-T1)."""
        self.dreams.shuffle()
        self.city_deck.shuffle()
        self.cities = [City() for _ in range(CITIES)]
        yield from self._lay_out()
        self.hands = {player: [] for player in "AB"[:players]}
        for hand in self.hands.values():
            yield from self._deal(hand)
        if self.aside:
            self.dreams.put_on_top(self.aside)
            self.aside.clear()
            self.dreams.shuffle()

    def _deal(self, hand: list[str]) -> Asking:
        """Fill a hand; a Chaos is placed, or set aside if that can't be (U-B1)."""
        while len(hand) < HAND:
            card = self._draw()
            if card != CHAOS:
                hand.append(card)
            elif places := self._places():
                self.drawn.append(card)
                answer = yield "chaos", list(places)
                places[answer].append(self.drawn.pop())
            else:
                self.aside.append(card)

    def _lay_out(self) -> Asking:
        """Replace cities that are gone, close up, and settle those without dreams (U-B7)."""
        for city in self.cities:
            if not city.card and self.city_deck.cards:
                city.card = self.city_deck.draw()
        self.cities = [city for city in self.cities if city.card]
        for city in self.cities:
            if city.is_empty():
                yield from self._settle(city)

    def _settle(self, city: City) -> Asking:
        """Lay the next two dreams at a city; a Chaos goes where the other card goes (U-B2)."""
        while len(self.fresh) < 2:
            self.fresh.append(self._draw())
        sides = [SIDE[dream] for dream in self.fresh if dream != CHAOS]
        if not sides:
            sides.append((yield "chaos side", ["left", "right"]))
        for dream in self.fresh:
            city.side(SIDE.get(dream, sides[0])).append(dream)
        self.fresh.clear()

    def _turn(self, hand: list[str]) -> Asking:
        """Phase I: lay or discard a dream, after as many changes of polarity as are paid for (U-B5, U-T3)."""
        faces = dict.fromkeys(hand)
        ways = ["", " for a census", " to swap"] if any(self._swaps()) else ["", " for a census"]
        discards = {f"discard {dream}{way}": (dream, way) for dream in faces for way in ways}
        while True:
            lays = self._lays(faces)
            changes = ["swap polarity"] if self.polarity and len(self.discard) >= PRICE_OF_POLARITY else []
            answer = yield "turn", [*lays, *discards, *changes]
            if answer in lays:
                dream, side = lays[answer]
                hand.remove(dream)
                side.append(dream)
                return
            if answer in discards:
                yield from self._discard_for(hand, *discards[answer])
                return
            yield from self._swap_polarity()

    def _discard_for(self, hand: list[str], dream: str, way: str) -> Asking:
        """Discard a dream, for an action or for nothing (U-B5)."""
        hand.remove(dream)
        self.discard.append(dream)
        if way == " to swap":
            yield from self._swap()
        elif way == " for a census":
            yield from self._census()

    def _swap_polarity(self) -> Asking:
        """Pay with discarded cards, and exchange polarities (U-T3)."""
        for _ in range(PRICE_OF_POLARITY):
            answer = yield "pay", [f"remove {card}" for card in dict.fromkeys(self.discard)]
            card = answer.removeprefix("remove ")
            self.discard.remove(card)
            self.box.append(card)
        self.polarity = {"A": self.polarity["B"], "B": self.polarity["A"]}

    def _lays(self, faces: Iterable[str]) -> dict[str, tuple[str, list[str]]]:
        """The options to lay a dream, with the dream and the side of the city that it goes to."""
        polarity = self.polarity.get(self.player, "")
        return {
            f"lay {dream} at city {number}": (dream, city.side(SIDE[dream]))
            for dream in faces
            if not polarity or SIDE[dream] == polarity
            for number, city in enumerate(self.cities, 1)
            if city.takes(dream)
        }

    def _swaps(self) -> Iterator[tuple[str, Pair]]:
        """Each option to swap, with the two dreams (U-B6)."""
        for (lower, one), (higher, other) in combinations(enumerate(self.cities, 1), 2):
            for ours, theirs in ((one.left, other.left), (one.right, other.right)):
                for dream in dict.fromkeys(ours):
                    for fellow in dict.fromkeys(theirs):
                        if dream != fellow:
                            words = f"swap {dream} at city {lower} with {fellow} at city {higher}"
                            yield words, (ours, dream, theirs, fellow)

    def _swap(self) -> Asking:
        """Exchange two laid dreams (U-B6)."""
        swaps = dict(self._swaps())
        ours, dream, theirs, fellow = swaps[(yield "swap", list(swaps))]
        ours[ours.index(dream)], theirs[theirs.index(fellow)] = fellow, dream

    def _census(self) -> Asking:
        """Pacify what is balanced, ease the others, replace and settle (U-B7)."""
        balanced = [city for city in self.cities if city.is_balanced()]
        for city in balanced:
            self._empty(city)
            self.success.append(city.card)
            city.card = ""
        for number, city in enumerate(self.cities, 1):
            if city.card:
                yield from self._ease(number, city)
        if len(balanced) == CITIES and self.city_deck.cards:
            answer = yield "bonus", ["take", "decline"]
            if answer == "take":
                self.success.append(self.city_deck.draw())
        if len(self.success) == len(CITY_CARDS):
            raise GameOverError("won")
        yield from self._lay_out()

    def _ease(self, number: int, city: City) -> Asking:
        """Discard selections of dreams that sum to zero, as long as there are any (U-B7)."""
        while selections := _selections(city):
            answer = yield f"ease city {number}", [*selections, "leave"]
            if answer == "leave":
                return
            left, right = selections[answer]
            for side, chosen in ((city.left, left), (city.right, right)):
                for dream in chosen:
                    side.remove(dream)
                    self.discard.append(dream)

    def _fill(self, hand: list[str]) -> Asking:
        """Phase II: draw up to four (U-B8)."""
        while len(hand) < HAND:
            card = self._draw()
            if card == CHAOS:
                yield from self._resolve(card)
            else:
                hand.append(card)

    def _resolve(self, chaos: str) -> Asking:
        """Meet a Chaos in one of three ways (U-B8)."""
        self.drawn.append(chaos)
        places = self._places()
        balanced = {f"empty city {number}": city for number, city in enumerate(self.cities, 1) if city.is_balanced()}
        answer = yield "chaos", [*places, *balanced, "reveal four"]
        if answer in places:
            places[answer].append(self.drawn.pop())
            return
        if answer in balanced:
            self._empty(balanced[answer])
        else:
            yield from self._reveal_four()
        self.discard.append(self.drawn.pop())

    def _reveal_four(self) -> Asking:
        """Discard the next four, but resolve each Chaos among them to its end (U-B8)."""
        seen = self.dreams.draw_up_to(4)
        self.discard += [card for card in seen if card != CHAOS]
        waiting = [card for card in seen if card == CHAOS]
        self.revealed += waiting
        for _ in waiting:
            yield from self._resolve(self.revealed.pop())

    def _places(self) -> dict[str, list[str]]:
        """The options to place a Chaos, with the side that it joins (U-B8)."""
        sides = {f"place at city {number}": city.stronger() for number, city in enumerate(self.cities, 1)}
        return {words: side for words, side in sides.items() if side is not None}

    def _empty(self, city: City) -> None:
        self.discard += city.left + city.right
        city.left.clear()
        city.right.clear()

    def _draw(self) -> str:
        """The top dream; the game is lost if there is none (U-B9)."""
        if not self.dreams.cards:
            raise GameOverError("lost")
        return self.dreams.draw()


def _selections(city: City) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The different selections of dreams from both sides that sum to zero, by their words."""
    rights = _some(city.right, INFLUENCE["right"])
    return {
        f"discard {' and '.join(left + right)}": (left, right)
        for left, good in _some(city.left, INFLUENCE["left"]).items()
        for right, bad in rights.items()
        if good + bad == 0
    }


def _some(dreams: Sequence[str], influence: dict[str, int]) -> dict[tuple[str, ...], int]:
    """Every different selection of at least one of the dreams, in alphabetical order, with what it counts."""
    ordered = sorted(dreams)
    chosen = (some for size in range(1, len(ordered) + 1) for some in combinations(ordered, size))
    return {some: sum(influence[dream] for dream in some) for some in chosen}
