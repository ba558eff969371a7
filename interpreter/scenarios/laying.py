"""Write a state at the beginning of a turn as the lines of a scenario's `given`.

What is said is what `position` reads: the cards of each zone, in the order in which they lie or would be drawn, and the
numbers that don't have their first values. Cards that no line names lie in the box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.model.scenario import BOX, Entry, Scenario
from dsl.program.program import Program
from dsl.text.diagnostics import Problems
from interpreter.choices.decisions import letter
from interpreter.game.game import Game
from interpreter.generated.executor import compiled
from interpreter.reference.record import Record
from interpreter.scenarios.position import position, said
from interpreter.state.changes import changes_of
from interpreter.state.layout import Flat, layout_of
from interpreter.state.state import State
from interpreter.state.wording import card_in_full, from_top, shown_value

WIDTH = 100
"""The length at which a line of cards goes on in the next one."""


def last_turn(state: State, answer: int, turns: int) -> Flat:
    """The state at the beginning of the last turn that begins when a decision is answered.

    `state` stands at the decision, `answer` is the index of an option, and `turns` (1 or more) the turns that begin.
    """
    s, executor = list(state.flat), compiled(state.program)
    executor.resume(s, executor.picks(s)[answer], Record(recording=False), stop_at_turn=turns)
    return s


def played(program: Program, scenario: Scenario, seed: int = 0) -> Game | None:
    """The game after the steps of a scenario; None if its position or one of the steps doesn't fit."""
    problems = Problems()
    begin = position(program, scenario, problems, seed)
    if problems.found:
        return None
    game = Game.from_position(program, begin)
    for step in scenario.steps:
        decision = game.decision
        if (
            decision is None
            or decision.prompt != step.prompt
            or step.answer not in [each.id for each in decision.options]
        ):
            return None
        game.choose(step.answer)
    return game


def given(program: Program, s: Flat) -> Iterator[str]:
    """The lines of a `given` for a state at the beginning of a turn, without indentation."""
    layout = layout_of(program)
    player = s[layout.numbers + program.player]
    if player:
        yield f"player {[*map(letter, range(program.players)), *program.dummies][player]}"
    s = list(s)
    for zone, place in enumerate(program.places):
        if zone not in program.inner_zones and place.family != BOX and s[layout.zones + zone]:
            changes_of(program).expose(s, zone, len(s[layout.zones + zone]))
            cards = from_top(place, s[layout.zones + zone])
            yield from card_lines(place.name, [card_in_full(program, s, card) for card in cards])
    for number, counter in enumerate(program.counters):
        value = s[layout.numbers + number]
        if value != counter.initial and said(counter) and number not in (program.player, program.dealt):
            yield f"{counter.name}: {shown_value(counter, value)}"


def card_lines(zone: str, cards: Sequence[str]) -> Iterator[str]:
    """The line for the cards of a zone; a long one goes on in the next line, behind a comma."""
    line = f"{zone}:"
    for number, card in enumerate(cards, 1):
        word = f" {card}," if number < len(cards) else f" {card}"
        if len(line) + len(word) > WIDTH:
            yield line
            line = " "
        line += word
    yield line


def entry_lines(entry: Entry) -> Iterator[str]:
    """The lines of an entry of `given` or `deal`, as it was read."""
    name = f"{entry.name} in any order" if entry.any_order else entry.name
    if isinstance(entry.value, int):
        return iter([f"{name}: {entry.value}"])
    return card_lines(name, [card.text for card in entry.value] or ["nothing"])
