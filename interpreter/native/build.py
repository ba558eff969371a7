"""Compile C text into a shared library with the machine's own compiler, or take the library from the cache.

Knows compilers, processes and files; knows nothing of programs or of the content of the text, and loads no library.
Libraries lie in the user's cache folder beside the compiler's other results (see `dsl.text.cache`), named by a digest
of everything that they were made from, and each is written atomically. If that folder can't be written, the libraries
last as long as the process. Every other failure is one sentence, `NoCompiler`, and the caller continues without them.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import importlib.util
import os
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import attrs

from dsl.text import cache
from dsl.text.files import reason
from dsl.text.spelling import abridged

NAMES = ("cc", "gcc", "clang")
"""Compilers that are looked for if CC isn't set, in this order."""

LEVEL = "-O2"
"""How much the compiler optimizes."""

ANYWHERE = () if sys.platform in {"win32", "cygwin"} else ("-fPIC",)
"""Code for any address, which Windows has without asking."""

FLAGS = (LEVEL, "-fno-tree-pre", "-fno-gcse", "-std=c11", *ANYWHERE, "-shared", "-fwrapv", "-fno-strict-aliasing")

SUFFIX = {"win32": ".dll", "cygwin": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")

PREFIX = "native-"

TIMEOUT = 60.0
"""Seconds after which a compiler counts as hanging."""

LARGEST_CACHE = 200 * 1024 * 1024
"""Bytes of all the libraries in a folder; those used longest ago are removed."""

ABANDONED = 3600
"""Seconds after which a temporary folder belongs to a process that was killed."""

LONGEST_OUTPUT = 64 * 1024

LONGEST_LINE = 160

TEMPORARY = ("TMPDIR", "TEMP", "TMP", "ZIG_LOCAL_CACHE_DIR")
"""Variables of the environment that name the folder for temporary files."""


class NoCompiler(Exception):
    """No library can be made on this machine; the message is a sentence that says why and what to do."""


class _Hanging(NoCompiler):
    """A compiler was ended because it took too long; no other compiler is tried."""


@attrs.frozen
class _Task:
    """C text, the command that starts a compiler, and flags for it beside FLAGS."""

    text: str
    command: tuple[str, ...]
    flags: tuple[str, ...]

    def file_name(self, version: str) -> str:
        """The name of the library made by this version of the compiler."""
        parts = [self.text, sysconfig.get_platform(), version, *self.command, *FLAGS, *self.flags]
        return f"{PREFIX}{hashlib.sha256(_bytes(chr(0).join(parts))).hexdigest()[:32]}{SUFFIX}"


@attrs.frozen
class _Ran:
    """A command that ended: its exit status and the beginning of what it printed."""

    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The first line that names an error, otherwise the first line of all."""
        lines = [line.strip() for line in f"{self.err}\n{self.out}".splitlines() if line.strip()]
        named = [line for line in lines if "error" in line.lower()]
        line = (named or lines or [f"exit status {self.status}"])[0]
        return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]}…"


def shared_library(
    text: str, *, folder: Path | None = None, flags: Sequence[str] = (), better: Sequence[Sequence[str]] = ()
) -> Path:
    """The absolute path of the library compiled from C text with `flags` after FLAGS; compiled only if it isn't cached.

    A cached library that was compiled with one of the flags in `better` is taken instead.

    It lies in `folder`, by default the user's cache folder; if that can't be written, in a folder that is removed at
    exit. Tries one compiler after another unless CC names one. Raises `NoCompiler`, with the first reason.
    """
    failed: NoCompiler | None = None
    for command in _commands():
        try:
            return _library(_Task(text, command, tuple(flags)), folder, better)
        except _Hanging:
            raise
        except NoCompiler as error:
            failed = failed or error
    raise failed or _none()


def missing() -> NoCompiler | None:
    """Why nothing can be compiled on this machine, as far as that is known before trying; None: perhaps something."""
    found: NoCompiler | None = None
    try:
        for command in _commands():
            version = _version(command)
            if isinstance(version, str):
                return None
            found = found or version
    except NoCompiler as error:
        return error
    return found or _none()


def _none() -> NoCompiler:
    return NoCompiler(f"there is no C compiler ({', '.join(NAMES)}): install one, or `pip install 'reverie[zig]'`")


def _commands() -> Iterator[tuple[str, ...]]:
    """Commands that may start a compiler; the one in CC alone if it is set."""
    chosen = os.environ.get("CC", "").strip()
    if chosen:
        yield _chosen(chosen)
        return
    found: dict[Path, Path] = {}  # by their files: `cc` is another name for one of the others
    for name in NAMES:
        if path := shutil.which(name):
            found.setdefault(Path(path).resolve(), Path(path).absolute())
    yield from ((str(path),) for path in found.values())
    if importlib.util.find_spec("ziglang"):
        yield sys.executable, "-m", "ziglang", "cc"


def _chosen(text: str) -> tuple[str, ...]:
    """The words of CC, the first as an absolute path."""
    try:
        words = shlex.split(text, posix=sys.platform != "win32")
    except ValueError as error:
        raise NoCompiler(f"CC has an open quote in `{abridged(text)}`: close it, or unset CC") from error
    name, *arguments = [word.strip('"') for word in words] if sys.platform == "win32" else words
    path = shutil.which(name)
    if not path:
        raise NoCompiler(f"CC names `{abridged(name)}`, which is no command: correct it, or unset CC")
    return str(Path(path).absolute()), *arguments


def _library(task: _Task, folder: Path | None, better: Sequence[Sequence[str]]) -> Path:
    """The library that one compiler makes, in the folder or else in the folder of this process."""
    version = _version(task.command)
    if isinstance(version, NoCompiler):
        raise version.with_traceback(None)
    tasks = [*(attrs.evolve(task, flags=tuple(flags)) for flags in better), task]
    names = [each.file_name(version) for each in tasks]
    with suppress(OSError, RuntimeError):  # it can't be written, or REVERIE_HOME names an unknown user
        return _in_folder((folder or cache.folder()).absolute(), names, task)
    try:
        return _in_folder(_own_folder(), names, task)
    except OSError as error:
        raise _no_room(error) from error


_hanging: dict[tuple[str, ...], _Hanging] = {}
"""The compilers that took too long in this process; they aren't tried again."""


@functools.cache
def _version(command: tuple[str, ...]) -> str | NoCompiler:
    """What a compiler prints about itself, or why it doesn't; asked once."""
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
            ran = _run(command, ("--version",), Path(work))
    except OSError as error:
        return _no_room(error)
    except NoCompiler as error:
        return error
    return NoCompiler(f"{_shown(command)} fails ({ran.complaint}): {_advice()}") if ran.status else ran.out


def _in_folder(folder: Path, names: Sequence[str], task: _Task) -> Path:
    """The first of these libraries that is in the folder, otherwise the last, compiled; raises `OSError`."""
    for name in names:
        path = folder / name
        if path.is_file():
            with suppress(OSError):
                os.utime(path)
            return path
    folder.mkdir(parents=True, exist_ok=True)
    _compile(path, task)
    with suppress(OSError):
        _tidy(path)
    return path


def _compile(path: Path, task: _Task) -> None:
    """Compile in a temporary folder beside the path, because some compilers leave more files than the library."""
    if hanging := _hanging.get(task.command):
        raise hanging.with_traceback(None)
    with tempfile.TemporaryDirectory(
        dir=path.parent, prefix=f".{PREFIX}", suffix=".part", ignore_cleanup_errors=True
    ) as work:
        source, made = Path(work) / "program.c", Path(work) / f"program{SUFFIX}"
        source.write_bytes(_bytes(task.text))
        ran = _run(task.command, (source.name, "-o", made.name, *FLAGS, *task.flags), Path(work))
        if ran.status or not made.is_file():
            raise NoCompiler(f"{_shown(task.command)} can't compile the rules ({ran.complaint}): {_advice()}")
        try:
            made.replace(path)
        except PermissionError:  # on Windows, where another process has loaded the same library
            if not path.is_file():
                raise


def _run(command: tuple[str, ...], arguments: tuple[str, ...], work: Path) -> _Ran:
    """Run a command in a folder that takes its output and its temporary files, so that none stays behind.

    The output goes to files: a pipe would stay open as long as a server that the compiler started.
    """
    places = dict.fromkeys(TEMPORARY, str(work))
    environment = {**os.environ, **places, "LC_ALL": "C"}
    with (work / "out").open("wb") as out, (work / "err").open("wb") as err:
        try:
            process = subprocess.Popen(
                (*command, *arguments),
                cwd=work,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,  # makes the compiler and its children one group, which can be ended
            )
        except OSError as error:
            raise NoCompiler(f"{_shown(command)} can't be started ({reason(error)}): {_advice()}") from error
        try:
            status = process.wait(TIMEOUT)
        except subprocess.TimeoutExpired as error:
            hanging = _Hanging(f"{_shown(command)} took longer than {TIMEOUT:g} seconds: {_advice()}")
            _hanging[command] = hanging
            raise hanging from error
        finally:
            _end(process)
    return _Ran(status, _beginning(work / "out"), _beginning(work / "err"))


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process that still runs, and its children."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        tree = ("taskkill", "/F", "/T", "/PID", str(process.pid))
        with suppress(OSError):
            subprocess.run(tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    else:
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _tidy(made: Path) -> None:
    """Remove the libraries used longest ago if there are too many, and temporary folders that were left behind.

    Ages are counted from the library that was just made, which stays.
    """
    now = made.stat().st_mtime
    for left in made.parent.glob(f".{PREFIX}*.part"):
        if now - left.stat().st_mtime > ABANDONED:
            shutil.rmtree(left, ignore_errors=True)
    others = [(path.stat(), path) for path in made.parent.glob(f"{PREFIX}*") if path != made]
    size = made.stat().st_size
    for status, path in sorted(others, key=lambda other: other[0].st_mtime, reverse=True):
        size += status.st_size
        if size > LARGEST_CACHE:
            with suppress(OSError):  # it is in use, on Windows
                path.unlink()


@functools.cache
def _own_folder() -> Path:
    """A folder for this process, and for those that it forks."""
    folder = Path(tempfile.mkdtemp(prefix="reverie-"))
    atexit.register(_remove, folder, os.getpid())
    return folder


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _beginning(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(LONGEST_OUTPUT).decode("utf-8", "replace")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _shown(command: tuple[str, ...]) -> str:
    return "`ziglang`" if "ziglang" in command else f"`{abridged(shlex.join(command), LONGEST_LINE)}`"


def _no_room(error: OSError) -> NoCompiler:
    return NoCompiler(f"compiled rules can't be saved ({reason(error)}): make room in the folder for temporary files")


def _advice() -> str:
    if os.environ.get("CC"):
        return "name another C compiler in CC, or unset CC"
    return "install another C compiler and name it in CC, or `pip install 'reverie[zig]'`"
