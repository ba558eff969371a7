"""The layout of texts files."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.format.formatted import formatted
from dsl.text.source import SourceFile, Span

SHIPPED = sorted((Path(__file__).parents[3] / "rulesets").rglob("*.texts"))

TYPED = """

texts   german "Deutsch"  for  garden  # of the garden
 poppy :Mohn
a   `b`:   # what
    # here
    "a  b"
"x: y" :  "y:  z"


condition card  is  "a  b" : "u  v"
nonsense   here
# end"""

EXPECTED = """texts german "Deutsch" for garden  # of the garden
poppy: Mohn
a `b`:  # what
  # here
  "a  b"
"x: y": "y:  z"

condition card is "a  b": "u  v"
nonsense here
# end
"""


def laid_out(text: str) -> str:
    return formatted(SourceFile("a.texts", text))


def test_entries_are_laid_out() -> None:
    assert laid_out(TYPED) == EXPECTED
    assert laid_out(EXPECTED) == EXPECTED


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_texts_are_formatted(path: Path) -> None:
    text = path.read_text("utf-8")
    assert laid_out(text) == text
    assert laid_out(text.replace("\n\n", "\n\n\n").replace("\n", "  \n")) == text


def test_only_the_entries_of_a_part_are_laid_out() -> None:
    source = SourceFile("a.texts", 'texts  german "Deutsch" for pond\n\n\na:  b\nc:  d\n\n')
    at = source.text.index("b")
    assert formatted(source, Span(source, at, at)) == 'texts  german "Deutsch" for pond\n\n\na: b\nc:  d\n\n'
