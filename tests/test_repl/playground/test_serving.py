from __future__ import annotations

import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from repl.playground import serving

FILES = {
    "index.html": "text/html; charset=utf-8",
    "a.mjs": "text/javascript; charset=utf-8",
    "a.wasm": "application/wasm",
}


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    for name in FILES:
        (tmp_path / name).write_text("x", encoding="utf-8")
    server = serving.server(tmp_path, 0)
    thread = threading.Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("name", FILES)
def test_files_have_their_types(port: int, name: str) -> None:
    connection = HTTPConnection(serving.HERE, port)
    connection.request("GET", f"/{name}")
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Content-Type"), answer.read()) == (200, FILES[name], b"x")
    assert answer.getheader("Cache-Control") == "no-cache"
    connection.request("GET", f"/{name}", headers={"If-Modified-Since": answer.getheader("Last-Modified") or ""})
    again = connection.getresponse()
    again.read()
    assert again.status == 304
    connection.close()


def test_the_page_of_the_package_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / serving.PACKAGE / "dist"
    page.mkdir(parents=True)
    (page / "index.html").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert serving.page_folder() == page
