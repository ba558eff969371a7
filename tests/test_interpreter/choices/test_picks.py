from __future__ import annotations

import pytest

from dsl.program.blocks import Choose, Jump, Last, Parameter, Source
from dsl.program.expressions import Int
from dsl.program.instructions import Instruction
from interpreter.choices.picks import (
    card_at,
    detail_and_source,
    part_of,
    skipped,
    slots_of,
    tag_at,
    tag_of,
    taken,
    unnamed,
    without_source,
    zone_at,
)
from tests.support.builder import YES, Builder, cards_in, way

CARD = Parameter(3, 4, (Source(cards_in(0), Int(0)),), YES, by_position=True, place=5)
VALUE = Parameter(6, 7, (), YES, values=(2, 4), words=("old", "new"), unclear=True)


def test_every_parameter_has_three_numbers() -> None:
    pick = (9, 10, 11, 12, 20, 21, 22)
    assert part_of(pick, 0) == (10, 11, 12)
    assert (pick[card_at(1)], pick[zone_at(1)], pick[tag_at(1)]) == part_of(pick, 1) == (20, 21, 22)


def test_a_pick_sets_the_locals_of_its_option() -> None:
    pick = (0, 10, 11, 12, 20, 21, 22)
    found = {local: pick[at] for local, at in slots_of(way("a", block=0, parameters=[CARD, VALUE]))}
    assert found == {3: 10, 4: 11, 5: 12, 6: 20, 7: 21}


def test_blocks_that_other_options_or_blocks_lead_to_find_no_pick() -> None:
    b = Builder()
    main, x = b.declare(), b.block(5)
    options = (
        way("a", block=x[1], parameters=[CARD]),
        way("b", block=x[2], parameters=[CARD]),
        way("c", block=x[2], parameters=[VALUE]),
        way("d", block=x[3]),
    )
    choice = Choose(b.prompt("turn"), Int(0), options, x[4], False, 0, 0)
    blocks: list[tuple[int, list[Instruction], Last]] = [(x[0], [], choice), (x[3], [], Jump(x[0]))]
    b.waiting(main, "game", [*blocks, *((block, [], Jump(x[3])) for block in (x[1], x[2], x[4]))])
    assert taken(b.program(main, x[0])) == {x[1]: slots_of(options[0])}


@pytest.mark.parametrize("source", range(3))
@pytest.mark.parametrize("detail", range(3))
def test_a_tag_says_the_same_named_or_not(detail: int, source: int) -> None:
    unclear = Parameter(0, 1, (Source(cards_in(0), Int(0)),) * 3, YES, unclear=True)
    tag = tag_of(detail, source, 3)
    assert detail_and_source(tag, 3) == detail_and_source(unnamed(unclear, tag), 3) == (detail, source)
    assert unnamed(unclear, unnamed(unclear, tag)) == tag
    assert detail_and_source(without_source(unnamed(unclear, tag), 3), 3) == (detail, 0)


def test_values_are_left_unnamed_beyond_the_last_word() -> None:
    assert [unnamed(VALUE, tag) for tag in range(4)] == [2, 3, 0, 1]
    assert unnamed(CARD, 7) == 7


def test_a_prompt_with_quiet_options_only_is_skipped() -> None:
    choice = Choose(0, Int(0), (way("a", block=0), way("b", block=0)), 0, False, 1, 0)
    assert skipped(choice, [])
    assert skipped(choice, [(1,)])
    assert not skipped(choice, [(0,), (1,)])
