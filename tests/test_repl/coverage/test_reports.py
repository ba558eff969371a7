"""The coverage of rules as a table, as files for programs, and as pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from repl.coverage.files import Report, Wish, as_data, lcov
from repl.coverage.page import pages
from repl.coverage.table import table
from reverie.testing.coverage import Recorded
from reverie.testing.measured import FileResult, measure
from tests.support.reached import recorded_in, write_reached


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recorded:
    folder = write_reached(tmp_path / "reached")
    monkeypatch.chdir(tmp_path)
    return recorded_in(folder)


@pytest.fixture
def results(recorded: Recorded) -> list[FileResult]:
    return measure(recorded)


def test_the_table(results: list[FileResult]) -> None:
    assert table(results) == [
        "rules                   rules  missed  conditions  partly     %  missing",
        "reached/back.rules          2       1           2       2  50.0  3, 6→always held, 9",
        "reached/base.rules          9       3           5       2  73.6  15-16, 25→always held, 28, 32-33, 39-43",
        "reached/unplayed.rules      0       0           0       0     –",
        "total                      11       4           7       4  68.0",
        "",
        "not measured, in play in no scenario:",
        "  reached/base.rules: 46-48",
        "  reached/unplayed.rules: 3-4",
    ]


def test_the_same_as_data(recorded: Recorded, results: list[FileResult]) -> None:
    data = json.loads(json.dumps(as_data(recorded, results)))
    assert (data["format"], data["version"], data["scenarios"]) == ("reverie coverage", 1, ["plays", "wins"])
    assert data["totals"]["percent"] == 68.0
    back = data["files"]["reached/back.rules"]
    assert [rule["scenarios"] for rule in back["rules"]] == [[], ["plays"]]
    assert back["conditions"][1] == {
        "line": 6, "column": 6, "words": "points is more than 5", "held": ["plays"], "failed": [],
    }  # fmt: skip
    assert back["lines"] == {"3": 0, "5": 1, "6": 1, "7": 1, "8": 1, "9": 0}
    assert {"kind": "event", "site": "play", "modules": ["reached", "back"], "game": "reached"}.items() <= data[
        "meetings"
    ][1].items()


def test_the_same_as_lcov(results: list[FileResult]) -> None:
    first, second, rest = lcov(results).split("end_of_record\n")
    assert first.splitlines() == [
        "TN:", "SF:reached/back.rules",
        "BRDA:3,0,0,1", "BRDA:3,0,1,0", "BRDA:6,1,0,1", "BRDA:6,1,1,0", "BRF:4", "BRH:2",
        "DA:3,0", "DA:5,1", "DA:6,1", "DA:7,1", "DA:8,1", "DA:9,0", "LF:6", "LH:4",
    ]  # fmt: skip
    assert "SF:reached/base.rules" in second
    assert rest == ""


def test_the_index_has_the_numbers_and_who_met(recorded: Recorded, results: list[FileResult]) -> None:
    index = pages("Title <1>", recorded, results)["index.html"]
    assert "<title>Title &lt;1&gt;</title>" in index
    assert re.search(r'<a href="02-base.html">reached/<wbr>base.rules</a></td><td>9</td><td>3</td>', index)
    assert index.count("in play in no scenario") == 1
    assert '<td class="all">2/2</td>' in index
    assert "Where they never met" not in index


def test_a_page_shows_the_state_of_each_line(recorded: Recorded, results: list[FileResult]) -> None:
    page = pages("Title", recorded, results)["02-base.html"]
    rows = dict(re.findall(r'<div class="row (\w*)" id="l(\d+)">', page))
    states = {number: state for state, number in re.findall(r'<div class="row (\w*)" id="l(\d+)">', page)}
    assert rows.keys() == {"", "acted", "never", "partly", "absent"}
    assert [states[number] for number in ("35", "15", "25", "46", "41")] == ["acted", "never", "partly", "absent", ""]
    assert "play &lt;piece in hand where shines&gt;" in page
    assert "← always held" in page
    (sets,) = re.findall(r'<script type="application/json" id="sets">(.*?)</script>', page)
    assert json.loads(sets) == [["plays", "wins"], ["wins"]]


def test_pages_need_nothing_else(recorded: Recorded, results: list[FileResult]) -> None:
    for text in pages("Title", recorded, results).values():
        assert not re.search(r"(?:src|href)=[\"']?(?:https?:|//)|@import|url\(", text)


def test_where_modules_never_met_is_listed(recorded: Recorded, results: list[FileResult]) -> None:
    recorded.met["reached", "event", "play", "reached", "back"].clear()
    index = pages("Title", recorded, results)["index.html"]
    assert '<td class="some" title="never: event play">1/2</td>' in index
    assert "<li>reached and back: event play</li>" in index


@pytest.mark.parametrize("text", ["html", "json:", "term:x", "xml:x", ""])
def test_what_is_no_report_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"`{text}` is no report"):
        Wish.of(text)


def test_reports_are_written(recorded: Recorded, tmp_path: Path) -> None:
    wishes = [
        Wish.of(f"{kind}:{tmp_path / 'out' / name}") for kind, name in [("html", "h"), ("json", "j"), ("lcov", "l")]
    ]
    found = Report(tuple(wishes), 68).conclude(recorded)
    assert (found.lines, found.problem) == ((), "")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"h", "j", "l"}
    assert (tmp_path / "out" / "h" / "index.html").is_file()


def test_what_is_missing_is_said(recorded: Recorded, tmp_path: Path) -> None:
    assert Report((), 68.1).conclude(recorded).problem == "not enough: 68.0 % of the rules are covered, not 68.1 %"
    assert Report((), 1).conclude(Recorded()).problem == "not enough: no scenario reached any rules"
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    problem = Report((Wish("json", blocked / "x"),), 0).conclude(recorded).problem
    assert problem.startswith(f"{blocked / 'x'} can't be written")
