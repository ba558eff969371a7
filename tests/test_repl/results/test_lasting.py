"""A sweep that is ended at any moment, or that finds no room or damage, has the rows of one that wasn't in the end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.results import running
from reverie.sweeps import rows as sweep_rows
from tests.support.disks import fill, no_file_beyond, small_disk
from tests.support.lasting import parts_of, rows_of, sweeping, until_parts

GAMES = 1000
PLAIN = ("--games", str(GAMES), "--engine", "python", "--seed", "5")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def played(game: str, out: Path, *words: str) -> Path:
    """A folder with a whole sweep, played in this process."""
    result = run("simulate", game, *(words or PLAIN), "--processes", "1", "--out", str(out))
    assert result.exit_code == 0, result.output
    return out


def finished(game: str, out: Path, *words: str) -> str:
    """Go on with a sweep to its end; what was said on the standard error."""
    with sweeping(out, game, *words) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    return err


def test_the_rows_are_those_of_any_other_way_to_play_them(game: str, tmp_path: Path) -> None:
    one = rows_of(played(game, tmp_path / "one"))
    finished(game, tmp_path / "two", *PLAIN, "--processes", "2")
    assert one == rows_of(tmp_path / "two")
    run("simulate", game, *PLAIN, "--processes", "1", "--rows", "rows.jsonl")
    lines = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    same = [(row["seed"], row["outcome"], row["ending"], row["decisions"], row["turns"]) for row in one]
    assert same == [(row["seed"], row["status"], row["sentence"], row["decisions"], row["turns"]) for row in lines]
    assert {row["link"] for row in one} == {0}


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize("policy", ["random", "eager"])
def test_the_rows_are_the_same_in_c(policy: str, game: str, tmp_path: Path) -> None:
    words = ("--games", "600", "--policy", policy, "--engine")
    one, other = (rows_of(played(game, tmp_path / each, *words, each)) for each in ("python", "native"))
    assert one == other


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_a_process_that_is_killed_loses_no_row_and_doubles_none(processes: str, game: str, tmp_path: Path) -> None:
    out, words = tmp_path / "out", (*PLAIN, "--processes", processes)
    assert _kills(game, out, words, 1, random.Random(int(processes))) == 1
    played(game, out)
    assert rows_of(out) == rows_of(played(game, tmp_path / "whole"))
    assert list(out.rglob(".*.part")) == []


def _kills(game: str, out: Path, words: tuple[str, ...], count: int, chance: random.Random, early: float = 0.0) -> int:
    """Kill the process at random moments after it has written something more, or as often as asked, at any moment."""
    kills = 0
    for _ in range(count):
        with sweeping(out, game, *words) as process:
            if chance.random() < early:
                time.sleep(chance.random() * 2)
            else:
                until_parts(process, out, len(parts_of(out)) + 1)
                time.sleep(chance.random() / 10)
            kills += process.poll() is None
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL) if chance.random() < 0.5 else process.kill()
            process.wait()
    return kills


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_no_row(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, words = tmp_path / "out", ("--games", "20000", "--engine", "python")
    with sweeping(out, game, *words, "--processes", "2") as process:
        until_parts(process, out, 1)
        os.kill(_worker_of(process.pid), signal.SIGKILL)
        assert process.stderr is not None
        assert process.stderr.readline().startswith("A worker process was ended from outside")
        until_parts(process, out, len(parts_of(out)) + 3)
        process.terminate()
        process.wait(60)
    done = rows_of(out)
    assert len(done) < 20000
    monkeypatch.setattr(running, "SECONDS", 60)
    whole = played(game, tmp_path / "whole", "--games", str(len(done)))
    assert done == rows_of(whole)


def _worker_of(pid: int) -> int:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    if not found.stdout.split():
        pytest.skip("the processes can't be listed here")
    return int(found.stdout.split()[0])


def test_ctrl_c_shows_what_there_is_and_the_same_command_goes_on(game: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with sweeping(out, game, *PLAIN, "--processes", "2") as process:
        until_parts(process, out, 1)
        other = run("simulate", game, *PLAIN, "--out", str(out))
        os.killpg(process.pid, signal.SIGINT)
        shown, _ = process.communicate(timeout=60)
    assert (other.exit_code, other.stderr) == (
        1,
        f"Error: another process is writing into {out}: wait for it, or stop it.\n",
    )
    assert process.returncode == 130
    done = len(rows_of(out))
    assert shown.startswith(
        f"Partial: {done:,} of 1,000 games were played (stopped by Ctrl-C). The same command goes on."
    )
    assert "There is nothing left to be drawn." in shown
    again = run("simulate", game, *PLAIN, "--processes", "1", "--out", str(out))
    assert f"{done:,} of 1,000 games were played before." in again.stderr
    assert rows_of(out) == rows_of(played(game, tmp_path / "whole"))


def test_a_full_disk_costs_only_what_found_no_room(game: str, tmp_path: Path) -> None:
    words = ("simulate", game, *PLAIN, "--processes", "1", "--out")
    with small_disk(tmp_path / "disk", pages=300) as disk:
        out = disk / "out"
        out.mkdir()
        filler = fill(disk)
        assert "can't be written: no space left on device" in run(*words, str(out)).stderr
        filler.unlink()
        filler.write_bytes(b"\0" * 4096 * 290)
        result = run(*words, str(out))
        assert result.exit_code == 1
        assert f"Error: {out} can't be written: no space left on device. The same command goes on." in result.stderr
        assert f"Partial: {len(rows_of(out)):,} of 1,000 games were played." in result.stdout
        assert list(out.rglob(".*.part")) == []
        filler.unlink()
        assert run(*words, str(out)).exit_code == 0
        assert rows_of(out) == rows_of(played(game, tmp_path / "whole"))


def test_a_part_that_is_too_large_for_the_disk_leaves_the_others(game: str, tmp_path: Path) -> None:
    out, words = tmp_path / "out", ("simulate", game, "--games", "200", "--processes", "1", "--out")
    with no_file_beyond(2000):
        result = run(*words, str(out))
    assert (result.exit_code, "file too large" in result.stderr) == (1, True)
    assert run(*words, str(out)).exit_code == 0
    assert len(rows_of(out)) == 200


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "shorter": lambda old: old[:-1],
    "a beginning": lambda old: old[:4],
    "nothing": lambda _: b"",
    "another byte": lambda old: old[:200] + bytes([old[200] ^ 8]) + old[201:],
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_part_that_is_damaged_is_played_again(how: str, game: str, tmp_path: Path) -> None:
    words = ("--games", "200")
    out = played(game, tmp_path / "out", *words)
    whole, (_, part, *_) = rows_of(out), parts_of(out)
    part.write_bytes(SPOILT[how](part.read_bytes()))
    result = run("results", str(out))
    assert f"{part.name} isn't counted: it is damaged." in result.output
    assert "Partial: 150 of 200 games were played." in result.output
    assert json.loads(run("results", str(out), "--json").stdout)["damaged"] == [part.name]
    again = run("simulate", game, *words, "--processes", "1", "--out", str(out)).stderr
    assert f"{part.name}: it is damaged; its games are played again.\n150 of 200 games" in again
    assert [path.name for path in (out / "damaged").iterdir()] == [part.name]
    assert rows_of(out) == whole


def test_a_part_of_another_sweep_is_no_part(game: str, tmp_path: Path) -> None:
    words = ("--games", "100")
    out, other = played(game, tmp_path / "out", *words), played(game, tmp_path / "other", *words, "--seed", "3")
    whole, (part, _) = rows_of(out), parts_of(other)
    part.rename(out / "games" / part.name)
    assert f"{part.name} isn't counted: it belongs to another sweep." in run("results", str(out)).output
    played(game, out, *words)
    assert rows_of(out) == whole


def test_games_of_every_set_go_on_link_by_link(game: str, tmp_path: Path) -> None:
    words = ("--all-sets", "--games", "450", "--policy", "eager", "--engine", "python")
    one = played(game, tmp_path / "one", *words)
    finished(game, tmp_path / "two", *words, "--processes", "2")
    assert rows_of(one) == rows_of(tmp_path / "two")
    assert {row["modules"] for row in rows_of(one)} == {"", "stars"}
    whole, (_, part, *_) = rows_of(one), parts_of(one)
    part.unlink()
    assert rows_of(played(game, one, *words)) == whole
    assert len({row["link"] for row in whole}) == 4


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--games", "101"), "its games are 100, not 101"),
        (("--games", "100", "--seed", "1"), "its seed is 0, not 1"),
        (("--games", "100", "--policy", "eager"), "its policy is random, not eager"),
        (("--games", "100", "--with", "stars"), "its modules are none, not stars"),
        (("--games", "100", "--all-sets"), "its modules are none, not every one; its players are 1, not every one"),
    ],
)
def test_a_folder_of_another_sweep_is_refused(words: tuple[str, ...], why: str, game: str, tmp_path: Path) -> None:
    out = played(game, tmp_path / "out", "--games", "100")
    before = rows_of(out)
    result = run("simulate", game, *words, "--out", str(out))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {out} holds another sweep: {why}")
    assert rows_of(out) == before


def test_a_sweep_does_not_go_on_under_other_rules(game: str, tmp_path: Path) -> None:
    out = played(game, tmp_path / "out", "--games", "100")
    with (Path(game) / "base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few": number of card in kept is at most 9\n')
    assert "pairs/base.rules has changed; name another folder" in run(
        "simulate", game, "--games", "100", "--out", str(out)
    ).stderr  # fmt: skip


def test_a_folder_with_anything_else_is_left_alone(game: str, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("Dear")
    result = run("simulate", game, "--games", "10", "--out", "mine")
    assert result.stderr == "Error: mine holds no sweep, but letter.txt: name another folder, or remove this one.\n"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["letter.txt"]
    assert "a part of its path is no folder" in run("simulate", game, "--out", "mine/letter.txt/more").stderr
    assert "holds no sweep" in run("results", "mine").stderr
    for text in ("{", "[]", '{"format": 99}', '{"format": 1, "games": "many"}'):
        (tmp_path / "mine" / "sweep.json").write_text(text)
        assert "sweep.json can't be used: " in run("results", "mine").stderr


def test_games_with_a_fault_are_saved_beside_their_rows(game: str, tmp_path: Path) -> None:
    with (Path(game) / "base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few are kept": number of card in kept is at most 1\n')
    result = run("simulate", game, "--all-sets", "--games", "40", "--processes", "1", "--out", "out")
    assert (result.exit_code, "few are kept" in result.stdout) == (1, True)
    faults = [row for row in rows_of(tmp_path / "out") if row["outcome"] == "fault"]
    assert faults
    for row in faults:
        assert "few are kept" in run("replay", str(tmp_path / "out" / row["fault"])).stdout


def test_what_is_missing_is_named_with_the_command_that_installs_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_rows, "available", lambda: False)
    result = run("simulate", game, "--out", "out")
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: --out can't be used: this needs PyArrow: pip install pyarrow.\n",
    )
    assert not Path("out").exists()


def test_a_game_that_there_is_not_leaves_no_folder(game: str) -> None:
    for words in (("--all-sets", "--option", "colour=red"), ("--with", "moons"), ("--players", "9")):
        assert run("simulate", game, *words, "--out", "out").exit_code == 1
    assert not Path("out").exists()


def test_what_played_is_said(game: str) -> None:
    result = run("simulate", game, "--games", "10", "--out", "out")
    assert result.stdout.endswith("\nPlayed in Python: compiling C pays from 300 games on.\n")
    assert json.loads(run("simulate", game, "--games", "10", "--out", "new", "--json").stdout)["engine"]


def test_what_does_not_go_together_is_refused(game: str) -> None:
    several = ("--rules", "--rows rows", "--faults here", "--policy learnt --all-sets", "--all-sets --players 1")
    for words in several:
        assert run("simulate", game, "--out", "out", *words.split()).exit_code == 2


@pytest.mark.sweep
@pytest.mark.parametrize("processes", ["1", "2"])
def test_many_kills_cost_nothing(processes: str, game: str, tmp_path: Path) -> None:
    words = ("--games", "40000", "--engine", "python", "--processes", processes)
    out, chance, kills = tmp_path / "out", random.Random(processes), 0
    while kills < 25:
        kills += _kills(game, out, words, 1, chance, early=0.3)
        assert not (out / "sweep.json").exists() or len(rows_of(out)) < 40000, kills
    finished(game, out, *words)
    assert rows_of(out) == rows_of(played(game, tmp_path / "whole", *words[:4]))
