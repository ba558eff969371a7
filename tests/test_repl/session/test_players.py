"""Games for more than two, and games that one can't play alone: at the command line and at one terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli

pytestmark = pytest.mark.usefixtures("home")

GAME = """
game stones "Stones"
players 2 to 4

kind stone
cards stone in bag
  | card  | count |
  | black | 6     |
  | white | 6     |
zone bag: pile, hidden
zone hand per player: heap, private, limit 2
zone wall: heap, public
zone box: heap, public
prompt turn: "Which stone?"

event setup
  shuffle bag
  repeat players times
    repeat while room in hand is more than 0
      draw from bag to hand as found
    next player

turn: build

event build
  ask turn
    option lay <stone in hand>
      move stone to wall
    option swap <stone in hand>
      move stone to bottom of bag
  if no stone in wall or number of stone in wall is less than players
    draw from bag to hand as found

won "The wall stands."
win only when number of stone in wall is at least players

table
  show "Hand": hand
  show "Wall": wall
  show "Bag": bag, size
  show "Box": box, size

scenario as-few-as-possible "Two play where nothing else is said"
  given
    A hand: black, white
    B hand: white
    bag: black
  play
    at turn
      answer lay white
  then
    wall: white
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stones").mkdir()
    (tmp_path / "stones" / "base.rules").write_text(GAME, "utf-8")
    return tmp_path


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed, catch_exceptions=False)


def test_a_game_is_for_as_few_as_possible_if_nobody_says_how_many() -> None:
    assert run("check", "stones").output == "ok\n"
    assert "2 players" in run("simulate", "stones", "--games", "3").output
    assert run("test", "stones").output.splitlines()[-1] == "1 held, 0 failed"


def test_more_than_two_pass_the_seat_and_go_on_later() -> None:
    played = run("play", "stones", "--players", "3", "--seed", "1", typed="\n1\n\n1\n")
    for player in "ABC":
        assert f"Hand the seat to player {player}." in played.output
    (save,) = Path("home", "games").glob("*.jsonl")
    assert '"players":3' in save.read_text("utf-8").replace(" ", "")
    assert run("replay", str(save)).exit_code == 0
    over = run("play", "--resume", "1", typed="\n1\n")
    assert "The wall stands." in over.output


def test_what_a_player_did_is_told_to_the_others_as_they_may_know_it() -> None:
    played = run("play", "stones", "--players", "4", "--seed", "2", typed="\nlay\n\nswap\n\nlay\n")
    assert "A: lay" in played.output
    assert "B: swap" not in played.output.partition("Hand the seat to player C")[2]


@pytest.mark.parametrize("number", ["1", "5", "99"])
def test_for_how_many_a_game_is_is_told(number: str) -> None:
    assert "this game is for 2 to 4 players" in run("check", "stones", "--players", number).output


def test_a_saved_game_is_for_as_many_as_its_rules_are_for() -> None:
    run("play", "stones", "--players", "3", "--seed", "1", typed="\n1\n\n1\n")
    (save,) = Path("home", "games").glob("*.jsonl")
    save.write_text(save.read_text("utf-8").replace('"players": 3', '"players": 99'), "utf-8")
    told = run("replay", str(save))
    assert told.exit_code == 1
    assert "this game is for 2 to 4 players, not for 99" in told.output
