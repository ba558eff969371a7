"""`reverie test --watch`: what runs again at which save."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import dsl
from repl.authoring.affected import Affected
from repl.cli.main import cli
from repl.cli.testing import rerunning
from repl.drivers.watching import Watched

ROOT = Path(__file__).parents[4]


@pytest.fixture
def ferry(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "docs" / "tutorial" / "ferry", tmp_path / "ferry")
    return tmp_path / "ferry"


def concerned(ferry: Path, *changed: Path) -> set[str]:
    """The files of the scenarios that a change can affect, each with how many of them."""
    affected = Affected(changed)
    files = sorted((ferry / "scenarios").glob("*.rules"))
    found = [path.stem for path in files for each in dsl.scenarios(path) if affected.concerns(path, each)]
    return {f"{name} {found.count(name)}" for name in found}


def test_a_base_game_concerns_all_and_a_module_those_that_play_it(ferry: Path) -> None:
    scenarios = ferry / "scenarios"
    assert concerned(ferry, ferry / "base.rules") == {"base 3", "storm 1"}
    assert concerned(ferry, ferry / "storm.rules") == {"storm 1"}
    assert concerned(ferry, scenarios / "base.rules") == {"base 3"}
    assert concerned(ferry, ferry / "gone.rules") == {"base 3", "storm 1"}
    (ferry / "laws.rules").write_text('never any passenger in box: "all are there"\n', "utf-8")
    assert concerned(ferry, ferry / "laws.rules") == {"base 3", "storm 1"}


def test_a_module_elsewhere_concerns_its_own_scenarios(ferry: Path, tmp_path: Path) -> None:
    mirrors = Path(shutil.copy(ROOT / "docs" / "tutorial" / "mirrors.rules", tmp_path))
    affected = Affected([mirrors])
    assert all(affected.concerns(mirrors, each) for each in dsl.scenarios(mirrors))
    assert concerned(ferry, mirrors) == set()


def test_scenarios_run_again_at_each_save(ferry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("watchfiles")
    storm, text = ferry / "storm.rules", (ferry / "storm.rules").read_text("utf-8")
    seen: list[Watched] = []

    def saves(watched: Watched) -> Iterator[frozenset[Path]]:
        seen.append(watched)
        for saved in (text.replace("storm 1 |", "storm 9 |"), text.replace("module", "modul", 1), text):
            storm.write_text(saved, "utf-8")
            yield frozenset([storm])
        yield frozenset([ferry / "german.texts"])
        raise KeyboardInterrupt

    monkeypatch.setattr(rerunning, "changes", saves)
    result = CliRunner().invoke(cli, ["test", str(ferry), "--watch"], catch_exceptions=False)
    before, failed, mended = result.stdout.split("\nstorm.rules changed:\n")[:3]
    assert "4 held, 0 failed" in before
    assert "0 held, 1 failed" in failed
    assert "1 held, 0 failed" in result.stdout.split("\nstorm.rules changed:\n")[3], mended
    assert "did you mean `module`?" in result.stderr
    assert result.exit_code == 0
    assert {path.name for path in seen[0].folders} == {"ferry", "scenarios"}


def test_what_all_scenarios_cover_is_not_watched(ferry: Path) -> None:
    pytest.importorskip("watchfiles")
    result = CliRunner().invoke(cli, ["test", str(ferry), "--watch", "--coverage"])
    assert (result.exit_code, "can't say what all of them cover" in result.stderr) == (2, True)


@pytest.mark.parametrize("words", [["test", "--watch"], ["play", "onirim", "--watch"]])
def test_what_is_not_installed_is_one_sentence(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("repl.cli.options.find_spec", lambda _: None)
    result = CliRunner().invoke(cli, words)
    assert result.stderr == (
        "Error: files are watched with watchfiles, which isn't installed: pip install 'reverie[editor]'\n"
    )
    assert result.exit_code == 1
