from __future__ import annotations

import attrs

from interpreter.state.layout import blank, layout_of
from interpreter.state.wording import from_top, mark_of, shown_card, shown_value
from tests.support.labyrinth import labyrinth


def test_piles_are_listed_from_the_top() -> None:
    pile = next(place for place in labyrinth().places if place.shape == "pile")
    line = next(place for place in labyrinth().places if place.shape == "line")
    assert from_top(pile, b"\1\2\3") == b"\3\2\1"
    assert from_top(line, b"\1\2\3") == b"\1\2\3"


def test_a_value_is_shown_as_its_word_if_it_has_one() -> None:
    marker = attrs.evolve(labyrinth().counters[0], minimum=1, words=("low", "high"))
    assert [shown_value(marker, value) for value in (1, 2, 4)] == ["low", "high", 4]
    flag = attrs.evolve(labyrinth().counters[0], minimum=0, words=("no", "yes"))
    assert [shown_value(flag, value) for value in (0, 1)] == ["no", "yes"]
    assert shown_value(labyrinth().counters[0], 2) == 2


def test_a_card_is_shown_with_its_marks() -> None:
    program = labyrinth()
    number, fact = next((number, fact) for number, fact in enumerate(program.facts) if fact.mark)
    s = blank(program, 0)
    name = program.faces[fact.first].name
    values = bytearray(s[layout_of(program).facts + number])
    values[fact.first] = 0
    s[layout_of(program).facts + number] = bytes(values)
    assert shown_card(program, s, fact.first) == name
    values[fact.first] = 1
    s[layout_of(program).facts + number] = bytes(values)
    assert shown_card(program, s, fact.first) == f"{name} ({mark_of(fact, 1)})"
    assert shown_card(program, s, fact.first, ["it"] * len(program.faces)) == f"it ({mark_of(fact, 1)})"


def test_a_mark_counts_if_it_can_be_there_more_than_once() -> None:
    fact = next(fact for fact in labyrinth().facts if fact.mark)
    assert mark_of(attrs.evolve(fact, mark="down", maximum=1), 1) == "down"
    assert mark_of(attrs.evolve(fact, mark="turned", maximum=3), 2) == "turned 2"
