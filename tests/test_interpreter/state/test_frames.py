from __future__ import annotations

from dsl.program.blocks import Jump, Return
from dsl.program.expressions import Binary, Exists, Local
from dsl.program.instructions import SetLocal
from interpreter.state.frames import first_frame, first_locals, frame_at, frame_locals, frame_slots, locals_in
from tests.support.builder import Builder, cards_in


def test_a_frame_holds_what_may_be_read_after_a_wait() -> None:
    b = Builder()
    b.zone("hand", "heap")
    main, (first, second) = b.declare(), b.block(2)
    asked = Exists(cards_in(0), 0, Binary("==", Local(0), Local(2)))
    b.waiting(
        main,
        "game",
        [(first, [SetLocal(1, asked, 0)], Jump(second)), (second, [], Return())],
        locals=3,
    )
    program = b.program(main, first)
    assert frame_locals(program)[main] == (1, 2)
    assert frame_slots(program)[main] == {1: 2, 2: 3}
    frame = frame_at(program, second, None, [7, 8, 9])
    assert frame == (second, None, 8, 9)
    assert locals_in(program, frame) == [0, 8, 9]
    assert first_frame(program, main, frame, ()) == (first, frame, 0, 0)
    assert first_locals(program, main, [5]) == [5, 0, 0]
