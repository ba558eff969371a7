from __future__ import annotations

from dsl.program.blocks import Return
from dsl.program.program import Program
from interpreter.analysis.equal_names import BYTE, cards_sharing_names, first_by_key, first_by_name
from tests.support.builder import Builder


def named(*names: str) -> Program:
    """A program whose cards have these names."""
    b = Builder()
    b.zone("deck", "pile")
    for name in names:
        b.card(name, 1, 0)
    main, (block,) = b.declare(), b.block(1)
    b.waiting(main, "game", [(block, [], Return())])
    return b.program(main, block)


def test_each_card_has_the_first_one_with_its_name() -> None:
    program = named("sun", "moon", "sun", "sun")
    assert bytes([0, 1, 2, 3]).translate(first_by_name(program)) == bytes([0, 1, 0, 0])
    assert cards_sharing_names(program) == bytes([0, 2, 3])
    assert cards_sharing_names(named("sun", "moon")) == b""


def test_a_table_has_an_entry_for_every_byte() -> None:
    assert first_by_key("aba") == bytes([0, 1, 0, *range(3, BYTE)])
