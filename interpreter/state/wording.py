"""The words for the cards and numbers of a state.

Views, traces, explanations and scenarios all show a state in these words. Knows nothing of who may see what (see
`visibility`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsl.program.program import Program
from dsl.program.setup import Counter, FactOf, Place
from dsl.text.letters import ON
from interpreter.state.changes import attached
from interpreter.state.layout import layout_of


def shown_card(program: Program, state: Sequence[Any], card: int, called: str = "") -> str:
    """A card's name with its marks and the cards attached to it: `clay pot (asleep)`, `clay pot + clock 2`.

    `called` are words in place of the name.
    """
    layout, riding = layout_of(program), program.riding
    values = [(fact, state[layout.facts + number][card]) for number, fact in enumerate(program.facts)]
    words = [fact.words[value] for fact, value in values if fact.first <= card < fact.first + fact.count and fact.words]
    marks = [mark_of(fact, value) for fact, value in values if fact.mark and value]
    own = " ".join([called or program.faces[card].name, *filter(None, words), *(f"({mark})" for mark in marks)])
    if riding is None:
        return own
    on = attached(state[layout.zones + riding.zone], state[layout.facts + riding.fact], card)
    return ON.join([own, *sorted(shown_card(program, state, each) for each in on)])


def mark_of(fact: FactOf, value: int) -> str:
    """The mark in brackets after the name of a card with this value of a fact."""
    return fact.mark if fact.maximum == 1 else f"{fact.mark} {value}"


def shown_value(counter: Counter, value: int) -> int | str:
    """A number's value, or the word for it."""
    return dict(zip(counter.values, counter.words, strict=True)).get(value, value) if counter.words else value


def from_top(place: Place, cards: bytes) -> bytes:
    """The cards of a zone in the order in which people list them: a pile from the top."""
    return cards[::-1] if place.shape == "pile" else cards
