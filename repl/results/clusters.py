"""Work done by processes of Dask: of a cluster on this machine, or of one that a scheduler leads anywhere.

The processes are sent the text of the rules, so they need nothing but Reverie. Dask does the work of a process that
ends once more, in another one. It is large: it is an extra, and imported when it is needed.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any, TypeVar

import attrs

import dsl
from interpreter.simulation.processes import WorkersEnded
from repl.results.plans import Sweep
from repl.results.playing import Done, How, Text, Work, do
from repl.results.running import Executor

MISSING = "this needs Dask: pip install distributed"

PATIENCE = 20
"""Seconds in which a scheduler has to answer."""

TRIES = 20
"""How many processes may end while they do the same piece of work."""

AHEAD = 100
"""Pieces of work that wait for a process, beside two for each that does one."""

T = TypeVar("T")


class NoCluster(Exception):
    """There is no cluster; the message says why, as a sentence without its end."""


def available() -> bool:
    """Whether Dask is installed."""
    return find_spec("distributed") is not None


def on_dask(sweep: Sweep, processes: int, scheduler: str) -> Executor:
    """Work is done by the cluster of a scheduler with this address or, without one, by so many processes."""

    def every(how: How, todo: Sequence[Work]) -> Iterator[Done]:
        if not todo:
            return
        distributed = import_module("distributed")
        with _client(distributed, min(processes, len(todo)), scheduler) as client:
            sent = client.submit(_same, attrs.evolve(how, text=text_of(sweep)))
            begun = (client.submit(do, sent, work, pure=False) for work in todo)
            coming = distributed.as_completed(islice(begun, AHEAD + 2 * sum(client.ncores().values())))
            try:
                for future in coming:
                    yield future.result()
                    coming.update(islice(begun, 1))
            except (distributed.scheduler.KilledWorker, CancelledError) as error:
                raise WorkersEnded from error

    return every


def text_of(sweep: Sweep) -> Text:
    """The rules files of a sweep."""
    files = [module for module in (*(sweep.modules or ()), *sweep.extra) if module.endswith(".rules")]
    sources, names = dsl.sources_with(sweep.ruleset, files)
    return Text(tuple(sources), tuple(zip(files, names, strict=True)))


@contextmanager
def _client(distributed: Any, processes: int, scheduler: str) -> Iterator[Any]:
    settings = {"distributed.scheduler.allowed-failures": TRIES}
    with ExitStack() as stack:
        stack.enter_context(import_module("dask.config").set(settings))
        where: Any = scheduler
        if not scheduler:
            with _uninterrupted():
                where = distributed.LocalCluster(
                    n_workers=processes, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                )
            stack.enter_context(where)
        try:
            client = stack.enter_context(distributed.Client(where, timeout=PATIENCE))
        except (OSError, ValueError) as error:
            raise NoCluster(f"no scheduler of Dask answers at {scheduler}") from error
        yield client


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that are started here, and by threads that are, don't see Ctrl-C: it is for the calling one."""
    masking = getattr(signal, "pthread_sigmask", None)
    if masking:
        import_module("multiprocessing.resource_tracker").ensure_running()  # which would let Ctrl-C through again
    before = masking(signal.SIG_BLOCK, {signal.SIGINT}) if masking else None
    try:
        yield
    finally:
        if masking:
            masking(signal.SIG_SETMASK, before)


def _same(thing: T) -> T:
    """The thing itself, as the result of a task: Dask makes it again if the process that holds it ends."""
    return thing
