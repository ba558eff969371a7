"""What a player can't know of a state, and other states that look the same to that player.

Written from the meaning of `Place` alone, apart from the views that are tested with it.
"""

from __future__ import annotations

import re
from random import Random

from dsl.program.blocks import Choose
from dsl.program.program import Program
from dsl.program.setup import Place
from interpreter.choices.evaluate import Evaluator
from interpreter.game.game import Game
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.state import State

ZONES = re.compile(r"(?<=: )[^:→]+?(?= →)|(?<=→ ).+|(?<=\()[^()]+(?=\))")
"""The zones in an entry of a trace that tells of cards: `red ace: pile → line`, `one (pile) ↔ other (line)`."""


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


def looks_alike(program: Program, state: State, player: int, random: Random) -> State:
    """The same state with other cards where the player can't see them.

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
                _trade(program, flat, zones + zone, zones + other, random)
    for zone in unseen:
        _mix(program, flat, zone, random)
    if program.facing:
        _mix_covered(program, flat, random)
    return State(program, tuple(flat))


def transits(game: Game, player: str) -> tuple[str, ...]:
    """What a traced game tells of cards that went out of, or into, a zone that lies open to a player at that moment.

    The trace itself says who saw what lay in a zone for looking.
    """
    number = "AB".index(player)
    places = {place.name: place for place in game.program.places}
    found = []
    for event in game.trace:
        if event.name in ("move", "draw", "exchange", "turned"):
            there = [places[name] for name in ZONES.findall(event.text)]
            plain = [place for place in there if place.looker < 0]
            looked = len(plain) < len(there) and player in event.seen
            if looked or any(_open(game.program, place, number) for place in plain):
                found.append(event.text)
    return tuple(found)


def _sees(program: Program, place: Place, state: State, player: int) -> bool:
    looker = state.flat[layout_of(program).numbers + place.looker] if place.looker >= 0 else 0
    return bool(looker - 1 == player) if looker else _open(program, place, player)


def _open(program: Program, place: Place, player: int) -> bool:
    if place.seen == "private":
        return program.open_hands or place.owner == player
    return place.seen == "public"


def _trade(program: Program, flat: Flat, one: int, other: int, random: Random) -> None:
    for place, card in enumerate(flat[one]):
        fitting = [
            at for at, there in enumerate(flat[other]) if program.faces[there].kinds == program.faces[card].kinds
        ]
        if fitting and random.random() < 0.7:
            at = random.choice(fitting)
            there = flat[other][at]
            flat[one] = flat[one][:place] + program.lists([there]) + flat[one][place + 1 :]
            flat[other] = flat[other][:at] + program.lists([card]) + flat[other][at + 1 :]


def _mix_covered(program: Program, flat: Flat, random: Random) -> None:
    """Let every card that lies face down be another one of those that do."""
    facing, layout = program.facing, layout_of(program)
    assert facing
    covered = [card for card in flat[layout.zones + facing.zone] if card not in facing.backs]
    random.shuffle(covered)
    faces = iter(covered)
    hides = flat[layout.facts + facing.fact]
    kind = program.facts[facing.fact].lists
    flat[layout.facts + facing.fact] = kind(next(faces) + 1 if value else 0 for value in hides)


def _mix(program: Program, flat: Flat, zone: int, random: Random) -> None:
    """Put a zone's cards into another order, as far as it has one."""
    layout = layout_of(program)
    cards = list(flat[layout.zones + zone])
    random.shuffle(cards)
    loose = flat[layout.unordered + zone] if program.places[zone].shape == "pile" else 0
    if program.places[zone].shape == "heap":
        loose = len(cards)
    flat[layout.zones + zone] = program.lists([*sorted(cards[:loose]), *cards[loose:]])
