"""Serve the built page on this machine alone.

The page is a folder of files: that of the package `reverie_playground`, or the one that a checkout has built. Knows
nothing of what the page does.
"""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

HERE = "127.0.0.1"
PACKAGE = "reverie_playground"

TYPES = {
    "": "application/octet-stream", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8", ".json": "application/json", ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm", ".zip": "application/zip",
}  # fmt: skip
"""The types of the files, whatever the machine has registered for their endings."""


def page_folder() -> Path | None:
    """The folder of the built page, None if there is none."""
    spec = find_spec(PACKAGE)
    installed = [Path(place) / "dist" for place in (spec.submodule_search_locations or ())] if spec else []
    checkout = Path(__file__).parents[2] / "playground" / "dist"
    return next((folder for folder in (*installed, checkout) if (folder / "index.html").is_file()), None)


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of a folder at a port of this machine, 0 for any that is free; raises `OSError` if it is taken."""
    return ThreadingHTTPServer((HERE, port), partial(_Handler, directory=str(folder)))


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = TYPES
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        """Let browsers ask each time whether a file is still the same, which costs next to nothing here."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""
