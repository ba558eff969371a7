"""`reverie play --deal`, `--from` and `--inspect`: games that begin, or go on, as somebody says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from reverie.testing import Case
from tests.support.flawed import write_wells


@pytest.fixture
def wells(tmp_path: Path) -> str:
    return str(write_wells(tmp_path / "wells"))


def play(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, ["play", *words, "--plain"], input=typed, catch_exceptions=False)


def test_cards_are_dealt_on_top_and_the_saved_game_keeps_them(wells: str, tmp_path: Path) -> None:
    result = play(wells, "--seed", "1", "--deal", "pearl, pearl,pearl", typed="throw pearl\nseed\nquit\n")
    assert "Hand: pearl, pearl, pearl" in result.stdout
    assert '--seed 1 --deal "pearl, pearl, pearl"' in result.stdout
    (journal,) = (tmp_path / "home" / "games").glob("*.jsonl")
    header = json.loads(journal.read_text(encoding="utf-8").splitlines()[0])
    assert header["deal"] == ["pearl", "pearl", "pearl"]
    resumed = play("--resume", typed="undo\nquit\n")
    assert "Hand: pearl, pearl, pearl" in resumed.stdout
    replayed = CliRunner().invoke(cli, ["replay", str(journal)])
    assert (replayed.exit_code, "Every answer fits" in replayed.stdout) == (0, True)


def test_a_card_that_is_not_there_cannot_be_dealt(wells: str) -> None:
    result = play(wells, "--deal", "peral")
    assert result.exit_code == 1
    assert result.stderr == "Error: this game can't be dealt: no card is called `peral` (did you mean `pearl`?).\n"


def test_a_game_goes_on_from_a_file_which_stays_as_it_is(wells: str, tmp_path: Path) -> None:
    path = tmp_path / "found.jsonl"
    path.write_text(Case(wells, deal=("ruby", "ruby", "ruby"), answers=("throw ruby",)).save.to_text(), "utf-8")
    before = path.read_bytes()
    result = play("--from", str(path), typed="throw ruby\nquit\n")
    assert "Well: ruby" in result.stdout
    assert path.read_bytes() == before
    (journal,) = (tmp_path / "home" / "games").glob("*.jsonl")
    assert len(journal.read_text(encoding="utf-8").splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "no such file"), "there is no file"),
        (("wells", "--from", "x"), "leave out `wells`: --from continues the game in a file"),
        (("--from", "x", "--resume"), "leave out"),
    ],
)
@pytest.mark.usefixtures("wells")
def test_what_cannot_be_continued_is_told(words: tuple[str, ...], said: str) -> None:
    result = play(*words)
    assert result.exit_code in {1, 2}
    assert said in result.stderr


def test_a_game_is_inspected_only_if_that_is_asked_for(wells: str) -> None:
    base = Path(wells, "base.rules")
    base.write_text(base.read_text("utf-8") + 'never number of card in well is 2: "two are too many"\n', "utf-8")
    deal: tuple[Any, ...] = (wells, "--deal", "ruby, ruby, ruby, ruby, ruby", "--seed", "1")
    typed = "throw ruby\nthrow ruby\nquit\n"
    assert "Rules fault" not in play(*deal, typed=typed).stdout
    assert "what must always hold doesn't: two are too many" in play(*deal, "--inspect", typed=typed).stdout
