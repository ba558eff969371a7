"""Play the games of a lasting sweep, some at a time: the work of one process, from a link to the rows of its games.

The games of every set are played as `sweep` plays them, each state inspected; those of one set as `simulate` does. A
piece of work names everything that it needs, so any process can do it.
"""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter

import attrs

import dsl
from interpreter.generated.executor import compiled
from interpreter.native.learning import Net
from interpreter.players.policies import chooser, eager_table
from interpreter.players.policy import Policy
from interpreter.players.skill import Skill
from interpreter.simulation.closely import Played as Game
from interpreter.simulation.closely import play_closely, play_deals
from interpreter.simulation.engines import SWEEPING, WORTHWHILE, Engine, engine_for, net_for
from interpreter.simulation.simulate import Row, play, row_of, skilled_rows
from interpreter.simulation.sweep import Link, faults_of
from repl.reports.sweeps import load, record_of

IN_C, IN_PYTHON, LEARNT, SEARCHING = 2000, 50, 200, 1
"""Games of one set that are a piece of work."""

UNPLAYED = "C can't play to the end, and there is no such player in Python"


@attrs.frozen
class Text:
    """The rules files of a ruleset as text, with the name of each module that is a file, by its path."""

    sources: tuple[dsl.SourceFile, ...]
    names: tuple[tuple[str, str], ...]


@attrs.frozen
class How:
    """How all games of a sweep are played. `closely`: each link has rules of its own, and every state is inspected.

    `games` is their number, which says how much compiling is worth where there is one program. Processes of machines
    that haven't the rules files link them from their `text`. `learnt` is the text of the policy by which a player with
    skill goes, "" if by none; one that searches tries `playouts` games at a decision.
    """

    ruleset: str
    policy: str
    engine: str
    closely: bool
    games: int
    text: Text | None = None
    learnt: str = ""
    playouts: int = 0

    @property
    def skilled(self) -> bool:
        """Whether a player with skill plays, in C only."""
        return bool(self.learnt or self.playouts)


@attrs.frozen
class Work:
    """Games to play together: those of a link, of which the first has this number.

    `whole` is the number of the first game of the link from which they were taken.
    """

    first: int
    link: Link
    whole: int

    @property
    def end(self) -> int:
        """The number behind the last game."""
        return self.first + self.link.games


@attrs.frozen
class Done:
    """What became of a piece of work: the rows, the seconds for all of them, and what played.

    `records` are the saves of games with a fault, by seed. `left_out` says why games without a row couldn't be played.
    """

    work: Work
    rows: tuple[Row, ...] = ()
    seconds: float = 0.0
    engine: str = ""
    records: tuple[tuple[int, str], ...] = ()
    left_out: str = ""


def do(how: How, work: Work) -> Done:
    """Link and play; raises `NotNative` if C is wanted and can't be had."""
    link = work.link
    try:
        program = _program(how.ruleset, how.text, link.modules, link.players, link.options)
    except dsl.CompileError as error:
        return Done(work, left_out=str(error.problems[0].message))
    if how.skilled:
        return _skilled(how, program, work)
    plays = engine_of(how, program, link)
    if plays.native is None:
        compiled(program)  # before time is measured
    begun = perf_counter()
    played = _played(how, program, link, plays)
    seconds = perf_counter() - begun
    faults = faults_of(program, played)
    records = tuple((fault.seed, record_of(how.ruleset, link, fault)) for fault in faults)
    return Done(work, tuple(row for row, _, _ in played), seconds, plays.reason, records)


def _skilled(how: How, program: dsl.Program, work: Work) -> Done:
    """Play as a player with skill, in C only."""
    link = work.link
    net, seeds = _net(how, link.modules, link.players, link.options), range(link.seed, link.seed + link.games)
    begun = perf_counter()
    played = skilled_rows(program, seeds, net.play(link.seed, link.games, how.playouts))
    seconds = perf_counter() - begun
    left_out = UNPLAYED if len(played) < link.games else ""
    return Done(work, tuple(played), seconds, "Played in C.", left_out=left_out)


def engine_of(how: How, program: dsl.Program, link: Link) -> Engine:
    """What plays the games of a link."""
    if how.closely:
        return engine_for(lambda: program, link.games, how.engine, SWEEPING)
    return engine_for(lambda: program, how.games, how.engine, WORTHWHILE)


def pieces(how: How, link: Link, first: int, whole: int) -> list[Work]:
    """The work for what is left of a link: its first game, and that of the whole link, have these numbers.

    The games of one set are played some at a time.
    """
    if how.closely:
        return [Work(first, link, whole)]
    most = _at_once(how, link)
    return [
        Work(first + at, attrs.evolve(link, seed=link.seed + at, games=min(most, link.games - at)), whole)
        for at in range(0, link.games, most)
    ]


def _at_once(how: How, link: Link) -> int:
    if how.skilled:
        return SEARCHING if how.playouts else LEARNT
    program = _program(how.ruleset, how.text, link.modules, link.players, link.options)
    return IN_C if engine_of(how, program, link).native else IN_PYTHON


def _played(how: How, program: dsl.Program, link: Link, plays: Engine) -> list[Game]:
    seeds = range(link.seed, link.seed + link.games)
    if how.closely:
        return play_deals(program, seeds, how.policy, plays.native)
    if plays.native is None:
        rows = [play(program, seed, how.policy) for seed in seeds]
    else:
        table = eager_table(program) if how.policy == "eager" else None
        results = plays.native.play(link.seed, link.games, table)
        rows = [row_of(program, seed, how.policy, result) for seed, result in zip(seeds, results, strict=True)]
    return [(row, None, _answers(how, program, row) if row.status == "fault" else []) for row in rows]


def _answers(how: How, program: dsl.Program, row: Row) -> list[int]:
    """The answers that lead to a fault."""
    return play_closely(program, row.seed, chooser(program, how.policy, row.seed))[1]


def skill_of(how: How) -> Skill:
    """The player who goes by what was learnt."""
    return Skill(Policy.from_text(how.learnt) if how.learnt else None, how.playouts)


@lru_cache(maxsize=1)
def _net(how: How, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...]) -> Net:
    return net_for(_program(how.ruleset, how.text, modules, players, options), skill_of(how))


@lru_cache(maxsize=1)
def _program(
    ruleset: str, text: Text | None, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...]
) -> dsl.Program:
    """A program, which the next piece of work is likely to need again."""
    if text is None:
        return load(ruleset, Link(modules, players, options, 0, 0), coverage=False)
    names = dict(text.names)
    wanted = tuple(names.get(module, module) for module in modules)
    return dsl.compile_ruleset(text.sources, dsl.Wanted(wanted, players, dict(options)))
