"""Saved games whose rules are no longer where they were: moved with their folder, or a module of them gone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from repl.drivers.plain import lines
from repl.saves import store
from repl.saves.recipe import Recipe
from repl.saves.replay import deal, replay
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event
from repl.session.session import Session
from tests.support.tiny import TINY

pytestmark = pytest.mark.usefixtures("home")

OWL = 'module owl "Owls" for tiny\ncard owl is piece, 2 in deck\nafter play\n  shuffle deck\n'
SAT: list[Session] = []


@pytest.fixture(autouse=True)
def _closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield
    while SAT:
        SAT.pop().close()


def folder(path: Path, base: str = TINY) -> Path:
    path.mkdir()
    (path / "base.rules").write_text(base, "utf-8")
    (path / "owl.rules").write_text(OWL, "utf-8")
    return path


def opened(game: Path, *modules: str) -> Session:
    engine = Engine()
    SAT.append(Session(deal(Recipe(str(game), modules, seed=4), engine), engine, COMMANDS))
    return SAT[-1]


def saved(game: Path, file: Path, *modules: str) -> list[str]:
    """Save a game after an answer; the answers in its file."""
    session = opened(game, *modules)
    session.feed("1")
    session.feed(f"save {file}")
    return [move.answer for move in session.timeline.moves]


def text(events: list[Event]) -> str:
    return "\n".join(line for event in events for line in lines(event))


@pytest.mark.parametrize("module", ["owl", "{game}/owl.rules"])
def test_a_game_goes_on_where_its_folder_was_moved(module: str, tmp_path: Path) -> None:
    game, file = folder(tmp_path / "game"), tmp_path / "mine.jsonl"
    answers = saved(game, file, module.format(game=game))
    moved = game.rename(tmp_path / "moved")
    session = opened(moved)
    told = text(session.feed(f"load {file}"))
    assert "different rules" not in told
    assert [move.answer for move in session.timeline.moves] == answers
    assert session.recipe.game == str(moved)
    session.feed(f"save {tmp_path / 'again.jsonl'}")
    assert replay(store.read(tmp_path / "again.jsonl"), Engine()).differences == ()


def test_a_game_does_not_go_on_by_other_rules(tmp_path: Path) -> None:
    game, file = folder(tmp_path / "game"), tmp_path / "mine.jsonl"
    saved(game, file)
    game.rename(tmp_path / "moved")
    other = folder(tmp_path / "other", TINY.replace("is 3", "is 4"))
    told = text(opened(other).feed(f"load {file}"))
    assert f"there is no game `{game}`; restore its folder; the rules of the game that is open are not the same" in told


def test_a_moved_game_can_be_opened_first(tmp_path: Path) -> None:
    game, file = folder(tmp_path / "game"), tmp_path / "mine.jsonl"
    saved(game, file)
    game.rename(tmp_path / "moved")
    with pytest.raises(store.StoreError, match=f"if the rules were moved, .* type `load {file}`"):
        replay(store.read(file), Engine())


@pytest.mark.parametrize("text_of_it", [OWL, OWL.partition("after")[0]], ids=["rules", "cards only"])
@pytest.mark.parametrize("name", ["owl", "birds"])
def test_a_module_that_is_gone_is_to_be_put_back(name: str, text_of_it: str, tmp_path: Path) -> None:
    game, file = folder(tmp_path / "game"), tmp_path / "mine.jsonl"
    (game / "owl.rules").write_text(text_of_it, "utf-8")
    module = (game / "owl.rules").rename(game / f"{name}.rules")
    saved(game, file, "owl")
    module.unlink()
    wanted = "no module is called `owl`, which the game uses; put its file back there: "
    wanted += str(module if text_of_it == OWL else game / "owl.rules")  # no rule says where the cards came from
    with pytest.raises(store.StoreError) as raised:
        replay(store.read(file), Engine())
    assert wanted in str(raised.value)
    assert wanted in text(opened(game).feed(f"load {file}"))


def test_a_module_from_elsewhere_that_is_gone_is_to_be_put_back(tmp_path: Path) -> None:
    game, file = folder(tmp_path / "game"), tmp_path / "mine.jsonl"
    away = tmp_path / "away.rules"
    (game / "owl.rules").rename(away)
    saved(game, file, str(away))
    away.unlink()
    with pytest.raises(store.StoreError, match=f"`{away}` can't be read: .*; put the module back there"):
        replay(store.read(file), Engine())
