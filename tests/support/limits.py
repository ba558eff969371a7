"""Small games that go well up to a number, and are a fault beyond: for each limit of a step, that number and rules."""

from __future__ import annotations

from dsl.program.program import Program
from tests.support.tiny import compiled

ROUND = "  ask round\n    option left, if far is less than {n}\n      set far to far + 1\n"

LIMITS = {
    "rounds of a loop": (10_000, "  repeat while far is less than {n}\n    set far to far + 1\n  ask round\n"),
    "steps": (9_998, f"{ROUND}      ask again\n"),
    "steps and returns": (
        4_999,
        f"  do more\n  repeat while far is less than {{n}}\n    do more\nevent more\n{ROUND}      shuffle deck\n",
    ),
    "depth": (297, f"  do deeper\nevent deeper\n{ROUND}      do deeper\n      shuffle deck\n"),
    "rounds of a step": (
        2_000,
        f"{ROUND}      repeat 50 times\n        set near to near + number of card in deck\n      ask again\n",
    ),
}

PLACES = """
number far: 0 to 99999
number near: 0 to 999999, starts at 0
lose when near is 999998, "Near."
prompt round: "?", open to abilities
before main
"""


def limited(name: str, number: int) -> Program:
    """The game about a limit that goes up to a number."""
    return compiled(PLACES + LIMITS[name][1].replace("{n}", str(number)))
