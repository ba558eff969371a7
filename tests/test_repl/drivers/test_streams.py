"""Whatever is at the two ends of the command line: odd texts, odd encodings, lines without end, or nothing at all."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.drivers import jsonlines, plain, streams
from repl.saves import store
from repl.saves.records import Header
from tests.support.homes import at_home, make_home
from tests.support.pairs import write_game
from tests.support.patience import sit

ROOT = Path(__file__).parents[3]
LONE = "\ud800"


def reverie(*words: str, fed: bytes = b"", home: Path, **surroundings: str) -> subprocess.CompletedProcess[bytes]:
    command, known = [sys.executable, "-m", "repl", *words], at_home(home, **surroundings)
    return subprocess.run(command, cwd=ROOT, env=known, input=fed, capture_output=True, timeout=100, check=False)


def run(*words: str, typed: str = "") -> Result:
    """A command in this process, for what needs no real ends."""
    return CliRunner().invoke(cli, words, input=typed, catch_exceptions=False)


@pytest.fixture
def game(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_game(tmp_path_factory.mktemp("game") / "pairs"))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path)))
    return tmp_path


def strict(data: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data.encode()), "utf-8", errors="strict", newline="")


def out_of(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()


def test_half_a_character_from_a_program_is_told_back_to_it() -> None:
    session, out = sit(), strict()
    jsonlines.run(session, session.greeting(), strict(json.dumps({"answer": LONE}) + "\n"), out)
    told = [json.loads(line) for line in out_of(out).splitlines()]
    assert f"`{LONE}` is not a possible answer: nothing was changed" in [event.get("text") for event in told]


def test_half_a_character_from_a_person_is_told_back_to_them() -> None:
    session, out = sit(), strict()
    plain.run(session, [], io.StringIO(f"{LONE}\n"), out)
    assert "`\\ud800` is not one of the answers" in out_of(out)


@pytest.mark.parametrize("driver", [plain, jsonlines])
def test_a_line_without_end_ends_the_game(driver: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert driver in (plain, jsonlines)
    monkeypatch.setattr(streams, "LONGEST_LINE", 100)
    session, out = sit(), io.StringIO()
    run = plain.run if driver is plain else jsonlines.run
    assert run(session, [], io.StringIO("\0" * 100_000), out) == 1
    assert session.closed
    assert "the rest of the input is ignored" in out.getvalue()
    assert len(out.getvalue()) < 1_000


def test_a_byte_order_mark_before_a_line_is_no_part_of_it() -> None:
    session = sit()
    plain.run(session, [], io.StringIO("\ufeffpeek\n"), io.StringIO())
    assert [move.answer for move in session.timeline.moves] == ["peek"]


def test_bytes_that_are_no_text_are_refused_and_signs_are_made_simpler(game: str, tmp_path: Path) -> None:
    done = reverie(
        "play", game, "--plain", "--seed", "1", fed=b"\xff\n1\nwhy\nlog\n", home=tmp_path, PYTHONIOENCODING="ascii"
    )
    assert done.returncode == 1
    assert b"`\\xff` is not one of the answers" in done.stdout
    assert b" -> " in done.stdout
    assert done.stderr == b""


def test_programs_speak_utf_8_everywhere(game: str, tmp_path: Path) -> None:
    done = reverie(
        "play", game, "--json", "--seed", "1", fed='{"line": "blüe"}\n'.encode(), home=tmp_path,
        PYTHONIOENCODING="latin-1",
    )  # fmt: skip
    assert "`blüe` is not one of the answers" in [json.loads(line).get("text") for line in done.stdout.splitlines()]
    told = json.loads(reverie("list", "blüe", "--json", home=tmp_path, PYTHONIOENCODING="ascii").stdout)
    assert told["problems"][0]["message"] == "no ruleset is called `blüe`"


@pytest.mark.skipif(sys.platform == "win32", reason="there, ends are closed otherwise")
@pytest.mark.parametrize(
    "closed", [*(pytest.param(each, marks=pytest.mark.slow) for each in ("<&-", ">&- 2>&-")), "<&- >&- 2>&-"]
)
def test_an_end_that_is_missing_is_none(closed: str, game: str, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m repl play "{game}" --seed 1 {closed}'
    known = at_home(tmp_path)
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=known, input=b"", capture_output=True, timeout=100, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such file")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["replay", "/dev/zero"], "/dev/zero can't be read: it is no plain file"),
        (["replay", "x" * 5_000], "can't be the name of a save"),
        (["replay", "~nobody-at-all/x.jsonl"], "the home folder of an unknown user"),
        (["check", "onirim", "--with", "x" * 5_000], "no module is called"),
        (["check", "onirim", "--with", "x" * 5_000 + ".rules"], "can't be read"),
        (["check", "/dev/zero"], "isn't a ruleset"),
        (["replay", "\x1b[2J"], "`\\x1b[2J` can't be the name"),
    ],
)
@pytest.mark.usefixtures("home")
def test_files_that_are_none_are_refused(words: list[str], told: str) -> None:
    done = run(*words)
    assert (done.exit_code, told in done.stderr) == (1, True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
@pytest.mark.usefixtures("home")
def test_a_module_without_end_is_refused(game: str, tmp_path: Path) -> None:
    (tmp_path / "zero.rules").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.rules")
    for name in ("zero.rules", "pipe.rules"):
        done = run("play", game, "--with", str(tmp_path / name))
        assert (done.exit_code, "it is no plain file" in done.stderr) == (1, True)


def test_a_home_of_nobody_is_said_to_be_so(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_HOME", "~nobody-at-all")
    monkeypatch.chdir(tmp_path)
    done = run("play", game, "--plain", typed="1\nask never\nload\n")
    assert "this answer could not be saved: REVERIE_HOME names the home folder of an unknown user" in done.stdout
    assert "went wrong" not in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such file")
@pytest.mark.parametrize(
    "words", [("rules", "--json"), ("play", "--plain"), pytest.param(("play", "--json"), marks=pytest.mark.slow)]
)
def test_an_output_that_is_full_is_told_in_a_sentence(words: tuple[str, str], game: str, tmp_path: Path) -> None:
    command, known = [sys.executable, "-m", "repl", *words, game], at_home(tmp_path)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, cwd=ROOT, env=known, input=b"", stdout=full, stderr=subprocess.PIPE, timeout=100, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode() == "Error: the output can't be written: no space left on device.\n"
    assert not (tmp_path / "crashes").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there, such a folder can't be removed")
def test_a_folder_that_is_gone_holds_no_file(game: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f'cd "{gone}" && rmdir "{gone}" && "{sys.executable}" -m repl play "{game}" --with mine.rules'
    known = at_home(tmp_path, PYTHONPATH=str(ROOT))
    done = subprocess.run(command, shell=True, env=known, capture_output=True, timeout=100, check=False)
    assert done.returncode == 1
    assert b"`mine.rules` can't be read: there is no such file" in done.stderr


@pytest.mark.usefixtures("home")
def test_what_a_saved_game_says_cannot_drive_the_terminal(tmp_path: Path) -> None:
    header = Header(1, "odd\x1b[2J\u202e", ("a\x9b",), 1, {}, 7, "abc")
    store.write(tmp_path / "games" / "odd.jsonl", header, ())
    assert "odd\\x1b[2J\\u202e" in run("play", "--resume", "list").stdout
    for words in (["play", "--resume"], ["replay", str(tmp_path / "games" / "odd.jsonl")]):
        told = run(*words).stderr
        assert "odd\\x1b[2J\\u202e" in told
        assert told.replace("\n", "").isprintable()
