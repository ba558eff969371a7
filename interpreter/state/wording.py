"""The words for the cards and numbers of a state.

Views, traces, explanations and scenarios all show a state in these words. Knows nothing of who may see what (see
`visibility`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from dsl.program.program import Program
from dsl.program.setup import Counter, FactOf, Place
from dsl.text.letters import ON
from interpreter.state.changes import attached
from interpreter.state.layout import layout_of

FACE_DOWN = "face down"
"""What is shown of a card that lies face down, and the mark behind its name."""


def shown_card(program: Program, state: Sequence[Any], card: int, called: Sequence[str] = ()) -> str:
    """A card's name with its marks and the cards attached to it: `clay pot (asleep)`, `clay pot + clock 2`.

    `called` are words by id, in place of the names.
    """
    layout, riding = layout_of(program), program.riding
    values = [(fact, state[layout.facts + number][card]) for number, fact in enumerate(program.facts)]
    facts = [(fact, value) for fact, value in values if fact.first <= card < fact.first + fact.count]
    own = with_facts(called[card] if called else program.faces[card].name, facts)
    if riding is None:
        return own
    on = attached(state[layout.zones + riding.zone], state[layout.facts + riding.fact], card)
    return ON.join([own, *sorted(shown_card(program, state, each, called) for each in on)])


def card_in_full(program: Program, state: Sequence[Any], card: int) -> str:
    """The same, but a card that lies face down has its own name: `clay pot (face down)`."""
    facing = program.facing
    covered = state[layout_of(program).facts + facing.fact][card] if facing and card in facing.backs else 0
    return f"{shown_card(program, state, covered - 1)} ({FACE_DOWN})" if covered else shown_card(program, state, card)


def with_facts(name: str, facts: Sequence[tuple[FactOf, int]]) -> str:
    """A card's name with the words and marks for its facts: `clay pot (asleep)`, `clock 2`."""
    words = [fact.words[value] for fact, value in facts if fact.words]
    marks = [mark_of(fact, value) for fact, value in facts if fact.mark and value]
    return " ".join([name, *filter(None, words), *(f"({mark})" for mark in marks)])


def facts_pattern(program: Program) -> str:
    """A regular expression for what follows the name of a card about its facts; it matches nothing, too."""
    words = sorted({word for fact in program.facts for word in fact.words if word}, key=len, reverse=True)
    marks = sorted({fact.mark for fact in program.facts if fact.mark}, key=len, reverse=True)
    behind = rf"(?: (?:{'|'.join(map(re.escape, words))}))*" if words else ""
    return behind + (rf"(?: \((?:{'|'.join(map(re.escape, marks))})(?: [0-9]+)?\))*" if marks else "")


def mark_of(fact: FactOf, value: int) -> str:
    """The mark in brackets after the name of a card with this value of a fact."""
    return fact.mark if fact.maximum == 1 else f"{fact.mark} {value}"


def shown_value(counter: Counter, value: int) -> int | str:
    """A number's value, or the word for it."""
    return dict(zip(counter.values, counter.words, strict=True)).get(value, value) if counter.words else value


def from_top(place: Place, cards: bytes) -> bytes:
    """The cards of a zone in the order in which people list them: a pile from the top."""
    return cards[::-1] if place.shape == "pile" else cards
