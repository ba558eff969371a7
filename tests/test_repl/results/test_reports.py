"""What is said of a sweep, and of two of them: tables, data and pages."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from interpreter.simulation.simulate import Row
from repl.cli.main import cli
from repl.reports.impact import Games, impact
from repl.results.folder import results_in

ROOT = Path(__file__).parents[3]
MARKET = str(ROOT / "docs" / "examples" / "market")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def played(game: str, out: str, *words: str) -> list[dict[str, Any]]:
    assert run("simulate", game, *words, "--processes", "1", "--engine", "python", "--out", out).exit_code == 0
    rows: list[dict[str, Any]] = results_in(Path(out)).table().to_pylist()
    return rows


def measures(rows: list[dict[str, Any]]) -> Games:
    every = [
        Row(r["seed"], r["outcome"], r["ending"], r["decisions"], r["turns"], tuple(r["scores"][:1])) for r in rows
    ]
    return Games.of((), every, winnable=True)


def easier(game: str) -> None:
    rules = Path(game) / "base.rules"
    rules.write_text(rules.read_text().replace("at least 3", "at least 2"))


def test_the_tables_are_counted_right(game: str) -> None:
    rows = played(game, "out", "--games", "300", "--all-sets")
    data = json.loads(run("results", "out", "--by", "set", "--by", "ending,players", "--json").stdout)
    won = sum(row["outcome"] == "won" for row in rows)
    assert (data["games"], data["of"], data["missing"], data["all"]["won"]) == (300, 300, 0, won)
    assert [each["games"] for each in data["groups"][:2]] == [150, 150]
    with_stars = [row for row in rows if row["modules"] == "stars"]
    group = data["groups"][1]
    assert (group["set"], group["won"]) == ("stars", sum(row["outcome"] == "won" for row in with_stars))
    assert group["turns"] == pytest.approx(sum(row["turns"] for row in with_stars) / 150)
    assert {"ending", "players"} <= data["groups"][2].keys()
    assert sum(each["count"] for each in data["outcomes"]) == 300
    shown = run("results", "out").stdout
    assert re.search(r"\nmodule +games +won +turns +decisions\nno modules +150 ", shown)
    assert "Pairs with every set: seed 0, policy random\n" in shown


def test_scores_are_shown_with_their_intervals() -> None:
    rows = played(MARKET, "out", "--games", "60", "--players", "2", "--with", "rogues")
    (group,) = json.loads(run("results", "out", "--by", "module", "--json").stdout)["groups"]
    assert group["score"] == pytest.approx(sum(row["score"] for row in rows) / 60)
    assert group["score_interval"][0] < group["score"] < group["score_interval"][1]
    shown = run("results", "out", "--by", "players")
    assert re.search(
        r"\nplayers +games +score +turns +decisions\n2 players +60 +\d+\.\d\d +\d+\.\d\d to ", shown.stdout
    )


def test_a_word_by_which_nothing_is_grouped_is_refused(game: str) -> None:
    played(game, "out", "--games", "10")
    refused = run("results", "out", "--by", "colour")
    assert (refused.exit_code, "can't be grouped by `colour`: choose set, module" in refused.stderr) == (2, True)
    assert run("results", "out", "--compare", "out", "--by", "ending").exit_code == 2


def test_two_sweeps_of_the_same_deals_are_compared_deal_by_deal(game: str) -> None:
    before = played(game, "before", "--games", "400")
    easier(game)
    after = played(game, "after", "--games", "400")
    data = json.loads(run("results", "after", "--compare", "before", "--json").stdout)
    assert (data["paired"], data["differences"]) == (True, ["pairs/base.rules has changed"])
    wanted = {change.measure: change for change in impact(measures(before), measures(after)).changes}
    for change in data["changed"][0]["changes"]:
        other = wanted[change["measure"]]
        assert change["difference"] == pytest.approx(other.difference)
        assert change["interval"] == pytest.approx(other.interval)
        assert change["correlation"] == (None if other.correlation is None else pytest.approx(other.correlation))
    shown = run("results", "after", "--compare", "before").stdout
    assert "Before: pairs/base.rules has changed.\nCompared deal by deal.\n\nevery game (400 deals both ways)" in shown
    assert "won: Three suns lie side by side." in shown


def test_two_sweeps_of_other_deals_are_compared_as_independent_games(game: str) -> None:
    played(game, "before", "--games", "400")
    easier(game)
    played(game, "after", "--games", "300", "--seed", "9000")
    data = json.loads(run("results", "after", "--compare", "before", "--json").stdout)
    (changed,) = data["changed"]
    assert (data["paired"], changed["games"], changed["others"]) == (False, 400, 300)
    won = changed["changes"][0]
    spread = sum(p * (1 - p) / (n - 1) for p, n in ((won["without"], 400), (won["present"], 300))) ** 0.5 * 1.96
    assert won["interval"] == pytest.approx([won["difference"] - spread, won["difference"] + spread])
    assert won["correlation"] is None
    assert "every game (400 and 300 games)" in run("results", "after", "--compare", "before").stdout


def test_what_changed_is_shown_by_set(game: str) -> None:
    played(game, "before", "--games", "200", "--all-sets")
    easier(game)
    played(game, "after", "--games", "200", "--all-sets")
    data = json.loads(run("results", "after", "--compare", "before", "--by", "set", "--json").stdout)
    assert [(each["name"], each["games"]) for each in data["changed"]] == [
        ("every game", 200),
        ("no modules", 100),
        ("stars", 100),
    ]


def test_pages_need_nothing_else_and_escape_what_rules_say(game: str) -> None:
    rules = Path(game) / "base.rules"
    rules.write_text(rules.read_text().replace("There is nothing left", "There is nothing & nobody left"))
    played(game, "before", "--games", "200", "--all-sets")
    easier(game)
    played(game, "after", "--games", "200", "--all-sets")
    assert run("results", "after", "--html", "one.html").exit_code == 0
    assert run("results", "after", "--compare", "before", "--by", "set", "--html", "two.html").exit_code == 0
    for name in ("one.html", "two.html"):
        page = Path(name).read_text()
        assert page.startswith("<!doctype html>")
        assert "nothing &amp; nobody" in page
        assert ("nothing & nobody" in page, "http" in page, "<script" in page, "<svg" in page) == (False,) * 3 + (True,)
    assert "Games by turns" in Path("one.html").read_text()
    assert "Change of: won" in Path("two.html").read_text()
    refused = run("results", "after", "--html", "one.html/page")
    assert (refused.exit_code, "can't be written: a part of its path is no folder" in refused.stderr) == (1, True)


def test_other_tools_read_the_rows(game: str) -> None:
    played(game, "out", "--games", "120", "--all-sets")
    found = import_module("pyarrow.parquet").read_table("out/games")
    columns = (
        "game link modules players options seed policy outcome ending score scores winners turns decisions time fault"
    )
    assert (found.num_rows, found.column_names) == (120, columns.split())
    docs = (ROOT / "docs" / "sweeps.md").read_text(encoding="utf-8")
    table = docs[docs.index("| column |") :].split("\n\n")[0]
    assert re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in table.splitlines())) == columns.split()
