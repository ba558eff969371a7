"""The server as an editor meets it: over standard input and output."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from repl.editor.protocol import uri_of
from tests.support.editing import Editor

MODULE = 'module promo "Promo" for onirim\n\nafter draw\n  shuffle {zone}\n'


async def _problems_of_a_module(uri: str) -> None:
    editor = Editor()
    await editor.begin()
    editor.write(uri, MODULE.format(zone="dekc"))
    await asyncio.wait_for(editor.settled.wait(), 30)
    (problem,) = editor.shown[uri]
    assert problem.code == "unknown-zone"
    assert "did you mean `deck`?" in problem.message
    assert problem.range == lsp.Range(lsp.Position(3, 10), lsp.Position(3, 14))
    editor.write(uri, MODULE.format(zone="deck"), 2)
    await asyncio.wait_for(editor.settled.wait(), 30)
    assert editor.shown[uri] == []
    await editor.end()


def test_problems_appear_and_go(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(_problems_of_a_module(uri_of(str(tmp_path / "promo.rules"))), 60))


@pytest.mark.parametrize("port", ["0", "70000"])
def test_a_port_that_cannot_be_is_refused(port: str) -> None:
    from click.testing import CliRunner

    from repl.cli.main import cli

    result = CliRunner().invoke(cli, ["language-server", "--tcp", port])
    assert result.exit_code == 2
