from __future__ import annotations

from dsl.program.blocks import CallAndWait, Choose, Fork, Jump, Return
from dsl.program.expressions import Int, Number
from dsl.program.instructions import SetNumber
from dsl.program.program import Program
from interpreter.analysis.flow import callers, cycle_of, joined_blocks, outer_blocks, successors
from tests.support.builder import Builder, way
from tests.support.labyrinth import labyrinth

COUNT = SetNumber(Int(0), Int(1), 0)


def test_blocks_with_one_way_in_are_joined_to_it() -> None:
    b = Builder()
    main = b.declare()
    x = b.block(6)
    choice = Choose(b.prompt("turn"), Int(0), (way("a", block=x[4]),), x[1], False, 0, 0)
    b.waiting(
        main,
        "game",
        [
            (x[0], [COUNT, COUNT], Jump(x[1])),
            (x[1], [COUNT, COUNT], Fork(Number(Int(0)), x[2], x[3], 0)),
            (x[2], [COUNT, COUNT], choice),
            (x[3], [], Return()),
            (x[4], [COUNT, COUNT], Jump(x[5])),
            (x[5], [], Return()),
        ],
    )
    program = b.program(main, x[0])
    assert outer_blocks(program) == {x[0], x[4]}
    assert joined_blocks(program) == {x[2], x[3], x[5]}


def calling(times: int) -> tuple[Program, list[int], list[int]]:
    """A game that calls a procedure so many times, one after the other; the blocks of both."""
    b = Builder()
    main, called = b.declare(), b.declare()
    x = b.block(times + 1)
    calls = [(x[at], [COUNT, COUNT], CallAndWait(called, (), x[at + 1], 0)) for at in range(times)]
    b.waiting(main, "game", [*calls, (x[times], [COUNT, COUNT], Jump(x[0]))])
    y = b.block(1)
    b.waiting(called, "called", [(y[0], [COUNT, COUNT], Return())])
    return b.program(main, x[0]), x, y


def test_who_is_called_once_is_a_part_of_its_caller() -> None:
    program, game, called = calling(1)
    assert callers(program) == {1: game[1]}
    assert joined_blocks(program) == {called[0], game[1]}


def test_who_is_called_often_stands_alone_and_returns_to_where_it_was_called() -> None:
    program, game, _ = calling(2)
    assert callers(program) == {}
    assert outer_blocks(program) == {*game}
    assert joined_blocks(program) == frozenset()


def test_a_circle_is_what_lies_between_its_steps() -> None:
    program, game, called = calling(1)
    assert cycle_of(program, {game[0]}) == {*game, called[0]}


def test_every_circle_has_a_block_of_its_own() -> None:
    program = labyrinth()
    joined = joined_blocks(program)
    for block in range(len(program.blocks)):
        seen, now = {block}, {block}
        while now:
            now = {target for each in now for target in successors(program, program.blocks[each]) if target in joined}
            assert block not in now or block not in joined
            assert len(seen) <= len(program.blocks)
            now -= seen
            seen |= now
