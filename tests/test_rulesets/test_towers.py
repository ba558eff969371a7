"""What the towers' edges come to: which may touch, and how many rows have all colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, permutations, product

import pytest

import dsl
from dsl.text.diagnostics import Problems
from interpreter import Game
from interpreter.scenarios.position import position
from tests.support.scenarios import scenario

Row = tuple[str, ...]


@pytest.fixture(scope="module")
def program() -> dsl.Program:
    return dsl.load("onirim", modules=["towers"])


def towers(program: dsl.Program) -> list[str]:
    return [face.name for face in program.faces if "tower" in face.kinds]


def printed(program: dsl.Program, attribute: str) -> dict[str, int]:
    """What is printed on each tower: a number, or members of an enumeration as bits."""
    table = next(table for table in program.tables if table.name == attribute)
    return {face.name: value for face, value in zip(program.faces, table.values, strict=False) if "tower" in face.kinds}


def offered(program: dsl.Program, standing: str, hand: Row) -> set[str]:
    problems = Problems()
    given = scenario(f"given\n  deck: nightmare\n  towers: {standing}\n  hand: {', '.join(hand)}")
    flat = position(program, given, problems)
    assert problems.found == []
    decision = Game.from_position(program, flat).decision
    assert decision is not None
    return {option.id for option in decision.options}


def built(program: dsl.Program) -> Iterator[Row]:
    """Each pair of neighbours that the game lets one build, from the left."""
    for standing in towers(program):
        others = [name for name in towers(program) if name != standing]
        for hand in (others[:4], others[4:8], others[8:]):
            options = offered(program, standing, tuple(hand))
            for name in hand:
                if f"play {name} right" in options:
                    yield standing, name
                if f"play {name} left" in options:
                    yield name, standing


def touching(program: dsl.Program) -> set[Row]:
    """Each pair of neighbours whose edges have no symbol in common."""
    left, right = printed(program, "left edge"), printed(program, "right edge")
    return {(a, b) for a, b in permutations(towers(program), 2) if not right[a] & left[b]}


def test_seventy_pairs_may_touch_and_the_game_knows_them(program: dsl.Program) -> None:
    assert len(list(permutations(towers(program), 2))) == 132
    assert len(touching(program)) == 70
    pairs = list(built(program))
    assert set(pairs) == touching(program)
    assert len(pairs) == 2 * 70


def test_rows_of_four_colours(program: dsl.Program) -> None:
    colours, pairs = printed(program, "colours"), touching(program)
    by_colour: Mapping[int, list[str]] = {c: [t for t in colours if colours[t] == c] for c in set(colours.values())}
    assert [len(names) for names in by_colour.values()] == [3, 3, 3, 3]
    rows = [row for four in product(*by_colour.values()) for row in permutations(four)]
    assert sum(all(pair in pairs for pair in pairwise(row)) for row in rows) == 350


def test_help_tells_what_is_printed_on_the_edges(program: dsl.Program) -> None:
    words = {entry.title: entry.text for entry in program.help}
    left, right = printed(program, "left edge"), printed(program, "right edge")
    members = next(table.members for table in program.tables if table.name == "left edge")
    for name in towers(program):
        edges = [
            " and ".join(m for bit, m in enumerate(members) if value >> bit & 1) or "nothing"
            for value in (left[name], right[name])
        ]
        assert words[name] == f"Left edge: {edges[0]}. Right edge: {edges[1]}."
