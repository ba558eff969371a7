"""Play games of many links, and look closely: the tool that shows that modules go together.

A *link* is a game put together, with a number of deals. Each process links and plays whole links, so what is found
hangs neither on their number nor on their order. Every state at a decision is inspected; a game that goes wrong is
told with its answers, so that it can be played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import attrs

from dsl.program.program import Program
from dsl.text.diagnostics import REFUSALS, CompileError
from interpreter.analysis.faults import LONGEST, endless_game
from interpreter.choices.decisions import Chooser
from interpreter.choices.picks import Pick
from interpreter.game.game import Game
from interpreter.game.invariants import checks_of
from interpreter.game.replay import save_of
from interpreter.game.running import prepared
from interpreter.players.policies import Uses, chooser
from interpreter.simulation.counting import CoverageCounter, Meeting, Owners, Tally
from interpreter.simulation.perturb import Position
from interpreter.simulation.positions import draw_positions
from interpreter.simulation.processes import side_by_side
from interpreter.simulation.simulate import Row, play_on
from interpreter.state.layout import blank
from interpreter.state.state import State


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

    `refused` is why there is no such game; `problem` is what is wrong with the rules put together like this. `tally`
    is what its rules did, if they were counted.
    """

    link: Link
    won: int = 0
    lost: int = 0
    decisions: int = 0
    turns: int = 0
    faults: tuple[Faulty, ...] = ()
    refused: str = ""
    problem: str = ""
    tally: Tally | None = None

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.won + self.lost + len(self.faults)


Load = Callable[[Link, bool], Program]
"""Links a game, for counting or not; raises `CompileError` if that can't be."""

Survey = Callable[[Program], tuple[Owners, tuple[Meeting, ...]]]
"""To which rules the origins of a program belong, and where its modules can meet."""


def sweep(
    load: Load, links: Iterable[Link], policy: str = "random", processes: int = 1, survey: Survey | None = None
) -> Iterator[Swept]:
    """Link and play each of these, in order.

    With `survey`, their rules are counted. Then every second game begins at a position near the end of one, and half of
    them all are played at random, whatever the policy, because a policy may have habits.
    """
    work, every = partial(play_link, load, policy=policy, survey=survey), list(links)
    at_once = min(processes, len(every))
    if at_once <= 1:
        yield from map(work, every)
        return
    with side_by_side(at_once) as pool:
        yield from pool.map(work, every)


def play_link(load: Load, link: Link, policy: str = "random", survey: Survey | None = None) -> Swept:
    """Link a game and play its deals."""
    try:
        program = load(link, survey is not None)
    except CompileError as error:
        message = str(error.problems[0].message)
        if all(problem.code in REFUSALS for problem in error.problems):
            return Swept(link, refused=message)
        return Swept(link, problem=str(error))
    if survey is None:
        return _swept(link, _play_deals(program, link, policy, {}), program)
    owners, meetings = survey(program)
    uses: Uses = {}
    positions = draw_positions(program, link.seed, link.games // 2, uses)
    counting = CoverageCounter(program, owners)
    played = _play_deals(program, link, policy, uses, positions, counting)
    swept = _swept(link, played, load(link, False) if any(row.status == "fault" for row, _, _ in played) else program)
    return attrs.evolve(swept, tally=counting.tally(meetings))


Played = tuple[Row, Position | None, list[int]]
"""A game's row, where it began if that was no deal, and its answers."""


def _play_deals(
    program: Program, link: Link, policy: str, uses: Uses, positions: Sequence[Position] = (),
    counting: CoverageCounter | None = None,
) -> list[Played]:  # fmt: skip
    played = []
    for number in range(link.games):
        seed = link.seed + number
        start = positions[number // 2] if number % 2 and positions else None
        name = "random" if counting and number // 4 % 2 else policy
        row, answers = play_closely(program, seed, chooser(program, name, seed, uses), start, counting)
        played.append((row, start, answers))
    return played


def _swept(link: Link, played: Sequence[Played], program: Program) -> Swept:
    """What became of a link; `program` is what games that went wrong are played again with."""
    rows = [row for row, _, _ in played]
    ended = [row.status for row in rows]
    faults = tuple(
        Faulty(row.seed, row.sentence, _record(program, row, start, answers))
        for row, start, answers in played
        if row.status == "fault"
    )
    decisions, turns = sum(row.decisions for row in rows), sum(row.turns for row in rows)
    return Swept(link, ended.count("won"), ended.count("lost"), decisions, turns, faults)


def _record(program: Program, row: Row, start: Position | None, answers: Sequence[int]) -> str:
    """A game that went wrong: as it is saved; if no deal led to where it began, its first decision and the answers."""
    if start is None or not start.perturbed:
        return replayed(program, start.seed if start else row.seed, answers)
    now = prepared(program, list(start.state), False, False)
    now.begin(program)
    return json.dumps({"state": State(program, tuple(now.s)).to_json(), "answers": list(answers)}) + "\n"


def play_closely(
    program: Program, seed: int, choose: Chooser, start: Position | None = None, counting: CoverageCounter | None = None
) -> tuple[Row, list[int]]:
    """Play one whole game, or the rest of one, every state at a decision inspected; also the answers, by index.

    Decisions and turns before the position it starts from don't count, and those answers come first.
    """
    s = list(start.state) if start else blank(program, seed)
    checks, answers = checks_of(program), list(start.answers if start else ())

    def closely(block: int, picks: list[Pick]) -> int:
        checks.inspect(s)
        if counting is not None:
            counting.decision(block, picks)
        if len(answers) >= LONGEST:
            raise endless_game(LONGEST)
        answer = choose(block, picks)
        answers.append(answer)
        return answer

    row = play_on(program, seed, s, closely, checks.count)
    if counting is not None:
        counting.over(s)
    return row, answers


def replayed(program: Program, seed: int, answers: Iterable[int]) -> str:
    """The record of a game with these answers, as it is saved; it ends where the game does or they do."""
    now = prepared(program, blank(program, seed), False, True)
    now.begin(program)
    for answer in answers:
        if now.picks:
            now.answer(program, now.picks[answer])
    return save_of(Game(program, seed, at=now)).to_text()
