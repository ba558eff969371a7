"""Quick fixes: the edits that mend the problems at a place."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dsl.editing.fixes import Fix, fixes
from dsl.text.diagnostics import Problem
from dsl.text.source import Span
from repl.editor.desk import Desk
from repl.editor.workspace import is_texts


@attrs.frozen
class Action:
    """A fix of a problem in a document."""

    problem: Problem
    fix: Fix


def actions(desk: Desk, part: Span) -> Iterator[Action]:
    """The fixes of the problems that touch a part of a document."""
    name = part.file.name
    for problem in () if is_texts(name) else desk.problems(name):
        span = problem.span
        if span is not None and span.file.name == name and span.start <= part.end and part.start <= span.end:
            yield from (Action(problem, fix) for fix in fixes(problem))
