"""`reverie add` and `reverie remove`: modules that somebody sent are checked, kept, named, replaced and removed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.saves.added import added, keep
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.session import Session
from tests.support.homes import make_home
from tests.support.pairs import write_game

GAME = "../pairs"
MODULE = """module gust "The Gust" for pairs

card gust is card, 1 in deck

before draw
  move every gust in hand to kept

help gust "Nothing happens."

scenario gust-lies "It lies there"
  with gust
  given
    deck: sun
    kept: gust
  then
    hand: sun
    kept: gust
"""
FOR_ONIRIM = """module gust "The Gust" for onirim

card gust is dream, 1 in deck

on resolve of gust
  move gust to discard

help gust "Nothing happens."
"""
TEXTS = 'texts german "Deutsch" for gust\n\ngust: Böe\n"The Gust": "Die Böe"\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    sent = tmp_path / "sent"
    sent.mkdir()
    (tmp_path / "elsewhere").mkdir()
    write_game(tmp_path / "pairs")
    monkeypatch.chdir(tmp_path / "elsewhere")
    return sent


def reverie(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, words, input=typed, catch_exceptions=False)


def add(*words: str) -> Result:
    return reverie("add", *words, "--for", GAME)


def sent(here: Path, text: str = MODULE, name: str = "gust.rules") -> str:
    path = here / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_module_is_kept_and_named_like_the_others(here: Path, tmp_path: Path) -> None:
    result = add(sent(here))
    kept = tmp_path / "home" / "modules" / "pairs" / "gust" / "gust.rules"
    head, *commands = result.stdout.splitlines()
    assert (result.exit_code, head) == (0, f"gust is added: {kept}. To go on:")
    assert commands[0] == f"  reverie play {GAME} --with gust"
    assert kept.read_text(encoding="utf-8") == MODULE
    here.joinpath("gust.rules").unlink()
    for words in (
        ("check", GAME, "--with", "gust,stars"),
        ("link", GAME, "--with", "gust"),
        ("rules", GAME, "gust", "--with", "gust"),
        ("simulate", GAME, "--with", "gust", "--games", "3", "--processes", "1"),
    ):
        assert reverie(*words).exit_code == 0, words
    assert [each.title for each in added("pairs")] == ["The Gust"]


def test_a_module_for_a_game_that_comes_along_needs_no_folder(here: Path) -> None:
    result = reverie("add", sent(here, FOR_ONIRIM))
    assert (result.exit_code, "  reverie play onirim --with gust\n" in result.stdout) == (0, True)
    assert "Nothing happens." in reverie("rules", "onirim", "gust", "--with", "gust").stdout
    assert [each.game for each in added("onirim")] == ["onirim"]


def test_the_list_shows_it_and_its_file(here: Path) -> None:
    add(sent(here))
    file = str(added()[0].path)
    assert (
        f"Added modules (--with NAME), and their files:\n  gust  The Gust\n    {file}\n" in reverie("list", GAME).stdout
    )
    data = json.loads(reverie("list", GAME, "--json").stdout)["rulesets"][0]
    assert data["added"] == [{"name": "gust", "title": "The Gust", "file": file}]
    assert "Added" not in reverie("list", "urbion").stdout


def test_a_saved_game_names_it_and_waits_for_it(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = sent(here, FOR_ONIRIM)
    reverie("add", file)
    assert reverie("play", "onirim", "--with", "gust", "--seed", "3", "--plain", typed="1\nquit\n").exit_code == 0
    game = next((tmp_path / "home" / "games").iterdir())
    assert json.loads(game.read_text(encoding="utf-8").splitlines()[0])["modules"] == ["gust"]
    removed = reverie("remove", "gust")
    assert (removed.exit_code, removed.stdout) == (0, "gust is removed.\n")
    assert "an unfinished game needs it" in removed.stderr
    waits = reverie("play", "--resume", "--plain", typed="quit\n")
    assert (waits.exit_code, "add it again with `reverie add`" in waits.stderr) == (1, True)
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "another")))
    reverie("add", file)
    went_on = reverie("play", "--from", str(game), "--plain", typed="quit\n")
    assert (went_on.exit_code, "has changed" in went_on.output) == (0, False)


def test_a_game_goes_on_with_a_newer_copy_as_long_as_it_fits(here: Path) -> None:
    add(sent(here))
    reverie("play", GAME, "--with", "gust", "--seed", "3", "--plain", typed="1\nquit\n")
    add(sent(here, MODULE.replace("hand to kept", "hand to box")), "--replace")
    result = reverie("play", "--resume", "--plain", typed="quit\n")
    assert (result.exit_code, "gust.rules has changed" in result.output) == (0, True)


def test_replacing_shows_the_lines_and_asks(here: Path) -> None:
    add(sent(here))
    assert add(sent(here)).stdout.startswith("`gust` is there already: ")
    newer = sent(here, MODULE.replace("Nothing", "Little"))
    refused = add(newer)
    assert (refused.exit_code, '+help gust "Little happens."' in refused.stdout) == (1, True)
    assert "--replace puts this one in its place" in refused.stderr
    assert "Nothing" in added()[0].path.read_text(encoding="utf-8")
    assert add(newer, "--replace").exit_code == 0
    assert "Little" in added()[0].path.read_text(encoding="utf-8")


def test_texts_files_go_along_and_old_ones_leave(here: Path) -> None:
    sent(here, TEXTS, "a.texts")
    sent(here, TEXTS.replace("for gust", "for another"), "b.texts")
    assert add(sent(here)).exit_code == 0
    folder = added()[0].path.parent
    assert sorted(path.name for path in folder.iterdir()) == ["a.texts", "gust.rules"]
    here.joinpath("a.texts").rename(here / "c.texts")
    assert add(sent(here), "--replace").exit_code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["c.texts", "gust.rules"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("zone a: heap, public\n", "isn't a module"),
        (MODULE.replace("for pairs", "for nowhere"), "a module for `nowhere`, not for `pairs`"),
        (MODULE.replace("module gust", "module stars"), "`pairs` has a module `stars` of its own"),
        (MODULE.replace("to kept", "to kpet"), "unknown-zone"),
        (MODULE.replace("card gust is", "card gust si"), "syntax"),
        (MODULE.replace("hand: sun\n    kept: gust", "hand: sun\n    kept: nothing"), "`kept` holds gust"),
    ],
)
def test_what_is_no_sound_module_is_refused(text: str, reason: str, here: Path) -> None:
    result = add(sent(here, text))
    assert (result.exit_code, reason in result.stderr) == (1, True), result.output
    assert added() == ()


def test_mistakes_in_its_texts_are_reported(here: Path) -> None:
    sent(here, TEXTS + "gust: Wind\n", "a.texts")
    result = add(sent(here))
    assert (result.exit_code, "translated twice" in result.stderr, added()) == (1, True, ())


def test_a_file_that_is_not_there_is_named() -> None:
    assert "there is no such file" in reverie("add", "gone.rules").stderr


def test_names_that_differ_only_in_capitals_are_refused(here: Path) -> None:
    add(sent(here))
    result = add(sent(here, MODULE.replace("module gust", "module Gust").replace("with gust", "with Gust")))
    assert (result.exit_code, "differ only in capital letters" in result.stderr) == (1, True)


def test_the_folder_of_a_game_of_ones_own_is_asked_for(here: Path) -> None:
    file = sent(here)
    assert "which doesn't come with Reverie: add `--for FOLDER`" in reverie("add", file).stderr
    assert "not for `onirim`" in reverie("add", file, "--for", "onirim").stderr


def test_a_damaged_copy_affects_only_games_that_name_it(here: Path) -> None:
    add(sent(here))
    added()[0].path.write_bytes(b"\xff\xfe nothing")
    assert reverie("check", GAME).exit_code == 0
    assert reverie("list", GAME).exit_code == 0
    assert reverie("check", GAME, "--with", "gust").exit_code == 1
    assert reverie("remove", "gust").exit_code == 0


def test_a_file_in_the_current_folder_is_named_by_its_path(here: Path) -> None:
    add(sent(here))
    Path("gust.rules").write_text("broken", encoding="utf-8")
    result = reverie("check", GAME, "--with", "gust")
    assert (result.exit_code, "for the file in this folder, type `./gust.rules`" in result.stderr) == (0, True)
    assert reverie("check", GAME, "--with", "./gust.rules").exit_code == 1


def test_removing_knows_what_was_added(here: Path) -> None:
    add(sent(here))
    assert "did you mean `gust`?" in reverie("remove", "gsut").stderr
    assert "no module `gust` was added" in reverie("remove", "gust", "--for", "urbion").stderr
    assert reverie("remove", "gust", "--for", GAME).exit_code == 0
    assert added() == ()


def test_the_copy_is_among_the_files_of_a_game(here: Path) -> None:
    add(sent(here))
    session = Session(deal(Recipe(GAME, ("gust",)), Engine()), Engine(), COMMANDS, saving=False)
    assert session.rules_files[1] == (added()[0].path,)


def test_a_scenario_of_it_can_be_played_from(here: Path) -> None:
    add(sent(here))
    result = reverie("play", GAME, "--with", "gust", "--at", "gust-lies", "--plain", typed="quit\n")
    assert (result.exit_code, "at gust-lies" in result.output) == (0, True)


def test_a_misspelt_name_is_answered_with_an_added_module_too() -> None:
    keep("pairs", "gust", {"gust.rules": MODULE.encode()})
    assert "no module is called `gusst`" in reverie("play", GAME, "--with", "gusst").output
    assert "did you mean `gust`?" in reverie("play", GAME, "--with", "gusst").output
    assert "`stars`, `gust`" in reverie("play", GAME, "--with", "zzzz").output


def test_a_folder_with_a_game_needs_not_be_added(here: Path) -> None:
    result = add(str(here.parent / "pairs"))
    assert (result.exit_code, "a game isn't added, but played from where it is" in result.stderr) == (1, True)
