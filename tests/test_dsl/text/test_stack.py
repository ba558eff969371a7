"""Room on the stack: calls that go deep within a function that was given it."""

from __future__ import annotations

from dsl.text.stack import ROOM, with_room


@with_room
def depth(levels: int, *, step: int = 1) -> int:
    """The number of levels."""
    return 0 if levels <= 0 else 1 + deeper(levels - step)


def deeper(levels: int) -> int:
    return 0 if levels <= 0 else 1 + deeper(levels - 1)


def test_a_function_with_room_is_the_same_function() -> None:
    assert depth(300) == depth(300, step=1) == 300
    assert (depth.__name__, depth.__doc__) == ("depth", "The number of levels.")


def test_its_frame_is_large() -> None:
    assert depth.__code__.co_stacksize == ROOM
