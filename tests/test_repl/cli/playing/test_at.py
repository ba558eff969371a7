"""`reverie play --at`: games that begin where a scenario ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter import Save, SaveError
from repl.cli.main import cli

FERRY = str(Path(__file__).parents[4] / "docs" / "tutorial" / "ferry")
FOLLOWING = "ferry-follow-the-colour"

MOUSE = """module mouse "The Mouse" for ferry

cards passenger in deck
  | card  | colour | rank |
  | mouse | red    | 0    |

scenario mouse-rows "Without a better one, the mouse rows"
  with mouse
  given
    player B
    A hand: blue 1, blue 2, green 1
    B hand: mouse, blue 3, blue 4
  # A remark.

  play
    at first
      answer send mouse
    at next
      offers some send blue 1
      answer send blue 1
    at first
      offers some send blue 3
# Another.

scenario mouse-alone "Nothing fits"
  with mouse
  given
    A hand: mouse, mouse, gnat
  play
    at nowhere
      answer nothing

scenario mouse-lost "The first step fits"
  with mouse
  given
    A hand: mouse, blue 1
    B hand: blue 2, blue 3
  play
    at first
      answer send mouse
    at next
      answer send blue 1
"""


@pytest.fixture
def mouse(tmp_path: Path) -> str:
    path = tmp_path / "mouse.rules"
    path.write_text(MOUSE, "utf-8")
    return str(path)


def play(*words: str, typed: str = "quit\n") -> Result:
    return CliRunner().invoke(cli, ["play", *words, "--plain"], input=typed, catch_exceptions=False)


def test_the_game_stands_after_the_answers_which_can_be_taken_back() -> None:
    result = play(FERRY, "--at", FOLLOWING, typed="\nlog\nundo all\n\nquit\n")
    assert "The Ferry for 3 players, at ferry-follow-the-colour, seed 0." in result.stdout
    assert "3  C: send green 4" in result.stdout
    assert "1. send red 2\n2. send blue 1\n3. send green 1" in result.stdout
    assert result.exit_code == 0


def test_such_a_game_is_saved_resumed_and_replayed(home: Path) -> None:
    play(FERRY, "--at", FOLLOWING, typed="\n1\n\nsave mine\nquit\n")
    (journal,) = (home / "games").glob("*.jsonl")
    header, *lines = map(json.loads, journal.read_text("utf-8").splitlines())
    assert header["scenario"].startswith(f"scenario {FOLLOWING} ")
    assert [line["answer"] for line in lines][:3] == ["send red 2", "send red 3", "send green 4"]
    assert len(lines) == 4
    assert "4  B: send red 1" in play("--resume", typed="\nlog\nquit\n").stdout
    for file in (str(journal), "mine"):
        replayed = CliRunner().invoke(cli, ["replay", file, "--show"])
        assert f"ferry --at {FOLLOWING} --seed 0" in replayed.stdout
        assert (replayed.exit_code, "Every answer fits (4" in replayed.stdout) == (0, True)
    with pytest.raises(SaveError, match="this game began in the position of a scenario"):
        Save.from_text(journal.read_text("utf-8"))


def test_the_scenario_may_stand_in_the_file_of_a_module(mouse: str, home: Path) -> None:
    result = play(FERRY, "--with", mouse, "--at", "mouse-rows", typed="\nseed\n1\n\nquit\n")
    assert f"play {FERRY} --with {mouse} --at mouse-rows --seed 0" in result.stdout
    Path(mouse).write_text(MOUSE.partition("scenario")[0], "utf-8")
    replayed = CliRunner().invoke(cli, ["replay", str(next((home / "games").glob("*.jsonl")))])
    assert "Every answer fits (3); lost" in replayed.stdout


def test_another_file_is_in_play_beside_the_modules_of_the_scenario(mouse: str) -> None:
    assert (
        "with mouse, storm, at ferry-storm-is-trumps"
        in play(FERRY, "--with", mouse, "--at", "ferry-storm-is-trumps").stdout
    )


def test_a_step_that_does_not_fit_is_said_and_the_game_stands_before_it(mouse: str) -> None:
    result = play(FERRY, "--with", mouse, "--at", "mouse-lost", typed="\nquit\n")
    assert "The scenario doesn't hold here: `next` doesn't offer `send blue 1`." in result.stdout
    assert "1. send blue 2\n2. send blue 3" in result.stdout


def test_new_begins_at_the_scenario_again() -> None:
    result = play(FERRY, "--at", FOLLOWING, typed="\nnew 7\n\nlog\nquit\n")
    assert "at ferry-follow-the-colour, seed 7" in result.stdout
    assert result.stdout.count("send green 4") >= 1


@pytest.mark.usefixtures("mouse")
@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        ((FERRY, "--at", "elsewhere"), "name the file: `--with FILE.rules`", 1),
        ((FERRY, "--at", "ferry-fiar"), "no scenario here is called `ferry-fiar`; did you mean `ferry-fair`?", 1),
        ((FERRY, "--at", "ferry-fair", "--with", "storm"), "leave out `storm`, or give its file", 1),
        ((FERRY, "--at", "ferry-fair", "--players", "3"), "leave out --players, --option and --deal", 2),
        (("--resume", "--at", "ferry-fair"), "--at begins a new game: name its ruleset", 2),
        ((FERRY, "--with", "mouse", "--at", "mouse-alone"), "there is no `mouse` left: this game has 1", 1),
        ((FERRY, "--with", "mouse", "--at", "mouse-alone"), "mouse.rules:28:", 1),
        (("onirim", "--at", "onirim-e2-no-glyphs"), "shows a game that is refused", 1),
    ],
)
def test_what_cannot_begin_is_refused(words: tuple[str, ...], said: str, code: int) -> None:
    result = play(*words)
    assert said in result.stderr
    assert result.exit_code == code
