"""Give the modules of rules files other names: nothing but names changes.

A module is named where it begins, where other modules require or exclude it, in the order of hooks, and in the
conditions of sections. Words of the game that are spelt like a module stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.reading.library import read_all
from dsl.text.source import SourceFile


def renamed(sources: Sequence[SourceFile], names: Mapping[str, str]) -> list[SourceFile]:
    """The files with other names for some modules; raises `CompileError` if a file can't be read."""
    return [_renamed(file, names) for file in read_all(sources)]


def _renamed(file: m.File, names: Mapping[str, str]) -> SourceFile:
    found = {(name.span.start, name.span.end): names[name.text] for name in _modules(file) if name.text in names}
    text, end = file.span.file.text, len(file.span.file.text)
    rest = ""
    for (start, stop), name in sorted(found.items(), reverse=True):
        rest, end = name + text[stop:end] + rest, start
    return SourceFile(file.span.file.name, text[:end] + rest)


def _modules(file: m.File) -> Iterator[m.Name]:
    """The names in a file that stand for modules."""
    for node in (node for declaration in file.declarations for node in every_node(declaration)):
        match node:
            case m.Module(name):
                yield name
            case m.Requires(_, modules):
                yield from modules
            case m.Hook() if node.order:
                yield from node.order.modules
            case m.Compare("in" | "not in", m.Named(name), m.Named(m.Name("play"))):
                yield name
            case _:
                pass
