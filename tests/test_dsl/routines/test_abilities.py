"""Abilities have the same locals at all of their prompts, and no two of them share any."""

from __future__ import annotations

from dsl.program.blocks import Choose
from tests.support.tiny import compiled

WINDOWS = """\
prompt dawn: "At dawn?", open to abilities
prompt dusk: "At dusk?", open to abilities
prompt noon: "At noon?", open to abilities
event rise
  offer dawn
event set
  offer dusk
event shine
  offer noon
before main
  do rise
  do set
  do shine
ability drop <piece in hand>
  at dawn, noon
  move piece to deck
ability sell <pair: 2 of piece in hand>
  at dusk, noon
  move pair to deck
"""


def test_abilities_that_were_offered_apart_share_no_locals() -> None:
    program = compiled(WINDOWS)
    choices = [block.last for block in program.blocks if isinstance(block.last, Choose)]
    found = [
        [{parameter.card, parameter.zone} for option in choice.options for parameter in option.parameters]
        for choice in choices
        if choice.abilities
    ]
    dawn, dusk, noon = found
    assert (len(dawn), len(dusk), len(noon)) == (1, 1, 2)
    assert noon[0].isdisjoint(noon[1])
    assert noon[0] == dawn[0]
