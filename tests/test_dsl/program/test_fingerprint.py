from __future__ import annotations

from types import ModuleType
from typing import Any

import attrs
import pytest

import dsl
from dsl.program import blocks, display, endings, expressions, instructions, setup
from dsl.program import program as p
from dsl.program.fingerprint import TAGS, _written, fingerprint, rules_files, same_rules
from dsl.program.lists import Wide
from dsl.program.texts import Gap, Told
from tests.support.labyrinth import labyrinth

SHOWN = {blocks.About, Gap, Told, display.Look, display.Beside, display.Item, display.Help}
"""Shapes that are only shown."""

LEFT_OUT = {
    "fingerprint",
    "items",
    "help",
    "origins",
    "setting",
    "rolls",
    "picks",
    "contributions",
    "reasons",
    "adjusted",
    "elsewhere",
    "loaded",
    "language",
    "own",
    "definitions",
    "outline",
}
"""Fields of a program that can't change a game."""


def test_a_fingerprint_stays_the_same() -> None:
    """It is in the saved games of players: if this fails, a game they began is said to have other rules."""
    assert fingerprint(labyrinth()) == "bda2f2a6396e9a6b"


@pytest.mark.parametrize("module", [blocks, display, endings, expressions, instructions, setup])
def test_every_shape_has_a_tag(module: ModuleType) -> None:
    shapes = {each for each in vars(module).values() if isinstance(each, type) and attrs.has(each)}
    assert shapes - SHOWN <= set(TAGS)


def test_tags_differ() -> None:
    assert len(set(TAGS.values())) == len(TAGS)


@pytest.mark.parametrize("name", [field.name for field in attrs.fields(p.Program)])
def test_every_field_counts_that_can_change_a_game(name: str) -> None:
    program = labyrinth()
    changed: dict[str, Any] = {name: "anything else"}
    other = attrs.evolve(program, **changed)
    assert (fingerprint(other) == fingerprint(program)) == (name in LEFT_OUT)


def test_the_rule_behind_an_instruction_does_not_count() -> None:
    assert _written(instructions.End(1, origin=2)) == _written(instructions.End(1, origin=3))
    assert _written(instructions.End(1, origin=2)) != _written(instructions.End(2, origin=2))


VALUES: tuple[Any, ...] = (
    Wide(), Wide([1]), Wide([1, 2]), Wide([12]),
    None, 0, 1, -1, 10, "", "1", "a b", "a", "-", b"", b"\x01", b"\x01\x02", (), ((),), (1, 2), ((1, 2),), ("a", "b"),
    ("a b",), ("a 1:b",), frozenset({2}), p.Int(1), p.Local(1), p.Not(p.Int(1)), p.Size(p.Zone(p.Int(1))), p.Return(),
    p.Slice(p.Cards(b""), p.Int(0), None), p.Slice(p.Cards(b""), p.Int(0), p.Int(0)),
)  # fmt: skip


def test_different_values_are_written_differently() -> None:
    assert len({_written(value) for value in VALUES}) == len(VALUES)


def test_the_same_rules_files_are_the_same_rules() -> None:
    program = dsl.load("onirim", ["book"])
    files = rules_files(program)
    assert list(files) == ["onirim/base.rules", "onirim/book.rules"]
    assert same_rules(program, program.fingerprint)
    assert same_rules(program, "older", files)
    assert not same_rules(program, "older")
    assert not same_rules(program, "older", {**files, "onirim/book.rules": "other"})
    assert not same_rules(program, "older", {"onirim/base.rules": files["onirim/base.rules"]})
