"""The language by example: every chunk of `spec/*.rules` has the problems marked on its lines, and no others.

Scenarios in a chunk are played by both executors. See `support/chunks.py` for what a chunk may hold.
"""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from dsl.reading.parse import parse
from dsl.reading.parser import parser
from dsl.text.diagnostics import Problems
from tests.support.chunks import Chunk, chunks, compare

SPEC = Path(__file__).parent / "spec"


def _all() -> list[Chunk]:
    preamble = SPEC.joinpath("preamble.rules").read_text("utf-8")
    texts = {path.name: path.read_text("utf-8") for path in sorted(SPEC.glob("*.rules"))}
    return [chunk for name, text in texts.items() for chunk in chunks(name, text, preamble)]


@pytest.mark.parametrize("chunk", _all(), ids=lambda chunk: f"{chunk.name}:{chunk.line}")
def test_chunk(chunk: Chunk) -> None:
    differences = compare(chunk)
    assert not differences, "\n" + differences


@pytest.mark.slow
def test_every_rule_of_the_grammar_has_an_example() -> None:
    own = [attrs.evolve(chunk, preamble="") for chunk in _all()]
    trees = [piece.tree for chunk in own for file in chunk.sources() for piece in parse(file, Problems())]
    shown = {str(part.data) for tree in trees for part in tree.iter_subtrees()}
    # A rule without a name of its own in trees (`?rule`) is one that passes on what stands in it.
    rules = [rule for rule in parser().rules if not rule.origin.name.startswith("_")]
    named = {str(rule.alias or rule.origin.name) for rule in rules if rule.alias or not rule.options.expand1}

    assert named - shown == set()
