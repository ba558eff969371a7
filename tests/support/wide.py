"""Games whose lists are of the kind that holds more cards than a byte can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from dsl.program import lists


@contextmanager
def wide_lists() -> Iterator[None]:
    """Every program that is made and played in this context has `Wide` lists."""
    with patch.object(lists, "MOST_NARROW", 0):
        yield
