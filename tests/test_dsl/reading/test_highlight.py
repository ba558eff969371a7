"""Every token of a rules file has a sort, whether the file can be parsed or not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dsl.reading.highlight import Sort, classified, pieces
from dsl.text.source import SourceFile
from tests.support.usually import usually

ROOT = Path(__file__).parents[3]
FILES = sorted(path for folder in ("rulesets", "docs", "tests") for path in (ROOT / folder).rglob("*.rules"))

INSERTED = ["", "(", ")", "\n", '"', "`", "#", "[", "x", " ", "\n  ", "{", "<", "|", "\t", "é", "\f", "_", "-", "3"]


def _sorts(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], sort.value) for start, end, sort in classified(SourceFile("", text))]


def _of(text: str, *sorts: Sort) -> list[str]:
    return [text for text, sort in _sorts(text) if sort in sorts]


def _check(text: str) -> None:
    """Nothing but blanks is left out, and nothing is classified twice."""
    source = SourceFile("", text)
    at = 0
    for start, end, _ in classified(source):
        assert at <= start < end
        assert not source.text[at:start].strip()
        at = end
    assert not source.text[at:].strip()


@pytest.mark.parametrize(
    "text", ["# a\n\nzone b: heap  # c\nevent e\n  move b to\n  draw 2\n", "# only", "", "\n\n", " zone a"]
)
def test_pieces_are_the_tokens_and_what_is_between_them(text: str) -> None:
    source = SourceFile("a.rules", text)
    whole = list(pieces(source, 0, len(text)))
    assert "".join(piece for _, piece in whole) == text
    assert [(piece, sort) for sort, piece in whole if sort] == _sorts(text)
    for start in range(len(text)):
        for end in range(start, len(text) + 1):
            assert "".join(piece for _, piece in pieces(source, start, end)) == text[start:end]


def test_only_rules_files_have_pieces() -> None:
    assert list(pieces(SourceFile("a.texts", "zone a: heap"), 0, 6)) == [("", "zone a")]


def test_a_declaration_its_citation_and_its_comment() -> None:
    assert _sorts('number coins per player: 0 to 9  [O-B1, O-B2]  # "all"\n') == [
        ("number", "declaration"), ("coins", "declared"), ("per", "keyword"), ("player", "name"), (":", "punctuation"),
        ("0", "number"), ("to", "keyword"), ("9", "number"), ("[O-B1, O-B2]", "citation"), ('# "all"', "comment"),
    ]  # fmt: skip


def test_a_word_of_the_language_in_a_name_is_part_of_the_name() -> None:
    text = "event e\n  move turn to move 3\n  draw 2 from `the to` to more\n"
    assert _of(text, Sort.KEYWORD) == ["move", "to", "draw", "from", "to"]
    assert _of(text, Sort.NAME) == ["turn", "move", "3", "`the to`", "more"]
    assert _of(text, Sort.NUMBER) == ["2"]


def test_words_that_belong_together_are_one_token() -> None:
    text = "event e\n  draw from deck to hand face down as c\n  ask again\n  look at top 3 of deck in seen as s\n"
    assert _of(text, Sort.KEYWORD) == (
        ["draw", "from", "to", "face down", "as", "ask again", "look at", "top", "of", "in", "as"]
    )


def test_parameters_variables_and_chosen_cards_are_declared() -> None:
    text = (
        "define fits(card, other: set of colour): any (third: card in row where third is card)\n"
        "event go(there)\n  let found: 3\n  roll 1 to 6 as pips\n  for each other: player\n    ask turn\n"
        "      option take <card: fish in hand>\n"
    )
    assert _of(text, Sort.DECLARED) == (
        ["fits", "card", "other", "third", "go", "there", "found", "pips", "other", "card"]
    )


def test_an_option_is_declared_in_a_section_and_offered_in_a_prompt() -> None:
    text = "when a is b\n  option talk: open, silent\n  event e\n    ask turn\n      option talk open, if yes\n"
    assert _of(text, Sort.DECLARATION) == ["option", "event"]
    assert _of(text, Sort.DECLARED) == ["talk", "e"]
    assert _of(text, Sort.LABEL) == ["talk", "open"]


def test_tables_and_scenarios() -> None:
    assert _sorts("cards fish in deck\n  | {size} | red 3 | 4 |\n")[4:] == [
        ("|", "punctuation"), ("{size}", "gap"), ("|", "punctuation"), ("red", "name"), ("3", "name"),
        ("|", "punctuation"), ("4", "number"), ("|", "punctuation"),
    ]  # fmt: skip
    scenario = 'scenario a-b "What."\n  given\n    move 1: 3\n  play\n    at turn\n      answer move on + top\n'
    assert _of(scenario, Sort.SCENARIO) == ["a-b"]
    assert _of(scenario, Sort.NAME) == ["move", "1", "turn"]
    assert _of(scenario, Sort.LABEL) == ["move", "on", "top"]


def test_after_a_broken_line_the_others_are_read_as_before() -> None:
    lines = ["event e", "  move x to y", "  draw 2 from from of", "  shuffle of to", "  ask again", ""]
    assert _sorts("\n".join(lines))[-2:] == [("to", "name"), ("ask again", "keyword")]
    scenario = 'scenario a "x"\n  given\n    hand: : x\n  play\n    at turn\n      answer move on\n'
    assert _of(scenario, Sort.LABEL) == ["move", "on"]


@pytest.mark.parametrize("path", usually(FILES, one_in=3), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_token_of_a_file_has_a_sort(path: Path) -> None:
    _check(path.read_text("utf-8"))


@pytest.mark.parametrize("seed", range(20))
def test_broken_texts(seed: int) -> None:
    drawn = random.Random(seed)
    texts = [path.read_text("utf-8") for path in FILES if path.stat().st_size < 3_000]
    for _ in range(10):
        text = drawn.choice(texts)
        at = drawn.randrange(len(text))
        _check(text[:at] + drawn.choice(INSERTED) + text[at + drawn.choice([0, 1, 3, 200]) :])
