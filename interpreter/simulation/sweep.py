"""Sweep: play games of many links and inspect every state, to show that modules work together.

A *link* is a set of modules and options, with a number of deals. Each process plays whole links, so the results depend
neither on the number of processes nor on their order. A game with a fault is reported with its answers, so that it can
be replayed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import attrs

from dsl.program.program import Program
from dsl.text.diagnostics import REFUSALS, CompileError
from interpreter.game.game import Game
from interpreter.game.replay import save_of
from interpreter.game.running import prepared
from interpreter.players.policies import Uses, chooser
from interpreter.simulation.closely import Played, play_closely, play_deals
from interpreter.simulation.counting import CoverageCounter, Meeting, Owners, Tally
from interpreter.simulation.engines import SWEEPING, engine_for
from interpreter.simulation.perturb import Position
from interpreter.simulation.positions import draw_positions
from interpreter.simulation.processes import in_order
from interpreter.simulation.simulate import Row
from interpreter.state.layout import blank
from interpreter.state.state import State

COUNTED = "Played in Python, which counts what the rules do."
"""Why games whose rules are counted aren't played in C."""


@attrs.frozen
class Link:
    """A game to link, and the deals to play with it: `games` seeds from `seed` on."""

    modules: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int
    games: int


@attrs.frozen
class Faulty:
    """A game that ended with a fault, with its save (see `replay`).

    `dealt` is the seed that deals it; None if it began at a perturbed position.
    """

    seed: int
    sentence: str
    save: str
    dealt: int | None


@attrs.frozen
class Swept:
    """The result of a link: games by how they ended, the decisions and turns in all of them, and the faults.

    `refused` is why the rules refuse this game, and `problem` why it can't be linked. `tally` is the coverage of its
    rules, if it was recorded. `scored` are the games that ended with scores; those that began at drawn positions aren't
    among them, because such scores say nothing of whole games. `engine` says what played, and why.
    """

    link: Link
    won: int = 0
    lost: int = 0
    over: int = 0
    decisions: int = 0
    turns: int = 0
    faults: tuple[Faulty, ...] = ()
    refused: str = ""
    problem: str = ""
    tally: Tally | None = None
    scored: tuple[Row, ...] = ()
    engine: str = ""

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.won + self.lost + self.over + len(self.faults)


Load = Callable[[Link, bool], Program]
"""Links a game, with or without coverage; raises `CompileError` if that fails."""

Survey = Callable[[Program], tuple[Owners, tuple[Meeting, ...]]]
"""Returns the rules that each origin of a program belongs to, and where its modules can meet."""


def sweep(
    load: Load, links: Iterable[Link], policy: str = "random", processes: int = 1, survey: Survey | None = None,
    lost: Callable[[], None] | None = None, engine: str = "auto",
) -> Iterator[Swept]:  # fmt: skip
    """Link and play each link, in order; `lost` and `engine` as in `simulate.simulate`.

    With `survey`, the coverage of their rules is recorded. Then every second game begins at a position near the end of
    a game, and half of all games are random, whatever the policy, because a policy may never take some options.
    """
    work = partial(play_link, load, policy=policy, survey=survey, engine=engine)
    yield from in_order(work, list(links), processes, lost)


def play_link(
    load: Load, link: Link, policy: str = "random", survey: Survey | None = None, engine: str = "auto"
) -> Swept:
    """Link a game and play its deals."""
    try:
        program = load(link, survey is not None)
    except CompileError as error:
        message = str(error.problems[0].message)
        if all(problem.code in REFUSALS for problem in error.problems):
            return Swept(link, refused=message)
        return Swept(link, problem=str(error))
    if survey is None:
        plays = engine_for(lambda: program, link.games, engine, SWEEPING)
        seeds = range(link.seed, link.seed + link.games)
        return attrs.evolve(
            _swept(link, play_deals(program, seeds, policy, plays.native), program), engine=plays.reason
        )
    owners, meetings = survey(program)
    uses: Uses = {}
    positions = draw_positions(program, link.seed, link.games // 2, uses)
    counting = CoverageCounter(program, owners)
    played = _play_counted(program, link, policy, uses, positions, counting)
    swept = _swept(link, played, load(link, False) if any(row.status == "fault" for row, _, _ in played) else program)
    return attrs.evolve(swept, tally=counting.tally(meetings), engine=COUNTED)


def _play_counted(
    program: Program, link: Link, policy: str, uses: Uses, positions: Sequence[Position], counting: CoverageCounter
) -> list[Played]:
    played = []
    for number in range(link.games):
        seed = link.seed + number
        start = positions[number // 2] if number % 2 and positions else None
        choose = chooser(program, "random" if number // 4 % 2 else policy, seed, uses)
        row, answers = play_closely(program, seed, choose, start, counting)
        played.append((row, start, answers))
    return played


def _swept(link: Link, played: Sequence[Played], program: Program) -> Swept:
    """The result of a link; `program` is the one to replay games with faults with."""
    rows = [row for row, _, _ in played]
    ended = [row.status for row in rows]
    faults = faults_of(program, played)
    decisions, turns = sum(row.decisions for row in rows), sum(row.turns for row in rows)
    won, lost, over = map(ended.count, ("won", "lost", "over"))
    scored = tuple(row for row, start, _ in played if row.scores and start is None)
    return Swept(link, won, lost, over, decisions, turns, faults, scored=scored)


def faults_of(program: Program, played: Sequence[Played]) -> tuple[Faulty, ...]:
    """The games that ended with a fault, with their saves; `program` is the one to replay them with."""
    return tuple(
        Faulty(row.seed, row.sentence, _record(program, row, start, answers), _dealt(row, start))
        for row, start, answers in played
        if row.status == "fault"
    )


def _dealt(row: Row, start: Position | None) -> int | None:
    if start is None:
        return row.seed
    return None if start.perturbed else start.seed


def _record(program: Program, row: Row, start: Position | None, answers: Sequence[int]) -> str:
    """A game with a fault as text: its save or, if it began at a perturbed position, that state and the answers."""
    if start is None or not start.perturbed:
        return replayed(program, start.seed if start else row.seed, answers)
    now = prepared(program, list(start.state), False, False)
    now.begin(program)
    return json.dumps({"state": State(program, tuple(now.s)).to_json(), "answers": list(answers)}) + "\n"


def replayed(program: Program, seed: int, answers: Iterable[int]) -> str:
    """The save of a game with these answers; it ends with the game or with the answers."""
    now = prepared(program, blank(program, seed), False, True)
    now.begin(program)
    for answer in answers:
        if now.picks:
            now.answer(program, now.picks[answer])
    return save_of(Game(program, seed, at=now)).to_text()
