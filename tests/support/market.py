"""A game that ends with scores, for one player or several: cards are taken from a market until it is empty."""

from __future__ import annotations

import dsl

MARKET = """
game market "The Market"
players 1 to 3

kind gem
  value: number

cards gem in market
  | card | value | count |
  | ruby | 3     | 3     |
  | opal | 1     | 4     |

zone market: pile, hidden
zone hand per player: heap, public
zone box: heap, public
number coins per player: 0 to 99

prompt turn: "What do you do?"

event setup
  shuffle market

turn: main

event main
  ask turn
    option take
      do take
    option earn
      set coins to coins + 1
    option close
      game over "The market is closed."

event take
  draw from market to hand as card

score per player: sum of value over hand + coins [G-S1]
winner: highest score, then fewest rubys in hand, then shared [G-S2]
game over when no card in market, "The market is empty." [G-S3]
"""

TAXES = """
module taxes "Taxes" for market

lose when coins is 3, "You are arrested."

add to turn
  option bribe
    set coins to coins + 2
"""


def compiled(*texts: str, players: int = 2) -> dsl.Program:
    """A game and modules as texts."""
    files = [dsl.SourceFile(f"{number}.rules", text) for number, text in enumerate(texts)]
    return dsl.compile_ruleset(files, dsl.Wanted(tuple(text.split()[1] for text in texts[1:]), players, {}))


def market(players: int = 2, *modules: str) -> dsl.Program:
    """The market, with modules as texts."""
    return compiled(MARKET, *modules, players=players)
