"""Renaming: all places that name a symbol change, nothing else does, and the rules stay what they were."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from dsl import SourceFile
from dsl.compiler import compile_models
from dsl.editing.fixes import edited
from dsl.index.index import Index, index
from dsl.index.renames import Refused, modules_renamed, rename
from dsl.index.symbols import Symbol
from dsl.linking.ruleset import Wanted
from dsl.model import model as m
from dsl.model.scenario import Scenario
from dsl.program.program import Program
from dsl.reading.library import read_file, ruleset_folder, ruleset_sources
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from interpreter.scenarios.scenario import check

FERRY = Path(__file__).parents[3] / "docs" / "tutorial" / "ferry"

FRESH = "zyxwv"
"""A name that no game has."""


def models(sources: Sequence[SourceFile]) -> list[m.File]:
    return [read(source, Problems()) for source in sources]


def whole(game: str | Path) -> list[SourceFile]:
    """The files of a game, with those of its scenarios."""
    folder, problems = ruleset_folder(game), Problems()
    more = (read_file(path, problems, f"scenarios/{path.name}") for path in sorted(folder.glob("scenarios/*.rules")))
    return [*ruleset_sources(game), *(source for source in more if source)]


def text_of(sources: Sequence[SourceFile]) -> str:
    return "\n".join(source.text for source in sources)


def of(*texts: str) -> tuple[list[SourceFile], Index]:
    sources = [SourceFile(f"{at}.rules", text) for at, text in enumerate(texts)]
    return sources, index(models(sources))


def renamed(sources: Sequence[SourceFile], found: Index, symbol: Symbol, name: str) -> list[SourceFile]:
    edits = rename(found, symbol, name)
    assert not isinstance(edits, Refused), edits
    return [edited(source, edits) for source in sources]


POND = """\
game pond "Pond"
enum colour: red, blue
kind frog
  colour: colour
cards frog in reeds
  | card        | colour         |
  | {colour} hopper | each of colour |
zone reeds: heap, public
zone bank per player: heap, public
prompt next: "Which one?"
define fits(frog): frog is red hopper
event hop(frog)
  move frog to bank
after hop
  ask next
    option take <frog in reeds where fits>
      do hop(frog)
    option paint <frog in reeds> in <colour where colour is not red>
      do hop(frog)
scenario s "One"
  given
    reeds: red hopper, blue hopper
  play
    at next
      offers take red hopper
      answer paint blue hopper in blue
  then
    bank: blue hopper
"""


@pytest.mark.parametrize(
    ("name", "new", "lines"),
    [
        ("reeds", "rushes", ["cards frog in rushes", "<frog in rushes where fits>", "rushes: red hopper,"]),
        ("hop", "jump", ["event jump(frog)", "after jump", "do jump(frog)"]),
        ("frog", "toad", ["kind toad", "define fits(toad): toad is red hopper", "<toad in reeds where fits>"]),
        ("next", "which", ["prompt which:", "ask which", "at which"]),
        ("{colour} hopper", "{colour} leaper", ["frog is red leaper", "paint blue leaper in", "bank: blue leaper"]),
        ("blue", "green", ["enum colour: red, green", "answer paint green hopper in green", "bank: green hopper"]),
        ("reeds", "the sum in it", ["cards frog in `the sum in it`"]),
    ],
)  # fmt: skip
def test_all_places_of_a_name_change(name: str, new: str, lines: list[str]) -> None:
    sources, found = of(POND)
    (changed,) = renamed(sources, found, found.named(name)[0], new)
    for line in lines:
        assert line in changed.text
    assert len(index(models([changed])).in_file("0.rules")) == len(found.in_file("0.rules"))


def test_a_choice_gets_a_name_of_its_own() -> None:
    sources, found = of(POND)
    place = POND.index("do hop(frog)") + len("do hop(")
    reference = found.at("0.rules", place)
    assert reference is not None
    (changed,) = renamed(sources, found, reference.symbol, "green one")
    assert "option take <green one: frog in reeds where fits>\n      do hop(green one)" in changed.text
    assert changed.text.count("green one") == 2


@pytest.mark.parametrize(
    ("name", "new", "reason"),
    [
        ("reeds", "bank", "`bank` is the name of a zone already (0.rules:9:6)"),
        ("reeds", "2 reeds", "`2 reeds` is no name: it begins with a letter and consists of words and numbers"),
        ("reeds", "player", "`player` is a word of the language, so it can't be a name"),
        ("reeds", "reeds", "it is called `reeds` already"),
        ("{colour} hopper", "hopper", "`{colour} hopper` stands for many cards, so the new name needs the same gaps"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(name: str, new: str, reason: str) -> None:
    _, found = of(POND)
    assert rename(found, found.named(name)[0], new) == Refused(reason)


@pytest.mark.parametrize(
    ("name", "line", "broken"),
    [
        ("bank", 3, "event leap(frog)\n  move frog to\n  move frog to bank\n"),
        ("frog", 1, "define wet(frog): frog is (\n"),
        ("frog", 2, "event leap\n  move every frogs frogs to\n"),
        ("{colour} hopper", 3, 'scenario t "Two"\n  given given\n    reeds: red hopper\n'),
        ("next", 2, "event leap\n  ask `next` next next: \n"),
        ("bank", 1, 'lost lost "There are {number of frog in bank} frogs."\n'),
    ],
)
def test_a_name_in_a_declaration_that_cannot_be_read_is_refused(name: str, line: int, broken: str) -> None:
    _, found = of(POND, f'module sea "Sea" for pond\n{broken}')
    place = f"line {line + 1} of 1.rules"
    reason = f"`{name}` also stands in {place}, in a declaration that can't be read; mend it first"
    assert rename(found, found.named(name)[0], "shore" + " {colour}" * ("{" in name)) == Refused(reason)


def test_words_that_name_nothing_in_a_broken_declaration_are_no_obstacle() -> None:
    _, found = of(
        POND, 'module sea "Sea" for pond\nlost lost "The bank." # bank\nevent bank-holiday rivers\' bank\'s\n'
    )
    assert isinstance(rename(found, found.named("bank")[0], "shore"), tuple)


def test_only_modules_are_renamed() -> None:
    base = 'game meadow "Meadow"\nzone bees: heap, public\nkind bee\n'
    bees = 'module bees "Bees" for meadow\nexcludes wasps\n'
    bees += "when wasps is not in play\n  after hum, before wasps\n    proceed\n"
    wasps = 'module wasps "Wasps" for meadow\n'
    sources = [SourceFile(f"{at}.rules", text) for at, text in enumerate((base, bees, wasps))]
    changed = modules_renamed(sources, {"bees": "hornets", "wasps": "flies"})
    assert [each.text for each in changed] == [
        base, bees.replace("module bees", "module hornets").replace("wasps", "flies"), wasps.replace("wasps", "flies"),
    ]  # fmt: skip


# the shipped games


def everything(found: Index) -> list[Symbol]:
    """All symbols but scenarios, variables included, each with a sort."""
    own = [each for file in found.sources for each in found.variables(file)]
    return [each for each in (*found.symbols(), *own) if each.sort != "scenario"]


def _fresh(symbol: Symbol) -> str:
    gaps = "".join(f" {{{gap}}}" for gap in symbol.name.replace("}", "{").split("{")[1::2])
    return f"{FRESH}{gaps}"


def broken(sources: list[SourceFile], found: Index, symbol: Symbol) -> str:
    """What is wrong after a symbol was renamed, by the index; "" if nothing is."""
    edits = rename(found, symbol, _fresh(symbol))
    if isinstance(edits, Refused):
        return "" if "is called after" in edits.reason or "word of the language" in edits.reason else edits.reason
    changed, problems = [edited(source, edits) for source in sources], Problems()
    after = index([read(source, problems) for source in changed])
    unknown = [span.place for file in after.sources for span in after.unknown(file)]
    if problems.found or unknown:
        return f"{symbol.sort} {symbol.name}: {[each.message for each in problems.found]} {unknown}"
    before, now = (sum(len(each.in_file(file)) for file in each.sources) for each in (found, after))
    return "" if before == now else f"{symbol.sort} {symbol.name}: {before} names, then {now}"


def failing(sources: list[SourceFile], only: str) -> Iterator[str]:
    """The problems of linking each game of a scenario, and of playing those scenarios in which a name stands."""
    files = models(sources)
    linked: dict[object, Program] = {}

    def load(scenario: Scenario) -> Program:
        wanted = Wanted(scenario.modules, scenario.players, dict(scenario.options))
        made_from = (wanted.modules, wanted.players, scenario.options)
        if made_from not in linked:
            linked[made_from] = compile_models(files, wanted)
        return linked[made_from]

    for file in files:
        for example in (each for each in file.declarations if isinstance(each, m.Example)):
            if only in file.span.file.text[example.span.start :].split("\nscenario")[0]:
                yield from (f"{example.scenario.id}: {each.message}" for each in check(example.scenario, load))


MOST_PLAYED = 2
"""The most scenarios that are played after a symbol was renamed; the sweep plays all that name it."""


LONG = pytest.param("urbion", marks=pytest.mark.sweep)
"""A game that takes as long as all else together."""


@pytest.mark.parametrize("game", [pytest.param("onirim", marks=pytest.mark.slow), LONG, FERRY], ids=str)
def test_rules_stay_what_they_were(game: str | Path) -> None:
    sources = ruleset_sources(game)
    found = index(models(sources))
    chance = random.Random(17)
    symbols = everything(found)
    sorts = sorted({each.sort for each in symbols})
    chosen = [chance.choice([each for each in symbols if each.sort == sort]) for sort in sorts]
    assert {"zone", "card", "event", "prompt", "kind", "definition", "variable"} <= set(sorts)
    assert [text for each in chosen if (text := broken(sources, found, each))] == []


@pytest.mark.parametrize("game", [pytest.param("onirim", marks=pytest.mark.slow), LONG, FERRY], ids=str)
def test_scenarios_hold_with_other_names(game: str | Path) -> None:
    sources = whole(game)
    found = index(models(sources))
    chance = random.Random(17)
    for sort in ("zone", "card", "event", "prompt"):
        symbol = chance.choice([each for each in everything(found) if each.sort == sort])
        changed = renamed(sources, found, symbol, _fresh(symbol))
        assert list(failing(shortened(changed), FRESH)) == [], (sort, symbol.name)


def shortened(sources: list[SourceFile]) -> list[SourceFile]:
    """Files with no more scenarios than are played, of those that have the new name."""
    left, found = MOST_PLAYED, []
    for source in sources:
        head, *examples = source.text.split("\nscenario ")
        kept = []
        for each in examples:
            if FRESH in each and left:
                kept.append(each)
                left -= 1
        found.append(SourceFile(source.name, "\nscenario ".join([head, *kept])))
    return found


@pytest.mark.sweep
@pytest.mark.parametrize("game", ["onirim", "urbion", FERRY], ids=str)
def test_every_symbol_can_be_renamed(game: str | Path) -> None:
    sources = whole(game)
    found = index(models(sources))
    assert [text for each in everything(found) if (text := broken(sources, found, each))] == []
