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
