"""Plans of games: what is dealt and how it is answered, all of it as plain data that can be drawn at random.

A plan begins with an *opening*, played by one of the players below, and goes on with a list of numbers, each taken
modulo the number of options. So a few numbers reach any depth of any game, and shrink to a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path

import attrs

import dsl
from dsl.reading.catalogue import Catalogue
from dsl.text.diagnostics import REFUSALS, CompileError
from interpreter.game.game import Game
from interpreter.state.generator import Generator
from tests.support.keen import keenly
from tests.support.lockstep import compare
from tests.support.telling import telling

MOST = 5_000
"""Decisions after which a game has gone on for too long."""

COVERS = str(Path(__file__).parent / "covers")
"""A game for tests, with cards that lie face down."""

SWARM = str(Path(__file__).parent / "swarm")
"""A game for tests, with more cards than a byte can tell apart: with facts, mites that ride on them, and backs."""

SECRETS = str(Path(__file__).parent / "secrets")
"""A game for tests, with variables whose values come from private hands."""

PLAYERS = ("careless", "eager", "keen")


@attrs.frozen
class Recipe:
    """What is linked to one game."""

    ruleset: str
    modules: tuple[str, ...] = ()
    players: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @property
    def program(self) -> dsl.Program:
        """The game; raises `CompileError` if it can't be put together."""
        return _linked(self)

    def with_option(self, name: str, value: str) -> Recipe:
        """The same with an option, or the recipe itself if the rules don't have it, or refuse that."""
        if name not in contents(self.ruleset).options:
            return self
        other = attrs.evolve(self, options=(*self.options, (name, value)))
        return self if refused(other) else other


@attrs.frozen
class Plan:
    """A game and how it is played: `opening` is taken modulo the length of the game that `player` would play."""

    recipe: Recipe
    seed: int
    player: str = "careless"
    opening: int = 0
    answers: tuple[int, ...] = ()

    @property
    def program(self) -> dsl.Program:
        return self.recipe.program

    @contextmanager
    def game(self, reference: bool = False) -> Iterator[Game]:
        """The game after its opening; whatever goes wrong then is told together with the game's record."""
        dealt = Game(self.program, self.seed, reference=reference, check=True)
        with telling(dealt):
            moments = [dealt.copy() for _ in to_the_end(dealt, self.player)]
        game = moments[self.opening % len(moments)] if moments else dealt
        with telling(game):
            yield game

    def choices(self, game: Game) -> Iterator[int]:
        """The index of each further answer, as long as the game asks."""
        for answer in self.answers:
            if game.decision is None:
                return
            yield answer % len(game.decision.options)

    def alongside(self, game: Game, other: Game, same: Callable[[Game, Game], None] = compare) -> None:
        """Bring another game to where one stands, continue both, and hold them to be the `same`."""
        for before in game.history:
            if not before.forced:
                other.choose(before.option)
        for answer in self.choices(game):
            same(game, other)
            game.choose(answer)
            other.choose(answer)
        same(game, other)


def to_the_end(game: Game, player: str, luck: int = 0) -> Iterator[int]:
    """Play a game to its end; before each answer is given, its index. `luck` is a seed for what the player does."""
    below = Generator(luck - (game.seed or 0)).below
    for _ in range(MOST):
        if game.decision is None:
            return
        answer = _answer(game, player, Generator(below(1 << 30)))
        yield answer
        game.choose(answer)
    raise AssertionError(f"after {MOST} decisions the game is not over")


def _answer(game: Game, player: str, generator: Generator) -> int:
    assert game.decision
    every = range(len(game.decision.options))
    preferred: list[int] = []
    if player == "eager":
        preferred = [at for at in every if game.decision.options[at].module != game.program.game]
    elif player == "keen" and generator.below(8):
        preferred = keenly(game, game.decision)
    return (preferred or every)[generator.below(len(preferred or every))]


@cache
def contents(ruleset: str) -> Catalogue:
    """What a ruleset holds."""
    return dsl.contents(ruleset)


def recipe_of(below: Callable[[int], int], players: int | None = None) -> Recipe | None:
    """A game put together at random (`below(n)` is a number from 0 to n - 1), or None if the rules refuse it."""
    rulesets = (*dsl.rulesets(), COVERS)
    ruleset = rulesets[below(len(rulesets))]
    held = contents(ruleset)
    modules = tuple(module.name for module in held.modules if below(2))
    recipe = Recipe(ruleset, modules, players or held.fewest + below(held.most - held.fewest + 1))
    if refused(recipe):
        return None
    for name, value in recipe.program.options:
        values = sorted(held.options[name], key=lambda each: each != value)
        chosen = values[below(len(values))]
        if chosen != value:
            recipe = recipe.with_option(name, chosen)
    return recipe


def refused(recipe: Recipe) -> bool:
    """Whether the rules say that there is no such game; raises `CompileError` for whatever else is wrong with it."""
    try:
        _linked(recipe)
    except CompileError as error:
        if all(problem.code in REFUSALS for problem in error.problems):
            return True
        raise
    return False


@lru_cache(maxsize=512)
def _linked(recipe: Recipe) -> dsl.Program:
    return dsl.load(recipe.ruleset, recipe.modules, recipe.players, dict(recipe.options))
