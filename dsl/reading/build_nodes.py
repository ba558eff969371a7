"""Build the parts that all nodes of the model share, from Lark trees: names, texts, and places."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Transformer, Tree
from lark.tree import Meta

from dsl.model import model as m
from dsl.reading.line_advice import CONTINUES
from dsl.reading.parse import parse_gap
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span, without_comment

GAP = re.compile(r"\{(?P<value>[^{}]*)\}|[{}]")
"""A gap in a text, or a brace that makes none."""


def text_of(token: Token) -> str:
    """The text between the quotes of a token."""
    return str(token)[1:-1]


def some(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """The items that aren't None."""
    return tuple(item for item in items if item is not None)


class NodeBuilder(Transformer[Token, Any]):
    """One method for each rule of the grammar; `meta` is the place of its text."""

    def __init__(self, file: SourceFile, offset: int, problems: Problems) -> None:
        super().__init__(visit_tokens=False)
        self.file = file
        self.offset = offset
        self.problems = problems

    def _call_userfunc(self, tree: Tree[Token], new_children: list[Any] | None = None) -> Any:
        """Call a node's method with its place and its parts, as `v_args` would, which wraps it anew for each node."""
        children = tree.children if new_children is None else new_children
        build = getattr(self, tree.data, None)
        return build(tree.meta, *children) if build else Tree(tree.data, children, tree.meta)

    def at(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, self.offset, self.offset)
        start, end = self.offset + meta.start_pos, self.offset + meta.end_pos
        return Span(self.file, start, self._end_of_head(start, end))

    def _end_of_head(self, start: int, end: int) -> int:
        """The end of the line that begins at `start` and of those that continue it, without comment and block."""
        text, stop, continues = self.file.text, start, True
        while continues:
            line = without_comment(text, start, end).rstrip()
            stop = start + len(line) if line else stop
            below = text.find("\n", start + len(line), end)
            continues = below >= 0 and (not line or CONTINUES.search(line) is not None)
            start = below + 1
        return stop

    def token(self, token: Token) -> Span:
        start = self.offset + (token.start_pos or 0)
        return Span(self.file, start, start + len(token))

    def text(self, token: Token) -> m.Text:
        """A text in double quotes, with the expressions in its gaps."""
        span = self.token(token)
        parts: list[str | m.Gap] = []
        end = 1
        for found in GAP.finditer(str(token)):
            parts.append(str(token)[end : found.start()])
            start, end = span.start + found.start() + 1, found.end()
            if not (found["value"] or "").strip():
                message = "this brace holds no value"
                here = Span(self.file, start - 1, start)
                self.problems.add("syntax", message, here, help="a value is put into a text by `{VALUE}`", certain=True)
            elif tree := parse_gap(self.file, start, span.start + end - 1, self.problems):
                parts.append(type(self)(self.file, start, self.problems).transform(tree))
        parts.append(str(token)[end:-1])
        return m.Text(tuple(part for part in parts if part), span=span)

    def gap(self, meta: Meta, value: m.Expression) -> m.Gap:
        return m.Gap(value, span=self.at(meta))

    def name(self, meta: Meta, *words: Token) -> m.Name:
        text = text_of(words[0]) if words[0].type == "QUOTED" else " ".join(words)
        return m.Name(" ".join(text.split()), span=self.at(meta))

    def changed(self, meta: Meta, *words: Token) -> m.Name:
        return self.name(meta, *words)

    def names(self, meta: Meta, *names: m.Name) -> tuple[m.Name, ...]:
        return names

    def signed(self, meta: Meta, sign: Token | None, number: Token) -> int:
        return -int(number) if sign else int(number)

    def cites(self, meta: Meta, token: Token) -> tuple[str, ...]:
        return tuple(part.strip() for part in text_of(token).split(","))

    def words(self, meta: Meta, *words: Token) -> m.Name:
        texts = [text_of(word) if word.type == "QUOTED" else word for word in words]
        return m.Name(" ".join(" ".join(texts).split()), span=self.at(meta))
