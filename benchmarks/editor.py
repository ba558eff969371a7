"""How soon an editor shows problems: the language server is typed at, over standard input and output.

The recording (`keystrokes/RULESET.jsonl`) is a module with two cards, an option and a trigger, typed with slips that
are taken back. The base game and all its modules are open, and it is typed twice. At full speed, the time from a
keystroke to the first answer about its text is that of *form*, while rules are linked in the background. Typed slowly,
the time from a keystroke to the end of linking is that of *meaning*, in which the server waits for a pause. What both
cost in processor time is measured without the server.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any

import attrs
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from benchmarks.report import Table
from dsl.reading.library import ruleset_folder
from repl.editor.desk import Desk
from repl.editor.protocol import uri_of

RECORDINGS = Path(__file__).with_name("keystrokes")
BETWEEN = 0.1
"""Seconds between two keystrokes at full speed."""

FORM, MEANING = 100, 500
"""The most milliseconds that 95 of 100 keystrokes may take."""

LONG = 60


@attrs.define
class Waiting:
    """What is waited for: problems of a version of a text, or the end of linking."""

    version: int = 0
    shown: asyncio.Event = attrs.field(factory=asyncio.Event)
    settled: asyncio.Event = attrs.field(factory=asyncio.Event)


def recorded(ruleset: str) -> Path:
    """The recording of a module for a ruleset, which may not exist."""
    return RECORDINGS / f"{ruleset}.jsonl"


def texts(recording: Path) -> Iterator[str]:
    """The text after each keystroke."""
    text = ""
    for line in recording.read_text("utf-8").splitlines():
        key = json.loads(line)
        text = text[: len(text) - key.get("deleted", 0)] + key.get("typed", "")
        yield text


def _client(uri: str, waiting: Waiting) -> LanguageClient:
    client = LanguageClient("benchmark", "1")

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
    def _(params: lsp.PublishDiagnosticsParams) -> None:
        if params.uri == uri and params.version == waiting.version:
            waiting.shown.set()

    @client.feature("$/reverie/settled")  # type: ignore[untyped-decorator]
    def _(params: Any) -> None:
        if params.uri == uri:
            waiting.settled.set()

    return client


def _open(client: LanguageClient, uri: str, text: str) -> None:
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "reverie", 0, text)))


async def _typed(client: LanguageClient, uri: str, waiting: Waiting, recording: Path, *, slowly: bool) -> list[float]:
    """The milliseconds that each keystroke took."""
    found = []
    for text in texts(recording):
        waiting.version += 1
        waiting.shown.clear()
        waiting.settled.clear()
        about = lsp.VersionedTextDocumentIdentifier(waiting.version, uri)
        begun = perf_counter()
        client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(about, [lsp.TextDocumentContentChangeWholeDocument(text)])
        )
        await asyncio.wait_for((waiting.settled if slowly else waiting.shown).wait(), LONG)
        found.append(1000 * (perf_counter() - begun))
        if not slowly:
            await asyncio.sleep(max(0.0, BETWEEN - (perf_counter() - begun)))
    return found


async def _measured(ruleset: str, folder: Path) -> tuple[list[float], list[float]]:
    uri, waiting = uri_of(str(folder / "typed.rules")), Waiting()
    client = _client(uri, waiting)
    await client.start_io(sys.executable, "-m", "repl", "language-server")
    await client.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities()))
    client.initialized(lsp.InitializedParams())
    for path in sorted(ruleset_folder(ruleset).glob("*.rules")):
        _open(client, uri_of(str(path)), path.read_text("utf-8"))
    _open(client, uri, "")
    await asyncio.wait_for(waiting.settled.wait(), LONG)
    meaning = await _typed(client, uri, waiting, recorded(ruleset), slowly=True)
    form = await _typed(client, uri, waiting, recorded(ruleset), slowly=False)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]
    return form, meaning


def editor(ruleset: str) -> Table:
    """How many milliseconds pass between a keystroke and the problems of form and of meaning."""
    title, columns = (
        f"Problems in an editor, {ruleset} with all modules open, ms",
        ("problems", "p50", "p95", "most", "aim"),
    )
    if not recorded(ruleset).is_file():
        return Table("editor", title, columns, (), ("nothing is recorded for this ruleset",))
    before = sum(os.times()[2:4])
    with tempfile.TemporaryDirectory() as folder:
        form, meaning = asyncio.run(_measured(ruleset, Path(folder)))
    seconds = sum(os.times()[2:4]) - before
    rows: tuple[tuple[str | float, ...], ...] = tuple(
        (name, *(round(each, 1) for each in _parts(times)), f"p95 {most} or less")
        for name, times, most in (("form", form, FORM), ("meaning", meaning, MEANING))
    )
    rows += tuple(
        (f"{name}, processor time", *(round(each, 1) for each in _parts(times)), "")
        for name, times in zip(("form", "meaning"), _cost(recorded(ruleset)), strict=True)
    )
    note = f"{len(form)} keystrokes, typed twice; {seconds:.0f} s of processor time in the server"
    return Table("editor", title, columns, rows, (note,))


def _cost(recording: Path) -> tuple[list[float], list[float]]:
    """The milliseconds of processor time that each keystroke takes, for its form, and for its meaning."""
    desk, form, meaning = Desk(), list[float](), list[float]()
    for text in texts(recording):
        begun = process_time()
        desk.edit("untitled:typed", text)
        desk.problems("untitled:typed")
        middle = process_time()
        for found in desk.steps("untitled:typed"):
            desk.found["untitled:typed"] = found
        form.append(1000 * (middle - begun))
        meaning.append(1000 * (process_time() - middle))
    return form, meaning


def _parts(times: list[float]) -> tuple[float, float, float]:
    parts = quantiles(times, n=20)
    return parts[9], parts[18], max(times)
