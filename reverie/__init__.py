"""Reverie for Python programs: load the rules of a game, play it, and look at it.

    import reverie

    program = reverie.load("docs/tutorial/ferry", players=3)
    game = reverie.Game(program, seed=7)
    while game.decision:
        game.choose(0)
    print(game.outcome.sentence)

Rules: `load`, `check`, `compile_ruleset`, `rulesets`, `contents`, and `link_report`, the contributions of each module.
A game: `Game` with its `decision`, `view`, `outcome`, `history` and `trace`.
Saved games: `save_of` and `replay`.
Many games: `play` and `simulate`, and the `results` of `reverie simulate --out`; players that learnt: `policy_for`,
`Policy` and `Skill`.
Scenarios: `scenarios` and `check_scenario`.
Everything else is the shape of an answer, or an error: `CompileError`, `IllegalAnswer`, `SaveError`, `StateError`.

`docs/python.md` shows all of it at work. Nothing is imported until it is first used, so that `import reverie` costs
next to nothing. Knows `dsl` and `interpreter`, and nothing of the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = [
    "Advice", "Answer", "Catalogue", "CompileError", "Decision", "Estimate", "Event", "Explanation", "Failure",
    "Game", "Given", "Header", "IllegalAnswer", "ItemView", "Label", "NoAdvice", "Option", "Outcome", "Policy",
    "PolicyError", "Problem", "Program", "Replay", "Report", "Results", "ResultsError", "Row", "Save", "SaveError",
    "Scenario", "Skill", "SourceFile", "Span", "State", "StateError", "View", "Wanted", "ZoneView", "check",
    "check_scenario", "compile_ruleset", "contents", "format_problems", "link_report", "load", "policy_for", "replay",
    "results", "rulesets", "save_of", "scenarios", "simulate",
]  # fmt: skip

# A type checker reads these imports, and reports a name that isn't among them; Python takes the other branch.
if TYPE_CHECKING:
    from dsl import (
        Catalogue,
        CompileError,
        Label,
        Problem,
        Program,
        Report,
        Scenario,
        SourceFile,
        Span,
        Wanted,
        compile_ruleset,
        contents,
        format_problems,
        load,
        rulesets,
        scenarios,
    )
    from dsl import report as link_report
    from interpreter import (
        Advice,
        Answer,
        Decision,
        Estimate,
        Event,
        Explanation,
        Failure,
        Game,
        Given,
        Header,
        IllegalAnswer,
        ItemView,
        NoAdvice,
        Option,
        Outcome,
        Policy,
        PolicyError,
        Replay,
        Row,
        Save,
        SaveError,
        Skill,
        State,
        StateError,
        View,
        ZoneView,
        save_of,
        simulate,
    )
    from interpreter import rerun as replay
    from reverie.checking import check, check_scenario
    from reverie.policies import policy_for
    from reverie.sweeps.results import Results, ResultsError, results
else:
    from importlib import import_module

    _OWN = {
        "check": ("reverie.checking", "check"),
        "check_scenario": ("reverie.checking", "check_scenario"),
        "link_report": ("dsl", "report"),
        "policy_for": ("reverie.policies", "policy_for"),
        "replay": ("interpreter", "rerun"),
        "Results": ("reverie.sweeps.results", "Results"),
        "ResultsError": ("reverie.sweeps.results", "ResultsError"),
        "results": ("reverie.sweeps.results", "results"),
    }
    """The names that neither face has under the same name: the module of each, and its name there."""

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals().setdefault(name, _imported(name))

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

    def _imported(name: str) -> object:
        if name in _OWN:
            module, own = _OWN[name]
            return getattr(import_module(module), own)
        faces = map(import_module, ("dsl", "interpreter"))
        return getattr(next(face for face in faces if name in face.__all__), name)
