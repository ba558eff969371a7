"""A module without its cards: what it leaves behind is what the module says itself, and nothing else.

Two games are played side by side, with the same seed and the same answers: one without the module, and one with it from
whose piles its cards were taken. They tell the same events until the one difference that the module is known for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import zip_longest
from random import Random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dsl
from dsl.program.program import Program
from interpreter.game.game import Game
from interpreter.reference.events import Event
from tests.support.strategies import share

Told = tuple[str, str]
"""An event as both games tell it: its name and its words."""

NOTHING = "(?!)"
"""A pattern that finds nothing."""


def never(_plain: Told | None, _other: Told | None) -> bool:
    """The games never part."""
    return False


@attrs.frozen
class Trail:
    """What a module leaves in the game without its cards.

    `options` finds those that it adds or takes away. `parts` says whether the games may go different ways at an event:
    with the next event of the game without the module and of that with it (None: it has come to a prompt, or is over).
    `until` is the event with which what is known of them ends, if there is one. `beside`: the modules that may be in
    play with it, if it numbers the cards of others differently, so that the same seed shuffles them differently.
    `silent` finds events that are not compared.
    """

    options: str = NOTHING
    parts: Callable[[Told | None, Told | None], bool] = never
    until: str = ""
    beside: tuple[str, ...] | None = None
    silent: str = NOTHING

    def touches(self, option: str) -> bool:
        """Whether an option may be there in one of the games only."""
        return re.search(self.options, option) is not None


def wins(plain: Told | None, _other: Told | None) -> bool:
    """The game without the module is won; its cards are wanted for that."""
    return plain is not None and plain[0] == "end" and plain[1].startswith("won")


def places(plain: Told | None, other: Told | None) -> bool:
    """A door is placed, or may be; no goal asks for it."""
    return plain[0] == "place" if plain else other is not None and "door" in other[1] and other[1].endswith("limbo")


def shuffles_limbo(plain: Told | None, other: Told | None) -> bool:
    """Limbo is shuffled into the deck; the catchers take it."""
    return plain is not None and plain[0] in ("bring limbo back", "settle limbo") and (other is None or other != plain)


TRAILS = {
    "onirim": {
        "book": Trail(r"^cast |^use \w+ key$", parts=places),
        "crossroads": Trail("^escape"),
        "dreamcatchers": Trail(parts=shuffles_limbo),
        "glyphs": Trail(parts=wins),
        "incubus": Trail("^send incubus"),
        "oniverse": Trail(parts=wins),
        "premonitions": Trail(),
        "towers": Trail(parts=wins),
    },
    "urbion": {
        "books": Trail(),
        "chromatic": Trail(),
        "gardens": Trail(" to rebuild$| to change sides$|^wise chaos$", parts=wins, silent="^wise chaos: "),
        "postcards": Trail("^wise chaos$", beside=("books", "void"), silent="^drop: |→ discard$"),
        "squares": Trail("^wise chaos$", parts=wins, silent="^wise chaos: "),
        "temples": Trail("^wise chaos$", parts=wins, silent="^wise chaos: "),
        "void": Trail(" against the void$|^freedom$| for freedom$| to rebuild$", until="census"),
    },
}
MODULES = [(ruleset, module) for ruleset, trails in sorted(TRAILS.items()) for module in sorted(trails)]


def laid_out_like(program: Program, plain: Program) -> Program:
    """The same game, laid out with the cards of another one."""
    ids: dict[str, list[int]] = {}
    for card, face in enumerate(program.faces):
        ids.setdefault(face.name, []).append(card)
    held = {
        place.name: bytes(sorted(_next(ids[plain.faces[card].name]) for card in cards))
        for place, cards in zip(plain.places, plain.begin, strict=True)
    }
    return attrs.evolve(program, begin=tuple(held.get(place.name, b"") for place in program.places))


def _next(ids: list[int]) -> int:
    """The id of one more copy of a card: its own, if every copy has one."""
    return ids.pop(0) if len(ids) > 1 else ids[0]


@lru_cache(maxsize=64)
def linked(ruleset: str, modules: tuple[str, ...], players: int) -> Program:
    """A game of these modules."""
    return dsl.load(ruleset, modules, players)


class Pair:
    """Two games side by side: without a module, and with it but without its cards."""

    def __init__(self, ruleset: str, module: str, others: Sequence[str], players: int, seed: int) -> None:
        self.module, self.trail = module, TRAILS[ruleset][module]
        plain = linked(ruleset, tuple(others), players)
        self.plain = Game(plain, seed, reference=True)
        other = linked(ruleset, tuple(sorted((*others, module))), players)
        self.other = Game(laid_out_like(other, plain), seed, reference=True)
        self.told = [0, 0]

    def play(self, random: Random) -> None:
        """Play both to the end, or to where they part."""
        while self._tell_the_same():
            if self.plain.decision is None:
                assert self.other.outcome == self.plain.outcome
                return
            answer = random.choice(self._kept(self.plain))
            self.plain.choose(answer)
            self.other.choose(answer)

    def _tell_the_same(self) -> bool:
        """Whether both games told the same since the last answer and stand at the same prompt; False: they parted."""
        self._pass_windows()
        for one, two in zip_longest(self._news(0, self.plain), self._news(1, self.other)):
            if one != two:
                assert self.trail.parts(one, two), (one, two)
                return False
            if one and one[0] == self.trail.until:
                return False
        assert self._kept(self.other) == self._kept(self.plain)
        return True

    def _pass_windows(self) -> None:
        """Take what is forced without the module's own options."""
        while self.other.decision and len(self._kept(self.other)) == 1:
            behind = len(self._untold(0, self.plain)) > len(self._untold(1, self.other))
            if self._kept(self.other) == self._kept(self.plain) and not behind:
                return
            self.other.choose(self._kept(self.other)[0])

    def _kept(self, game: Game) -> list[str]:
        """What is offered in a game, without the options that may be there in one of them only."""
        options = game.decision.options if game.decision else ()
        return [option.id for option in options if not self.trail.touches(option.id)]

    def _news(self, which: int, game: Game) -> list[Told]:
        """What a game has told since it was asked for that."""
        news = self._untold(which, game)
        self.told[which] = len(game.trace)
        return news

    def _untold(self, which: int, game: Game) -> list[Told]:
        return [(event.name, event.text) for event in game.trace[self.told[which] :] if self._counts(event)]

    def _counts(self, event: Event) -> bool:
        own = event.module == self.module or re.search(self.trail.silent, event.text)
        return not own and event.name not in ("answer", "laid out")


def test_every_module_has_its_trail() -> None:
    assert {ruleset: set(trails) for ruleset, trails in TRAILS.items()} == {
        ruleset: set(dsl.modules_of(ruleset)) for ruleset in dsl.rulesets()
    }


@pytest.mark.parametrize(("ruleset", "module"), MODULES)
@share(0.06)
@given(st.data())
def test_a_module_without_its_cards_leaves_its_trail_and_no_more(
    ruleset: str, module: str, data: st.DataObject
) -> None:
    beside = TRAILS[ruleset][module].beside
    names = [name for name in sorted(TRAILS[ruleset]) if name != module and (beside is None or name in beside)]
    others = sorted(data.draw(st.sets(st.sampled_from(names))))
    pair = Pair(ruleset, module, others, data.draw(st.integers(1, 2)), data.draw(st.integers(0, 1 << 32)))

    pair.play(Random(data.draw(st.integers(0, 1 << 32))))
