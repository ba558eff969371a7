"""Functions for parts of expressions that recur in a program's text, so that a C compiler compiles each only once.

Only parts that read no locals are shared. Those that differ by the zones and numbers that they name are one function of
these. Until the whole text is there, the index of a zone or a number stands in it as `place` writes it.
"""

from __future__ import annotations

import re

LEAST = 100
"""Shorter pieces of source aren't shared."""

MOST = 6
"""Pieces that name more zones and numbers aren't shared."""

PLACE = re.compile(r"@([zn]\d+)@")


class Shared:
    """Collects the functions of one program."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        """The functions, each after those that it calls."""
        self._known: dict[tuple[str, str], str] = {}

    def number(self, text: str) -> str:
        """Source for a number; what it takes of the arena is given back."""
        return self._call(text, "I", "e", "Card *m_ = g->top; I r_ = {}; g->top = m_; return r_;")

    def cards(self, text: str) -> str:
        """Source for a list, which may lie in the arena."""
        return self._call(text, "L", "made", "return {};")

    def _call(self, text: str, kind: str, prefix: str, body: str) -> str:
        places = list(dict.fromkeys(PLACE.findall(text)))
        if len(text) < LEAST or len(places) > MOST:
            return text
        plain = PLACE.sub(lambda match: f"w{places.index(match[1])}_", text)
        if (kind, plain) not in self._known:
            name = self._known[kind, plain] = f"{prefix}{len(self._known)}"
            parameters = "".join(f", I w{number}_" for number in range(len(places)))
            self.lines.append(f"static {kind} {name}(G *g{parameters}) {{ {body.replace('{}', plain)} }}")
        return f"{self._known[kind, plain]}({', '.join(['g', *(f'@{each}@' for each in places)])})"


def place(kind: str, index: int) -> str:
    """The index of a zone ("z") or a number ("n") in a text that isn't whole."""
    return f"@{kind}{index}@"


def whole(text: str) -> str:
    """The text with all indices."""
    return PLACE.sub(lambda match: match[1][1:], text)
