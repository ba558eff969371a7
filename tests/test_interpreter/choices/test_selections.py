"""Several cards as one choice: which selections there are, what they are called, and that both executors agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.program.blocks import MOST_CHOSEN
from dsl.program.lists import Wide
from dsl.program.program import Program
from interpreter import Game, IllegalAnswer
from interpreter.analysis.faults import Fault
from interpreter.choices.decisions import Option
from interpreter.choices.selections import ends_of, packed, packed_wide, selections_of, unpacked, unpacked_wide
from tests.support.tiny import compiled

GAME = """\
game bowls "Bowls"
players 1 to 2
kind stone
  weight: number
cards stone in box
  | card   | weight | count |
  | pebble | 1      | 4     |
  | brick  | 2      | 4     |
  | cork   | -1     | 4     |
  | Anvil  | 4      | 5     |
zone box: pile, hidden
zone bowl per player: heap, public
zone shelf: line, public
prompt ease: "Which?", open to abilities
number taken: 0 to 99
event setup
  shuffle box
  repeat START times
    draw from box to bowl as one
    draw from box to shelf as two
turn: main
event main
  ask ease
    option drop <some of bowl where sum of weight over them is 3> and <pair: 2 of stone in shelf>
      next player
      move every card in pair to box
    option drop <them: some of all bowls where sum of weight over them is 0>
      move every card in them to box
      set taken to taken + number of card in them
    option stop
      lose "Stopped."
group all bowls: bowl, shelf as "high"
ability trade <pair: 2 of shelf where leftmost of pair is not rightmost of pair>
  exchange leftmost of pair and rightmost of pair
  set taken to taken + 1
win only when no card in shelf
invariant "what was taken is known": taken is at most 98
table
  show "Taken": taken
"""


def game(start: int = 3, seed: int = 1, players: int = 1, reference: bool = False) -> Game:
    return Game(compiled(GAME.replace("START", str(start)), players=players), seed, reference)


@pytest.fixture(scope="module")
def program() -> Program:
    return compiled(GAME.replace("START", "3"))


@given(st.lists(st.integers(0, 254), max_size=8).map(bytes))
def test_packing(cards: bytes) -> None:
    assert unpacked(packed(cards)) == cards
    assert unpacked_wide(packed_wide(cards)) == Wide(cards)  # type: ignore[comparison-overlap]


@given(st.lists(st.integers(0, 1_999), max_size=8))
def test_packing_of_wide_lists(cards: list[int]) -> None:
    assert unpacked_wide(packed_wide(cards)) == Wide(cards)  # type: ignore[comparison-overlap]


def _listed(program: Program, lists: tuple[bytes, ...], least: int, most: int) -> list[list[str]]:
    found = []
    for number, ends in selections_of(program).of(lists, least, most, 0):
        cards, start, parts = unpacked(number), 0, []
        for end in ends_of(ends, len(lists), len(cards)):
            parts.append(" ".join(program.faces[card].name for card in cards[start:end]))
            start = end
        found.append(parts)
    return found


def test_selections_of_equal_cards_are_there_once_in_the_order_of_names(program: Program) -> None:
    assert _listed(program, (b"\0\0\3",), 1, 8) == [
        ["Anvil"], ["pebble"], ["Anvil pebble"], ["pebble pebble"], ["Anvil pebble pebble"],
    ]  # fmt: skip


def test_selections_of_several_zones_keep_them_apart(program: Program) -> None:
    assert _listed(program, (b"\1", b"", b"\1\0"), 2, 2) == [
        ["brick", "", "brick"], ["brick", "", "pebble"], ["", "", "brick pebble"],
    ]  # fmt: skip


@given(st.tuples(*[st.lists(st.integers(0, 3), max_size=2).map(bytes)] * 3), st.integers(1, 3))
def test_as_many_selections_as_there_are_choices_of_counts(lists: tuple[bytes, ...], least: int) -> None:
    found = selections_of(compiled(GAME.replace("START", "3"))).of(lists, least, 8, 0)
    ways = 1
    for cards in lists:
        for card in set(cards):
            ways *= cards.count(card) + 1
    assert len(set(found)) == len(found)
    assert least > 1 or len(found) == ways - 1


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_lock_step(seed: int, players: int) -> None:
    one, other = (game(4, seed, players, reference) for reference in (False, True))
    for turn in range(12):
        assert one.decision == other.decision
        assert one.state == other.state
        if one.decision is None:
            break
        options = [option.id for option in one.decision.options if option.id != "stop"] or ["stop"]
        for each in (one, other):
            each.choose(options[(seed + turn) % len(options)])
    assert one.state == other.state


HAND = """\
game hand "Hand"
kind gem
cards gem in hand
  | card | count |
GEMS
zone hand: heap, public
zone gone: heap, public
prompt turn: "What goes?"
event setup
turn: main
event main
  ask turn
    option drop <some of hand>
      move every card in them to gone
    option stop
  lose "Stopped."
win only when no card in hand
table
  show "Gone": gone
"""


def hand(size: int, reference: bool) -> Game:
    gems = "\n".join(f"  | gem {number} | 1 |" for number in range(size))
    return Game(compiled(HAND.replace("GEMS", gems)), 1, reference)


@pytest.mark.slow
@pytest.mark.parametrize("reference", [False, True])
def test_any_number_of_15_cards_can_be_chosen(reference: bool) -> None:
    now = hand(15, reference)
    assert now.decision
    assert len(now.decision.options) == 2**15
    now.choose(now.decision.options[-2].id)
    assert now.outcome
    assert now.outcome.status == "won"


@pytest.mark.parametrize("reference", [False, True])
def test_more_cards_are_a_fault(reference: bool) -> None:
    outcome = hand(16, reference).outcome
    assert outcome is not None
    assert outcome.status == "fault"
    assert "one can choose among 15 cards at most, not 16" in outcome.sentence
    assert outcome.place.startswith("0.rules:")


def test_why_not() -> None:
    now = game(4)
    assert now.decision is not None
    offered = [option.id for option in now.decision.options]
    found = now.why_not("drop Anvil and high brick and cork")
    assert found.status == "not offered", offered
    assert found.failures
    assert now.why_not("drop").status in ("not offered", "offered", "unclear")
    for option in offered:
        assert now.why_not(option).status == "offered"


@pytest.mark.parametrize("reference", [False, True])
def test_the_cards_of_an_answer_may_stand_in_any_order(reference: bool) -> None:
    now = hand(3, reference)
    now.choose("drop gem 2 and gem 0 and gem 1")
    assert now.history[-1].option == "drop gem 0 and gem 1 and gem 2"
    with pytest.raises(IllegalAnswer):
        hand(3, reference).choose("drop gem 2 and gem 2 and gem 1")


def test_cards_of_two_selections_are_told_apart() -> None:
    option = Option("drop a and b and c and d", "m", (), several=(("a and b", "a and b"), ("c and d", "c and d")))
    assert option.means("drop b and a and d and c")
    assert option.means("Drop b and A and c and d", in_any_case=True)
    assert option.means("DROP A AND B AND C AND D", in_any_case=True)
    assert not option.means("Drop b and A and c and d")
    assert not option.means("DROP A AND B AND C AND D")
    assert not option.means("drop c and b and a and d")
    assert not option.means("drop a and b and c")
    assert not Option("swap a and b", "m", ()).means("swap b and a")


def test_cards_may_be_chosen_from_so_many_and_no_more(program: Program) -> None:
    selections = selections_of(program)
    every = bytes([card for card, face in enumerate(program.faces) for _ in range(face.total)])
    ((chosen, _),) = selections.of((every[:MOST_CHOSEN],), MOST_CHOSEN, MOST_CHOSEN, 0)
    assert sorted(selections.unpacked(chosen)) == sorted(every[:MOST_CHOSEN])
    with pytest.raises(Fault, match=str(MOST_CHOSEN)):
        selections.of((every[: MOST_CHOSEN + 1],), 1, 1, 0)
