"""C plays every game as Python does: the same rows, the same states at each decision, and nothing undefined on the way.

`pytest -m sweep tests/test_properties/test_native.py` plays all sets of modules, and the programs of all chunks of
`tests/spec`. Cases that held are remembered in pytest's cache as long as the C text of their program stays the same, so
a run that was stopped can be continued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dsl
from dsl.linking.combinations import every_game
from dsl.program.instructions import Instruction
from dsl.program.program import Program
from interpreter.generated.executor import compiled
from interpreter.native.emit import emit
from interpreter.native.executor import LeftToPython, result_of
from interpreter.native.expressions import Unsupported
from interpreter.native.stepping import PICKS
from interpreter.players.policies import POLICIES, eager_table
from interpreter.players.practice import net_of
from interpreter.state.generator import Generator
from interpreter.state.layout import blank
from tests.support.bodies import instructions, table
from tests.support.chunks import Chunk, chunks, programs_of
from tests.support.labyrinth import labyrinth
from tests.support.lockstep import outcome_of
from tests.support.natively import native, native_lock_step, same_games
from tests.support.plans import COVERS, SECRETS, SWARM, Recipe, contents, recipe_of, refused
from tests.support.remembered import Remembered
from tests.support.sanitized import sanitized_rows, sanitized_search, sanitized_steps
from tests.support.strategies import SEEDS, recipes, share
from tests.support.training import GAMES as TRAINING
from tests.support.wide import wide_lists

TESTS = Path(__file__).parents[1]
EXAMPLES = TESTS.parent / "docs" / "examples"
GAMES = [str(path) for path in sorted(EXAMPLES.iterdir()) if path.is_dir()]
FEW_CHUNKS = 200
"""One of so many chunks is played in every run."""

DECISIONS = 20_000


@share(0.05)
@given(recipes(), SEEDS, st.sampled_from(POLICIES))
def test_rows_are_those_of_python(recipe: Recipe, seed: int, policy: str) -> None:
    assert same_games(recipe.program, 5, seed, policy) == 0


@share(0.05)
@given(recipes(), SEEDS)
def test_three_executors_in_lock_step(recipe: Recipe, seed: int) -> None:
    native_lock_step(recipe.program, seed, 60, plain=True)


@share(0.1)
@given(st.lists(instructions, min_size=5, max_size=30), st.integers(0, 5), st.booleans())
def test_a_body_does_the_same_in_c(body: list[Instruction], seed: int, wide: bool) -> None:
    if wide:
        with wide_lists():
            _same_start(table(body), seed)
    else:
        _same_start(table(body), seed)


def _same_start(program: Program, seed: int) -> None:
    game = native(program).game()
    try:
        game.begin(blank(program, seed))
    except LeftToPython:
        return
    s, _, fault = outcome_of(program, compiled(program), seed)
    assert game.state() == s, fault


def test_lists_of_another_kind() -> None:
    with wide_lists():
        program = dsl.load("onirim", ["towers", "oniverse"])
        assert native_lock_step(program, 1, 100, plain=True)
        assert same_games(program, 20) == 0


@pytest.mark.slow
def test_nothing_is_undefined() -> None:
    _sanitized(labyrinth(), 200, eager=True)


@pytest.mark.sweep
@pytest.mark.parametrize("ruleset", [*GAMES, "onirim", "urbion"], ids=lambda path: Path(path).name)
def test_nothing_is_undefined_in_a_search(ruleset: str) -> None:
    program = dsl.load(ruleset)
    found = [result_of(row) for row in sanitized_search(program, 2, 20)]
    assert found == net_of(program).play(0, 2, playouts=20)


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name in TRAINING if name != "swarm"])
def test_nothing_is_undefined_in_many_games_at_once(name: str) -> None:
    program = dsl.load(*TRAINING[name])
    for seat in (-1, 0):
        assert any(row[PICKS] > 0 for row in sanitized_steps(program, 6, 60, seat))


def test_some_programs_of_the_language() -> None:
    for chunk in list(_chunks())[::FEW_CHUNKS]:
        for program in programs_of(chunk):
            _chunk_in_step(program)


def _chunks() -> Iterator[Chunk]:
    preamble = (TESTS / "spec" / "preamble.rules").read_text()
    for path in sorted((TESTS / "spec").glob("*.rules")):
        if path.name != "preamble.rules":
            yield from chunks(path.name, path.read_text(), preamble)


def _chunk_in_step(program: Program) -> None:
    try:
        for seed in range(3):
            native_lock_step(program, seed, 40, plain=True)
        same_games(program, 5)
    except Unsupported:
        pass


def _sanitized(program: Program, games: int, eager: bool = False, first: int = 0) -> None:
    plays, options = native(program), eager_table(program) if eager else None
    rows = plays.rows(first, games, options)
    expected = [tuple(rows[at : at + plays.width]) for at in range(0, len(rows), plays.width)]
    assert [_ended(row) for row in sanitized_rows(program, first, games, eager)] == [_ended(row) for row in expected]


def _ended(row: tuple[int, ...]) -> tuple[int, ...]:
    """A row; nothing but its status if Python has to play that game."""
    return row if row[0] > 0 else row[:1]


# what follows runs only by `-m sweep`


@pytest.fixture(scope="session")
def remembered(pytestconfig: pytest.Config) -> Remembered:
    return Remembered(pytestconfig.cache.mkdir("reverie-native") / "held")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All sets, if they are asked for: reading the rules takes its time."""
    if "swept" in metafunc.fixturenames:
        asked = "sweep" in metafunc.config.option.markexpr
        metafunc.parametrize("swept", list(_every_set()) if asked else [], ids=_named)


@pytest.mark.sweep
def test_every_set(swept: tuple[Recipe, int], remembered: Remembered) -> None:
    recipe, number = swept
    if refused(recipe):
        pytest.skip("the rules refuse it")
    _hold(remembered, "100 games", _with_drawn_options(recipe, number).program, _a_hundred_games)


def _a_hundred_games(program: Program) -> None:
    assert same_games(program, 100) == 0
    assert same_games(program, 10, 100, "eager") == 0


@pytest.mark.sweep
@pytest.mark.parametrize("number", range(40))
def test_a_thousand_games(number: int, remembered: Remembered) -> None:
    _hold(remembered, "1000 games", _drawn(number).program, _a_thousand_games)


def _a_thousand_games(program: Program) -> None:
    assert same_games(program, 1_000, 1_000) == 0


@pytest.mark.sweep
@pytest.mark.parametrize("number", range(40, 60))
def test_nothing_is_undefined_in_drawn_sets(number: int, remembered: Remembered) -> None:
    _hold(remembered, "sanitized", _drawn(number).program, lambda program: _sanitized(program, 100, bool(number % 2)))


@pytest.mark.sweep
@pytest.mark.parametrize("ruleset", [*GAMES, COVERS, SECRETS, SWARM], ids=lambda path: Path(path).name)
def test_other_games(ruleset: str, remembered: Remembered) -> None:
    for game in every_game(dsl.ruleset_sources(ruleset), ()):
        recipe = Recipe(ruleset, game.modules, game.players)
        if not refused(recipe):
            _hold(remembered, "other game", recipe.program, _other_game)


def _other_game(program: Program) -> None:
    _chunk_in_step(program)
    try:
        same_games(program, 60)
        _sanitized(program, 40)
    except Unsupported:
        pass


@pytest.mark.sweep
def test_many_decisions_in_lock_step() -> None:
    found = 0
    for number in range(60, 1_000):
        program = _drawn(number).program
        found += sum(native_lock_step(program, number + seed, 300, plain=True) for seed in range(5))
        if found >= DECISIONS:
            return
    raise AssertionError("too few decisions")


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(20))
def test_every_program_of_the_language(part: int, remembered: Remembered) -> None:
    for chunk in list(_chunks())[part::20]:
        for program in programs_of(chunk):
            _hold(remembered, "chunk", program, _chunk_in_step)


def _hold(remembered: Remembered, case: str, program: Program, hold: Callable[[Program], object]) -> None:
    """Show that a case holds, unless it did so before."""
    try:
        key = f"{case} {sha256(emit(program).encode()).hexdigest()}"
    except Unsupported:
        return
    if key not in remembered:
        hold(program)
        remembered.add(key)


def _drawn(number: int) -> Recipe:
    """A game put together at random."""
    below = Generator(number).below
    while True:
        recipe = recipe_of(below)
        if recipe is not None:
            return recipe


def _every_set() -> Iterator[tuple[Recipe, int]]:
    for ruleset in dsl.rulesets():
        for number, game in enumerate(every_game(dsl.ruleset_sources(ruleset), ())):
            yield Recipe(ruleset, game.modules, game.players), number


def _named(swept: tuple[Recipe, int]) -> str:
    recipe, _ = swept
    return "-".join([recipe.ruleset, *recipe.modules, str(recipe.players)])


def _with_drawn_options(recipe: Recipe, number: int) -> Recipe:
    """The same game with other values of its options."""
    below = Generator(number).below
    for name, value in recipe.program.options:
        values = sorted(contents(recipe.ruleset).options[name])
        chosen = values[below(len(values))]
        if chosen != value:
            recipe = recipe.with_option(name, chosen)
    return recipe
