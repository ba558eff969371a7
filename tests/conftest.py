"""How many random cases are drawn, and which tests are run only when they are asked for.

`pytest tests/test_properties --hypothesis-profile=thorough` draws many more cases; `pytest -m sweep` plays whole games
of every set of modules.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

SWEEP = "sweep: whole games of every set of modules; takes long and is played only by `-m sweep`"

# What is dear is linking a game that no case has played yet; that says nothing about a test.
COMMON = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", COMMON, max_examples=100, derandomize="CI" in os.environ)
settings.register_profile("thorough", COMMON, max_examples=3_000, derandomize=False)
settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", SWEEP)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.markexpr:
        return
    swept = [item for item in items if item.get_closest_marker("sweep")]
    if swept:
        config.hook.pytest_deselected(items=swept)
        items[:] = [item for item in items if item not in swept]
