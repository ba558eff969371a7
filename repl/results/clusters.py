"""Work done by processes of Dask: of a cluster on this machine, or of one that a scheduler leads anywhere.

The processes are sent the text of the rules, so they need nothing but Reverie. Dask does the work of a process that
ends once more, in another one; if it can't, what isn't done is sent anew, on this machine to a new cluster. Dask is
large: it is an extra, and imported when it is needed.
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
from time import monotonic, sleep
from typing import Any, TypeVar

import attrs

import dsl
from interpreter.simulation.processes import WorkersEnded
from repl.results.playing import Done, How, Text, Work, do
from repl.results.running import Executor
from reverie.sweeps.sweep import Sweep

MISSING = "this needs Dask: pip install distributed"

PATIENCE = 20
"""Seconds in which a scheduler has to answer."""

TRIES = 20
"""How many processes may end while they do the same piece of work."""

ROUNDS = 3
"""How often work is sent anew although nothing was done since it was sent before."""

AHEAD = 100
"""Pieces of work that wait for a process, beside two for each that does one."""

TICK, LOOK = 0.02, 5.0
"""Seconds after which is looked whether something is done, and whether the processes are still there."""

SHORT = 60.0
"""Seconds for which processes may be missing without a break: starting one may take long on a busy machine."""

NOBODY = "the scheduler of Dask at {} has had no process for {:.0f} seconds"

T = TypeVar("T")


class NoCluster(Exception):
    """There is no cluster; the message says why, as a sentence without its end."""


def available() -> bool:
    """Whether Dask is installed."""
    return find_spec("distributed") is not None


class _Short(Exception):
    """Processes have been missing for long, or there is no cluster."""


def on_dask(sweep: Sweep, processes: int, scheduler: str) -> Executor:
    """Work is done by the cluster of a scheduler with this address or, without one, by so many processes."""

    def every(how: How, todo: Sequence[Work]) -> Iterator[Done]:
        distributed = import_module("distributed")
        left = {work.first: work for work in todo}
        sending = attrs.evolve(how, text=text_of(sweep)) if left else how
        vain = 0
        while left:
            before = len(left)
            try:
                with _client(distributed, min(processes, before), scheduler) as (client, enough):
                    for done in _done(distributed, client, enough, sending, list(left.values())):
                        del left[done.work.first]
                        yield done
            except (_Short, distributed.scheduler.KilledWorker, CancelledError) as error:
                vain = vain + 1 if len(left) == before else 0
                if vain == ROUNDS:
                    raise WorkersEnded from error
                if scheduler and isinstance(error, _Short):
                    raise WorkersEnded(NOBODY.format(scheduler, SHORT)) from error

    return every


def _done(distributed: Any, client: Any, enough: int, how: How, todo: Sequence[Work]) -> Iterator[Done]:
    """What was done of the work, as it comes; raises `_Short` if there are fewer than `enough` threads for long."""
    sent = client.submit(_same, how, pure=False)
    begun = (client.submit(do, sent, work, pure=False) for work in todo)
    first = islice(begun, AHEAD + 2 * _threads(client))
    coming = distributed.as_completed(first, with_results=True)
    looked, short = monotonic(), 0.0
    while not coming.is_empty():
        if coming.has_ready():
            _, result = next(coming)
            if isinstance(result, CancelledError):
                raise result
            coming.update(islice(begun, 1))
            yield result
        else:
            sleep(TICK)
        if monotonic() - looked > LOOK:
            since, looked, threads = looked, monotonic(), _threads(client)
            coming.update(islice(begun, max(0, AHEAD + 2 * threads - coming.count())))  # some may have come since
            short = short + looked - since if threads < enough else 0.0
            if short > SHORT:
                raise _Short


def _threads(client: Any) -> int:
    """How many threads the processes of a scheduler have, one each on this machine; none if it can't be asked."""
    try:
        return sum(client.ncores().values())
    except OSError:
        return 0


def text_of(sweep: Sweep) -> Text:
    """The rules files of a sweep."""
    files = [module for module in (*(sweep.modules or ()), *sweep.extra) if module.endswith(".rules")]
    sources, names = dsl.sources_with(sweep.ruleset, files)
    return Text(tuple(sources), tuple(zip(files, names, strict=True)))


@contextmanager
def _client(distributed: Any, processes: int, scheduler: str) -> Iterator[tuple[Any, int]]:
    """A client, and the number of threads that its cluster should have.

    The cluster on this machine starts again each process that ends, however long that takes. By default, it gives up
    one that isn't there 15 seconds after it was lost, and after some time there is none.
    """
    settings = {"distributed.scheduler.allowed-failures": TRIES, "distributed.deploy.lost-worker-timeout": "1000 days"}
    with ExitStack() as stack:
        stack.enter_context(import_module("dask.config").set(settings))
        where: Any = scheduler
        if not scheduler:
            where = stack.enter_context(_local(distributed, processes))
        try:
            client = stack.enter_context(distributed.Client(where, timeout=PATIENCE))
        except (OSError, ValueError) as error:
            raise NoCluster(f"no scheduler of Dask answers at {scheduler}") from error
        yield client, 1 if scheduler else processes


def _local(distributed: Any, processes: int) -> Any:
    """A cluster on this machine; raises `_Short` if its processes end while they start."""
    try:
        with _uninterrupted():
            return distributed.LocalCluster(
                n_workers=processes, threads_per_worker=1, silence_logs=logging.CRITICAL,
                # Its server for pages can't be left out, and takes any port: one by default is that of another cluster.
                dashboard_address="127.0.0.1:0", scheduler_kwargs={"dashboard": False},
            )  # fmt: skip
    except (RuntimeError, OSError) as error:
        raise _Short from error


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
