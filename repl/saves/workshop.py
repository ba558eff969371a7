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

    def start(self, program: Program, recipe: Recipe) -> Game:
        """A game at its first decision, traced so that `why` can be answered.

        Raises `ValueError` if the recipe lays cards on top that the game doesn't have, or a position that doesn't fit.
        """


class Engine:
    """The workshop that players use.

    With `check`, the invariants of the rules are tested at every decision. `language` is that of the programs, if their
    ruleset has it.
    """

    def __init__(self, check: bool = False, language: str = "") -> None:
        self._check = check
        self._language = language

    def link(self, recipe: Recipe) -> Program:
        import dsl
        from repl.saves.added import files, know

        modules = files(recipe.game, recipe.modules)
        know(recipe.game, modules)
        known = self._language and self._language in dsl.languages_of(recipe.game, modules)
        language = self._language if known else ""
        return dsl.load(recipe.game, modules, recipe.players, dict(recipe.options), language=language)

    def start(self, program: Program, recipe: Recipe) -> Game:
        from interpreter import Game
        from repl.saves.positions import begun

        if recipe.scenario:
            return begun(program, recipe, check=self._check)
        return Game(program, recipe.seed, reference=True, check=self._check, deal=recipe.deal)
