"""What cards are called on the table: by signs and numbers, or with them."""

from __future__ import annotations

import pytest

from interpreter import Game, ItemView
from tests.support.tiny import compiled, problems

CARDS = """
enum wind: north "↑N", south "S", east
kind sail
  winds: set of wind
  knots: number
  feet: number
kind mast
cards sail in shown
  | card        | winds        | knots | feet | count |
  | jib         | north, south | 3     | -2   | 1     |
  | old top jib | north, south | 3     | -2   | 1     |
  | spanker     | south        | 4     | -    | 1     |
  | kite        | north, east  | -     | -    | 1     |
  | drifter     | -            | 5     | -    | 1     |
  | main sail   | -            | -     | -    | 1     |
  | moonraker   | all          | 1     | -    | 1     |
cards mast in shown
  | card | count |
  | pole | 1     |
zone shown: line, public
after play
  move every card in shown to deck
"""


def seen(line: str) -> ItemView:
    program = compiled(f"{CARDS}table\n  show {line}\n")
    (item,) = Game(program, 1).view("A").items
    return item


def test_cards_are_called_by_what_is_printed_on_them_and_told_apart() -> None:
    item = seen('"All": shown, by winds and knots and feet')
    assert item.cards == ("jib", "old top jib", "spanker", "kite", "drifter", "main sail", "moonraker", "pole")
    assert item.drawn == (
        "↑NS+3/-2", "↑NS+3/-2 old top", "S+4", "↑N-east", "drifter +5", "main sail", "all+1", "pole"
    )  # fmt: skip
    assert item.plain == (
        "jib +3/-2", "old top jib +3/-2", "spanker +4", "kite", "drifter +5", "main sail", "moonraker +1", "pole"
    )  # fmt: skip


def test_what_is_printed_on_cards_may_stand_behind_their_names() -> None:
    item = seen('"All": shown, with winds and knots, apart 2 as "last"')
    assert item.drawn[:3] == ("jib ↑NS+3", "old top jib ↑NS+3", "spanker S+4")
    assert item.drawn[-2:] == ("moonraker all+1", "pole")
    assert (len(item.cards or ()), item.apart) == (6, ("moonraker", "pole"))


def test_cards_that_lie_face_down_have_a_sign_of_their_own() -> None:
    hidden = CARDS.replace("  feet: number\n", "  feet: number\n  may lie face down\n")
    program = compiled(
        f'{hidden}before setup\n  turn leftmost 2 of shown face down\ntable\n  show "All": shown, by winds\n'
    )
    (item,) = Game(program, 1).view("A").items
    assert item.cards is not None
    assert item.cards[:3] == ("face down", "face down", "spanker")
    assert item.drawn[:3] == ("▒#", "▒#", "S")
    assert item.plain[:3] == ("face down", "face down", "spanker")


def test_what_stands_beside_has_a_look_of_its_own() -> None:
    item = seen('"Deck": deck, size, beside shown as "sails" by knots')
    assert item.beside[0].drawn[0] == "jib +3"
    assert item.drawn == ()


def test_another_table_shows_more_beside_a_line_while_that_holds() -> None:
    line = """"Deck": deck, size
  beside "Deck": number of card in hand as "hand", if number of card in hand is 1
  beside "Deck": number of card in spot as "spot", if number of card in hand is 2
"""
    item = seen(line)
    assert [(each.label, each.text) for each in item.beside] == [("hand", "1"), ("spot", "")]


@pytest.mark.parametrize("sign", ["↑", "Long", "風N", "N\N{COMBINING ACUTE ACCENT}"])
def test_a_sign_is_short_and_has_a_letter(sign: str) -> None:
    assert "bad-value" in [problem.code for problem in problems(f'enum way: up "{sign}"\n')]
