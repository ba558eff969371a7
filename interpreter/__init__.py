"""The engine: plays compiled programs.

`Game` is a game being played; `play` and `simulate` play whole games by themselves. Knows the compiled program and
nothing of the text it came from, nor of the people it is played by.
"""

from interpreter.compiled import listing
from interpreter.decisions import Answer, Decision, IllegalAnswer, Option
from interpreter.engine import Game
from interpreter.events import Event
from interpreter.faults import Outcome
from interpreter.reasoning import Failure
from interpreter.replay import Given, Header, Replay, Save, SaveError, rerun, save_of
from interpreter.simulate import Row, play, simulate
from interpreter.state import State, StateError
from interpreter.view import ItemView, View, ZoneView
from interpreter.whynot import Explanation

__all__ = [
    "Answer",
    "Decision",
    "Event",
    "Explanation",
    "Failure",
    "Game",
    "Given",
    "Header",
    "IllegalAnswer",
    "ItemView",
    "Option",
    "Outcome",
    "Replay",
    "Row",
    "Save",
    "SaveError",
    "State",
    "StateError",
    "View",
    "ZoneView",
    "listing",
    "play",
    "rerun",
    "save_of",
    "simulate",
]
