"""A game from the side of each player: my zones are mine, whoever I am.

What a player observes and answers is numbered from his own side. In it he is player A, who comes after him is B, and so
on; dummies and what belongs to nobody stay where they are. Knows nothing of who sees what.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.program.program import Program
from dsl.program.setup import Counter, Place
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import letter


@attrs.frozen
class Side:
    """The side of one player.

    `zones` and `numbers` have for each zone and number of the first player's side the one that is meant, and `roles`
    for each zone what it is from this side.
    """

    zones: tuple[int, ...]
    numbers: tuple[int, ...]
    roles: tuple[int, ...]


@once_per_program
def sides_of(program: Program) -> tuple[Side, ...]:
    """The sides of a program's players."""
    players = program.players
    return tuple(
        Side(
            _turned(program.places, players, player),
            _turned(program.counters, players, player),
            _turned(program.places, players, -player),
        )
        for player in range(players)
    )


def turned_words(words: Sequence[str], players: int, player: int) -> Sequence[int]:
    """For each of several words its place from a player's side; it differs where all players are among the words."""
    places = {word: at for at, word in enumerate(words)}
    persons = [letter(each) for each in range(players)]
    if not player or not places.keys() >= set(persons):
        return range(len(words))
    turned = dict(zip(persons, persons[-player:] + persons[:-player], strict=True))
    return [places[turned.get(word, word)] for word in words]


def _turned(owned: Sequence[Place | Counter], players: int, by: int) -> tuple[int, ...]:
    """For each thing the one of the same name whose owner sits so many seats further."""
    groups: dict[tuple[str, int], list[int]] = {}
    for at, each in enumerate(owned):
        groups.setdefault((each.family, each.owner), []).append(at)

    def turned(at: int) -> int:
        family, owner = owned[at].family, owned[at].owner
        if not 0 <= owner < players:
            return at
        return groups[family, (owner + by) % players][groups[family, owner].index(at)]

    return tuple(map(turned, range(len(owned))))
