"""A small game with a module and a scenario, for tests of the editor."""

from pathlib import Path

GAME = """game pond "Pond"

# Where a frog comes from.
enum home: east, west

kind frog
  home: home

cards frog in deck
  | card  | home | count |
  | green | east | 2     |
  | blue  | west | 2     |

# All frogs begin here.
zone deck: pile, hidden
zone hand: heap, public
zone leaf: heap, public
zone box: heap, public

number hops: 0 to 9

event setup
  shuffle deck
  draw 2 from deck to hand

turn: hop

prompt hop: "Who hops?", must be answered

event hop
  ask hop
    option hop <frog in hand where may hop>
      do land(frog)

event land(frog)
  move frog to leaf
  set hops to hops + 1

define may hop(frog): home of frog is east or hops is less than 9

won "All frogs are on the leaf."
win only when no frog in hand

scenario pond-hop "A frog hops"
  given
    hand: green, blue
  play
    at hop
      answer hop green
  then
    leaf: green, blue
    hand: nothing
"""

MODULE = """module reeds "Reeds" for pond

zone reeds: heap, public

after land
  move top of deck to reeds

add to hop
  option hide <frog in hand>
    move frog to reeds
"""


def pond(folder: Path) -> tuple[str, str]:
    """The names of the game's and the module's file, written into a folder."""
    folder.mkdir(exist_ok=True)
    names = []
    for name, text in (("base", GAME), ("reeds", MODULE)):
        path = folder / f"{name}.rules"
        path.write_text(text, "utf-8")
        names.append(str(path))
    return names[0], names[1]
