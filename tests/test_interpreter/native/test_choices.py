"""What C offers is what Python offers, also where options are named only where need be."""

from __future__ import annotations

from dsl.program.blocks import Choose, Parameter, Return
from dsl.program.expressions import Int
from interpreter.state.layout import blank
from tests.support.builder import YES, Builder, way
from tests.support.natively import native, native_lock_step


def test_the_same_value_is_offered_once_if_it_need_not_be_named() -> None:
    b = Builder()
    b.card("sun", 1, b.zone("sky", "heap"))
    main, (turn, end) = b.declare(), b.block(2)
    ages = [Parameter(0, 1, (), YES, values=(2,), words=(word,), unclear=True) for word in ("old", "aged")]
    ways = [*(way("be ", 0, block=end, parameters=[age]) for age in ages), way("stay", block=end), way("go", block=end)]
    choice = Choose(b.prompt("turn"), Int(0), tuple(ways), end, True, 0, 0)
    b.waiting(main, "game", [(turn, [], choice), (end, [], Return())], locals=2)
    program = b.program(main, turn)
    assert native(program).game().begin(blank(program, 0)) == 3
    assert native_lock_step(program, 0, plain=True) == 0
