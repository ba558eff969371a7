"""The one type for everything that can be wrong with a text.

Passes add to a `Problems` and carry on; the pipeline stops between passes; only the edge raises
`CompileError`, once, with all of them. How a problem looks on screen is `render`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from dsl.text import hints
from dsl.text.source import Span

MOST_SHOWN = 50

MOST_FOUND = 500
"""With so many problems nothing else is looked for."""

REFUSALS = frozenset({"refused", "requires", "excludes", "no-such-game"})
"""Codes of the problems with which a game is refused: rules say that modules and options don't go together, or there
is no such game for so many players, or without such an option, or with such a value of one.

Any other problem, a misspelt module say, is a mistake in a text or in what was asked for.
"""


@attrs.frozen
class Label:
    """A second place that belongs to a problem: `first declared here`."""

    span: Span
    text: str


@attrs.frozen
class Problem:
    """One thing that is wrong.

    `code` is a stable slug with a paragraph in docs/problems.md; `message` stands on its own, in lower
    case, with the author's words in backticks; `label` goes under the underlined words; `help` says
    what to do.
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    related: tuple[Label, ...] = ()
    help: str = ""

    def is_like(self, other: Problem) -> bool:
        """Whether it says the same of the same place, whatever else is shown with it."""
        return (self.code, self.message, self.span) == (other.code, other.message, other.span)


class CompileError(Exception):
    """Everything wrong with a set of rules files; `problems` is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{p.span.place if p.span else ''}: {p.message} [{p.code}]" for p in self.problems))


class Problems:
    """Collects the problems of the passes.

    `told` counts how often one was come upon, the same one again included: what stays equal while something is read
    says that nothing is wrong with it.
    """

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self.told = 0

    def add(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        related: Iterable[Label] = (),
        help: str = "",
    ) -> None:
        """Note a problem, the same one at the same place once; raises `CompileError` when they are too many."""
        self.told += 1
        problem = Problem(code, message, span, label, tuple(related), hints.hint_for(code, span) or help)
        if problem not in self.found:
            self.found.append(problem)
        if len(self.found) >= MOST_FOUND:
            self.stop_if_any()

    def stop_if_any(self) -> None:
        """Raise `CompileError` if anything was found."""
        if self.found:
            raise CompileError(sorted(self.found, key=_place)[:MOST_SHOWN])


def _place(problem: Problem) -> tuple[str, int]:
    return (problem.span.file.name, problem.span.start) if problem.span else ("", 0)
