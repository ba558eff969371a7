"""The language server: requests of an editor in, answers out; the only module that knows pygls, the clock and threads.

Form is checked at once. A thread links the ruleset when nothing was typed for a moment, and gives up between two games
when newer text comes. A handler that fails is logged, and answers nothing.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from typing import Any

import attrs
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from dsl import Program
from dsl.index.renames import Refused
from repl.editor import protocol
from repl.editor.desk import Desk, Found
from repl.editor.handlers import REQUESTS
from repl.editor.lenses import RUN, RUN_TAKES, result
from repl.editor.problems import Outdated
from repl.editor.workspace import Ruleset

PAUSE = 0.06
"""Seconds without typing after which the rules are linked."""

SWITCH = 0.001
"""Seconds after which a thread that links lets another one run: answers come soon while rules are linked."""

log = logging.getLogger("reverie.editor")


class Server(LanguageServer):
    """A language server for rules files."""

    def __init__(self) -> None:
        super().__init__("reverie", version("reverie"), text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self.desk = Desk()
        self.edits = 0
        self._worker = ThreadPoolExecutor(1, "linking")
        self._timer: asyncio.TimerHandle | None = None
        self._published: set[str] = set()
        self._asked: tuple[str, str] | None = None

    # documents

    def changed(self, uri: str) -> None:
        """Take over the text of a document, show its form, and link its ruleset soon."""
        name = protocol.name_of(uri)
        self.desk.edit(name, self.workspace.get_text_document(uri).source)
        self.publish(name)
        self.relink(name)

    def closed(self, uri: str) -> None:
        """Forget a document."""
        name = protocol.name_of(uri)
        self.desk.close(name)
        self.publish_all()
        for other in self.desk.workspace.open:
            self.relink(other)
            break

    # problems

    def relink(self, name: str) -> None:
        """Link the ruleset of a document when nothing was typed for a moment, then those of the others."""
        self.edits += 1
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(PAUSE, self._link, name)

    def run(self, name: str, id: str) -> None:
        """Play the scenarios of a document, and say what came of one."""
        self._asked = (name, id)
        self.relink(name)

    def _link(self, name: str) -> None:
        workspace = self.desk.workspace
        first = workspace.ruleset(name)
        rest = (workspace.ruleset(other) for other in workspace.open if other != name)
        together = [each for each in rest if each is not None and (first is None or each.folder == first.folder)]
        rulesets = [*([first] if first else []), *together]
        self._worker.submit(self._run, asyncio.get_running_loop(), rulesets, self.edits)

    def _run(self, loop: asyncio.AbstractEventLoop, rulesets: list[Ruleset], number: int) -> None:
        """Find out what is wrong with rulesets, then link their games, in a thread of its own."""
        try:
            for ruleset in rulesets:
                for found in self.desk.steps_in(ruleset, lambda: self.edits != number):
                    loop.call_soon_threadsafe(self._arrived, found, number)
                loop.call_soon_threadsafe(self._settled, ruleset.own.name, number)
            for ruleset in rulesets:
                if self.edits == number:
                    loop.call_soon_threadsafe(self._linked, ruleset.own.name, self.desk.link(ruleset), number)
        except Outdated:
            pass
        except Exception:
            log.exception("linking failed")

    def _arrived(self, found: Found, number: int) -> None:
        if number == self.edits and found.ruleset.own.name in self.desk.workspace.open:
            self.desk.found[found.ruleset.own.name] = found
            self.publish_all()

    def _linked(self, name: str, program: Program | None, number: int) -> None:
        """Keep the largest game with a document, which nothing waits for."""
        found = self.desk.found.get(name)
        if program is not None and found is not None and number == self.edits:
            self.desk.found[name] = attrs.evolve(found, program=program)

    def _settled(self, name: str, number: int) -> None:
        """Say that all about a document is found out; lenses may have changed."""
        if number == self.edits:
            self._refresh()
            self._say_result(name)
            self.protocol.notify("$/reverie/settled", {"uri": protocol.uri_of(name)})

    def _say_result(self, name: str) -> None:
        """Say what came of the scenario that somebody ran, if it is one of a document."""
        if self._asked and self._asked[0] == name:
            passes, sentence = result(self.desk, *self._asked)
            sort = lsp.MessageType.Info if passes else lsp.MessageType.Warning
            self.window_show_message(lsp.ShowMessageParams(sort, sentence))
            self._asked = None

    def _refresh(self) -> None:
        """Ask the editor for lenses and hints anew, if it can be asked."""
        able = self.client_capabilities.workspace
        if able and able.code_lens and able.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
        if able and able.inlay_hint and able.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def publish_all(self) -> None:
        """Show the problems of all files."""
        files = self.desk.files()
        for name in sorted(files | self._published):
            self.publish(name)

    def publish(self, name: str) -> None:
        """Show the problems of a file."""
        document = self.desk.workspace.document(name)
        problems = self.desk.problems(name) if document else ()
        found = protocol.diagnostics(document, problems, self.desk.workspace.document) if document else []
        self._published = self._published | {name} if found else self._published - {name}
        uri = protocol.uri_of(name)
        version = self.workspace.get_text_document(uri).version if name in self.desk.workspace.open else None
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))


Handler = Callable[[Any], Any]


def guarded(handler: Handler) -> Handler:
    """A handler that never fails: what goes wrong is logged, and the answer is empty."""

    def answered(params: Any) -> Any:
        try:
            return handler(params)
        except Exception:
            log.exception("an answer failed")
            return None

    return answered


def made() -> Server:
    """A server that answers everything in `REQUESTS`, and follows the documents."""
    server = Server()

    def initialize(params: lsp.InitializeParams) -> None:
        del params
        server.desk.workspace.units = str(getattr(server.workspace.position_encoding, "value", "utf-16"))

    def edited(params: lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams) -> None:
        server.changed(params.text_document.uri)

    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        server.relink(protocol.name_of(params.text_document.uri))

    for method, handler in (
        (lsp.INITIALIZE, initialize),
        (lsp.TEXT_DOCUMENT_DID_OPEN, edited),
        (lsp.TEXT_DOCUMENT_DID_CHANGE, edited),
        (lsp.TEXT_DOCUMENT_DID_CLOSE, closed),
        (lsp.TEXT_DOCUMENT_DID_SAVE, saved),
    ):
        server.feature(method)(guarded(handler))
    for method, answer, options in REQUESTS:
        server.feature(method, options)(guarded(partial(_answered, server, answer)))
    server.command(RUN)(lambda *about: server.run(*map(str, about)) if len(about) == RUN_TAKES else None)
    return server


def _answered(server: Server, answer: Callable[[Desk, Any], object], params: Any) -> object:
    """An answer; a refusal is shown to the author."""
    found = answer(server.desk, params)
    if isinstance(found, Refused):
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, found.reason))
        return None
    return found


def serve(port: int | None = None) -> None:
    """Serve an editor: by standard input and output, or by a port of this machine."""
    sys.setswitchinterval(SWITCH)
    server = made()
    if port is None:
        server.start_io()
    else:
        server.start_tcp("127.0.0.1", port)
