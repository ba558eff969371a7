"""What an editor shows above and beside lines: commands and results of scenarios, and who hooks a name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from dsl.index.symbols import DECLARES
from dsl.text.diagnostics import Problem
from dsl.text.source import Span
from dsl.text.spelling import counted, either
from repl.editor.desk import Desk
from repl.editor.problems import in_words
from repl.editor.scenarios import told

PLAY, RUN = "reverie.playFrom", "reverie.runScenario"
"""The commands of lenses: the editor plays, by the arguments of `reverie`; the server runs."""

RUN_TAKES = 2
"""The arguments of the second: the name of a document, and the id of a scenario."""

HOOKED = frozenset({"event", "prompt", "definition", "group"})
"""The sorts of names of which modules are shown that change them."""


@attrs.frozen
class Lens:
    """A command shown above a line: its words, its name and its arguments."""

    span: Span
    title: str
    command: str
    arguments: tuple[str, ...]


@attrs.frozen
class Hint:
    """Words at the end of the line of a span."""

    span: Span
    text: str


def lenses(desk: Desk, name: str) -> Iterator[Lens]:
    """The commands at the scenarios of a document; a result is shown once it is known."""
    document, ruleset = desk.workspace.document(name), desk.workspace.ruleset(name)
    if document is None or ruleset is None or not ruleset.game:
        return
    found = desk.found.get(name)
    results = {each.scenario.id: not each.problems for each in found.played} if found else {}
    installed = desk.workspace.installed(ruleset)
    game = ruleset.game if installed or ruleset.folder is None else str(ruleset.folder)
    for scenario in told(document.source):
        span = Span(document.source, scenario.span.start, document.source.text.find("\n", scenario.span.start))
        mark = {True: "✓ passes", False: "✗ fails", None: "run scenario"}[results.get(scenario.id)]
        yield Lens(span, mark, RUN, (name, scenario.id))
        if document.path is not None:
            more = ("--with", name) if installed else ()
            yield Lens(span, "▶ play from here", PLAY, ("play", game, *more, "--at", scenario.id))


def result(desk: Desk, name: str, id: str) -> tuple[bool, str]:
    """Whether a scenario of a document passes, and a sentence: what it expects and what came instead."""
    found = desk.found.get(name)
    played = next((each for each in found.played if each.scenario.id == id), None) if found else None
    if played is None:
        return False, f"`{id}` wasn't played: the rules have problems" if desk.problems(name) else f"`{id}` is gone"
    if not played.problems:
        return True, f"`{id}` passes"
    first, *more = played.problems
    others = f" ({counted(len(more), 'more problem')})" if more else ""
    return False, f"`{id}` fails{_where(first)}: {in_words(first)}{others}"


def _where(problem: Problem) -> str:
    """The line of a scenario that doesn't hold."""
    return f" in line {problem.span.line}, `{problem.span.sentence}`" if problem.span else ""


def hints(desk: Desk, name: str) -> Iterator[Hint]:
    """The modules whose rules hook or change what a document declares."""
    index = desk.workspace.index(name)
    for each in index.in_file(name) if index else ():
        if index is None or each.role != DECLARES or each.symbol.sort not in HOOKED:
            continue
        modules = dict.fromkeys(
            Path(hook.span.file.name).stem for hook in index.hooks(each.symbol) if hook.span.file.name != name
        )
        if modules:
            yield Hint(each.span, f"changed by {either(modules, 'and', None).replace('`', '')}")
