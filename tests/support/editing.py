"""An editor: a client of the language server that remembers the problems and messages it was shown."""

import asyncio
import sys
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient


class Editor(LanguageClient):
    """A client that remembers the problems and messages it was shown."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.shown: dict[str, list[lsp.Diagnostic]] = {}
        self.said: list[lsp.ShowMessageParams] = []
        self.settled = asyncio.Event()
        self._written = ""

        @self.feature(lsp.WINDOW_SHOW_MESSAGE)  # type: ignore[untyped-decorator]
        def _(params: lsp.ShowMessageParams) -> None:
            self.said.append(params)

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def _(params: lsp.PublishDiagnosticsParams) -> None:
            self.shown[params.uri] = list(params.diagnostics)

        @self.feature("$/reverie/settled")  # type: ignore[untyped-decorator]
        def _(params: Any) -> None:
            if params.uri == self._written:  # other documents are told of, too, in any order
                self.settled.set()

    async def begin(self) -> lsp.InitializeResult:
        await self.start_io(sys.executable, "-m", "repl", "language-server", "--stdio")
        result = await self.initialize_async(lsp.InitializeParams(lsp.ClientCapabilities()))
        self.initialized(lsp.InitializedParams())
        return result

    def write(self, uri: str, text: str, version: int = 1) -> None:
        self.settled.clear()
        self._written = uri
        if version == 1:
            item = lsp.TextDocumentItem(uri, "reverie", version, text)
            self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
            return
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        about = lsp.VersionedTextDocumentIdentifier(version, uri)
        self.text_document_did_change(lsp.DidChangeTextDocumentParams(about, [change]))

    async def end(self) -> None:
        await self.shutdown_async(None)
        self.exit(None)
        await self.stop()  # type: ignore[no-untyped-call]
