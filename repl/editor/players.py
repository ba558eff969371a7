"""What players read about a name or an option, as a session finds it: help texts, printed values, rows of the table.

Knows no document: a program says it all.
"""

from __future__ import annotations

from dsl import Program
from dsl.text.spelling import counted, either
from repl.session import card_index, legend, rulebook

MOST_READ = 4
"""Help texts, and rows of the table, that are shown at once."""

MOST_NAMED = 3
"""Modules of a game that are named."""


def about(program: Program, sort: str, name: str) -> tuple[str, ...]:
    """Lines about a name, by its sort in the author's words: what `rules` and `help table` say; () if nothing."""
    lines = rulebook.lines(rulebook.exactly(program, name)[:MOST_READ])
    if sort == "card" and not lines:
        return card_index.lines(card_index.cards(program, {name}))
    return (*lines, *list(legend.about(program, name))[:MOST_READ])


def about_option(program: Program, words: str) -> tuple[str, ...]:
    """Lines about the words of an option."""
    return rulebook.lines(rulebook.matching(program, words)[:MOST_READ])


def playing(program: Program) -> str:
    """The modules of a game, in words that can follow another."""
    if len(program.modules) > MOST_NAMED:
        return f" with {counted(len(program.modules), 'module')}"
    return f" with {either(program.modules, 'and', None)}" if program.modules else ""
