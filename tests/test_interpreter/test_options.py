from __future__ import annotations

import pytest

from dsl.program import Choose, Int, Option, Parameter, Return, Source
from interpreter.options import may_coincide, skipped, words_of
from tests.support.builder import YES, Builder, cards_in, way

HAND, SHARED = 0, 1


def source(zone: int, prefix: str = "", suffix: str = "") -> Source:
    return Source(cards_in(zone), Int(zone), prefix, suffix)


def taking(*sources: Source, by_position: bool = False) -> Parameter:
    return Parameter(0, 1, sources, YES, by_position)


def coincide(*options: Option, names: tuple[str, ...] = ("red sun", "blue sun")) -> bool:
    b = Builder()
    b.zone("hand", "heap")
    b.zone("shared", "heap")
    for name in names:
        b.card(name, 1, 0)
    main, (block,) = b.declare(), b.block(1)
    choice = Choose(b.prompt("turn"), Int(0), options, block, False, 0, 0)
    b.waiting(main, "game", [(block, [], Return())])
    return may_coincide(b.program(main, block), choice.options)


def test_words_that_differ_need_no_comparing() -> None:
    play = way("play ", 0, block=0, parameters=[taking(source(HAND), source(SHARED, "shared"))])
    discard = way("discard ", 0, block=0, parameters=[taking(source(HAND), source(SHARED, "shared"))])
    assert not coincide(play, discard, way("done", block=0))
    towers = [way("play ", 0, end, block=0, parameters=[taking(source(HAND))]) for end in (" left", " right")]
    assert not coincide(*towers)


def test_words_that_replace_those_of_the_option() -> None:
    away = Source(cards_in(SHARED), Int(SHARED), "fetch", "from far", replaces=True)
    take, fetch = (way(f"{verb} ", 0, block=0, parameters=[taking(source(HAND), away)]) for verb in ("take", "fetch"))
    assert not coincide(take)
    assert coincide(take, fetch)


def test_numbers_of_places_need_none_either() -> None:
    assert not coincide(way("goal ", 0, block=0, parameters=[taking(source(HAND), by_position=True)]))


@pytest.mark.parametrize(
    "options",
    [
        (way("done", block=0), way("done", block=0)),
        (way("play ", 0, block=0, parameters=[taking(source(HAND), source(SHARED))]),),
        (
            way("play ", 0, block=0, parameters=[taking(source(HAND))]),
            way("play ", 0, block=0, parameters=[taking(source(SHARED))]),
        ),
        (way("play ", 0, block=0, parameters=[taking(source(HAND))]), way("play red sun", block=0)),
        (
            way("play ", 0, block=0, parameters=[taking(source(HAND))]),
            way("play red ", 0, block=0, parameters=[taking(source(HAND))]),
        ),
        (way("play", block=0, parameters=[taking(source(HAND))]),),
    ],
)
def test_words_that_may_coincide_are_compared(options: tuple[Option, ...]) -> None:
    assert coincide(*options)


def test_values_of_one_parameter_need_no_comparing_if_their_words_differ() -> None:
    ages = Parameter(0, 1, (), YES, values=(1, 2), words=("old", "new"))
    assert not coincide(way("be ", 0, block=0, parameters=[ages]), way("stop", block=0))
    assert coincide(way("be ", 0, block=0, parameters=[ages]), way("be new", block=0))
    alike = Parameter(0, 1, (), YES, values=(1, 2), words=("old", "old"))
    assert coincide(way("be ", 0, block=0, parameters=[alike]))


def test_names_that_hold_the_words_between_are_compared() -> None:
    swap = way(
        "swap ", 0, " with ", 1, block=0, parameters=[taking(source(HAND)), Parameter(2, 3, (source(SHARED),), YES)]
    )
    assert not coincide(swap)
    assert coincide(swap, names=("cup", "cup with tea"))


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
    choice = words.choices[block]
    assert skipped(choice, [])
    assert skipped(choice, [(3, 0, 0, 0)])
    assert not skipped(choice, [(0, 0, 0, 0), (3, 0, 0, 0)])
