from __future__ import annotations

import pytest

from dsl.program.blocks import Choose, Option, Parameter, Return, Source
from dsl.program.expressions import Int
from interpreter.choices.ambiguity import Ambiguity
from interpreter.generated.constants import Constants
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
    program = b.program(main, block)
    return Ambiguity(program, Constants(program).serving).any(choice.options)


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
    place = way("goal ", 0, block=0, parameters=[taking(source(HAND), by_position=True)])
    assert not coincide(place)
    assert coincide(place, way("goal 200", block=0))


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
        (way("play", block=0, parameters=[taking(source(HAND))]),),
    ],
)
def test_words_that_may_coincide_are_compared(options: tuple[Option, ...]) -> None:
    assert coincide(*options)


def test_a_name_may_begin_like_the_words_of_another_option() -> None:
    options = [way(text, 0, block=0, parameters=[taking(source(HAND))]) for text in ("play ", "play red ")]
    assert not coincide(*options)
    assert coincide(*options, names=("sun", "red sun"))


def several(*prefixes: str, least: int = 1) -> Parameter:
    sources = tuple(source(zone, prefix) for zone, prefix in enumerate(prefixes))
    return Parameter(0, 1, sources, YES, least=least, most=3)


def test_several_cards_read_otherwise_than_one() -> None:
    one, two, any_number = (
        way("play ", 0, " now", block=0, parameters=[parameter])
        for parameter in (taking(source(HAND)), several("", least=2), several("", least=1))
    )
    assert not coincide(one, two)
    assert coincide(one, any_number)
    assert coincide(one, two, names=("salt", "pepper", "salt and pepper"))


def test_what_is_named_only_if_need_be_is_compared() -> None:
    unclear = Parameter(0, 1, (source(HAND),), YES, unclear=True)
    assert coincide(way("play ", 0, block=0, parameters=[unclear]))


def test_an_option_that_ends_otherwise_reads_otherwise() -> None:
    values = [Parameter(2, 3, (), YES, values=(0, 1), words=words) for words in (("left", "right"), ("up", "down"))]
    ways = [way("lay ", 0, " to the ", 1, block=0, parameters=[taking(source(HAND)), each]) for each in values]
    assert not coincide(*ways)
    assert coincide(ways[0], ways[0])


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
