"""What a person asked for, and how that becomes a game that runs.

This is where the rest of the package meets the compiler and the engine: a `Recipe` goes in, a program or a
game comes out. A `Workshop` can be replaced, so that a session can be tried out without either.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING, Protocol

import attrs

from dsl.program import Program

if TYPE_CHECKING:
    from interpreter import Game

LARGEST_SEED = 2**63 - 1
SHARED_SEEDS = 1_000_000


@attrs.frozen
class Recipe:
    """Everything that makes a deal what it is: ruleset, modules as asked for, number of players, options, seed."""

    game: str
    modules: tuple[str, ...] = ()
    players: int = 1
    options: tuple[tuple[str, str], ...] = ()
    seed: int = 0

    @property
    def command(self) -> str:
        """The command line that deals this game again."""
        words = ["reverie", "play", _quoted(self.game)]
        if self.modules:
            words += ["--with", _quoted(",".join(self.modules))]
        for name, value in self.options:
            words += ["--option", _quoted(f"{name}={value}")]
        if self.players != 1:
            words += ["--players", str(self.players)]
        return " ".join([*words, "--seed", str(self.seed)])


class Workshop(Protocol):
    """Links programs and starts games."""

    def link(self, recipe: Recipe) -> Program:
        """The program of a recipe; raises `dsl.CompileError` with everything that is wrong with it."""

    def start(self, program: Program, seed: int) -> Game:
        """A game at its first decision, traced so that `why` can be answered."""


class Engine:
    """The workshop that players use."""

    def link(self, recipe: Recipe) -> Program:
        import dsl

        return dsl.load(recipe.game, modules=recipe.modules, players=recipe.players, options=dict(recipe.options))

    def start(self, program: Program, seed: int) -> Game:
        from interpreter import Game

        return Game(program, seed, reference=True)


def new_seed() -> int:
    """A seed that nobody chose, short enough to be read out."""
    return secrets.randbelow(SHARED_SEEDS)


def rules_files(program: Program) -> dict[str, str]:
    """Name and digest of each rules file a program was made from: tells what differs between two programs."""
    files = {origin.span.file.name: origin.span.file.text for origin in program.origins}
    return {name: hashlib.sha256(files[name].encode()).hexdigest()[:16] for name in sorted(files)}


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word
