"""`reverie test --coverage`: its options, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from repl.cli.main import cli
from tests.support.reached import write_reached


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_reached(tmp_path / "reached")


def _run(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["test", *map(str, words)])
    return result.exit_code, result.output


def test_without_it_nothing_is_measured(folder: Path) -> None:
    assert _run(folder) == (0, "2 held, 0 failed\n")


def test_the_table_stands_below_the_results(folder: Path) -> None:
    code, output = _run(folder, "--coverage")
    assert code == 0
    assert output.startswith("2 held, 0 failed\n\nrules ")
    assert "\ntotal " in output


@pytest.mark.parametrize(("least", "code"), [("68", 0), ("68.5", 1)])
@pytest.mark.parametrize("option", ["--at-least", "--fail-under"])
def test_too_little_fails(folder: Path, least: str, code: int, option: str) -> None:
    found, output = _run(folder, option, least)
    assert found == code
    assert ("not enough: 68.0 %" in output) == bool(code)


def test_several_reports(folder: Path, tmp_path: Path) -> None:
    code, output = _run(folder, "--report", f"html:{tmp_path / 'h'}", "--report", f"json:{tmp_path / 'j.json'}")
    assert (code, output) == (0, "2 held, 0 failed\n")
    assert (tmp_path / "h" / "index.html").is_file()
    assert json.loads((tmp_path / "j.json").read_text("utf-8"))["totals"]["rules"] == 11


def test_the_numbers_as_json(folder: Path) -> None:
    code, output = _run(folder, "--coverage", "--json", "--at-least", "80")
    assert code == 1
    last = json.loads(output.splitlines()[-1])
    assert last["ok"] is False
    assert last["coverage"]["missed"] == 4
    assert last["coverage"]["problem"].startswith("not enough")


def test_an_unknown_report_is_wrong_usage(folder: Path) -> None:
    code, output = _run(folder, "--report", "xml:x")
    assert code == 2
    assert "`xml:x` is no report" in output


def test_failing_scenarios_are_measured_too(folder: Path) -> None:
    scenarios = folder / "scenarios" / "all.rules"
    scenarios.write_text(scenarios.read_text("utf-8").replace("status won", "status lost"), encoding="utf-8")
    code, output = _run(folder, "--coverage")
    assert code == 1
    assert "1 held, 1 failed" in output
    assert "68.0" in output
