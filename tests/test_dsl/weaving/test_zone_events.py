"""Hooks on changes of zones cost only the statements that can concern the zone."""

from __future__ import annotations

import attrs

from dsl.program.instructions import Call, Instruction
from dsl.program.program import Program
from tests.support.tiny import compiled

HOOK = "leaving shelf, after"
KEEPING = """
zone shelf: heap, public
number kept: 0 to 99
lose when kept is 9, "Much."
event keep(card)
  move card to shelf
after play
  move shelf to spot
"""
KEPT = """
after leaving shelf
  set kept to kept + number of card in those
"""


def _calls(program: Program, caller: str) -> int:
    """How often a procedure (that doesn't wait) has a call of the hook in it."""
    hook = next(number for number, procedure in enumerate(program.procedures) if procedure.name == HOOK)
    body = next(procedure.body for procedure in program.procedures if procedure.name == caller)
    return sum(call.procedure == hook for call in _within(body))


def _within(body: tuple[Instruction, ...]) -> list[Call]:
    found: list[Call] = []
    for instruction in body:
        if isinstance(instruction, Call):
            found.append(instruction)
        for field in attrs.fields(type(instruction)):
            value = getattr(instruction, field.name)
            if isinstance(value, tuple):
                found += _within(value)
    return found


def test_only_statements_that_can_touch_the_zone_pay() -> None:
    program = compiled(KEEPING + KEPT + "after main\n  do keep(some card in hand)\n")

    assert _calls(program, "play") == 1
    assert _calls(program, "keep") == 0


def test_a_card_counts_where_any_rule_may_have_found_it() -> None:
    program = compiled(KEEPING + KEPT + "after main\n  do keep(some card in hand)\n  do play(some card in shelf)\n")

    assert _calls(program, "play") == 2
    assert _calls(program, "keep") == 0


def test_without_such_hooks_nothing_is_there() -> None:
    rest = "after play\n  set kept to kept + 1\nafter main\n  do keep(some card in hand)\n"
    program = compiled(KEEPING + rest)

    assert HOOK not in {procedure.name for procedure in program.procedures}
    assert _within(next(q.body for q in program.procedures if q.name == "keep")) == []
