"""Definitions that are used again are lowered once."""

from __future__ import annotations

from tests.support.tiny import compiled

TWICE = """
define alone(card): no other: piece in hand where colour of other is colour of card and other is not card  [T-S1]
define lonely(card): no other: piece in hand where colour of other is colour of card and other is not card  [T-S1]
event look
  let first: some piece in hand
  if first is not none and alone(first)
    shuffle deck
  let second: some piece in spot
  if second is not none and first is not none and AGAIN(first)
    move first to spot
after play
  do look
"""

CITING = """
number size: 0 to 9  [T-S2]
define held: any red one in hand and size is 0  [T-S1]
event one
  if held
    shuffle deck
event two
  if held
    shuffle deck
after play
  do one
  do two
  set size to 2
"""


def test_a_definition_that_is_used_again_is_lowered_with_other_locals() -> None:
    again = compiled(TWICE.replace("AGAIN", "alone"))
    apart = compiled(TWICE.replace("AGAIN", "lonely"))
    assert again.blocks == apart.blocks
    assert again.procedures == apart.procedures


def test_each_rule_cites_what_a_definition_cites_that_is_used_again() -> None:
    origins = compiled(CITING).origins
    assert {origin.through for origin in origins if origin.rule == "one"} == {("T-S1", "T-S2")}
    assert {origin.through for origin in origins if origin.rule == "two"} == {("T-S1", "T-S2")}
