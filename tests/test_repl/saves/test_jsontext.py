"""JSON lines: whatever a text holds, it is written as one line and comes back; what is ambiguous is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from repl.saves.jsontext import JsonError, parsed, written

ANY_TEXT = st.text(st.characters(exclude_categories=()))


@given(st.lists(ANY_TEXT))
def test_any_text_is_one_line_of_utf_8_and_comes_back(texts: list[str]) -> None:
    line = written(texts)
    assert line.isprintable()
    assert line.splitlines() == [line]
    assert parsed(line.encode()) == parsed("\ufeff" + line) == _paired(texts)


def _paired(texts: list[str]) -> list[str]:
    """Texts whose halves of characters have come together, as JSON reads them."""
    return [text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") for text in texts]


def test_what_can_be_seen_is_not_escaped() -> None:
    assert written({"a": "blüe → 🂡"}) == '{"a": "blüe → 🂡"}'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "isn't valid JSON"),
        (b"\xff", "isn't valid JSON"),
        ("1" * 10_000, "isn't valid JSON"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ("[NaN]", "`NaN` isn't a JSON number"),
        ("-Infinity", "`-Infinity` isn't a JSON number"),
        ('[{"a": 1, "b": 1, "a": 1}]', "it contains `a` twice"),
    ],
)
def test_what_not_everybody_reads_alike_is_refused(text: str | bytes, reason: str) -> None:
    with pytest.raises(JsonError, match=reason):
        parsed(text)
