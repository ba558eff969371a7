"""The definitions of a game that have a value at any moment: those without arguments.

`assembly/definitions` makes these shapes on demand from the same text as the program; no executor reads them.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dsl.program.expressions import Expr
from dsl.program.setup import Table


@attrs.frozen
class Defined:
    """A definition without arguments, which uses so many locals.

    Its value is a number; or one of `values`, called by the word at its place in `words`.
    """

    expr: Expr
    locals: int
    words: tuple[str, ...] = ()
    values: tuple[int, ...] = ()


@attrs.frozen
class Definitions:
    """The `known` values by name; `others` are definitions that have none, with the reason.

    The expressions read `tables`, not those of the program.
    """

    known: Mapping[str, Defined]
    others: Mapping[str, str]
    tables: tuple[Table, ...]
