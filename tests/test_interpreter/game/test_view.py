from __future__ import annotations

import pytest

from dsl.program.blocks import Choose, Return
from dsl.program.expressions import Int
from interpreter.game.game import Game
from interpreter.game.view import ItemView, View, ZoneView
from tests.support.builder import Builder, from_zone, way
from tests.support.labyrinth import labyrinth
from tests.support.tiny import compiled


def zones(view: View) -> dict[str, ZoneView]:
    return {zone.name: zone for zone in view.zones}


def test_hidden_zones_show_only_their_size() -> None:
    view = Game(labyrinth(), 7).view("A")
    assert zones(view)["deck"].cards is None
    assert zones(view)["deck"].size == len(labyrinth().begin[0]) - 5
    assert len(zones(view)["hand"].cards or ()) == 5
    assert (view.player, view.turn) == ("A", "A")
    assert view.decision
    assert view.numbers == (("used", 0),)


def test_cards_carry_their_marks() -> None:
    game = Game(labyrinth(), 7, reference=True)
    for answer in range(300):
        if game.decision is None or any("(down)" in card for card in zones(game.view("A"))["goals"].cards or ()):
            break
        use = [option.id for option in game.decision.options if option.id.startswith(("use", "take"))]
        game.choose(use[0] if use else answer % len(game.decision.options))
    turned = [event for event in game.trace if event.name == "fact"]
    down = [card for card in zones(game.view("A"))["goals"].cards or () if card.endswith("(down)")]
    assert bool(turned) == bool(down)


def test_cards_looked_at_count_where_they_were_taken_from() -> None:
    for seed in range(20):
        game = Game(labyrinth(), seed)
        assert game.decision
        keys = [option.id for option in game.decision.options if option.id.startswith("discard") and "key" in option.id]
        if not keys:
            continue
        before = zones(game.view("A"))["deck"].size
        game.choose(keys[0])
        view = game.view("A")
        assert zones(view)["seen"].size == 5
        assert zones(view)["deck"].size == before
        assert zones(view)["seen"].cards
        return
    pytest.fail("no key was dealt")


def test_piles_are_listed_from_the_top() -> None:
    game = Game(labyrinth(), 7)
    answers: list[str] = []
    while game.decision and len(answers) < 2:
        answer = next((each.id for each in game.decision.options if each.id.startswith("discard ")), None)
        if game.decision.prompt == "turn" and answer and "key" not in answer:
            answers.append(answer.removeprefix("discard "))
            game.choose(answer)
        else:
            game.choose(0)
    cards = zones(game.view("A"))["discard"].cards
    assert cards
    assert cards.index(answers[1]) <= cards.index(answers[0])


def test_the_table_is_what_the_rules_say() -> None:
    items = {item.label: item for item in Game(labyrinth(), 7).view("A").items}
    assert items["Deck"].text == str(len(labyrinth().begin[0]) - 5)
    assert items["Row"] == ItemView("Row", "", (), (), "last")
    assert len(items["Goals"].cards or ()) == 8
    assert items["Discard"].text == "0"
    assert items["Used"] == ItemView("Used", "0", None)


def test_cards_can_be_set_apart() -> None:
    game = Game(labyrinth(), 7)
    for _ in range(3):
        assert game.decision
        game.choose(0)
    (row,) = [item for item in game.view("A").items if item.label == "Row"]
    whole = zones(game.view("A"))["row"].cards or ()
    assert (*(row.cards or ()), *row.apart) == whole
    assert row.apart == whole[-1:]


def two(open_hands: bool) -> Game:
    b = Builder(players=2, open_hands=open_hands)
    for owner, letter in enumerate("AB"):
        b.zone(f"{letter} hand", "heap", "private", owner=owner)
        b.card(f"ace {owner}", 1, owner)
    looker = b.number("looker", initial=2, hidden=True)
    source = b.zone("source", "pile", "hidden")
    b.zone("seen", "line", "public", looker=looker, looked_from=source)
    b.card("king", 1, 3)
    main, x = b.declare(), b.block(1)
    choice = Choose(b.prompt("turn"), Int(1), (way("a", block=x[0]), way("b", block=x[0])), x[0], True, 0, 0)
    end = b.block(1)
    b.waiting(main, "game", [(x[0], [], choice), (end[0], [], Return())])
    return Game(b.program(main, x[0]), 0)


def test_a_closed_hand_is_its_owners() -> None:
    game = two(open_hands=False)
    assert zones(game.view("A"))["A hand"] == ZoneView("A hand", "hand", "A", ("ace 0",), 1)
    assert zones(game.view("A"))["B hand"].cards is None
    assert zones(game.view("B"))["B hand"].cards == ("ace 1",)
    assert zones(two(open_hands=True).view("A"))["B hand"].cards == ("ace 1",)


def test_only_the_one_who_looks_sees() -> None:
    game = two(open_hands=True)
    assert zones(game.view("A"))["seen"].cards is None
    assert zones(game.view("B"))["seen"].cards == ("king",)
    assert zones(game.view("A"))["source"].size == 1


def test_a_decision_is_shown_to_the_one_who_makes_it() -> None:
    game = two(open_hands=True)
    assert game.view("A").decision is None
    assert game.view("B").decision == game.decision


@pytest.mark.parametrize("player", ["B", "a", "C"])
def test_there_must_be_such_a_player(player: str) -> None:
    with pytest.raises(ValueError, match="no player"):
        Game(labyrinth(), 7).view(player)


def test_what_nobody_knows_changes_no_view() -> None:
    game = Game(labyrinth(), 7)
    other = game.copy()
    state = list(game.state.flat)
    deck = 3 + len(labyrinth().counters)
    assert state[deck] == bytes(sorted(state[deck]))
    assert "deck" in {zone.name for zone in other.view("A").zones if zone.cards is None}


CARRIED = """\
game stable "Stable"
enum colour: red "♥R", blue "♠B"
kind figure
  colour: colour
  worth: number
kind horse is figure
kind rider is figure
  rides on horse, then field
card crow is rider, 1 in field
cards horse in field
  | card | colour | worth |
  | mare | red    | 3     |
cards rider in field
  | card | colour | worth |
  | lady | blue   | 5     |
zone field: heap, public
prompt turn: "What do you do?"
event setup
  lay some lady in field onto some mare in field
  lay some crow in field onto some mare in field
turn: main
event main
  ask turn
    option stay
    option leave
win only when no mare in field
table
  show "Field": field, by colour and worth
"""


def test_cards_by_their_printed_values_carry_others_by_theirs() -> None:
    (item,) = Game(compiled(CARRIED), 1).view("A").items
    assert item.cards == ("mare + crow + lady",)
    assert item.drawn == ("♥R3 + crow + ♠B5",)


@pytest.mark.parametrize(
    ("seen", "asked", "alike"),
    [("public", True, True), ("private", True, False), ("hidden", True, False), ("hidden", False, True)],
)
def test_players_see_alike_only_if_all_see_what_may_be_chosen(seen: str, asked: bool, alike: bool) -> None:
    b = Builder(players=2, open_hands=False)
    lair = b.zone("lair", "heap", seen, owner=0 if seen == "private" else -1)
    for name in ("elf", "imp"):
        b.card(name, 1, lair)
    main, x = b.declare(), b.block(2)
    ways = [way("take ", 0, block=x[0], parameters=[from_zone(lair, 0)])] if asked else []
    ways += [way("stay", block=x[0]), way("leave", block=x[0])]
    choice = Choose(b.prompt("turn"), Int(0), tuple(ways), x[1], True, 0, 0)
    b.waiting(main, "game", [(x[0], [], choice), (x[1], [], Return())], locals=2)
    assert Game(b.program(main, x[0]), 0).seen_alike == alike
