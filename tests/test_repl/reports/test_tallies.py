from __future__ import annotations

from interpreter.simulation.counting import Rule, Tally
from repl.reports.tallies import pairs_data, pairs_table, rules_data, rules_table, zeros

TALLY = Tally(
    {
        Rule("red", "after", "event", "keep", "", "red.rules:9"): (3, 0),
        Rule(
            "red",
            "narrow",
            "definition",
            "free",
            "when card is a very long way from here, or from there, or so",
            "red.rules:2",
        ): (
            0,
            7,
        ),
        Rule("pairs", "win only when", "game", "victory", "three suns", "base.rules:40"): (1, 1200),
    },
    {("event", "keep", "pairs", "red"): 0, ("prompt", "turn", "blue", "red"): 5, ("event", "drop", "blue", "red"): 0},
)


def test_rules_are_listed_by_module_and_line() -> None:
    head, *rows, _, last = rules_table(TALLY, "pairs").splitlines()
    assert head.split() == ["module", "rule", "place", "acted", "asked"]
    assert rows[0].split() == ["pairs", "win", "only", "when:", "three", "suns", "base.rules:40", "1", "1,200"]
    assert rows[1].startswith("red     narrow free: when card")
    assert "never      7" in rows[1]
    assert "…" in rows[1]
    assert rows[2].split() == ["red", "after", "keep", "red.rules:9", "3"]
    assert last == "3 rules; 1 never acted."
    assert [rule.kind for rule in zeros(TALLY)] == ["narrow"]


def test_pairs_are_listed_with_where_they_never_met() -> None:
    _, first, second, _, last = pairs_table(TALLY, "pairs").splitlines()
    assert first.split() == ["pairs", "+", "red", "never", "1", "0", "event", "keep"]
    assert second.split() == ["blue", "+", "red", "5", "2", "1", "event", "drop"]
    assert last == "2 pairs of modules; 1 never met."


def test_programs_get_all_of_it() -> None:
    assert [(rule["kind"], rule["acted"], rule["asked"]) for rule in rules_data(TALLY, "pairs")] == [
        ("win only when", 1, 1200), ("narrow", 0, 7), ("after", 3, 0),
    ]  # fmt: skip
    assert pairs_data(TALLY, "pairs")[1] == {
        "modules": ("blue", "red"),
        "met": 5,
        "sites": [{"kind": "event", "name": "drop", "met": 0}, {"kind": "prompt", "name": "turn", "met": 5}],
    }
