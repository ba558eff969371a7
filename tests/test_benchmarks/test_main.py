import json

import pytest

from benchmarks import __main__ as command
from benchmarks.speed import alone_and_together

TINY = command.Effort(rounds=1, seconds=0.001, copies=20)


@pytest.fixture(autouse=True)
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "QUICK", TINY)


def test_base_and_oracle_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["base", "oracle", "--games", "2", "--quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["player"] for row in found["base"]["rows"]] == [
        "hand-written",
        "engine, generated",
        "engine, through Game",
    ]
    assert found["base"]["rows"][0]["games, ratio"] == 1.0
    assert (found["oracle"]["games"], found["oracle"]["differences"]) == (2, [])


def test_text_names_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    command.main(["base", "--quick"])
    assert capsys.readouterr().out.startswith("Base Onirim, solo, random play\n")


def test_an_unknown_measure_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(["bse"])
    assert refused.value.code == 2
    assert "`bse` can't be measured" in capsys.readouterr().err


def test_each_module_is_measured_and_all_of_them() -> None:
    assert list(alone_and_together(["a", "b"])) == [(), ("a",), ("b",), ("a", "b")]
    assert list(alone_and_together(["a"])) == [(), ("a",)]
