"""The language by example: every chunk of `spec/*.rules` has the problems marked on its lines, and no others.

Scenarios in a chunk are played by both executors. See `support/chunks.py` for what a chunk may hold.
"""

from __future__ import annotations

from pathlib import Path

import pytest

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
