"""The server as an editor meets it: over standard input and output."""

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types as lsp

from repl.editor.lenses import RUN
from repl.editor.protocol import uri_of
from tests.support.editing import Editor
from tests.support.ponds import GAME, pond

MODULE = 'module promo "Promo" for pond\n\nafter land\n  shuffle {zone}\n'


async def _problems_appear_and_go(editor: Editor, uri: str) -> None:
    editor.write(uri, MODULE.format(zone="dekc"))
    await asyncio.wait_for(editor.settled.wait(), 30)
    (problem,) = editor.shown[uri]
    assert problem.code == "unknown-zone"
    assert "did you mean `deck`?" in problem.message
    assert problem.range == lsp.Range(lsp.Position(3, 10), lsp.Position(3, 14))
    editor.write(uri, MODULE.format(zone="deck"), 2)
    await asyncio.wait_for(editor.settled.wait(), 30)
    assert editor.shown[uri] == []


@pytest.mark.parametrize("port", ["0", "70000"])
def test_a_port_that_cannot_be_is_refused(port: str) -> None:
    from click.testing import CliRunner

    from repl.cli.main import cli

    result = CliRunner().invoke(cli, ["language-server", "--tcp", port])
    assert result.exit_code == 2


async def _a_scenario_runs_again(editor: Editor, name: str) -> None:
    uri = uri_of(name)
    editor.write(uri, GAME)
    await asyncio.wait_for(editor.settled.wait(), 30)
    editor.settled.clear()
    await editor.workspace_execute_command_async(lsp.ExecuteCommandParams(RUN, [name, "pond-hop"]))
    await asyncio.wait_for(editor.settled.wait(), 30)
    assert editor.said == [lsp.ShowMessageParams(lsp.MessageType.Info, "`pond-hop` passes")]
    about = lsp.TextDocumentIdentifier(uri)
    found = await editor.text_document_code_lens_async(lsp.CodeLensParams(about))
    assert found
    assert [each.command.title for each in found if each.command] == ["✓ passes", "▶ play from here"]
    place = lsp.HoverParams(about, lsp.Position(GAME[: GAME.index("| blue")].count("\n"), 5))
    for _ in range(200):  # the game is linked after all else
        hover = await editor.text_document_hover_async(place)
        if "kind: frog; home: west" in str(hover and hover.contents):
            break
        await asyncio.sleep(0.05)
    assert "kind: frog; home: west" in str(hover and hover.contents)
    items = await editor.text_document_completion_async(lsp.CompletionParams(about, lsp.Position(0, 0)))
    assert isinstance(items, lsp.CompletionList)
    assert await editor.text_document_hover_async(lsp.HoverParams(about, lsp.Position(9_999, 9))) is None
    unknown = lsp.TextDocumentIdentifier("file:///nowhere/none.rules")
    assert await editor.text_document_hover_async(lsp.HoverParams(unknown, lsp.Position(0, 0))) is None


async def _all_of_it(name: str) -> None:
    editor = Editor()
    result = await editor.begin()
    assert result.capabilities.execute_command_provider
    assert [*result.capabilities.execute_command_provider.commands] == [RUN]
    await _a_scenario_runs_again(editor, name)
    await _problems_appear_and_go(editor, uri_of(str(Path(name).with_name("promo.rules"))))
    await editor.end()


def test_problems_are_shown_and_requests_and_commands_answered(tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(_all_of_it(pond(tmp_path / "pond")[0]), 60))
