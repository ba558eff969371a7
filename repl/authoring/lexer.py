"""Rules for Pygments, which colours code in pages and terminals: the entry point `reverie`.

The tokens are those of the parser (see `dsl/reading/highlight`); this only gives them the names that Pygments has for
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, _TokenType

from dsl.reading.highlight import Sort, classified
from dsl.text.source import SourceFile

TOKENS = {
    Sort.DECLARATION: Keyword.Declaration,
    Sort.KEYWORD: Keyword,
    Sort.DECLARED: Name.Function,
    Sort.NAME: Name,
    Sort.LABEL: String.Other,
    Sort.STRING: String.Double,
    Sort.NUMBER: Number.Integer,
    Sort.CITATION: Name.Label,
    Sort.COMMENT: Comment.Single,
    Sort.OPERATOR: Operator,
    Sort.PUNCTUATION: Punctuation,
    Sort.GAP: String.Interpol,
    Sort.SCENARIO: Name.Namespace,
}


class RulesLexer(Lexer):
    """Rules of card games in the language of Reverie."""

    name = "Reverie"
    aliases: ClassVar = ["reverie", "rules"]
    filenames: ClassVar = ["*.rules"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Each token with its place and its sort; blanks are plain text."""
        at = 0
        source = SourceFile("", text)
        for start, end, sort in classified(source):
            if at < start:
                yield at, Text, source.text[at:start]
            yield start, TOKENS[sort], source.text[start:end]
            at = end
        if at < len(source.text):
            yield at, Text, source.text[at:]
