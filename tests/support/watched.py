"""A game in which two modules act on the same events, prompts and definitions, for tests that count rules."""

from __future__ import annotations

from pathlib import Path

import dsl
from dsl.linking.ruleset import Recording
from dsl.program.program import Program
from tests.support.pairs import write_game

HOOKED = """\

define kept by(card): card is sun

event keep(card)
  move card to kept

event drop(card)
  move card to box
"""

RED = """\
module red "Red" for pairs

widen kept by(card) when card is moon and number of card in deck is at most 2
narrow kept by(card) when number of card in kept is at most 2

after keep
  if no card in box
    shuffle deck

forbid drop if number of card in box is at least 2

add to turn
  option pass
    shuffle deck
"""

BLUE = """\
module blue "Blue" for pairs

narrow kept by(card) when number of card in hand is at most 2

before keep if number of card in deck is at least 6
  shuffle deck

add to turn
  option wait
    shuffle deck

when red is in play
  after drop
    shuffle deck
"""


def write_watched(folder: Path) -> Path:
    """Write the game and its two modules into a folder."""
    write_game(folder)
    folder.joinpath("stars.rules").unlink()
    base = folder.joinpath("base.rules")
    text = base.read_text(encoding="utf-8").replace("\n      move card to kept", "\n      do keep(card)")
    text = text.replace("keep <card in hand>", "keep <card in hand where kept by>")
    text = text.replace("\n      move card to box", "\n      do drop(card)")
    base.write_text(text + HOOKED, encoding="utf-8")
    folder.joinpath("red.rules").write_text(RED, encoding="utf-8")
    folder.joinpath("blue.rules").write_text(BLUE, encoding="utf-8")
    return folder


def watched(folder: Path, coverage: Recording = True) -> Program:
    """The game with both modules."""
    return dsl.load(write_watched(folder), ("red", "blue"), coverage=coverage)
