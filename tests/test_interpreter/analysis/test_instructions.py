from __future__ import annotations

from dsl.program.expressions import Binary, Int, Local, Zone
from dsl.program.instructions import Branch, Draw, ForEach, Instruction, SetLocal
from interpreter.analysis.instructions import read_by, walk, written
from tests.support.builder import YES


def put(local: int) -> SetLocal:
    return SetLocal(local, Int(7), 0)


def test_every_instruction_is_walked() -> None:
    inner = Branch(YES, (put(0),), (put(1),), 0)
    body: list[Instruction] = [inner, ForEach(2, Zone(Int(0)), (Draw(3, Int(0), Int(0), 0),), 0)]
    assert len(list(walk(body))) == 5
    assert written(body) == {0, 1, 2, 3}


def test_only_what_the_instruction_itself_reads_counts() -> None:
    assert read_by(SetLocal(0, Binary("+", Local(1), Local(2)), 0)) == {1, 2}
    assert read_by(ForEach(0, Zone(Local(3)), (SetLocal(1, Local(2), 0),), 0)) == {3}
