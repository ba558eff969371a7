"""Find names that are declared, but not in this game: in a module not in play, or in a section that doesn't hold.

A problem with such a name says where it is declared, and which condition the rule that uses it needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import attrs

from dsl.model import model as m
from dsl.model.products import cards_in
from dsl.model.traverse import unfolded
from dsl.text.source import SourceFile

SORTS: Mapping[str, tuple[str, ...]] = {
    "zone": ("zone", "group"),
    "kind": ("kind", "card"),
    "domain": ("enum", "places"),
    "attribute": ("attribute", "number", "definition", "zone", "places", "enum"),
}
"""The sorts of declarations that an unknown name may mean, by the problem's word for it, where the two differ."""


@attrs.frozen
class Absent:
    """The place where an absent name is declared: its module, and the conditions of its sections, in words."""

    module: str
    sections: tuple[str, ...]


def find(name: str, what: str, files: Iterable[m.File], base: str, chosen: Iterable[str]) -> Absent | None:
    """Find where something of the sort `what` ("name": of any) is declared; modules in play come first, then by name.

    `base` is the name of the base game, `chosen` are the modules in play. None if no file declares it.
    """
    found, files = [], list(files)
    for file in files:
        module = file.head.name.text if file.head else ""
        for sort, each, conditions in _declared(file, files):
            if each == name and ((what == "name" and sort != "topic") or sort in SORTS.get(what, (what,))):
                sections = tuple(condition.span.sentence for condition in conditions)
                found.append(((module != base and module not in chosen), module, sections))
    return Absent(*min(found)[1:]) if found else None


def outside(words: str, sorts: Collection[str], files: Sequence[m.File], chosen: Collection[str]) -> Absent | None:
    """The result of `find` for a name with words around it; None if a game with the modules `chosen` has it.

    `A hand` and `plate 2` stand for the declared names `hand` and `plate`. `module` is "" if it is in play.
    """
    base = next((file.head.name.text for file in files if isinstance(file.head, m.Game)), "")
    for name in _within(words):
        found = next(filter(None, (find(name, sort, files, base, chosen) for sort in sorts)), None)
        if found and (playing := found.module == base or found.module in chosen) and not found.sections:
            return None
        if found:
            return attrs.evolve(found, module="" if playing else found.module)
    return None


def _within(words: str) -> Iterator[str]:
    """Some words, then fewer and fewer from their beginning; the same without a player's letter before them."""
    split = words.split()
    for first in (0, 1) if split[:1] in (["A"], ["B"]) else (0,):
        for last in range(len(split), first, -1):
            yield " ".join(split[first:last])


def advice(absent: Absent, file: SourceFile, base: SourceFile, playing: bool) -> str:
    """The fix for a rule in `file` that uses an absent name; `playing`: its module is in play."""
    conditions = [*([] if playing else [f"{absent.module} is in play"]), *absent.sections]
    condition = " and ".join(f"({each})" if " or " in each else each for each in conditions)
    if not playing and file == base:
        return f"the base game can do without its modules: write the rule in `{absent.module}`"
    return f"put the rule into a section `when {condition}`"


def _declared(file: m.File, files: Sequence[m.File]) -> Iterator[tuple[str, str, tuple[m.Expression, ...]]]:
    """The declarations of a file: the sort, the name, and the conditions of the sections (none for cards)."""
    for declaration, conditions in unfolded(file.declarations):
        for sort, name in _names(declaration):
            yield sort, name, conditions
    for name in cards_in(file, files):
        yield "card", name, ()


SORT_OF: Mapping[type[m.Node], str] = {
    m.Choice: "option",
    m.Class: "kind",
    m.Define: "definition",
    m.Enumeration: "enum",
    m.Event: "event",
    m.Group: "group",
    m.Kind: "kind",
    m.Marker: "number",
    m.NumberOf: "number",
    m.Places: "places",
    m.Prompt: "prompt",
    m.Zone: "zone",
}
"""The sort of the thing that a declaration names."""


def _names(declaration: m.Declaration) -> Iterator[tuple[str, str]]:
    sort, name = SORT_OF.get(type(declaration)), getattr(declaration, "name", None)
    if sort and isinstance(name, m.Name) and not getattr(declaration, "widens", False):
        yield sort, name.text
    match declaration:
        case m.Kind(attributes=attributes) | m.ExtendKind(attributes=attributes):
            yield from (("attribute", each.name.text) for each in attributes)
        case m.Enumeration(members=members) | m.AddMembers(members=members):
            yield from (("value", each.text) for each in members)
        case m.Topic(title=title):
            yield "topic", title.casefold()
        case _:
            pass
