"""Find gaps in texts that nothing fills: `help snail "It eats {points} herbs"` would be shown with its braces.

A gap such as `{tray}` is filled in labels below `for each tray`, and in the words for the zones of a group, which are
checked where groups are. Questions and endings have gaps for any value (see `NodeBuilder.text`).
"""

from __future__ import annotations

import re

from lark import Token, Tree

from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span

GAP = re.compile(r"<(?P<old>[^\W\d][\w' -]*)>|{(?P<new>[^\W\d][\w' -]*)}")

FREE = frozenset({"help", "topic", "scenario", "game", "module"})
"""Declarations with texts in which brackets are nothing but brackets."""

ANY = frozenset({"member", "prompt", "won", "win_also", "lose_when", "out_of_reach", "lose", "over_when", "game_over"})
"""Parts of declarations whose texts have gaps for any value, or for what is checked elsewhere."""


def check(file: SourceFile, tree: Tree[Token], offset: int, problems: Problems) -> None:
    """Report gaps in the texts of a declaration whose text begins at an offset of the file."""
    _Gaps(file, offset, problems).look(tree, frozenset())


class _Gaps:
    def __init__(self, file: SourceFile, offset: int, problems: Problems) -> None:
        self._file, self._offset, self._problems = file, offset, problems

    def look(self, tree: Tree[Token], filled: frozenset[str] | None) -> None:
        """Look through a part of a declaration in which the gaps `filled` are filled; None: any."""
        if tree.data in FREE:
            return
        filled = _filled(tree, filled)
        for child in tree.children:
            if isinstance(child, Tree):
                self.look(child, filled)
            elif child and child.type == "STRING":
                self._look_at(child, filled, beside=tree.data == "table_beside")

    def _look_at(self, text: Token, filled: frozenset[str] | None, *, beside: bool) -> None:
        for gap in GAP.finditer(str(text)):
            name = gap["old"] or gap["new"]
            known = filled is None or name in filled
            if known and gap["new"]:
                continue
            start = self._offset + (text.start_pos or 0) + gap.start()
            span = Span(self._file, start, start + len(gap.group()))
            message, help_ = _wrong(name, known, filled or frozenset())
            if beside and gap["new"] and not filled:
                help_ = f"write this line below `for each {name}`, indented, or name the line of one of them"
            self._problems.add("bad-value", message, span, help=help_)


def _wrong(name: str, known: bool, filled: frozenset[str]) -> tuple[str, str]:
    if known:
        return "a gap of a text is written in braces", f"say `{{{name}}}`"
    gaps = " or ".join(f"`{{{each}}}`" for each in sorted(filled))
    help_ = f"only {gaps} is filled in here" if gaps else "leave them out; the table can show numbers"
    return "nothing is filled in here: players would read the brackets", help_


def _filled(tree: Tree[Token], above: frozenset[str] | None) -> frozenset[str] | None:
    """The gaps that are filled in the texts of a part of a declaration."""
    if tree.data in ANY:
        return None
    if tree.data == "table_each" and above is not None:
        return above | {_name(_first_name(tree))}
    return above


def _first_name(tree: Tree[Token]) -> Tree[Token]:
    """The name that comes first in a part of a declaration."""
    first = next(child for child in tree.children if isinstance(child, Tree))
    return first if first.data == "name" else _first_name(first)


def _name(tree: Tree[Token]) -> str:
    return " ".join(str(token) for token in tree.children).strip("`").strip()
