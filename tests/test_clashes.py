"""Modules that clash on purpose: each clash is found once, with the smallest game that shows it.

In `tests/clashes`, `#! code by a, b` marks the line of a problem and the modules that show it; behind that may stand
`for 2` (players) and `with stone red` (an option). Modules are for the game of the language's examples.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from repl.reports.survey import Found, Survey, survey
from tests.support.chunks import HEAD
from tests.support.codes import ROOT

FOLDER = ROOT / "tests" / "clashes"
PREAMBLE = ROOT / "tests" / "spec" / "preamble.rules"
MARK = re.compile(r" *#! ([a-z-]+) by ([a-z, ]+?)(?: for (\d))?(?: with (\w+) (\w+))?$")

Expected = tuple[str, str, str, tuple[str, ...], int, dict[str, str]]
"""File, the line without its mark, code, modules, players, options."""


def put(clash: Path, folder: Path) -> list[Expected]:
    """Write the modules of a file into a folder of their own beside a game; what is expected of them."""
    (folder / "base.rules").write_text(PREAMBLE.read_text("utf-8"), "utf-8")
    text, expected = clash.read_text("utf-8"), []
    starts = [match.start() for match in HEAD.finditer(text)]
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        part = text[start:end]
        name = part.split()[1]
        (folder / f"{name}.rules").write_text(part, "utf-8")
        for line in part.splitlines():
            if mark := MARK.search(line):
                code, modules, players, option, value = mark.groups()
                options = {option: value} if option else {}
                expected.append(
                    (name, line[: mark.start()], code, tuple(modules.split(", ")), int(players or 1), options)
                )
    return expected


def found(each: Found) -> Expected:
    span = each.problem.span
    assert span
    line = MARK.sub("", span.file.line(span.line))
    game = each.game
    return Path(span.file.name).stem, line, each.problem.code, game.modules, game.players or 0, dict(game.options)


def surveyed(folder: Path) -> Survey:
    return survey(folder, (), {}, 1, lambda _done, _of: None)


@pytest.mark.parametrize("clash", sorted(FOLDER.glob("*.rules")), ids=lambda path: path.stem)
def test_each_clash_is_found_once_with_the_smallest_game(clash: Path, tmp_path: Path) -> None:
    expected = put(clash, tmp_path)
    result = surveyed(tmp_path)
    assert sorted(map(found, result.found), key=str) == sorted(expected, key=str)
    assert bool(expected) == (clash.stem != "agreed")


@pytest.mark.parametrize(
    "name", ["replaced-twice", "same-things", "replaced-and-hooked", "cut-off", "forbidden-and-hooked"]
)
def test_both_places_are_shown_and_a_way_out(name: str, tmp_path: Path) -> None:
    put(FOLDER / f"{name}.rules", tmp_path)
    for each in surveyed(tmp_path).found:
        assert each.problem.span
        places = [each.problem.span, *(label.span for label in each.problem.related)]
        assert {Path(span.file.name).stem for span in places} == set(each.game.modules)
        assert each.problem.help


def test_the_ways_out_work(tmp_path: Path) -> None:
    put(FOLDER / "replaced-and-hooked.rules", tmp_path)
    file = tmp_path / "towers.rules"
    file.write_text('module towers "Towers" for tiny\nwhen bridges is not in play\n  after drop\n    do wake\n')
    assert surveyed(tmp_path).found == ()
    put(FOLDER / "replaced-twice.rules", tmp_path)
    file.write_text(file.read_text().replace("instead of drop", "instead of drop, after bridges"))
    assert surveyed(tmp_path).found == ()


def test_a_rule_that_clashes_with_two_modules_is_told_for_each(tmp_path: Path) -> None:
    put(FOLDER / "replaced-twice.rules", tmp_path)
    rules = (tmp_path / "bridges.rules").read_text().replace("bridges", "arches").replace("box", "waste")
    (tmp_path / "arches.rules").write_text(rules)
    shown = [each.game.modules for each in surveyed(tmp_path).found]
    assert sorted(shown) == [("arches", "bridges"), ("arches", "towers"), ("bridges", "towers")]


@pytest.mark.slow
def test_processes_find_the_same_in_the_same_order(tmp_path: Path) -> None:
    put(FOLDER / "no-order.rules", tmp_path)
    put(FOLDER / "cut-off.rules", tmp_path)
    for number in range(5):
        (tmp_path / f"more{number}.rules").write_text(f'module more{"abcde"[number]} "More" for tiny\n')
    one, two = (survey(tmp_path, (), {}, processes, lambda _done, _of: None) for processes in (1, 2))
    assert (one.found, one.checked, one.refused) == (two.found, two.checked, two.refused)
