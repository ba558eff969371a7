"""Present the picks of a choice as a decision for a person.

The words and form of an option come from the program. Its note, and what the question is about, come from the state, as
far as the player who decides sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from dsl.program.blocks import Choose
from dsl.program.display import Prompt
from dsl.program.origin import Origin
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import Decision, Option, letter, seat, unread
from interpreter.choices.describe import about
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.options import Remembered, Words, words_of
from interpreter.choices.picks import Pick, card_at, zone_at
from interpreter.choices.texts import option_words, told_to
from interpreter.generated.executor import Compiled
from interpreter.reference.executor import Reference
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.visibility import sees
from interpreter.state.wording import shown_card


def decision_of(program: Program, s: Flat, picks: Sequence[Pick], executor: Compiled | Reference) -> Decision:
    """The decision at the choice at the end of the top frame's block.

    Most of it is made when it is read, so the state must not change.
    """
    offered = _offered(program)[s[FRAME][0]]
    options = None if offered.placed or offered.filled else tuple(map(offered.options.__getitem__, picks))
    return unread((_part, program, s, picks, executor), options)


def _part(program: Program, s: Flat, picks: Sequence[Pick], executor: Compiled | Reference, name: str) -> Any:
    """A field of a decision."""
    return getattr(_Standing(program, s, picks, _offered(program)[s[FRAME][0]], executor.player(s)), name)


@attrs.frozen
class _Standing:
    """The decision of a player, given by number; each property is the field of a `Decision` with its name."""

    program: Program
    s: Flat
    picks: Sequence[Pick]
    offered: _Offered
    number: int

    @property
    def prompt(self) -> str:
        return self._prompt.name

    @property
    def question(self) -> str:
        told = self._prompt.told
        return told_to(self.program, self.s, told, (self.number,)) if told else self._prompt.question

    @property
    def player(self) -> str:
        return letter(self.number)

    @property
    def options(self) -> tuple[Option, ...]:
        """With their notes and with the values in their words, as far as the player knows them."""
        return tuple(self._option(pick, self.offered.options[pick]) for pick in self.picks)

    @property
    def passing(self) -> str:
        return "" if self._passing is None else self.offered.options[self._passing].id

    @property
    def window(self) -> bool:
        return self._passing is not None and self.offered.choice.quiet > 0

    @property
    def round(self) -> int:
        return self._round(0)

    @property
    def rounds(self) -> int:
        return self._round(1)

    @property
    def about(self) -> str:
        choice = self.offered.choice
        return about(self.program, self.s, choice, self.number) if choice.about else ""

    @property
    def at_once(self) -> bool:
        return self.offered.choice.sealed is not None

    @property
    def dummy(self) -> str:
        """The acting player, if that is a dummy."""
        acting: int = self.s[layout_of(self.program).numbers + self.program.player] if self.program.dummies else 0
        return seat(self.program, acting) if acting >= self.program.players else ""

    @property
    def _prompt(self) -> Prompt:
        return self.program.prompts[self.offered.choice.prompt]

    @property
    def _passing(self) -> Pick | None:
        """The pick that remains without those of abilities and, in a window, without all that modules add."""
        choice = self.offered.choice
        if choice.must or not (choice.quiet or choice.abilities):
            return None
        last = len(choice.options) - choice.quiet
        own = 0 if choice.quiet else last - choice.abilities
        left = [pick for pick in self.picks if pick[0] >= last or pick[0] < own]
        return left[0] if len(left) == 1 else None

    def _option(self, pick: Pick, option: Option) -> Option:
        if pick[0] in self.offered.placed:
            option = attrs.evolve(option, note=self._note(pick))
        if pick[0] in self.offered.filled:
            option = attrs.evolve(option, words=option_words(self.program, self.s, pick, (self.number,)))
        return option

    def _note(self, pick: Pick) -> str:
        """The cards that an option names by their position, as far as the player sees them."""
        found = [
            shown_card(self.program, self.s, pick[card_at(number)])
            for number, parameter in enumerate(self.offered.choice.options[pick[0]].parameters)
            if parameter.by_position and sees(self.program, self.s, self.number, pick[zone_at(number)])
        ]
        return ", ".join(found)

    def _round(self, which: int) -> int:
        """How many times a loop has asked, this one included (0), or how many times it asks (1)."""
        rounds = self.offered.choice.rounds
        if rounds is None:
            return 0
        return Evaluator(self.program).number(rounds[which], self.s, locals_in(self.program, self.s[FRAME]))


@attrs.frozen
class _Offered:
    """What is known of a choice in every state.

    `options` has the option of each pick, without a note and without values in its words. `placed` are the numbers of
    the options that name a card by its position, and `filled` of those that have values in their words.
    """

    choice: Choose
    options: Remembered[Option]
    placed: frozenset[int]
    filled: frozenset[int]


@once_per_program
def _offered(program: Program) -> dict[int, _Offered]:
    """What is known of each block's choice."""
    words = words_of(program)
    own = words_of(program.own) if program.own else words
    return {block: _known(program.origins, block, own, words) for block in words.choices}


def _known(origins: Sequence[Origin], block: int, own: Words, words: Words) -> _Offered:
    choice = words.choices[block]

    def option(pick: Pick) -> Option:
        known = choice.options[pick[0]]
        origin = origins[known.origin]
        several = tuple(zip(own.several(block, pick), words.several(block, pick), strict=True))
        said = words.shown[block][pick]
        return Option(own.shown[block][pick], origin.module, origin.citations, known.form, words=said, several=several)

    numbered = list(enumerate(choice.options))
    return _Offered(
        choice=choice,
        options=Remembered(option),
        placed=frozenset(n for n, each in numbered if any(parameter.by_position for parameter in each.parameters)),
        filled=frozenset(n for n, each in numbered if each.shown),
    )
