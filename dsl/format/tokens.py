"""The tokens of a declaration, each in the one spelling that it has in a file that is laid out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dsl.reading.parser import Lexeme, lexemes

STRUCTURE = frozenset({"_NL", "_INDENT", "_DEDENT"})
"""Terminals for the ends of lines, and for the begins and ends of blocks: they have no spelling."""


class Token(NamedTuple):
    """A token: its terminal in the grammar, its spelling, and its place in the text that was parsed."""

    terminal: str
    text: str
    start: int
    end: int


def tokens_of(text: str) -> tuple[Token, ...] | None:
    """The tokens of a declaration; None if it can't be parsed."""
    found, mistake = lexemes(text)
    return (
        tuple(Token(each.terminal, _spelled(each, text), each.start, each.end) for each in found)
        if mistake is None
        else None
    )


def words_of(tokens: Iterable[Token] | None) -> list[tuple[str, str]] | None:
    """What two texts of a declaration must have in common to be read alike."""
    return None if tokens is None else [(token.terminal, token.text) for token in tokens]


def _spelled(lexeme: Lexeme, text: str) -> str:
    spelling = text[lexeme.start : lexeme.end]
    match lexeme.terminal:
        case terminal if terminal in STRUCTURE:
            return ""
        case "QUOTED":
            return f"`{' '.join(spelling[1:-1].split())}`"
        case "CITES":
            return f"[{', '.join(part.strip() for part in spelling[1:-1].split(','))}]"
        case "FACE":
            return " ".join(spelling.split())
        case _:
            return spelling
