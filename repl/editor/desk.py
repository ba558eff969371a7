"""What an editor shows of its documents beside their texts: problems and played scenarios, and when to find them.

Problems of form are found at once. The rest is found in steps, each of which replaces what was found before; between
two steps newer text may come. Knows no protocol, no clock and no threads: see `server`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

import attrs

from dsl import Program
from dsl.text.diagnostics import CompileError, Problem
from repl.editor.documents import Document
from repl.editor.problems import Outdated, meaning, moved, readable
from repl.editor.scenarios import Played, Player, told_twice
from repl.editor.workspace import Ruleset, Stop, Workspace, form, is_texts


@attrs.frozen
class Found:
    """What was found when a ruleset was linked: problems in all its files, and the scenarios of the document.

    `program` is the largest game with the document, of the last texts that were right; None before there were any.
    """

    ruleset: Ruleset
    problems: tuple[Problem, ...] = ()
    played: tuple[Played, ...] = ()
    program: Program | None = attrs.field(default=None, repr=False, eq=False)


@attrs.define
class Desk:
    """The workspace, and what was found last for each open document."""

    workspace: Workspace = attrs.field(factory=Workspace)
    found: dict[str, Found] = attrs.field(factory=dict)
    _player: Player = attrs.field(factory=Player)

    def edit(self, name: str, text: str) -> Document:
        """Give a document a new text; what was found before stays, moved, where nothing was changed."""
        old = self.workspace.open.get(name)
        document = self.workspace.edit(name, text)
        if old is not None:
            for key, found in self.found.items():
                kept = moved(found.problems, old.source, document.source)
                played = tuple(_moved(each, old, document) for each in found.played)
                self.found[key] = attrs.evolve(found, problems=kept, played=played)
        return document

    def close(self, name: str) -> None:
        """Forget a document."""
        self.workspace.close(name)
        self.found.pop(name, None)

    def steps(self, name: str, stop: Stop = lambda: False) -> Iterator[Found]:
        """Find out what is wrong with a document, in steps; raises `Outdated` between two of them."""
        ruleset = self.workspace.ruleset(name)
        if ruleset is None:
            return
        found = Found(ruleset)
        for found in self.steps_in(ruleset, stop):
            yield found
        yield attrs.evolve(found, program=self.link(ruleset) or found.program)

    def steps_in(self, ruleset: Ruleset, stop: Stop = lambda: False) -> Iterator[Found]:
        """The same, for texts that stay as they are, and without the largest game (`link`)."""
        found = Found(ruleset, program=self.program(ruleset.own.name))
        with suppress(CompileError):
            found = attrs.evolve(found, problems=meaning(ruleset, stop))
        played = not found.problems and not is_texts(ruleset.own.name) and readable(ruleset) != ()
        if played:
            found = attrs.evolve(found, problems=told_twice(ruleset.own))
        yield found
        if not played or found.problems:
            return
        results: list[Played] = []
        for each in self._player.play(ruleset):
            results.append(each)
            if stop():
                raise Outdated
        if results:
            yield attrs.evolve(found, problems=_different(results), played=tuple(results))

    def link(self, ruleset: Ruleset) -> Program | None:
        """The largest game with a document; None if its rules aren't right."""
        with suppress(CompileError):
            return self._player.largest(ruleset) if readable(ruleset) else None
        return None

    def problems(self, name: str) -> tuple[Problem, ...]:
        """All that is known to be wrong in a file: of form, and as far as it was found, of meaning."""
        document = self.workspace.document(name)
        shown = list(form(document.source)) if document else []
        for found in self.found.values():
            for each in found.problems:
                file = each.span.file.name if each.span else found.ruleset.own.name
                if file == name and not any(map(each.is_like, shown)):
                    shown.append(each)
        return tuple(shown)

    def program(self, name: str) -> Program | None:
        """The largest game with a document, as of the last texts that were right."""
        found = self.found.get(name)
        return found.program if found else None

    def files(self) -> frozenset[str]:
        """The files in which something is wrong, and those that are open."""
        named = {each.span.file.name for found in self.found.values() for each in found.problems if each.span}
        return frozenset({*named, *self.workspace.open})


def _different(played: Iterable[Played]) -> tuple[Problem, ...]:
    """In what games differ from their scenarios."""
    found = [problem for each in played for problem in each.problems]
    return tuple(each for at, each in enumerate(found) if not any(map(each.is_like, found[:at])))


def _moved(played: Played, old: Document, new: Document) -> Played:
    return attrs.evolve(played, problems=moved(played.problems, old.source, new.source))
