"""The random generator inside the state, specified so that every executor deals the same cards on every platform.

It is a linear congruential generator on one integer `x` of 64 bits:

    step       x becomes (x * 6364136223846793005 + 1442695040888963407) mod 2**64
    below(n)   step, then (floor(x / 2**32) * n) div 2**32: a number from 0 to n - 1

A seed is any integer, taken mod 2**64; the first `x` is one step of splitmix64 from it:

    z = (seed + 0x9E3779B97F4A7C15) mod 2**64
    z = ((z xor (z >> 30)) * 0xBF58476D1CE4E5B9) mod 2**64
    z = ((z xor (z >> 27)) * 0x94D049BB133111EB) mod 2**64
    x = z xor (z >> 31)
"""

from __future__ import annotations

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The generator's first integer for a seed."""
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def step(x: int) -> int:
    """The integer after `x`."""
    return (x * MULTIPLIER + INCREMENT) & MASK


def scaled(x: int, n: int) -> int:
    """The number below `n` that the integer `x` yields, after a step."""
    return ((x >> 32) * n) >> 32


class Generator:
    """A separate generator for random players; it never touches the one inside a game's state."""

    __slots__ = ("x",)

    def __init__(self, seed: int) -> None:
        self.x = seeded(seed)

    def below(self, n: int) -> int:
        """A number from 0 to `n - 1`."""
        self.x = step(self.x)
        return scaled(self.x, n)
