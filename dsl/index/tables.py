"""The names that the files of a ruleset declare, together: what a word means, seen from one of them.

A name may be declared in several places that are never in play together, or that add to each other; then all of them
are one symbol, unless they belong to modules of which no file names both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

import attrs

from dsl.index.declared import Declared, Entry, declared
from dsl.index.symbols import Key
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.products import names_of, values_of

SHARED = frozenset({"attribute", "fact"})
"""Namespaces in which a name means the same wherever it is declared."""

MOST_SHAPES = 2_000


@attrs.frozen
class View:
    """The modules whose declarations a rule may name: its own, the base game's, and those of its bridges."""

    own: str
    modules: frozenset[str]

    def sees(self, entry: Entry) -> bool:
        """Whether a rule may name what an entry declares."""
        return entry.home in self.modules or not entry.bridges.isdisjoint(self.modules - {""})


@attrs.frozen
class Tables:
    """Everything that has a name in the files of a ruleset, by its words; `base` is the name of the base game.

    `words` has, for each name, its entries by namespace; `owners` the owner in the key of each entry.
    `shape` is equal for tables in which names mean the same. `longest` has the most words of a name by its first one.
    """

    base: str
    words: Mapping[str, Mapping[str, Sequence[Entry]]]
    owners: Mapping[tuple[str, str, str], str]
    shape: tuple[int, ...]
    longest: Mapping[str, int]

    def view(self, own: str, bridges: Iterable[str] = ()) -> View:
        """The modules that a rule of the module `own` may name, in a section for these others."""
        return View(own, frozenset({own, self.base, *bridges}))

    def entry(self, space: str, name: str, view: View) -> Entry | None:
        """The entry of a name in a namespace: the one that the rule may name, of several its own module's."""
        found = self.words.get(name, NONE).get(space)
        if not found:
            return None
        if len(found) == 1:
            return found[0]
        own = next((each for each in found if each.home == view.own), None)
        return own or next((each for each in found if view.sees(each)), found[0])

    def visible(self, space: str, name: str, view: View) -> Entry | None:
        """The same, but None for a name that belongs to modules which the rule may not name."""
        found = self.entry(space, name, view)
        return found if found is not None and view.sees(found) else None

    def every(self, space: str, name: str) -> Sequence[Entry]:
        """All entries of a name in a namespace."""
        return self.words.get(name, NONE).get(space, ())

    def key(self, entry: Entry) -> Key:
        """The key of the symbol that an entry declares."""
        name = of_row(entry)
        return Key(entry.space, name, self.owners.get((entry.space, name, entry.home), entry.home))


NONE: Mapping[str, Sequence[Entry]] = {}


def of_row(entry: Entry) -> str:
    """The name of a symbol: of the cards for which a row stands, the name in the table."""
    if entry.space == "card" and len(entry.details) > 1 and entry.details[1]:
        return dict(entry.details[1])["card"]  # type: ignore[call-overload, no-any-return]
    return entry.name


def tables(files: Sequence[m.File]) -> Tables:
    """The tables of some files."""
    found = [declared(file) for file in files]
    base = next((file.head.name.text for file in files if isinstance(file.head, m.Game)), "")
    words: dict[str, dict[str, list[Entry]]] = {}
    for each in found:
        for entry in each.entries:
            words.setdefault(entry.name, {}).setdefault(entry.space, []).append(entry)
    _expand(words, [entry for each in found for entry in each.entries if _is_row(entry)])
    longest: dict[str, int] = {}
    for name in words:
        first = name.partition(" ")[0]
        longest[first] = max(longest.get(first, 0), name.count(" ") + 1)
    return Tables(base, words, _owners(words, found, base), tuple(map(_shape, found)), longest)


def _is_row(entry: Entry) -> bool:
    return entry.space == "card" and len(entry.details) > 1 and bool(entry.details[1])


def _expand(words: dict[str, dict[str, list[Entry]]], rows: list[Entry]) -> None:
    """Add the names of the cards for which rows stand."""
    if not rows:
        return
    enums: dict[str, list[str]] = {}
    for name, spaces in words.items():
        for entry in spaces.get("value", ()):
            enums.setdefault(str(entry.details[0]), []).append(name)
    for row in rows:
        cells: Sequence[tuple[str, str]] = row.details[1]  # type: ignore[assignment]
        values = [values_of(text, enums) or [] for _, text in cells]
        for name in names_of(row.name, [column for column, _ in cells], values):
            words.setdefault(name, {}).setdefault("card", []).append(attrs.evolve(row, name=name))


def _owners(
    words: Mapping[str, Mapping[str, Sequence[Entry]]], found: Sequence[Declared], base: str
) -> dict[tuple[str, str, str], str]:
    """By namespace, name and module, the owner of a symbol that several modules declare; one alone owns its own."""
    related = {frozenset({*about, each.home}) - {""} for each in found for about in each.about if about}
    owners: dict[tuple[str, str, str], str] = {}
    for name, spaces in words.items():
        for space, entries in spaces.items():
            homes = list(dict.fromkeys(entry.home for entry in entries))
            if space in SHARED:
                owners.update({(space, name, home): "" for home in homes})
            elif len(homes) > 1:
                for home, owner in _joined(homes, base, related).items():
                    owners[space, name, home] = owner
    return owners


def _joined(homes: list[str], base: str, related: set[frozenset[str]]) -> dict[str, str]:
    """The owner for each of several modules: the same for those that meet in a section, and for all with the base."""
    if base in homes or "" in homes:
        return dict.fromkeys(homes, base)
    owner = {home: home for home in homes}
    for about in related:
        both = [home for home in homes if home in about]
        for other in both[1:]:
            old, new = owner[other], owner[both[0]]
            owner.update({home: new for home, of in owner.items() if of == old})
    return owner


_shapes: dict[Declared, int] = {}
_numbers = count()


@once_each
def _shape(found: Declared) -> int:
    """A number for what a file declares: the same for another one with the same names."""
    if len(_shapes) > MOST_SHAPES:
        _shapes.clear()
    if found not in _shapes:
        _shapes[found] = next(_numbers)
    return _shapes[found]
