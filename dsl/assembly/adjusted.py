"""Mark the rules that change definitions in the conditions of all options.

Weaves the rules once more, with an observer that marks the conditions of such rules. This happens the first time that
somebody asks which rules made an answer possible; a program without that question costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.expressions import definitions
from dsl.expressions.context import Context, Observer
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names.names import Names
from dsl.program import program as p
from dsl.program.adjusted import Adjusted, Adjusting, mark
from dsl.program.operators import within
from dsl.routines import steps
from dsl.weaving.weave import weave


def adjusted(names: Names) -> Adjusted:
    """The rules of a ruleset that change definitions, and the conditions of its options with them."""
    marker = Marker()
    weave(names, marker)
    return Adjusted(tuple(marker.rules), marker.options)


@attrs.define
class Marker(Observer):
    """Marks conditions; `_numbers` has the number of each rule by the identity of its node."""

    rules: list[Adjusting] = attrs.field(factory=list)
    options: dict[tuple[int, int], tuple[p.Expr, ...]] = attrs.field(factory=dict)
    _numbers: dict[int, int] = attrs.field(factory=dict)

    def on_adjust(self, condition: p.Expr, part: Part, adjust: m.Adjusting) -> p.Expr:
        widens = adjust.widens if isinstance(adjust, m.Adjust) else True
        if isinstance(condition, p.Int):
            if bool(condition.value) is not widens:
                return condition  # it makes no difference here
            condition = p.Not(p.Not(condition))  # no constant, which would be folded
        if id(adjust) not in self._numbers:
            self._numbers[id(adjust)] = len(self.rules)
            title = f"{definitions.verb(adjust)} {adjust.name.text}"
            origin = p.Origin(part.module, title, adjust.citations, adjust.span)
            self.rules.append(Adjusting(origin, widens))
        return p.Covered(condition, mark(self._numbers[id(adjust)]))

    def on_prompt(self, context: Context, prompt: str, origin: int, options: Sequence[steps.Option]) -> None:
        del context, prompt
        for option in options:
            conditions = (option.condition, *(parameter.condition for parameter in option.parameters))
            if any(isinstance(part, p.Covered) for condition in conditions for part in within(condition)):
                self.options[origin, option.origin] = conditions
