"""The rules behind what a scenario found instead of what it expects: where a number changes, where a prompt is asked.

Knows the program and the numbers that changed in the trace of the scenario, not why a rule didn't act.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program.blocks import Choose
from dsl.program.expressions import Binary, Expr, Int
from dsl.program.instructions import SetNumber
from dsl.program.program import Program
from dsl.text.diagnostics import Label
from interpreter.analysis.faults import line_of
from interpreter.analysis.instructions import walk
from interpreter.reference.events import Event

MOST_SHOWN = 2
"""The most places that one problem shows; if there are more, they say little, and none is shown."""


def settings(program: Program, number: int, changes: Sequence[Event]) -> tuple[Label, ...]:
    """Where a number changed last, and where rules would change it and didn't; `changes` are those of all numbers."""
    name = program.counters[number].name
    bodies = [*(each.body for each in program.procedures), *(each.body for each in program.blocks)]
    setting = (each for body in bodies for each in walk(body) if isinstance(each, SetNumber))
    origins = [program.origins[each.origin] for each in setting if _may_be(program, each.index, number)]
    spans = {line_of(origin): origin.span for origin in origins}
    last = [event for event in changes if event.text.startswith(f"{name}: ") and event.place in spans][-1:]
    latest = [Label(spans[event.place], f"`{name}` changed here last: {event.text[len(name) + 2 :]}") for event in last]
    left = spans.keys() - {event.place for event in changes}
    idle = [Label(span, f"`{name}` would change here, and didn't") for place, span in spans.items() if place in left]
    return (*latest, *_few(idle))


def questions(program: Program, prompt: str) -> tuple[Label, ...]:
    """Where rules ask a prompt."""
    asking = (each.last for each in program.blocks if isinstance(each.last, Choose))
    found = (each.origin for each in asking if program.prompts[each.prompt].name == prompt)
    spans = {span.place: span for span in (program.origins[origin].span for origin in found)}
    return _few([Label(span, f"`{prompt}` is asked here") for span in spans.values()])


def _may_be(program: Program, index: Expr, number: int) -> bool:
    """Whether an instruction may mean this number: by itself, or as one of its family."""
    match index:
        case Int(value):
            return value == number
        case Binary("+", Int(first), _) | Binary("+", _, Int(first)):
            counters = program.counters
            return first < len(counters) and counters[first].family == counters[number].family
        case _:
            return False


def _few(labels: Sequence[Label]) -> tuple[Label, ...]:
    return tuple(labels) if len(labels) <= MOST_SHOWN else ()
