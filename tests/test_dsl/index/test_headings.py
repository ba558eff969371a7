import pytest

from dsl.index.headings import headings
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n"])
def test_a_file_without_declarations_has_no_headings(text: str) -> None:
    assert headings(read(SourceFile("x", text), Problems())) == ()
