"""The engine: plays compiled programs.

`Game` is a game being played; `play` and `simulate` play whole games by themselves. Knows compiled programs, and
nothing of the text they come from or of the people who play.
"""

from interpreter.analysis.faults import Outcome
from interpreter.analysis.table import Shown, table_of
from interpreter.analysis.windows import Windows, windows
from interpreter.choices.decisions import FORCED, Answer, Decision, IllegalAnswer, Option, letter
from interpreter.explain.reasoning import Failure
from interpreter.explain.whynot import Explanation
from interpreter.game.game import Game
from interpreter.game.replay import Given, Header, Replay, Save, SaveError, rerun, save_of
from interpreter.game.view import ItemView, View, ZoneView
from interpreter.generated.executor import listing
from interpreter.players.advice import Advice, Estimate, NoAdvice
from interpreter.players.policies import POLICIES
from interpreter.players.policy import Policy, PolicyError
from interpreter.players.skill import Skill
from interpreter.reference.events import Event
from interpreter.scenarios.scenario import Difference, Examined
from interpreter.scenarios.scenario import check as check_scenario
from interpreter.scenarios.scenario import examine as examine_scenario
from interpreter.simulation.engines import ENGINES, NotNative
from interpreter.simulation.simulate import Row, play, simulate
from interpreter.state.generator import Generator
from interpreter.state.state import State, StateError

__all__ = [
    "ENGINES",
    "FORCED",
    "POLICIES",
    "Advice",
    "Answer",
    "Decision",
    "Difference",
    "Estimate",
    "Event",
    "Examined",
    "Explanation",
    "Failure",
    "Game",
    "Generator",
    "Given",
    "Header",
    "IllegalAnswer",
    "ItemView",
    "NoAdvice",
    "NotNative",
    "Option",
    "Outcome",
    "Policy",
    "PolicyError",
    "Replay",
    "Row",
    "Save",
    "SaveError",
    "Shown",
    "Skill",
    "State",
    "StateError",
    "View",
    "Windows",
    "ZoneView",
    "check_scenario",
    "examine_scenario",
    "letter",
    "listing",
    "play",
    "rerun",
    "save_of",
    "simulate",
    "table_of",
    "windows",
]  # fmt: skip
