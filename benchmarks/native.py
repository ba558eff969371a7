"""How fast compiled rules play: against a game written by hand in C, with modules, in threads; and how soon they can.

Everything is played uniformly at random. Rules and hand-written C go through the same compiler with the same flags, and
both are asked for rows of numbers, so that what Python makes of a row is no part of a game's cost.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Protocol, TypeAlias

import dsl
from benchmarks.agreement import apart
from benchmarks.linking import in_fresh_process
from benchmarks.report import Cell, Table
from benchmarks.rounds import Contender, Played, Rounds, interleave, per_decision, per_game
from benchmarks.speed import generated
from dsl.program.program import Program
from interpreter.native.build import NoCompiler, shared_library
from interpreter.native.executor import Native
from interpreter.native.expressions import Unsupported

CALLS, SECONDS = 8, 0.005
"""Calls that a contender makes at a time, and seconds that each takes: long for a call, short for a round."""

TRIED = 100
"""Games from which the games of a call are estimated."""

AIMED = "onirim"
"""The ruleset for which the aims hold."""

FRESH = """
import json, sys
from time import perf_counter
import dsl
from interpreter.native.executor import Native
ruleset, modules = json.loads(sys.argv[1])
begin = perf_counter()
program = dsl.load(ruleset, modules=modules)
linked = perf_counter()
Native(program)
print(json.dumps([linked - begin, perf_counter() - linked]))
"""
"""Run in a process of its own; prints the seconds for the link, and from there until games can be played in C."""

Row = tuple[str, Cell, str]
"""What was measured, what was found, and what is aimed at."""

Each: TypeAlias = "Callable[[Callable[[int], array[int]], Iterable[int]], Iterable[array[int]]]"
"""Calls a function with each of some numbers: `map`, or that of a pool of threads."""


class Player(Protocol):
    """Plays games with the seeds from one on: `width` numbers for each, beginning with status, decisions and turns."""

    width: int

    def rows(self, first: int, games: int) -> array[int]: ...


WON = 1
"""The status of a game that was won, in games written by hand."""


class HandWritten:
    """A game written by hand in C."""

    width = 3

    def __init__(self, text: str) -> None:
        self._play_games = ctypes.CDLL(str(shared_library(text))).play_games
        self._play_games.restype = None
        self._play_games.argtypes = [ctypes.c_int64, ctypes.c_int64, ctypes.c_size_t]

    def rows(self, first: int, games: int) -> array[int]:
        rows = array("q", bytes(8 * self.width * games))
        self._play_games(first, games, rows.buffer_info()[0])
        return rows


def hand_written(ruleset: str) -> HandWritten | None:
    """The base game of a ruleset in C, if somebody has written it."""
    path = Path(__file__).with_name(f"{ruleset}.c")
    return HandWritten(path.read_text(encoding="utf-8")) if path.is_file() else None


def native(ruleset: str, modules: Sequence[str], *, rounds: int, seconds: float, games: int) -> Table:
    """All measures of a ruleset: of its base game, and with these modules; averages are those of so many games."""
    columns, note = ("measure", "found", "aim"), f"With modules: {' '.join(modules)}."
    try:
        rows = tuple(_rows(ruleset, modules, rounds, seconds, games))
    except (NoCompiler, Unsupported) as error:
        rows, note = (), f"Nothing is measured: {error}."
    if ruleset != AIMED:
        rows = tuple((measure, found, "") for measure, found, _ in rows)
    return Table("native", f"{ruleset} compiled to C, solo, random play", columns, rows, (note,))


def _rows(ruleset: str, modules: Sequence[str], rounds: int, seconds: float, games: int) -> Iterator[Row]:
    base, extended = dsl.load(ruleset), dsl.load(ruleset, modules=modules)
    compiled, by_hand = Native(base), hand_written(ruleset)
    with ThreadPoolExecutor(2) as pool:
        contenders: dict[str, Contender] = {
            "base": in_calls(compiled, map),
            "two threads": in_calls(compiled, pool.map),
            "modules": in_calls(Native(extended), map),
            "base in Python": generated(base),
            "modules in Python": generated(extended),
        }
        if by_hand:
            contenders["by hand"] = in_calls(by_hand, map)
        found = interleave(contenders, rounds=rounds, seconds=seconds)
    if by_hand:
        yield from _against_hand_written(found)
        for what, errors in averages_apart(base, compiled, by_hand, games).items():
            yield f"base, {what} of {games:,} games, by hand and compiled: apart", errors, "-3 to 3"
    yield from _speeds(found)
    yield from ready(ruleset, modules, rounds=rounds)


def in_calls(player: Player, each: Each) -> Contender:
    """Plays games in several calls, which `each` distributes; those left to Python don't count."""
    games = max(1, int(SECONDS / min(_seconds_per_game(player) for _ in range(3))))

    def contender(number: int) -> Played:
        firsts = range(number * CALLS * games, (number + 1) * CALLS * games, games)
        played = list(each(lambda first: player.rows(first, games), firsts))
        left = sum(rows[:: player.width].count(-1) for rows in played)
        return Played(sum(sum(rows[1 :: player.width]) for rows in played), 0, CALLS * games - left)

    return contender


def _seconds_per_game(player: Player) -> float:
    begin = perf_counter()
    player.rows(0, TRIED)
    return (perf_counter() - begin) / TRIED


def _against_hand_written(found: Rounds) -> Iterator[Row]:
    total = found.total("by hand")
    yield "base, by hand in C: games/s", 1 / per_game(total), ""
    yield "base, by hand in C: decisions/s", 1 / per_decision(total), ""
    yield "base, compiled to by hand: games/s, ratio", found.ratio(per_game, "by hand", "base"), "0.5 or more"


def _speeds(found: Rounds) -> Iterator[Row]:
    base, modules = found.total("base"), found.total("modules")
    yield "base, compiled: games/s", 1 / per_game(base), ""
    yield "base, compiled: decisions/s", 1 / per_decision(base), ""
    yield "modules, compiled: games/s", 1 / per_game(modules), ""
    yield "modules, compiled: decisions/s", 1 / per_decision(modules), ""
    yield "modules to base: cost of a decision, ratio", found.ratio(per_decision, "modules", "base"), "3 or less"
    yield "two threads to one: games/s, ratio", found.ratio(per_game, "base", "two threads"), "1.9 or more"
    for name in ("base", "modules"):
        faster = found.ratio(per_decision, f"{name} in Python", name)
        yield f"{name}, compiled to generated Python: decisions/s, ratio", faster, ""


def averages_apart(program: Program, compiled: Player, by_hand: Player, games: int) -> dict[str, float]:
    """How many standard errors lie between averages of a game that is compiled and the same written by hand."""
    ours, theirs = compiled.rows(0, games), by_hand.rows(0, games)
    endings = [end.status for end in program.endings]
    won = [status > 0 and endings[status - 1] == "won" for status in ours[:: compiled.width]]
    return {
        "victories": apart(won, [status == WON for status in theirs[:: by_hand.width]]),
        "decisions": apart(ours[1 :: compiled.width], theirs[1 :: by_hand.width]),
        "turns": apart(ours[2 :: compiled.width], theirs[2 :: by_hand.width]),
    }


def ready(ruleset: str, modules: Sequence[str], *, rounds: int) -> Iterator[Row]:
    """Milliseconds until games can be played in C, in fresh processes: where nothing was read before, and again."""
    with TemporaryDirectory() as home, TemporaryDirectory() as code:
        in_fresh_process(FRESH, [ruleset, []], home, code)
        times = [_cold_and_cached(ruleset, modules, code) for _ in range(rounds)]
    link, compiling, cached = (1000 * median(part) for part in zip(*times, strict=True))
    yield "modules, from rules never read to games in C: ms", link + compiling, "3000 or less"
    yield "modules, without the link: ms", compiling, ""
    yield "modules, without the link, library in the cache: ms", cached, "50 or less"


def _cold_and_cached(ruleset: str, modules: Sequence[str], code: str) -> tuple[float, float, float]:
    with TemporaryDirectory() as home:
        link, compiling = in_fresh_process(FRESH, [ruleset, list(modules)], home, code)
        _, cached = in_fresh_process(FRESH, [ruleset, list(modules)], home, code)
    return link, compiling, cached
