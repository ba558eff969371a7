"""How many processes run the tests, how many random cases are drawn, and which tests run only when asked for.

Folders run on all cores, single files in this process; `-n 0` and `-n 4` choose otherwise. By default, few random cases
are drawn; `--hypothesis-profile=more` draws more, and `thorough` very many. `-m slow` runs what is heavy by
nature, and `-m sweep` plays whole games of every set of modules. `.ci/run` runs all but the sweeps.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SLOW = "slow: processes, compilers and disks that each take seconds; run only by `-m slow`"
SWEEP = "sweep: whole games of every set of modules; takes long and is played only by `-m sweep`"

# What is dear is linking a game that no case has played yet; that says nothing about a test.
COMMON = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", COMMON, max_examples=8, derandomize="CI" in os.environ)
settings.register_profile("more", COMMON, max_examples=20, derandomize="CI" in os.environ)
settings.register_profile("thorough", COMMON, max_examples=3_000, derandomize=False)
settings.load_profile("quick")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Use all cores, unless a debugger or the output of each test is wanted, or only a few files.

    Not by `addopts`, which would make `-p no:xdist` an error and every single file wait for workers.
    """
    option = config.option
    if "PYTEST_XDIST_WORKER" in os.environ:  # a worker that started workers would never end
        return
    if getattr(option, "numprocesses", 0) is not None or option.usepdb or option.trace or option.capture == "no":
        return
    if any(Path(arg.partition("::")[0]).is_dir() for arg in config.args):
        option.numprocesses = "logical"
        option.dist = "worksteal" if option.dist == "no" else option.dist


def pytest_configure(config: pytest.Config) -> None:
    for marker in (SLOW, SWEEP):
        config.addinivalue_line("markers", marker)
    _cache_in(config, "reverie")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what wasn't asked for: by `-m`, or by the name of a single test."""
    if config.option.markexpr or any("::" in arg for arg in config.args):
        return
    heavy = {item for item in items if item.get_closest_marker("slow") or item.get_closest_marker("sweep")}
    if heavy:
        config.hook.pytest_deselected(items=list(heavy))
        items[:] = [item for item in items if item not in heavy]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave what was cached so far to the next run: the many small games of the tests would push it out.

    Garbage is collected less often from here on: programs are large and hold hardly a cycle, but looking for cycles in
    them took an eighth of the whole run.
    """
    _cache_in(session.config, "reverie-tests")
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _cache_in(config: pytest.Config, name: str) -> None:
    """Cache in a folder that all workers share, not in the user's."""
    if hasattr(config, "cache"):
        os.environ["XDG_CACHE_HOME"] = str(config.cache.mkdir(name))
