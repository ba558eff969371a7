"""Sweeps in the processes of Dask, where it is installed: the same rows, also when a process is killed."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result

from interpreter.simulation.processes import WorkersEnded
from repl.cli.main import cli
from repl.results import clusters, running
from repl.results.plans import links_of, of_set
from repl.results.playing import How, Work, do
from repl.results.running import how_of, missing
from reverie.sweeps.sweep import Sweep
from tests.support.homes import at_home
from tests.support.lasting import parts_of, rows_of, sweeping, until_parts

ROOT = Path(__file__).parents[3]
GAMES = ("--games", "40000", "--engine", "python")

SWEEPS, KILLS = 5, 10
"""So often a sweep is killed, each time after so many of its processes."""

dask = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask isn't installed")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), catch_exceptions=False)


def whole(game: str, out: Path, *words: str) -> Path:
    assert run("simulate", game, *words, "--processes", "1", "--out", str(out)).exit_code == 0
    return out


@dask
def test_processes_that_are_killed_lose_no_row(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # By its own settings, Dask would give up a process that isn't there again so soon.
    monkeypatch.setenv("DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT", "10ms")
    out = tmp_path / "out"
    with sweeping(out, game, *GAMES, "--on", "dask", "--processes", "2") as process:
        until_parts(process, out, 1)
        killed = _workers_of(process.pid)
        for worker in killed:
            os.kill(worker, signal.SIGKILL)
        until_parts(process, out, len(parts_of(out)) + 5)
        os.killpg(process.pid, signal.SIGINT)
        shown, err = process.communicate(timeout=60)
    if not killed:
        pytest.skip("the processes can't be listed here")
    done = rows_of(out)
    assert shown.startswith(f"Partial: {len(done):,} of 40,000 games were played (stopped by Ctrl-C).")
    assert (process.returncode, "Traceback" in err) == (130, False)
    monkeypatch.setattr(running, "SECONDS", 60)
    assert rows_of(whole(game, out, *GAMES)) == rows_of(whole(game, tmp_path / "here", *GAMES))


@dask
@pytest.mark.sweep
def test_many_kills_at_random_moments_lose_no_row(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, chance, kills = tmp_path / "out", random.Random(11), 0
    for _ in range(SWEEPS):
        with sweeping(out, game, *GAMES, "--on", "dask", "--processes", "2") as process:
            for _ in range(KILLS):
                until_parts(process, out, len(parts_of(out)) + chance.randint(1, 12))
                kills += _kill(chance, process.pid)
            assert process.poll() is None
        kills += 1  # the sweep itself, with all its processes
    assert kills >= SWEEPS * KILLS
    before = rows_of(out)
    monkeypatch.setattr(running, "SECONDS", 60)
    every = rows_of(whole(game, out, *GAMES))
    assert every == rows_of(whole(game, tmp_path / "here", *GAMES))
    assert 0 < len(before) < len(every) == len({row["game"] for row in every})


def _kill(chance: random.Random, pid: int) -> int:
    """Kill one of the processes, which may just be starting; how many were."""
    with suppress(ProcessLookupError, IndexError):
        os.kill(chance.choice(_workers_of(pid)), signal.SIGKILL)
        return 1
    return 0


def _workers_of(pid: int) -> list[int]:
    command = ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(pid)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return [int(line.split()[0]) for line in found.stdout.splitlines() if "spawn_main" in line]


def _give_up(cluster: Any) -> None:
    cluster.sync(cluster.workers[0].close)


def _end(cluster: Any) -> None:
    os.kill(cluster.workers[0].pid, getattr(signal, "SIGKILL", signal.SIGTERM))


@dask
@pytest.mark.parametrize("lose", [_give_up, pytest.param(_end, marks=pytest.mark.slow)])
def test_what_a_cluster_leaves_is_done_by_another(
    game: str, monkeypatch: pytest.MonkeyPatch, lose: Callable[[Any], None]
) -> None:
    for name, value in (("TRIES", 0), ("AHEAD", 1), ("LOOK", 0), ("SHORT", 0)):
        monkeypatch.setattr(clusters, name, value)
    sweep, how, todo = _work(game, 500)
    done = []
    for each in clusters.on_dask(sweep, 1, "")(how, todo):
        done.append(each.work)
        if len(done) == 1:
            lose(import_module("distributed").get_client().cluster)
    assert sorted(done, key=lambda work: work.first) == list(todo)
    assert len(todo) == 10


@dask
def test_a_sweep_ends_when_cluster_after_cluster_does_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def none(*_: object) -> Iterator[None]:
        begun.append(1)
        raise clusters._Short
        yield

    monkeypatch.setattr(clusters, "_client", lambda *_: nullcontext((None, 1)))
    monkeypatch.setattr(clusters, "_done", none)
    sweep, how, todo = _work(game, 50)
    with pytest.raises(WorkersEnded, match="again and again"):
        list(clusters.on_dask(sweep, 1, "")(how, todo))
    assert len(begun) == clusters.ROUNDS
    with pytest.raises(WorkersEnded, match=r"scheduler of Dask at tcp://there has had no process for 60 seconds"):
        list(clusters.on_dask(sweep, 1, "tcp://there")(how, todo))


def _work(game: str, games: int) -> tuple[Sweep, How, list[Work]]:
    sweep = of_set(game, [], None, {}, games, 7, "random")
    links, _ = links_of(sweep)
    return sweep, how_of(sweep, "python"), missing(sweep, links, "python", ())


@dask
def test_games_are_played_by_the_cluster_of_a_scheduler(game: str, tmp_path: Path) -> None:
    module = tmp_path / "stars.rules"
    module.write_text((Path(game) / "stars.rules").read_text().replace("module stars", "module more"))
    words = ("--games", "600", "--with", str(module))
    with _cluster(tmp_path) as address:
        with sweeping(tmp_path / "out", game, *words, "--on", "dask", "--scheduler", address) as process:
            _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    assert rows_of(tmp_path / "out") == rows_of(whole(game, tmp_path / "here", *words))
    assert {row["modules"] for row in rows_of(tmp_path / "out")} == {str(module)}


@contextmanager
def _cluster(folder: Path) -> Iterator[str]:
    """The address of a scheduler with two processes that play."""
    known = folder / "scheduler.json"
    commands = (
        ("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
        *[("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")] * 2,
    )
    begun = [
        subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{name}", "--scheduler-file", str(known), *words],
            cwd=ROOT, env=at_home(folder / "home"), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        )
        for name, *words in commands
    ]  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while not known.is_file():
            assert time.monotonic() < deadline
            time.sleep(0.1)

        yield json.loads(known.read_text())["address"]
    finally:
        for process in begun:
            process.kill()
            process.wait()


def test_the_text_of_the_rules_is_all_that_a_process_needs(game: str, tmp_path: Path) -> None:
    module = tmp_path / "more.rules"
    module.write_text((Path(game) / "stars.rules").read_text().replace("module stars", "module more"))
    sweep = of_set(game, [str(module)], None, {}, 100, 7, "eager")
    how = attrs.evolve(how_of(sweep, "python"), text=clusters.text_of(sweep))
    (link,), _ = links_of(sweep)
    (work, _) = missing(sweep, [link], "python", ())
    here = do(attrs.evolve(how, text=None), work)
    shutil.rmtree(game)
    module.unlink()
    there = do(how, work)
    assert there.rows == here.rows
    assert len(there.rows) == 50


@dask
def test_a_scheduler_that_does_not_answer_is_named(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "PATIENCE", 1)
    result = run("simulate", game, "--out", "out", "--on", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert (result.exit_code, result.stderr) == (1, "Error: no scheduler of Dask answers at tcp://127.0.0.1:1.\n")


def test_what_is_missing_is_named_with_the_command_that_installs_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "available", lambda: False)
    result = run("simulate", game, "--out", "out", "--on", "dask")
    assert (result.exit_code, "this needs Dask: pip install distributed.\n" in result.stderr) == (1, True)


def test_what_does_not_go_together_is_refused(game: str) -> None:
    for words in ("--on dask", "--out out --scheduler here", "--out out --on moon", "--scheduler here"):
        assert run("simulate", game, *words.split()).exit_code == 2
