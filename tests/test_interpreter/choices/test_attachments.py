"""Cards that lie on others: what executors make of them, and what people are told."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game
from interpreter.choices.attachments import AttachedTo, attachments_of
from interpreter.state.layout import layout_of
from interpreter.state.state import State, StateError
from tests.support.lockstep import lock_step
from tests.support.tiny import compiled

RULES = """\
game pond "Pond"
players 1 to 2
kind fish
kind bead
  rides on fish, then net
  shine: fact, one of "", "1", "2", "3", most first
cards fish in deep
  | card  | count |
  | carp  | 5     |
  | pike  | 3     |
cards bead in net
  | card  | count |
  | pearl | 3     |
  | glass | 2     |
zone deep: pile, hidden
zone net: heap, public
zone bowl per player: heap, private
zone shore: line, public
prompt turn: "What do you do?", must be answered
event setup
  shuffle deep
turn: main
event main
  for each bead riding on shore
    set shine of bead to shine of bead + 1
  if any card in deep
    draw from deep to shore as card
  ask turn
    option adorn <fish in shore> with <bead in net>
      lay bead onto fish
    option keep <fish in shore>
      move fish to bowl
    option show <fish in bowl>
      move fish to left of shore
    option swap <fish in shore> and <other: fish in shore where not fish is other>
      exchange fish and other
    option trade <fish in shore> for <other: fish in bowl>
      exchange fish and other
    option strip <fish in shore where any pearl riding on fish>
      move every bead riding on fish to net
    option pass <bead: bead riding on shore> on
      lay bead onto leftmost of shore
    option release <some of shore where number of card in them is at most 2>, if number of card in shore is at most 8
      move them to deep
      shuffle deep
    option wait
win only when number of bead riding on shore is 5
lose when any glass riding on shore and number of pearl riding on shore is 3, "Overdone."
"""
POND, TEAM = (compiled(RULES, players=players) for players in (1, 2))


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.booleans())
def test_executors_agree_and_no_card_is_lost(seed: int, team: bool) -> None:
    lock_step(TEAM if team else POND, seed, most=25, written=True)


CAVE = compiled(
    """\
game cave "Cave"
players 1 to 2
kind monster
  wounds: fact 0 to 3
  asleep: yes or no
kind token
  age: fact, one of "", "old", "rotten"
  shine: fact 0 to 3, most first
kind pearl
  rides on monster, then box
  worth: fact 0 to 3
cards monster in den
  | card  | count |
  | troll | 4     |
  | orc   | 2     |
cards token in den
  | card  | count |
  | apple | 3     |
cards pearl in box
  | card | count |
  | bead | 3     |
zone den: heap, public
zone pit: line, public
zone box: heap, public
zone bag per player: heap, private
group around: den, pit as "fallen"
number hits: 0 to 99
prompt turn: "What?", must be answered
event setup
  set hits to 0
turn: main
event main
  ask turn
    option attack <monster in around>
      set wounds of monster to wounds of monster + 1
      set hits to hits + 1
    option lull <monster in den where wounds of monster is at least 1>
      set asleep of monster to not asleep of monster
    option throw <card in den>
      move card to pit
    option hide <card in pit>
      move card to bag
    option age <token in den> beside <other: token in den besides token>
      set age of token to age of token + 1
      set shine of other to shine of other + 1
    option drop <2 of monster in den where sum of wounds over them is 2>
      move them to pit
    option show <some of bag where number of card in them is at most 2>, if number of card in bag is at most 8
      move them to den
    option adorn <monster in pit> with <pearl in box>
      lay pearl onto monster
    option polish <monster in pit where any pearl riding on monster>
      for each pearl riding on monster
        set worth of pearl to worth of pearl + 1
    option wait
win only when hits is 50
""",
    players=2,
)


@settings(max_examples=12)
@given(st.integers(0, 2**32))
def test_executors_agree_where_options_tell_facts(seed: int) -> None:
    lock_step(CAVE, seed, most=60, written=True)


def test_why_not_knows_facts() -> None:
    game = _played(Game(CAVE, 1), "attack troll")
    assert game.why_not("attack troll (wounds 1)").status == "offered"
    assert game.why_not("lull troll").failures[0].values == ("wounds of troll is 0",)
    told = game.why_not("lull orc (wounds 1)")
    assert "no orc (wounds 1) lies in den" in told.failures[0].values
    assert game.why_not("throw apple old").status == "not offered"


def test_facts_of_cards_that_a_player_cannot_know_are_not_told() -> None:
    game = _played(Game(CAVE, 1), "attack troll", "throw troll (wounds 1)", "hide troll (wounds 1)")
    assert game.why_not("show troll (wounds 1)").status == "not offered"
    assert "(wounds 1)" not in str(game.view("B"))


def test_every_rider_lies_on_a_card_that_somebody_may_see() -> None:
    program = POND
    attachments, deep = attachments_of(program), [place.name for place in program.places].index("deep")
    for seed in range(5):
        game = lock_step(program, seed, most=40)
        zones = dict(zip(program.places, _zones(game), strict=True))
        hidden = zones[program.places[deep]]
        lying = {card for cards in zones.values() for card in cards if attachments.on(list(game.state.flat), card)}
        assert lying.isdisjoint(hidden)
        assert lying <= set(program.riding.carriers if program.riding else b"")


def _zones(game: Game) -> list[bytes]:
    return [value for value in game.state.flat if isinstance(value, bytes)][: len(game.program.places)]


def _played(game: Game, *answers: str) -> Game:
    for answer in answers:
        game.choose(answer)
    return game


def _adorned(reference: bool = False, players: int = 1) -> tuple[Game, str]:
    """A game in which the first card drawn has a pearl, and that card."""
    game = Game(POND if players == 1 else TEAM, 1, reference=reference)
    fish = game.view("A").zones[-1].cards
    assert fish
    game.choose(f"adorn {fish[0]} with pearl")
    return game, fish[0]


def test_a_player_sees_attached_cards_with_their_carriers_only() -> None:
    game, fish = _adorned(players=2)
    assert {zone.name for zone in game.view("B").zones} == {"deep", "net", "A bowl", "B bowl", "shore"}
    assert f"{fish} + pearl" in str(game.view("B").zones)
    game = _played(game, "wait", f"keep {fish} + pearl")
    assert f"{fish} + pearl 2" in str(game.view("A").zones)
    assert "+ pearl" not in str(game.view("B"))


def test_history_tells_what_lay_there_then() -> None:
    game, fish = _adorned()
    _played(game, f"strip {fish} + pearl", "wait")
    assert [answer.option for answer in game.history][1] == f"strip {fish} + pearl"


def test_a_trace_names_attached_cards() -> None:
    game, fish = _adorned(reference=True)
    _played(game, f"keep {fish} + pearl")
    told = [event.text for event in game.trace]
    assert f"pearl lies on {fish}" in told
    assert f"{fish} + pearl: shore → bowl" in told


def test_why_not_knows_attached_cards() -> None:
    game, fish = _adorned()
    other = "pike" if fish == "carp" else "carp"
    assert game.why_not(f"keep {fish} + pearl").status == "offered"
    told = game.why_not(f"keep {other} + pearl")
    assert told.status == "not offered"
    assert f"no {other} + pearl lies in shore" in told.failures[0].values


def test_a_written_state_says_by_name_what_lies_where() -> None:
    game, fish = _adorned()
    written = game.state.to_json()
    (carrier,) = written["facts"]["lies on"].values()
    assert carrier.startswith(fish)
    assert State.from_json(game.program, written) == game.state


@pytest.mark.parametrize("carrier", ["pearl", "nobody", 3, None])
def test_a_damaged_written_state_is_refused(carrier: object) -> None:
    game, _ = _adorned()
    written = deepcopy(game.state.to_json())
    (attached,) = written["facts"]["lies on"]
    written["facts"]["lies on"] = {attached: carrier} if carrier else {}
    with pytest.raises(StateError):
        State.from_json(game.program, written)


def test_a_game_without_attachments_has_none() -> None:
    program = compiled("")
    assert program.riding is None
    assert not attachments_of(program).loads(list(Game(program, 1).state.flat))


def test_of_cards_of_one_name_the_least_is_listed_and_those_that_are_not_like_the_others() -> None:
    program = POND
    attachments, names = attachments_of(program), [face.name for face in program.faces]
    carps = bytes(card for card, name in enumerate(names) if name == "carp")
    (pike, *_) = (card for card, name in enumerate(names) if name == "pike")
    assert attachments.distinct(bytes([pike, *carps]), {}) == bytes(sorted([pike, carps[0]]))
    assert attachments.distinct(carps[::-1], {carps[2]: 5}) == bytes([carps[0], carps[2]])
    assert attachments.distinct(bytes([pike, carps[1]]), {}) == bytes(sorted([pike, carps[1]]))
    assert not attachments.distinguished(carps, {pike: 5})
    assert attachments.distinguished(carps, {carps[1]: 5})


def test_loads_of_several_cards_are_packed_and_read_again() -> None:
    game, fish = _adorned()
    attachments = attachments_of(game.program)
    loads = attachments.loads(list(game.state.flat))
    (carrier,) = loads
    assert game.program.faces[carrier].name == fish
    bare = next(card for card in attachments.carriers if card != carrier)
    both, plain = bytes([bare, carrier]), game.program.faces[bare].name
    assert attachments.names(both, attachments.packed(both, loads)) == [plain, f"{fish} + pearl"]
    assert attachments.packed(bytes([bare]), loads) == 0
    assert attachments.names(both, 0) == [plain, fish]


def test_what_lies_on_a_card_is_found_anew_when_something_changed() -> None:
    found = AttachedTo()
    carriers = bytes([0, 0, 1, 1, 2])
    assert found(b"\2\3\4", carriers, 0) == b"\2\3"
    assert found(b"\2\3\4", carriers, 1) == b"\4"
    assert found(b"\2\3\4", carriers, 7) == b""
    assert found(b"\3\4", carriers, 0) == b"\3"
    assert found(b"\3\4", bytes([0, 0, 1, 2, 2]), 1) == b"\3\4"


def test_of_cards_that_read_the_same_the_one_whose_rider_ranks_first_is_meant() -> None:
    layout, attachments, kept = layout_of(POND), attachments_of(POND), set[bool]()
    shore = layout.zones + [place.name for place in POND.places].index("shore")
    for seed in range(12):
        game, ranks = Game(POND, seed), dict[int, int]()
        while len(ranks) < 2:
            assert game.decision
            game.choose("adorn carp with pearl" if game.decision.meant("adorn carp with pearl") else "wait")
            flat = list(game.state.flat)
            riding = [(card, rider) for card in flat[shore] for rider in attachments.on(flat, card)]
            ranks = {card: flat[layout.facts][rider] for card, rider in riding}
        one, other = ranks
        game.choose("keep carp + pearl")
        left = [card for card in ranks if card in game.state.flat[shore]]
        assert [ranks[card] for card in left] == [min(ranks.values())]
        kept.add(left == [max(one, other)])
    assert kept == {False, True}


def test_the_words_of_a_selection_stand_in_the_order_of_the_alphabet() -> None:
    game = _played(Game(CAVE, 1), "attack troll", "attack troll (wounds 1)")
    assert game.decision
    drops = [option.id for option in game.decision.options if option.id.startswith("drop")]
    assert drops == ["drop orc and troll (wounds 2)", "drop troll and troll (wounds 2)"]
