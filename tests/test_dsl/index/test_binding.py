"""The index says of each name what the compiler says: the same declaration, in all games that are linked here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from dsl.compiler import lowered
from dsl.expressions import comparisons, lower_expression, markers, places, typed
from dsl.index.index import Index, index
from dsl.index.symbols import Declaration
from dsl.linking.combinations import every_game
from dsl.linking.link import link
from dsl.linking.ruleset import Part, Wanted
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.names import Names
from dsl.reading.catalogue import catalogue
from dsl.reading.library import ruleset_sources
from dsl.reading.read import read
from dsl.text.diagnostics import CompileError, Problems
from tests.support.usually import usually_without

ROOT = Path(__file__).parents[3]
GAMES = ("onirim", "urbion", *(ROOT / "docs" / each for each in (
    "tutorial/ferry", "examples/klondike", "examples/tasks", "examples/dungeon", "examples/market",
)))  # fmt: skip

SORTS: dict[type, tuple[str, ...]] = {
    m.Zone: ("zone",), m.NumberOf: ("number", "flag"), m.Marker: ("marker",), m.Define: ("definition",),
    m.Event: ("event",), m.Prompt: ("prompt",), m.Kind: ("kind",), m.Card: ("card",), m.CardTable: ("card",),
    m.Class: ("class",), m.Places: ("places",), m.Choice: ("option",), m.Dummy: ("dummy",), m.Group: ("group",),
}  # fmt: skip

MANY = 50

Meaning = tuple[tuple[str, ...], m.Node | None]
"""The sorts of which a name may be, and its declaration if it is known."""


class Looked:
    """What the compiler took names for while it lowered a game."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.meant: dict[tuple[str, int, int], Meaning] = {}
        self._wrap(patch, Names, "see", self._see)
        self._wrap(patch, lower_expression, "_named", self._variable)
        self._wrap(patch, places, "place", self._variable)
        self._wrap(patch, lower_expression, "_attribute", self._attribute)
        self._wrap(patch, lower_expression, "_fixed", self._member)
        self._wrap(patch, comparisons, "_setting", self._option_value)
        self._wrap(patch, typed, "like", self._position)

    def _wrap(self, patch: pytest.MonkeyPatch, owner: Any, name: str, note: Callable[..., None]) -> None:
        original = getattr(owner, name)

        def noting(*arguments: Any) -> Any:
            note(*arguments)
            return original(*arguments)

        patch.setattr(owner, name, noting)

    def _note(self, name: m.Name, sorts: tuple[str, ...], node: m.Node | None = None) -> None:
        span = name.span
        if name.text == " ".join(span.text.replace("`", "").split()):  # else the compiler made it
            self.meant[span.file.name, span.start, span.end] = (sorts, node)

    def _see(self, _names: Names, name: m.Name, owner: Part, _user: Part) -> None:
        self._note(name, SORTS[type(owner.declaration)], owner.declaration)

    def _variable(self, _context: Any, node: m.Node, scope: Any) -> None:
        if isinstance(node, m.Named) and node.name.text in scope.variables:
            self._note(node.name, ("variable", "parameter"))

    def _attribute(self, _context: Any, name: m.Name, _card: Any) -> None:
        self._note(name, ("attribute", "fact"))

    def _member(self, context: Any, node: m.Named, _scope: Any) -> None:
        if node.name.text in context.names.members:
            self._note(node.name, ("value",))

    def _option_value(self, _context: Any, node: m.Compare, _option: str) -> None:
        if isinstance(node.right, m.Named):
            self._note(node.right.name, ("value",))

    def _position(self, context: Any, node: m.Node, type_: Any, scope: Any) -> None:
        family = markers.family_of(context.names, type_)
        own = set(family.positions) - family.standing - scope.variables.keys() if family else set()
        if isinstance(node, m.Named) and node.name.text in own:
            self._note(node.name, ("position",))


def models(game: str | Path) -> list[m.File]:
    return [read(source, Problems()) for source in ruleset_sources(game)]


def games(files: list[m.File], most: int) -> Iterator[Wanted]:
    """Sets of so many modules, and that of all; one option at a time has another value than its default."""
    held = catalogue(files)
    assert held is not None
    for each in every_game([file.span.file for file in files], held.asked, crossed=0):
        if len(each.modules) <= most or len(each.modules) == len(held.modules):
            yield each.wanted


def wrong(game: str | Path, most: int, patch: pytest.MonkeyPatch) -> list[str]:
    """The names that the index takes for something else than the compiler."""
    files = models(game)
    looked, found = Looked(patch), index(files)
    for wanted in games(files, most):
        problems = Problems()
        with suppress(CompileError):  # refused, say; what was looked up before counts
            lowered(link(files, wanted, problems), problems)
    assert len(looked.meant) > MANY
    return [text for place, meaning in looked.meant.items() if (text := _differs(found, place, meaning))]


def _differs(found: Index, place: tuple[str, int, int], meaning: Meaning) -> str:
    """What is wrong with the reference at a place; "" if nothing is."""
    (file, start, end), (sorts, node) = place, meaning
    here = f"{found.sources[file].name}:{found.sources[file].position(start)} {found.sources[file].text[start:end]!r}"
    reference = found.at(file, (start + end) // 2)
    if reference is None:
        known = any(span.start == start for span in found.known(file))
        return "" if known else f"{here}: the index has nothing, the compiler {sorts}"
    symbol = reference.symbol
    of_prompt = "variable" in sorts and found.sources[file].text[start - 1] == "{"
    if symbol.sort not in sorts and not of_prompt:  # in the question of a prompt for each place, the place
        return f"{here}: {symbol.sort}, and for the compiler {sorts}"
    if node is not None and not any(_declares(node, each) for each in symbol.declarations):
        return f"{here}: declared {symbol.line!r}, and for the compiler {node.span.sentence!r}"
    return ""


def _declares(node: m.Node, declaration: Declaration) -> bool:
    if isinstance(node, m.CardTable):
        return any(cell.span == declaration.name for row in node.rows for cell in row)
    return declaration.whole == node.span


@pytest.mark.parametrize("game", usually_without(["onirim", "urbion"], GAMES), ids=str)
def test_names_mean_what_the_compiler_takes_them_for(game: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong(game, 1, monkeypatch) == []


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_names_mean_that_in_sets_of_two_modules(game: str | Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong(game, 2, monkeypatch) == []


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_name_in_the_rules_has_a_meaning(game: str | Path) -> None:
    files = models(game)
    found = index(files)
    for file in files:
        name = file.span.file.name
        meant = {(each.span.start, each.span.end) for each in found.in_file(name)}
        said = {(span.start, span.end) for span in found.known(name)}
        for node in every_node(file):
            if isinstance(node, m.Name) and not _without_meaning(node):
                covered = [1 for start, end in meant | said if node.span.start <= start and end <= node.span.end]
                assert covered, f"{node.span.place} {node.text}"


def _without_meaning(name: m.Name) -> bool:
    """Whether a name is made by the language, and stands nowhere in the text."""
    return name.text != " ".join(name.span.text.replace("`", "").split())
