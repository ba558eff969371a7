"""A sheet has everything that acts in a game, once, and nothing else; it can be made of any set in any language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import combinations, product
from pathlib import Path

import attrs
import pytest

import dsl
from repl.sheets.arranged import sheet
from repl.sheets.document import Block, Document, Heading, Item, Items
from repl.sheets.markdown import markdown
from repl.sheets.page import page

ROOT = Path(__file__).parents[3]
FERRY = str(ROOT / "docs" / "tutorial" / "ferry")
EXAMPLES = [FERRY, *(str(ROOT / "docs" / "examples" / name) for name in ("klondike", "tasks", "dungeon", "market"))]
TOGETHER = {
    "onirim": ["", "book", "book,towers,premonitions", "crossroads,dreamcatchers,glyphs,incubus,oniverse"],
    "urbion": ["", "books,void,temples", "chromatic,gardens,postcards,squares"],
}
SETS: list[tuple[str, str, int | None]] = [
    (game, modules, players) for game, sets in TOGETHER.items() for modules in sets for players in (1, 2)
]
SETS += [(game, ",".join(dsl.modules_of(game)), 2) for game in (FERRY, EXAMPLES[-1])]
SETS += [(game, ",".join(dsl.modules_of(game)), None) for game in EXAMPLES[1:-1]] + [
    (game, "", None) for game in EXAMPLES
]

IN_PLACE = {"phase", "ask", "offer"}
"""Contributions that stand in the lines of others."""

IDLE = {"event", "phase"}
"""Contributions to events on which nothing acts."""

VOID = {"meta", "br", "link"}


@cache
def program(game: str, modules: str, players: int | None = None, language: str = "") -> dsl.Program:
    return dsl.load(game, modules.split(",") if modules else (), players, language=language)


def items(blocks: tuple[Block, ...]) -> Iterator[Heading | Item]:
    """All headings and entries of a document."""
    for block in blocks:
        match block:
            case Heading():
                yield block
            case Items(entries):
                for entry in entries:
                    yield from _within(entry)
            case _:
                pass


def _within(item: Item) -> Iterator[Item]:
    yield item
    for each in item.items:
        yield from _within(each)


def acting(program: dsl.Program) -> set[int]:
    """The origins in the procedures that a game can come to."""
    found, waiting, seen = set[int](), [program.main], set[int]()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        procedure = program.procedures[number]
        parts = [procedure, *(block for block in program.blocks if block.procedure == number)]
        for name, value in (pair for part in parts for pair in _numbers(part)):
            if name == "origin" and value >= 0:
                found.add(value)
            elif name == "procedure":
                waiting.append(value)
    return found


def idle(program: dsl.Program) -> set[str]:
    """The places of events without steps on which no rule acts."""
    sites = {site.name: site for site in dsl.report(program).sites if site.kind == "event"}
    return {
        rule.span.place
        for site in sites.values()
        for rule in site.contributions
        if rule.kind == "event" and rule.span == rule.whole and {each.kind for each in site.contributions} <= IDLE
    }


def _numbers(part: object) -> Iterator[tuple[str, int]]:
    if isinstance(part, tuple):
        for each in part:
            yield from _numbers(each)
    else:
        for name in getattr(part, "__attrs_attrs__", ()):
            value = getattr(part, name.name)
            if isinstance(value, int):
                yield name.name, value
            else:
                yield from _numbers(value)


@pytest.mark.parametrize(("game", "modules", "players"), SETS)
def test_everything_that_acts_has_one_place(game: str, modules: str, players: int | None) -> None:
    linked = program(game, modules, players)
    entries = list(items(sheet(linked).blocks))
    times = Counter(each.source for each in entries if each.source)
    assert [place for place, count in times.items() if count > 1] == []
    rules = dsl.rules_of(linked)
    missing = {
        linked.contributions[index].span.place
        for origin in acting(linked)
        for index in rules[origin]
        if linked.contributions[index].kind not in IN_PLACE
    } - {*times, *idle(linked)}
    known = {each.span.place: each for each in linked.contributions}
    assert [known[place] for place in sorted(missing)] == []


@pytest.mark.parametrize(("game", "modules", "players"), SETS)
def test_rules_have_their_numbers_and_their_module(game: str, modules: str, players: int | None) -> None:
    linked = program(game, modules, players)
    known = {each.span.place: each for each in linked.contributions}
    for each in items(sheet(linked).blocks):
        if each.source in known:
            rule = known[each.source]
            cited = [piece.text for piece in each.pieces if piece.style == "cited"]
            assert cited == ([f"[{', '.join(rule.citations)}]"] if rule.citations else [])
            marks = [piece.text for piece in each.pieces if piece.style == "module"]
            assert (rule.module in " + ".join(marks).split(" + ")) == (rule.module != linked.game)


@pytest.mark.parametrize(("game", "modules", "players"), SETS)
def test_links_lead_somewhere(game: str, modules: str, players: int | None) -> None:
    document = sheet(program(game, modules, players))
    entries = list(items(document.blocks))
    anchors = [each.anchor for each in entries if each.anchor]
    assert len(anchors) == len(set(anchors))
    links = {piece.link for each in entries for piece in each.pieces if piece.link}
    assert links <= set(anchors)


@pytest.mark.parametrize("game", [*TOGETHER, *EXAMPLES])
def test_each_language_makes_a_page(game: str) -> None:
    languages, modules = dsl.languages_of(game), tuple(dsl.modules_of(game))
    for language, module in [*product(languages, modules[:1]), *product([""], ("", *modules))]:
        try:
            document = sheet(program(game, module, None, language))
        except dsl.CompileError:
            continue  # a module that needs another
        assert markdown(document).startswith("# ")
        check(page(document))


class Checker(HTMLParser):
    """Knows which elements are open, and the anchors and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.levels: list[int] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        found = dict(attributes)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        self.levels += [int(tag[1])] if tag in ("h1", "h2", "h3", "h4") else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check(text: str) -> None:
    """A page is well formed, needs nothing else, and its links lead to its own headings and entries."""
    checker = Checker()
    checker.feed(text)
    assert checker.open == []
    assert len(checker.ids) == len(set(checker.ids))
    assert {link.removeprefix("#") for link in checker.links} <= set(checker.ids)
    assert all(link.startswith("#") for link in checker.links)
    assert "http" not in text
    assert all(
        after <= before + 1 or after == 4 for before, after in zip(checker.levels, checker.levels[1:], strict=False)
    )


def test_a_sheet_is_the_same_each_time() -> None:
    linked = program("onirim", "book,towers,premonitions", 2)
    again = dsl.load("onirim", ["towers", "premonitions", "book"], 2)
    assert page(sheet(linked)) == page(sheet(again))


def test_options_are_settled() -> None:
    third, first = program("onirim", ""), dsl.load("onirim", options={"edition": "first"})
    assert "only shuffle" in markdown(sheet(third))
    assert "only shuffle" not in markdown(sheet(first)).split("# Setup")[1]


def test_the_sheet_of_the_ferry() -> None:
    golden = Path(__file__).parent / "ferry.md"
    assert markdown(sheet(program(FERRY, "storm"))) == golden.read_text(encoding="utf-8")


def test_the_words_of_a_language() -> None:
    german = markdown(sheet(program("onirim", "", None, "german")))
    assert "## Aufbau" in german
    assert "„Wie begegnest du dem Alptraum?“" in german
    assert "**Schlüssel**: Ort, wobei" in german or "Schlüssel" in german


def test_a_language_without_words_of_the_sheet_says_so() -> None:
    linked = program("onirim", "", None, "german")
    own: Document = sheet(attrs.evolve(linked, language="klingon"))
    assert "## Setup" in markdown(own)
    assert "in English" in markdown(own)


@pytest.mark.sweep
@pytest.mark.parametrize("game", TOGETHER)
@pytest.mark.parametrize("players", [1, 2])
def test_every_pair_of_modules_and_every_option_has_a_sheet(game: str, players: int) -> None:
    modules = dsl.modules_of(game)
    sets = [(), *((name,) for name in modules), *combinations(modules, 2), tuple(modules)]
    for language, chosen in product(("", *dsl.languages_of(game)), sets):
        for options in _options(game, chosen, players):
            try:
                linked = dsl.load(game, chosen, players, options, language=language)
            except dsl.CompileError:
                continue  # such a game is refused
            check(page(sheet(linked)))


def _options(game: str, chosen: tuple[str, ...], players: int) -> Iterator[dict[str, str]]:
    """The default options, and for single modules each other value of one option."""
    yield {}
    try:
        outline = dsl.load(game, chosen, players).outline
    except dsl.CompileError:
        return
    if outline and len(chosen) < 2:
        yield from ({each.name: other} for each in outline().options for other in each.others)
