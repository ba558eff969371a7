"""A game with its past: every answer can be taken back and given again.

Each moment is a game of its own, copied when an answer is given, so that taking back is stepping to an earlier
one. Knows no words and no files; `session` says what happened here, `store` keeps it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from interpreter import Answer, Game, View


@attrs.frozen
class Move:
    """An answer that a player gave."""

    prompt: str
    answer: str
    player: str


class Unfit(Exception):
    """One of several answers can't be given where it would come.

    `given` are those before it, which stand if they showed somebody a hidden card: taking them back would be a free
    look. `over`: the game is over by then; `turn`: the other player, who must sit down first, or "".
    """

    def __init__(self, answer: str, given: tuple[str, ...], stand: bool, over: bool, turn: str) -> None:
        self.answer, self.given, self.stand, self.over, self.turn = answer, given, stand, over, turn
        super().__init__(answer)


Reading = Callable[[str, Sequence[str]], str | None]
"""Which of some options an answer means, if any."""


def literally(word: str, options: Sequence[str]) -> str | None:
    """An answer that means only the option of exactly these words."""
    return word if word in options else None


class Timeline:
    """The moments of one game; `game` is the one that stands now."""

    def __init__(self, game: Game) -> None:
        self._moments = [game]
        self._moves: list[Move] = []
        self._now = 0
        self.assisted = False

    @property
    def game(self) -> Game:
        """The game as it stands; never to be changed by others."""
        return self._moments[self._now]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The answers given so far, without those taken back."""
        return tuple(self._moves[: self._now])

    @property
    def ahead(self) -> int:
        """How many answers were taken back and can be given again."""
        return len(self._moves) - self._now

    def moment(self, number: int) -> Game:
        """The game as it stood after `number` answers."""
        return self._moments[number]

    def answers(self, number: int) -> tuple[Answer, ...]:
        """What was recorded with answer `number` (from 1), forced ones that followed included; 0: before the first."""
        start = len(self._moments[number - 1].history) if number else 0
        return tuple(self._moments[number].history[start:])

    def give(self, words: Sequence[str], read: Reading = literally, seat: str = "") -> tuple[Move, ...]:
        """Give answers one after the other; raises `Unfit` at one that can't be given.

        An answer that the game took by itself in the meantime, being the only one left, counts as given. With `seat`
        only that player's answers can be given.
        """
        moments, moves = [self.game], list[Move]()
        forced: list[str] = []
        for word in words:
            if foreseen := read(word, forced):
                del forced[: forced.index(foreseen) + 1]
                continue
            moved = _after(moments[-1], word, read, seat)
            if moved is None:
                raise self._stopped(word, moments, moves, seat)
            game, move = moved
            following = game.history[len(moments[-1].history) + 1 :]
            forced = [answer.option for answer in following if not seat or answer.player == seat]
            moments.append(game)
            moves.append(move)
        self._add(moments, moves)
        return tuple(moves)

    def _add(self, moments: list[Game], moves: list[Move]) -> None:
        del self._moments[self._now + 1 :], self._moves[self._now :]
        self._moments += moments[1:]
        self._moves += moves
        self._now += len(moves)

    def _stopped(self, word: str, moments: list[Game], moves: list[Move], seat: str) -> Unfit:
        stand = any(_revealed(before, after) for before, after in pairwise(moments))
        if stand:
            self._add(moments, moves)
        decision = moments[-1].decision
        turn = decision.player if decision and seat and decision.player != seat else ""
        return Unfit(word, tuple(move.answer for move in moves), stand, over=decision is None, turn=turn)

    def undo(self, count: int) -> None:
        """Take back `count` answers, at most as many as were given."""
        for _ in range(min(count, self._now)):
            self.assisted |= _revealed(self._moments[self._now - 1], self._moments[self._now])
            self._now -= 1

    def redo(self, count: int) -> None:
        """Give `count` answers again that were taken back, at most as many as there are."""
        self._now += min(count, self.ahead)


def _after(game: Game, word: str, read: Reading, seat: str) -> tuple[Game, Move] | None:
    decision = game.decision
    if decision is None or (seat and decision.player != seat):
        return None
    answer = read(word, [option.id for option in decision.options])
    if answer is None:
        return None
    following = game.copy()
    following.choose(answer)
    return following, Move(decision.prompt, answer, decision.player)


def _revealed(before: Game, after: Game) -> bool:
    """Whether somebody has seen a card in `after` that nobody could see in `before`."""
    players = {zone.owner for zone in after.view("A").zones if zone.owner} | {"A"}
    return any(_learnt(before.view(player), after.view(player)) for player in sorted(players))


def _learnt(before: View, after: View) -> bool:
    hidden = {zone.name: zone.size for zone in after.zones if zone.cards is None}
    shrunk = any(zone.cards is None and zone.size > hidden.get(zone.name, 0) for zone in before.zones)
    return shrunk or bool(_visible(after) - _visible(before))


def _visible(view: View) -> Counter[str]:
    return Counter(card.partition(" (")[0] for zone in view.zones for card in zone.cards or ())
