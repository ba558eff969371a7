from __future__ import annotations

from interpreter.generated.executor import compiled, listing
from interpreter.generated.generate import generate
from tests.support.labyrinth import labyrinth


def test_every_line_knows_its_rule() -> None:
    source = generate(labyrinth())
    assert len(source.origins) == len(source.text.splitlines())
    assert all(0 <= origin < len(labyrinth().origins) for origin in source.origins)


def test_the_same_program_gives_the_same_source() -> None:
    assert generate(labyrinth()).text == listing(labyrinth())


def test_the_code_can_be_read() -> None:
    text = listing(labyrinth())
    assert "def b0(s, p):" in text
    assert "And(" not in text
    assert compiled(labyrinth()).text == text


def test_conditions_on_what_is_printed_are_worked_out_beforehand() -> None:
    source = generate(labyrinth())
    assert ".translate(None, D" in source.text
    assert ".translate(None, E" in source.text
    doors = {name for name, value in source.constants.items() if name.startswith("D") and isinstance(value, bytes)}
    assert doors
