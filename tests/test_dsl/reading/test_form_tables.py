"""Every form can be parsed, and every alternative of the grammar has a form."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from lark import Token, Tree

from dsl.reading import form_tables as tables
from dsl.reading.parser import parser, stops
from tests.support.codes import ROOT

SAMPLES = {
    "CONDITION": "day is 3", "VALUE": "day", "NUMBER": "day", "CARDS": "seen", "CARD": "card", "KIND": "herb",
    "ZONE": "bed", "EVENT": "rest", "PROMPT": "turn", "NAME": "found", "DOMAIN": "player", "PLAYER": "A",
    "MODULE": "towers", "GAME": "garden", "ENUM": "colour", "GROUP": "usable", "WORDS": "take it",
    "ATTRIBUTE": "height", "FACT": "worn",
}  # fmt: skip

BLOCKS = (
    "", "  proceed", "  option wait", "  zone a: pile, public", "  | card | count |", '  show "Bed": bed', "  given",
    "  height: number", "  a: b", "  at turn\n    answer rest", "  answer rest", "  otherwise 2",
    "  1 when a\n  otherwise 2",
)  # fmt: skip
"""What may stand below a line."""

ABOVE: dict[str, tuple[str, ...]] = {
    "DECLARATIONS": ("{}",),
    "STATEMENTS": ("event x\n  {}", "event x\n  if a\n    proceed\n  {}"),
    "OPTIONS": ("add to x\n  {}",),
    "ABILITY": ("ability x\n  {}\n  proceed",),
    "TRIGGER": ("card x is y, 2 in z\n  {}",),
    "KIND": ("kind x\n  {}",),
    "ROWS": ("cards x in y\n  {}",),
    "VALUE_ROWS": ("values of cards\n  {}",),
    "CASES": ("define x:\n  {}\n  otherwise 3", "define x:\n  1 when a\n  {}"),
    "TABLE": ("table\n  {}",),
    "SCENARIO": ('scenario x "X"\n  {}',),
    "POSITION": ('scenario x "X"\n  given\n    {}',),
    "RESULT": ('scenario x "X"\n  then\n    {}',),
    "STEPS": ('scenario x "X"\n  play\n    {}',),
    "ANSWERS": ('scenario x "X"\n  play\n    at x\n      {}',),
    "CONDITIONS": ("forbid x if {}",),
    "VALUES": ("define x: {}",),
    "SELECTIONS": ("define x: number of {}",),
}
"""The lines above each sort of form, and the sort's own line."""

UNSHOWN = {
    "start", "gap", "cites", "per", "names", "name", "changed", "inner", "name_list",
    "card_at_random", "in_", "is_in", "integer", "section", "look", "mark", "end_cards", "words",
}  # fmt: skip
"""Rules of the grammar that are parts of many forms."""


def filled(form: str) -> str:
    return re.sub(r"\b[A-Z]{2,}\b", lambda word: SAMPLES[word[0]], form)


def forms(sort: str) -> Iterator[str]:
    table = getattr(tables, sort)
    yield from (form for each in table.values() for form in each) if isinstance(table, dict) else table


def readings(sort: str, form: str) -> Iterator[Tree[Token]]:
    """The trees of a form at all places where it can be read."""
    for above in ABOVE[sort]:
        indent = re.search(r"^( *).*{}", above, re.MULTILINE)
        assert indent
        for block in BLOCKS:
            below = "".join(f"\n{indent[1]}{line}" for line in block.split("\n") if line)
            text = above.replace("{}", f"{filled(form)}{below}", 1) + "\n"
            if stops(text) is None:
                yield parser().parse(text, start="start")


@pytest.mark.parametrize("sort", ABOVE)
def test_every_form_can_be_parsed(sort: str) -> None:
    assert [form for form in forms(sort) if next(readings(sort, form), None) is None] == []


@pytest.mark.slow
def test_every_alternative_has_a_form() -> None:
    found = {
        str(part.data)
        for sort in ABOVE
        for form in forms(sort)
        for tree in readings(sort, form)
        for part in tree.iter_subtrees()
    }
    rules = {rule.alias or str(rule.origin.name) for rule in parser().rules if not rule.options.expand1 or rule.alias}
    assert {rule for rule in rules if not rule.startswith("_")} - found - UNSHOWN == set()


def test_sections_are_headings() -> None:
    headings = re.findall(r"^### (.*)$", (ROOT / "docs/language.md").read_text("utf-8"), re.MULTILINE)
    assert [each for each in tables.SECTIONS.values() if not any(f"`{each}`" in heading for heading in headings)] == []
