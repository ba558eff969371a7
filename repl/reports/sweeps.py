"""The plan and the results of a sweep (`reverie simulate --all-sets`), as text and as data.

Games are divided evenly among every set of modules, number of players and value of the options that decide whether the
rules refuse a game; the other options are drawn for each link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import attrs

import dsl
from dsl.linking.combinations import Combination, every_game, refusal
from dsl.reading.library import ENDING, full_name
from interpreter import Generator
from interpreter.simulation.sweep import Faulty, Link, Swept
from repl.saves import jsontext

DEALS = 200
"""Most games of one link; a combination with more games has further links, with options drawn again."""


@attrs.frozen
class Plan:
    """The links of a sweep, and a reason for each combination that the rules refuse."""

    links: tuple[Link, ...]
    refused: tuple[str, ...]


def plan(ruleset: str, extra: Sequence[str], games: int, seed: int, given: Mapping[str, str]) -> Plan:
    """Divide games among all combinations that a ruleset allows, with and without the modules in the files `extra`.

    Those of `extra` that are files of expectations hold in all games.
    `given` fixes options; combinations in which one of them doesn't exist are left out.
    """
    sources, names = dsl.sources_with(ruleset, extra)
    files = dict(zip(names, extra, strict=True))
    every = every_game(sources, dsl.contents(sources).deciding, given)
    found = [(each, refusal(sources, each.wanted)) for each in every if given.keys() <= dict(each.options).keys()]
    fitting = [each for each, reason in found if not reason]
    links: list[Link] = []
    first = seed
    for number, each in enumerate(fitting):
        share = games * (number + 1) // len(fitting) - games * number // len(fitting)
        while share > 0:
            links.append(_drawn(each, files, first, min(share, DEALS)))
            first, share = first + links[-1].games, share - links[-1].games
    return Plan(tuple(links), tuple(reason for _, reason in found if reason))


def plan_one(
    ruleset: str, modules: tuple[str, ...], players: int | None, games: int, seed: int, given: Mapping[str, str]
) -> Plan:
    """Games of one set of modules, with the options as given; raises `CompileError` if there is no such game."""
    program = dsl.load(ruleset, modules, players, given)
    shares = [(first, min(DEALS, games - first)) for first in range(0, games, DEALS)]
    links = (Link(modules, program.players, program.options, seed + first, share) for first, share in shares)
    return Plan(tuple(links), ())


def _drawn(what: Combination, files: Mapping[str, str], seed: int, games: int) -> Link:
    below = Generator(seed).below
    drawn = [(name, values[below(len(values))]) for name, values in what.open.items()]
    expected = (path for name, path in files.items() if name.endswith(ENDING))
    modules = (*(files.get(name, name) for name in what.modules), *expected)
    return Link(modules, what.players, (*what.options, *drawn), seed, games)


def load(ruleset: str, link: Link, coverage: bool) -> dsl.Program:
    """The program of a link; raises `CompileError`."""
    return dsl.load(ruleset, link.modules, link.players, dict(link.options), coverage=coverage)


def record_of(ruleset: str, link: Link, fault: Faulty) -> str:
    """The record of a failed game, with the full names or paths of its ruleset and modules."""
    first, end, rest = fault.save.partition("\n")
    data = jsontext.parsed(first)
    names = {"game": full_name(ruleset), "modules": [full_name(module) for module in link.modules]}
    if "state" in data:
        data = {"position": {**names, "players": link.players, "options": dict(link.options)}, **data}
    else:
        data |= names
    return jsontext.written(data) + end + rest


@attrs.frozen
class Total:
    """The results of a sweep, summed over its links."""

    links: int
    combinations: int
    refused: int
    games: int
    won: int
    lost: int
    over: int
    decisions: int
    turns: int
    faults: int
    problems: int


def total(swept: Sequence[Swept], refused: Sequence[str]) -> Total:
    """Add up the results of the links; `refused` holds a reason for each refused combination."""
    played = [each for each in swept if not each.refused]
    return Total(
        links=len(played),
        combinations=len({(each.link.modules, each.link.players) for each in played}),
        refused=len(refused) + len(swept) - len(played),
        games=sum(each.games for each in played),
        won=sum(each.won for each in played),
        lost=sum(each.lost for each in played),
        over=sum(each.over for each in played),
        decisions=sum(each.decisions for each in played),
        turns=sum(each.turns for each in played),
        faults=sum(len(each.faults) for each in played),
        problems=sum(bool(each.problem) for each in played),
    )


def in_words(title: str, what: Total, refused: Iterable[str], settings: Iterable[Swept], seconds: float) -> str:
    """The results of a sweep, for people."""
    where = f"{_many(what.links, 'link')} of {_many(what.combinations, 'set')} (modules and players)"
    lines = [
        f"{title}: {_many(what.games, 'game')} in {where}",
        "",
        f"  won           {what.won:>12,}",
        f"  lost          {what.lost:>12,}",
        *([f"  over          {what.over:>12,}"] if what.over else []),
        f"  rules faults  {what.faults:>12,}",
        f"  decisions     {what.decisions:>12,}",
        f"  turns         {what.turns:>12,}",
        f"  time          {seconds:>11,.0f} s",
    ]
    lines += ["", *_shares(settings)]
    reasons = Counter(refused)
    lines += [f"Refused by the rules, {_many(count, 'time')}: {reason}" for reason, count in sorted(reasons.items())]
    return "\n".join(lines).rstrip()


def _many(number: int, name: str) -> str:
    return f"{number:,} {name}" if number == 1 else f"{number:,} {name}s"


def _shares(swept: Iterable[Swept]) -> list[str]:
    games: Counter[tuple[str, str]] = Counter()
    for each in swept:
        for option in each.link.options:
            games[option] += each.games
    return [f"  {name} {value}: {_many(count, 'game')}" for (name, value), count in sorted(games.items())]


def as_data(
    ruleset: str, seed: int, policy: str, what: Total, swept: Iterable[Swept], refused: Iterable[str],
    records: Mapping[int, Path],
) -> dict[str, object]:  # fmt: skip
    """The results of a sweep, for programs; without its time, so that the same sweep has the same results."""
    faults = [
        {**_link_data(each.link), "seed": fault.seed, "sentence": fault.sentence, "record": _path(records, fault.seed)}
        for each in swept for fault in each.faults
    ]  # fmt: skip
    reasons = Counter(refused)
    return {
        "ruleset": ruleset, "seed": seed, "policy": policy, **attrs.asdict(what),
        "faulty": faults,
        "broken": [{**_link_data(each.link), "problem": each.problem} for each in swept if each.problem],
        "reasons": dict(sorted(reasons.items())),
    }  # fmt: skip


def _path(records: Mapping[int, Path], seed: int) -> str:
    return str(records[seed]) if seed in records else ""


def _link_data(link: Link) -> dict[str, object]:
    return {"modules": link.modules, "players": link.players, "options": dict(link.options)}
