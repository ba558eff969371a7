from pathlib import Path

import pytest

from dsl.editing.fixes import edited
from dsl.index.renames import Refused
from repl.editor import navigation
from repl.editor.problems import meaning
from repl.editor.scenarios import Player
from repl.editor.workspace import Workspace
from tests.support.ponds import GAME, MODULE, pond


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    return pond(tmp_path / "pond")


def _lines(spans: tuple[object, ...]) -> list[str]:
    return [f"{Path(span.file.name).stem}:{span.line}" for span in spans]  # type: ignore[attr-defined]


def test_a_name_leads_to_its_declaration_in_another_file(files: tuple[str, str]) -> None:
    found = navigation.declarations(Workspace(), files[1], MODULE.index("land"))
    assert _lines(found) == [f"base:{GAME[: GAME.index('event land')].count(chr(10)) + 1}"]


def test_references_are_in_all_files_and_can_leave_out_declarations(files: tuple[str, str]) -> None:
    at = GAME.index("event land") + len("event ")
    every = navigation.references(Workspace(), files[0], at)
    assert {Path(span.file.name).stem for span in every} == {"base", "reeds"}
    assert len(navigation.references(Workspace(), files[0], at, declared=False)) == len(every) - 1


def test_no_name_leads_nowhere(files: tuple[str, str]) -> None:
    assert navigation.declarations(Workspace(), files[0], GAME.index("shuffle")) == ()
    assert navigation.references(Workspace(), files[0], GAME.index("shuffle")) == ()


@pytest.mark.parametrize(
    ("place", "new"),
    [
        ("zone leaf", "lily pad"),
        ("| green", "emerald"),
        ("event land", "splash"),
        ("prompt hop", "whose hop"),
        ("define may hop", "can hop"),
        ("number hops", "jumps"),
        ("enum home", "shore"),
        ("zone leaf", "point of view"),
    ],
)
def test_a_rename_leaves_a_game_without_problems(files: tuple[str, str], place: str, new: str) -> None:
    workspace = Workspace()
    found = navigation.renamed(workspace, files[0], GAME.index(place) + len(place), new)
    assert not isinstance(found, Refused), found
    for name in files:
        document = workspace.document(name)
        assert document
        workspace.edit(name, edited(document.source, found).text)
    ruleset = workspace.ruleset(files[0])
    assert ruleset
    assert meaning(ruleset) == ()
    assert len(found) > 1
    assert [each.problems for each in Player().play(ruleset)] == [()]


@pytest.mark.parametrize("new", ["deck", "", "`", " "])
def test_what_cannot_be_a_name_is_refused(files: tuple[str, str], new: str) -> None:
    assert isinstance(navigation.renamed(Workspace(), files[0], GAME.index("zone leaf") + 6, new), Refused)


@pytest.mark.parametrize(("place", "line"), [("zone leaf", 11), ("kind frog", 9)])
def test_a_name_in_a_broken_declaration_is_refused(files: tuple[str, str], place: str, line: int) -> None:
    workspace = Workspace()
    workspace.edit(files[1], f"{MODULE}    move every frog in leaf to (\n")
    found = navigation.renamed(workspace, files[0], GAME.index(place) + len(place), "lily")
    where = f"`{place[5:]}` also stands in line {line} of reeds.rules, in a declaration that can't be read"
    assert found == Refused(f"`lily` can't be its name: {where}; mend it first")


def test_an_installed_game_keeps_its_names(tmp_path: Path) -> None:
    workspace = Workspace()
    text = (
        'module promo "Promo" for onirim\n\nzone nest: heap, public\n\nafter draw\n  move every card in deck to nest\n'
    )
    name = str(tmp_path / "promo.rules")
    workspace.edit(name, text)
    assert isinstance(navigation.renameable(workspace, name, text.index("deck")), Refused)
    assert not isinstance(navigation.renameable(workspace, name, text.index("nest")), Refused)


TEXTS = """texts german "Deutsch" for pond

leaf: Blatt
green: Grünling
hop <frog>: hüpfen: <frog>
"""


@pytest.fixture
def german(files: tuple[str, str]) -> str:
    path = Path(files[0]).with_name("german.texts")
    path.write_text(TEXTS, encoding="utf-8")
    return str(path)


def test_a_name_in_a_texts_file_leads_to_the_rules_and_back(files: tuple[str, str], german: str) -> None:
    found = navigation.declarations(Workspace(), german, TEXTS.index("leaf"))
    assert _lines(found) == [f"base:{GAME[: GAME.index('zone leaf')].count(chr(10)) + 1}"]
    every = navigation.references(Workspace(), files[0], GAME.index("zone leaf") + 6)
    assert f"german:{TEXTS[: TEXTS.index('leaf')].count(chr(10)) + 1}" in _lines(every)


@pytest.mark.parametrize(("place", "new"), [("\nleaf", "lily pad"), ("\ngreen", "emerald"), ("hüpfen: <frog", "toad")])
def test_a_rename_in_a_texts_file_renames_in_all_files(
    files: tuple[str, str], german: str, place: str, new: str
) -> None:
    workspace = Workspace()
    found = navigation.renamed(workspace, german, TEXTS.index(place) + len(place), new)
    assert not isinstance(found, Refused), found
    for name in (*files, german):
        document = workspace.document(name)
        assert document
        workspace.edit(name, edited(document.source, found).text)
    for name in (files[0], german):
        ruleset = workspace.ruleset(name)
        assert ruleset
        assert meaning(ruleset) == ()
    assert f"{place.rstrip('abcdefghijklmnopqrstuvwxyz')}{new}" in workspace.open[german].text


def test_an_installed_games_texts_are_left_alone(tmp_path: Path) -> None:
    workspace, name = Workspace(), str(tmp_path / "promo.rules")
    workspace.edit(name, 'module promo "Promo" for onirim\n\nzone nest: heap, public\n')
    index = workspace.index(name)
    assert index
    assert index.texts == ()
