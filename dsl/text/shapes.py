"""The decorator of shapes that are made very often, by the thousand for each game that is linked.

An instance of a class of `attrs.frozen` is made two to three times as slowly as one that could be changed. A `shape` is
frozen for mypy, and only for mypy.
"""

from __future__ import annotations

from functools import partial

from attrs import define
from attrs import frozen as shape

__all__ = ["shape"]

shape = partial(define, unsafe_hash=True)  # noqa: F811 - mypy goes on reading it as `frozen`
