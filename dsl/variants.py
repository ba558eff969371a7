"""The games that one set of modules makes, by number of players and by options.

The options are those that the sections of the ruleset ask about, an edition for example. Others change numbers and
conditions, but not which rules there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from dsl import model as m
from dsl.link import MOST_PLAYERS, Opened, Wanted, opened

FEW_MODULES = 3
"""So many modules are tried with every combination of options."""


def variants(files: Sequence[m.File], wanted: Wanted, most: int = MOST_PLAYERS) -> Iterator[Wanted]:
    """The games of the modules of `wanted` for up to `most` players, those that the rules refuse among them.

    The options of `wanted` are kept in every game that has them. Of the others all combinations are tried if there are
    few modules; if there are many, one at a time has another value than its default, as what only many modules and
    several options show together would make too many games. The fewest players come first, then the fewest options that
    don't have their default.
    """
    files = [attrs.evolve(file, declarations=tuple(_laying_out(file.declarations))) for file in files]
    for players in range(1, most + 1):
        game = attrs.evolve(wanted, players=players, options={})
        if players in _players(opened(files, game)):
            yield from sorted(_of_players(files, game, wanted.options), key=lambda each: len(each.options))


def _laying_out(declarations: Iterable[m.Declaration]) -> Iterator[m.Declaration]:
    """The declarations on which it hangs what games there are; everything else would only be carried along."""
    for declaration in declarations:
        if isinstance(declaration, m.Section):
            inner = tuple(_laying_out(declaration.declarations))
            yield attrs.evolve(declaration, declarations=inner)
        elif isinstance(declaration, m.Game | m.Module | m.Players | m.Choice):
            yield declaration


def _players(found: Opened) -> range:
    rules = [part.declaration for part in found.parts if isinstance(part.declaration, m.Players)]
    return range(rules[0].fewest, rules[0].most + 1) if rules else range(1, 2)


def _of_players(files: Sequence[m.File], game: Wanted, fixed: Mapping[str, str], done: int = 0) -> Iterator[Wanted]:
    """The games with the options that `game` has, and all values of those from number `done` on.

    An option may itself stand in a section, so that which there are is known only when those before it have a value.
    Defaults are left out.
    """
    found = opened(files, game)
    asked = [choice for name, choice in found.declared.items() if name in found.asked or name in fixed]
    if done >= len(asked):
        yield game
        return
    name, default = asked[done].name.text, asked[done].default
    full = len(game.modules) > FEW_MODULES and bool(game.options.keys() - fixed.keys())
    values = (default,) if full else sorted(asked[done].values, key=lambda one: one != default)
    for value in (fixed[name],) if name in fixed else values:
        options = game.options if value == default else {**game.options, name: value}
        yield from _of_players(files, attrs.evolve(game, options=options), fixed, done + 1)
