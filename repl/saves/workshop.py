"""How a recipe becomes a game that runs.

This is where the rest of the package meets the compiler and the engine: a recipe goes in, a program or a game comes
out. A `Workshop` can be replaced, so that a session can be tried out without either.
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
        """The program of a recipe; raises `dsl.CompileError` with everything that is wrong with it."""

    def start(self, program: Program, seed: int) -> Game:
        """A game at its first decision, traced so that `why` can be answered."""


class Engine:
    """The workshop that players use; with `check`, what the rules say must always hold is tested at every decision."""

    def __init__(self, check: bool = False) -> None:
        self._check = check

    def link(self, recipe: Recipe) -> Program:
        import dsl

        return dsl.load(recipe.game, modules=recipe.modules, players=recipe.players, options=dict(recipe.options))

    def start(self, program: Program, seed: int) -> Game:
        from interpreter import Game

        return Game(program, seed, reference=True, check=self._check)
