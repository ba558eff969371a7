"""The games that are also written by hand: how to begin one, and what to know when it is compared with the engine's."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

import attrs

from benchmarks import onirim, urbion
from benchmarks.answers import Answerer, carelessly, keen_for_balance, keen_for_doors
from benchmarks.decks import Deck, Generator, UnsettledDeck
from benchmarks.handwritten import HandWritten
from benchmarks.onirim import Onirim
from benchmarks.urbion import Urbion
from dsl.program.program import Program

Pile = Callable[[Sequence[str]], Deck]
"""Makes a deck of cards."""


@attrs.frozen
class Counterpart:
    """A ruleset's base game, written by hand.

    `begin` makes a game from a maker of decks and the number of players, `keenly` answers as one who wants to win.
    `ordered` are the zones whose order matters: cards that are discarded together go to the discard pile in any order.
    `by_itself` says of a prompt and its only option whether the rules do that by themselves: then it may, but need
    not, be written down as a forced answer.
    """

    ruleset: str
    players: tuple[int, ...]
    begin: Callable[[Pile, int], HandWritten]
    keenly: Answerer
    ordered: frozenset[str]
    by_itself: Callable[[str, str], bool]

    def at_random(self, generator: Random, players: int = 1) -> HandWritten:
        """A game from a fresh shuffle."""
        return self.begin(partial(Deck, shuffler=generator.shuffle), players)

    def like(self, program: Program, seed: int) -> HandWritten:
        """A game with the decks from which the engine plays one with that seed."""
        ranks = {face.name: rank for rank, face in enumerate(program.faces)}
        return self.begin(partial(UnsettledDeck, generator=Generator(seed), ranks=ranks), program.players)


def play_at_random(counterpart: Counterpart, generator: Random, players: int = 1) -> HandWritten:
    """A whole game from a fresh shuffle, each decision answered at random."""
    game = counterpart.at_random(generator, players)
    while game.options:
        game.choose(carelessly(game, generator))
    return game


def _onirim(pile: Pile, _players: int) -> HandWritten:
    return Onirim(pile(onirim.ALL_CARDS))


def _urbion(pile: Pile, players: int) -> HandWritten:
    return Urbion(pile(urbion.DREAM_CARDS), pile(urbion.CITY_CARDS), players=players)


def _limbo(prompt: str, option: str) -> bool:
    """A drawn door without a key goes to limbo (O-B7)."""
    return (prompt, option) == ("door drawn", "limbo")


def _settled_or_left(prompt: str, option: str) -> bool:
    """A dream that is settled has only one side, a Chaos joins the other card (U-B2); a city may be at ease (U-B7)."""
    return prompt in {"meta side", "chaos side"} or (prompt.startswith("ease ") and option == "leave")


COUNTERPARTS: Mapping[str, Counterpart] = {
    each.ruleset: each
    for each in (
        Counterpart("onirim", (1,), _onirim, keen_for_doors, frozenset({"deck", "row"}), _limbo),
        Counterpart("urbion", (1, 2), _urbion, keen_for_balance, frozenset({"dreams", "city deck"}), _settled_or_left),
    )
}
"""The games written by hand, by the name of their ruleset."""
