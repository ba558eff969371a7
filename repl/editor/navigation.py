"""Where names lead: to their declarations, to all places that name them, and to another name for them.

A rename is tried before it is offered: afterwards the files must read as well as before, and each place must still mean
what it meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from dsl.editing.fixes import Edit, edited
from dsl.index.index import Index, index
from dsl.index.renames import Refused, rename
from dsl.index.symbols import DECLARES, TRANSLATES, Reference, Symbol
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import Span
from repl.editor.problems import meaning
from repl.editor.workspace import Ruleset, Workspace, form, is_texts


def at(workspace: Workspace, name: str, offset: int) -> Reference | None:
    """The name at a place in a document."""
    found = workspace.index(name)
    return found.at(name, offset) if found else None


def declarations(workspace: Workspace, name: str, offset: int) -> tuple[Span, ...]:
    """The places that declare the name at a place."""
    here = at(workspace, name, offset)
    return tuple(each.name for each in here.symbol.declarations) if here else ()


def references(workspace: Workspace, name: str, offset: int, *, declared: bool = True) -> tuple[Span, ...]:
    """All places that name the same as a place, with those that declare it or without."""
    found = workspace.index(name)
    here = found.at(name, offset) if found else None
    if found is None or here is None:
        return ()
    return tuple(each.span for each in found.references(here.symbol) if declared or each.role != DECLARES)


def in_document(workspace: Workspace, name: str, offset: int) -> tuple[Span, ...]:
    """The places in the document itself that name the same as a place."""
    return tuple(span for span in references(workspace, name, offset) if span.file.name == name)


def renameable(workspace: Workspace, name: str, offset: int) -> Span | Refused:
    """The name at a place, if it can be changed."""
    here, ruleset = at(workspace, name, offset), workspace.ruleset(name)
    if here is None or ruleset is None:
        return Refused("no name of the rules stands here")
    if here.symbol.sort == "game":
        return Refused("the name of a game can't be changed in all files that name it")
    return _foreign(workspace, ruleset, here.symbol) or here.span


def renamed(workspace: Workspace, name: str, offset: int, new: str) -> tuple[Edit, ...] | Refused:
    """The edits that give another name to what is named at a place, in all files."""
    allowed = renameable(workspace, name, offset)
    found, ruleset = workspace.index(name), workspace.ruleset(name)
    if isinstance(allowed, Refused) or found is None or ruleset is None:
        return allowed if isinstance(allowed, Refused) else Refused("no name of the rules stands here")
    here = found.at(name, offset)
    assert here is not None
    if here.role == TRANSLATES:
        ruleset = workspace.ruleset(here.symbol.span.file.name) or ruleset
    edits = rename(found, here.symbol, new)
    refused = edits if isinstance(edits, Refused) else _refused(found, ruleset, here, edits)
    if refused is not None:
        return Refused(f"`{new}` can't be its name: {refused.reason}")
    return edits


def _foreign(workspace: Workspace, ruleset: Ruleset, symbol: Symbol) -> Refused | None:
    """Why a symbol of an installed game keeps its name."""
    if ruleset.folder is None or not workspace.installed(ruleset):
        return None
    foreign = any(ruleset.folder in Path(each.name.file.name).parents for each in symbol.declarations)
    return Refused(f"`{symbol.name}` belongs to the installed game `{ruleset.game}`") if foreign else None


def _refused(found: Index, ruleset: Ruleset, here: Reference, edits: Sequence[Edit]) -> Refused | None:
    """Why edits don't just give another name to a symbol; None if they do."""
    rules = {file: source for file, source in found.sources.items() if not is_texts(file)}
    sources = {file: edited(source, edits) for file, source in rules.items()}
    for file, source in sources.items():
        new = form(source)
        if len(new) > len(form(found.sources[file])):
            return Refused(new[0].message)
    after = index(read(source, Problems()) for source in sources.values())
    before = [each for each in found.references(here.symbol) if each.role != TRANSLATES]
    place = here.symbol.span if here.role == TRANSLATES else here.span
    moved = after.at(place.file.name, _new_start(place, edits))
    if moved is None or len(after.references(moved.symbol)) != len(before):
        return Refused("something else has this name")
    own = sources[ruleset.own.name]
    files = tuple(sources[source.name] for source in ruleset.sources)
    wrong = meaning(attrs.evolve(ruleset, own=own, sources=files))
    if len(wrong) > len(meaning(ruleset)):
        return Refused(wrong[0].message)
    return None


def _new_start(span: Span, edits: Sequence[Edit]) -> int:
    """Where a span begins after edits."""
    earlier = (each for each in edits if each.span.file == span.file and each.span.start < span.start)
    return span.start + sum(len(each.text) - (each.span.end - each.span.start) for each in earlier)
