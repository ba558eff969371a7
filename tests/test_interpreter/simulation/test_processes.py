"""Worker processes that do their work, that are ended from outside, and whose caller is ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from interpreter.simulation.processes import TRIES, WorkersEnded, workers
from tests.support.usually import usually

ROOT = Path(__file__).parents[3]

ENDING = [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1]


def test_results_come_in_the_order_of_the_tasks() -> None:
    with workers(2) as pool:
        assert list(pool.map(abs, [-3, 1, -2])) == [3, 1, 2]


def test_an_error_in_a_worker_is_raised() -> None:
    with workers(1) as pool, pytest.raises(ZeroDivisionError):
        list(pool.map((1).__floordiv__, [0]))


def test_workers_are_prepared() -> None:
    with workers(1, _prepare, 4) as pool:
        assert list(pool.map(_times_prepared, [2, 3])) == [8, 12]


def test_an_error_in_preparing_is_raised_as_it_is() -> None:
    with workers(2, _fail) as pool, pytest.raises(ZeroDivisionError):
        list(pool.map(abs, [1, 2]))


@pytest.mark.parametrize("ending", ENDING)
def test_a_worker_that_is_ended_costs_no_result(ending: signal.Signals, tmp_path: Path) -> None:
    lost: list[int] = []
    with workers(2, lost=lambda: lost.append(1)) as pool:
        assert list(pool.map(partial(_die_once, tmp_path / "died", ending), range(12))) == list(range(12))
    assert lost == [1]


def test_workers_that_are_ended_again_and_again_are_given_up_after_the_results_before() -> None:
    lost: list[int] = []
    with workers(1, lost=lambda: lost.append(1)) as pool:
        results = pool.map(partial(_die_at, 3), range(6))
        assert [next(results) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(WorkersEnded, match="memory"):
            next(results)
    assert len(lost) == TRIES - 1


@pytest.mark.parametrize("where", ["os.fork", "multiprocessing.synchronize.SemLock.__init__"])
def test_processes_that_cannot_be_started_are_told_in_a_sentence(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(where, refused)
    told = "can't be started here: no space left on device; try one process"
    with pytest.raises(WorkersEnded, match=told), workers(2) as pool:
        list(pool.map(abs, [1]))


CALLER = """
import os, sys, time
from interpreter.simulation.processes import workers
def work(seconds):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(seconds)
with workers(2) as pool:
    list(pool.map(work, [float(sys.argv[1])] * 2))
    os.write(1, b"idle\\n")
    time.sleep(60)
"""


@pytest.mark.parametrize("ending", usually([signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGABRT], one_in=4))
@pytest.mark.parametrize("busy", [True, False])
def test_no_worker_outlives_its_caller_and_holds_its_pipes_open(ending: signal.Signals, busy: bool) -> None:
    command = [sys.executable, "-c", CALLER, "60" if busy else "0.1"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as caller:
        assert caller.stdout is not None
        pids = {int(caller.stdout.readline()) for _ in range(2)}
        assert busy or caller.stdout.readline() == "idle\n"
        caller.send_signal(ending)
        caller.communicate(timeout=10)
    assert caller.returncode == -ending
    deadline = time.monotonic() + 5
    while any(map(_runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_runs, pids))


def _runs(pid: int) -> bool:
    """Whether a process is there and not only waiting to be collected by its parent."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()
    return state != "Z"


def _die_once(mark: Path, ending: signal.Signals, number: int) -> int:
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), ending)
    return number


def _die_at(fatal: int, number: int) -> int:
    if number == fatal:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


_prepared = [1]


def _prepare(value: int) -> None:
    _prepared[:] = [value]


def _fail() -> None:
    _prepared[:] = [1 // 0]


def _times_prepared(number: int) -> int:
    return number * _prepared[0]
