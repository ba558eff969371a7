"""What changed between two sweeps: the shares of victories, scores and lengths, with intervals, as `odds` does.

Where both played the same deals, games are compared deal by deal, and the interval is that of the mean of these pairs;
otherwise it is that of independent games. Games that ended with a fault don't count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from math import sqrt
from typing import Any

import attrs

from interpreter.players.advice import SURE, Interval
from repl.reports.impact import Change, change_lines, paired_shares
from repl.results.cells import cells_of
from repl.results.plans import differences
from repl.results.tables import endings, keys_of, named, notes, title
from reverie.sweeps.results import Results

SAME = ("seed", "modules", "players", "options")
"""What two games of one deal have in common."""

BY = ("set", "module", "players", "option")
"""By what games of two sweeps can be grouped."""

MEASURES = ("won", "score", "turns", "decisions")


@attrs.frozen
class Sums:
    """Sums of a measure over some games of both sweeps: their numbers, values, values squared, and products."""

    games: int = 0
    before: int = 0
    squared_before: int = 0
    others: int = 0
    after: int = 0
    squared_after: int = 0
    products: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(*map(sum, zip(attrs.astuple(self), attrs.astuple(other), strict=True)))


@attrs.frozen
class Deals:
    """The games of one set, number of players and options, by measure."""

    modules: str
    players: int
    options: str
    sums: Mapping[str, Sums]


@attrs.frozen
class Changed:
    """What changed in some games: their name, how many there are of each sweep, and the changes."""

    name: str
    games: int
    others: int
    changes: tuple[Change, ...]


@attrs.frozen
class Comparison:
    """Two sweeps, whether their games are compared deal by deal, what changed, by group, and in how games ended."""

    before: Results
    after: Results
    paired: bool
    changed: tuple[Changed, ...]
    endings: tuple[Change, ...]


def compared(before: Results, after: Results, by: Sequence[str]) -> Comparison:
    """What changed from one sweep to another: in all games, and in those of each group."""
    one, other = _plain(before), _plain(after)
    pairs = _aligned(one, other)
    deals = _paired(*pairs) if pairs else [*_alone(one, "before"), *_alone(other, "after")]
    found = {"every game": _added(deals)}
    for each in deals:
        for key in keys_of(each, by) if by else ():
            name = ", ".join(named(str(value), what) for value, what in zip(key, by, strict=True))
            found[name] = _joined(found.get(name, {}), each.sums)
    winnable = any(sums.winnable for each in (before, after) for _, sums in endings(cells_of(each.parts)))
    measures = MEASURES if winnable else MEASURES[1:]
    changed = (_changed(name, sums, measures, pairs is not None) for name, sums in found.items())
    return Comparison(before, after, pairs is not None, tuple(changed), tuple(_endings(before, after)))


def lines(found: Comparison) -> Iterator[str]:
    """The comparison in text."""
    before, after = found.before, found.after
    yield title(after.sweep)
    yield f"Compared: {before.folder} (before) and {after.folder} (after)."
    yield from said(found)
    for each in found.changed:
        yield from ("", f"{each.name} ({many(found, each)})", *change_lines(each.changes, "before", "after"))
    yield from ("", "how games ended", *change_lines(found.endings, "before", "after"))


def said(found: Comparison) -> Iterator[str]:
    """Sentences on the two sweeps: in what they differ, and what is missing."""
    apart = list(differences(found.before.sweep, found.after.sweep))
    yield f"Before: {'; '.join(apart)}." if apart else "Both are the same sweep of the same rules."
    yield "Compared deal by deal." if found.paired else "The deals aren't the same: compared as independent games."
    for results in (found.before, found.after):
        if results.missing:
            yield f"{results.folder}: {list(notes(results, cells_of(results.parts)))[-1]}"


def many(found: Comparison, each: Changed) -> str:
    """How many games were compared, in words."""
    return f"{each.games:,} deals both ways" if found.paired else f"{each.games:,} and {each.others:,} games"


def as_data(found: Comparison) -> dict[str, Any]:
    """The comparison for programs."""
    return {
        "ok": True, "before": str(found.before.folder), "after": str(found.after.folder), "paired": found.paired,
        "differences": list(differences(found.before.sweep, found.after.sweep)),
        "changed": [attrs.asdict(each) for each in found.changed],
        "endings": [attrs.asdict(each) for each in found.endings],
    }  # fmt: skip


def _plain(results: Results) -> Any:
    """The games without a fault, with texts as texts, and whether they were won."""
    arrow, compute = import_module("pyarrow"), import_module("pyarrow.compute")
    table = results.table("game", "outcome", *SAME, *MEASURES[1:])
    for name in ("modules", "options", "outcome"):
        at = table.schema.get_field_index(name)
        table = table.set_column(at, name, table.column(name).cast(arrow.string()))
    table = table.filter(compute.not_equal(table.column("outcome"), "fault"))
    won = compute.equal(table.column("outcome"), "won").cast(arrow.int64())
    return table.append_column("won", won).select(["game", *SAME, *MEASURES])


def _aligned(one: Any, other: Any) -> tuple[Any, Any] | None:
    """The games that both sweeps have, in the same order; None if fewer than half of them are the same deals."""
    compute = import_module("pyarrow.compute")
    pair = [
        mine.filter(compute.is_in(mine.column("game"), value_set=its.column("game")))
        for mine, its in ((one, other), (other, one))
    ]
    same = None
    for name in SAME:
        equal = compute.equal(pair[0].column(name), pair[1].column(name))
        same = equal if same is None else compute.and_(same, equal)
    found = pair[0].filter(same), pair[1].filter(same)
    return found if 2 * len(found[0]) >= max(len(one), len(other), 1) else None


def _paired(one: Any, other: Any) -> list[Deals]:
    """The sums of pairs of games; where one of them has no score, neither counts."""
    compute = import_module("pyarrow.compute")
    columns = {name: one.column(name) for name in SAME}
    for name in MEASURES:
        products = compute.multiply(one.column(name), other.column(name))
        both = compute.is_valid(products)
        for side, table in (("before", one), ("after", other)):
            values = compute.if_else(both, table.column(name), None)
            columns |= {f"{name} {side}": values, f"{name} {side} squared": compute.multiply(values, values)}
        columns[f"{name} products"] = products
    return _summed(columns)


def _alone(table: Any, side: str) -> list[Deals]:
    """The sums of the games of one sweep."""
    compute = import_module("pyarrow.compute")
    columns = {name: table.column(name) for name in SAME}
    for name in MEASURES:
        values = table.column(name)
        columns |= {f"{name} {side}": values, f"{name} {side} squared": compute.multiply(values, values)}
    return _summed(columns)


def _summed(columns: dict[str, Any]) -> list[Deals]:
    table = import_module("pyarrow").table(columns)
    wanted = [(name, "sum") for name in columns if name not in SAME]
    counts = [(name, "count") for name in columns if name.endswith((" before", " after"))]
    rows = table.group_by(list(SAME[1:]), use_threads=False).aggregate([*wanted, *counts]).to_pylist()
    found = [Deals(row["modules"], row["players"], row["options"], _sums(row)) for row in rows]
    return sorted(found, key=lambda each: (each.modules, each.players, each.options))


def _sums(row: dict[str, Any]) -> dict[str, Sums]:
    return {
        name: Sums(
            games=row.get(f"{name} before_count") or 0,
            before=row.get(f"{name} before_sum") or 0,
            squared_before=row.get(f"{name} before squared_sum") or 0,
            others=row.get(f"{name} after_count") or 0,
            after=row.get(f"{name} after_sum") or 0,
            squared_after=row.get(f"{name} after squared_sum") or 0,
            products=row.get(f"{name} products_sum") or 0,
        )
        for name in MEASURES
    }


def _added(deals: Iterable[Deals]) -> dict[str, Sums]:
    found: dict[str, Sums] = {}
    for each in deals:
        found = _joined(found, each.sums)
    return found


def _joined(one: Mapping[str, Sums], other: Mapping[str, Sums]) -> dict[str, Sums]:
    return {name: one.get(name, Sums()) + sums for name, sums in other.items()}


def _changed(name: str, sums: Mapping[str, Sums], measures: Sequence[str], paired: bool) -> Changed:
    turns = sums.get("turns", Sums())
    found = ((measure, sums.get(measure, Sums())) for measure in measures)
    changes = (_change(measure, each, paired) for measure, each in found if each.games and each.others)
    return Changed(name, turns.games, turns.others, tuple(changes))


def _change(measure: str, sums: Sums, paired: bool) -> Change:
    one, other, share = sums.before / sums.games, sums.after / sums.others, measure == "won"
    if not paired:
        around = _independent(sums, other - one)
    elif share:
        around = paired_shares(sums.before - sums.products, sums.after - sums.products, sums.games)
    else:
        around = _of_pairs(sums, other - one)
    return Change(measure, share, one, other, other - one, around, _correlation(sums) if paired else None)


def _of_pairs(sums: Sums, mean: float) -> Interval | None:
    if sums.games < 2:
        return None
    squared = sums.squared_before - 2 * sums.products + sums.squared_after
    off = SURE * sqrt(_variance(sums.games, sums.after - sums.before, squared) / sums.games)
    return mean - off, mean + off


def _independent(sums: Sums, mean: float) -> Interval | None:
    if min(sums.games, sums.others) < 2:
        return None
    one = _variance(sums.games, sums.before, sums.squared_before) / sums.games
    off = SURE * sqrt(one + _variance(sums.others, sums.after, sums.squared_after) / sums.others)
    return mean - off, mean + off


def _variance(count: int, total: int, squared: int) -> float:
    return max(0.0, (squared * count - total * total) / (count * (count - 1)))


def _correlation(sums: Sums) -> float | None:
    """The correlation of pairs; None if either is always the same."""
    one = sums.games * sums.squared_before - sums.before**2
    other = sums.games * sums.squared_after - sums.after**2
    both = sums.games * sums.products - sums.before * sums.after
    return both / (sqrt(one) * sqrt(other)) if one > 0 and other > 0 else None


def _endings(before: Results, after: Results) -> Iterator[Change]:
    """The shares of the ways in which games ended, as in independent games."""
    one, other = (dict(endings(cells_of(each.parts))) for each in (before, after))
    games, others = (sum(sums.games for sums in each.values()) for each in (one, other))
    for key in dict.fromkeys([*one, *other]) if games and others else ():
        counts = [each[key].games if key in each else 0 for each in (one, other)]
        sums = Sums(games, counts[0], counts[0], others, counts[1], counts[1])
        yield attrs.evolve(_change("won", sums, paired=False), measure=f"{key[0]}: {key[1]}".removesuffix(": "))
