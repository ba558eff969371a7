from __future__ import annotations

import pytest

from interpreter.simulation.processes import workers


def test_results_come_in_the_order_of_the_tasks() -> None:
    with workers(2) as pool:
        assert list(pool.map(abs, [-3, 1, -2])) == [3, 1, 2]


def test_an_error_in_a_worker_is_raised() -> None:
    with workers(1) as pool, pytest.raises(ZeroDivisionError):
        list(pool.map((1).__floordiv__, [0]))


def test_workers_are_prepared() -> None:
    with workers(1, _prepare, 4) as pool:
        assert list(pool.map(_times_prepared, [2, 3])) == [8, 12]


_prepared = [1]


def _prepare(value: int) -> None:
    _prepared[:] = [value]


def _times_prepared(number: int) -> int:
    return number * _prepared[0]
