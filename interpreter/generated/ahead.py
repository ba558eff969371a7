"""Names for values that are computed once, before the loops that list the picks of an option.

`expressions` asks for the names while it writes the inside of a loop; `enumerate_picks` inserts the lines that give
them their values before it.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.program.expressions import Expr, Number, Zone
from dsl.program.operators import free_locals, reads_state
from interpreter.analysis.coverage import records_coverage


class Ahead:
    """Collects expressions that depend only on the state and on the locals `outer`, which are set before the loops."""

    def __init__(self, fresh: Callable[[str], str], outer: frozenset[int]) -> None:
        self._fresh = fresh
        self._outer = outer
        self._names: dict[str, str] = {}
        self._guards: dict[int, str] = {}

    def lasts(self, expr: Expr) -> bool:
        """Whether an expression has the same value throughout the loops, and is worth a name."""
        if isinstance(expr, Zone | Number) or not free_locals(expr) <= self._outer or not reads_state(expr):
            return False
        return not records_coverage(expr)

    def name(self, text: str) -> str:
        """The name of the value of a piece of source."""
        if text.isdigit() or text.isidentifier():
            return text
        if text not in self._names:
            self._names[text] = self._fresh("h")
        return self._names[text]

    def guard(self, name: str) -> None:
        """From here on, names are needed only if the list with this name isn't empty."""
        if name in self._names.values():
            self._guards[len(self._names)] = name

    def lines(self) -> list[str]:
        """The lines that give the names their values."""
        found, indent = list[str](), ""
        for number, (text, name) in enumerate(self._names.items()):
            if number in self._guards:
                found.append(f"{indent}if {self._guards[number]}:")
                indent += " "
            found.append(f"{indent}{name} = {text}")
        return found
