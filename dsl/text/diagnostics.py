"""Problems: one type for everything that can be wrong with a text.

Passes add to a `Problems` and carry on; the pipeline stops between passes; only the edge raises `CompileError`, once,
with all of them. Nothing here knows how a problem looks on a screen: see `render`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import attrs

from dsl.text import hints
from dsl.text.source import Span

MOST_SHOWN = 50
"""Problems that a `CompileError` holds; the rest are dropped."""

MOST_FOUND = 500
"""Problems after which the compilation stops at once."""

REFUSALS = frozenset({"refused", "requires", "excludes", "no-such-game"})
"""Codes of the problems that refuse a game: its rules exclude this combination of modules and options, or the game
doesn't exist for this number of players, without this option, or with this value of it.

Any other problem, such as a misspelt module, is a mistake in a text or in the request.
"""


@attrs.frozen
class Label:
    """A second place that belongs to a problem, with its text: `first declared here`."""

    span: Span
    text: str


@attrs.frozen
class Problem:
    """One mistake in a text or a request.

    `code` is a stable slug with a paragraph in docs/problems.md. `message` stands on its own, in lower case, with the
    author's words in backticks. `label` is shown under the underlined words. `help` tells the author what to do.
    A `note` reports something that may be intended; nobody has to change anything.
    """

    code: str
    message: str
    span: Span | None
    label: str = ""
    related: tuple[Label, ...] = ()
    help: str = ""
    note: bool = False

    def is_like(self, other: Problem) -> bool:
        """Whether both report the same at the same place; labels and help don't count."""
        return (self.code, self.message, self.span) == (other.code, other.message, other.span)


class CompileError(Exception):
    """Everything wrong with a set of rules files; `problems` is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{p.span.place if p.span else ''}: {p.message} [{p.code}]" for p in self.problems))

    def __reduce__(self) -> tuple[type[CompileError], tuple[tuple[Problem, ...]]]:
        return CompileError, (self.problems,)


class Problems:
    """Collects the problems of the passes.

    `reported` counts every report, repeated ones included: if it stays the same while something is read, nothing is
    wrong with it (see `trial`). `twice` are names that are declared twice: what else is wrong with them follows from
    that, and isn't shown.
    """

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self.reported = 0
        self.twice: set[str] = set()

    def add(
        self,
        code: str,
        message: str,
        span: Span | None,
        *,
        label: str = "",
        related: Iterable[Label] = (),
        help: str = "",
        certain: bool = False,
    ) -> None:
        """Add a problem, unless an equal one was found; raises `CompileError` when they are too many.

        A hint takes the place of the help, unless that is certain.
        """
        self.reported += 1
        if code in ("never-holds", "never-fires") and any(problem.code == "bad-table" for problem in self.found):
            return  # there may be other cards once the table is right
        if code != "declared-twice" and any(
            re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", f"{message} {span.text if span else ''}")
            for name in self.twice
        ):
            return
        problem = Problem(
            code, message, span, label, tuple(related), (not certain and hints.hint_for(code, span)) or help
        )
        if problem not in self.found:
            self.found.append(problem)
        if len(self.found) >= MOST_FOUND:
            self.stop_if_any()

    def repeated(self) -> None:
        """Count a report of something that was reported before and is not shown again."""
        self.reported += 1

    def trial(self) -> Trial:
        """`with problems.trial() as trial`: what is read there is `clean` or not; its problems can be dropped."""
        return Trial(self, tuple(self.found), self.reported)

    def stop_if_any(self) -> None:
        """Raise `CompileError` if any problem was found."""
        if self.found:
            raise CompileError(sorted(self.found, key=_place)[:MOST_SHOWN])


@attrs.define
class Trial:
    """What was found since a moment: `before` had been found by then, by so many reports."""

    problems: Problems
    before: tuple[Problem, ...]
    reports: int

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave everything as it is: problems are kept unless the trial drops them."""

    @property
    def clean(self) -> bool:
        """Whether nothing was reported, repetitions included."""
        return self.problems.reported == self.reports

    @property
    def new(self) -> list[Problem]:
        """The problems that had not been found before."""
        return [problem for problem in self.problems.found if problem not in self.before]

    def keep(self, chosen: Iterable[Problem]) -> None:
        """Keep only these of the new problems."""
        self.problems.found = [*self.before, *chosen]

    def drop(self) -> None:
        """Forget the new problems."""
        self.keep(())


def _place(problem: Problem) -> tuple[str, int]:
    return (problem.span.file.name, problem.span.start) if problem.span else ("", 0)
