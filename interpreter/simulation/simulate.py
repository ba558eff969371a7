"""Play many games without a person, and report how each of them ended.

Compiled C plays the games where that pays (see `engines`), else generated Python, both without the objects that people
need. Each game has its own seed, and its policy a separate generator, so the results are the same for either engine and
for any number of processes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import attrs

from dsl.program.program import Program
from interpreter.analysis.faults import Fault, fault_outcome
from interpreter.choices.decisions import Chooser
from interpreter.choices.scores import scores_of
from interpreter.generated.executor import compiled
from interpreter.native.executor import Native, Result
from interpreter.native.threads import in_threads
from interpreter.players.policies import POLICIES, chooser, eager_table, unknown
from interpreter.players.skill import Skill, skilled_results
from interpreter.reference.record import Record
from interpreter.simulation.engines import engine_for, net_for
from interpreter.simulation.processes import workers
from interpreter.state.layout import STATUS, Flat, blank

UNCOUNTED: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())
"""The scores and the winners of a game that has none."""

CHUNK = 50
"""Games that a process plays before it returns their rows."""


NATIVE_CHUNK = 500
"""Games that C plays before it returns their rows."""


@attrs.frozen
class Row:
    """The result of one game: `status` is "won", "lost", "over" or "fault", and `sentence` says why.

    `turns` is the number of turns that began, `decisions` the number of answers that weren't forced. `scores` has one
    score for each player, or one for the whole table; `winners` are the players who won against the others.
    """

    seed: int
    status: str
    sentence: str
    decisions: int
    turns: int
    scores: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()


Chunks = Iterator[tuple[int, list[Row]]]
"""Rows as they are played, each time with the number of games."""


def play(program: Program, seed: int, policy: str | Chooser = "random") -> Row:
    """Play one whole game."""
    choose = chooser(program, policy, seed) if isinstance(policy, str) else policy
    return continue_from(program, seed, blank(program, seed), choose)


def continue_from(
    program: Program, seed: int, s: Flat, choose: Chooser, look: Callable[[Flat], None] = lambda _: None
) -> Row:
    """Play a game to its end from the state `s`, which changes; `look` sees the last state unless there was a fault."""
    record, counted = Record(recording=False), UNCOUNTED
    try:
        compiled(program).play(s, choose, record)
        look(s)
        end = program.endings[s[STATUS] - 1]
        status, sentence = end.status, end.sentence
        if program.scoring is not None:
            counted = scores_of(program).counted(s, status)
    except Fault as fault:
        outcome = fault_outcome(program, fault)
        status, sentence = outcome.status, outcome.sentence
    return Row(seed, status, sentence, record.decisions, record.turns, *counted)


def simulate(
    source: Program | Callable[[], Program],
    games: int,
    *,
    seed: int = 0,
    policy: str | Skill = "random",
    processes: int = 1,
    engine: str = "auto",
    chosen: Callable[[str], None] | None = None,
    progress: Callable[[int], None] | None = None,
    part: Callable[[Sequence[Row]], None] | None = None,
    lost: Callable[[], None] | None = None,
) -> tuple[Row, ...]:
    """Play `games` whole games, with the seeds from `seed` on; a row for each, in this order.

    `source` is a program, or a function that loads one in each process, which is faster than sending a large program
    (the function must be picklable). `policy` is "random" or "eager"; any other name raises `ValueError`. A `Skill`
    plays in C only, and games that C leaves to Python have no row then. The rows are the same for any number of
    `processes`; no more processes start than there are chunks of `CHUNK` games. `progress` is called now and then with
    the number of games played so far, and `part` with the rows since the last time.

    `engine` is "auto", "native" (C, by threads instead of processes; raises `NotNative`, a `ValueError`, where that is
    impossible) or "python". `chosen` is called with a sentence that says which of them plays, and why.

    If a worker process is ended from outside, `lost` is called and its games are played again; if that happens
    `processes.TRIES` times in a row, `WorkersEnded` is raised, a `RuntimeError`.
    """
    program = cache(lambda: source if isinstance(source, Program) else source())
    seeds = range(seed, seed + games)
    if isinstance(policy, Skill):
        chunks = _skilled_chunks(program(), policy, seeds, processes)
        reason = "Played in C."
    elif policy not in POLICIES:
        raise unknown(policy)
    else:
        plays = engine_for(program, games, engine)
        reason = plays.reason
        if plays.native:
            chunks = _native_chunks(plays.native, program(), seeds, policy, processes)
        else:
            chunks = _chunks(source, games, seed, policy, processes, lost)
    if chosen is not None:
        chosen(reason)
    return _collected(chunks, progress, part)


def _collected(
    chunks: Chunks,
    progress: Callable[[int], None] | None,
    part: Callable[[Sequence[Row]], None] | None,
) -> tuple[Row, ...]:
    """The rows of all chunks, each of which comes with the number of its games."""
    rows: list[Row] = []
    done = 0
    for games, chunk in chunks:
        rows.extend(chunk)
        done += games
        if part is not None:
            part(chunk)
        if progress is not None:
            progress(done)
    return tuple(rows)


def _skilled_chunks(program: Program, skill: Skill, seeds: range, threads: int) -> Chunks:
    """The rows of the games that C plays to their end."""
    net = net_for(program, skill)
    for part, results in skilled_results(net, skill.playouts, seeds, threads):
        yield len(part), skilled_rows(program, part, results)


def skilled_rows(program: Program, seeds: range, results: Sequence[Result | None]) -> list[Row]:
    """The rows of games that a player with skill played, without those that C left to Python."""
    return [row_of(program, seed, "", result) for seed, result in zip(seeds, results, strict=True) if result]


def _native_chunks(engine: Native, program: Program, seeds: range, policy: str, threads: int) -> Chunks:
    table = eager_table(program) if policy == "eager" else None
    parts = [seeds[at : at + NATIVE_CHUNK] for at in range(0, len(seeds), NATIVE_CHUNK)]
    played = in_threads(lambda part: engine.play(part[0], len(part), table), parts, threads)
    for part, results in zip(parts, played, strict=True):
        yield len(part), [row_of(program, seed, policy, result) for seed, result in zip(part, results, strict=True)]


def row_of(program: Program, seed: int, policy: str, result: Result | None) -> Row:
    """The row of a game that was played in C, or that is left to Python."""
    if result is None:
        return play(program, seed, policy)
    end = program.endings[result.ending]
    counted = UNCOUNTED if program.scoring is None else scores_of(program).judged(result.counted, end.status)
    return Row(seed, end.status, end.sentence, result.decisions, result.turns, *counted)


def _chunks(
    source: Program | Callable[[], Program], games: int, seed: int, policy: str, processes: int,
    lost: Callable[[], None] | None,
) -> Chunks:  # fmt: skip
    parts = [range(first, min(first + CHUNK, seed + games)) for first in range(seed, seed + games, CHUNK)]
    at_once = min(processes, len(parts))
    if at_once <= 1:
        program = source if isinstance(source, Program) else source()
        for number in range(seed, seed + games):
            yield 1, [play(program, number, policy)]
        return
    with workers(at_once, _prepare, source, policy, lost=lost) as pool:
        for part, rows in zip(parts, pool.map(_play_part, parts), strict=True):
            yield len(part), rows


_work: list[tuple[Program, str]] = []
"""The program and policy of a worker process."""


def _prepare(source: Program | Callable[[], Program], policy: str) -> None:
    _work[:] = [(source if isinstance(source, Program) else source(), policy)]


def _play_part(seeds: range) -> list[Row]:
    program, policy = _work[0]
    return [play(program, seed, policy) for seed in seeds]
