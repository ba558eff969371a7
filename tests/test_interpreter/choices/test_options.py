from __future__ import annotations

from dsl.program.blocks import Choose, Parameter, Source
from dsl.program.expressions import Int
from interpreter.choices.options import words_of
from interpreter.choices.picks import unnamed
from interpreter.state.layout import blank
from tests.support.builder import YES, Builder, cards_in, way

HAND, SHARED = 0, 1


def source(zone: int, prefix: str = "", suffix: str = "") -> Source:
    return Source(cards_in(zone), Int(zone), prefix, suffix)


def taking(*sources: Source, by_position: bool = False) -> Parameter:
    return Parameter(0, 1, sources, YES, by_position)


def test_words_of_a_pick() -> None:
    b = Builder()
    b.zone("hand", "heap")
    b.zone("shared", "line")
    b.card("red sun", 1, 0)
    main, (block,) = b.declare(), b.block(1)
    ages = Parameter(0, 1, (), YES, values=(2, 4), words=("old", "new"))
    away = Source(cards_in(SHARED), Int(SHARED), "fetch", "from far", replaces=True)
    options = (
        way("play ", 0, " now", block=block, parameters=[taking(source(HAND), source(SHARED, "shared", "of A"))]),
        way("goal ", 0, block=block, parameters=[taking(source(HAND), source(SHARED, "shared"), by_position=True)]),
        way("be ", 0, block=block, parameters=[ages]),
        way("take ", 0, block=block, parameters=[taking(source(HAND), away)]),
    )
    b.waiting(main, "game", [(block, [], Choose(b.prompt("turn"), Int(0), options, block, False, 1, 0))])
    program = b.program(main, block)
    words = words_of(program)
    assert words.of(block, (0, 0, 0, 0)) == "play red sun now"
    assert words.of(block, (0, 0, 1, 1)) == "play shared red sun of A now"
    assert words.of(block, (1, 0, 1, 2 * 2 + 1)) == "goal shared 3"
    assert words.of(block, (2, 4, 0, 1)) == "be new"
    assert words.of(block, (3, 0, 0, 0)) == "take red sun"
    assert words.of(block, (3, 0, 1, 1)) == "fetch red sun from far"


def test_values_that_would_read_the_same_are_named() -> None:
    b = Builder()
    main, (block,) = b.declare(), b.block(1)
    ages = Parameter(0, 1, (), YES, values=(2, 4), words=("old", "new"), unclear=True)
    options = (way("be ", 0, block=block, parameters=[ages]), way("stop", block=block))
    b.waiting(main, "game", [(block, [], Choose(b.prompt("turn"), Int(0), options, block, False, 1, 0))], locals=2)
    program = b.program(main, block)
    words, picks = words_of(program), [(0, value, 0, unnamed(ages, place)) for place, value in enumerate(ages.values)]
    assert {words.of(block, pick) for pick in picks} == {"be"}
    (alone,) = words.merged(blank(program, 1), block, picks[:1])
    assert words.of(block, alone) == "be"
    merged = words.merged(blank(program, 1), block, [*picks, (1,)])
    assert [words.of(block, pick) for pick in merged] == ["be old", "be new", "stop"]
