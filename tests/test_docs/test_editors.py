"""The settings in docs/editors.md start a command that there is, and can be read."""

import json
import re
import tomllib
from pathlib import Path

from lsprotocol import types as lsp

from repl.cli.main import cli
from repl.editor.handlers import REQUESTS
from repl.editor.lenses import PLAY, RUN

PAGE = (Path(__file__).parents[2] / "docs" / "editors.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_all_settings_start_the_language_server() -> None:
    (lua,) = _blocks("lua")
    helix = tomllib.loads(_blocks("toml")[0])["language-server"]["reverie"]
    (zed,) = [json.loads(block)["lsp"]["reverie"]["binary"] for block in _blocks("json")]
    found = re.search(r"cmd = \{(.*?)\}", lua)
    assert found
    neovim = re.findall(r'"([^"]+)"', found[1])
    for command in (neovim, [helix["command"], *helix["args"]], [zed["path"], *zed["arguments"]]):
        assert command == ["reverie", "language-server"]
    assert "language-server" in cli.commands


def test_the_settings_of_zed_name_one_language() -> None:
    extension, language = (tomllib.loads(block) for block in _blocks("toml")[1:])
    assert extension["language_servers"]["reverie"]["languages"] == [language["name"]]


def test_the_page_names_the_commands_of_lenses() -> None:
    assert f"`{PLAY}`" in PAGE
    assert f"`{RUN}`" in PAGE
    assert f'vim.lsp.commands["{PLAY}"]' in PAGE


def test_what_the_page_promises_is_answered() -> None:
    answered = {method for method, _, _ in REQUESTS}
    assert {lsp.TEXT_DOCUMENT_COMPLETION, lsp.TEXT_DOCUMENT_HOVER, lsp.TEXT_DOCUMENT_RENAME} <= answered
