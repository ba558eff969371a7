"""What the games written by hand share: how they ask, take what is forced, remember, and end.

Only benchmarks and their tests read these games; no other package may. The rules of a game are one generator, cut
where a player decides: it yields a prompt with its options and is sent the answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence

from benchmarks.decks import Deck

Asking = Generator[tuple[str, list[str]], str, None]
"""A part of the rules that may wait: yields prompt and options, is sent the answer."""


class GameOverError(Exception):
    """The game is won or lost, and nothing further is carried out."""

    def __init__(self, status: str) -> None:
        super().__init__(status)
        self.status = status


class HandWritten(ABC):
    """A game in progress, standing at `prompt` with `options`, or over (no options, `status` won or lost).

    `player` is whose turn it is, `turns` how many turns began; `history` holds every answer with its prompt and
    whether it was forced. Prompts, options and forced answers are those of the ruleset, word for word.
    """

    def __init__(self) -> None:
        self.prompt = ""
        self.options: list[str] = []
        self.status = "playing"
        self.player = "A"
        self.turns = 0
        self.history: list[tuple[str, str, bool]] = []
        self._rules: Asking

    @abstractmethod
    def decks(self) -> Mapping[str, Deck]:
        """The piles that are shuffled, by the names of the rules."""

    @abstractmethod
    def zones(self) -> Mapping[str, Sequence[str]]:
        """What lies where, decks included, by the names of the rules."""

    @abstractmethod
    def numbers(self) -> Mapping[str, int]:
        """The numbers that belong to the position, by the names of the rules."""

    def choose(self, answer: str) -> None:
        """Answer the prompt with one of `options`, and play on to the next decision."""
        self.history.append((self.prompt, answer, False))
        self._advance(answer)

    def _begin(self, rules: Asking) -> None:
        """Play by these rules to the first decision."""
        self._rules = rules
        self._advance(None)

    def _advance(self, answer: str | None) -> None:
        """Run the rules up to the next decision or the end, taking what is forced."""
        try:
            prompt, options = self._rules.send(answer) if answer else next(self._rules)
            while len(options) == 1:
                self.history.append((prompt, options[0], True))
                prompt, options = self._rules.send(options[0])
        except GameOverError as over:
            prompt, options, self.status = "", [], over.status
        self.prompt, self.options = prompt, options
