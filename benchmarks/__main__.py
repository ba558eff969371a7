"""The command `python -m benchmarks`: measures the engine, prints ratios, and holds it to the hand-written game.

    python -m benchmarks                         every measure
    python -m benchmarks base copies             some of: base, modules, copies, linking, checking
    python -m benchmarks oracle --games 10000    engine and hand-written game side by side

Machines are noisy: only ratios within one run mean something.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

import attrs

import dsl
from benchmarks.checking import checking
from benchmarks.compare import Compared, compare
from benchmarks.copies import copies
from benchmarks.linking import linking
from benchmarks.report import Table
from benchmarks.speed import against_hand_written, with_modules


@attrs.frozen
class Effort:
    """How much is measured: rounds, seconds for each contender in a round, copies in a round; in how many processes."""

    rounds: int
    seconds: float
    copies: int
    processes: int = 2


THOROUGH = Effort(rounds=7, seconds=1.0, copies=20_000)
QUICK = Effort(rounds=3, seconds=0.1, copies=2_000)


def _base(effort: Effort) -> Table:
    return against_hand_written(rounds=effort.rounds, seconds=effort.seconds)


def _modules(effort: Effort) -> Table:
    return with_modules(rounds=effort.rounds, seconds=effort.seconds / 2)


def _copies(effort: Effort) -> Table:
    return copies([(), tuple(dsl.modules_of("onirim"))], rounds=effort.rounds, count=effort.copies)


def _linking(effort: Effort) -> Table:
    return linking([(), tuple(dsl.modules_of("onirim"))], rounds=effort.rounds)


def _checking(effort: Effort) -> Table:
    return checking(processes=effort.processes)


MEASURES: dict[str, Callable[[Effort], Table]] = {
    "base": _base,
    "modules": _modules,
    "copies": _copies,
    "linking": _linking,
    "checking": _checking,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; the exit code is 1 if engine and oracle differ."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    effort = QUICK if asked.quick else THOROUGH
    names = asked.what or list(MEASURES)
    for name in names:
        if name not in {*MEASURES, "oracle"}:
            parser.error(f"`{name}` can't be measured: it should be one of {', '.join(MEASURES)}, oracle")
    found: dict[str, object] = {}
    for name in names:
        if name != "oracle":
            table = MEASURES[name](effort)
            found[name] = table.to_json()
            _say(str(table), asked.json)
    compared = _side_by_side(asked) if "oracle" in names else None
    if compared:
        found["oracle"] = attrs.asdict(compared)
        _say(str(compared), asked.json)
    if asked.json:
        print(json.dumps(found, indent=2))
    return 1 if compared and compared.differences else 0


def _side_by_side(asked: argparse.Namespace) -> Compared:
    games = asked.games or (200 if asked.quick else 10_000)
    return compare(dsl.load("onirim"), games, first_seed=asked.seed)


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
        help="what to measure (default: all of base, modules, copies, linking, checking); oracle: play the engine and"
        " the hand-written game side by side",
    )
    parser.add_argument("--games", type=int, default=0, help="oracle: how many games (default: 10000; quick: 200)")
    parser.add_argument("--seed", type=int, default=0, help="oracle: the seed of the first game (default: 0)")
    parser.add_argument("--quick", action="store_true", help="measure briefly, to see that everything runs")
    parser.add_argument("--json", action="store_true", help="print one JSON object in the end")
    return parser


if __name__ == "__main__":
    sys.exit(main())
