"""What a ruleset holds, before anybody chooses from it: its modules, and the options of the game and of each module.

Reads the models of the files as they stand; no section is opened. What stands in a section is told together with the
section's condition, in the author's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl import model as m
from dsl.parts import unfolded


@attrs.frozen
class Setting:
    """An option: its values, the default, and under which conditions it is there (() for always)."""

    name: str
    values: tuple[str, ...]
    default: str
    when: tuple[str, ...] = ()


@attrs.frozen
class Bar:
    """A reason for which a game can't be put together, and under which conditions it can't."""

    reason: str
    when: tuple[str, ...]


@attrs.frozen
class Entry:
    """A base game or a module, with its options and what bars it."""

    name: str
    title: str
    options: tuple[Setting, ...]
    bars: tuple[Bar, ...]


@attrs.frozen
class Catalogue:
    """A game for `fewest` to `most` players, and its modules by name."""

    base: Entry
    fewest: int
    most: int
    modules: tuple[Entry, ...]

    def where(self, option: str) -> tuple[tuple[str, Setting], ...]:
        """The options of a name: the module that each belongs to ("" for the base game), and the option."""
        entries = [("", self.base), *((module.name, module) for module in self.modules)]
        return tuple((owner, each) for owner, entry in entries for each in entry.options if each.name == option)


def catalogue(files: Iterable[m.File]) -> Catalogue | None:
    """What the files of a ruleset hold; None if there is no base game among them."""
    files = list(files)
    base = next((file for file in files if isinstance(file.head, m.Game)), None)
    if base is None:
        return None
    players = next((d for d, _ in unfolded(base.declarations) if isinstance(d, m.Players)), None)
    fewest, most = (players.fewest, players.most) if players else (1, 1)
    modules = sorted((_entry(file) for file in files if isinstance(file.head, m.Module)), key=lambda each: each.name)
    return Catalogue(_entry(base), fewest, most, tuple(modules))


def elsewhere(option: str, files: Iterable[m.File], chosen: Sequence[str]) -> str:
    """Where an option is that isn't there with the modules `chosen`: a sentence, "" if it is nowhere."""
    held = catalogue(files)
    for owner, setting in held.where(option) if held else ():
        if owner and owner not in chosen:
            return f"`{option}` belongs to the module `{owner}`, which is not in play"
        if setting.when:
            return f"`{option}` is there only when {' and '.join(setting.when)}"
    return ""


def cards_in(file: m.File) -> Iterator[str]:
    """The names of the cards that a file declares in any of its sections."""
    for declaration, _ in unfolded(file.declarations):
        match declaration:
            case m.Card(name):
                yield name.text
            case m.CardTable(kind, _, header, rows) if kind and "card" in (columns := [cell.text for cell in header]):
                yield from (row[columns.index("card")].text for row in rows if len(row) == len(columns))
            case _:
                pass


def _entry(file: m.File) -> Entry:
    assert file.head
    options, bars = list[Setting](), list[Bar]()
    for declaration, conditions in unfolded(file.declarations):
        when = tuple(condition.span.sentence for condition in conditions)
        match declaration:
            case m.Choice(name, values, default):
                options.append(Setting(name.text, values, default, when))
            case m.Refuse(reason):
                bars.append(Bar(reason, when))
            case m.Requires(wanted, names):
                verb = "Needs" if wanted else "Can't be played with"
                bars.append(Bar(f"{verb} {', '.join(f'`{name.text}`' for name in names)}.", when))
            case _:
                pass
    return Entry(file.head.name.text, file.head.title, tuple(options), tuple(bars))
