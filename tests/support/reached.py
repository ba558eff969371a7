"""A small game with scenarios that don't reach all of its rules, for tests of coverage.

A piece that is played from the hand of a player scores; the module adds a way to put it back.
"""

from __future__ import annotations

from pathlib import Path

import dsl
from repl.authoring.scenarios import loader, own_files
from reverie.testing.coverage import Recorded, Recorder

GAME = """\
game reached "Reached"
players 1 to 2

kind piece
cards piece in deck
  | card | count |
  | red  | 3     |
  | blue | 3     |
zone deck: pile, hidden
zone hand: heap, public
zone spot: heap, public
zone box: heap, public
number points: 0 to 9

event setup
  shuffle deck
turn: main

prompt turn: "Which piece?"

define shines(piece): piece is red
define worth: if points is 0 then 2 else 1

event main
  if any card in deck
    draw from deck to hand
  else
    lose "There is nothing left."
  ask turn
    option play <piece in hand where shines>
      do play(piece)
    option discard <piece in hand>, if points is more than 3
      move piece to deck

event play(piece)
  move piece to spot
  set points to points + worth
  if players is 2
    next player

# Not reached: the spot never holds enough.
before play if number of piece in spot is at least 3
  shuffle deck

when players is 2
  after play
    if any blue in hand
      shuffle deck

won "All pieces are played."
win only when number of piece in spot is at least 2
"""

MODULE = """\
module back "Back" for reached

narrow shines(piece) when points is at most 8

after play
  if points is more than 5
    move every piece in spot to hand
  else
    shuffle deck
"""

UNPLAYED = """\
module unplayed "Unplayed" for reached

after play, after back
  shuffle deck
"""

SCENARIOS = """\
scenario plays "A red piece is played, and comes back"
  with back
  given
    hand: blue
    deck: red, red
    points: 5
  play
    at turn
      answer play red
  then
    hand in any order: red, red, blue
    points: 6

scenario wins "The second piece wins"
  given
    hand: red
    spot: red
    deck: blue
  then
    status won
"""


def write_reached(folder: Path) -> Path:
    """Write the game, its modules and its scenarios into a folder; the folder."""
    folder.joinpath("scenarios").mkdir(parents=True)
    texts = {"base": GAME, "back": MODULE, "unplayed": UNPLAYED, "scenarios/all": SCENARIOS}
    for name, text in texts.items():
        folder.joinpath(f"{name}.rules").write_text(text, encoding="utf-8")
    return folder


def recorded_in(folder: Path, *ids: str) -> Recorded:
    """What the scenarios in the game's folder record, or only those with these ids."""
    recorder, path = Recorder(), folder / "scenarios" / "all.rules"
    load = loader(path, coverage="conditions")
    for scenario in dsl.scenarios(path):
        if scenario.id in (ids or (scenario.id,)):
            assert not recorder.examine(scenario, load, own_files(path)).problems
    return recorder.recorded
