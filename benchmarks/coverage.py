"""What measuring coverage costs: games as sweeps play them in Python, and scenarios as `reverie test` plays them.

The games are linked beforehand in both. In a game linked for coverage, each condition of a rule is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import dsl
from benchmarks.report import Table
from benchmarks.rounds import Contender, Played, interleave, per_decision, per_game
from dsl import Program, Scenario
from dsl.reading.library import rules_below
from interpreter import examine_scenario
from interpreter.analysis.coverage import coverage_of
from interpreter.players.policies import chooser
from interpreter.simulation.closely import play_closely
from repl.authoring.scenarios import loader, own_files
from reverie.testing.coverage import Recorder

PLAIN, COVERED = "plain", "for coverage"

AIM = "1.3 or less"


def games(program: Program) -> Contender:
    """Random games whose every state is inspected; what was recorded is dropped after each."""
    log = coverage_of(program).log

    def contender(seed: int) -> Played:
        row, _ = play_closely(program, seed, chooser(program, "random", seed, {}))
        log.clear()
        return Played(row.decisions, row.turns)

    return contender


def scenarios(ruleset: str, most: int, *, covered: bool) -> Contender:
    """So many scenarios of a ruleset, spread over all of them, one after the other."""
    recorder = Recorder()
    found: list[tuple[Scenario, Callable[[Scenario], Program], Sequence[Path]]] = []
    for path in rules_below(dsl.ruleset_folder(ruleset)):
        load, own = loader(path, coverage="conditions" if covered else False), own_files(path)
        found += [(scenario, load, own) for scenario in dsl.scenarios(path) if not scenario.refused]
    chosen = found[:: max(1, len(found) // most)][:most]

    def contender(_: int) -> Played:
        for scenario, load, own in chosen:
            problems = recorder.examine(scenario, load, own) if covered else examine_scenario(scenario, load)
            assert not problems.problems
        return Played(1, 1, len(chosen))

    return contender


def coverage(ruleset: str, sets: Sequence[Sequence[str]], *, rounds: int, seconds: float, most: int) -> Table:
    """How many times a game, or a scenario, costs what it costs without coverage."""
    rows = []
    for modules in sets:
        contenders = {
            PLAIN: games(dsl.load(ruleset, modules)),
            COVERED: games(dsl.load(ruleset, modules, coverage="conditions")),
        }
        found = interleave(contenders, rounds=rounds, seconds=seconds)
        name = f"random games, {f'all {len(modules)} modules' if modules else 'base'}"
        rows.append((name, found.ratio(per_decision, COVERED, PLAIN), AIM))
    contenders = {
        PLAIN: scenarios(ruleset, most, covered=False),
        COVERED: scenarios(ruleset, most, covered=True),
    }
    found = interleave(contenders, rounds=rounds, seconds=seconds)
    rows.append((f"{most} scenarios", found.ratio(per_game, COVERED, PLAIN), AIM))
    notes = ("Ratio: the cost with coverage divided by the cost without; the games are linked beforehand.",)
    return Table(
        "coverage", f"{ruleset}: what measuring coverage costs", ("played", "ratio", "aim"), tuple(rows), notes
    )
