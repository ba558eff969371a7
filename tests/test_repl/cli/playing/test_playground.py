from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from repl.cli.main import cli
from repl.playground import serving


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, words, catch_exceptions=False)


def test_a_page_that_is_not_installed_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "page_folder", lambda: None)
    result = run("playground")
    assert result.exit_code == 1
    assert result.output == (
        "Error: the page of the playground isn't here: in a checkout, python playground/build.py builds it; "
        "elsewhere, the package reverie-playground holds it\n"
    )


def test_a_port_that_is_taken_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(serving, "page_folder", lambda: tmp_path)
    with serving.server(tmp_path, 0) as taken:
        port = taken.server_address[1]
        result = run("playground", "--port", str(port))
    assert (result.exit_code, "choose another, --port N" in result.output) == (1, True)
