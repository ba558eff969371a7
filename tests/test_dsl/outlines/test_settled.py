"""Conditions that are settled before a game begins."""

from __future__ import annotations

import pytest

import dsl

RULES = """
game tiny "Tiny"
players 1 to 2
option pace: slow, fast
card gem is stone, 4 in deck
kind stone
zone deck: pile, hidden
zone hand: heap, public
zone box: heap, public
define free: yes
define rich: number of gem in hand is 3
define quick: pace is fast or not free
event setup
  shuffle deck
turn: work
event work
  if {condition}
    draw from deck to hand
  else
    move hand to box
  if rich or quick
    move deck to box
win only when rich
"""


@pytest.mark.parametrize(
    ("condition", "first"),
    [
        ("free", "draw"),
        ("not free", "move"),
        ("pace is slow", "draw"),
        ("pace is not slow", "move"),
        ("players is 1", "draw"),
        ("quick or rich", "if rich"),
        ("rich and free", "if rich"),
        ("rich and pace is fast", "move"),
        ("not rich", "if not rich"),
    ],
)
def test_what_is_settled_leaves_one_branch(condition: str, first: str) -> None:
    source = dsl.SourceFile("base.rules", RULES.replace("{condition}", condition))
    program = dsl.compile_ruleset([source], dsl.Wanted())
    assert program.outline
    work = next(rule for rule in program.outline().rules if (rule.site, rule.kind) == ("work", "event"))
    line = work.lines[0]
    said = f"if {dict(line.slots)['what'].text}" if line.form == "if" else line.form
    assert said == first
