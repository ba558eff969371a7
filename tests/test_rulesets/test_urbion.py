"""What scenarios of Urbion can't say: who is asked while the first hands are dealt, and another table of values."""

from __future__ import annotations

from pathlib import Path

import dsl
from interpreter import Game


def test_a_answers_for_both_hands_of_the_setup() -> None:
    program = dsl.load("urbion", players=2)
    for seed in range(200):
        game = Game(program, seed=seed)
        while game.decision and game.decision.prompt != "turn":
            assert game.decision.player == "A"
            game.choose(0)
        sizes = [zone.size for zone in game.view("A").zones if zone.family == "hand"]
        assert sizes == [4, 4] or game.outcome


def test_scenarios_count_with_the_assumed_values_when_others_are_shipped(tmp_path: Path) -> None:
    shipped = dsl.ruleset_folder("urbion")
    text = (shipped / "base.rules").read_text("utf-8")
    table = text[text.index("when values is assumed") : text.index("# What lies at a city")]
    printed = table.replace("values is assumed", "values is printed").replace("| 4    |", "| 3    |")
    corrected = text.replace("option values: assumed", "option values: printed, assumed").replace(
        table, table + printed
    )
    (tmp_path / "base.rules").write_text(corrected, "utf-8")
    for module in shipped.glob("*.rules"):
        if module.name != "base.rules":
            (tmp_path / module.name).write_bytes(module.read_bytes())

    plus = {value: _plus(dsl.load(tmp_path, options={"values": value})) for value in ("printed", "assumed")}
    assert (plus["printed"], plus["assumed"]) == (3, 4)
    named = {scenario.id: scenario.options for path in shipped.rglob("*.rules") for scenario in dsl.scenarios(path)}
    assert [one for one, options in named.items() if ("values", "assumed") not in tuple(dict(options).items())] == []


def _plus(program: dsl.Program) -> int:
    """What an air sognae counts on the left."""
    (card,) = (number for number, face in enumerate(program.faces) if face.name == "air sognae")
    (plus,) = (table for table in program.tables if table.name == "plus")
    return plus.values[card]
