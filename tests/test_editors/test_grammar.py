"""The TextMate grammar in the extension is the one that the parser's tables give."""

from __future__ import annotations

import json

from dsl.reading.highlight import Sort
from editors.grammar import SCOPES, TARGET, Behind, grammar, words


def test_the_grammar_is_up_to_date() -> None:
    assert TARGET.read_text("utf-8") == grammar(), "run python -m editors.grammar"


def test_every_sort_has_a_scope() -> None:
    assert set(SCOPES) == set(Sort)
    assert len(set(SCOPES.values())) == len(SCOPES)


def test_every_reference_has_its_rule() -> None:
    whole = json.loads(TARGET.read_text("utf-8"))
    text = json.dumps(whole)
    named = {each.split('"')[0] for each in text.split('"include": "#')[1:]}
    assert named == set(whole["repository"])


def test_a_word_of_the_language_is_found_before_a_shorter_one() -> None:
    assert words(["ASK", "AGAIN", "WORD", "COLON", "_NL"]) == ["AGAIN", "ASK"]


def test_a_name_ends_before_the_words_that_may_stand_behind_it() -> None:
    name = Behind(("EVENT",), ("TO",)).name()
    assert name.startswith("(?!(?:event)")
    assert "(?!(?:to)" in name
