from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pairs import FIVE, KEEPS, write_game
from tests.support.reached import recorded_in, write_reached

pytest_plugins = ["pytester"]

ALONE = ("-p", "no:reverie", "-p", "repl.pytest_plugin", "-p", "no:cacheprovider")
"""The plugin of this checkout, whether or not one is installed."""


@pytest.fixture(scope="module", autouse=True)
def _imported(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Import what plays scenarios: modules that are imported while pytest runs within pytest are dropped after it."""
    recorded_in(write_reached(tmp_path_factory.mktemp("imported") / "reached"))


@pytest.fixture
def scenarios(pytester: pytest.Pytester) -> Path:
    folder = write_game(pytester.path / "pairs") / "scenarios"
    folder.mkdir()
    folder.joinpath("keep.rules").write_text(f"{KEEPS}\n{FIVE}", encoding="utf-8")
    return folder


@pytest.mark.usefixtures("scenarios")
def test_scenarios_are_items(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_inprocess(*ALONE, "--collect-only", "-q")
    assert result.ret == 0
    assert result.outlines[:2] == [
        "pairs/scenarios/keep.rules::keeps-it",
        "pairs/scenarios/keep.rules::five-suns",
    ]


@pytest.mark.usefixtures("scenarios")
def test_scenarios_that_hold_pass(pytester: pytest.Pytester) -> None:
    pytester.runpytest_inprocess(*ALONE).assert_outcomes(passed=2)


@pytest.mark.usefixtures("scenarios")
@pytest.mark.parametrize("words", ["five", "stars", "P-S1"])
def test_one_can_be_selected(pytester: pytest.Pytester, words: str) -> None:
    pytester.runpytest_inprocess(*ALONE, "-k", words).assert_outcomes(passed=1, deselected=1)
    pytester.runpytest_inprocess(*ALONE, "pairs/scenarios/keep.rules::five-suns").assert_outcomes(passed=1)


def test_a_failure_is_told_as_problems(pytester: pytest.Pytester, scenarios: Path) -> None:
    scenarios.joinpath("keep.rules").write_text(KEEPS.replace("kept: sun", "kept: moon"), encoding="utf-8")
    result = pytester.runpytest_inprocess(*ALONE)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([
        "*keeps-it*",
        "What is drawn may be kept",
        "error[[]scenario-end]: `kept` holds sun",
        "  at pairs?scenarios?keep.rules:9:5",
        "9 |     kept: moon",
    ])  # fmt: skip
    assert "Traceback" not in result.stdout.str()
    assert "pytest_plugin.py" not in result.stdout.str()


def test_a_file_that_cannot_be_read_is_told_as_problems(pytester: pytest.Pytester, scenarios: Path) -> None:
    scenarios.joinpath("keep.rules").write_text(KEEPS.replace("answer keep", "anwser keep"), encoding="utf-8")
    result = pytester.runpytest_inprocess(*ALONE)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*keep.rules*", "error[[]*"])
    assert "Traceback" not in result.stdout.str()


def test_files_without_scenarios_are_left_alone(pytester: pytest.Pytester) -> None:
    write_game(pytester.path)
    pytester.makefile(".txt", notes=KEEPS)
    result = pytester.runpytest_inprocess(*ALONE, "--collect-only")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_the_plugin_is_cheap_to_import() -> None:
    code = "import sys, repl.pytest_plugin; print(*sorted({'lark', 'dsl', 'interpreter'} & {*sys.modules}))"
    root = Path(__file__).parents[2]
    found = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == ""


COVERED = "*/base.rules *9 * 3 * 5 * 2 *73.6 *15-16, 25→always held, 28, 32-33, 39-43"


def test_coverage_is_measured(pytester: pytest.Pytester) -> None:
    write_reached(pytester.path / "reached")
    result = pytester.runpytest_inprocess(*ALONE, "--rules-coverage")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*coverage of rules*", "rules *missing", COVERED, "total *68.0"])
    assert result.ret == 0


def test_too_little_coverage_fails(pytester: pytest.Pytester) -> None:
    write_reached(pytester.path / "reached")
    for option in ("--rules-coverage-at-least", "--rules-coverage-fail-under"):
        result = pytester.runpytest_inprocess(*ALONE, option, "69")
        result.assert_outcomes(passed=2)
        result.stdout.fnmatch_lines(["not enough: 68.0 % of the rules are covered, not 69 %"])
        assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert pytester.runpytest_inprocess(*ALONE, "--rules-coverage-at-least", "68").ret == 0


def test_coverage_is_written(pytester: pytest.Pytester) -> None:
    write_reached(pytester.path / "reached")
    words = [f"--rules-coverage-report={each}" for each in ("html:pages", "lcov:rules.info")]
    assert pytester.runpytest_inprocess(*ALONE, *words).ret == 0
    assert (pytester.path / "pages" / "index.html").is_file()
    assert "BRDA:" in (pytester.path / "rules.info").read_text("utf-8")
    result = pytester.runpytest_inprocess(*ALONE, "--rules-coverage-report=xml:x")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


@pytest.mark.slow
def test_workers_add_up(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    write_reached(pytester.path / "reached")
    words = ("-p", "xdist", "-n", "2", "--rules-coverage", "--rules-coverage-at-least", "68")
    result = pytester.runpytest_subprocess(*ALONE, *words)
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines([COVERED, "total *68.0"])
    assert result.ret == 0
