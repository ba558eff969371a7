"""Questions of the engine and their answers: decisions, options, answers, and illegal answers.

These shapes are for people: everything is in words, and nothing in them is hidden from the player who decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from dsl.program.program import Program
from dsl.text.spelling import nearest
from interpreter.choices.picks import Pick

AND = " and "
"""Stands between the cards of a selection."""

CARD = f"(?:(?!{AND}).)+"
"""A pattern for one of them."""

FORCED = " (the only answer)"
"""Follows the words of an answer that was forced, wherever answers are shown."""

Chooser = Callable[[int, list[Pick]], int]
"""Takes the block of the current choice and its picks; returns the index of a pick."""


@attrs.frozen
class Option:
    """One option of a decision: its words (`plant white daisy`), the module that offers it, the rule numbers it cites.

    `id` are the rules' own words. `words` are what a person reads, in the language of the game: they also have the
    values that are put into them (`buy rose for 3`), which the `id` leaves out (`buy rose for`), so that it stays the
    same. `form` are the words with `…` for what they are about (`play …`). `note` names the cards that the words give
    by their position only. `several` are the parts of the `id` and of the `words` that name several cards (`daisy and
    sage`); whoever answers may give these in any order.
    """

    id: str
    module: str
    citations: tuple[str, ...]
    form: str = ""
    note: str = ""
    words: str = attrs.field(default=attrs.Factory(lambda self: self.id, takes_self=True))
    several: tuple[tuple[str, str], ...] = attrs.field(default=(), eq=False, repr=False)

    def means(self, text: str, in_any_case: bool = False) -> bool:
        """Whether a text is the option's id or its words, with the cards of a selection in any order."""
        said = [self.id, self.words, *(part for each in self.several for part in each)]
        if in_any_case:
            text, said = text.casefold(), [each.casefold() for each in said]
        id_, words, *several = said
        if text in (id_, words) or not several:
            return text in (id_, words)
        return _in_any_order(text, id_, several[::2]) or _in_any_order(text, words, several[1::2])


def _in_any_order(text: str, words: str, several: Sequence[str]) -> bool:
    """Whether a text says the same as some words, in which each of `several` names cards in one order."""
    if sorted(text.split()) != sorted(words.split()):
        return False
    pattern, at = "", 0
    for named in several:
        place = words.find(named, at)
        if place < 0:
            return False
        pattern += f"{re.escape(words[at:place])}({AND.join([CARD] * len(_cards(named)))})"
        at = place + len(named)
    found = re.fullmatch(pattern + re.escape(words[at:]), text)
    return found is not None and all(_cards(a) == _cards(b) for a, b in zip(found.groups(), several, strict=True))


def _cards(named: str) -> list[str]:
    return sorted(named.split(AND))


class _Unread:
    """A place for what makes the fields of a decision when they are first read (see `unread`)."""

    __slots__ = ("_make",)


@attrs.frozen
class Decision(_Unread):
    """A decision: the prompt's stable name, the question for a person, the player who decides ("A" or "B").

    `passing` is the option that remains if the player uses no ability, if there is exactly one: in a `window`, a prompt
    for abilities only, it does nothing; elsewhere it is what would happen anyway. If a loop asks several times, this is
    `round` (from 1) of `rounds`; otherwise both are 0. `about` is what the question is about, if the rules say so
    (`clay pot, tray 2`). `at_once`: all players choose before anybody knows a choice.
    `dummy` is the one for whom the player decides, or "".
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
    at_once: bool = False
    dummy: str = ""

    def meant(self, text: str) -> str | None:
        """The words of the option that a person means, in any case, with the cards of a selection in any order."""
        return next((option.words for option in self.options if option.means(text, in_any_case=True)), None)

    if not TYPE_CHECKING:  # else every name would be one of a decision

        def __getattr__(self, name: str) -> Any:
            """Make a field; nothing calls this for a field that is there."""
            if name not in _FIELDS:
                raise AttributeError(f"a decision has no `{name}`", name=name, obj=self)
            make, *given = self._make
            value = make(*given, name)
            object.__setattr__(self, name, value)
            return value


_FIELDS = frozenset(field.name for field in attrs.fields(Decision))
_set_make, _set_options = vars(_Unread)["_make"].__set__, vars(Decision)["options"].__set__


def unread(make: tuple[Any, ...], options: tuple[Option, ...] | None) -> Decision:
    """A decision whose fields are made when they are first read, except for options that are given.

    `make` is a function, and what it is given before the name of a field.
    """
    decision: Decision = Decision.__new__(Decision)
    _set_make(decision, make)
    if options is not None:
        _set_options(decision, options)
    return decision


@attrs.frozen
class Answer:
    """A decision that was made; `forced` if there was only one option, and the game took it by itself.

    `option` are the rules' own words, and `words` those that players read.
    """

    prompt: str
    option: str
    player: str
    forced: bool
    words: str = attrs.field(default=attrs.Factory(lambda self: self.option, takes_self=True), repr=False)


class IllegalAnswer(ValueError):
    """An answer that isn't among the options; `nearest` is the option most likely meant, or ""."""

    def __init__(self, answer: str | int, options: Iterable[str]) -> None:
        self.answer = str(answer)
        self.options = tuple(options)
        self.nearest = nearest(self.answer, self.options) or ""
        super().__init__(answer, self.options)

    def __str__(self) -> str:
        if not self.options:
            return f"`{self.answer}` can't be answered: the game is over"
        if self.nearest:
            return f"`{self.answer}` is not among the options; did you mean `{self.nearest}`?"
        return f"`{self.answer}` is not among the options: {', '.join(f'`{option}`' for option in self.options)}"


def seat(program: Program, player: int) -> str:
    """The name of a player: a letter, or the name of a dummy."""
    return letter(player) if player < program.players else program.dummies[player - program.players]


def letter(player: int) -> str:
    """The name of a player: "A" or "B"."""
    return chr(ord("A") + player)
