import json

import pytest

from benchmarks import __main__ as command
from benchmarks.counterparts import COUNTERPARTS
from benchmarks.speed import alone_and_together

TINY = command.Effort(rounds=1, seconds=0.001, copies=20, games=2)


@pytest.fixture(autouse=True)
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "QUICK", TINY)


def test_base_and_oracle_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["base", "oracle", "--games", "2", "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for ruleset, counterpart in COUNTERPARTS.items():
        rows = found["base"][ruleset]["rows"]
        assert [(row["player"], row["aim"]) for row in rows] == [
            ("hand-written", ""),
            ("engine, generated", ""),
            ("engine, Game by number", "0.6 or more"),
            ("engine, Game with options listed", ""),
            ("engine, Game by name", ""),
        ]
        assert rows[0]["games, ratio"] == 1.0
        compared = [(each["name"], each["games"], each["differences"]) for each in found["oracle"][ruleset]]
        assert compared == [(f"{ruleset}, {players}p", 2, []) for players in counterpart.players]


def test_text_names_what_was_measured_of_which_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    command.main(["base", "statistics", "--quick", "--of", "urbion"])
    text = capsys.readouterr().out
    assert text.startswith("Base urbion, solo, random play\n")
    assert "2 random games of urbion" in text
    assert "onirim" not in text


def test_an_unknown_measure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(["bse"])
    assert refused.value.code == 2
    assert "`bse` can't be measured" in capsys.readouterr().err


def test_each_module_is_measured_and_all_of_them() -> None:
    assert list(alone_and_together(["a", "b"])) == [(), ("a",), ("b",), ("a", "b")]
    assert list(alone_and_together(["a"])) == [(), ("a",)]
