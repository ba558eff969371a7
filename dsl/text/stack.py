"""Room on the stack for calls that go deep.

CPython keeps the frames of calls in chunks of 16 KiB. It takes a chunk from the system when a call needs one and gives
it back when that call ends. A busy function that happens to call across the end of a chunk does both at every call,
which can take a third of the time. A frame that asks for a larger chunk leaves the rest of it to the calls below.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

ROOM = 1 << 16
"""Words of a frame that takes a chunk of one MiB and leaves nearly half of it, enough for about a thousand calls."""


def with_room(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Call a function with room on the stack."""

    def called(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        return function(*args, **kwargs)

    called.__code__ = called.__code__.replace(co_stacksize=ROOM)
    return functools.wraps(function)(called)
