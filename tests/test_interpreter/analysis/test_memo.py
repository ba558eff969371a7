from __future__ import annotations

import gc

from dsl.program.program import Program
from interpreter.analysis.memo import KEPT, Latest, once_per_program
from tests.support.bodies import table


def test_a_result_is_kept_as_long_as_its_program_lives() -> None:
    calls = []

    @once_per_program
    def size(program: Program) -> int:
        calls.append(len(program.faces))
        return len(program.faces)

    program, twin = table([]), table([])
    assert size(program) == size(program) == size(twin)
    assert len(calls) == 2
    del program, twin
    gc.collect()
    size(table([]))
    assert len(calls) == 3


def test_only_so_many_answers_are_kept() -> None:
    answers: Latest[int, str] = Latest()
    assert answers.keep(-1, "first") == "first"
    for number in range(KEPT - 1):
        answers.keep(number, "more")
    assert answers.get(-1) == "first"
    answers.keep(KEPT, "last")
    assert answers == {KEPT: "last"}
