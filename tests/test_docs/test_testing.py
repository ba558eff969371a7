"""The page about tests of modules: its rules are as it says, and its Python finds what it says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import dsl
from interpreter import check_scenario
from repl.authoring.scenarios import loader
from reverie.testing import Broken, Case, law, standard, verify
from tests.support.shown import said

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "testing.md").read_text("utf-8")
FERRY = "docs/tutorial/ferry"
RULES = re.findall(r"^```rules\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
PYTHON = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the paths of the page are right, with its first module; the folder of the game."""
    shutil.copytree(ROOT / "docs" / "tutorial", tmp_path / "docs" / "tutorial")
    monkeypatch.chdir(tmp_path)
    ferry = tmp_path / FERRY
    ferry.joinpath("fog.rules").write_text(RULES[0], encoding="utf-8")
    return ferry


def test_its_scenarios_hold(checkout: Path) -> None:
    for text, found in zip(RULES, ("error[breaks-down]", "ok"), strict=True):
        path = checkout / "fog.rules"
        path.write_text(text, encoding="utf-8")
        assert said(f"reverie check {FERRY} --with fog").startswith(found)
        for scenario in dsl.scenarios(path):
            assert check_scenario(scenario, loader(path)) == ()
        assert "1 held, 0 failed" in said(f"reverie test {FERRY}/fog.rules")


@pytest.mark.slow
def test_two_laws_are_broken_at_first_and_none_in_the_end(checkout: Path) -> None:
    laws = standard(["invariants hold", "rules never fail", "games end"])
    broken = [each.law.name for each in verify(FERRY, laws, extra=["fog"], examples=75) if each.breach]
    assert broken == ["invariants hold", "rules never fail"]
    checkout.joinpath("fog.rules").write_text(RULES[1], encoding="utf-8")
    assert not [each for each in verify(FERRY, laws, extra=["fog"], examples=60) if each.breach]


@pytest.mark.usefixtures("checkout")
def test_what_it_shows_of_the_first_is_a_breach() -> None:
    found = re.search(r"^  @reproduce\((.*)\)$", TEXT, re.MULTILINE)
    assert found
    case = eval(found[1], {"Case": Case})
    assert not _holds(case)
    _, _, shown = TEXT.partition("As a scenario:\n\n")
    text = shown.partition("\n\nAt the terminal")[0]
    scenario = dsl.scenarios(dsl.SourceFile("fog.rules", f"{RULES[0]}\n{text}\n"))[-1]
    (problem,) = check_scenario(scenario, lambda _: case.program)
    assert "all players have the same number of passengers left" in problem.message


def _holds(case: Case) -> bool:
    (invariants,) = standard(["invariants hold"])
    try:
        invariants(state=case.game().state)
    except AssertionError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.usefixtures("checkout")
def test_its_python_finds_what_it_says() -> None:
    first, *others = (_run(text) for text in PYTHON)
    with pytest.raises(Broken, match="A crossing takes one passenger of each player"):
        _tests(first)["test_crossings"]()
    for names in others:
        for name, test in _tests(names).items():
            if name.startswith("Test"):
                test("runTest").runTest()
            else:
                test()


@pytest.mark.usefixtures("checkout")
def test_it_lists_the_laws() -> None:
    table = re.findall(r"^\| `([a-z ]+)` \|", TEXT.partition("## A law of your own")[0], re.MULTILINE)
    assert table == [each.name for each in standard()]
    assert law(lambda state: state).about == ("state",)


def _run(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "page"}
    exec(text, names)
    return names


def _tests(names: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in names.items() if name.startswith(("test_", "Test"))}
