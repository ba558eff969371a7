"""Routines to procedures and blocks: where they are split, the tests after a change, where a card can lie."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

from dsl.program import program as p
from tests.support.tiny import compiled

WIN = "victory and defeat"


def procedure(program: p.Program, name: str) -> p.Procedure:
    return next(each for each in program.procedures if each.name == name)


def instructions(body: tuple[p.Instruction, ...]) -> Iterator[p.Instruction]:
    for instruction in body:
        yield instruction
        for field in attrs.fields(type(instruction)):
            value = getattr(instruction, field.name)
            if isinstance(value, tuple) and value and attrs.has(type(value[0])) and hasattr(value[0], "origin"):
                yield from instructions(value)


def calls(program: p.Program, name: str) -> list[str]:
    return [
        program.procedures[each.procedure].name
        for each in instructions(procedure(program, name).body)
        if isinstance(each, p.Call)
    ]


def storm(body: str, more: str = "") -> p.Program:
    lines = "".join(f"  {line}\n" for line in body.split("\n"))
    return compiled(f"event storm\n{lines}{more}before main\n  do storm\n")


def waits(program: p.Program) -> set[str]:
    return {each.name for each in program.procedures if each.waits}


def test_only_routines_that_ask_are_split() -> None:
    program = compiled("event calm\n  shuffle deck\nbefore main\n  do calm\n")
    assert {"main", "the game"} <= waits(program)
    assert not {"calm", "play", "setup", WIN} & waits(program)
    calm = procedure(program, "calm")
    assert (calm.entry, [type(each) for each in calm.body]) == (-1, [p.Shuffle])


def test_callers_of_routines_that_ask_are_split() -> None:
    program = storm("do calm", "event calm\n  if any card in deck\n    ask turn\n      option wait\n")
    assert {"storm", "calm"} <= waits(program)


@pytest.mark.parametrize(
    ("body", "more", "expected"),
    [
        ("if any card in deck\n  shuffle deck\n  do storm", "", {"storm"}),
        ("do rain", "event rain\n  if any card in deck\n    shuffle deck\n    do storm\n", {"storm", "rain"}),
        ("repeat 2 times\n  shuffle deck", "", set[str]()),
        ("repeat 2 times\n  repeat 2 times\n    shuffle deck", "", set[str]()),
        (
            "repeat 2 times\n  do rain",
            "event rain\n  if any card in deck\n    shuffle deck\n    do rain\n",
            {"storm", "rain"},
        ),
    ],
)
def test_routines_that_call_themselves_are_split(body: str, more: str, expected: set[str]) -> None:
    assert waits(storm(body, more)) & {"storm", "rain"} == expected


def test_blocks_belong_together() -> None:
    program = storm("ask turn\n  option wait\n    shuffle deck\n  option rest")
    number = program.procedures.index(procedure(program, "storm"))
    blocks = [block for block in program.blocks if block.procedure == number]
    assert [block.name for block in blocks] == [f"storm/{index}" for index in range(len(blocks))]
    choices = [block.last for block in blocks if isinstance(block.last, p.Choose)]
    assert [option.words for choice in choices for option in choice.options] == [("wait",), ("rest",)]
    for choice in choices:
        assert all(program.blocks[option.block].procedure == number for option in choice.options)
        assert program.blocks[choice.empty].procedure == number


def test_the_end_is_tested_after_what_it_depends_on_only() -> None:
    blowing = "number wind: 0 to 9\nbefore main\n  set wind to wind + 1\n  if wind is 3\n    set wind to 0\n"
    program = compiled(f"{blowing}after play\n  shuffle deck\n")
    assert calls(program, "play") == [WIN]
    program = compiled(
        'number wind: 0 to 9\nlose when wind is 9, "x"\nevent blow\n  set wind to 9\nbefore main\n  do blow\n'
    )
    assert calls(program, "blow") == [WIN]
    program = compiled("event back\n  move every card in hand to deck\nbefore main\n  do back\n")
    assert calls(program, "back") == []


def test_what_happens_together_is_tested_once() -> None:
    program = storm("together\n  move every card in hand to spot\n  move every card in spot to hand")
    assert calls(program, "storm") == [WIN]
    assert calls(storm("move every card in hand to spot\nmove every card in spot to hand"), "storm") == [WIN, WIN]


def moves(program: p.Program, name: str) -> list[p.Move]:
    return [each for each in instructions(procedure(program, name).body) if isinstance(each, p.Move)]


def test_a_card_that_can_lie_in_one_zone_is_moved_from_there() -> None:
    (move,) = moves(compiled(""), "play")
    assert (move.source, move.target) == (p.Int(1), p.Int(2))


def test_a_card_that_can_lie_in_several_zones_says_where_it_lies() -> None:
    (move,) = moves(compiled("before main\n  for each card in deck\n    do play(card)\n"), "play")
    assert isinstance(move.source, p.Local)


def test_whereabouts_are_passed_on_by_calls() -> None:
    chain = "event one(card)\n  do two(card)\nevent two(card)\n  do three(card)\n"
    chain += "event three(card)\n  move card to deck\n"
    (move,) = moves(compiled(chain + "before main\n  for each card in spot\n    do one(card)\n"), "three")
    assert move.source == p.Int(2)


def test_whereabouts_are_found_in_circles_of_calls() -> None:
    circle = "event one(card)\n  do two(card)\n"
    circle += "event two(card)\n  if any card in deck\n    do one(card)\n  move card to deck\n"
    program = compiled(circle + "before main\n  for each card in spot\n    do one(card)\n")
    found = [each for block in program.blocks for each in instructions(block.body) if isinstance(each, p.Move)]
    assert p.Int(2) in [move.source for move in found]


def test_turns_that_ask_nothing_are_split_too() -> None:
    program = compiled("""\
game quiet "Quiet"
kind piece
card pebble is piece, 1 in row
zone row: line, public
event setup
event main
  shuffle row
turn: main
win only when no card in row
""")
    assert program.blocks[program.turns].procedure == program.main


def test_every_reference_leads_somewhere() -> None:
    program = storm("ask turn\n  option wait\n    do play(some card in hand)")
    for each in program.procedures:
        assert each.waits == (0 <= each.entry < len(program.blocks))
    for block in program.blocks:
        assert 0 <= block.procedure < len(program.procedures)
        for instruction in instructions(block.body):
            assert 0 <= instruction.origin < len(program.origins)
