"""`reverie learn`: what is practised is saved, continued, given to others, kept when stopped, and explained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import reverie
from interpreter.players.policy import Policy
from interpreter.players.practice import Learner
from repl.cli.main import cli
from reverie import policies
from tests.support.pairs import write_game

pytestmark = pytest.mark.usefixtures("in_c")


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(write_game(tmp_path / "pairs"))


def learn(*words: str) -> Result:
    given = ("learn", *words, "--processes", "1")
    seconds = () if "--explain" in words else ("--seconds", "0.2")
    return CliRunner().invoke(cli, [*given, *seconds], catch_exceptions=False)


def data(result: Result) -> Any:
    return json.loads(result.stdout)


def own(game: str) -> Policy:
    found = policies.policy_for(reverie.load(game))
    assert found is not None
    return found.policy


def test_what_is_learnt_is_saved_and_continued(game: str) -> None:
    first = data(learn(game, "--json"))
    assert first["ok"]
    assert first["latest_won"] > 0.5
    assert first["files"] == [str(policies.own_file(reverie.load(game)))]
    assert own(game).games == first["practised"] == first["games"]
    again = learn(game)
    assert again.exit_code == 0
    assert again.stdout.startswith(f"Continues from {first['files'][0]} ({first['games']:,} games).\nPairs: practised ")
    assert own(game).games > first["games"]


def test_it_can_start_afresh(game: str) -> None:
    first = data(learn(game, "--json"))["games"]
    learn(game)
    fresh = data(learn(game, "--anew", "--json"))
    assert fresh["games"] == fresh["practised"]
    assert "from" not in fresh
    assert first


def test_a_policy_can_be_given_to_others(game: str, tmp_path: Path) -> None:
    file = tmp_path / "given.json"
    given = data(learn(game, "--out", str(file), "--json"))
    assert given["files"][1] == str(file)
    policies.own_file(reverie.load(game)).unlink()
    taken = data(learn(game, "--from", str(file), "--json"))
    assert taken["from"] == str(file)
    assert taken["games"] == given["games"] + taken["practised"]


def test_a_file_that_holds_no_policy_is_refused(game: str, tmp_path: Path) -> None:
    result = learn(game, "--from", str(tmp_path / "nothing.json"))
    assert result.exit_code == 1
    assert "there is no such file" in result.stderr
    assert learn(game, "--from", "x", "--anew").exit_code == 2


def test_a_file_that_cannot_be_written_is_told(game: str) -> None:
    result = learn(game, "--out", str(Path(game) / "base.rules" / "x.json"))
    assert result.exit_code == 1
    assert "x.json can't be written: a part of its path is no folder" in result.stderr
    assert own(game).games > 0


def test_what_was_learnt_is_kept_when_it_is_stopped(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Learner.run

    def stopped(*given: Any) -> None:
        whole(*given)
        raise KeyboardInterrupt

    monkeypatch.setattr(Learner, "run", stopped)
    result = learn(game)
    assert result.exit_code == 130
    assert " games (stopped by Ctrl-C), " in result.stdout
    assert own(game).games > 0


def test_after_a_change_of_the_rules_what_fits_is_used(game: str) -> None:
    before = data(learn(game, "--json"))
    rules = Path(game) / "base.rules"
    rules.write_text(rules.read_text().replace("at least 3", "at least 2"))
    after = data(learn(game, "--json"))
    assert after["from"] == before["files"][0]
    assert "was learnt under other rules or options; " in after["note"]
    assert after["files"] != before["files"]


def test_policies_that_come_with_the_rules_are_found(game: str, tmp_path: Path) -> None:
    learn(game, "--out", str(tmp_path / "pairs" / "policies" / "base-1.json"))
    policies.own_file(reverie.load(game)).unlink()
    found = policies.policy_for(reverie.load(game))
    assert found is not None
    assert found.path.name == "base-1.json"
    assert found.note == ""


def test_a_damaged_policy_counts_as_none(game: str) -> None:
    program = reverie.load(game)
    policies.own_file(program).parent.mkdir(parents=True)
    policies.own_file(program).write_text("{}")
    assert policies.policy_for(program) is None


def test_what_it_prefers_is_said_in_the_words_of_the_rules(game: str) -> None:
    assert "nothing was learnt for this game yet" in learn(game, "--explain").stderr
    learn(game)
    text = learn(game, "--explain").stdout
    assert "\n`keep …` (at “turn”)\n" in text
    assert "  rather for sun from hand\n" in text
    assert "  rather not for moon from hand\n" in text
    assert data(learn(game, "--explain", "--json"))["options"][0]["preferences"]


def test_without_a_compiler_it_says_so(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    result = learn(game)
    assert result.exit_code == 2
    assert result.stderr.startswith(
        "Error: Practice needs C: it isn't built for Python, which would be too slow. CC names"
    )
