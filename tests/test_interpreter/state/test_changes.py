from __future__ import annotations

import pytest

from dsl.program.blocks import Jump, Return
from interpreter.analysis.faults import Fault
from interpreter.state.changes import Changes, changes_of, common, element, inside
from interpreter.state.layout import GENERATOR, Flat, blank, layout_of
from tests.support.bodies import FIRST_FACT, table
from tests.support.builder import Builder

PROGRAM = table([])
LAY = layout_of(PROGRAM)
PILE, OTHER_PILE, LINE, OTHER_LINE, HEAP, OTHER_HEAP = range(6)


def state(zones: dict[int, bytes], loose: int = 0) -> tuple[Changes, Flat]:
    """Changes, and a state with these zones; the first `loose` cards of the first pile are in no known order."""
    s = blank(PROGRAM, 1)
    for zone in range(6):
        s[LAY.zones + zone] = zones.get(zone, b"")
    s[LAY.unordered + PILE] = loose
    return changes_of(PROGRAM), s


def test_a_moved_card_is_the_last_of_its_equals() -> None:
    changes, s = state({LINE: bytes([1, 2, 1, 3])})
    assert changes.move(s, 1, LINE, OTHER_LINE, last=True)
    assert s[LAY.zones + LINE] == bytes([1, 2, 3])
    assert s[LAY.zones + OTHER_LINE] == bytes([1])


@pytest.mark.parametrize("card", [7, -1])
def test_what_is_not_there_does_not_move(card: int) -> None:
    changes, s = state({LINE: bytes([1, 2])})
    before = s[:]
    assert not changes.move(s, card, LINE, HEAP, last=True)
    assert s == before


def test_the_first_end_is_the_left_or_the_bottom() -> None:
    changes, s = state({LINE: bytes([1, 2]), OTHER_LINE: bytes([3])})
    changes.move(s, 3, OTHER_LINE, LINE, last=False)
    assert s[LAY.zones + LINE] == bytes([3, 1, 2])


def test_a_heap_stays_sorted() -> None:
    changes, s = state({HEAP: bytes([1, 4, 6]), LINE: bytes([5])})
    changes.move(s, 5, LINE, HEAP, last=False)
    assert s[LAY.zones + HEAP] == bytes([1, 4, 5, 6])


def test_taking_from_the_unordered_part_shortens_it() -> None:
    changes, s = state({PILE: bytes([1, 2, 3, 0])}, loose=3)
    changes.move(s, 2, PILE, LINE, last=True)
    assert (s[LAY.zones + PILE], s[LAY.unordered + PILE]) == (bytes([1, 3, 0]), 2)
    changes.move(s, 0, PILE, LINE, last=True)
    assert (s[LAY.zones + PILE], s[LAY.unordered + PILE]) == (bytes([1, 3]), 2)


def test_a_card_at_the_bottom_settles_the_pile_first() -> None:
    changes, s = state({PILE: bytes([1, 2, 3]), LINE: bytes([0])}, loose=3)
    changes.move(s, 0, LINE, PILE, last=False)
    assert s[LAY.unordered + PILE] == 0
    assert s[LAY.zones + PILE][0] == 0
    assert sorted(s[LAY.zones + PILE]) == [0, 1, 2, 3]


def test_all_move_in_their_order() -> None:
    changes, s = state({LINE: bytes([3, 1, 2]), OTHER_LINE: bytes([0])})
    assert changes.move_all(s, bytes([2, 5, 3]), LINE, OTHER_LINE, last=False) == bytes([2, 3])
    assert s[LAY.zones + OTHER_LINE] == bytes([2, 3, 0])


def test_of_equal_cards_those_move_that_lie_nearest_to_an_end() -> None:
    for top, left in ((True, [3, 1]), (False, [1, 3])):
        changes, s = state({LINE: bytes([3, 1, 3])})
        changes.move_all(s, bytes([3]), LINE, OTHER_LINE, last=True, top=top)
        assert s[LAY.zones + LINE] == bytes(left)


def test_cards_that_go_to_an_end_of_their_own_zone_move_once() -> None:
    changes, s = state({LINE: bytes([3, 1, 3, 2])})
    changes.move_all(s, bytes([3, 3]), LINE, LINE, last=True)
    assert s[LAY.zones + LINE] == bytes([1, 2, 3, 3])


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("target", [OTHER_PILE, OTHER_LINE, HEAP])
def test_a_whole_zone_moves_as_its_cards_would(target: int, last: bool) -> None:
    cards = bytes([3, 1, 2, 1])
    changes, whole = state({LINE: cards, target: bytes([0, 4])})
    one_by_one = whole[:]
    changes.move_all(whole, cards, LINE, target, last)
    for card in cards[:-1]:
        changes.move_all(one_by_one, bytes([card]), LINE, target, last)
    changes.move(one_by_one, cards[-1], LINE, target, last)
    if target == HEAP:
        assert whole == one_by_one
    assert sorted(whole[LAY.zones + target]) == sorted(one_by_one[LAY.zones + target])


def test_drawing_takes_the_known_top_without_chance() -> None:
    changes, s = state({PILE: bytes([1, 2, 3, 0])}, loose=3)
    before = s[GENERATOR]
    assert changes.draw(s, PILE, LINE) == 0
    assert s[GENERATOR] == before
    assert changes.draw(s, PILE, LINE) in {1, 2, 3}
    assert s[GENERATOR] != before
    assert s[LAY.unordered + PILE] == 2


def test_drawing_from_nothing_gives_no_card() -> None:
    changes, s = state({})
    assert changes.draw(s, PILE, LINE) == -1


def test_exposing_puts_picked_cards_under_the_known_ones() -> None:
    changes, s = state({PILE: bytes([1, 2, 3, 7])}, loose=3)
    changes.expose(s, PILE, 2)
    assert s[LAY.unordered + PILE] == 2
    assert s[LAY.zones + PILE][3] == 7
    changes.expose(s, PILE, 99)
    assert s[LAY.unordered + PILE] == 0
    assert sorted(s[LAY.zones + PILE]) == [1, 2, 3, 7]


def test_every_order_of_a_shuffled_pile_turns_up() -> None:
    changes, s = state({PILE: bytes([3, 1, 2])})
    orders = set()
    for _ in range(200):
        changes.shuffle(s, PILE)
        assert s[LAY.zones + PILE] == bytes([1, 2, 3])
        changes.expose(s, PILE, 3)
        orders.add(s[LAY.zones + PILE])
    assert len(orders) == 6


def test_a_line_is_shuffled_at_once_and_a_heap_not_at_all() -> None:
    changes, s = state({LINE: bytes(range(8)), HEAP: bytes([1, 2])})
    changes.shuffle(s, LINE)
    changes.shuffle(s, HEAP)
    assert s[LAY.zones + LINE] != bytes(range(8))
    assert sorted(s[LAY.zones + LINE]) == list(range(8))
    assert s[LAY.zones + HEAP] == bytes([1, 2])


def test_zones_that_were_emptied_for_a_deal_get_the_rest_back_with_its_shuffle() -> None:
    b = Builder()
    deck, stock, other = b.zone("deck", "pile", "hidden"), b.zone("stock", "pile", "hidden"), b.zone("other", "heap")
    box = b.zone("box", "heap")
    sun, spy, imp = b.card("sun", 2, deck), b.card("spy", 3, stock), b.card("imp", 2, other)
    main, (turn,) = b.declare(), b.block(1)
    b.waiting(main, "game", [(turn, [], Jump(turn))])
    program = b.program(main, turn)
    changes, zones = changes_of(program), layout_of(program).zones
    s = blank(program, 1)
    s[zones + deck], s[zones + stock], s[zones + other] = bytes([sun, spy]), b"", bytes([imp])
    s[zones + box], s[changes.dealt] = bytes([sun, spy, spy, imp]), 1 << deck

    assert not changes.shuffle(s, deck)

    assert s[zones + stock] == bytes([spy, spy])
    assert s[layout_of(program).unordered + stock] == 2
    assert (s[zones + deck], s[zones + other], s[zones + box]) == (bytes([sun, spy]), bytes([imp]), bytes([sun, imp]))


def test_a_zone_that_was_not_emptied_for_a_deal_gets_nothing_back() -> None:
    b = Builder()
    deck, stock, box = b.zone("deck", "pile", "hidden"), b.zone("stock", "heap"), b.zone("box", "heap")
    sun, spy = b.card("sun", 1, deck), b.card("spy", 3, stock)
    main, (turn,) = b.declare(), b.block(1)
    b.waiting(main, "game", [(turn, [], Jump(turn))])
    program = b.program(main, turn)
    changes, zones = changes_of(program), layout_of(program).zones
    s = blank(program, 1)
    s[zones + deck], s[zones + stock], s[zones + box] = bytes([sun, spy]), bytes([spy]), bytes([spy])
    s[changes.dealt] = 1 << deck

    assert not changes.shuffle(s, deck)

    assert (s[zones + deck], s[zones + stock], s[zones + box]) == (bytes([sun, spy]), bytes([spy]), bytes([spy]))


def test_a_dealt_zone_keeps_its_order_once() -> None:
    changes, s = state({PILE: bytes([3, 1, 2]), LINE: bytes([3, 1, 2])})
    s[changes.dealt] = 1 << PILE | 1 << LINE
    assert not changes.shuffle(s, PILE)
    assert (s[LAY.zones + PILE], s[LAY.unordered + PILE], s[changes.dealt]) == (bytes([3, 1, 2]), 0, 1 << LINE)
    assert changes.shuffle(s, PILE)
    assert s[LAY.unordered + PILE] == 3


def test_exchanged_cards_take_each_others_places() -> None:
    changes, s = state({LINE: bytes([1, 2, 3]), OTHER_LINE: bytes([4, 5])})
    assert changes.exchange(s, 2, LINE, 4, OTHER_LINE)
    assert (s[LAY.zones + LINE], s[LAY.zones + OTHER_LINE]) == (bytes([1, 4, 3]), bytes([2, 5]))
    assert changes.exchange(s, 1, LINE, 3, LINE)
    assert s[LAY.zones + LINE] == bytes([3, 4, 1])
    assert not changes.exchange(s, 7, LINE, 3, LINE)


def test_exchanging_within_a_heap_changes_nothing() -> None:
    changes, s = state({HEAP: bytes([1, 2, 3]), LINE: bytes([0])})
    assert changes.exchange(s, 1, HEAP, 3, HEAP)
    assert s[LAY.zones + HEAP] == bytes([1, 2, 3])
    changes.exchange(s, 3, HEAP, 0, LINE)
    assert s[LAY.zones + HEAP] == bytes([0, 1, 2])


def test_numbers_and_facts_keep_to_their_range() -> None:
    changes, s = state({})
    changes.set_number(s, 2, 99)
    assert s[LAY.numbers + 2] == 5
    changes.set_number(s, 2, -1)
    assert s[LAY.numbers + 2] == 0
    changes.set_fact(s, 0, FIRST_FACT, 9)
    changes.set_fact(s, 0, 0, 1)
    changes.set_fact(s, 0, -1, 1)
    assert s[LAY.facts] == bytes([0, 0, 0, 0, 0, 2, 0, 0, 0])


def test_a_zone_that_overflows_is_a_fault() -> None:
    b = Builder()
    source, narrow = b.zone("source", "line"), b.zone("narrow", "heap", limit=1)
    card = b.card("card", 3, source)
    main, (block,) = b.declare(), b.block(1)
    b.waiting(main, "game", [(block, [], Return())])
    program = b.program(main, block)
    s, changes = blank(program, 0), Changes(program)
    changes.move(s, card, source, narrow, last=True)
    with pytest.raises(Fault, match="`narrow` holds more than 1 card"):
        changes.move(s, card, source, narrow, last=True)


def test_lists_have_an_answer_for_everything() -> None:
    assert common((3, 1), b"") == 0
    assert common((3, 1), bytes([0, 1])) == 1
    assert [element(b"\x05\x06", at) for at in (0, 1, 2, -1, -2, -3)] == [5, 6, -1, 6, 5, -1]
    assert not inside(-1, b"\xff")
