"""Pygments colours rules by the tokens of the parser."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Keyword, Name, Text

from dsl.reading.highlight import Sort, classified
from dsl.text.source import SourceFile
from repl.authoring.lexer import TOKENS, RulesLexer

FERRY = Path(__file__).parents[3] / "docs" / "tutorial" / "ferry" / "base.rules"


def test_every_sort_is_a_token() -> None:
    assert set(TOKENS) == set(Sort)


@pytest.mark.parametrize("text", [FERRY.read_text("utf-8"), "event e\n  move to\n  shuffle (\n", "", "\n\n# only\n"])
def test_nothing_is_lost(text: str) -> None:
    found = list(RulesLexer().get_tokens_unprocessed(text))
    assert "".join(part for _, _, part in found) == text
    sorts = [kind for _, kind, _ in found if kind is not Text]
    assert sorts == [TOKENS[each.sort] for each in classified(SourceFile("", text))]


def test_words_of_the_language_in_names_are_names() -> None:
    found = [(kind, part) for kind, part in RulesLexer().get_tokens("event e\n  move turn to hand\n") if part.strip()]
    assert found == [
        (Keyword.Declaration, "event"), (Name.Function, "e"), (Keyword, "move"), (Name, "turn"), (Keyword, "to"),
        (Name, "hand"),
    ]  # fmt: skip


def test_pygments_finds_it_by_its_name() -> None:
    assert type(get_lexer_by_name("reverie")).__name__ == "RulesLexer"
