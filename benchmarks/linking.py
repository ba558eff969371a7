"""How long it takes from rules text to a first decision: in a fresh process, and again in one that is warm."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from statistics import median
from time import perf_counter

import dsl
from benchmarks.report import Table
from interpreter import Game

FRESH = """
import json, sys
from time import perf_counter
ruleset, modules, players = json.loads(sys.argv[1])
begin = perf_counter()
import dsl, interpreter
imported = perf_counter()
program = dsl.load(ruleset, modules=modules, players=players)
linked = perf_counter()
interpreter.Game(program, seed=1)
print(json.dumps([imported - begin, linked - imported, perf_counter() - linked]))
"""
"""Run in a process of its own; prints the seconds for the imports, for the link, and to the first decision."""


def cold(ruleset: str, modules: Sequence[str], players: int) -> list[float]:
    """Seconds for the imports, for the link, and from there to the first decision, in a fresh process."""
    command = [sys.executable, "-c", FRESH, json.dumps([ruleset, list(modules), players])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(seconds) for seconds in json.loads(done.stdout)]


def warm(ruleset: str, modules: Sequence[str], players: int) -> list[float]:
    """The same in this process, where everything is imported and has been used before."""
    begin = perf_counter()
    program = dsl.load(ruleset, modules=modules, players=players)
    linked = perf_counter()
    Game(program, seed=1)
    return [0.0, linked - begin, perf_counter() - linked]


def linking(ruleset: str, sets: Sequence[Sequence[str]], *, rounds: int) -> Table:
    """Medians in milliseconds, for each set of modules cold and warm."""
    rows = []
    for modules in sets:
        name = f"all {len(modules)} modules" if len(modules) > 3 else " ".join(modules) or "base"
        for kind, measure in (("cold", cold), ("warm", warm)):
            runs = [measure(ruleset, modules, 1) for _ in range(rounds)]
            parts = [1000 * median(part) for part in zip(*runs, strict=True)]
            rows.append((f"{name}, {kind}", *parts, 1000 * median(sum(run) for run in runs)))
    columns = ("set", "imports ms", "link ms", "first decision ms", "all ms")
    return Table("linking", f"{ruleset}: from rules text to the first decision", columns, tuple(rows))
