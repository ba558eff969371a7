from __future__ import annotations

import ctypes
import importlib.util
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.native import build
from interpreter.native.build import NoCompiler, missing, shared_library

ROOT = Path(__file__).parents[3]

TEXT = "int sum(int a, int b) {\n    return a + b;\n}\n"

# A compiler that writes its own arguments as the library. Notes each run in a file `runs` beside itself.
FAKE = """
import pathlib, sys
here = pathlib.Path(__file__).parent
asked = "--version" in sys.argv
with (here / "runs").open("a") as runs:
    runs.write("version" if asked else "compile")
    runs.write(" ")
if asked:
    print("fake 1.0")
    sys.exit()
{before}
pathlib.Path("side.o").write_text("left by the compiler")
pathlib.Path(sys.argv[sys.argv.index("-o") + 1]).write_text(" ".join(sys.argv[1:]))
"""

# A compiler whose child holds a connection for as long as it lives.
HANGING = """
import subprocess, time
child = "import socket, time; s = socket.create_connection(('127.0.0.1', {port})); time.sleep(600)"
subprocess.Popen([sys.executable, "-c", child])
time.sleep(600)
"""

Fake = Callable[..., Path]


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder."""
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path / "home"))
    build._version.cache_clear()
    return tmp_path / "home" / "cache"


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cached: Path) -> Fake:  # noqa: ARG001
    """Makes a fake compiler, named in CC with its arguments; the file that lists its runs."""

    def make(before: str = "", *arguments: str, text: str = FAKE) -> Path:
        script = tmp_path / "a compiler.py"
        script.write_text(text.replace("{before}", before), "utf-8")
        monkeypatch.setenv("CC", shlex.join([sys.executable, str(script), *arguments]))
        build._version.cache_clear()
        return tmp_path / "runs"

    return make


@pytest.fixture
def server() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        made.settimeout(60)
        yield made


def test_a_text_is_compiled_once(fake: Fake, cached: Path) -> None:
    runs = fake()
    path = shared_library(TEXT)
    assert path == shared_library(TEXT)
    assert runs.read_text().split() == ["version", "compile"]
    assert list(cached.iterdir()) == [path]
    assert path.suffix == build.SUFFIX


def test_another_text_other_flags_and_another_version_are_other_libraries(fake: Fake, cached: Path) -> None:
    fake()
    paths = [shared_library(TEXT), shared_library(TEXT + "\n"), shared_library(TEXT, flags=("-g",))]
    fake(text=FAKE.replace("1.0", "1.1"))
    paths.append(shared_library(TEXT))
    assert len(set(paths)) == len(list(cached.iterdir())) == 4


@pytest.mark.usefixtures("cached")
def test_a_better_library_is_taken_if_it_is_there(fake: Fake) -> None:
    fake()
    worse = shared_library(TEXT, flags=("-O0",), better=[("-O1",)])
    assert shared_library(TEXT, flags=("-O0",)) == worse
    better = shared_library(TEXT, flags=("-O1",))
    assert shared_library(TEXT, flags=("-O0",), better=[(), ("-O1",)]) == better != worse


def test_the_compiler_is_given_its_arguments_and_the_flags_last(fake: Fake) -> None:
    fake("", "-m64", "two words")
    words = shared_library(TEXT, flags=("-fsanitize=address",)).read_text()
    assert words.startswith("-m64 two words program.c -o ")
    assert words.endswith(f"{' '.join(build.FLAGS)} -fsanitize=address")


def test_a_folder_may_be_chosen(fake: Fake, cached: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake()
    monkeypatch.chdir(tmp_path)
    path = shared_library(TEXT, folder=Path("elsewhere"))
    assert path.parent == tmp_path / "elsewhere"
    assert not cached.exists()


@pytest.mark.parametrize("name", ["no-such-compiler -m64", "''"])
def test_a_compiler_that_is_missing_is_named(name: str, cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", name)
    with pytest.raises(NoCompiler, match=r"CC names `(no-such-compiler)?`, which is no command: correct it"):
        shared_library(TEXT)
    assert not cached.exists()


def test_an_open_quote_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "cc '-m64")
    with pytest.raises(NoCompiler, match="CC has an open quote"):
        shared_library(TEXT)


def test_a_machine_without_a_compiler_is_told_how_to_get_one(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _no_compilers(monkeypatch, cached)
    with pytest.raises(NoCompiler, match=r"no C compiler .*: install one, or `pip install 'reverie\[zig\]'`"):
        shared_library(TEXT)


def test_a_missing_compiler_is_known_without_a_text(fake: Fake, cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake()
    assert missing() is None
    monkeypatch.setenv("CC", "no-such-compiler")
    assert "`no-such-compiler`, which is no command" in str(missing())
    _no_compilers(monkeypatch, cached)
    assert "there is no C compiler" in str(missing())


def test_the_package_of_a_compiler_is_the_last_resort(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _no_compilers(monkeypatch, cached)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name == "ziglang")
    assert list(build._commands()) == [(sys.executable, "-m", "ziglang", "cc")]


@pytest.mark.skipif(sys.platform == "win32", reason="scripts aren't programs there")
def test_a_compiler_that_fails_makes_room_for_the_next(
    fake: Fake, cached: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = fake()
    command = os.environ["CC"]
    _no_compilers(monkeypatch, tmp_path / "bin")
    _program(tmp_path / "bin" / "cc", "echo 'no headers' >&2; exit 1")
    _program(tmp_path / "bin" / "gcc", 'test "$1" = --version')
    _program(tmp_path / "bin" / "clang", f'exec {command} "$@"')
    (path,) = {shared_library(TEXT), shared_library(TEXT)}
    assert runs.read_text().split() == ["version", "compile"]
    assert list(cached.iterdir()) == [path]
    (tmp_path / "bin" / "clang").unlink()
    with pytest.raises(NoCompiler, match=r"cc` fails \(no headers\): install another"):
        shared_library(TEXT)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_one_compiler_of_two_names_is_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _no_compilers(monkeypatch, tmp_path)
    _program(tmp_path / "gcc", "exit 1")
    _program(tmp_path / "clang", "exit 1")
    (tmp_path / "cc").symlink_to(tmp_path / "clang")
    assert list(build._commands()) == [(str(tmp_path / "cc"),), (str(tmp_path / "gcc"),)]


def test_a_compiler_that_fails_is_quoted(fake: Fake, cached: Path) -> None:
    lines = ("In function sum:", "program.c:1:1: error: no such thing", "error: more")
    fake(f"sys.exit({chr(10).join(lines)!r})")
    with pytest.raises(NoCompiler, match=r"can't compile the rules \(program.c:1:1: error: no such thing\): name an"):
        shared_library(TEXT)
    assert list(cached.iterdir()) == []


@pytest.mark.parametrize(("before", "quoted"), [("sys.exit(3)", "exit status 3"), ("sys.exit('x' * 900)", "x{160}…")])
def test_quotes_are_short_and_never_empty(before: str, quoted: str, fake: Fake) -> None:
    fake(before)
    with pytest.raises(NoCompiler, match=rf"\({quoted}\)"):
        shared_library(TEXT)


def test_a_compiler_that_makes_nothing_has_failed(fake: Fake, cached: Path) -> None:
    fake("sys.exit(0)")
    with pytest.raises(NoCompiler, match="can't compile"):
        shared_library(TEXT)
    assert list(cached.iterdir()) == []


def test_a_compiler_without_a_version_is_asked_once(fake: Fake) -> None:
    runs = fake(text=FAKE.replace('print("fake 1.0")', 'sys.exit("error: licence expired")'))
    for _ in range(2):
        with pytest.raises(NoCompiler, match=r"fails \(error: licence expired\): name another"):
            shared_library(TEXT)
    assert runs.read_text().split() == ["version"]


@pytest.mark.skipif(sys.platform == "win32", reason="any file may be a program there")
def test_a_compiler_that_cannot_be_started_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").write_bytes(b"\0")
    (tmp_path / "empty").chmod(0o755)
    monkeypatch.setenv("CC", str(tmp_path / "empty"))
    with pytest.raises(NoCompiler, match=r"empty` can't be started \(exec format error\)"):
        shared_library(TEXT)


def test_a_compiler_that_hangs_is_ended_with_its_children(
    fake: Fake, cached: Path, server: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(HANGING.replace("{port}", str(server.getsockname()[1])))
    build._version(next(build._commands()))
    monkeypatch.setattr(build, "TIMEOUT", 0.01)
    children = _children(server, monkeypatch)
    with pytest.raises(NoCompiler, match=r"took longer than 0.01 seconds: name another"):
        shared_library(TEXT)
    _are_gone(children)
    monkeypatch.setattr(build, "TIMEOUT", 600)
    with pytest.raises(NoCompiler, match=r"took longer than 0.01 seconds"):
        shared_library(f"{TEXT} ")
    assert list(cached.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="scripts aren't programs there")
def test_no_other_compiler_is_tried_after_one_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _no_compilers(monkeypatch, tmp_path)
    _program(tmp_path / "cc", "/bin/sleep 600")
    _program(tmp_path / "gcc", f"echo run >> {shlex.quote(str(tmp_path / 'runs'))}")
    monkeypatch.setattr(build, "TIMEOUT", 0.01)
    for _ in range(2):
        with pytest.raises(NoCompiler, match="cc` took longer"):
            shared_library(TEXT)
    assert not (tmp_path / "runs").exists()


def test_an_interruption_leaves_nothing_behind(
    fake: Fake, cached: Path, server: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(HANGING.replace("{port}", str(server.getsockname()[1])))
    build._version(next(build._commands()))
    children = _children(server, monkeypatch, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        shared_library(TEXT)
    _are_gone(children)
    assert list(cached.iterdir()) == []


def test_two_processes_may_compile_the_same_at_once(fake: Fake, cached: Path) -> None:
    """The compilers of both run until both have begun."""
    runs = fake("import time\nwhile (here / 'runs').read_text().count('compile') < 2:\n    time.sleep(0.01)")
    processes = [_elsewhere(f"print(shared_library({TEXT!r}))") for _ in range(2)]
    paths = [Path(process.communicate(timeout=120)[0].strip()) for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert sorted(runs.read_text().split()) == ["compile", "compile", "version", "version"]
    assert list(cached.iterdir()) == [paths[0]] == [paths[1]]


def test_a_folder_that_cannot_be_written_is_replaced_until_exit(fake: Fake, cached: Path) -> None:
    runs = fake()
    cached.parent.write_text("no folder")
    code = f"first, second = shared_library({TEXT!r}), shared_library({TEXT!r})\nprint(first, first == second)"
    process = _elsewhere(f"{code}\nassert first.is_file()")
    path, _, same = process.communicate(timeout=120)[0].strip().rpartition(" ")
    assert (process.returncode, same) == (0, "True")
    assert runs.read_text().split() == ["version", "compile"]
    assert not Path(path).parent.exists()


def test_a_home_of_an_unknown_user_is_replaced_as_well(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    fake()
    monkeypatch.setenv("REVERIE_HOME", "~no-such-user/games")
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as own:
        patch.setattr(build, "_own_folder", lambda: Path(own))
        assert shared_library(TEXT).parent == Path(own)


def test_only_its_owner_removes_the_folder_of_a_process(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    build._remove(tmp_path / "own", os.getpid() + 1)
    assert (tmp_path / "own").is_dir()
    build._remove(tmp_path / "own", os.getpid())
    assert not (tmp_path / "own").exists()


@pytest.mark.parametrize("asked", [False, True])
def test_a_machine_without_room_is_a_sentence(
    asked: bool, fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake()
    if asked:
        build._version(next(build._commands()))
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    monkeypatch.setattr(build, "_own_folder", build._own_folder.__wrapped__)
    with pytest.raises(NoCompiler, match=r"can't be saved \(a part of its path is no folder\): make room"):
        shared_library(TEXT, folder=tmp_path / "file" / "folder")


def test_libraries_used_longest_ago_are_removed(fake: Fake, cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake()
    paths = [shared_library(TEXT * times) for times in (1, 2, 3)]
    others = [cached / "model-1.cache", cached / ".native-fresh.part", cached / ".native-left.part"]
    others[0].write_bytes(b"x" * 4096)
    for folder in others[1:]:
        folder.mkdir()
    for age, path in enumerate([*paths, others[2]]):
        _grow_older(path, 10_000 - age)
    assert shared_library(TEXT) == paths[0]
    monkeypatch.setattr(build, "LARGEST_CACHE", 2 * paths[0].stat().st_size)
    made = shared_library(TEXT * 4)
    assert set(cached.iterdir()) == {made, paths[0], *others[:2]}
    monkeypatch.setattr(build, "LARGEST_CACHE", 0)
    made = shared_library(TEXT * 5)
    assert set(cached.iterdir()) == {made, *others[:2]}


@pytest.mark.skipif(
    not any(map(shutil.which, build.NAMES)) and not importlib.util.find_spec("ziglang"),
    reason="there is no C compiler here",
)
def test_a_library_that_is_compiled_can_be_called(cached: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    path = shared_library(TEXT)
    assert ctypes.CDLL(str(path)).sum(40, 2) == 42
    assert list(cached.iterdir()) == [path]
    with pytest.raises(NoCompiler, match=r"program\.c:4:.* error: "):
        shared_library(f"{TEXT}wrong")


def _no_compilers(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Look for compilers in a folder alone."""
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)


def _program(path: Path, does: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{does}\n", "utf-8")
    path.chmod(0o755)


def _children(
    server: socket.socket, monkeypatch: pytest.MonkeyPatch, raised: type[BaseException] | None = None
) -> list[socket.socket]:
    """Wait for the compiler's child before waiting for the compiler, which may be interrupted; the child's socket."""
    children: list[socket.socket] = []
    wait = subprocess.Popen.wait

    def waits(process: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        if not children:
            children.append(server.accept()[0])
            if raised:
                raise raised
        return wait(process, timeout)

    monkeypatch.setattr(subprocess.Popen, "wait", waits)
    return children


def _are_gone(children: list[socket.socket]) -> None:
    (child,) = children
    with child:
        child.settimeout(60)
        assert child.recv(1) == b""


def _elsewhere(code: str) -> subprocess.Popen[str]:
    """A process that runs code with what this module tests."""
    lines = f"from interpreter.native.build import shared_library\n{code}"
    return subprocess.Popen([sys.executable, "-c", lines], stdout=subprocess.PIPE, text=True, cwd=ROOT)


def _grow_older(path: Path, seconds: int) -> None:
    then = path.stat().st_mtime - seconds
    os.utime(path, (then, then))
