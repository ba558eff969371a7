"""Many games at once are measured against one."""

from __future__ import annotations

import warnings

import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from benchmarks import stepping


@pytest.mark.sweep
def test_each_measure_has_a_row() -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Python plays the games")
        table = stepping.stepping("onirim", [()], rounds=1, seconds=0.001, games=2)
    found = {str(measure): number for measure, number, _ in table.rows}
    assert len(found) == 4
    assert all(isinstance(number, float) and number > 0 for number in found.values())
