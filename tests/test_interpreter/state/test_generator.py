from __future__ import annotations

import pytest

from interpreter.state.generator import Generator, scaled, seeded, step


def test_a_seed_is_one_step_of_splitmix64() -> None:
    assert seeded(0) == 0xE220A8397B1DCDAF
    assert seeded(1234567) == 6457827717110365317


@pytest.mark.parametrize("seed", [-1, 2**64 - 1, 2**200 - 1])
def test_seeds_are_taken_modulo_two_to_the_64(seed: int) -> None:
    assert seeded(seed) == seeded(seed % 2**64)


def test_the_sequence_never_changes() -> None:
    below = Generator(7).below
    assert [below(6) for _ in range(12)] == [4, 2, 3, 3, 2, 4, 5, 1, 2, 1, 1, 3]


def test_a_step_is_the_linear_congruence() -> None:
    assert step(1) == 6364136223846793005 + 1442695040888963407
    assert scaled(2**64 - 1, 10) == 9
    assert scaled(0, 10) == 0
