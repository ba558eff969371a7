"""The scores in the games of a sweep: their means and quartiles, for each set of modules or for all sets together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from dsl.text.render import cells
from interpreter.simulation.simulate import Row
from interpreter.simulation.sweep import Swept
from repl.reports.columns import left
from repl.reports.scores import HEADING, Scores, numbers, scores_of

MOST_SETS = 20
"""The most sets of modules that have lines of their own; of more, all sets for so many players have one."""


@attrs.frozen
class Group:
    """Games for so many players: of one set of `modules`, or of all sets (None)."""

    modules: tuple[str, ...] | None
    players: int


@attrs.frozen
class Scored:
    """The scores in a group of games, for each player or for the whole table."""

    group: Group
    scores: tuple[Scores, ...]


def by_set(swept: Iterable[Swept]) -> tuple[Scored, ...]:
    """The scores for each set of modules and number of players, in the order of the sweep."""
    return tuple(_grouped(swept, lambda each: Group(each.link.modules, each.link.players)))


def _grouped(swept: Iterable[Swept], group: Callable[[Swept], Group]) -> Iterator[Scored]:
    rows: dict[Group, list[Row]] = {}
    for each in swept:
        if each.scored:
            rows.setdefault(group(each), []).extend(each.scored)
    for found, scored in rows.items():
        yield Scored(found, tuple(scores_of(scored, contested=False)))


def table(swept: Sequence[Swept]) -> list[str]:
    """A line for each set and player, if there are few sets; nothing if the games have no scores."""
    found = by_set(swept)
    if len(found) > MOST_SETS:
        found = tuple(_grouped(swept, lambda each: Group(None, each.link.players)))
    if not found:
        return []
    players = len({each.group.players for each in found}) > 1
    lines = [(_named(each.group, scores, players), scores) for each in found for scores in each.scores]
    width = max(cells(words) for words, _ in [("score", None), *lines])
    heading = f"{left('score', width)}{'games':>9}{HEADING}"
    return [heading, *(f"{left(words, width)}{scores.games:>9,}{numbers(scores)}" for words, scores in lines)]


def _named(group: Group, scores: Scores, players: bool) -> str:
    modules = "every set" if group.modules is None else ", ".join(group.modules) or "no modules"
    many = f"{group.players} players" if group.players > 1 else "1 player"
    return ", ".join(filter(None, (modules, many if players else "", scores.owner)))


def data(swept: Iterable[Swept]) -> list[dict[str, object]]:
    """The same for programs, for every set."""
    return [
        {
            "modules": each.group.modules, "players": each.group.players, "owner": scores.owner, "games": scores.games,
            "mean": scores.mean, "mean_interval": scores.mean_interval, "quartiles": scores.quartiles,
            "least": scores.least, "most": scores.most,
        }
        for each in by_set(swept)
        for scores in each.scores
    ]  # fmt: skip
