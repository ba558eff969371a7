"""The results of a sweep as tables in text and as data: how games ended, and the same by set, players and so on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import attrs

from dsl.text.render import cells as width_of
from interpreter.players.advice import wilson
from repl.reports.columns import left, right
from repl.results.cells import Cell, Sums, cells_of, grouped
from reverie.sweeps.results import Results
from reverie.sweeps.sweep import FOR_SKILL, Sweep

BY = ("set", "module", "players", "option", "outcome", "ending")
"""By what games can be grouped."""

ORDER = ("won", "lost", "over", "fault")

MOST_SETS = 20
"""The most sets that are shown unless they are asked for."""


class Dealt(Protocol):
    """Games of one set, for so many players and with the same options."""

    @property
    def modules(self) -> str: ...

    @property
    def players(self) -> int: ...

    @property
    def options(self) -> str: ...


@attrs.frozen
class Group:
    """Games that have something in common: the values by which they are grouped, and their sums."""

    key: tuple[str, ...]
    sums: Sums


def groups(cells: Iterable[Cell], by: Sequence[str]) -> list[Group]:
    """The games in groups; a game belongs to the group of each of its modules, and of each of its options."""
    found = grouped(cells, lambda cell: keys_of(cell, by))
    return [Group(tuple(map(str, key)), sums) for key, sums in found.items()]


def lines(results: Results, by: Sequence[Sequence[str]]) -> Iterator[str]:
    """The whole report: how the games ended, and tables by what is asked for, or by what there is."""
    cells = cells_of(results.parts)
    yield title(results.sweep)
    yield ""
    yield from _endings(cells)
    for each in by or worthwhile(cells):
        yield from ("", *_table(groups(cells, each), each))
    yield from ("", *notes(results, cells))


def title(sweep: Sweep) -> str:
    """What was played, in words."""
    which = "every set" if sweep.modules is None else ", ".join(map(_short, sweep.modules))
    options = [f"{name} {value}" for name, value in sweep.options]
    players = [f"{sweep.players} players"] if (sweep.players or 1) > 1 else []
    playouts = [f"{sweep.playouts} playouts"] if sweep.playouts else []
    rest = [*players, *options, f"seed {sweep.seed}", f"policy {sweep.policy}", *playouts]
    return f"{sweep.title}{' with ' * bool(which)}{which}: {', '.join(rest)}"


def _short(module: str) -> str:
    """A module's name; of one that is named by its path, that of the file."""
    return Path(module).stem if module.endswith(".rules") else module


def notes(results: Results, cells: Sequence[Cell]) -> Iterator[str]:
    """Sentences on the games as a whole, and on what is missing."""
    every = _all(cells)
    if every.games:
        turns, decisions = every.turns / every.games, every.decisions / every.games
        yield f"A game has {turns:.1f} turns and {decisions:.1f} decisions on average."
        yield f"{every.games:,} games took {every.time:,.1f} s of play. The ranges are 95 % confidence intervals."
    for each in results.left_out:
        games = "1 game wasn't" if each["games"] == 1 else f"{each['games']:,} games weren't"
        which = f" ({', '.join(each['modules'])})" if each["modules"] else ""
        yield f"{games} played{which}: {each['reason']}."
    for path, reason in results.damaged.items():
        yield f"{path.name} isn't counted: {reason}."
    if results.missing:
        asked = f"{results.games:,} of {results.sweep.games:,} games"
        yield f"Partial: {asked} were played. The command that began the sweep goes on with it."


def as_data(results: Results, by: Sequence[Sequence[str]]) -> dict[str, Any]:
    """The same for programs."""
    cells = cells_of(results.parts)
    what = attrs.asdict(results.sweep)
    head = {key: what[key] for key in ("ruleset", "modules", "players", "options", "seed", "policy", "rules")}
    head |= {name: what[name] for name in FOR_SKILL if what[name]}
    every = _all(cells)
    return {
        "ok": True, **head, "options": dict(results.sweep.options), "rules": dict(results.sweep.rules),
        "games": every.games, "of": results.sweep.games, "missing": results.missing,
        "outcomes": [
            {"status": status, "sentence": sentence, "count": sums.games, "share": sums.games / every.games,
             "interval": wilson(sums.games, every.games)}
            for (status, sentence), sums in endings(cells)
        ],
        **({"all": _sums_data(every)} if every.games else {}),
        "groups": [
            {**dict(zip(each, group.key, strict=True)), **_sums_data(group.sums)}
            for each in by or worthwhile(cells) for group in groups(cells, each)
        ],
        "left_out": list(results.left_out), "damaged": sorted(path.name for path in results.damaged),
    }  # fmt: skip


def endings(cells: Iterable[Cell]) -> list[tuple[tuple[str, str], Sums]]:
    """How games ended: wins first, then losses, other ends and faults, the most frequent first."""
    found = grouped(cells, lambda cell: [(cell.outcome, cell.ending)])
    return sorted(found.items(), key=lambda each: (ORDER.index(each[0][0]), -each[1].games, each[0][1]))


def named(value: str, name: str) -> str:
    """The value by which games are grouped, in words."""
    match name:
        case "set" | "module":
            return value.replace(",", ", ") or "no modules"
        case "players":
            return "1 player" if value == "1" else f"{value} players"
        case _:
            return value or "–"


def _all(cells: Iterable[Cell]) -> Sums:
    return grouped(cells, lambda _: [()]).get((), Sums())


def worthwhile(cells: Sequence[Cell]) -> list[tuple[str, ...]]:
    """By what games are grouped if nobody says: whatever they differ in."""
    sets, players = {cell.modules for cell in cells}, {cell.players for cell in cells}
    found: list[tuple[str, ...]] = [("players",)] if len(players) > 1 else []
    if len(sets) > 1:
        found += [("module",), ("set",)] if len(sets) <= MOST_SETS else [("module",)]
    return found


def keys_of(cell: Dealt, by: Sequence[str]) -> list[tuple[Any, ...]]:
    """The groups to which some games belong."""
    found: list[tuple[Any, ...]] = [()]
    for name in by:
        found = [(*key, value) for key in found for value in _values(cell, name)]
    return found


def _values(cell: Dealt, name: str) -> Sequence[Any]:
    match name:
        case "set":
            return [cell.modules]
        case "module":
            return cell.modules.split(",") if cell.modules else [""]
        case "option":
            return cell.options.split(",") if cell.options else [""]
        case _:
            return [getattr(cell, name)]


def _endings(cells: Sequence[Cell]) -> Iterator[str]:
    games = _all(cells).games
    for (status, sentence), sums in endings(cells):
        yield f"{status:<6}{sums.games:>10,}  {sums.games / games:>7.2%}  {_between(sums.games, games)}  {sentence}"


def shares(cells: Sequence[Cell]) -> Iterator[Sequence[str]]:
    """How games ended, as the rows of a table."""
    games = _all(cells).games
    for (status, sentence), sums in endings(cells):
        around = _between(sums.games, games).strip()
        yield f"{status}: {sentence}".removesuffix(": "), f"{sums.games:,}", f"{sums.games / games:.2%}", around


def _between(count: int, games: int) -> str:
    low, high = wilson(count, games)
    return f"{low:>7.2%} to {high:>7.2%}"


def columns(found: Sequence[Group], by: Sequence[str]) -> list[tuple[str, ...]]:
    """Groups as a table: its head and a row for each, without columns in which nothing stands."""
    head = (*by, "games", "won", "", "score", "", "turns", "decisions", "faults")
    rows = [_row(group, by) for group in found]
    used = [at for at in range(len(head)) if at <= len(by) or any(row[at] for row in rows)]
    return [tuple(row[at] for at in used) for row in [head, *rows]]


def _table(found: Sequence[Group], by: Sequence[str]) -> Iterator[str]:
    rows = columns(found, by)
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join((left if at < len(by) else right)(*cell) for at, cell in enumerate(cells)).rstrip()


def _row(group: Group, by: Sequence[str]) -> tuple[str, ...]:
    sums = group.sums
    low, high = sums.won_interval
    around = sums.score_interval
    return (
        *(named(value, name) for value, name in zip(group.key, by, strict=True)),
        f"{sums.games:,}",
        f"{sums.won_share:.2%}" if sums.winnable else "",
        f"{low:.2%} to {high:.2%}" if sums.winnable else "",
        "" if sums.mean_score is None else f"{sums.mean_score:.2f}",
        f"{around[0]:.2f} to {around[1]:.2f}" if around else "",
        f"{sums.turns / sums.games:.1f}",
        f"{sums.decisions / sums.games:.1f}",
        f"{sums.faults:,}" if sums.faults else "",
    )


def _sums_data(sums: Sums) -> dict[str, Any]:
    return {
        "games": sums.games, "won": sums.won, "share": sums.won_share, "share_interval": sums.won_interval,
        "score": sums.mean_score, "score_interval": sums.score_interval, "turns": sums.turns / sums.games,
        "decisions": sums.decisions / sums.games, "faults": sums.faults, "time": sums.time,
    }  # fmt: skip
