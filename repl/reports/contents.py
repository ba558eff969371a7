"""The catalogue of a ruleset, in words and as data: its modules and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from dsl.text.render import cells
from dsl.text.spelling import counted, either
from repl.reports.columns import left

if TYPE_CHECKING:
    from dsl.reading.catalogue import Bar, Catalogue, Entry, Setting
    from repl.saves.added import Added

EMPTY: Mapping[str, Sequence[str]] = {}


def lines(
    found: Catalogue,
    languages: Mapping[str, str],
    added: Sequence[Added] = (),
    missing: Mapping[str, Sequence[str]] = EMPTY,
) -> Iterator[str]:
    """A ruleset's modules and options, one per line, the modules added to it, and the languages of its texts.

    `missing` are the modules that have no texts, by language.
    """
    players = f"{found.fewest} to {found.most} players" if found.most > found.fewest else counted(found.most, "player")
    yield f"{found.base.name}: {found.base.title}, for {players}"
    yield from _below(found.base)
    if found.modules:
        yield ""
        yield "Modules (--with NAME) and their options (--option NAME=VALUE):"
    width = max((cells(module.name) for module in found.modules), default=0) + 2
    for module in found.modules:
        yield f"  {left(module.name, width)}{module.title}"
        yield from _below(module)
    if added:
        yield from _added(found, added)
    if languages:
        yield ""
        yield "Languages (--language NAME): " + ", ".join(f"{name} ({title})" for name, title in languages.items())
        for name in languages:
            yield from untranslated(name, missing.get(name, ()))


def untranslated(language: str, modules: Sequence[str]) -> Iterator[str]:
    """The sentence that names modules without texts in a language, if there are any."""
    if modules:
        which = "module" if len(modules) == 1 else "modules"
        yield f"Not translated into {language}: the {which} {either(modules, 'and', None)}."


def _added(found: Catalogue, added: Sequence[Added]) -> Iterator[str]:
    yield from ("", "Added modules (--with NAME), and their files:")
    own = {module.name for module in found.modules}
    width = max(cells(module.name) for module in added) + 2
    for module in added:
        yield f"  {left(module.name, width)}{module.title or '(its file has no title: `reverie check` says more)'}"
        yield f"    {module.path}"
        if module.name in own:
            yield f"    not in use: {found.base.name} has a module of this name"


def _below(entry: Entry) -> Iterator[str]:
    yield from (f"    {_setting(option)}" for option in entry.options)
    yield from (f"    {_bar(bar)}" for bar in entry.bars)


def _setting(option: Setting) -> str:
    shown = f"{option.values[0]} to {option.values[-1]}" if _is_range(option.values) else ", ".join(option.values)
    return f"option {option.name}: {shown}; default {option.default}{_when(option.when)}"


def _bar(bar: Bar) -> str:
    return f"{bar.reason}{_when(bar.when)}"


def _when(conditions: Sequence[str]) -> str:
    return f" [when {' and '.join(conditions)}]" if conditions else ""


def _is_range(values: Sequence[str]) -> bool:
    return len(values) > 2 and all(value.lstrip("-").isdecimal() for value in values)


def as_data(found: Catalogue, languages: Mapping[str, str], added: Sequence[Added] = ()) -> dict[str, Any]:
    """The same as data."""
    fields = attrs.fields(type(found))
    data = attrs.asdict(found, filter=attrs.filters.exclude(fields.asked, fields.deciding))
    files = [{"name": each.name, "title": each.title, "file": str(each.path)} for each in added]
    return data | {"languages": dict(languages), "added": files}
