from __future__ import annotations

import gc

from dsl.program.program import Program
from interpreter.analysis.memo import MOST_CACHED, Cache, once_per_program
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
    gc.collect(1)
    size(table([]))
    assert len(calls) == 3


def test_only_so_many_answers_are_kept() -> None:
    answers: Cache[int, str] = Cache()
    assert answers.store(-1, "first") == "first"
    for number in range(MOST_CACHED - 1):
        answers.store(number, "more")
    assert answers.get(-1) == "first"
    answers.store(MOST_CACHED, "last")
    assert answers == {MOST_CACHED: "last"}
