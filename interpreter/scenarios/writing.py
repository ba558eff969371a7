"""Write a game as the text of a scenario: how it begins, the answers, and what stands at its end.

Writes no `given` and no `deal` (see `laying`), and doesn't know whether the text holds: the caller plays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.model.scenario import BOX
from dsl.program.program import Program
from interpreter.choices.decisions import Decision
from interpreter.game.game import Game
from interpreter.scenarios.laying import card_lines
from interpreter.scenarios.position import unordered
from interpreter.state.state import State

MOST_CARDS = 20
"""A zone that holds more cards isn't said in `then`."""
MOST_OFFERED = 12
"""Of a question with more options, `offers` is left out."""


@attrs.frozen
class Given:
    """An answer: the prompt, the words of the option, and the player."""

    prompt: str
    answer: str
    player: str


def scenario_text(
    program: Program, head: str, options: Iterable[tuple[str, str]], begin: Iterable[str], steps: Iterable[str],
    then: Iterable[str],
) -> str:  # fmt: skip
    """A scenario: `head` is its first line; the lines of each part are given without the indentation of the whole."""
    lines = [head, *([f"  with {', '.join(program.modules)}"] if program.modules else [])]
    settings = ", ".join(f"{name}: {value}" for name, value in options)
    lines += [f"  options {settings}"] if settings else []
    lines += [f"  players {program.players}"] if program.players > 1 else []
    lines += indented(begin)
    played = [*steps]
    lines += ["  play", *indented(indented(played))] if played else []
    lines += ["  then", *indented(indented(then))]
    return "\n".join(lines) + "\n"


def indented(lines: Iterable[str]) -> list[str]:
    """Lines, one level deeper."""
    return [f"  {line}" for line in lines]


def step_lines(program: Program, given: Given) -> list[str]:
    """The lines of a step that answers."""
    return [_at(program, given.prompt, given.player), f"  answer {given.answer}"]


def offer_lines(program: Program, decision: Decision | None) -> list[str]:
    """The lines of a step that looks at a question; none if that has too many options."""
    if decision is None or len(decision.options) > MOST_OFFERED:
        return []
    offered = ", ".join(option.id for option in decision.options)
    return [_at(program, decision.prompt, decision.player), f"  offers {offered}"]


def _at(program: Program, prompt: str, player: str) -> str:
    return f"at {prompt}, decided by {player}" if program.players > 1 else f"at {prompt}"


def end_lines(before: State, after: State, game: Game) -> Iterator[list[str]]:
    """What stands `after` a game that isn't a fault: zones and numbers that have changed, and what is asked.

    Each thing by itself: a line, or a long one with its continuation.
    """
    program = after.program
    zones = {place.name: (number, place) for number, place in enumerate(program.places)}
    for name, cards in after.zones.items():
        number, place = zones[name]
        if place.family != BOX and cards != before.zones[name] and len(cards) <= MOST_CARDS:
            loose = place.shape == "heap" or unordered(program, after.flat, number) > 1
            yield list(_zone_lines(f"{name} in any order" if loose and len(cards) > 1 else name, cards))
    for name, value in after.numbers.items():
        if value != before.numbers[name]:
            yield [f"{name}: {value}"]
    decision, outcome = game.decision, game.outcome
    if decision is not None:
        decided = f", decided by {decision.player}" if program.players > 1 else ""
        yield [f"asked {decision.prompt}{decided}"]
    yield [f"status {outcome.status if outcome else 'playing'}"]


def _zone_lines(name: str, cards: Sequence[str]) -> Iterator[str]:
    return card_lines(name, cards) if cards else iter([f"{name}: nothing"])
