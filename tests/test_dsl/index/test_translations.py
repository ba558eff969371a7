"""Texts files go with the rules: the names in their entries lead to the rules, and are renamed with them."""

from __future__ import annotations

import pytest

from dsl import SourceFile
from dsl.editing.fixes import edited
from dsl.index.index import Index, index
from dsl.index.renames import Refused, rename
from dsl.index.symbols import TRANSLATES, Symbol
from dsl.reading.library import ruleset_sources, texts_sources
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.translation.checking import check_texts
from dsl.translation.texts import read_texts

POND = SourceFile(
    "base.rules",
    """\
game pond "Pond"
enum colour: red, blue
kind frog
  colour: colour
cards frog in reeds
  | card            | colour         |
  | {colour} hopper | each of colour |
zone reeds: heap, public
zone bank: heap, public
number reeds left: 0 to 9
prompt next: "Which one, of {reeds left}?"
define fits(frog): colour of frog is not red or frog is red hopper
event hop(frog)
  move frog to bank
after hop
  ask next
    option take <frog in reeds where fits>
      do hop(frog)
    option bank, if no frog in bank
      do hop(leftmost of reeds)
table
  show "Reeds": reeds
""",
)

TEXTS = SourceFile(
    "german.texts",
    """\
texts german "Deutsch" for pond

red: rot  # a colour
red hopper: roter Hüpfer
hopper: Hüpfer
frog: Frosch
reeds: Schilf
bank: Ufer
take <frog>: nehmen: <frog>
"Which one, of {reeds left}?": "Welcher, von {reeds left}?"
condition colour of <frog> is not red: die Farbe von <frog> ist nicht Rot
condition no frog in bank:
  kein Frosch am Ufer
""",
)


def of(rules: list[SourceFile], texts: list[SourceFile]) -> Index:
    return index((read(source, Problems()) for source in rules), texts)


def wrong(rules: list[SourceFile], texts: list[SourceFile]) -> list[str]:
    """What is wrong with texts files, and what they don't translate of what they are about."""
    problems = Problems()
    found = [each for source in texts if (each := read_texts(source, problems))]
    missing = check_texts(found, [read(source, Problems()) for source in rules], problems)
    left = [f"{each.name}: {words.own}" for each in missing if not each.whole for words in each.words]
    return [each.message for each in problems.found] + left


def renamed(found: Index, symbol: Symbol, name: str) -> tuple[list[SourceFile], list[SourceFile]]:
    edits = rename(found, symbol, name)
    assert not isinstance(edits, Refused), edits
    return [edited(each.span.file, edits) for each in found.files], [edited(each, edits) for each in found.texts]


@pytest.mark.parametrize(
    ("place", "sort", "name"),
    [
        ("for pond", "game", "pond"),
        ("\nred", "value", "red"),
        ("\nred hopper", "card", "{colour} hopper"),
        ("take <frog", "kind", "frog"),
        ("nehmen: <frog", "kind", "frog"),
        ("von {reeds left", "number", "reeds left"),
        ("condition colour", "attribute", "colour"),
        ("no frog in bank", "zone", "bank"),
    ],
)
def test_a_name_in_an_entry_means_what_it_means_in_the_rules(place: str, sort: str, name: str) -> None:
    here = of([POND], [TEXTS]).at(TEXTS.name, TEXTS.text.index(place) + len(place))
    assert here is not None
    assert (here.symbol.sort, here.symbol.name, here.role) == (sort, name, TRANSLATES)


@pytest.mark.parametrize(
    ("name", "new", "lines"),
    [
        ("reeds", "rushes", ["rushes: Schilf\n"]),
        ("reeds left", "rest", ['"Which one, of {rest}?": "Welcher, von {rest}?"\n']),
        ("red", "pink", ["pink: rot  # a colour\n", "pink hopper: roter", "is not pink: die Farbe"]),
        ("{colour} hopper", "{colour} leaper", ["red leaper: roter Hüpfer\n", "\nleaper: Hüpfer\n"]),
        ("frog", "toad", ["toad: Frosch\n", "take <toad>: nehmen: <toad>\n", "not red: die Farbe von <toad>"]),
        ("bank", "shore", ["shore: Ufer\n", "\nbank: Ufer\n", "condition no frog in shore:\n  kein"]),
        ("fits", "suits", []),
    ],
)  # fmt: skip
def test_entries_are_renamed_with_the_rules(name: str, new: str, lines: list[str]) -> None:
    found = of([POND], [TEXTS])
    rules, (texts,) = renamed(found, found.named(name)[0], new)
    for line in lines:
        assert line in texts.text
    assert len(wrong(rules, [texts])) == len(wrong([POND], [TEXTS]))
    assert [each for each in wrong(rules, [texts]) if not each.startswith("pond: ")] == []


def test_entries_stay_for_those_who_have_the_new_words_already() -> None:
    more = SourceFile(TEXTS.name, TEXTS.text + "reeds left: Rest\nbanks: Bänke\n")
    rules = [SourceFile(POND.name, POND.text + "event banks\n  shuffle bank\n")]
    found = of(rules, [more])
    _, (texts,) = renamed(found, found.named("reeds")[0], "banks")
    assert "\nzone banks: Schilf\n" in texts.text
    assert "\nbanks: Bänke\n" in texts.text


def test_a_variable_that_is_called_after_a_kind_gets_a_name_in_conditions() -> None:
    found = of([POND], [TEXTS])
    here = found.at(POND.name, POND.text.index("if no frog") + len("if no "))
    symbol = next(each for each in found.variables(POND.name) if here and each.span == here.span)
    rules, (texts,) = renamed(found, symbol, "guest")
    assert "condition no guest: frog in bank:\n  kein" in texts.text
    assert [each for each in wrong(rules, [texts]) if not each.startswith("pond: ")] == []


def test_a_module_is_renamed_in_the_head_of_its_texts() -> None:
    module = SourceFile("moss.rules", 'module moss "Moss" for pond\nzone moss: heap, public\n')
    head = SourceFile("german.texts", 'texts german "Deutsch" for moss\n"Moss": "Moos"\n')
    found = of([POND, module], [head])
    symbol = next(each for each in found.named("moss") if each.sort == "module")
    _, (texts,) = renamed(found, symbol, "lichen")
    assert texts.text.startswith('texts german "Deutsch" for lichen\n')


# the shipped games


FEW = frozenset({"card", "zone", "kind", "value", "event", "definition"})


def shipped(sorts: frozenset[str] | None) -> list[str]:
    """What is wrong with the texts of a game after some of its symbols were renamed, each by itself."""
    rules, texts = ruleset_sources("onirim"), texts_sources("onirim")
    found, before = of(rules, texts), wrong(rules, texts)
    own = [each for file in rules for each in found.variables(file.name)]
    symbols = [each for each in (*found.symbols(), *own) if each.sort not in ("game", "scenario")]
    chosen = symbols if sorts is None else [next(e for e in symbols if e.sort == sort) for sort in sorted(sorts)]
    problems = []
    for symbol in chosen:
        gaps = "".join(f" {{{gap}}}" for gap in symbol.name.replace("}", "{").split("{")[1::2])
        if isinstance(rename(found, symbol, f"zyxwv{gaps}"), Refused):
            continue
        after = wrong(*renamed(found, symbol, f"zyxwv{gaps}"))
        problems += [f"{symbol.sort} {symbol.name}: {after}"] if after != before else []
    return problems


def test_the_texts_of_a_game_are_as_clean_after_a_rename_as_before() -> None:
    assert shipped(FEW) == []


@pytest.mark.sweep
def test_the_texts_of_a_game_are_as_clean_after_every_rename() -> None:
    assert shipped(None) == []
