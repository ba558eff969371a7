from __future__ import annotations

import attrs
import pytest

from dsl.program.blocks import Parameter, Source
from dsl.program.expressions import And, Attribute, Binary, Cards, Expr, If, Int, Local, Not, Number, Or, Size, Zone
from dsl.program.fold import compute
from interpreter.analysis.memo import MOST_CACHED
from interpreter.choices.evaluate import Evaluator
from interpreter.generated.constants import OPPOSITE, Constants, PickCache, PickCacheByZone
from tests.support.labyrinth import labyrinth

NAMES = ("ant", "bee", "cat", "bee")
CARD = Local(1)
SECOND = Binary("==", CARD, Int(1))


@pytest.mark.parametrize(
    "expr",
    [
        CARD,
        Int(3),
        Attribute(0, CARD),
        Or((Not(SECOND), Binary(">", Attribute(0, CARD), Int(1)))),
        Binary("+", If(SECOND, Int(5), CARD), Int(1)),
        And((SECOND, Binary("in", CARD, Cards(b"\0\1")))),
    ],
)
def test_what_is_printed_is_worked_out_for_every_card(expr: Expr) -> None:
    evaluator = Evaluator(labyrinth())
    each = [evaluator.number(expr, [], [0, card]) for card in range(len(labyrinth().faces))]
    assert Constants(labyrinth()).printed(expr, 1) == tuple(each)


@pytest.mark.parametrize("more", [Local(2), Number(Int(0)), Size(Zone(Int(0)))])
def test_what_hangs_on_more_is_not_printed(more: Expr) -> None:
    assert Constants(labyrinth()).printed(And((Binary("<", CARD, Int(0)), more)), 1) is None


def test_picks_are_those_of_distinct_cards_in_ascending_order() -> None:
    assert PickCache(NAMES, 4, 7, 1)[b"\2\0\2"] == ((4, 0, 7, 1), (4, 2, 7, 1))
    assert PickCache(NAMES, 4, 7, 1)[b""] == ()


def test_of_cards_with_the_same_name_the_first_is_offered() -> None:
    assert PickCache(NAMES, 0, 0, 0)[b"\3\1"] == ((0, 1, 0, 0),)
    assert PickCache(NAMES, 0, 0, 0)[b"\3\0"] == ((0, 0, 0, 0), (0, 3, 0, 0))
    assert PickCache(NAMES, 0, 0, 0)[b"\3\2\1"] == ((0, 1, 0, 0), (0, 2, 0, 0))


def test_each_zone_has_picks_of_its_own() -> None:
    picks = PickCacheByZone(NAMES, 2, 0)
    assert (picks[5][b"\0"], picks[6][b"\0"]) == (((2, 0, 5, 0),), ((2, 0, 6, 0),))


def test_only_so_many_are_kept() -> None:
    picks = PickCache(NAMES, 0, 0, 0)
    for number in range(MOST_CACHED + 2):
        assert picks[bytes(number)] == ((0, 0, 0, 0),)[:number]
    assert len(picks) == 2


def test_selections_are_cached_together_only_if_they_are_chosen_and_read_alike() -> None:
    near, far = Source(Zone(Int(0)), Int(0)), Source(Zone(Int(1)), Int(1), "far")
    one = Parameter(1, 2, (near, far), Int(1), least=1, most=2)
    constants = Constants(labyrinth())
    unlike = [
        one,
        attrs.evolve(one, least=2),
        attrs.evolve(one, most=3),
        attrs.evolve(one, sources=(near, attrs.evolve(far, prefix=""))),
        attrs.evolve(one, sources=(far, near)),
    ]
    names = [constants.selections(each, "1") for each in unlike]
    assert len({*names, constants.selections(one, "ns > 1")}) == len(unlike) + 1
    elsewhere = attrs.evolve(one, card=5, zone=6, sources=(attrs.evolve(near, zone=Int(2)), far))
    assert constants.selections(elsewhere, "1") == names[0]


@pytest.mark.parametrize("operator", OPPOSITE)
@pytest.mark.parametrize("printed_first", [True, False])
def test_cards_fail_a_comparison_with_a_number_on_either_side(operator: str, printed_first: bool) -> None:
    constants, printed, number = Constants(labyrinth()), Attribute(0, CARD), Number(Int(0))
    left, right = (printed, number) if printed_first else (number, printed)
    values = labyrinth().tables[0].values[:-1]
    for condition, fails in ((Binary(operator, left, right), 0), (Not(Binary(operator, left, right)), 1)):
        found = constants.compared(condition, 1)
        assert found
        name, other = found
        assert other == number
        for value in range(4):
            pairs = [(each, value) if printed_first else (value, each) for each in values]
            failing = [card for card, pair in enumerate(pairs) if compute(operator, *pair) == fails]
            assert list(constants.values[name][value]) == failing
