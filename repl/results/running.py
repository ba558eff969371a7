"""Play what is missing in the folder of a sweep, and write it in parts as it comes.

What ends the sweep, a signal, a full disk, or workers that are ended again and again, costs the games that are being
played; what was played is written before. The order in which work is done changes nothing in the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

import attrs

from interpreter.simulation.processes import in_order
from interpreter.simulation.sweep import Link
from repl.results import folder as folders
from repl.results.playing import Done, How, Work, do, pieces
from repl.saves.store import StoreError
from reverie.sweeps.rows import Part
from reverie.sweeps.sweep import Sweep

SECONDS, SHARE = 5.0, 0.02
"""The time between two parts: so many seconds, or this share of the time so far if that is more."""

MOST = 100_000
"""The most games of a part, more or less."""

Executor = Callable[[How, Sequence[Work]], Iterable[Done]]
"""Does all work, in any order."""


def how_of(sweep: Sweep, engine: str, learnt: str = "") -> How:
    """How the games of a sweep are played; `learnt` is the text of a policy."""
    closely = sweep.modules is None
    return How(sweep.ruleset, sweep.policy, engine, closely, sweep.games, learnt=learnt, playouts=sweep.playouts)


def missing(sweep: Sweep, links: Sequence[Link], engine: str, there: Sequence[Part]) -> list[Work]:
    """The work that isn't done, in the order of its games."""
    how, known = how_of(sweep, engine), [(part.first, part.end) for part in there]
    return [
        work
        for link in links
        for first, left in _left(link, sweep.seed, known)
        for work in pieces(how, left, first, link.seed - sweep.seed)
    ]


def run(
    folder: Path, sweep: Sweep, engine: str, todo: Sequence[Work], executor: Executor, told: Callable[[Done], None]
) -> None:
    """Do the work, and write what comes of it; raises `StoreError` if there is no room for it."""
    waiting: list[Done] = []

    def write() -> None:
        folders.add(folder, sweep, waiting)
        waiting.clear()

    how = how_of(sweep, engine, folders.learnt_in(folder, sweep))
    begun = last = monotonic()
    try:
        for each in executor(how, todo):
            waiting.append(each)
            told(each)
            now = monotonic()
            if now - last > max(SECONDS, SHARE * (now - begun)) or len(waiting) * each.work.link.games > MOST:
                write()
                last = monotonic()
    except StoreError:
        raise
    except BaseException:
        write()
        raise
    write()


def here(processes: int, lost: Callable[[], None]) -> Executor:
    """Work is done by so many processes of this machine; `lost` is called when one is ended from outside."""

    def every(how: How, todo: Sequence[Work]) -> Iterator[Done]:
        yield from in_order(partial(do, how), todo, processes, lost)

    return every


def _left(link: Link, seed: int, known: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Link]]:
    """What is left of a link: the number of the first game, and the games, for each gap."""
    first, end = link.seed - seed, link.seed - seed + link.games
    for begin, behind in [*known, (end, end)]:
        if first < min(begin, end):
            yield first, attrs.evolve(link, seed=seed + first, games=min(begin, end) - first)
        first = max(first, behind)
