"""What the words of a small game mean: where they are declared, and all places that name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.index.index import Index, index
from dsl.index.symbols import Reference
from dsl.reading.library import ruleset_sources
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile

FERRY = Path(__file__).parents[3] / "docs" / "tutorial" / "ferry"


@pytest.fixture(scope="module")
def ferry() -> Index:
    return index(read(source, Problems()) for source in ruleset_sources(FERRY))


def of(*texts: str) -> Index:
    return index(read(SourceFile(f"{at}.rules", text), Problems()) for at, text in enumerate(texts))


def at(index: Index, before: str, name: str, file: str = "") -> Reference:
    """The reference whose name follows some text."""
    for source in index.sources.values():
        found = source.text.find(before + name) if file in ("", source.name) else -1
        if found >= 0:
            reference = index.at(source.name, found + len(before) + len(name) // 2)
            assert reference is not None, f"nothing at {before + name}"
            return reference
    raise AssertionError(before + name)


@pytest.mark.parametrize(
    ("before", "name", "sort", "declared"),
    [
        ("shuffle ", "deck", "zone", "zone deck: pile, hidden"),
        ("draw from deck to ", "hand", "zone", "zone hand per player: heap, private"),
        ("rank of ", "one", "parameter", "define beats("),
        ("set ", "called", "marker", "marker called: silence, colour"),
        ("set called to ", "silence", "position", "marker called: silence, colour"),
        ("set called to ", "colour", "attribute", "colour: colour"),
        ("where may ", "follow", "definition", "define may follow(passenger):"),
        ("  do ", "board", "event", "event board(passenger)"),
        ("  ask ", "first", "prompt", 'prompt first: "Who boards first?", must be answered'),
        ("trips of ", "captain", "variable", "let captain:"),
        ("when colour of passenger is ", "storm", "value", "add storm to colour"),
        ("| storm 1 | ", "storm", "value", "add storm to colour"),
        ("widen ", "counts", "definition", "define counts("),
        ("widen counts when colour of ", "passenger", "parameter", "define counts("),
    ],
)
def test_a_name_means_what_the_compiler_takes_it_for(
    ferry: Index, before: str, name: str, sort: str, declared: str
) -> None:
    symbol = at(ferry, before, name).symbol
    assert (symbol.sort, symbol.line[: len(declared)]) == (sort, declared)


def test_all_places_of_a_name_are_found_in_all_files(ferry: Index) -> None:
    symbol = at(ferry, "widen ", "counts").symbol
    places = [(each.span.file.name.rpartition("/")[2], each.role) for each in ferry.references(symbol)]
    assert places == [("base.rules", "declares"), ("base.rules", "reads"), ("storm.rules", "hooks")]
    assert [each.span.text for each in ferry.hooks(symbol)] == ["counts"]


def test_every_name_of_the_game_is_known(ferry: Index) -> None:
    assert [span.place for file in ferry.sources for span in ferry.unknown(file)] == []


def test_variables_are_visible_where_they_can_be_named(ferry: Index) -> None:
    name = next(each for each in ferry.sources if each.endswith("base.rules"))
    text = ferry.sources[name].text
    visible = ferry.visible_at(name, text.index("turn passes to captain"))
    assert [each.name for each in visible if each.sort == "variable"] == ["captain"]
    elsewhere = ferry.visible_at(name, text.index("move passenger to boat"))
    assert next(each.name for each in elsewhere if each.sort == "parameter") == "passenger"
    assert "captain" not in [each.name for each in elsewhere]


def test_a_file_with_mistakes_is_indexed_as_far_as_it_can_be_read() -> None:
    found = of(
        'game pond "Pond"\nzone reeds: heap, public\nevent setup\n  move move\nevent hop\n  move reeds to reeds\n'
    )
    assert [each.name for each in found.symbols()] == ["pond", "reeds", "hop"]
    assert len(found.references(found.named("reeds")[0])) == 3


def test_modules_that_never_meet_have_symbols_of_their_own() -> None:
    base = 'game pond "Pond"\n'
    frogs, newts = (f'module {name} "{name}" for pond\nzone reeds: heap, public\n' for name in ("frogs", "newts"))
    assert [each.module for each in of(base, frogs, newts).named("reeds")] == ["frogs", "newts"]
    met = of(base, frogs, f"{newts}when frogs is not in play\n  zone bank: heap, public\n")
    assert [len(each.declarations) for each in met.named("reeds")] == [2]


def test_a_line_that_is_being_written_knows_the_variables_above_it() -> None:
    text = (
        'game pond "Pond"\nzone reeds: heap, public\nevent hop(frog)\n  let first: some card in reeds\n'
        "  if frog in reeds\n    let second: some card in reeds\n    \n  \n"
    )
    found, file = of(text), "0.rules"
    inner, outer = text.index("    \n") + 4, len(text) - 1
    names = {place: [each.name for each in found.visible_at(file, place)[:3]] for place in (inner, outer)}
    assert names == {inner: ["frog", "first", "second"], outer: ["frog", "first", "pond"]}
