"""Where names lead: to their declarations, to all places that name them, and to another name for them.

A rename is tried before it is offered: afterwards the files must read as well as before, and each place must still mean
what it meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from dsl.editing.fixes import Edit, edited
from dsl.index.index import Index, index
from dsl.index.symbols import DECLARES, Reference, Symbol
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import Span
from repl.editor.problems import meaning
from repl.editor.scenarios import told
from repl.editor.workspace import Ruleset, Workspace, form

IN_SCENARIOS = (
    (("prompt",), r"^ +(?:at|asked) +(?P<name>{name})(?=\s*(?:,|#|$))"),
    (("zone", "group"), r"^ +(?:[A-Z] +)?(?P<name>{name})(?=(?: of [^:\n]*)?(?: in any order)?:)"),
    (("number", "flag", "marker"), r"^ +(?:[A-Z] +)?(?P<name>{name})(?=[^:\n]*:)"),
    (("card", "value", "position"), r"(?P<name>{name})(?!(?: in any order)?:)"),
)
"""Where lines of scenarios name what is of some sorts."""


@attrs.frozen
class Refused:
    """Why something can't be renamed."""

    reason: str


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
    new = " ".join(new.strip("`").split())
    named = [*(each.span for each in found.references(here.symbol)), *_in_scenarios(found, here.symbol)]
    spans = {(span.file.name, span.start): span for span in named}
    reason = "it isn't a name"
    for words in (new, f"`{new}`"):
        edits = tuple(Edit(span, words) for span in spans.values())
        refused = _refused(found, ruleset, here, edits) if new else Refused(reason)
        if refused is None:
            return edits
        reason = refused.reason
    return Refused(f"`{new}` can't be its name: {reason}")


def _foreign(workspace: Workspace, ruleset: Ruleset, symbol: Symbol) -> Refused | None:
    """Why a symbol of an installed game keeps its name."""
    if ruleset.folder is None or not workspace.installed(ruleset):
        return None
    foreign = any(ruleset.folder in Path(each.name.file.name).parents for each in symbol.declarations)
    return Refused(f"`{symbol.name}` belongs to the installed game `{ruleset.game}`") if foreign else None


def _in_scenarios(found: Index, symbol: Symbol) -> Iterator[Span]:
    """The places in scenarios that name a symbol, as far as the forms of their lines tell its sort."""
    pattern = next((pattern for sorts, pattern in IN_SCENARIOS if symbol.sort in sorts), None)
    if pattern is None:
        return
    name = re.compile(pattern.format(name=rf"(?<![\w'’`-]){re.escape(symbol.name)}(?![\w'’-])"), re.MULTILINE)
    for source in found.sources.values():
        for scenario in told(source):
            yield from (
                Span(source, *place.span("name")) for place in name.finditer(source.text, *_reach(scenario.span))
            )


def _reach(span: Span) -> tuple[int, int]:
    """From the second line of a scenario to its end."""
    text = span.file.text
    begin = text.find("\n", span.start)
    end = re.compile(r"^(?![#\s])", re.MULTILINE).search(text, begin + 1) if begin >= 0 else None
    return (begin if begin >= 0 else len(text)), (end.start() if end else len(text))


def _refused(found: Index, ruleset: Ruleset, here: Reference, edits: Sequence[Edit]) -> Refused | None:
    """Why edits don't just give another name to a symbol; None if they do."""
    sources = {file: edited(source, edits) for file, source in found.sources.items()}
    for file, source in sources.items():
        new = form(source)
        if len(new) > len(form(found.sources[file])):
            return Refused(new[0].message)
    after = index(read(source, Problems()) for source in sources.values())
    before = found.references(here.symbol)
    moved = after.at(here.span.file.name, _new_start(here.span, edits))
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
