import pytest

from repl.editor.documents import Document, Position

TEXTS = ["", "a\nb", "zone hand\r\nzone deck\r\n", "# é e\u0301 ü\nx", "# 🃏 a🃏b\n🃏", "\ufeffgame x"]


@pytest.mark.parametrize("units", ["utf-8", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", TEXTS)
def test_each_offset_has_a_position_that_leads_back(text: str, units: str) -> None:
    document = Document("x", text, units)
    offsets = range(len(document.source.text) + 1)
    assert [document.offset(document.position(each)) for each in offsets] == list(offsets)


def test_columns_count_the_units_of_the_encoding() -> None:
    at = "# 🃏 a".index("a")
    assert [Document("x", "# 🃏 a", units).position(at).column for units in ("utf-8", "utf-16", "utf-32")] == [7, 5, 4]


def test_a_place_beyond_the_text_is_its_nearest() -> None:
    document = Document("x", "ab\ncd")
    assert [document.offset(Position(0, 9)), document.offset(Position(7, 0))] == [2, 5]


def test_a_letter_typed_with_a_mark_is_one_character() -> None:
    document = Document("x", "# e\u0301x")
    assert document.source.text == "# éx"
    assert document.offset(Position(0, 4)) == 3
    assert document.position(3) == Position(0, 4)
