"""The documents of an editor and the ruleset of each: open texts in place of what lies on disk.

A document belongs to the folder above it in which its game lies, or else to the installed game that its module is for;
then the other modules beside it belong to it, too. Knows no protocol, and nothing about what rules mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import attrs

from dsl.index.index import Index, index
from dsl.reading.library import ENDING, Head, head_in, read_file, ruleset_folder, rulesets
from dsl.reading.read import read
from dsl.text.diagnostics import CompileError, Problem, Problems
from dsl.text.source import SourceFile
from dsl.translation.texts import ENDING as TEXTS
from dsl.translation.texts import about, read_texts
from repl.editor.documents import Document

Stamp = tuple[int, int]


@attrs.frozen
class Ruleset:
    """The rules files that a document is read with: the game, its modules, and `own`, the document itself.

    `folder` holds the base game, `game` is its name; None and "" if no game was found. A texts file is read with the
    rules that it translates, and isn't among `sources`.
    """

    own: SourceFile
    sources: tuple[SourceFile, ...]
    folder: Path | None = None
    game: str = ""


def is_texts(name: str) -> bool:
    """Whether a document is a texts file, by its name."""
    return name.endswith(TEXTS)


def form(source: SourceFile) -> tuple[Problem, ...]:
    """The mistakes of form in a rules file or a texts file."""
    problems = Problems()
    with suppress(CompileError):
        if is_texts(source.name):
            read_texts(source, problems)
        else:
            read(source, problems)
    return tuple(problems.found)


def head(source: SourceFile) -> Head | None:
    """The head of a rules file, also with mistakes in it."""
    if is_texts(source.name):
        return None
    try:
        return head_in(read(source, Problems()))
    except CompileError:
        return None


@attrs.define
class Workspace:
    """Open documents by name; the name of a document on disk is its path. `units` as in `Document`."""

    open: dict[str, Document] = attrs.field(factory=dict)
    units: str = "utf-16"
    _disk: dict[Path, tuple[Stamp, Document | None]] = attrs.field(factory=dict)
    _indexed: dict[tuple[SourceFile, ...], Index] = attrs.field(factory=dict)

    def edit(self, name: str, text: str) -> Document:
        """Open a document, or give it a new text."""
        self.open[name] = document = Document(name, text, self.units)
        return document

    def close(self, name: str) -> None:
        """Forget what the editor holds of a document."""
        self.open.pop(name, None)

    def document(self, name: str) -> Document | None:
        """A document, open or on disk."""
        return self.open.get(name) or self._read(Path(name))

    def ruleset(self, name: str) -> Ruleset | None:
        """The ruleset of a document; None if there is no such document."""
        document = self.document(name)
        if document is None:
            return None
        own = document.source
        if is_texts(name):
            return self._of_texts(document)
        its = head(own)
        for folder in document.path.parents if document.path else ():
            sources = self._sources(folder)
            game = _game(sources)
            if game and (its is None or game == its.game):
                return Ruleset(own, _joined(sources, own), folder, game)
        if its is not None and its.module and its.game in rulesets():
            folder = ruleset_folder(its.game)
            return Ruleset(own, _joined(self._sources(folder), own, *self._beside(document, its)), folder, its.game)
        return Ruleset(own, (own,))

    def games(self, name: str) -> tuple[str, ...]:
        """The games for which a document can be a module: one in whose folder it lies, and those that are installed."""
        document = self.document(name)
        folders = document.path.parents if document and document.path else ()
        own = (game for folder in folders if (game := _game(self._sources(folder))))
        return tuple(dict.fromkeys([*own, *rulesets()]))

    def index(self, name: str) -> Index | None:
        """The index of the names in the ruleset of a document, and in the scenarios in folders below it."""
        ruleset = self.ruleset(name)
        if ruleset is None:
            return None
        sources, texts = self._with_scenarios(ruleset), self._texts(ruleset)
        if (*sources, *texts) not in self._indexed:
            models = [read(source, Problems()) for source in sources]
            self._indexed.clear()
            self._indexed[*sources, *texts] = index(models, texts)
        return self._indexed[*sources, *texts]

    def installed(self, ruleset: Ruleset) -> bool:
        """Whether the game of a ruleset isn't the author's own: its files lie elsewhere than the document."""
        path = Path(ruleset.own.name)
        return ruleset.folder is not None and ruleset.folder not in path.parents

    def _with_scenarios(self, ruleset: Ruleset) -> tuple[SourceFile, ...]:
        if ruleset.folder is None or self.installed(ruleset):
            return ruleset.sources
        known = {source.name for source in ruleset.sources}
        below: list[Path] = []
        with suppress(OSError):
            below = sorted(path for path in ruleset.folder.glob(f"*/**/*{ENDING}") if str(path) not in known)
        documents = map(self.document, map(str, below))
        found = (each.source for each in documents if each is not None)
        return (*ruleset.sources, *(source for source in found if head(source) is None))

    def _beside(self, document: Document, its: Head) -> Iterator[SourceFile]:
        """The other modules for the game in the folder of a document."""
        for source in self._sources(document.path.parent) if document.path else ():
            other = head(source)
            if other and other.module and other.game == its.game and other.module != its.module:
                yield source

    def _of_texts(self, document: Document) -> Ruleset:
        """The ruleset of a texts file: that of the rules file beside it which it translates."""
        own = document.source
        for source in self._sources(document.path.parent) if document.path else ():
            its = head(source)
            found = self.ruleset(source.name) if its and about(own) == (its.module or its.game) else None
            if found is not None:
                return attrs.evolve(found, own=own)
        return Ruleset(own, ())

    def _texts(self, ruleset: Ruleset) -> tuple[SourceFile, ...]:
        """The author's texts files that a ruleset has: beside the game, or beside a module for an installed one."""
        folder = Path(ruleset.own.name).parent if self.installed(ruleset) else ruleset.folder
        return self._sources(folder, TEXTS) if folder is not None else ()

    def _sources(self, folder: Path, ending: str = ENDING) -> tuple[SourceFile, ...]:
        """The rules files in a folder by name, open ones included that were never saved."""
        own = {Path(name) for name in self.open if name.endswith(ending) and Path(name).parent == folder}
        found: set[Path] = set()
        with suppress(OSError):
            found = set(folder.glob(f"*{ending}"))
        documents = map(self.document, map(str, sorted(found | own)))
        return tuple(each.source for each in documents if each is not None)

    def _read(self, path: Path) -> Document | None:
        """A document on disk, read again only if it has changed."""
        try:
            state = path.stat()
        except (OSError, ValueError):
            return None
        stamp = (state.st_mtime_ns, state.st_size)
        if path not in self._disk or self._disk[path][0] != stamp:
            source = read_file(path, Problems())
            self._disk[path] = (stamp, Document(str(path), source.text, self.units) if source else None)
        return self._disk[path][1]


def _game(sources: tuple[SourceFile, ...]) -> str:
    """The name of the game among rules files, or ""."""
    found = (its for its in map(head, sources) if its and not its.module)
    return next((its.game for its in found), "")


def _joined(sources: tuple[SourceFile, ...], *more: SourceFile) -> tuple[SourceFile, ...]:
    """Rules files with some more; of two that are the same module, the later one counts."""
    by_key: dict[str, SourceFile] = {}
    for source in (*sources, *reversed(more)):
        its = head(source)
        key = f"module {its.module}" if its and its.module else source.name
        by_key = {name: other for name, other in by_key.items() if other.name != source.name}
        by_key[key] = source
    return tuple(by_key.values())


Stop = Callable[[], bool]
"""Whether newer text has come, so that nobody wants what is being found out."""
