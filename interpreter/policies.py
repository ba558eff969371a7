"""Ways to play without a person.

A policy is asked with what a decision offers and answers with the index of an option. What is random in it comes from a
generator of its own, never from the one in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dsl.program import Program
from interpreter.generator import INCREMENT, MASK, MULTIPLIER, Generator, seeded
from interpreter.options import Pick, words_of

Chooser = Callable[[int, Sequence[Pick]], int]
"""Given the block of the choice that stands and its picks, the index of the one to take."""

POLICIES = ("random", "eager")


def chooser(program: Program, policy: str, seed: int) -> Chooser:
    """A policy by name: "random" takes any option, "eager" one of a module's own where there is one.

    Raises `ValueError` for any other name.
    """
    if policy == "random":
        return _random(seed)
    if policy == "eager":
        return _eager(program, seed)
    raise ValueError(f"there is no policy `{policy}`: it should be one of {', '.join(POLICIES)}")


def _random(seed: int) -> Chooser:
    x = seeded(~seed)

    def choose(_: int, picks: Sequence[Pick]) -> int:  # what `Generator.below` does, written out: it is done most
        nonlocal x
        x = (x * MULTIPLIER + INCREMENT) & MASK
        return ((x >> 32) * len(picks)) >> 32

    return choose


def _eager(program: Program, seed: int) -> Chooser:
    below = Generator(~seed).below
    base = program.origins[program.procedures[program.main].origin].module
    modules = {
        block: tuple(program.origins[option.origin].module != base for option in choice.options)
        for block, choice in words_of(program).choices.items()
    }

    def choose(block: int, picks: Sequence[Pick]) -> int:
        own = modules[block]
        preferred = [index for index, pick in enumerate(picks) if own[pick[0]]]
        return preferred[below(len(preferred))] if preferred else below(len(picks))

    return choose
