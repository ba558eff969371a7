"""The subject of a choice, in words, as far as the player who decides may know it."""

from __future__ import annotations

from dsl.program.blocks import Choose
from dsl.program.expressions import NO_CARD
from dsl.program.program import Program
from interpreter.choices.evaluate import Evaluator
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat
from interpreter.state.visibility import sees
from interpreter.state.wording import shown_card


def about(program: Program, s: Flat, choice: Choose, player: int) -> str:
    """The things that a question is about; cards only if the player sees them."""
    if not choice.about:
        return ""
    values, local = Evaluator(program), locals_in(program, s[FRAME])
    found = []
    for each in choice.about:
        value = values.number(each.value, s, local)
        if each.zone is None:
            found.append(dict(each.words).get(value, ""))
        elif value != NO_CARD and sees(program, s, player, values.number(each.zone, s, local)):
            found.append(shown_card(program, s, value))
    return ", ".join(filter(None, found))
