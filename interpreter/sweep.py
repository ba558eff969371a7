"""Play games of many links, and look closely: the tool that shows that modules go together.

A *link* is a game put together, with a number of deals. Each process links and plays whole links, so what is found
hangs neither on their number nor on their order. Every state at a decision is inspected; a game that goes wrong is
told with its answers, so that it can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import attrs

from dsl.diagnostics import REFUSALS, CompileError
from dsl.program import Program
from interpreter.compiled import compiled
from interpreter.engine import Game
from interpreter.faults import Fault, fault_outcome
from interpreter.invariants import checks_of
from interpreter.layout import STATUS, blank
from interpreter.options import Pick
from interpreter.policies import Chooser, Uses, chooser
from interpreter.record import Record
from interpreter.replay import save_of
from interpreter.running import prepared
from interpreter.simulate import Row

LONGEST = 20_000
"""Decisions after which a game that isn't over counts as one that never is."""


@attrs.frozen
class Link:
    """What is linked, and the deals played with it: `games` seeds from `seed` on."""

    modules: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int
    games: int


@attrs.frozen
class Faulty:
    """A game that went wrong, and its record as `replay` writes it."""

    seed: int
    sentence: str
    save: str


@attrs.frozen
class Swept:
    """What became of a link: games by how they ended, the decisions and turns in all of them, what went wrong.

    `refused` is why there is no such game; `problem` is what is wrong with the rules put together like this.
    """

    link: Link
    won: int = 0
    lost: int = 0
    decisions: int = 0
    turns: int = 0
    faults: tuple[Faulty, ...] = ()
    refused: str = ""
    problem: str = ""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.lost + len(self.faults)


Load = Callable[[Link], Program]
"""Links a game; raises `CompileError` if that can't be."""


def sweep(load: Load, links: Iterable[Link], policy: str = "random", processes: int = 1) -> Iterator[Swept]:
    """Link and play each of these, in order."""
    work = partial(play_link, load, policy=policy)
    if processes <= 1:
        yield from map(work, links)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, links)


def play_link(load: Load, link: Link, policy: str = "random") -> Swept:
    """Link a game and play its deals."""
    try:
        program = load(link)
    except CompileError as error:
        told = str(error.problems[0].message)
        if all(problem.code in REFUSALS for problem in error.problems):
            return Swept(link, refused=told)
        return Swept(link, problem=str(error))
    uses: Uses = {}
    rows, faults = [], []
    for seed in range(link.seed, link.seed + link.games):
        row, answers = play_closely(program, seed, chooser(program, policy, seed, uses))
        rows.append(row)
        if row.status == "fault":
            faults.append(Faulty(seed, row.sentence, replayed(program, seed, answers)))
    ended = [row.status for row in rows]
    return Swept(
        link, ended.count("won"), ended.count("lost"),
        sum(row.decisions for row in rows), sum(row.turns for row in rows), tuple(faults),
    )  # fmt: skip


def play_closely(program: Program, seed: int, choose: Chooser) -> tuple[Row, list[int]]:
    """Play one whole game, every state at a decision inspected; also the answers, by index."""
    executor, record, s = compiled(program), Record(keeping=False), blank(program, seed)
    checks, answers = checks_of(program), list[int]()

    def closely(block: int, picks: list[Pick]) -> int:
        checks.inspect(s)
        if len(answers) >= LONGEST:
            raise Fault("endless game", f"after {LONGEST:,} decisions the game is not over")
        answer = choose(block, picks)
        answers.append(answer)
        return answer

    try:
        executor.play(s, closely, record)
        checks.count(s)
        end = program.endings[s[STATUS] - 1]
        return Row(seed, end.status, end.sentence, record.decisions, record.turns), answers
    except Fault as fault:
        outcome = fault_outcome(program, fault)
        return Row(seed, outcome.status, outcome.sentence, record.decisions, record.turns), answers


def replayed(program: Program, seed: int, answers: Iterable[int]) -> str:
    """The record of a game with these answers, as it is saved; it ends where the game does or they do."""
    now = prepared(program, blank(program, seed), False, True)
    now.begin(program)
    for answer in answers:
        if now.picks:
            now.answer(program, now.picks[answer])
    return save_of(Game(program, seed, at=now)).to_text()
