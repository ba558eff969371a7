"""What a player can't know of a state, and other states that look the same to that player.

Written from the meaning of `Place` alone, apart from the views that are tested with it.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.program.blocks import Choose
from dsl.program.program import Program
from dsl.program.setup import Place
from interpreter.choices.evaluate import Evaluator
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.state import State


def unseen_zones(program: Program, state: State, player: int) -> list[int]:
    """The zones whose cards a player doesn't see."""
    return [zone for zone, place in enumerate(program.places) if not _sees(program, place, state, player)]


def searched_zones(program: Program, state: State) -> set[int]:
    """The zones into which whoever has to decide looks while deciding."""
    if state.flat[FRAME] is None:
        return set()
    frame = state.flat[FRAME]
    choice = program.blocks[frame[0]].last
    assert isinstance(choice, Choose)
    values = Evaluator(program)
    sources = [source for option in choice.options for way in option.parameters for source in way.sources]
    return {values.number(source.zone, list(state.flat), locals_in(program, frame)) for source in sources}


def looks_alike(program: Program, state: State, player: int, below: Callable[[int], int]) -> State:
    """The same state with other cards where the player can't see them; `below(n)` is a number from 0 to n - 1.

    The cards of each such zone change their places; and those in another player's hand, say, change with cards of the
    same kind from a zone that nobody is searching. So do those that lie face down, which are in a hidden zone.
    """
    flat, zones = list(state.flat), layout_of(program).zones
    unseen = unseen_zones(program, state, player)
    private = [zone for zone in unseen if program.places[zone].seen == "private"]
    others = [zone for zone in unseen if program.places[zone].seen == "hidden"]
    for zone in private:
        for other in others:
            if other not in searched_zones(program, state):
                _trade(program, flat, zones + zone, zones + other, below)
    for zone in unseen:
        _mix(program, flat, zone, below)
    if program.facing:
        _mix_covered(program, flat, below)
    return State(program, tuple(flat))


def _sees(program: Program, place: Place, state: State, player: int) -> bool:
    looker = state.flat[layout_of(program).numbers + place.looker] if place.looker >= 0 else 0
    return bool(looker - 1 == player) if looker else is_open(program, place, player)


def is_open(program: Program, place: Place, player: int) -> bool:
    """Whether a player always sees the cards of a zone."""
    if place.seen == "private":
        return program.open_hands or place.owner == player
    return place.seen == "public"


def _trade(program: Program, flat: Flat, one: int, other: int, below: Callable[[int], int]) -> None:
    for place, card in enumerate(flat[one]):
        fitting = [
            at for at, there in enumerate(flat[other]) if program.faces[there].kinds == program.faces[card].kinds
        ]
        if fitting and below(10) < 7:
            at = fitting[below(len(fitting))]
            there = flat[other][at]
            flat[one] = flat[one][:place] + program.lists([there]) + flat[one][place + 1 :]
            flat[other] = flat[other][:at] + program.lists([card]) + flat[other][at + 1 :]


def _mix_covered(program: Program, flat: Flat, below: Callable[[int], int]) -> None:
    """Let every card that lies face down be another one of those that do."""
    facing, layout = program.facing, layout_of(program)
    assert facing
    covered = [card for card in flat[layout.zones + facing.zone] if card not in facing.backs]
    _shuffle(covered, below)
    faces = iter(covered)
    hides = flat[layout.facts + facing.fact]
    kind = program.facts[facing.fact].lists
    flat[layout.facts + facing.fact] = kind(next(faces) + 1 if value else 0 for value in hides)


def _mix(program: Program, flat: Flat, zone: int, below: Callable[[int], int]) -> None:
    """Put a zone's cards into another order, as far as it has one."""
    layout = layout_of(program)
    cards = list(flat[layout.zones + zone])
    _shuffle(cards, below)
    loose = flat[layout.unordered + zone] if program.places[zone].shape == "pile" else 0
    if program.places[zone].shape == "heap":
        loose = len(cards)
    flat[layout.zones + zone] = program.lists([*sorted(cards[:loose]), *cards[loose:]])


def _shuffle(cards: list[int], below: Callable[[int], int]) -> None:
    for at in range(len(cards) - 1, 0, -1):
        other = below(at + 1)
        cards[at], cards[other] = cards[other], cards[at]
