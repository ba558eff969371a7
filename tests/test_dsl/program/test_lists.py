"""Both kinds of lists of cards do the same with the same ids."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.program.lists import MOST_NARROW, Wide, fitting, lists_for

IDS = st.lists(st.integers(0, 6), max_size=9)
ID = st.integers(0, 6)
PLACES = st.none() | st.integers(-11, 11)


def same(wide: object, narrow: bytes | bytearray) -> None:
    assert isinstance(wide, Wide)
    assert list(wide) == list(narrow)


@given(IDS, IDS, ID)
def test_reading(ids: list[int], others: list[int], card: int) -> None:
    narrow, wide = bytes(ids), Wide(ids)
    assert len(wide) == len(narrow)
    assert bool(wide) == bool(narrow)
    assert (card in wide) == (card in narrow)
    assert wide.find(card) == narrow.find(card)
    assert wide.rfind(card) == narrow.rfind(card)
    assert wide.count(card) == narrow.count(card)
    assert (wide == Wide(others)) == (narrow == bytes(others))
    assert (hash(wide) == hash(Wide(others))) == (hash(narrow) == hash(bytes(others)))
    assert wide.endswith((Wide(others), Wide(others[:1]))) == narrow.endswith((bytes(others), bytes(others[:1])))


@given(IDS, PLACES, PLACES, st.sampled_from([None, 1, -1]))
def test_parts(ids: list[int], start: int | None, stop: int | None, step: int | None) -> None:
    narrow, wide = bytes(ids), Wide(ids)
    same(wide[start:stop:step], narrow[start:stop:step])
    if start is not None and -len(ids) <= start < len(ids):
        assert wide[start] == narrow[start]
    elif start is not None:
        with pytest.raises(IndexError):
            wide[start]


@given(IDS, IDS, st.lists(IDS, max_size=4))
def test_joining(ids: list[int], others: list[int], more: list[list[int]]) -> None:
    narrow, wide = bytes(ids), Wide(ids)
    same(wide + Wide(others), narrow + bytes(others))
    same(wide + bytes(others), narrow + bytes(others))
    same(bytes(others) + wide, bytes(others) + narrow)
    same(wide.join(map(Wide, more)), narrow.join(map(bytes, more)))
    wide += Wide(others)
    same(wide, narrow + bytes(others))


@given(IDS, IDS, st.lists(st.integers(0, 255), min_size=256, max_size=256))
def test_translating(ids: list[int], deleted: list[int], table: list[int]) -> None:
    narrow, wide, without = bytes(ids), Wide(ids), Wide(deleted)
    for _ in range(2):  # the second time, what is deleted is known
        same(wide.translate(None, without), narrow.translate(None, bytes(deleted)))
        same(wide.translate(Wide(table), without), narrow.translate(bytes(table), bytes(deleted)))
    same(wide.translate(Wide(table)), narrow.translate(bytes(table)))


@given(IDS, ID, IDS, st.integers(-1, 3))
def test_replacing(ids: list[int], card: int, new: list[int], most: int) -> None:
    same(Wide(ids).replace(Wide([card]), Wide(new), most), bytes(ids).replace(bytes([card]), bytes(new), most))


@given(st.lists(st.integers(0, 2_000), max_size=9))
def test_copies(ids: list[int]) -> None:
    wide = Wide(ids)
    assert wide.ids == set(ids)
    for one in (copy.copy(wide), copy.deepcopy(wide), pickle.loads(pickle.dumps(wide))):
        assert (type(one), one) == (Wide, wide)


def test_a_list_is_wide_where_a_byte_is_too_small() -> None:
    assert lists_for(MOST_NARROW) is bytes
    assert lists_for(MOST_NARROW + 1) is Wide  # type: ignore[comparison-overlap]
    assert fitting([]) == b""
    assert fitting([1, MOST_NARROW]) == b"\x01\xff"
    assert list(fitting([1, 256])) == [1, 256]
