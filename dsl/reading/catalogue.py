"""The contents of a ruleset, before a game is chosen: its modules, and the options of the base game and of each module.

Reads the models of the files and opens no section; an option in a section comes with the section's condition, in the
author's words. `linking/combinations` lists the games that can be made of these contents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import unfolded


@attrs.frozen
class Setting:
    """An option: its values, the default, and the conditions under which it exists (() for always)."""

    name: str
    values: tuple[str, ...]
    default: str
    when: tuple[str, ...] = ()


@attrs.frozen
class Bar:
    """A reason why a game can't be put together, and the conditions under which it can't."""

    reason: str
    when: tuple[str, ...]


@attrs.frozen
class Entry:
    """A base game or a module, with its options and bars."""

    name: str
    title: str
    options: tuple[Setting, ...]
    bars: tuple[Bar, ...]


@attrs.frozen
class Catalogue:
    """A game for `fewest` to `most` players, and its modules by name.

    `asked` are the options that conditions of sections read: they change which rules there are. `deciding` are those of
    them on which the refusals of the rules depend. Both are in the order of the text.
    """

    base: Entry
    fewest: int
    most: int
    modules: tuple[Entry, ...]
    asked: tuple[str, ...] = ()
    deciding: tuple[str, ...] = ()

    @property
    def options(self) -> dict[str, tuple[str, ...]]:
        """All options by name, with every value that an option of the name can have."""
        found: dict[str, tuple[str, ...]] = {}
        for entry in (self.base, *self.modules):
            for each in entry.options:
                found[each.name] = tuple(dict.fromkeys([*found.get(each.name, ()), *each.values]))
        return found

    def where(self, option: str) -> tuple[tuple[str, Setting], ...]:
        """The options of a name, each with the module that it belongs to ("" for the base game)."""
        entries = [("", self.base), *((module.name, module) for module in self.modules)]
        return tuple((owner, each) for owner, entry in entries for each in entry.options if each.name == option)


@once_each
def expects(file: m.File) -> bool:
    """Whether a file without a head says what must hold in a game; one of scenarios alone says nothing else."""
    return file.head is None and any(not isinstance(each, m.Example) for each in file.declarations)


def catalogue(files: Iterable[m.File]) -> Catalogue | None:
    """The contents of the files of a ruleset; None if there is no base game among them."""
    files = list(files)
    base = next((file for file in files if isinstance(file.head, m.Game)), None)
    if base is None:
        return None
    players = next((d for d, _ in unfolded(base.declarations) if isinstance(d, m.Players)), None)
    fewest, most = (players.fewest, players.most) if players else (1, 1)
    modules = sorted((_entry(file) for file in files if isinstance(file.head, m.Module)), key=lambda each: each.name)
    options = [name for file in files for name in asked(file.declarations) if name != "players"]
    deciding = [name for file in files for name in _deciding(file.declarations) if name != "players"]
    return Catalogue(
        _entry(base), fewest, most, tuple(modules), tuple(dict.fromkeys(options)), tuple(dict.fromkeys(deciding))
    )


def asked(declarations: Iterable[m.Declaration]) -> Iterator[str]:
    """The options (and `players`) that the conditions of sections read, whether the sections are opened or not."""
    for declaration in declarations:
        if isinstance(declaration, m.Section):
            yield from _options_in(declaration.condition)
            yield from asked(declaration.declarations)


def _deciding(declarations: Iterable[m.Declaration]) -> Iterator[str]:
    for declaration, conditions in unfolded(declarations):
        if isinstance(declaration, m.Refuse | m.Requires):
            yield from (name for condition in conditions for name in _options_in(condition))


def _options_in(condition: m.Expression) -> Iterator[str]:
    match condition:
        case m.All(parts) | m.Either(parts):
            for part in parts:
                yield from _options_in(part)
        case m.Negation(part):
            yield from _options_in(part)
        case m.Compare("==" | "!=", m.Named(name), _):
            yield name.text
        case _:
            pass


def elsewhere(option: str, files: Iterable[m.File], chosen: Sequence[str]) -> str:
    """A sentence on the place of an option that is absent with the modules `chosen`; "" if no file declares it."""
    held = catalogue(files)
    for owner, setting in held.where(option) if held else ():
        if owner and owner not in chosen:
            return f"`{option}` belongs to the module `{owner}`, which is not in play"
        if setting.when:
            return f"`{option}` is there only when {' and '.join(setting.when)}"
    return ""


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
