"""Run by pack.mjs inside Pyodide: makes bytecode with the Python that will run it, fills the cache, writes archives.

Bytecode without docstrings and assertions stands in place of its source, so nothing is compiled in the browser. The
cache holds the tables of the grammar and the models of all rules files, found there under the same digests because the
code is the same.
"""

from __future__ import annotations

import importlib
import py_compile
import shutil
import sys
import zipfile
from pathlib import Path

PACK = Path("/pack")
SITE, CODE, DATA, OUT = PACK / "site", PACK / "code", PACK / "data", PACK / "out"

LEFT_OUT = (
    "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3", "pydoc_data", "unittest", "curses", "dbm", "venv",
    "test", "multiprocessing/dummy", "sqlite3", "wsgiref", "xmlrpc", "turtle.py",
)  # fmt: skip
"""Parts of the standard library that no game needs."""


WITH_TEXTS = ("pyodide", "_pyodide")
"""Packages that read their docstrings as they start."""


def main() -> None:
    """Write the three archives to `OUT`."""
    OUT.mkdir()
    _compiled(SITE, CODE)
    shutil.move(CODE / "rulesets", DATA / "rulesets")
    _archive(CODE, OUT / "code.zip")
    _stdlib()
    sys.path[:0] = [str(DATA), str(OUT / "code.zip")]
    _fill_cache()
    shutil.move(DATA / "cache-home", DATA / "home")
    _archive(DATA, OUT / "data.zip")


def _compiled(source: Path, target: Path) -> None:
    """Copy a folder, with bytecode in place of each source."""
    for path in sorted(source.rglob("*")):
        there = target / path.relative_to(source)
        if path.is_dir() or "__pycache__" in path.parts:
            continue
        there.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".py":
            name = path.relative_to(source).as_posix()
            py_compile.compile(
                str(path), str(there.with_suffix(".pyc")), name, doraise=True,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
                optimize=0 if name.startswith(WITH_TEXTS) else 2,
            )  # fmt: skip
        else:
            shutil.copyfile(path, there)


def _stdlib() -> None:
    source, target = PACK / "lib", PACK / "lib-compiled"
    with zipfile.ZipFile(PACK / "stdlib.zip") as archive:
        archive.extractall(source)
    for name in LEFT_OUT:
        path = source / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    _compiled(source, target)
    _archive(target, OUT / "stdlib.zip")


def _archive(folder: Path, path: Path) -> None:
    """Write a folder as an archive that is the same for the same files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), (1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, file.read_bytes())


def _fill_cache() -> None:
    """Read every rules file once, as the page will."""
    dsl = importlib.import_module("dsl")
    library = importlib.import_module("dsl.reading.library")
    importlib.import_module("dsl.reading.parser").parser()
    for game in dsl.rulesets():
        dsl.contents(game)
        folder = dsl.ruleset_folder(game)
        for path in sorted((folder / "scenarios").glob("*.rules")):
            for name in (f"{game}/scenarios/{path.name}", str(path)):
                source = library.read_file(path, importlib.import_module("dsl.text.diagnostics").Problems(), name)
                library.read_all([source])
