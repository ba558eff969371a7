"""What modules do to a game: the same deals played without them and with them, and the differences.

Each measure of a game (won, scores, turns, decisions) is compared deal by deal: the interval of a difference is that
of the mean of these pairs, at 95 %, and the correlation says how far the pairing goes. For shares it is that of Agresti
and Min (2005), and that of a single share is Wilson's: both say something even where no game was won. An interaction is
what two modules change together, beyond what each of them changes alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import attrs

from interpreter.players.advice import SURE, Interval, wilson
from repl.saves.kept import Played

if TYPE_CHECKING:
    from interpreter import Row

Values = Mapping[int, float]
"""The value of a measure by seed."""


@attrs.frozen
class Mean:
    """The mean of a measure, or a share, with its interval (None for fewer than two games)."""

    measure: str
    share: bool
    mean: float
    interval: Interval | None


@attrs.frozen
class Change:
    """What modules change in a measure: without them, with them, the difference and its interval, the correlation."""

    measure: str
    share: bool
    without: float
    present: float
    difference: float
    interval: Interval | None
    correlation: float | None


@attrs.frozen
class Impact:
    """The changes that a set of modules makes; `pairs` is the number of deals played both ways."""

    modules: tuple[str, ...]
    pairs: int
    changes: tuple[Change, ...]


@attrs.frozen
class Interaction:
    """What two modules change together beyond the sum of what each changes alone, by measure."""

    modules: tuple[str, ...]
    changes: tuple[Mean, ...]


@attrs.frozen
class Games:
    """The rows of one set of modules, as values by measure and seed; the name of a share begins the list."""

    modules: tuple[str, ...]
    measures: Mapping[str, Values]

    @classmethod
    def of(cls, modules: Sequence[str], rows: Sequence[Row], winnable: bool) -> Games:
        """The measures of some games."""
        found: dict[str, dict[int, float]] = {WON: {}} if winnable else {}
        for row in rows:
            if row.status == "fault":
                continue
            if winnable:
                found[WON][row.seed] = float(row.status == "won")
            for at, score in enumerate(row.scores):
                name = f"score {chr(ord('A') + at)}" if len(row.scores) > 1 else "score"
                found.setdefault(name, {})[row.seed] = score
            found.setdefault("turns", {})[row.seed] = row.turns
            found.setdefault("decisions", {})[row.seed] = row.decisions
        return cls(tuple(modules), found)


@attrs.frozen
class Deals(Played):
    """The first deals of a set of modules, from a seed on, as they are kept: values by measure, None for no value.

    `seconds` is the time that they took.
    """

    seconds: float = 0.0
    measures: Mapping[str, tuple[int | None, ...]] = attrs.field(factory=dict, repr=False)

    def joined(self, rows: Sequence[Row], done: int, seconds: float) -> Deals:
        """With more deals, up to the one numbered `done`."""
        more = Games.of(self.modules, rows, self.winnable).measures
        seeds = range(self.seed + self.done, self.seed + done)
        nothing = (None,) * self.done
        measures = {
            name: (*self.measures.get(name, nothing), *(_whole(more.get(name, {}).get(seed)) for seed in seeds))
            for name in dict.fromkeys([*more, *self.measures])
        }
        return attrs.evolve(self, done=done, seconds=self.seconds + seconds, measures=measures)

    def first(self, deals: int) -> Games:
        """So many of them, for comparison."""
        return Games(
            self.modules,
            {
                name: {self.seed + at: value for at, value in enumerate(values[:deals]) if value is not None}
                for name, values in self.measures.items()
            },
        )


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)


WON = "won"


def means(games: Games) -> tuple[Mean, ...]:
    """The means of all measures."""
    return tuple(_alone(name, list(values.values())) for name, values in games.measures.items() if values)


def impact(without: Games, present: Games) -> Impact:
    """What modules change, by the deals that were played with them and without."""
    changes = []
    for name, before in without.measures.items():
        after = present.measures.get(name, {})
        seeds = sorted(before.keys() & after.keys())
        if seeds:
            changes.append(_change(name, [before[seed] for seed in seeds], [after[seed] for seed in seeds]))
    pairs = len(without.measures["turns"].keys() & present.measures["turns"].keys()) if changes else 0
    return Impact(present.modules, pairs, tuple(changes))


def interaction(base: Games, one: Games, other: Games, both: Games) -> Interaction:
    """What two modules change together beyond the sum of what each changes alone, deal by deal."""
    found = []
    for name, values in base.measures.items():
        every = [games.measures.get(name, {}) for games in (one, other, both)]
        seeds = sorted(values.keys() & every[0].keys() & every[1].keys() & every[2].keys())
        if seeds:
            off = [every[2][seed] - every[0][seed] - every[1][seed] + values[seed] for seed in seeds]
            found.append(_mean(name, off))
    return Interaction(both.modules, tuple(found))


def _alone(name: str, values: Sequence[float]) -> Mean:
    found = _mean(name, values)
    return attrs.evolve(found, interval=wilson(round(sum(values)), len(values))) if name == WON else found


def _mean(name: str, values: Sequence[float]) -> Mean:
    mean, off = _around(values)
    return Mean(name, name == WON, mean, None if off is None else (mean - off, mean + off))


def _around(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean, and half the width of its interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, SURE * sqrt(variance / len(values))


def _change(name: str, before: Sequence[float], after: Sequence[float]) -> Change:
    found = _mean(name, [b - a for a, b in zip(before, after, strict=True)])
    one, other = _around(before)[0], _around(after)[0]
    interval = _of_shares(before, after) if name == WON else found.interval
    return Change(name, name == WON, one, other, found.mean, interval, _correlation(before, after, one, other))


def _of_shares(before: Sequence[float], after: Sequence[float]) -> Interval:
    """The interval of a difference of paired shares."""
    lost = sum(a > b for a, b in zip(before, after, strict=True))
    gained = sum(b > a for a, b in zip(before, after, strict=True))
    return paired_shares(lost, gained, len(before))


def paired_shares(lost: int, gained: int, pairs: int) -> Interval:
    """The interval of a difference of paired shares, with half a pair added to each of the four outcomes."""
    games, less, more = pairs + 2, lost + 0.5, gained + 0.5
    middle = (more - less) / games
    off = SURE * sqrt((more + less) / games - middle * middle) / sqrt(games)
    return middle - off, middle + off


def _correlation(before: Sequence[float], after: Sequence[float], one: float, other: float) -> float | None:
    """The correlation of pairs; None if either is always the same."""
    both = sum((a - one) * (b - other) for a, b in zip(before, after, strict=True))
    squares = sum((a - one) ** 2 for a in before) * sum((b - other) ** 2 for b in after)
    return both / sqrt(squares) if squares > 0 else None


def lines(base: Sequence[Mean], found: Sequence[Impact], together: Sequence[Interaction]) -> Iterator[str]:
    """The report in lines."""
    yield "without modules"
    yield from (f"  {each.measure:<10} {_number(each.mean, each.share):>9}{_range(each)}" for each in base)
    for each in found:
        yield from ("", f"with {', '.join(each.modules)} ({each.pairs:,} deals both ways)")
        yield from change_lines(each.changes, "without", "with")
    for both in together:
        yield from ("", f"{' and '.join(both.modules)} together, beyond what each changes alone")
        for mean in both.changes:
            around = _between(mean.interval, mean.share)
            yield f"  {mean.measure:<10} {_number(mean.mean, mean.share, '+'):>9}  {around}".rstrip()


def change_lines(changes: Sequence[Change], before: str, after: str) -> Iterator[str]:
    """A line for each change, below a line that names what is compared."""
    width = max([10, *(len(change.measure) for change in changes)])
    yield f"  {'':<{width}} {before:>9} {after:>9} {'difference':>11}  {'95 % interval':<22} {'correlation':>11}"
    for change in changes:
        numbers = f"{_number(change.without, change.share):>9} {_number(change.present, change.share):>9}"
        around = _between(change.interval, change.share)
        correlation = "" if change.correlation is None else f"{change.correlation:.2f}"
        difference = _number(change.difference, change.share, "+")
        yield f"  {change.measure:<{width}} {numbers} {difference:>11}  {around:<22} {correlation:>11}".rstrip()


def section(
    title: str, notes: Sequence[str], base: Sequence[Mean], found: Sequence[Impact], together: Sequence[Interaction]
) -> Iterator[str]:
    """The report in Markdown: a line for each set of modules, with what it changes in each measure."""
    measures = list(
        dict.fromkeys([mean.measure for mean in base] + [c.measure for each in found for c in each.changes])
    )
    yield from (f"## {title}", "", *(f"- {note}" for note in notes), "", *_head("modules", measures, "deals"))
    yield _row(
        "none", {mean.measure: _number(mean.mean, mean.share) + _range(mean, " ") for mean in base}, measures, ""
    )
    for each in found:
        cells = {change.measure: _cell(change) for change in each.changes}
        yield _row(", ".join(each.modules), cells, measures, f"{each.pairs:,}")
    if together:
        yield from ("", "Beyond what each of two modules changes alone:", "", *_head("modules", measures))
    for both in together:
        cells = {c.measure: f"{_number(c.mean, c.share, '+')} ({_between(c.interval, c.share)})" for c in both.changes}
        yield _row(" and ".join(both.modules), cells, measures)


def _head(*columns: str | Sequence[str]) -> tuple[str, str]:
    names = [name for each in columns for name in ([each] if isinstance(each, str) else each)]
    return f"| {' | '.join(names)} |", f"| --- |{' ---: |' * (len(names) - 1)}"


def _row(name: str, cells: Mapping[str, str], measures: Sequence[str], *more: str) -> str:
    return f"| {' | '.join([name, *(cells.get(measure, '') for measure in measures), *more])} |"


def _cell(change: Change) -> str:
    """The value with the modules, and in brackets the interval of the difference."""
    around = f" ({_between(change.interval, change.share)})" if change.interval else ""
    return f"{_number(change.present, change.share)}{around}"


def _number(value: float, share: bool, sign: str = "") -> str:
    return format(value, f"{sign}.2%" if share else f"{sign}.2f")


def _between(interval: Interval | None, share: bool) -> str:
    return f"{_number(interval[0], share, '+')} to {_number(interval[1], share, '+')}" if interval else ""


def _range(mean: Mean, before: str = "  ") -> str:
    if mean.interval is None:
        return ""
    low, high = (_number(bound, mean.share) for bound in mean.interval)
    return f"{before}({low} to {high})"
