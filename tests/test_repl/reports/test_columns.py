"""Columns of characters that take two cells."""

from __future__ import annotations

from repl.reports.columns import cut, left, right


def test_texts_fill_columns_by_cells() -> None:
    assert [left("火", 4), right("火", 4), left("fire", 4)] == ["火  ", "  火", "fire"]


def test_a_cut_text_takes_exactly_its_columns() -> None:
    assert [cut("火の夢", 6), cut("火の夢", 5), cut("火の夢", 4), cut("fire", 3)] == ["火の夢", "火の…", "火… ", "fi…"]
