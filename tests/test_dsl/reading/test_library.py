"""What stands at the head of a rules file."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.reading.library import Head, head_of, read_all, ruleset_folder, ruleset_sources
from dsl.text.diagnostics import CompileError
from tests.support.tiny import TINY


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ('game treasure "Treasure"\n', Head("treasure")),
        ('module curses "The Curses" for treasure\n', Head("treasure", "curses")),
        ("# only a remark\n", None),
        ("", None),
    ],
)
def test_the_head_of_a_file(tmp_path: Path, text: str, head: Head | None) -> None:
    path = tmp_path / "a.rules"
    path.write_text(text)
    assert head_of(path) == head


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CompileError, match="can't be read"):
        head_of(tmp_path / "b.rules")


def test_a_file_in_place_of_a_ruleset(tmp_path: Path) -> None:
    def told(name: str) -> str:
        with pytest.raises(CompileError) as raised:
            ruleset_folder(tmp_path / name)
        (problem,) = raised.value.problems
        return problem.help

    (tmp_path / "owl.rules").write_text('module owl "The Owl" for treasure\n')
    (tmp_path / "treasure.rules").write_text('game treasure "Treasure"\n')
    (tmp_path / "examples.rules").write_text("# only a remark\n")
    (tmp_path / "owl.txt").write_text('module owl "The Owl" for treasure\n')
    module = f"`owl.rules` is a module for `treasure`: say `treasure --with {tmp_path / 'owl.rules'}`"
    assert told("owl.rules") == told("owl") == module
    assert told("treasure.rules") == f"`treasure.rules` is the base file of `treasure`: say its folder, `{tmp_path}`"
    assert told("examples.rules") == "`examples.rules` has scenarios only: give the game that they are about"
    assert told("owl.txt") == "the name of a rules file ends in `.rules`: rename it to `owl.rules`"


def test_files_of_the_current_folder_are_named_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "base.rules").write_text('game treasure "Treasure"\n')
    monkeypatch.chdir(tmp_path)
    assert [source.name for source in ruleset_sources(".")] == ["base.rules"]
    assert [source.name for source in ruleset_sources(tmp_path)] == [f"{tmp_path.name}/base.rules"]


def _told(base: dsl.SourceFile, rule: str) -> str:
    """The help about the first mistake of a module with this rule, for the game of a file."""
    module = dsl.SourceFile("owls.rules", f'module owls "Owls" for tiny\n{rule}\n')
    with pytest.raises(CompileError) as raised:
        read_all([base, module])
    return raised.value.problems[0].help


def test_help_about_a_module_names_the_events_of_its_game() -> None:
    base = dsl.SourceFile("base.rules", f'{TINY}on play of red one\n  lose "Red."\n')

    def told(rule: str) -> str:
        return _told(base, f"{rule}\n  shuffle deck")

    owl = "begin the rule with `on play of owl`, or with `after play` for all cards: the `event` at which it is drawn"
    assert told("when owl is drawn") == owl
    assert told("at the end of turn") == "say `after main`: a turn ends with this phase"
    assert "such as a phase in the line `turn: main`" in told("at the end of the game")
    assert told("after play of blue one") == (
        "say `after play if card is blue one`; what is done with it then is a rule `on play of blue one`"
    )
    assert told("after play\n  play blue one") == "say `do play(blue one)`"
    assert told("after play\n  stop") != "say `do stop`"
    assert told("on play").startswith("say of which cards: `on EVENT of KIND`")


def test_help_about_a_module_knows_the_score_and_the_numbers_of_its_game() -> None:
    base = dsl.SourceFile("base.rules", f"{TINY}number debt per colour: 0 to 9\nscore: number of piece in spot\n")

    def told(rule: str) -> str:
        return _told(base, rule)

    adds = "the game has a score: say `raise score by 2 when any piece in spot` to add to it"
    assert told("score:\n  score + 2 when any piece in spot") == adds
    assert told("score: score + 2 when any piece in spot") == adds
    assert told("score: 3 points") == "the game has a score: say `raise score by … when …` to add to it"
    assert told("after play\n  set debt.red to 2") == "say `debt of red`"
    assert told("after play\n  set debt[2] to 2") == "there is one `debt` for each colour: say `debt of red`"
