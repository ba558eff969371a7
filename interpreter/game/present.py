"""Present the picks of a choice as a decision for a person.

The words and form of an option come from the program. Its note, and what the question is about, come from the state, as
far as the player who decides sees it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program.blocks import Choose
from dsl.program.blocks import Option as Offered
from dsl.program.origin import Origin
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import Decision, Option, letter, seat
from interpreter.choices.describe import about
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, card_at, zone_at
from interpreter.choices.texts import option_words, told_to
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.visibility import sees
from interpreter.state.wording import shown_card


def decision_of(program: Program, s: Flat, picks: Sequence[Pick], player: int) -> Decision:
    """The decision of `player` at the choice at the end of the top frame's block."""
    words, block = words_of(program), s[FRAME][0]
    choice, shown, known = words.choices[block], words.shown[block], _options(program)[block]
    own = words_of(program.own).shown[block] if program.own else shown
    options = []
    for pick in picks:
        module, citations, form, placed, filled = known[pick[0]]
        named = own[pick]
        note = _note(program, s, choice, pick, player) if placed else ""
        told = option_words(program, s, pick, (player,)) if filled else named if own is shown else shown[pick]
        options.append(Option(named, module, citations, form, note, told))
    passing = _passing(choice, picks)
    prompt = program.prompts[choice.prompt]
    number, rounds = _rounds(program, s, choice)
    return Decision(
        prompt=prompt.name,
        question=told_to(program, s, prompt.told, (player,)) if prompt.told else prompt.question,
        player=letter(player),
        options=tuple(options),
        passing="" if passing is None else own[passing],
        window=passing is not None and choice.quiet > 0,
        round=number,
        rounds=rounds,
        about=about(program, s, choice, player),
        at_once=choice.sealed is not None,
        dummy=_dummy(program, s),
    )


def _dummy(program: Program, s: Flat) -> str:
    """The acting player, if that is a dummy."""
    if not program.dummies:
        return ""
    acting = s[layout_of(program).numbers + program.player]
    return seat(program, acting) if acting >= program.players else ""


@once_per_program
def _options(program: Program) -> dict[int, list[tuple[str, tuple[str, ...], str, bool, bool]]]:
    """For each block's options: the module, the rule numbers and the form.

    Also whether an option names a card by its position, and whether values are put into its words.
    """
    return {
        number: [_known(program.origins[option.origin], option) for option in block.last.options]
        for number, block in enumerate(program.blocks)
        if isinstance(block.last, Choose)
    }


def _known(origin: Origin, option: Offered) -> tuple[str, tuple[str, ...], str, bool, bool]:
    placed = any(each.by_position for each in option.parameters)
    return origin.module, origin.citations, option.form, placed, bool(option.shown)


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


def _rounds(program: Program, s: Flat, choice: Choose) -> tuple[int, int]:
    if choice.rounds is None:
        return 0, 0
    values, local = Evaluator(program), locals_in(program, s[FRAME])
    return values.number(choice.rounds[0], s, local), values.number(choice.rounds[1], s, local)
