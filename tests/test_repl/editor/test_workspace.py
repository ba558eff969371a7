from pathlib import Path

import pytest

from repl.editor.workspace import Ruleset, Workspace

GAME = 'game pond "Pond"\nzone deck: pile, hidden\n'
MODULE = 'module reeds "Reeds" for pond\n'


@pytest.fixture
def pond(tmp_path: Path) -> Path:
    folder = tmp_path / "pond"
    folder.mkdir()
    (folder / "base.rules").write_text(GAME, "utf-8")
    (folder / "reeds.rules").write_text(MODULE, "utf-8")
    (folder / "scenarios").mkdir()
    return folder


def _names(ruleset: Ruleset | None) -> list[str]:
    assert ruleset
    return sorted(Path(source.name).name for source in ruleset.sources)


def test_a_file_belongs_to_the_game_in_its_folder(pond: Path) -> None:
    ruleset = Workspace().ruleset(str(pond / "reeds.rules"))
    assert ruleset
    assert ruleset.game == "pond"
    assert ruleset.folder == pond
    assert _names(ruleset) == ["base.rules", "reeds.rules"]


def test_scenarios_belong_to_the_game_in_a_folder_above(pond: Path) -> None:
    workspace = Workspace()
    name = str(pond / "scenarios" / "some.rules")
    workspace.edit(name, "scenario one: One\n")
    assert _names(workspace.ruleset(name)) == ["base.rules", "reeds.rules", "some.rules"]


def test_a_module_elsewhere_belongs_to_the_installed_game_with_the_modules_beside_it(tmp_path: Path) -> None:
    workspace = Workspace()
    name = str(tmp_path / "promo.rules")
    workspace.edit(name, 'module promo "Promo" for onirim\n')
    (tmp_path / "other.rules").write_text('module other "Other" for onirim\n', "utf-8")
    (tmp_path / "third.rules").write_text('module third "Third" for pond\n', "utf-8")
    ruleset = workspace.ruleset(name)
    assert ruleset
    assert ruleset.game == "onirim"
    assert {"base.rules", "promo.rules", "other.rules"} <= {*_names(ruleset)}
    assert "third.rules" not in _names(ruleset)


def test_a_copy_of_an_installed_module_stands_in_its_place(tmp_path: Path) -> None:
    workspace = Workspace()
    name = str(tmp_path / "mine.rules")
    workspace.edit(name, 'module towers "Mine" for onirim\n')
    names = _names(workspace.ruleset(name))
    assert "mine.rules" in names
    assert "towers.rules" not in names


def test_an_untitled_module_belongs_to_the_installed_game() -> None:
    workspace = Workspace()
    workspace.edit("untitled:Untitled-1", 'module promo "Promo" for onirim\n')
    ruleset = workspace.ruleset("untitled:Untitled-1")
    assert ruleset
    assert ruleset.game == "onirim"


def test_an_open_text_stands_in_place_of_the_file(pond: Path) -> None:
    workspace = Workspace()
    workspace.edit(str(pond / "base.rules"), GAME.replace("pond", "lake"))
    ruleset = workspace.ruleset(str(pond / "base.rules"))
    assert ruleset
    assert ruleset.game == "lake"
    workspace.close(str(pond / "base.rules"))
    ruleset = workspace.ruleset(str(pond / "base.rules"))
    assert ruleset
    assert ruleset.game == "pond"


def test_a_file_that_is_nowhere_has_no_ruleset(tmp_path: Path) -> None:
    assert Workspace().ruleset(str(tmp_path / "none.rules")) is None


def test_a_text_without_head_and_home_stands_alone() -> None:
    workspace = Workspace()
    workspace.edit("untitled:1", "zone hand\n")
    ruleset = workspace.ruleset("untitled:1")
    assert ruleset == Ruleset(workspace.open["untitled:1"].source, (workspace.open["untitled:1"].source,))
