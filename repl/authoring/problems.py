"""Problems with rules, as lines that can be shown anywhere."""

from __future__ import annotations

from collections.abc import Iterable

from dsl.text.diagnostics import Problem
from dsl.text.render import report


def in_lines(problems: Iterable[Problem]) -> tuple[str, ...]:
    """Problems with their excerpts, without colours, line by line."""
    return tuple(report(problems).splitlines())
