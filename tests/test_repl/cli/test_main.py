"""The command line, with real rules: exit codes, output for people and for programs, and games that survive a kill."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import dsl
import reverie as reverie_library
from interpreter import Row
from interpreter.players.policies import POLICIES
from repl.cli import main as command_line
from repl.cli import options
from repl.cli.main import cli
from repl.saves import store
from repl.saves.recipe import LARGEST_SEED, SHARED_SEEDS
from tests.support.homes import at_home
from tests.support.pairs import write_game
from tests.support.watched import write_watched

ROOT = Path(__file__).parents[3]
GAME = "onirim"


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed, catch_exceptions=False)


def data(result: Result) -> Any:
    return json.loads(result.stdout)


def reverie(*words: str) -> subprocess.Popen[str]:
    command, pipe = [sys.executable, "-m", "repl", *words], subprocess.PIPE
    known = at_home(store.home())
    return subprocess.Popen(command, cwd=ROOT, env=known, encoding="utf-8", stdin=pipe, stdout=pipe, stderr=pipe)


def test_every_command_explains_itself() -> None:
    for words in ([], *([name] for name in cli.commands)):
        result = run(*words, "--help")
        assert result.exit_code == 0
        assert result.output.startswith("Usage:")
        assert "..." not in result.output.replace("COMMAND [ARGS]...", "").partition("Options:")[2]
    assert set(cli.commands) == {
        "list",
        "add",
        "remove",
        "play",
        "playground",
        "new",
        "docs",
        "explain",
        "replay",
        "check",
        "link",
        "test",
        "mutate",
        "rules",
        "sheet",
        "language-server",
        "format",
        "simulate",
        "results",
        "learn",
        "odds",
        "strength",
        "verify",
    }


@pytest.mark.parametrize(
    "words",
    [
        ["dance"],
        ["play"],
        ["play", GAME, "--resume"],
        ["play", GAME, "--players", "0"],
        ["play", GAME, "--option", "edition"],
        ["play", GAME, "--seed", "-1"],
        ["play", GAME, "--seed", "9" * 5_000],
        ["simulate", GAME, "--seed", str(LARGEST_SEED), "--games", "2"],
        ["play", GAME, "--seed", "today"],
        ["check"],
        ["check", "--all", "x.rules"],
        ["check", "--all", GAME, "--with", "book"],
        ["simulate", GAME, "--games", "0"],
        ["simulate", GAME, "--policy", "clever"],
        ["replay"],
    ],
)
def test_wrong_usage_is_exit_code_2(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["play", "onirm"], "did you mean `onirim`?"),
        (["play", GAME, "--with", "bok"], "did you mean `book`?"),
        (["play", GAME, "--with", "owl.txt"], "rename it to `owl.rules`"),
        (["play", GAME, "--option", "editon=first"], "did you mean `edition`?"),
        (["play", GAME, "--option", "edition=secnd"], "did you mean `second`?"),
        (["check", GAME, "--with", "nowhere.rules"], "nowhere.rules"),
        (["check", "nowhere.rules"], "nowhere.rules"),
        (["check", "nowhere"], "no ruleset is called `nowhere`"),
        (["test", "nowhere"], "no ruleset is called `nowhere`"),
        (["play", "docs/nowhere"], "there is no folder `docs/nowhere`\n  help: its full path would be `"),
        (["rules", GAME, "purple", "one"], "No help text is about `purple one`"),
        (["simulate", GAME, "--with", "bok"], "did you mean `book`?"),
        (["replay", "nothing"], "there is no file"),
        (["play", "--resume"], "there is no game to continue"),
    ],
)
def test_what_does_not_exist_is_refused_with_a_way_out(words: list[str], told: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert told in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["simulate", GAME, "--seed", "x"], 2, "`x` is not a seed"),
        (["play", GAME, "--bogus"], 2, "--bogus"),
        (["--bogus"], 2, "--bogus"),
        (["bogus"], 2, "bogus"),
        (["check"], 2, "Missing argument"),
        (["play", GAME, "--plain"], 2, "not both"),
        (["play", GAME, "--with", "owl.rules,", "book"], 2, "leave out the space after the comma: `owl.rules,MODULE`"),
        (["play", "--resume"], 1, "there is no game to continue"),
        (["play", "--resume", "x"], 2, "takes a number or `list`"),
        (["rules", GAME, "purple"], 1, "No help text is about `purple`"),
        (["simulate", GAME, "--rows", "no/such/folder"], 1, "can't be written"),
        (["replay", "nothing"], 1, "there is no file"),
    ],
)
def test_what_is_refused_is_an_object_for_programs(words: list[str], code: int, told: str) -> None:
    result = run(*words, "--json")
    assert (result.exit_code, result.stderr) == (code, "")
    (line,) = result.stdout.splitlines()
    found = json.loads(line)
    assert found["ok"] is False
    assert told in found["error"]
    assert run(*words, "--", "--json").stdout == "", "behind `--`, it is only a word"


def test_an_error_of_ours_is_an_object_for_programs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("deep inside")

    monkeypatch.setattr("sys.argv", ["reverie", "rules", GAME, "--json"])
    monkeypatch.setattr("dsl.load", broken)
    with pytest.raises(SystemExit) as caught:
        command_line.main()
    told = capsys.readouterr()
    assert caught.value.code == command_line.INTERNAL
    assert json.loads(told.out) == {"ok": False, "error": told.err.strip()}
    assert [path.name for path in home.glob("crashes/*")] != []


def test_unfinished_games_are_listed_for_programs(home: Path) -> None:
    assert data(run("play", "--resume", "list", "--json")) == {"ok": True, "games": []}
    run("play", GAME, "--seed", "7", typed="1\n")
    (path,) = (home / "games").iterdir()
    (found,) = data(run("play", "--resume", "list", "--json"))["games"]
    assert found == {"number": 1, "file": str(path), "game": GAME, "seed": 7, "answers": 1, "error": ""}
    path.write_text(path.read_text() + "?\n")
    (found,) = data(run("play", "--resume", "list", "--json"))["games"]
    assert (found["answers"], "is damaged in line 3 of 3" in found["error"]) == (1, True)


@pytest.mark.parametrize("command", [["play"], ["check"], ["rules"], ["simulate"]])
def test_problems_are_data_for_programs(command: list[str]) -> None:
    result = run(*command, GAME, "--with", "bok", "--json")
    assert result.exit_code == 1
    found = data(result)
    assert found["ok"] is False
    assert found["problems"][0]["code"] == "unknown-module"


def test_a_game_is_played_through_a_pipe_and_gone_on_with(home: Path) -> None:
    first = run("play", GAME, "--seed", "7", typed="1\n1\nundo\nquit\n")
    assert first.exit_code == 0
    assert "seed 7" in first.output
    again = run("play", "--resume", typed="log\n")
    assert again.exit_code == 0
    assert again.output.count("   1  ") == 1
    (path,) = (home / "games").iterdir()
    assert store.read(path).header.seed == 7


def test_a_refused_line_in_a_script_is_exit_code_1() -> None:
    assert run("play", GAME, "--ephemeral", typed="sing\n").exit_code == 1


def test_an_ephemeral_game_leaves_nothing(home: Path) -> None:
    assert run("play", GAME, "--ephemeral", typed="1\n").exit_code == 0
    assert {path.name for path in home.iterdir()} <= {"cache"}


def test_programs_play_with_objects() -> None:
    result = run("play", GAME, "--seed", "7", "--json", typed='{"line": "1"}\n')
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert events[-1] == {"event": "closed"}
    assert [event["event"] for event in events[:4]] == ["said", "table", "asked", "ready"]


def test_a_kill_loses_nothing_that_was_answered(home: Path, tmp_path: Path) -> None:
    process = reverie("play", str(write_game(tmp_path / "pairs")), "--seed", "7", "--json")
    assert process.stdin is not None
    assert process.stdout is not None
    answers = []
    for _ in range(4):
        asked: dict[str, Any] = {}
        while asked.get("event") != "ready":
            asked = json.loads(process.stdout.readline())
            if asked["event"] == "asked":
                answers.append(asked["choices"][0]["words"])
        process.stdin.write(json.dumps({"answer": answers[-1]}) + "\n")
        process.stdin.flush()
    while json.loads(process.stdout.readline())["event"] != "ready":
        pass
    process.kill()
    process.communicate()
    (path,) = (home / "games").iterdir()
    assert [line.answer for line in store.read(path).lines if hasattr(line, "answer")] == answers
    log = run("play", "--resume", "--json", typed='{"line": "log"}\n').stdout
    assert all(answer in log for answer in answers)


def test_replay_verifies_and_shows(home: Path) -> None:
    run("play", GAME, "--seed", "7", typed="1\n1\nsave mine\n")
    (path,) = (home / "games").iterdir()
    result = run("replay", str(path))
    assert result.exit_code == 0
    assert "Every answer fits (2); not over yet" in result.output
    shown = run("replay", "mine", "--show").output
    assert "   2  " in shown
    found = data(run("replay", str(path), "--json", "--show"))
    assert (found["ok"], found["answers"], len(found["log"]) >= 2) == (True, 2, True)


def test_replay_says_what_differs(home: Path) -> None:
    run("play", GAME, "--seed", "7", typed="1\n")
    (path,) = (home / "games").iterdir()
    text = path.read_text()
    header = json.loads(text.splitlines()[0])
    text = text.replace(header["fingerprint"], "0" * 16).replace(header["rules"][f"{GAME}/base.rules"], "1" * 16)
    path.write_text(text)
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert "The rules differ: onirim/base.rules has changed" in result.output
    path.write_text(text.replace('"answer": "', '"answer": "never '))
    result = run("replay", str(path))
    assert result.exit_code == 1
    assert "It no longer ends the same way: line 2 of" in result.output
    path.write_text("what?\n")
    assert run("replay", str(path)).exit_code == 1
    assert data(run("replay", str(path), "--json"))["ok"] is False


def test_a_save_names_where_its_rules_came_from_and_replay_which_it_took(tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    folder.mkdir()
    text = (ROOT / "rulesets" / GAME / "base.rules").read_text()
    (folder / "base.rules").write_text(text + '\ninvariant "true": yes\n')
    (tmp_path / "mine.rules").write_text(f'module mine "Mine" for {GAME}\n')
    game = reverie_library.Game(reverie_library.load("changed", [Path("mine.rules")]), seed=7)
    game.choose(0)
    save = reverie_library.save_of(game)
    assert (save.header.game, save.header.modules) == (str(folder), (str(tmp_path / "mine.rules"),))
    path = tmp_path / "game.jsonl"
    path.write_text(save.to_text())
    result = run("replay", str(path))
    assert (result.exit_code, "The rules differ" in result.output) == (0, False)
    with (folder / "base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "always": yes\n')
    assert f"It was replayed with the rules in {folder}, {tmp_path / 'mine.rules'}." in run("replay", str(path)).output
    path.write_text(save.to_text().replace(json.dumps(str(folder)), f'"{GAME}"'))
    result = run("replay", str(path))
    assert f"It was replayed with the rules of `{GAME}` that come with Reverie, " in result.output
    assert data(run("replay", str(path), "--json"))["rules"].startswith(f"the rules of `{GAME}`")


def test_check_says_ok(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    assert run("check", str(folder)).output == "ok\n"
    assert data(run("check", str(folder), "--json")) == {"ok": True, "problems": []}
    assert run("check", str(folder / "base.rules")).output == "ok\n"


def test_check_shows_what_is_wrong_in_a_strangers_module(tmp_path: Path) -> None:
    path = tmp_path / "mirror.rules"
    path.write_text('module mirror "The Mirror"\n  for onirim\n\nzoen glass: pile\n')
    result = run("check", str(path))
    assert result.exit_code == 1
    assert "mirror.rules:" in result.stderr
    assert data(run("check", str(path), "--json"))["problems"]


def test_a_module_with_a_slip_of_form_is_named_where_a_game_without_it_is_played(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    (folder / "apple.rules").write_text('module apple "Apple" for pairs\nafter draw\n  shufle deck (\n')
    result = run("play", str(folder), "--ephemeral", typed="1\n")
    told = "The module `apple` can't be played: `reverie check` shows the mistakes in pairs/apple.rules.\n"
    assert (result.exit_code, result.stderr) == (0, told)
    assert "keep" in result.stdout
    assert run("play", str(folder), "--with", "apple", "--ephemeral").exit_code == 1


@pytest.mark.parametrize("slip", ["after nothing\n  shuffle deck", "after draw\n  shuffle nowhere"])
def test_a_module_with_a_slip_of_meaning_is_named_like_one_with_a_slip_of_form(slip: str, tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    (folder / "apple.rules").write_text(f'module apple "Apple" for pairs\n{slip}\n')
    (folder / "pear.rules").write_text('module pear "Pear" for pairs\nrequires apple\nafter draw\n  shuffle deck\n')
    result = run("play", str(folder), "--ephemeral", typed="1\n")
    told = "The module `apple` can't be played: `reverie check` shows the mistakes in pairs/apple.rules.\n"
    assert (result.exit_code, result.stderr) == (0, told)
    assert run("play", str(folder), "--json", "--ephemeral").stderr == ""
    result = run("check", str(folder))
    assert (result.exit_code, result.stderr.count("apple.rules:2:") + result.stderr.count("apple.rules:3:")) == (1, 1)
    result = run("check", str(folder / "base.rules"))
    assert result.exit_code == 1
    assert "Not shown: 1 problem in other files of this game: `pairs/apple.rules` (1)." in result.stderr


def test_check_shows_the_problems_of_the_named_file_and_counts_its_neighbours(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    (folder / "apple.rules").write_text('module apple "Apple" for pairs\nzoen a: pile\nzoen b: pile\n')
    result = run("check", str(folder / "base.rules"))
    assert (result.exit_code, "apple.rules:" in result.stderr) == (1, False)
    assert "Nothing was found in base.rules so far; there may be more. " in result.stderr
    assert "Not shown: 2 problems in other files of this game: `pairs/apple.rules` (2)." in result.stderr
    assert f"See `reverie check {folder}`." in result.stderr
    (folder / "apple.rules").write_text('module apple "Apple" for pairs\nafter nothing\n  shuffle deck\n')
    with (folder / "base.rules").open("a", encoding="utf-8") as file:
        file.write("\nbefore nowhere\n  shuffle deck\n")
    result = run("check", str(folder / "apple.rules"))
    assert result.stderr.count("error[") == 1
    assert "pairs/apple.rules:2" in result.stderr
    assert "Not shown: 1 problem in other files of this game: `pairs/base.rules` (1)." in result.stderr
    found = data(run("check", str(folder / "apple.rules"), "--json"))["problems"]
    assert ["apple.rules" in str(each["place"]) for each in found] == [True, False]
    for words in ([str(folder), "--with", "apple"], [str(folder / "base.rules"), str(folder / "apple.rules")]):
        assert run("check", *words).stderr.count("error[") == 2


def test_the_scenarios_of_a_file_are_played(tmp_path: Path) -> None:
    for name in ("base.rules",):
        (tmp_path / name).write_text((ROOT / "rulesets" / GAME / name).read_text())
    good = 'scenario good "A card is played"\n  given\n    deck: red sun\n    hand: blue sun, red moon\n'
    path = tmp_path / "some.rules"
    play = "  play\n    at turn\n      answer play blue sun\n"
    path.write_text(f"{good}{play}  then\n    row: blue sun\n")
    assert run("test", str(path)).output == "1 held, 0 failed\n"
    assert "held   good" in run("test", str(path), "-v").output
    path.write_text(f"{good}{play}  then\n    row: red moon\n")
    result = run("test", str(path))
    assert result.exit_code == 1
    assert "FAILED good: A card is played" in result.output
    assert (
        "\n       expected  got\n  row  red moon  blue sun\n  the last step:\n    turn: play blue sun" in result.output
    )
    one, all_of_it = (json.loads(line) for line in run("test", str(path), "--json").stdout.splitlines())
    assert [each["name"] for each in one["differences"]] == ["row"]
    assert one["last_step"][0]["text"] == "turn: play blue sun"
    assert (one["ok"], one["scenario"], all_of_it) == (False, "good", {"ok": False, "held": 0, "failed": 1})
    path.write_text("# nothing\n")
    assert run("test", str(path)).exit_code == 1


def test_only_the_named_scenarios_are_played(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text((ROOT / "rulesets" / GAME / "base.rules").read_text())
    path = tmp_path / "some.rules"
    shown = "  given\n    hand: red sun\n  then\n    status playing\n"
    path.write_text("".join(f'scenario {name} "T"\n{shown}' for name in ("one", "two", "three")))
    assert run("test", str(path), "--only", "two", "-v").output == "held   two\n1 held, 0 failed\n"
    assert run("test", str(path), "--only", "two", "--only", "one").output == "2 held, 0 failed\n"
    assert data(run("test", str(path), "--only", "one", "--only", "thre", "--json"))["error"].endswith("`three`?")
    refused = run("test", str(path), "--only", "thre")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "no scenario here is called `thre`; did you mean `three`?" in refused.stderr


def test_what_is_wrong_with_several_scenarios_is_shown_once(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text((ROOT / "rulesets" / GAME / "base.rules").read_text())
    (tmp_path / "mirror.rules").write_text('module mirror "The Mirror" for onirim\nzone glass: heap, public\n')
    one = 'scenario {} "A title"\n  with mirror\n  given\n    deck: red sun\n'
    path = tmp_path / "some.rules"
    path.write_text(one.format("one") + one.format("two"))
    result = run("test", str(path))
    assert result.output.count("no rule reads the zone `glass`") == 1
    assert "FAILED two: A title\n  It can't be played, for the same reason" in result.output
    assert result.output.endswith("0 held, 2 failed\n")


def test_check_all_shows_each_problem_once_with_its_smallest_set(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text((ROOT / "rulesets" / GAME / "base.rules").read_text())
    (tmp_path / "broken.rules").write_text(f'module broken "Broken" for {GAME}\n\ncard odd is thing, 1 in deck\n')
    (tmp_path / "fine.rules").write_text(f'module fine "Fine" for {GAME}\n')
    result = run("check", str(tmp_path), "--all", "--json", "--processes", "1")
    assert result.exit_code == 1
    found = data(result)
    assert (found["checked"], found["sets"], found["refused"]) == (12, 4, 0)
    assert {tuple(problem["modules"]) for problem in found["problems"]} == {("broken",)}
    places = [(problem["code"], problem["message"], str(problem["place"])) for problem in found["problems"]]
    assert len(places) == len(set(places))
    shown = run("check", str(tmp_path), "--all", "--processes", "2")
    assert "shown by: --with broken --players 1, and by 5 more games" in shown.stderr


def test_simulate_gives_the_same_table_for_the_same_seed_however_many_processes(tmp_path: Path) -> None:
    game, rows = str(write_game(tmp_path / "pairs")), [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    tables = [
        run("simulate", game, "--games", "120", "--seed", "5", "--processes", str(number), "--rows", str(path)).output
        for number, path in zip((1, 2), rows, strict=True)
    ]
    assert tables[0] == tables[1]
    assert "120 games, seed 5, policy random" in tables[0]
    assert rows[0].read_text() == rows[1].read_text()
    assert len(rows[0].read_text().splitlines()) == 120
    found = data(run("simulate", game, "--games", "120", "--seed", "5", "--json"))
    assert sum(outcome["count"] for outcome in found["outcomes"]) == 120
    assert run("simulate", GAME, "--games", "1", "--rows", str(tmp_path)).exit_code == 2
    assert run("simulate", GAME, "--games", "1", "--rows", str(tmp_path / "no" / "x")).exit_code == 1


def test_the_last_line_says_what_played(monkeypatch: pytest.MonkeyPatch) -> None:
    few, asked = "Played in Python: compiling C pays from 300 games on.", "Played in Python, as asked."
    assert run("simulate", GAME, "--games", "3").output.endswith(f"\n{few}\n")
    compared = run("simulate", GAME, "--with", "book", "--games", "3", "--compare", "--engine", "python").output
    assert compared.endswith(f"\n{asked}\n")
    assert compared.count(asked) == 1
    assert data(run("simulate", GAME, "--games", "3", "--engine", "python", "--json"))["engine"] == asked
    monkeypatch.setenv("CC", "no-such-compiler")
    for engine in ("native", "fast"):
        assert run("simulate", GAME, "--games", "3", "--engine", engine).exit_code == (1 if engine == "native" else 2)
    refused = run("simulate", GAME, "--games", "3", "--engine", "native").stderr
    assert refused == (
        "Error: C can't play these games: CC names `no-such-compiler`, which is no command: correct it, or unset CC.\n"
    )


def test_simulate_finds_out_before_the_games_whether_the_rows_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.simulate", None)
    result = run("simulate", GAME, "--rows", str(tmp_path / "no" / "x"))
    assert result.exit_code == 1
    assert "can't be written: no such file" in result.output


def test_the_words_that_can_be_chosen_from_are_named() -> None:
    assert all(policy in run("simulate", "--help").output for policy in POLICIES)
    assert f"name a ruleset to play ({', '.join(dsl.rulesets())})" in run("play").output


def test_rules_may_be_asked_for() -> None:
    result = run("rules", GAME)
    assert result.exit_code == 0
    assert isinstance(data(run("rules", GAME, "--json"))["rules"], list)
    assert run("rules", GAME, "all").output == run("rules", GAME, "ALL").output == result.output


def test_no_traceback_ever_reaches_a_person(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_: Any) -> None:
        raise RuntimeError("deep inside")

    monkeypatch.setattr(command_line, "cli", broken)
    with pytest.raises(SystemExit) as caught:
        command_line.main()
    assert caught.value.code == command_line.INTERNAL
    told = capsys.readouterr().err
    assert "Reverie failed with an internal error (RuntimeError)." in told
    assert "Traceback" not in told
    (crash,) = (home / "crashes").iterdir()
    assert str(crash) in told
    assert "deep inside" in crash.read_text()


@pytest.mark.parametrize("place", ["repl.cli.main.cli", "dsl.load"])
def test_ctrl_c_is_no_error_of_ours(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.argv", ["reverie", "rules", GAME])
    monkeypatch.setattr(place, interrupted)
    with pytest.raises(SystemExit) as caught:
        command_line.main()
    assert caught.value.code == command_line.INTERRUPTED


@pytest.mark.parametrize("number", ["0", "-1", "10000001", "many"])
def test_a_number_of_games_is_a_number_in_its_range(number: str) -> None:
    result = run("simulate", GAME, "--games", number)
    assert result.exit_code == 2
    assert f"`{number}` is no number from 1 to 10,000,000" in result.stderr


@pytest.mark.parametrize(("words", "code"), [(["--help"], 0), (["dance"], 2), (["rules", "onirm"], 1)])
def test_exit_codes_reach_the_shell(words: list[str], code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["reverie", *words])
    with pytest.raises(SystemExit) as caught:
        command_line.main()
    assert (caught.value.code or 0) == code


def test_a_reader_that_leaves_early_gets_no_traceback(tmp_path: Path) -> None:
    process = reverie("play", str(write_game(tmp_path / "pairs")), "--plain", "--ephemeral")
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stdin is not None
    try:
        process.stdin.write("1\n" * 50)
        process.stdin.close()
    except BrokenPipeError:
        pass
    assert process.stderr is not None
    told = process.stderr.read()
    process.wait()
    process.stderr.close()
    assert "Traceback" not in told
    assert "went wrong" not in told


def test_invariants_are_tested_where_the_help_says_so(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    with folder.joinpath("base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few are kept": number of card in kept is at most 1\n')
    options = ("--all-sets", "--rules", "--pairs")
    for words, code in (((), 0), *(((option,), 1) for option in options)):
        result = run("simulate", str(folder), *words, "--games", "30", "--processes", "1", "--faults", "found")
        assert (result.exit_code, "few are kept" in result.stderr) == (code, code == 1), words
    told = " ".join(run("simulate", "--help").stdout.split())
    assert "With --all-sets, --rules or --pairs, the invariants of the rules are tested at every decision." in told


def test_all_sets_are_swept(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    result = run("simulate", "--all-sets", str(folder), "--games", "7", "--processes", "1", "--policy", "eager")
    assert result.exit_code == 0
    assert "7 games in 2 links of 2 sets" in result.stdout
    found = data(run("simulate", "--all-sets", str(folder), "--games", "7", "--processes", "2", "--json"))
    assert (found["games"], found["faults"], found["broken"]) == (7, 0, [])


def test_a_strangers_module_is_swept_with_and_without_the_others(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    module = tmp_path / "comets.rules"
    module.write_text('module comets "Comets" for pairs\n\ninvariant "no moon is kept": no moon in kept\n', "utf-8")
    words = ["simulate", "--all-sets", str(folder), "--with", str(module), "--games", "40", "--processes", "1"]
    found = data(run(*words, "--json"))
    assert (found["games"], found["links"], found["combinations"]) == (40, 4, 4)
    assert {tuple(each["modules"]) for each in found["faulty"]} == {(str(module),), (str(module), "stars")}
    record = next(each for each in found["faulty"] if each["modules"] == [str(module)])
    again = run("replay", record["record"])
    assert again.exit_code == 0
    assert "no moon is kept" in again.stdout


def test_what_goes_wrong_after_a_position_that_was_laid_out_is_played_again(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    with folder.joinpath("base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few are dropped": number of card in box is at most 2\n')
    words = ["simulate", str(folder), "--rules", "--games", "60", "--processes", "1"]
    result = run(*words)
    assert result.exit_code == 1
    laid_out = [part for part in result.stderr.split("\n\n") if "The simulation laid this position out" in part]
    assert laid_out
    assert all("--seed" not in part and "state it as an `invariant`" in part for part in laid_out)
    every = sorted(Path("reverie-faults").iterdir())
    records = [path for path in every if "position" in path.read_text("utf-8")]
    assert records
    for path in records:
        assert "It fails again: " in run("replay", str(path)).stdout
    found = data(run("replay", str(records[0]), "--json", "--show"))
    assert (found["ok"], found["status"]) == (True, "fault")
    folder.joinpath("base.rules").write_text(
        folder.joinpath("base.rules").read_text().replace("at most 2", "at most 9")
    )
    result = run("replay", str(records[0]))
    assert result.exit_code == 1
    assert "Traceback" not in result.output


def test_a_sweep_and_a_check_of_all_sets_mean_the_same_by_a_problem(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    (folder / "slow.rules").write_text(
        'module slow "Slow" for pairs\noption pace: slow, slower\nwhen pace is fast\n  define quick: yes\n', "utf-8"
    )
    for words in (["simulate", "--all-sets"], ["check", "--all"]):
        found = data(run(*words, str(folder), "--processes", "1", "--json"))
        assert found["ok"] is False
        assert [problem["code"] for problem in found["problems"]] == ["bad-value"]
        told = run(*words, str(folder), "--option", "pace=slwo")
        assert told.exit_code == 1
        assert "did you mean `slow`?" in told.output


def test_what_a_sweep_finds_is_kept_for_replay(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    with folder.joinpath("base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few are kept": number of card in kept is at most 1\n')
    result = run("simulate", "--all-sets", str(folder), "--games", "30", "--processes", "1", "--faults", "found")
    assert result.exit_code == 1
    assert "few are kept" in result.stderr
    records = sorted(Path("found").iterdir())
    assert records
    dealt = next(path for path in records if "format" in path.read_text("utf-8"))
    again = data(run("replay", str(dealt), "--json"))
    assert (again["ok"], again["status"]) == (True, "fault")


def test_one_of_a_kind_is_counted_as_one(tmp_path: Path) -> None:
    write_game(tmp_path)
    shown = run("simulate", str(tmp_path), "--rules", "--games", "1", "--processes", "1").stdout
    assert "1 game in 1 link of 1 set (modules" in shown
    assert ": 1 game, seed" in run("simulate", str(tmp_path), "--games", "1").stdout


def test_a_game_is_shown_to_a_person_or_to_a_program() -> None:
    refused = run("play", GAME, "--json", "--plain", typed="quit\n")
    assert (refused.exit_code, "not both" in refused.stdout) == (2, True)


def test_a_sweep_is_for_every_set() -> None:
    assert run("simulate", "--all-sets", GAME, "--with", "book").exit_code == 2
    assert run("simulate", "--all-sets", GAME, "--players", "2").exit_code == 2
    assert run("simulate", "--all-sets", GAME, "--option", "edition=forth").exit_code == 1
    refused = run("check", "--all", GAME, "--players", "1")
    assert (refused.exit_code, "leave out --players" in refused.stderr) == (2, True)


@pytest.mark.parametrize("asked", [[], ["--processes", "1500"]])
def test_no_more_is_done_at_once_than_the_machine_can(asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def played(*_: object, processes: int, **__: object) -> tuple[Row, ...]:
        taken.append(processes)
        return (Row(0, "lost", "", 1, 1),)

    monkeypatch.setattr("interpreter.simulate", played)
    monkeypatch.setattr("repl.cli.options.processors", lambda: 3)
    assert run("simulate", GAME, "--games", "9000", *asked).exit_code == 0
    assert taken == [3]
    assert "default and maximum" in run("simulate", "--help").output


def test_what_there_is_to_choose_from_is_listed_in_one_place() -> None:
    shown = run("list", GAME).stdout
    assert shown.startswith("onirim: Onirim, for 1 to 2 players\n")
    assert "    option talk: open, silent; default open [when players is 2]\n" in shown
    assert "  The Book of Steps Lost and Found\n    option spells: normal, hard; default normal\n" in shown
    assert "    The first edition has no glyphs. [when edition is `first`]\n" in shown
    assert shown in run("list").stdout
    assert {"name": "spells", "values": ["normal", "hard"], "default": "normal", "when": []} in next(
        module for module in data(run("list", GAME, "--json"))["rulesets"][0]["modules"] if module["name"] == "book"
    )["options"]
    assert run("list", "dance").exit_code == 1


def test_older_games_can_be_gone_on_with() -> None:
    run("play", GAME, "--seed", "1", typed="1\n")
    run("play", GAME, "--seed", "2", typed="1\n")
    listed = run("play", "--resume", "list").stdout.splitlines()
    assert [line.split("  ")[-1] for line in listed[:2]] == [
        "onirim --seed 2 (1 answer)",
        "onirim --seed 1 (1 answer)",
    ]
    assert "seed 1." in run("play", "--resume", "2").stdout
    assert "`reverie play --resume list` lists your other unfinished games" in run("play", "--resume").stdout
    assert "there is no unfinished game number 3" in run("play", "--resume", "3").stderr
    assert run("play", "--resume", "x").exit_code == 2


def test_a_module_in_this_folder_is_named_without_its_ending(tmp_path: Path) -> None:
    (tmp_path / "tiny.rules").write_text('module tiny "Tiny" for onirim\n')
    assert "onirim with tiny" not in run("list", GAME).stdout
    assert "Onirim with tiny" in run("play", GAME, "--with", "tiny", "--ephemeral").stdout
    (tmp_path / "book.rules").write_text('module book "Another" for onirim\n')
    ambiguous = run("link", GAME, "--with", "book")
    assert ambiguous.stderr == "`book` is a module of onirim; for the file in this folder, type `./book.rules`.\n"
    assert ambiguous.exit_code == 0


def test_rules_and_meetings_are_counted(tmp_path: Path) -> None:
    folder = str(write_watched(tmp_path / "pairs"))
    result = run("simulate", "--all-sets", folder, "--games", "40", "--processes", "1", "--rules", "--pairs")
    assert result.exit_code == 0
    assert "games in 4 links of 4 sets" in result.stdout
    assert "added option turn: wait" in result.stdout
    assert "blue + red" in result.stdout
    found = data(run("simulate", folder, "--with", "red", "--games", "9", "--rules", "--pairs", "--json"))
    assert {rule["module"] for rule in found["rules"]} == {"pairs", "red"}
    assert [pair["modules"] for pair in found["pairs"]] == [["pairs", "red"]]
    assert run("simulate", folder, "--with", "rde", "--rules").exit_code == 1
    assert run("simulate", folder, "--rules", "--rows", "x.jsonl").exit_code == 2


def test_lines_come_page_by_page_where_a_terminal_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.setattr("click.echo_via_pager", paged.append)
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 4)))
    for terminal in (False, True):
        monkeypatch.setattr(sys.stdout, "isatty", lambda terminal=terminal: terminal, raising=False)
        options.print_lines(["one", "two"])
        options.print_lines(["one", "two", "three", "four"])
    assert paged == ["one\ntwo\nthree\nfour\n"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["--option", "edition=third", "--option", "edition=second"],
            "`edition` is set twice, to `third` and `second`",
        ),
        (["--seed", "1", "--seed", "2"], "--seed is given 2 times"),
        (["--players", "1", "--players=2"], "--players is given 2 times"),
    ],
)
def test_what_is_set_twice_is_refused(words: list[str], sentence: str) -> None:
    result = run("play", GAME, *words)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.replace("│", " ").split())


def test_the_first_line_names_the_options_that_were_set() -> None:
    first = run("play", GAME, "--option", "edition=second", "--seed", "7").stdout.splitlines()[0]
    assert first == "Onirim, edition second, seed 7. `help` lists the commands."


def test_seeds_of_closed_hands_are_too_many_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda most: most - 1)
    silent = ["--players", "2", "--option", "talk=silent"]
    for words, seed in (([], SHARED_SEEDS - 1), (["--players", "2"], SHARED_SEEDS - 1), (silent, LARGEST_SEED)):
        output = run("play", GAME, *words, "--ephemeral").stdout
        assert f"seed {seed}. " in output.splitlines()[0]


def test_rules_about_what_a_module_has_name_the_module() -> None:
    result = run("rules", GAME, "denizen")
    assert result.exit_code == 1
    assert "`denizen` is part of the game only if the module `oniverse` is in play." in result.stderr
    output = run("play", GAME, "--plain", "--ephemeral", typed="help denizen\nrules denizens\ntable denizens\n").stdout
    assert output.count("is part of the game only if the module `oniverse` is in play") == 3
