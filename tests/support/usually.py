"""Tables of cases of which the usual run takes some, and `-m slow` the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def usually(cases: Iterable[Any], *, one_in: int) -> list[Any]:
    """The parameters of a test, of which one in so many runs with all the tests."""
    return [case if n % one_in == 0 else _slow(case) for n, case in enumerate(cases)]


def usually_without(heavy: Collection[object], cases: Iterable[object]) -> list[Any]:
    """The parameters of a test, of which those named run only among the slow ones."""
    known = list(cases)
    assert set(heavy) <= set(known)
    return [_slow(case) if case in heavy else case for case in known]


def _slow(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
