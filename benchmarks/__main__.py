"""The command `python -m benchmarks`: measures the engine, prints ratios, and holds it to the hand-written games.

    python -m benchmarks                             every measure, of every ruleset
    python -m benchmarks base copies --of urbion     some of: base, modules, copies, linking, coverage …; of one ruleset
    python -m benchmarks native                      games compiled to C, against one that is written in C by hand
    python -m benchmarks stepping                    many games at once, against the environment of one game
    python -m benchmarks editor --of onirim          problems while rules are typed, by the language server
    python -m benchmarks oracle --games 10000        engine and hand-written games side by side
    python -m benchmarks statistics                  random games of both, with random numbers of their own

Machines are noisy: only ratios within one run mean something.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

import attrs

import dsl
from benchmarks.agreement import agreement
from benchmarks.checking import checking
from benchmarks.compare import Compared, compare
from benchmarks.copies import copies
from benchmarks.counterparts import COUNTERPARTS
from benchmarks.coverage import coverage
from benchmarks.linking import linking
from benchmarks.native import native
from benchmarks.report import Table
from benchmarks.speed import against_hand_written, with_modules


@attrs.frozen
class Effort:
    """How much is measured: rounds, seconds for each contender in a round, copies in a round, random games.

    `processes` is for what is measured in several at once; `scenarios` are those that a contender plays in turn.
    """

    rounds: int
    seconds: float
    copies: int
    games: int
    processes: int = 2
    scenarios: int = 40


THOROUGH = Effort(rounds=7, seconds=1.0, copies=20_000, games=10_000)
QUICK = Effort(rounds=3, seconds=0.1, copies=2_000, games=200, scenarios=5)


def _base(ruleset: str, effort: Effort) -> Table:
    return against_hand_written(ruleset, rounds=effort.rounds, seconds=effort.seconds)


def _modules(ruleset: str, effort: Effort) -> Table:
    return with_modules(ruleset, rounds=effort.rounds, seconds=effort.seconds / 2)


def _native(ruleset: str, effort: Effort) -> Table:
    modules, games = tuple(dsl.modules_of(ruleset)), 100 * effort.games
    return native(ruleset, modules, rounds=effort.rounds, seconds=effort.seconds, games=games)


def _copies(ruleset: str, effort: Effort) -> Table:
    return copies(ruleset, _none_and_all(ruleset), rounds=effort.rounds, count=effort.copies)


def _linking(ruleset: str, effort: Effort) -> Table:
    return linking(ruleset, _none_and_all(ruleset), rounds=effort.rounds)


def _none_and_all(ruleset: str) -> list[tuple[str, ...]]:
    return [(), tuple(dsl.modules_of(ruleset))]


def _coverage(ruleset: str, effort: Effort) -> Table:
    sets = _none_and_all(ruleset)
    return coverage(ruleset, sets, rounds=effort.rounds, seconds=effort.seconds, most=effort.scenarios)


def _checking(ruleset: str, effort: Effort) -> Table:
    return checking(ruleset, processes=effort.processes)


def _editor(ruleset: str, effort: Effort) -> Table:
    del effort
    from benchmarks.editor import editor  # its packages are an extra

    return editor(ruleset)


def _stepping(ruleset: str, effort: Effort) -> Table:
    from benchmarks.stepping import stepping  # its packages are an extra

    return stepping(ruleset, _none_and_all(ruleset), rounds=effort.rounds, seconds=effort.seconds)


def _statistics(ruleset: str, effort: Effort) -> Table:
    return agreement(ruleset, games=effort.games)


MEASURES: dict[str, Callable[[str, Effort], Table]] = {
    "base": _base,
    "modules": _modules,
    "native": _native,
    "copies": _copies,
    "linking": _linking,
    "coverage": _coverage,
    "checking": _checking,
    "statistics": _statistics,
    "editor": _editor,
    "stepping": _stepping,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; the exit code is 1 if engine and oracle differ."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    effort = QUICK if asked.quick else THOROUGH
    names, rulesets = asked.what or list(MEASURES), [asked.of] if asked.of else list(COUNTERPARTS)
    for name in names:
        if name not in {*MEASURES, "oracle"}:
            parser.error(f"`{name}` can't be measured: it should be one of {', '.join(MEASURES)}, oracle")
    found: dict[str, dict[str, object]] = {}
    for name in names:
        for ruleset in rulesets if name != "oracle" else ():
            table = MEASURES[name](ruleset, effort)
            found.setdefault(name, {})[ruleset] = table.to_json()
            _say(str(table), asked.json)
    alike = True
    for ruleset in rulesets if "oracle" in names else ():
        compared = _side_by_side(ruleset, asked.games or effort.games, asked.seed)
        found.setdefault("oracle", {})[ruleset] = [attrs.asdict(each) for each in compared]
        _say("\n".join(map(str, compared)), asked.json)
        alike = alike and not any(each.differences for each in compared)
    if asked.json:
        print(json.dumps(found, indent=2))
    return 0 if alike else 1


def _side_by_side(ruleset: str, games: int, first_seed: int) -> list[Compared]:
    """Engine and hand-written game, for each number of players that both know."""
    return [
        compare(dsl.load(ruleset, players=players), games, first_seed=first_seed)
        for players in COUNTERPARTS[ruleset].players
    ]


def _say(text: str, silent: bool) -> None:
    """Print a result as soon as it is there, unless a program reads all of them in the end."""
    if not silent:
        print(text, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure the engine, and print ratios.")
    parser.add_argument(
        "what",
        nargs="*",
        metavar="what",
        help=f"what to measure (default: all of {', '.join(MEASURES)}); oracle: play the engine and the hand-written"
        " games side by side",
    )
    parser.add_argument("--of", choices=list(COUNTERPARTS), help="of which ruleset (default: of each)")
    parser.add_argument("--games", type=int, default=0, help="oracle: how many games (default: 10000; quick: 200)")
    parser.add_argument("--seed", type=int, default=0, help="oracle: the seed of the first game (default: 0)")
    parser.add_argument("--quick", action="store_true", help="measure briefly, to see that everything runs")
    parser.add_argument("--json", action="store_true", help="print one JSON object in the end")
    return parser


if __name__ == "__main__":
    sys.exit(main())
