"""A game of a page, with modules that hold one flaw each, for tests of what finds flaws."""

from __future__ import annotations

from pathlib import Path

BASE = """\
game wells "Wells"
players 1 to 2

kind stone
  colour: colour
enum colour: red, blue
cards stone in bag
  | card   | colour | count |
  | ruby   | red    | 6     |
  | pearl  | blue   | 6     |
kind money
card coin is money, 2 in bag

zone bag: pile, hidden
zone hand per player: heap, private, limit 4
zone well: pile, public
zone box: heap, public
number thrown: 0 to 30

prompt turn: "What do you throw?", must be answered

event setup
  shuffle bag
  for each p: player
    repeat 3 times
      draw from bag to hand of p as card

turn: throw, refill

event throw
  ask turn
    option throw <stone in hand>
      do sink(stone)
    option wait

event sink(card), move
  move card to well
  set thrown to thrown + 1

event refill
  if number of card in hand is less than 3 and any card in bag
    draw from bag to hand as card
    do draw up(card)
  turn passes to one after one after player

event draw up(card)

win only when number of card in well is at least 9
lose when no card in bag, "The bag is empty."

table
  show "Well": well
  show "Hand": hand
  show "Thrown": thrown
"""

LEAK = """\
module leak "A leak" for wells

cards stone in bag
  | card   | colour | count |
  | bucket | blue   | 2     |

after sink if card is bucket
  move bottom of well to box
"""

GREED = """\
module greed "Greed" for wells

after draw up if card is coin
  repeat 2 times
    draw from bag to hand as another
"""

FLAWED = {"base": BASE, "leak": LEAK, "greed": GREED}


def write_wells(folder: Path) -> Path:
    """Write the game with its modules into a folder; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FLAWED.items():
        folder.joinpath(f"{name}.rules").write_text(text, encoding="utf-8")
    return folder
