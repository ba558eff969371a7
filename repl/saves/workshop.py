"""From a recipe to a running game.

The rest of the package reaches the compiler and the engine through this module: a recipe goes in, a program or a game
comes out. Tests replace the `Workshop` to run a session without either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from dsl import Program
from repl.saves.recipe import Recipe

if TYPE_CHECKING:
    from interpreter import Game


class Workshop(Protocol):
    """Links programs and starts games."""

    def link(self, recipe: Recipe) -> Program:
        """The program of a recipe; raises `dsl.CompileError` with all of its problems."""

    def start(self, program: Program, seed: int) -> Game:
        """A game at its first decision, traced so that `why` can be answered."""


class Engine:
    """The workshop that players use; with `check`, the invariants of the rules are tested at every decision."""

    def __init__(self, check: bool = False) -> None:
        self._check = check

    def link(self, recipe: Recipe) -> Program:
        import dsl

        return dsl.load(recipe.game, modules=recipe.modules, players=recipe.players, options=dict(recipe.options))

    def start(self, program: Program, seed: int) -> Game:
        from interpreter import Game

        return Game(program, seed, reference=True, check=self._check)
