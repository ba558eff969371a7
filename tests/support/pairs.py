"""A game of a page, as text, for tests that need a ruleset in a folder of their own."""

from __future__ import annotations

from pathlib import Path

BASE = """\
game pairs "Pairs"
players 1

kind card
zone deck: pile, hidden
zone hand: heap, public
zone kept: heap, public
zone box: heap, public

cards card in deck
  | card | count |
  | sun  | 3     |
  | moon | 3     |

event setup
  shuffle deck

turn: draw

prompt turn: "Do you keep it?", must be answered

event draw
  if no card in deck
    lose "There is nothing left to be drawn."
  draw from deck to hand as card
  ask turn
    option keep <card in hand>
      move card to kept
    option drop <card in hand>
      move card to box

won "Three suns lie side by side."
win only when number of sun in kept is at least 3
"""

STARS = """\
module stars "Stars" for pairs

more cards in deck
  | card | count |
  | sun  | 2     |
"""

KEEPS = """\
scenario keeps-it "What is drawn may be kept" [P-K1]
  given
    deck: sun, moon
  play
    at turn
      offers keep sun, drop sun
      answer keep sun
  then
    kept: sun
    hand: moon
    asked turn
"""

FIVE = """\
scenario five-suns "With the stars there are five suns" [P-S1]
  with stars
  given
    kept: sun, sun
    deck: sun, sun, sun
  play
    at turn
      answer keep sun
  then
    deck: sun, sun
    status won
"""


def write_game(folder: Path) -> Path:
    """Write the game, with its module, into a folder; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.joinpath("base.rules").write_text(BASE, encoding="utf-8")
    folder.joinpath("stars.rules").write_text(STARS, encoding="utf-8")
    return folder
