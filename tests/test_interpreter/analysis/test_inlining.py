from __future__ import annotations

from dsl.program.blocks import Return
from dsl.program.expressions import Binary, Int, Local, Number, Zone
from dsl.program.instructions import Branch, Call, ForEach, Instruction, SetLocal, SetNumber
from interpreter.analysis.inlining import small_procedures, trimmed
from tests.support.builder import YES, Builder

ADD = SetNumber(Int(0), Binary("+", Number(Int(0)), Int(1)), 0)


def keep(local: int) -> SetNumber:
    """An instruction that reads a local."""
    return SetNumber(Int(0), Local(local), 0)


def put(local: int) -> SetLocal:
    return SetLocal(local, Int(7), 0)


def test_values_that_nothing_reads_are_not_set() -> None:
    assert trimmed([put(0), keep(0), put(0)]) == ((put(0), keep(0)), frozenset())
    assert trimmed([put(0), put(1), keep(1)]) == ((put(1), keep(1)), frozenset())
    assert trimmed([keep(0)]) == ((keep(0),), frozenset([0]))


def test_values_set_in_one_case_are_kept_for_what_follows() -> None:
    body: list[Instruction] = [put(0), Branch(YES, (put(0), put(1)), (), 0), keep(0)]
    assert trimmed(body) == ((put(0), Branch(YES, (put(0),), (), 0), keep(0)), frozenset())


def test_values_are_kept_from_round_to_round() -> None:
    loop = ForEach(0, Zone(Int(0)), (keep(1), put(1), put(2)), 0)
    assert trimmed([loop]) == ((ForEach(0, Zone(Int(0)), (keep(1), put(1)), 0),), frozenset([1]))


def small(*bodies: list[Instruction]) -> frozenset[int]:
    """Which of these procedures are small."""
    b = Builder()
    b.zone("line", "line")
    b.number("number")
    numbers = [b.declare() for _ in bodies]
    main = b.declare()
    for number, body in zip(numbers, bodies, strict=True):
        b.plain(number, f"plain {number}", body)
    x = b.block(1)
    b.waiting(main, "game", [(x[0], [], Return())])
    return small_procedures(b.program(main, x[0]))


def test_few_instructions_without_a_loop_are_small() -> None:
    assert small([], [ADD] * 4, [ADD] * 5, [ForEach(0, Zone(Int(0)), (), 0)]) == {0, 1}


def test_what_small_procedures_call_counts() -> None:
    assert small([ADD] * 3, [Call(0, (), 0), ADD], [Call(0, (), 0), ADD, ADD], [Call(2, (), 0)]) == {0, 1, 3}


def test_who_calls_itself_is_not_small() -> None:
    assert small([Call(1, (), 0)], [Call(0, (), 0)], [Call(2, (), 0)], [ADD]) == {3}
