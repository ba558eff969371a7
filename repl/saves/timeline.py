"""A game with its past: every answer can be taken back and given again.

Each answer makes a copy of the game, so an undo returns to an earlier copy. Knows no words and no files; `session`
reports what happened, `store` saves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

import attrs

from repl.saves.records import Played

if TYPE_CHECKING:
    from interpreter import Answer, Decision, Game, View


class RejectedAnswer(Exception):
    """One of several answers can't be given in its place.

    `given` are the answers before it, which stand if they revealed a hidden card: taking them back would be a free
    look. `over`: the game is over by then; `turn`: the other player, who must sit down first, or "".
    """

    def __init__(self, answer: str, given: tuple[str, ...], stand: bool, over: bool, turn: str) -> None:
        self.answer, self.given, self.stand, self.over, self.turn = answer, given, stand, over, turn
        super().__init__(answer)


BY = "search"
"""What answers for the seats of the computer."""

Reading = Callable[[str, Sequence[str]], str | None]
"""Finds the option that an answer means, if any."""


Passing = Callable[[Sequence["Game"], Sequence[Played]], str]
"""From all games and moves, the answer that passes the current decision without asking, or ""."""


Playing = Callable[["Game"], str]
"""The answer that the computer gives to the current decision, or "" if a person decides."""


def exactly(word: str, options: Sequence[str]) -> str | None:
    """An answer that means only the option of exactly these words."""
    return word if word in options else None


class Timeline:
    """The copies of one game; `game` is the current one.

    After an answer, `passing` passes windows, and `playing` answers for the seats of the computer.
    """

    def __init__(self, game: Game) -> None:
        self.passing: Passing = lambda _games, _moves: ""
        self.playing: Playing = lambda _game: ""
        self._games = [game]
        self._moves: list[Played] = []
        self._now = 0
        self.assisted = False
        """Whether hidden cards were seen before an undo, or a hint was asked for."""
        self.hinted = False

    @property
    def game(self) -> Game:
        """The current game; never to be changed by others."""
        return self._games[self._now]

    @property
    def moves(self) -> tuple[Played, ...]:
        """The answers given so far, without those taken back."""
        return tuple(self._moves[: self._now])

    @property
    def ahead(self) -> int:
        """How many answers were taken back and can be given again."""
        return len(self._moves) - self._now

    @property
    def every_move(self) -> tuple[Played, ...]:
        """The answers given so far, then those taken back."""
        return tuple(self._moves)

    @property
    def every(self) -> tuple[Game, ...]:
        """The game at its beginning and after each of `every_move`."""
        return tuple(self._games)

    def after(self, number: int) -> Game:
        """The game after `number` answers."""
        return self._games[number]

    def known(self, number: int) -> int:
        """How many answers of the record everybody may know after `number` answers: all but the sealed ones."""
        return _known(self._games[number])

    def answers(self, number: int) -> tuple[Answer, ...]:
        """The record of answer `number` (from 1), including forced ones that followed; 0: before the first."""
        start = len(self._games[number - 1].history) if number else 0
        return tuple(self._games[number].history[start:])

    def give(self, words: Sequence[str | int], read: Reading = exactly, seat: str = "") -> tuple[Played, ...]:
        """Give answers one after the other; raises `RejectedAnswer` at one that can't be given.

        A number (from 1) counts in the list of the question that it meets. While the first question is asked again with
        fewer options, as for an order of cards, it counts in the first list, which the player saw.
        An answer that the game has already taken by itself, as the only option, counts as given. With `seat`, only that
        player's answers can be given.
        """
        run = self._run(seat)
        for word in words:
            if foreseen := read(run.first_words(word), run.forced):
                del run.forced[: run.forced.index(foreseen) + 1]
            elif not run.answer(word, read):
                raise self._stopped(run.words(word), run)
        run.play_others()
        while run.pass_by():
            pass
        return self._add(run)

    def play_others(self) -> tuple[Played, ...]:
        """Let the computer answer, if it decides now; its answers."""
        run = self._run("")
        run.play_others()
        return self._add(run) if len(run.moves) > self._now else ()

    def _run(self, seat: str) -> _Run:
        return _Run(self._games[: self._now + 1], self._moves[: self._now], seat, self.passing, self.playing)

    def mark(self, passed: bool, by: str) -> None:
        """Mark the last answer as one that no person gave: it passed a window, or was given `by` something."""
        self._moves[self._now - 1] = attrs.evolve(self._moves[self._now - 1], passed=passed, by=by)

    def _add(self, run: _Run) -> tuple[Played, ...]:
        moves = tuple(run.moves[self._now :])
        self._games, self._moves, self._now = run.games, run.moves, len(run.moves)
        return moves

    def _stopped(self, word: str, run: _Run) -> RejectedAnswer:
        given = tuple(move.answer for move in run.moves[self._now :] if move.own)
        stand = any(_revealed(before, after) for before, after in pairwise(run.games[self._now :]))
        if stand:
            self._add(run)
        decision = run.games[-1].decision
        turn = decision.player if decision and run.seat and decision.player != run.seat else ""
        return RejectedAnswer(word, given, stand, over=decision is None, turn=turn)

    @property
    def undoable(self) -> int:
        """How many answers given by a player can be taken back."""
        return sum(move.own for move in self.moves)

    @property
    def redoable(self) -> int:
        """How many answers given by a player were taken back and can be given again."""
        return sum(move.own for move in self._moves[self._now :])

    def moves_to_undo(self, count: int) -> int:
        """How many answers to take back for a player's last `count`, including windows passed after them."""
        return self._reaching(reversed(self.moves), count)

    def moves_to_redo(self, count: int) -> int:
        """How many answers to give again for a player's next `count`, including windows passed after them."""
        ahead = self._moves[self._now :]
        least = self._reaching(ahead, count)
        return least + _leading(ahead[least:])

    @staticmethod
    def _reaching(moves: Iterable[Played], count: int) -> int:
        found = 0
        for move in moves:
            if count <= 0:
                break
            found, count = found + 1, count - move.own
        return found

    def undo(self, count: int) -> None:
        """Take back `count` answers, at most as many as were given."""
        for _ in range(min(count, self._now)):
            self.assisted |= _revealed(self._games[self._now - 1], self._games[self._now])
            self._now -= 1

    def redo(self, count: int) -> None:
        """Give `count` answers again that were taken back, at most as many as there are."""
        self._now += min(count, self.ahead)


def _leading(moves: Iterable[Played]) -> int:
    return len(list(takewhile(lambda move: not move.own, moves)))


class _Run:
    """A tentative continuation of a game, before its answers are accepted."""

    def __init__(self, games: list[Game], moves: list[Played], seat: str, passing: Passing, playing: Playing) -> None:
        self.games, self.moves, self.seat, self._passing, self._playing = games, moves, seat, passing, playing
        self.forced: list[str] = []
        self._begun = len(moves)
        self._first = games[-1].decision

    def answer(self, word: str | int, read: Reading) -> bool:
        """Give an answer, if necessary after windows that are passed anyway; whether it fits."""
        self.play_others()
        if isinstance(word, int):
            while not self._asked_again() and self.pass_by():
                pass
            meant = self.words(word)
            return self._give(lambda options: meant if meant in options else None)
        while not self._give(lambda options: read(word, options) or self._meant(word)):
            if not self.pass_by():
                return False
        return True

    def _meant(self, word: str) -> str | None:
        decision = self.games[-1].decision
        return decision.meant(word) if decision else None

    def words(self, word: str | int) -> str:
        """The name of a numbered option of the current question or, while that is asked again, of the first one."""
        return self.first_words(word) if self._asked_again() else _numbered(word, self.games[-1].decision)

    def first_words(self, word: str | int) -> str:
        """The name of a numbered option of the first question, or of one that has these words."""
        options = self._first.options if self._first else ()
        return _numbered(next((option.id for option in options if option.words == word), word), self._first)

    def _asked_again(self) -> bool:
        """Whether the first question is asked again, with no option that it didn't have."""
        first, now = self._first, self.games[-1].decision
        if first is None or now is None or (first.prompt, first.player) != (now.prompt, now.player):
            return False
        if any(move.prompt != first.prompt for move in self.moves[self._begun :]):
            return False
        return {option.id for option in now.options} <= {option.id for option in first.options}

    def pass_by(self) -> bool:
        """Pass the current window, if it came up in this run and is passed without asking."""
        word = self._passing(self.games, self.moves) if len(self.moves) > self._begun else ""
        given = bool(word) and self._give(lambda _options: word, passed=True)
        self.play_others()
        return given

    def play_others(self) -> None:
        """Let the computer answer as long as it decides."""
        while word := self._playing(self.games[-1]):
            if not self._give(partial(exactly, word), by=BY):
                return

    def _give(self, meant: Callable[[Sequence[str]], str | None], passed: bool = False, by: str = "") -> bool:
        game = self.games[-1]
        decision = game.decision
        if decision is None or (self.seat and decision.player != self.seat and not by):
            return False
        answer = _meant(decision, meant)
        if answer is None:
            return False
        following = game.copy()
        following.choose(answer)
        taken = following.history[len(game.history) + 1 :]
        self.forced = [each.words for each in taken if not self.seat or each.player == self.seat]
        self.games.append(following)
        self.moves.append(Played(decision.prompt, answer, decision.player, passed, by))
        return True


def _meant(decision: Decision, meant: Callable[[Sequence[str]], str | None]) -> str | None:
    """The id of the option that is meant, by its words or by its id."""
    ids, words = ([each.id for each in decision.options], [each.words for each in decision.options])
    found = meant(words)
    if found is None and ids != words:
        return meant(ids)
    return ids[words.index(found)] if found in words else found


def _numbered(word: str | int, decision: Decision | None) -> str:
    """The words of a numbered option, or the number itself if there is no such option."""
    options = [option.words for option in decision.options] if decision else []
    if isinstance(word, str) or str(word) in options or not 1 <= word <= len(options):
        return str(word)
    return options[word - 1]


def _known(game: Game) -> int:
    return len(game.history) - game.sealed


def _revealed(before: Game, after: Game) -> bool:
    """Whether somebody has seen a card in `after` that nobody could see in `before`, or a choice that was sealed."""
    if before.sealed and _known(after) > _known(before):
        return True
    players = {zone.owner for zone in after.view("A").zones if zone.owner not in ("", *after.program.dummies)} | {"A"}
    return any(_learnt(before.view(player), after.view(player)) for player in sorted(players))


def _learnt(before: View, after: View) -> bool:
    hidden = {zone.name: zone.size for zone in after.zones if zone.cards is None}
    shrunk = any(zone.cards is None and zone.size > hidden.get(zone.name, 0) for zone in before.zones)
    return shrunk or bool(_visible(after) - _visible(before))


def _visible(view: View) -> Counter[str]:
    return Counter(card.partition(" (")[0] for zone in view.zones for card in zone.cards or ())
