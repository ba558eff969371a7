"""How long it takes from rules text to a first decision: in fresh processes, and again in one that is warm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from statistics import median
from tempfile import TemporaryDirectory
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

NOTES = (
    "never read: nothing was kept of these rules, nor of the grammar, by an earlier process; cold: it was",
    "Python's own compiled modules are there in both",
)


def cold(ruleset: str, modules: Sequence[str], players: int, home: str, code: str) -> list[float]:
    """Seconds for the imports, for the link, and from there to the first decision, in a fresh process."""
    return in_fresh_process(FRESH, [ruleset, list(modules), players], home, code)


def in_fresh_process(script: str, given: object, home: str, code: str) -> list[float]:
    """The numbers that a script prints as JSON, given the same way.

    `home` is the folder of what is kept between processes, `code` that of Python's compiled modules.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"REVERIE_HOME": home, "PYTHONPYCACHEPREFIX": code}
    command = [sys.executable, "-c", script, json.dumps(given)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [float(seconds) for seconds in json.loads(done.stdout)]


def anew(ruleset: str, modules: Sequence[str], players: int, code: str) -> list[float]:
    """The same where nothing was kept yet: these rules were never read before."""
    with TemporaryDirectory() as home:
        return cold(ruleset, modules, players, home, code)


def warm(ruleset: str, modules: Sequence[str], players: int) -> list[float]:
    """The same in this process, where everything is imported and has been used before."""
    begin = perf_counter()
    program = dsl.load(ruleset, modules=modules, players=players)
    linked = perf_counter()
    Game(program, seed=1)
    return [0.0, linked - begin, perf_counter() - linked]


def linking(ruleset: str, sets: Sequence[Sequence[str]], *, rounds: int) -> Table:
    """Medians in milliseconds, for each set of modules never read before, cold and warm."""
    rows = []
    with TemporaryDirectory() as home, TemporaryDirectory() as code:
        cold(ruleset, (), 1, home, code)
        ways: dict[str, Callable[[Sequence[str]], list[float]]] = {
            "never read": lambda modules: anew(ruleset, modules, 1, code),
            "cold": lambda modules: cold(ruleset, modules, 1, home, code),
            "warm": lambda modules: warm(ruleset, modules, 1),
        }
        for modules in sets:
            name = f"all {len(modules)} modules" if len(modules) > 3 else " ".join(modules) or "base"
            for kind, measure in ways.items():
                runs = [measure(modules) for _ in range(rounds)]
                parts = [1000 * median(part) for part in zip(*runs, strict=True)]
                rows.append((f"{name}, {kind}", *parts, 1000 * median(sum(run) for run in runs)))
    columns = ("set", "imports ms", "link ms", "first decision ms", "all ms")
    return Table("linking", f"{ruleset}: from rules text to the first decision", columns, tuple(rows), NOTES)
