"""Which executor plays many games, what is said of it, and that the rows don't depend on it."""

from __future__ import annotations

import pytest

from dsl.program.program import Program
from interpreter.native import executor
from interpreter.native.build import NoCompiler
from interpreter.simulation import engines
from interpreter.simulation.engines import WORTHWHILE, Engine, NotNative, engine_for
from interpreter.simulation.simulate import Row, simulate
from tests.support.labyrinth import labyrinth
from tests.support.natively import compiler
from tests.support.tiny import compiled as tiny

RUNAWAY = """
number far: 0 to 9
before main
  repeat while far is 0
    shuffle deck
    set far to number of card in spot
"""
"""Some of these games don't end: they are left to Python, which finds the fault."""


def needs_compiler() -> None:
    if compiler():
        pytest.skip(compiler())


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise NoCompiler("there is no C compiler")

    monkeypatch.setattr(executor, "shared_library", missing)


def never() -> Program:
    raise AssertionError("the program isn't needed")


def test_few_games_are_played_in_python() -> None:
    assert engine_for(never, WORTHWHILE - 1).reason == "Played in Python: compiling C pays from 300 games on."
    assert engine_for(never, 1_000_000, "python") == Engine(None, "Played in Python, as asked.")


def test_many_games_are_played_in_c() -> None:
    needs_compiler()
    assert engine_for(lambda: tiny(""), WORTHWHILE).reason == "Played in C."
    assert engine_for(lambda: tiny(""), 1, "native").native is not None


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no engine `fast`: it should be one of auto, native, python"):
        engine_for(never, 1, "fast")


@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_python_plays_and_says_why() -> None:
    told: list[str] = []
    rows = simulate(tiny(""), WORTHWHILE, chosen=told.append)
    assert told == ["Played in Python: there is no C compiler."]
    assert rows == simulate(tiny(""), WORTHWHILE, engine="python")


@pytest.mark.usefixtures("no_compiler")
def test_c_that_was_asked_for_is_not_replaced_in_silence() -> None:
    with pytest.raises(NotNative, match="there is no C compiler"):
        simulate(tiny(""), 1, engine="native")


@pytest.mark.parametrize(
    ("rules", "policy"),
    [("", "random"), ("", "eager"), pytest.param(RUNAWAY, "random", marks=pytest.mark.slow)],
    ids=["random", "eager", "left to Python"],
)
def test_the_rows_do_not_depend_on_the_engine(rules: str, policy: str) -> None:
    needs_compiler()
    program, seen = tiny(rules), list[Row]()
    rows = simulate(program, 600, seed=3, policy=policy, engine="native", processes=2, part=seen.extend)
    assert list(rows) == seen
    assert rows == simulate(program, 600, seed=3, policy=policy, engine="python")
    assert bool(rules) == any(row.status == "fault" for row in rows)


def test_rows_with_scores_do_not_depend_on_the_engine() -> None:
    needs_compiler()
    assert simulate(labyrinth(), 300, engine="native") == simulate(labyrinth(), 300, engine="python")


def test_the_more_games_the_better_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[tuple[str, ...], list[tuple[str, ...]]]]()

    class Made:
        def __init__(self, _: Program, flags: tuple[str, ...], better: list[tuple[str, ...]]) -> None:
            asked.append((flags, better))
            raise NoCompiler("none")

    monkeypatch.setattr(engines, "Native", Made)
    monkeypatch.setattr(engines, "missing", lambda: None)
    program = tiny("")
    for games in (1_000, 30_000, 1_000_000, 1_000):
        with pytest.raises(NotNative):
            engine_for(lambda: program, games, "native")
    assert asked == [(("-O0",), [(), ("-O1",)]), (("-O1",), [()]), ((), [])]
