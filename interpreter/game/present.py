"""Present the picks of a choice as a decision for a person.

The words and form of an option come from the program. Its note, and what the question is about, come from the state, as
far as the player who decides sees it.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.program.blocks import Choose
from dsl.program.expressions import Expr
from dsl.program.origin import Origin
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import Decision, Option, letter, seat
from interpreter.choices.describe import about
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.options import Remembered, Words, words_of
from interpreter.choices.picks import Pick, card_at, zone_at
from interpreter.choices.texts import option_words, told_to
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.visibility import sees
from interpreter.state.wording import shown_card


def decision_of(program: Program, s: Flat, picks: Sequence[Pick], player: int) -> Decision:
    """The decision of `player` at the choice at the end of the top frame's block."""
    offered = _offered(program)[s[FRAME][0]]
    choice, known = offered.choice, offered.options
    options = [known[pick] for pick in picks]
    if offered.placed or offered.filled:
        options = [_in_state(program, s, offered, *each, player) for each in zip(picks, options, strict=True)]
    passing = _passing(choice, picks)
    prompt = program.prompts[choice.prompt]
    number, rounds = _rounds(program, s, choice.rounds) if choice.rounds else (0, 0)
    return Decision(
        prompt=prompt.name,
        question=told_to(program, s, prompt.told, (player,)) if prompt.told else prompt.question,
        player=letter(player),
        options=tuple(options),
        passing="" if passing is None else known[passing].id,
        window=passing is not None and choice.quiet > 0,
        round=number,
        rounds=rounds,
        about=about(program, s, choice, player) if choice.about else "",
        at_once=choice.sealed is not None,
        dummy=_dummy(program, s) if program.dummies else "",
    )


def _dummy(program: Program, s: Flat) -> str:
    """The acting player, if that is a dummy."""
    acting = s[layout_of(program).numbers + program.player]
    return seat(program, acting) if acting >= program.players else ""


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


def _in_state(program: Program, s: Flat, offered: _Offered, pick: Pick, option: Option, player: int) -> Option:
    """An option with its note and with the values in its words, as far as the player knows them."""
    if pick[0] in offered.placed:
        option = attrs.evolve(option, note=_note(program, s, offered.choice, pick, player))
    if pick[0] in offered.filled:
        option = attrs.evolve(option, words=option_words(program, s, pick, (player,)))
    return option


def _passing(choice: Choose, picks: Sequence[Pick]) -> Pick | None:
    """The pick that remains without those of abilities and, in a window, without all that modules add."""
    if choice.must or not (choice.quiet or choice.abilities):
        return None
    last = len(choice.options) - choice.quiet
    left = [pick for pick in picks if pick[0] >= last or not (choice.quiet or pick[0] >= last - choice.abilities)]
    return left[0] if len(left) == 1 else None


def _note(program: Program, s: Flat, choice: Choose, pick: Pick, player: int) -> str:
    """The cards that an option names by their position, as far as the player sees them."""
    found = [
        shown_card(program, s, pick[card_at(number)])
        for number, parameter in enumerate(choice.options[pick[0]].parameters)
        if parameter.by_position and sees(program, s, player, pick[zone_at(number)])
    ]
    return ", ".join(found)


def _rounds(program: Program, s: Flat, rounds: tuple[Expr, Expr]) -> tuple[int, int]:
    """How many times a loop has asked, this one included, and how many times it asks."""
    values, local = Evaluator(program), locals_in(program, s[FRAME])
    return values.number(rounds[0], s, local), values.number(rounds[1], s, local)
