"""Every code has a file that shows it and a paragraph in docs/problems.md, and there are no others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

import dsl
import reverie
from interpreter.scenarios import scenario as played
from interpreter.state.state import State, StateError
from reverie.checking import rehearse
from tests.support.chunks import Chunk, chunks, compare
from tests.support.codes import ROOT, codes
from tests.support.scenarios import scenario
from tests.support.tiny import TINY, compiled
from tests.support.usually import usually

FOLDER = ROOT / "tests" / "problems"
PREAMBLE = (ROOT / "tests" / "spec" / "preamble.rules").read_text("utf-8")


def _unknown_ruleset(_: Path, __: pytest.MonkeyPatch) -> list[dsl.Problem]:
    return _raised(lambda: dsl.load("nowhere"))


def _unreadable(folder: Path, _: pytest.MonkeyPatch) -> list[dsl.Problem]:
    (folder / "folder.rules").mkdir()
    missing = _raised(lambda: dsl.scenarios(folder / "missing.rules"))
    return missing + _raised(lambda: dsl.scenarios(folder / "folder.rules"))


def _scenario_saved(_: Path, patch: pytest.MonkeyPatch) -> list[dsl.Problem]:
    def refuse(*_: object) -> State:
        raise StateError("it was changed")

    patch.setattr(State, "from_json", refuse)
    one = scenario("given\n  deck: red one, red one, blue one, blue one\nplay\n  at turn\n    answer stop")
    return list(played.run(compiled(""), one))


def _translation(folder: Path, _: pytest.MonkeyPatch) -> list[dsl.Problem]:
    (folder / "base.rules").write_text(TINY, "utf-8")
    (folder / "german.texts").write_text('texts german "Deutsch" for tiny\nplain: schlicht\n', "utf-8")
    return _raised(lambda: dsl.load(folder, language="german")) + _raised(lambda: dsl.load(folder, language="dutch"))


def _bad_start(folder: Path, _: pytest.MonkeyPatch) -> list[dsl.Problem]:
    found: list[dsl.Problem] = []
    for wrong in ('invariant "none is left": no card in deck', 'win also when any card in deck, "A deck!"'):
        (folder / "base.rules").write_text(f"{TINY}\n{wrong}\n", "utf-8")
        found += reverie.check(folder)
    ended = TINY.replace("  shuffle deck\n", "  shuffle deck\n  draw from deck to hand\n")
    (folder / "base.rules").write_text(f'{ended}\nlose when any card in hand, "A hand!"\n', "utf-8")
    (over,) = reverie.check(folder)
    assert over.message == "the game ends here in its setup already, before anybody is asked"
    return [*found, over]


def _rehearsed(folder: Path, option: str, more: str) -> list[dsl.Problem]:
    """What is seen when the tiny game with another option, and with more declarations, is played a few times."""
    text = TINY.replace('    option stop\n      lose "Stopped."\n', f"{option}    option stop\n")
    (folder / "base.rules").write_text(text + more, "utf-8")
    assert not reverie.check(folder)
    return list(rehearse(folder, (), None, {}, lambda _: True))


def _breaks_down(folder: Path, _: pytest.MonkeyPatch) -> list[dsl.Problem]:
    option = "    option lay <card in hand>\n      move card to shelf\n"
    return _rehearsed(folder, option, "zone shelf: heap, public, limit 1\n")


def _rehearsal(folder: Path, _: pytest.MonkeyPatch) -> list[dsl.Problem]:
    option = "    option close <lid in hand>\n      move lid to spare\n"
    taken = "after play if any lid in spot\n  move every lid in spare to hand\n"
    placed = "after play if any lid in hand\n  move every lid in hand to spot\n"
    kind = "kind lid\ncard cork is lid, 2 in spare\nzone spare: heap, public\n"
    return _rehearsed(folder, option, f"{kind}{taken}{placed}")


WITHOUT_A_FILE: dict[str, Callable[[Path, pytest.MonkeyPatch], list[dsl.Problem]]] = {
    "unknown-ruleset": _unknown_ruleset,
    "unreadable": _unreadable,
    "scenario-saved": _scenario_saved,
    "bad-start": _bad_start,
    "breaks-down": _breaks_down,
    "rehearsal": _rehearsal,
    "translation": _translation,
}
"""Problems that no rules can have: how else they come about."""


def _raised(act: Callable[[], object]) -> list[dsl.Problem]:
    with pytest.raises(dsl.CompileError) as raised:
        act()
    return list(raised.value.problems)


def _chunks() -> list[Chunk]:
    return [
        chunk
        for path in sorted(FOLDER.glob("*.rules"))
        for chunk in chunks(path.stem, path.read_text("utf-8"), PREAMBLE)
    ]


def test_every_code_has_its_file_and_its_paragraph() -> None:
    files = {path.stem for path in FOLDER.glob("*.rules")}
    assert codes().keys() == files | WITHOUT_A_FILE.keys()
    assert not files & WITHOUT_A_FILE.keys()
    text = (ROOT / "docs" / "problems.md").read_text("utf-8")
    headings = re.findall(r"^### `(.+)`$", text, re.MULTILINE)
    assert sorted(headings) == sorted(codes())


@pytest.mark.parametrize("chunk", _chunks(), ids=lambda chunk: f"{chunk.name}:{chunk.line}")
def test_a_file_shows_its_code_and_nothing_else(chunk: Chunk) -> None:
    assert {code for _, code in chunk.expected()} == {chunk.name}
    differences = compare(chunk)
    assert not differences, "\n" + differences


@pytest.mark.parametrize("chunk", usually(_chunks(), one_in=5), ids=lambda chunk: f"{chunk.name}:{chunk.line}")
def test_games_whose_conditions_are_recorded_have_the_same_problems(chunk: Chunk) -> None:
    differences = compare(attrs.evolve(chunk, coverage="conditions"))
    assert not differences, "\n" + differences


@pytest.mark.parametrize("code", WITHOUT_A_FILE)
def test_problems_that_no_rules_have(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problems = WITHOUT_A_FILE[code](tmp_path, monkeypatch)
    assert {problem.code for problem in problems} == {code}
