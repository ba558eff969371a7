"""Many games at once: the same as Gymnasium makes of many environments of one game."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv, VectorEnv

from interpreter.simulation import stepping
from reverie.environments.seat import SeatEnv
from reverie.environments.vector import SeatVectorEnv
from tests.support.natively import QUICK, compiler
from tests.support.tiny import compiled
from tests.support.training import DOCS, GAMES

FERRY = str(DOCS / "tutorial" / "ferry")
MARKET = str(DOCS / "examples" / "market")

MODES: list[dict[str, Any]] = [{}, {"others": "eager", "most_decisions": 12}, {"rewards": "score"}]


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compile without optimizing, and let Python play where nothing can be compiled."""
    found = stepping.native_steps
    monkeypatch.setattr(stepping, "native_steps", lambda program, flags: found(program, flags or QUICK))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Python plays the games")
        yield


def same(one: Any, other: Any) -> None:
    """Fail unless two results are equal, also in their types."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key, value in one.items():
            same(value, other[key])
    else:
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)


def actions(mask: Any, random: np.random.Generator) -> Any:
    """An action for each game, one in thirty of them impossible."""
    return np.array([random.choice(row.nonzero()[0]) if row.any() and random.integers(30) else 0 for row in mask])


def step_alike(ours: VectorEnv[Any, Any, Any], theirs: VectorEnv[Any, Any, Any], steps: int, seed: int) -> int:
    """Step both by the same random actions, with equal results; how many games ended."""
    random, ended = np.random.default_rng(seed), 0
    (seen, info), (also, told) = ours.reset(seed=seed), theirs.reset(seed=seed)
    same(seen, also)
    same(info, told)
    for _ in range(steps):
        chosen = actions(seen["action_mask"], random)
        found, expected = ours.step(chosen), theirs.step(chosen)
        for one, other in zip(found, expected, strict=True):
            same(one, other)
        seen = found[0]
        ended += int((found[2] | found[3]).sum())
    return ended


def both(name: str, **given: Any) -> tuple[VectorEnv[Any, Any, Any], VectorEnv[Any, Any, Any]]:
    """Three games at once, by this environment and by Gymnasium's."""
    ruleset, modules, players = GAMES[name]
    given = {"ruleset": ruleset, "modules": modules, "players": players, **given}
    ours = gymnasium.make_vec("reverie/Seat-v0", 3, **given)
    theirs = gymnasium.make_vec("reverie/Seat-v0", 3, "sync", **given)
    assert isinstance(ours, SeatVectorEnv)
    assert isinstance(theirs, SyncVectorEnv)
    return ours, theirs


@pytest.mark.parametrize(("name", "mode"), list(zip(GAMES, MODES * 4, strict=False)))
def test_games_are_those_of_single_environments(name: str, mode: dict[str, Any]) -> None:
    ours, theirs = both(name, **mode)
    for space in ("observation_space", "action_space", "single_observation_space", "single_action_space"):
        assert getattr(ours, space) == getattr(theirs, space)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    step_alike(ours, theirs, 20, seed=4)


@pytest.mark.sweep
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", MODES, ids=str)
def test_games_are_those_of_single_environments_for_long(name: str, mode: dict[str, Any]) -> None:
    seat = "B" if name in {"market", "tasks", "ferry", "secrets"} else "A"
    assert step_alike(*both(name, seat=seat, **mode), 300, seed=1) > 0


def test_games_that_follow_are_drawn_and_can_be_seeded() -> None:
    ours, theirs = both("ferry")
    assert step_alike(ours, theirs, 30, seed=2) > 3
    seeds = [5, None, 9]
    same(ours.reset(seed=seeds)[0], theirs.reset(seed=seeds)[0])  # type: ignore[arg-type]
    same(ours.reset()[0], theirs.reset()[0])
    with pytest.raises(ValueError, match="there are 3 games, and 2 seeds"):
        ours.reset(seed=[1, 2])  # type: ignore[arg-type]


def test_wrappers_of_gymnasium_find_what_they_need() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(SeatVectorEnv(3, FERRY))
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    random, counted = np.random.default_rng(1), 0
    for _ in range(40):
        seen, *_, info = env.step(actions(seen["action_mask"], random))
        counted += int(info["_episode"].sum()) if "episode" in info else 0
    assert counted > 3


def test_observations_are_copied_unless_told_otherwise() -> None:
    for copy in (True, False):
        env = SeatVectorEnv(2, FERRY, copy=copy)
        seen, _ = env.reset(seed=1)
        before = seen["action_mask"].copy()
        env.step(seen["action_mask"].argmax(1))
        assert np.array_equal(seen["action_mask"], before) == copy


def test_threads_play_the_same_games() -> None:
    one, other = (SeatVectorEnv(5, MARKET, players=2, threads=threads) for threads in (1, 3))
    assert step_alike(one, other, 30, seed=3) >= 0


def test_python_plays_without_a_compiler_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "nowhere-to-be-found")
    program = compiled("")
    with pytest.warns(UserWarning, match="Python plays the games, which is slower: .*CC names"):
        ours = SeatVectorEnv(2, program)
    step_alike(ours, SyncVectorEnv([lambda: SeatEnv(program)] * 2), 20, seed=1)


def test_c_plays_where_it_can() -> None:
    if compiler():
        pytest.skip(compiler())
    assert not SeatVectorEnv(2, FERRY).games.reason


def test_what_is_not_known_is_refused_with_what_is() -> None:
    with pytest.raises(ValueError, match="no seat `C`: it should be one of A, B"):
        SeatVectorEnv(2, FERRY, seat="C")
    with pytest.raises(ValueError, match="no policy `best`: it should be one of random, eager"):
        SeatVectorEnv(2, FERRY, others="best")
    with pytest.raises(ValueError, match='vectorization_mode="sync"'):
        SeatVectorEnv(2, FERRY, others=lambda _: 0)  # type: ignore[arg-type]
    env = SeatVectorEnv(2, compiled('before main\n  lose "No."\n'))
    with pytest.raises(ValueError, match="seat A has nothing to decide in 1,000 deals from seed 4"):
        env.reset(seed=4)
