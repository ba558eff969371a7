"""A game replayed under changed rules, as far as it stays the same game.

The answers are given again by their words, forced ones included, and the traces are compared entry by entry. Knows no
files, no terminal and no clock: the new program comes in, and a new timeline goes out; the old one never changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

import attrs

from dsl import Program
from interpreter import FORCED, Answer, Event, Game
from repl.saves.recipe import Recipe
from repl.saves.replay import started
from repl.saves.timeline import RejectedAnswer, Timeline
from repl.saves.workshop import Workshop

SILENT = ("rule",)
"""Entries of a trace that say which rules acted, and change nothing by themselves."""


@attrs.frozen
class Divergence:
    """The first place at which the new rules make another game: at answer `number` (from 1), or the beginning (0).

    `answer`, with `reason`: this answer no longer fits. `before` and `now`: the entry of the trace that differs, each
    None if there is none. `differing`: zones and numbers that differ as the game begins.
    """

    number: int
    answer: Answer | None = None
    reason: str = ""
    before: Event | None = None
    now: Event | None = None
    differing: tuple[str, ...] = ()


@attrs.frozen
class Reloaded:
    """A game under new rules. `timeline` stands before the divergence, or where the game stood if there is none.

    `trace` is that of the game after every answer that fits; `fitting` answers lead to where the game stood, or as far
    as they fit.
    """

    timeline: Timeline
    divergence: Divergence | None
    trace: tuple[Event, ...]
    fitting: int


def reload(recipe: Recipe, old: Timeline, program: Program, workshop: Workshop) -> Reloaded:
    """Replay a game under the rules of a new program.

    Answers behind the divergence that still fit can be given again by `redo`, like those that had been taken back.
    Raises `StoreError` if the game can't even begin under these rules.
    """
    run = _Run(old, Timeline(started(recipe, program, workshop)))
    run.play()
    timeline, divergence = run.new, run.divergence
    at = run.stood if divergence is None else min(run.stood, max(divergence.number - 1, 0))
    trace = timeline.game.trace
    taken_back = len(timeline.moves) - at
    timeline.undo(taken_back)
    timeline.assisted = old.assisted or (timeline.assisted and divergence is not None)
    timeline.hinted = old.hinted
    return Reloaded(timeline, divergence, trace, run.stood)


class _Run:
    """The answers of a timeline, given one after the other in another game."""

    def __init__(self, old: Timeline, new: Timeline) -> None:
        self.new = new
        self.divergence: Divergence | None = None
        self.stood = 0
        """How many answers of the new game bring it to where the old one stood."""
        games = old.every
        self._moves = old.every_move
        self._history = games[-1].history
        self._given = {len(game.history): number for number, game in enumerate(games)}
        self._trace = _telling(games[-1].trace)
        self._told = {len(game.history): len(_telling(game.trace)) for game in games}
        self._stands = len(old.game.history)
        self._same = 0
        self._begin = games[0]
        outcome = games[-1].outcome
        self._broke = outcome is not None and outcome.status == "fault"

    def play(self) -> None:
        """Give all answers that fit, and find the first difference."""
        differing = (*differing_at_the_beginning(self._begin, self.new.game),)
        if differing:
            self.divergence = Divergence(0, differing=differing)
        self._compare()
        while len(self.new.game.history) < len(self._history) and self._answer():
            self._compare()

    def _answer(self) -> bool:
        """Give the next answer of the old game; whether it fits."""
        game = self.new.game
        at = len(game.history)
        wanted, decision = self._history[at], game.decision
        if decision is None:
            return self._misfit(wanted, "the game is over by then")
        if (decision.prompt, decision.player) != (wanted.prompt, wanted.player):
            return self._misfit(wanted, f"{decision.player} is asked `{decision.prompt}`, not {_asked(wanted)}")
        try:
            self.new.give((wanted.option,))
        except RejectedAnswer:
            return self._misfit(wanted, f"`{wanted.prompt}` no longer offers it")
        if at < self._stands:
            self.stood = len(self.new.moves)
        if at in self._given:
            move = self._moves[self._given[at]]
            self.new.mark(move.passed and wanted.option == decision.passing, move.by)
        return True

    def _misfit(self, wanted: Answer, reason: str) -> bool:
        if self.divergence is None:
            self.divergence = Divergence(len(self.new.moves) + 1, wanted, reason)
        return False

    def _compare(self) -> None:
        """Compare the entries since the last answer; the first that differs is the divergence.

        The new game may go on where the old one asked and the answer is now the only one, or where its rules broke.
        """
        if self.divergence is not None:
            return
        number, found, given = len(self.new.moves), _telling(self.new.game.trace), len(self.new.game.history)
        until = self._told.get(given, len(self._trace))
        for before, now in zip_longest(self._trace[self._same : until], found[self._same :]):
            if before is None and (given > len(self._history) or self._broke):
                break
            whole = given in self._told or now is not None
            if whole and not (before and now and _key(before) == _key(now)):
                self.divergence = Divergence(number, before=before, now=now)
                return
        self._same = len(found)


def differing_at_the_beginning(before: Game, now: Game) -> Iterator[str]:
    """The zones and numbers of both games that are not the same at the first decision."""
    zones, numbers = now.state.zones, now.state.numbers
    yield from (
        name for name, cards in before.state.zones.items() if name in zones and sorted(cards) != sorted(zones[name])
    )
    yield from (name for name, value in before.state.numbers.items() if numbers.get(name, value) != value)


def _telling(trace: Iterable[Event]) -> Sequence[Event]:
    """The entries that say what happened."""
    return [event for event in trace if event.name not in SILENT]


def _key(event: Event) -> tuple[str, str]:
    """What makes two entries the same: not the words of an ending, nor whether an answer was the only one."""
    if event.name == "end":
        return event.name, event.text.partition(":")[0]
    return event.name, event.text.removesuffix(FORCED)


def _asked(answer: Answer) -> str:
    return f"{answer.player} `{answer.prompt}`"
