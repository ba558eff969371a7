"""Checking many games of the same files: the same problems as each game by itself has."""

from __future__ import annotations

import pytest

import dsl
from dsl.checker import Checker
from tests.support.tiny import TINY

FOG = 'module fog "Fog" for tiny\nafter play\n  shuffle deck\n'


def test_a_checker_finds_what_is_wrong_with_each_game() -> None:
    text = TINY.replace('"Tiny"\n', '"Tiny"\nplayers 1 to 2\noption pace: slow, fast\n', 1)
    text += 'when pace is fast\n  define hasty: quick\nwhen players is 2\n  refuse "Alone only."\n'
    sources = [dsl.SourceFile("base.rules", text), dsl.SourceFile("fog.rules", FOG.replace("shuffle", "shufle"))]
    with pytest.raises(dsl.CompileError):
        Checker.of(sources)
    checker = Checker.of([sources[0], dsl.SourceFile("fog.rules", FOG)])
    games = [
        dsl.Wanted(modules, players, options)
        for modules in ((), ("fog",))
        for players in (1, 2)
        for options in ({}, {"pace": "fast"})
    ]
    found = [[problem.code for problem in checker.problems(game)] for game in games]
    assert found == [[], ["unknown-name"], ["refused"], ["refused"]] * 2


OPTIONS = "option pace: slow, fast, wild\noption size: small, large\noption mood: calm, angry\n"
"""Three options; the rules below ask for each of their values."""


def together(rules: str) -> tuple[dict[str, list[str]], int]:
    """The codes of what is wrong with games, by the option that they change, and how many games were lowered."""
    text = TINY.replace('"Tiny"\n', f'"Tiny"\n{OPTIONS}', 1)
    asked = (("pace", "fast"), ("pace", "wild"), ("size", "large"), ("mood", "angry"))
    text += "".join(f"when {name} is {value}\n  after play\n    shuffle deck\n" for name, value in asked)
    checker = Checker.of([dsl.SourceFile("base.rules", text + rules)])
    found = checker.problems_together([dsl.Wanted(), *(dsl.Wanted((), None, {name: value}) for name, value in asked)])
    codes = ([problem.code for problem in each] for each in found)
    return dict(zip(("", *(value for _, value in asked)), codes, strict=True)), len(checker.found)


RIGHT: dict[str, list[str]] = {"": [], "fast": [], "wild": [], "large": [], "angry": []}


def test_options_are_changed_together() -> None:
    assert together("") == (RIGHT, 3)  # no change; one of each option; the second value of the first one


def test_where_something_is_wrong_with_several_changes_each_is_tried_alone() -> None:
    rules = "when mood is angry\n  define hasty: quick\n"
    assert together(rules) == (RIGHT | {"angry": ["unknown-name"]}, 6)
    # Only together are they wrong, so none of these games is.
    rules = "when mood is angry\n  when size is large\n    define hasty: quick\n"
    assert together(rules) == (RIGHT, 6)


def test_what_rules_refuse_is_not_changed_with_others() -> None:
    assert together('when mood is angry\n  refuse "Calm only."\n') == (RIGHT | {"angry": ["refused"]}, 3)
    rules = 'when mood is angry\n  when size is large\n    refuse "Either of them."\n'
    assert together(rules) == (RIGHT, 5)
