"""Play many games without a person, and say how each of them ended.

Games are played by generated code alone, without the objects that people need. Each game has its own seed and its
policy's own generator, so a table of results is the same however many processes share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from dsl.program.program import Program
from interpreter.analysis.faults import Fault, fault_outcome
from interpreter.choices.decisions import Chooser
from interpreter.generated.executor import compiled
from interpreter.players.policies import chooser
from interpreter.reference.record import Record
from interpreter.simulation.processes import side_by_side
from interpreter.state.layout import STATUS, Flat, blank

CHUNK = 50
"""Games that a process plays before it reports."""


@attrs.frozen
class Row:
    """How one game went: `status` is "won", "lost" or "fault", and `sentence` says why.

    `turns` is the number of turns that began, `decisions` the number of answers that weren't forced.
    """

    seed: int
    status: str
    sentence: str
    decisions: int
    turns: int


def play(program: Program, seed: int, policy: str | Chooser = "random") -> Row:
    """Play one whole game."""
    choose = chooser(program, policy, seed) if isinstance(policy, str) else policy
    return play_on(program, seed, blank(program, seed), choose)


def play_on(
    program: Program, seed: int, s: Flat, choose: Chooser, look: Callable[[Flat], None] = lambda _: None
) -> Row:
    """Play a game to its end from the state `s`, which is changed; it is looked at there, if the rules came so far."""
    record = Record(keeping=False)
    try:
        compiled(program).play(s, choose, record)
        look(s)
        end = program.endings[s[STATUS] - 1]
        status, sentence = end.status, end.sentence
    except Fault as fault:
        outcome = fault_outcome(program, fault)
        status, sentence = outcome.status, outcome.sentence
    return Row(seed, status, sentence, record.decisions, record.turns)


def simulate(
    source: Program | Callable[[], Program],
    games: int,
    *,
    seed: int = 0,
    policy: str = "random",
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
) -> tuple[Row, ...]:
    """Play `games` whole games, with the seeds from `seed` on; a row for each, in this order.

    `source` is a program, or a function that loads one, for processes to which a program can't be sent quickly (it must
    be possible to pickle the function). `policy` is "random" or "eager"; raises `ValueError` for any other name. The
    rows are the same for any number of `processes`; no more are started than there are parts of `CHUNK` games.
    `progress` is called now and then with the number of games played so far.
    """
    rows: list[Row] = []
    for chunk in _chunks(source, games, seed, policy, processes):
        rows.extend(chunk)
        if progress is not None:
            progress(len(rows))
    return tuple(rows)


def _chunks(
    source: Program | Callable[[], Program], games: int, seed: int, policy: str, processes: int
) -> Iterator[list[Row]]:
    parts = [range(first, min(first + CHUNK, seed + games)) for first in range(seed, seed + games, CHUNK)]
    at_once = min(processes, len(parts))
    if at_once <= 1:
        program = source if isinstance(source, Program) else source()
        for part in parts:
            yield [play(program, number, policy) for number in part]
        return
    with side_by_side(at_once, _prepare, source, policy) as pool:
        yield from pool.map(_play_part, parts)


_work: list[tuple[Program, str]] = []
"""What a process of the pool plays."""


def _prepare(source: Program | Callable[[], Program], policy: str) -> None:
    _work[:] = [(source if isinstance(source, Program) else source(), policy)]


def _play_part(seeds: range) -> list[Row]:
    program, policy = _work[0]
    return [play(program, seed, policy) for seed in seeds]
