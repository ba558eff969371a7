"""The results of a sweep, read in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import reverie
from repl.cli.main import cli
from reverie.sweeps import rows
from tests.support.homes import make_home
from tests.support.pairs import write_game


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a whole sweep of 60 games."""
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "home")))
    game, found = str(write_game(tmp_path / "pairs")), tmp_path / "out"
    words = ["simulate", game, "--games", "60", "--seed", "4", "--processes", "1", "--out", str(found)]
    assert CliRunner().invoke(cli, words, catch_exceptions=False).exit_code == 0
    return found


def test_a_folder_is_read(out: Path) -> None:
    found = reverie.results(out)
    assert (found.sweep.title, found.sweep.policy, found.sweep.seed) == ("Pairs", "random", 4)
    assert (found.games, found.missing, found.left_out, found.damaged) == (60, 0, (), {})
    every = list(found.rows())
    assert [row["seed"] for row in every] == list(range(4, 64))
    assert every == found.table().to_pylist() == list(reverie.results(str(out)).rows())
    assert found.table("outcome", "turns").column_names == ["outcome", "turns"]
    program = reverie.load(found.sweep.ruleset)
    assert [row["ending"] for row in every] == [row.sentence for row in reverie.simulate(program, 60, seed=4)]


def test_what_is_damaged_or_missing_is_named(out: Path) -> None:
    (part,) = out.glob("games/*.parquet")
    part.write_bytes(part.read_bytes()[:-100])
    found = reverie.results(out)
    assert (found.games, found.missing, found.damaged) == (0, 60, {part: "it is damaged"})
    part.unlink()
    table = reverie.results(out).table()
    assert (table.num_rows, table.schema.equals(rows.schema_of())) == (0, True)


@pytest.mark.parametrize("text", ["{", "[]", "[" * 100_000, '{"format": 2}', "\N{LATIN SMALL LETTER E WITH ACUTE}"])
def test_a_folder_without_a_sweep_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(reverie.ResultsError, match="holds no sweep"):
        reverie.results(tmp_path)
    (tmp_path / "sweep.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(reverie.ResultsError, match=r"sweep.json can't be used: it (isn't|describes|was written)"):
        reverie.results(tmp_path)


def test_without_arrow_the_command_that_installs_it_is_named(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "available", lambda: False)
    with pytest.raises(reverie.ResultsError, match="pip install pyarrow"):
        reverie.results(out)
