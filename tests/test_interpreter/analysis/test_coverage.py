from __future__ import annotations

from interpreter.analysis.coverage import ENTER, FALSE, KINDS, LEAVE, RULE, TRUE, Coverage, coverage_of, entry
from tests.support.labyrinth import labyrinth


def test_an_entry_is_an_origin_and_what_happened() -> None:
    kinds = [divmod(entry(7, what), KINDS) for what in ("rule", "enter", "leave")]
    assert kinds == [(7, RULE), (7, ENTER), (7, LEAVE)]


def test_a_condition_is_recorded_with_its_value() -> None:
    coverage = Coverage([])
    assert [coverage.condition(3, value) for value in (0, 1, 5)] == [0, 1, 5]
    assert [divmod(each, KINDS) for each in coverage.log] == [(3, FALSE), (3, TRUE), (3, TRUE)]


def test_a_program_has_one_log() -> None:
    program = labyrinth()
    assert coverage_of(program) is coverage_of(program)
    assert coverage_of(program).log == []
