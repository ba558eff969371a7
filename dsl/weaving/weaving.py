"""The state of weaving: the rules on each event, the routines made of them, and the data for the checks."""

from __future__ import annotations

from collections import Counter

import attrs

from dsl.expressions.context import Context
from dsl.expressions.values import Known, Spot
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.program import program as p
from dsl.routines.steps import Finished, Step
from dsl.text.source import Span

MOST_RULES = 200
"""The most rules that can act on one event."""


MAIN, SETTLE = "the game", "condition triggers"
"""The routines that play a game and that ask for condition triggers; no event can have these names."""


@attrs.frozen
class Woven:
    """A hook as it was woven: its event and moment, its module, its condition and its steps."""

    event: str
    moment: str
    part: Part
    hook: m.Hook
    condition: p.Expr
    steps: tuple[Step, ...]
    card: int


@attrs.frozen
class Doing:
    """An event as it is woven: its module, its declaration, the name of its routine.

    `given`: what is known of each of its arguments.
    """

    part: Part
    event: m.Event
    routine: str
    given: tuple[Known, ...] = ()


@attrs.frozen
class Trigger:
    """A condition trigger: its card, the zone in which it is active, the zone it goes to then, and its rule."""

    card: int
    zone: Spot
    target: Spot
    prompt: str
    condition: m.Expression
    body: tuple[m.Statement, ...]
    part: Part
    node: m.Card


@attrs.define
class Weaving:
    """The rules that act on each event, by its name, and the routines made of them.

    `finished` has the routines by name, `woven` the hooks for the checks, `idle` the places of rules that never act;
    `acting` counts the rules that act on each event; `replaced` has the origin of the rule that replaces a routine
    in any case. `again`: an event is being woven once more, for special arguments (see `variants`).
    """

    context: Context
    hooks: dict[str, list[tuple[Part, m.Hook]]] = attrs.field(factory=dict)
    handlers: dict[str, list[tuple[Part, m.Handler]]] = attrs.field(factory=dict)
    forbids: dict[str, list[tuple[Part, m.Forbid]]] = attrs.field(factory=dict)
    triggers: list[Trigger] = attrs.field(factory=list)
    finished: dict[str, Finished] = attrs.field(factory=dict)
    woven: list[Woven] = attrs.field(factory=list)
    idle: set[Span] = attrs.field(factory=set)
    acting: Counter[str] = attrs.field(factory=Counter)
    replaced: dict[str, int] = attrs.field(factory=dict)
    again: bool = False

    def count(self, event: str, node: m.Hook | m.Handler | m.Forbid) -> None:
        """Count a rule that acts on an event; reports too many, and ends the compilation."""
        self.acting[event] += 1
        if self.acting[event] > MOST_RULES:
            problems = self.context.problems
            problems.add("too-many", f"more than {MOST_RULES} rules act on `{event}`", node.event.span)
            problems.stop_if_any()
