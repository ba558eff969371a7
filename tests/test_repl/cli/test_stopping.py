"""Many games that end early or find no room: what was played is shown, and no file is left half written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result

from interpreter.simulation import sweep as sweeping
from interpreter.simulation.processes import WorkersEnded
from repl.cli.main import cli
from repl.cli.stopping import stoppable
from repl.reports import survey
from tests.support.disks import no_file_beyond, small_disk
from tests.support.homes import at_home
from tests.support.pairs import write_game
from tests.support.simulating import simulating

ROOT = Path(__file__).parents[3]


@pytest.fixture
def game(tmp_path: Path) -> str:
    return str(write_game(tmp_path / "pairs"))


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


@pytest.mark.parametrize(
    ("ending", "why", "code", "processes", "engine"),
    [
        pytest.param(signal.SIGINT, "stopped by Ctrl-C", 130, "1", "python", marks=pytest.mark.slow),
        (signal.SIGINT, "stopped by Ctrl-C", 130, "2", "python"),
        pytest.param(signal.SIGINT, "stopped by Ctrl-C", 130, "2", "auto", marks=pytest.mark.slow),
        pytest.param(signal.SIGTERM, "ended by SIGTERM", 143, "2", "python", marks=pytest.mark.slow),
        (signal.SIGTERM, "ended by SIGTERM", 143, "1", "auto"),
        pytest.param(signal.SIGHUP, "ended by SIGHUP", 129, "1", "python", marks=pytest.mark.slow),
    ],
)
def test_what_was_played_is_shown_and_said_to_be_partial(
    ending: signal.Signals, why: str, code: int, processes: str, engine: str, game: str, tmp_path: Path
) -> None:
    words = ("--games", "5000000", "--processes", processes, "--engine", engine)
    with simulating(tmp_path, game, *words) as process:
        os.killpg(process.pid, ending) if ending == signal.SIGINT else process.send_signal(ending)
        out, err = process.communicate(timeout=60)
    first, _, head, *_ = out.splitlines()
    assert first.startswith("Partial: ")
    assert first.endswith(f" of 5,000,000 games were played ({why}).")
    played = int(first.split()[1].replace(",", ""))
    assert f": {played} {'game' if played == 1 else 'games'}, seed 0" in head
    assert process.returncode == code
    assert err == f"Error: {tmp_path / 'rows.jsonl'} is not written: not all games were played.\n"
    assert [path.name for path in tmp_path.iterdir() if "rows" in path.name or "part" in path.name] == []


class Dying:
    def __init__(self, ending: signal.Signals) -> None:
        self.ending = ending

    def __del__(self) -> None:
        signal.raise_signal(self.ending)


@pytest.mark.parametrize(
    ("ending", "why"), [(signal.SIGINT, "stopped by Ctrl-C"), (signal.SIGTERM, "ended by SIGTERM")]
)
def test_a_signal_inside_a_destructor_is_not_lost(ending: signal.Signals, why: str) -> None:
    with stoppable() as stop:
        Dying(ending)
        threading.Event().wait(10)
    assert stop.reason == why


def test_what_else_a_destructor_raises_is_told_as_ever() -> None:
    told: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.unraisablehook", lambda unraisable: told.append(unraisable.exc_type))
        with stoppable() as stop:
            Dying(cast("signal.Signals", "none"))
    assert (told, stop.reason) == ([TypeError], "")


def test_a_worker_that_is_killed_costs_no_game_and_is_told_in_a_sentence(game: str, tmp_path: Path) -> None:
    words = ("--games", "5000000", "--processes", "2", "--engine", "python")
    with simulating(tmp_path, game, *words) as process:
        assert process.stderr is not None
        os.kill(_child_of(process.pid), signal.SIGKILL)
        assert process.stderr.readline().startswith("A worker process was ended from outside")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "internal error" not in err
    first, _, table = out.split("\n", 2)
    played = first.split()[1].replace(",", "")
    words = ("--games", played, "--processes", "1", "--engine", "python")
    assert table == run("simulate", game, *words).output


def _child_of(pid: int) -> int:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    if not found.stdout.split():
        pytest.skip("the processes can't be listed here")
    return int(found.stdout.split()[0])


def test_a_program_reads_that_the_result_is_partial(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.simulate", _stopped)
    result = run("simulate", game, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert "again and again, perhaps because memory ran out" in found["partial"]
    assert found["games"] == 0


def test_nothing_that_was_played_is_no_table(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.simulate", _stopped)
    result = run("simulate", game, "--games", "20")
    assert result.stdout == f"Partial: 0 of 20 games were played ({WorkersEnded()}).\n\n"


def _stopped(*_: object, **__: object) -> None:
    raise WorkersEnded


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt, 130), (WorkersEnded, 1)])
def test_a_sweep_shows_what_was_swept(
    error: type[BaseException], code: int, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = sweeping.sweep

    def stopped(*given: Any) -> Iterator[sweeping.Swept]:
        yield next(iter(whole(*given)))
        raise error

    monkeypatch.setattr(sweeping, "sweep", stopped)
    words = ("simulate", "--all-sets", game, "--games", "8", "--processes", "1")
    result = run(*words)
    assert result.exit_code == code
    assert result.stdout.startswith("Partial: 1 of 2 links were played (")
    assert "4 games in 1 link of 1 set" in result.stdout
    assert json.loads(run(*words, "--json").stdout)["partial"]


def test_rows_that_find_no_room_cost_no_table(game: str, tmp_path: Path) -> None:
    rows, words = tmp_path / "rows.jsonl", ("simulate", game, "--games", "40", "--processes", "1")
    table = run(*words).output
    rows.write_text("old\n")
    for limit in (0, 100, 2000):
        with no_file_beyond(limit):
            result = run(*words, "--rows", str(rows))
        assert (result.exit_code, result.stdout) == (1, table)
        assert result.stderr == f"Error: {rows} is not written: file too large.\n"
        assert rows.read_text() == "old\n"
        assert [path.name for path in tmp_path.glob(".*")] == []
    assert run(*words, "--rows", str(rows)).output == table
    assert len(rows.read_text().splitlines()) == 40


def test_rows_on_a_small_file_system(game: str, tmp_path: Path) -> None:
    words = ("simulate", game, "--games", "400", "--processes", "1")
    with small_disk(tmp_path / "disk", pages=4) as disk:
        result = run(*words, "--rows", str(disk / "rows.jsonl"))
        assert result.stdout == run(*words).output
        assert result.stderr == f"Error: {disk / 'rows.jsonl'} is not written: no space left on device.\n"
        assert list(disk.iterdir()) == []


def test_rows_can_go_into_a_pipe_through_a_link_and_keep_the_rights_of_a_file(game: str, tmp_path: Path) -> None:
    words = ("simulate", game, "--games", "3", "--processes", "1", "--rows")
    assert run(*words, os.devnull).exit_code == 0
    assert not Path(os.devnull).is_file()
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.touch(0o640)
    link.symlink_to(real)
    assert run(*words, str(link)).exit_code == 0
    assert (link.is_symlink(), len(real.read_text().splitlines()), real.stat().st_mode & 0o777) == (True, 3, 0o640)
    process = subprocess.run(
        [sys.executable, "-m", "repl", *words, "/dev/stdout"], cwd=ROOT, env=at_home(tmp_path / "home"),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [json.loads(line)["seed"] for line in process.stdout.splitlines()[:3]] == [0, 1, 2]


def test_records_that_find_no_room_cost_no_table(game: str) -> None:
    with (Path(game) / "base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few are kept": number of card in kept is at most 1\n')
    words = ("simulate", "--all-sets", game, "--games", "30", "--processes", "1", "--faults", "found")
    with no_file_beyond(100):
        result = run(*words)
        as_data = run(*words, "--json")
    assert result.exit_code == 1
    assert "rules faults" in result.stdout
    assert "Error: records can't be written into found: file too large." in result.stderr
    assert {each["record"] for each in json.loads(as_data.stdout)["faulty"]} == {""}
    assert list(Path("found").iterdir()) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "--games", "40"), "playing: 1 of 40 after 0 s\n"),
        (("simulate", "--all-sets", "--games", "40"), "playing: 1 of 2 after 0 s\n"),
        (("check", "--all"), "checking: 1 of 2 after 0 s\n"),
    ],
)
def test_what_takes_long_tells_how_far_it_has_come(
    words: tuple[str, ...], told: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = (*words, game, "--processes", "1")
    assert run(*every).stderr == ""
    monkeypatch.setattr("repl.drivers.progress.SECONDS", 0.0)
    assert run(*every).stderr.startswith(told)
    assert run(*every, "--json").stderr == ""


def test_a_check_of_all_games_that_takes_long_shows_its_first_problem_early(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (Path(game) / "odd.rules").write_text('module odd "Odd" for pairs\n\ncard odd is thing, 1 in deck\n')
    (Path(game) / "new.rules").write_text('module new "New" for pairs\n')
    words = ("check", "--all", game, "--processes", "1")
    assert run(*words).stderr.count("The first problem, after ") == 0
    monkeypatch.setattr("repl.cli.writing.check.SOON", 0.0)
    told = run(*words).stderr
    assert told.count("The first problem, after ") == 1
    assert told.index("all of them follow at the end") < told.index("odd.rules:3")
    assert run(*words, "--json").stderr == ""


def test_a_check_of_all_games_that_is_stopped_shows_what_it_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (Path(game) / "odd.rules").write_text('module odd "Odd" for pairs\n\ncard odd is thing, 1 in deck\n')
    whole = survey._of_each

    def stopped(*given: Any) -> Iterator[Any]:
        found = whole(*given)
        yield next(found)
        yield next(found)
        raise KeyboardInterrupt

    monkeypatch.setattr(survey, "_of_each", stopped)
    result = run("check", "--all", game, "--processes", "1")
    assert result.exit_code == 130
    assert result.stdout.startswith("Partial: 2 of 4 games were checked (stopped by Ctrl-C).\n")
    found = json.loads(run("check", "--all", game, "--processes", "1", "--json").stdout)
    assert (found["ok"], found["checked"], found["partial"]) == (False, 2, "stopped by Ctrl-C")
