from collections import Counter
from random import Random

import pytest

from benchmarks.decks import Deck, Generator, UnsettledDeck, splitmix64

RANKS = {"one": 0, "two": 1, "three": 2, "four": 3}


def unsettled(seed: int, *cards: str, dealt: bool = False) -> UnsettledDeck:
    return UnsettledDeck(cards, Generator(seed), RANKS, dealt=dealt)


def test_splitmix_gives_the_published_first_numbers() -> None:
    assert splitmix64(0) == 0xE220A8397B1DCDAF
    assert splitmix64(0x9E3779B97F4A7C15) == 0x6E789E6AA1B965F4


def test_generator_stays_below_its_bound_and_reaches_every_number() -> None:
    generator = Generator(5)
    seen = Counter(generator.below(7) for _ in range(700))
    assert set(seen) == set(range(7))


def test_generator_of_one_seed_repeats_itself() -> None:
    first, second = Generator(11), Generator(11)
    assert [first.below(1000) for _ in range(20)] == [second.below(1000) for _ in range(20)]


def test_top_cards_come_from_the_end_of_the_list() -> None:
    deck = Deck(["one", "two", "three"], Random(0).shuffle)
    assert deck.draw_up_to(2) == ["three", "two"]
    assert deck.draw_up_to(2) == ["one"]
    assert deck.draw_up_to(2) == []


@pytest.mark.parametrize("dealt", [Deck(["one", "two", "three"], list.reverse, dealt=True),
                                   unsettled(3, "one", "two", "three", dealt=True)])  # fmt: skip
def test_a_dealt_deck_keeps_its_order_through_one_shuffle(dealt: Deck) -> None:
    dealt.shuffle()
    assert dealt.draw_up_to(2) == ["three", "two"]


def test_shuffler_is_called_for_every_shuffle() -> None:
    deck = Deck(["one", "two"], list.reverse)
    deck.shuffle()
    assert deck.cards == ["two", "one"]


def test_shuffled_deck_is_sorted_until_cards_are_asked_for() -> None:
    deck = unsettled(1, "four", "two", "one", "three")
    deck.shuffle()
    assert deck.cards == ["one", "two", "three", "four"]
    assert deck.unsettled == 4


def test_cards_on_top_are_drawn_before_the_unsettled_ones() -> None:
    deck = unsettled(1, "one", "two")
    deck.shuffle()
    deck.put_on_top(["three", "four"])
    assert deck.draw_up_to(2) == ["four", "three"]
    assert set(deck.draw_up_to(5)) == {"one", "two"}
    assert deck.unsettled == 0


def test_a_card_is_removed_where_it_lies_nearest_to_the_top() -> None:
    deck = unsettled(1, "one", "two", "three")
    deck.shuffle()
    deck.put_on_top(["one"])
    deck.remove("one")
    assert (deck.cards, deck.unsettled) == (["one", "two", "three"], 3)
    deck.remove("two")
    assert (deck.cards, deck.unsettled) == (["one", "three"], 2)


def test_every_order_comes_up_about_as_often_as_the_others() -> None:
    orders: Counter[tuple[str, ...]] = Counter()
    deck = unsettled(8, "one", "two", "three")
    for _ in range(1200):
        deck.shuffle()
        cards = deck.draw_up_to(3)
        orders[tuple(cards)] += 1
        deck.put_on_top(cards)
    assert len(orders) == 6
    assert min(orders.values()) > 140
