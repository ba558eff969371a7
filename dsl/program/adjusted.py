"""The rules that change definitions, and the conditions of options in which they are marked.

`assembly/adjusted` makes these shapes on demand from the same text as the program; no executor reads them. Their
expressions read the same locals, numbers and zones as the program's own, and can be evaluated at any decision of it.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dsl.program.expressions import Expr
from dsl.program.origin import Origin


@attrs.frozen
class Adjusting:
    """A rule that changes a definition; without it, its condition counts as false if it `widens`, else as true."""

    origin: Origin
    widens: bool


@attrs.frozen
class Adjusted:
    """All such `rules`, and the conditions of the options that they adjust.

    `options` has the conditions of an option and its parameters by the origins of the `Choose` and of the option. In
    them, the condition of rule number `n` is `Covered` with the origin `mark(n)`.
    """

    rules: tuple[Adjusting, ...]
    options: Mapping[tuple[int, int], tuple[Expr, ...]]


def mark(number: int) -> int:
    """The origin that marks the condition of a rule; no rule of the program has it."""
    return -1 - number
