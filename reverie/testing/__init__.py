"""Tests of the rules of games, for Hypothesis and pytest: drawn games, laws, and the smallest case that breaks one.

    from reverie.testing import law, laws

    @laws("docs/tutorial/ferry", players=2)
    def test_hands_hold_six(state):
        assert len(state.zones["A hand"]) <= 6

Strategies: `games`, `plays`, `positions`; their cases: `Case`, `Step`.
Laws: `law`, `Law`, `laws`, `standard`, `verify`, `reproduce`; what they say: `Broken`, `Breach`, `Verdict`.
A machine that answers, undoes, saves and moves between executors: `RulesMachine`, `machine`.

`docs/testing.md` shows all of it at work. Nothing is imported until it is first used; what draws cases needs Hypothesis
(`pip install 'reverie[test]'`). Knows no terminal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = [
    "Breach", "Broken", "Case", "Law", "RulesMachine", "Step", "Verdict", "breaches", "games", "law", "laws", "machine",
    "plays", "positions", "reduced", "reproduce", "standard", "told", "verify",
]  # fmt: skip

# A type checker reads these imports, and reports a name that isn't among them; Python takes the other branch.
if TYPE_CHECKING:
    from reverie.testing.cases import Case, Step
    from reverie.testing.holding import Breach, Law, breaches, law
    from reverie.testing.ready_made import standard
    from reverie.testing.reducing import reduced
    from reverie.testing.stateful import RulesMachine, machine
    from reverie.testing.strategies import games, plays, positions
    from reverie.testing.telling import told
    from reverie.testing.verifying import Broken, Verdict, laws, reproduce, verify
else:
    from importlib import import_module

    _HOMES = {
        "cases": ("Case", "Step"),
        "holding": ("Breach", "Law", "breaches", "law"),
        "stateful": ("RulesMachine", "machine"),
        "reducing": ("reduced",),
        "ready_made": ("standard",),
        "strategies": ("games", "plays", "positions"),
        "telling": ("told",),
        "verifying": ("Broken", "Verdict", "laws", "reproduce", "verify"),
    }
    """The names that each module holds."""

    def __getattr__(name: str) -> object:
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            module = import_module(f"{__name__}.{home}")
        except ModuleNotFoundError as error:
            if error.name != "hypothesis":
                raise
            said = f"`{name}` draws games with Hypothesis, which isn't installed: pip install 'reverie[test]'"
            raise ModuleNotFoundError(said, name="hypothesis") from None
        return globals().setdefault(name, getattr(module, name))

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
