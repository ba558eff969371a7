from __future__ import annotations

from dsl.program import Choose, Fork, Int, Jump, Number, Return, SetNumber
from interpreter.flow import goes_on, joined_blocks, outer_blocks
from tests.support.builder import Builder, way
from tests.support.labyrinth import labyrinth


def test_blocks_with_one_way_in_are_joined_to_it() -> None:
    b = Builder()
    main = b.declare()
    x = b.block(6)
    choice = Choose(b.prompt("turn"), Int(0), (way("a", block=x[4]),), x[1], False, 0, 0)
    count = SetNumber(Int(0), Int(1), 0)
    b.waiting(
        main,
        "game",
        [
            (x[0], [count, count], Jump(x[1])),
            (x[1], [count, count], Fork(Number(Int(0)), x[2], x[3], 0)),
            (x[2], [count, count], choice),
            (x[3], [], Return()),
            (x[4], [count, count], Jump(x[5])),
            (x[5], [], Return()),
        ],
    )
    program = b.program(main, x[0])
    assert outer_blocks(program) == {x[0], x[4]}
    assert joined_blocks(program) == {x[2], x[3], x[5]}


def test_every_circle_has_a_block_of_its_own() -> None:
    program = labyrinth()
    joined = joined_blocks(program)
    for block in range(len(program.blocks)):
        seen, now = {block}, {block}
        while now:
            now = {target for each in now for target in goes_on(program.blocks[each]) if target in joined}
            assert block not in now or block not in joined
            assert len(seen) <= len(program.blocks)
            now -= seen
            seen |= now
