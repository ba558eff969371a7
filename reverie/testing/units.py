"""Verifying in parts: each part is a few drawn cases, and parts can be tested in any order and by any process.

The parts of a request depend only on it, so a run that was stopped can go on with the parts that are left.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import attrs

import dsl
from dsl import CompileError
from dsl.linking.combinations import every_game
from dsl.reading.library import sources_with
from reverie.testing.ready_made import standard
from reverie.testing.sets import sets_of
from reverie.testing.strategies import games, games_of
from reverie.testing.telling import told
from reverie.testing.verifying import verdicts

LINKING = "rules can be linked"
"""The law that is broken where a game can't be linked; no other law is tested there."""

SELDOM = 50_000, 20, 100
"""How seldom Python looks for garbage in cycles while laws are tested: programs are large, and hold hardly a cycle."""

AT_ONCE = 25
"""Cases of a part, of all sets together."""


@attrs.frozen
class Asked:
    """What is to be verified: `extra` modules, by name or as files, are in play in every game.

    `players` is None for any number, and `laws` are names, () for all laws. `each`: so many examples for every set of
    modules, and not for all of them together. `laid`: whether some games begin in a position that is laid out.
    """

    ruleset: str
    extra: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()
    laws: tuple[str, ...] = ()
    examples: int = 100
    seed: int = 0
    each: bool = False
    laid: bool = True


@attrs.frozen
class Unit:
    """A part: the set of modules and the number of players (None: drawn), the examples and their seed."""

    asked: Asked
    examples: int
    seed: int
    modules: tuple[str, ...] | None = None
    players: int | None = None

    @property
    def key(self) -> str:
        """What tells this part from all others of its request."""
        named = "*" if self.modules is None else " ".join(self.modules)
        return f"{named}; players {self.players or '*'}; seed {self.seed}; {self.examples} cases"


@attrs.frozen
class Part:
    """The result of a part: in how many cases each law was tested, and what is told of those that broke."""

    key: str
    cases: Mapping[str, int]
    broken: Mapping[str, str]


def units(asked: Asked) -> list[Unit]:
    """The parts of a request; raises `CompileError` for mistakes in the rules, `ValueError` for an unknown law."""
    standard(asked.laws)
    sets = sets_of(asked.ruleset, asked.extra, asked.options)
    assert sets.nearest((), asked.players or sets.players[0], ()).legal
    if not asked.each:
        starts = range(0, asked.examples, AT_ONCE)
        return [Unit(asked, min(AT_ONCE, asked.examples - at), asked.seed + number) for number, at in enumerate(starts)]
    sources, own = sources_with(asked.ruleset, asked.extra)
    deciding = dsl.contents(sources).deciding
    found = dict.fromkeys(
        (tuple(name for name in game.modules if name not in own), game.players)
        for game in every_game(sources, deciding, dict(asked.options))
        if asked.players in (None, game.players)
    )
    return [Unit(asked, asked.examples, asked.seed, modules, players) for modules, players in found]


def test(unit: Unit) -> Part:
    """Test the laws in the cases of a part."""
    gc.set_threshold(*SELDOM)
    asked, options = unit.asked, dict(unit.asked.options)
    if unit.modules is None:
        drawn = games(asked.ruleset, players=asked.players, options=options, extra=asked.extra, laid=asked.laid)
    else:
        drawn = games_of(asked.ruleset, unit.modules, unit.players or 1, asked.extra, options, asked.laid)
    try:
        found = verdicts(drawn, standard(asked.laws), unit.examples, unit.seed, laid=asked.laid)
    except CompileError as error:
        return Part(unit.key, {LINKING: 1}, {LINKING: dsl.format_problems(error.problems)})
    return Part(
        unit.key,
        {each.law.name: each.cases for each in found},
        {each.law.name: told(each.breach) for each in found if each.breach},
    )


def together(parts: Iterable[Part], order: Sequence[Unit]) -> Part:
    """The results of all parts: of a law that broke in several, the first in this order is told."""
    cases, broken = Counter[str](), dict[str, str]()
    known = {part.key: part for part in parts}
    for part in (known[unit.key] for unit in order if unit.key in known):
        cases.update(part.cases)
        broken = {**part.broken, **broken}
    return Part("", cases, broken)
