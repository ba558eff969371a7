"""A fault of a sweep is made small, once for each kind."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from repl.cli.main import cli
from tests.support.flawed import write_wells


def test_a_fault_of_a_sweep_is_told_as_the_smallest_game(tmp_path: Path) -> None:
    wells = write_wells(tmp_path / "wells")
    words = ["simulate", str(wells), "--all-sets", "--games", "120", "--faults", str(tmp_path / "faults")]
    result = CliRunner().invoke(cli, [*words, "--processes", "1"])
    assert result.exit_code == 1
    told = result.stderr.split("The smallest game that was found with such a fault:\n\n")[1:]
    assert 1 <= len(told) <= 2
    for text in told:
        assert text.startswith("No answer, and no deal, shows a mistake in the rules: broken after answer ")
        assert "\n  with greed\n" in text
        assert "@reproduce(Case(" in text


def test_a_sweep_without_faults_says_nothing_of_it(tmp_path: Path) -> None:
    wells = write_wells(tmp_path / "wells")
    wells.joinpath("greed.rules").unlink()
    result = CliRunner().invoke(cli, ["simulate", str(wells), "--all-sets", "--games", "40", "--processes", "1"])
    assert (result.exit_code, "smallest" in result.output) == (0, False)
