"""`reverie sheet`: files by their endings, the language, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from repl.cli.main import cli

FERRY = str(Path(__file__).parents[4] / "docs" / "tutorial" / "ferry")


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["sheet", *words])


def test_it_is_printed_as_markdown() -> None:
    result = run(FERRY, "--with", "storm")
    assert result.exit_code == 0
    assert result.output.startswith("# The Ferry\n")
    assert "`storm`" in result.output


def test_a_file_has_the_form_of_its_ending(tmp_path: Path) -> None:
    for name, start in (("s.md", "# The Ferry"), ("s.html", "<!doctype html>")):
        assert run(FERRY, "--out", str(tmp_path / name)).output == ""
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    refused = run(FERRY, "--out", str(tmp_path / "s.pdf"))
    assert refused.exit_code == 2
    assert "ends in .md or .html" in refused.output
    assert not (tmp_path / "s.pdf").exists()


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "here").write_text("", encoding="utf-8")
    result = run(FERRY, "--out", str(tmp_path / "here" / "s.md"))
    assert result.exit_code == 1
    assert "can't be written" in result.output


def test_data_has_the_place_of_each_rule() -> None:
    found = json.loads(run(FERRY, "--json").output)
    assert found["title"] == "The Ferry"
    assert any(block.get("source", "").startswith("ferry/base.rules:") for block in found["blocks"])


def test_languages() -> None:
    assert "## Aufbau" in run("onirim", "--language", "german").output
    assert run("onirim", "--language", "klingon").exit_code == 1
