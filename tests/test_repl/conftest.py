"""Faults are made small quickly."""

from __future__ import annotations

import pytest

from reverie.testing import reducing


@pytest.fixture(autouse=True)
def _reduced_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """What shows the smallest game with a fault shows a small one as well; that it is the smallest is tested there."""
    monkeypatch.setattr(reducing, "FRUITLESS", 10)
