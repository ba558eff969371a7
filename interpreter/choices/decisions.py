"""What the engine asks, and what it is told: decisions, options, answers, and answers that don't fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from dsl.text.spelling import nearest
from interpreter.choices.picks import Pick

FORCED = " (the only answer)"
"""Said after the words of an answer that was forced, wherever answers are told."""

Chooser = Callable[[int, list[Pick]], int]
"""Given the block of the choice that stands and its picks, the index of the one to take."""


@attrs.frozen
class Option:
    """One way to answer: its words (`plant white daisy`), the module that offers it, the rules' numbers it is cited by.

    `form` is its words with `…` for the cards that it is about (`play …`); `note` says which cards those are that it
    names by their place only.
    """

    id: str
    module: str
    citations: tuple[str, ...]
    form: str = ""
    note: str = ""


@attrs.frozen
class Decision:
    """What stands to be decided: the prompt's stable name, the question for a person, who decides ("A" or "B").

    `passing` is the option that is left when no ability is used, if there is one only and it may be passed over: in an
    open `window`, a prompt that is there for abilities only, it does nothing; elsewhere it is what would happen anyway.
    What a loop asks several times has a `round`, from 1, of `rounds`; else both are 0. `about` says what the question
    is about, where the rules tell (`clay pot, tray 2`).
    """

    prompt: str
    question: str
    player: str
    options: tuple[Option, ...]
    passing: str = ""
    window: bool = False
    round: int = 0
    rounds: int = 0
    about: str = ""


@attrs.frozen
class Answer:
    """A decision that was made; `forced` if there was no other way and the game took it by itself."""

    prompt: str
    option: str
    player: str
    forced: bool


class IllegalAnswer(ValueError):
    """An answer that isn't among the options; `nearest` is the option that was most likely meant, or ""."""

    def __init__(self, answer: str | int, options: Iterable[str]) -> None:
        self.answer = str(answer)
        self.options = tuple(options)
        self.nearest = nearest(self.answer, self.options) or ""
        super().__init__(self._message())

    def _message(self) -> str:
        if not self.options:
            return f"`{self.answer}` can't be answered: the game is over"
        if self.nearest:
            return f"`{self.answer}` is not among the options; did you mean `{self.nearest}`?"
        return f"`{self.answer}` is not among the options: {', '.join(f'`{option}`' for option in self.options)}"


def letter(player: int) -> str:
    """How a player is called: "A" or "B"."""
    return chr(ord("A") + player)
