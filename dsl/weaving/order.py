"""The order of rules that hook the same moment of an event.

The base game's rules act first, then the modules' by name, each in the order of its text, unless the head of a rule
says `before` or `after`. Two rules that each demand to act first are a clash.
"""

from __future__ import annotations

from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names.names import Names
from dsl.text.diagnostics import Label


def in_order(rules: list[tuple[Part, m.Hook]], names: Names) -> list[tuple[Part, m.Hook]]:
    """Rules in the order in which they act (see above); reports rules that can't be ordered."""
    waiting = sorted(
        enumerate(rules), key=lambda pair: (pair[1][0].module != names.ruleset.base, pair[1][0].module, pair[0])
    )
    done: list[tuple[Part, m.Hook]] = []
    remaining: list[tuple[Part, m.Hook]] = [rule for _, rule in waiting]
    while remaining:
        free = next(
            (r for r in remaining if not any(_precedes(other, r) for other in remaining if other is not r)), None
        )
        if free is None:
            names.problems.add(
                "unordered",
                "these rules each want to come before the other",
                remaining[0][1].span,
                related=[Label(r[1].span, "and this one") for r in remaining[1:]],
                help="leave out what one of them says about the other, `before …` or `after …`",
            )
            return [*done, *remaining]
        remaining.remove(free)
        done.append(free)
    return done


def _precedes(first: tuple[Part, m.Hook], second: tuple[Part, m.Hook]) -> bool:
    """Whether one of two rules declares that the first acts before the second."""
    a, b = first[1].order, second[1].order
    says_a = a is not None and a.before and second[0].module in [n.text for n in a.modules]
    says_b = b is not None and not b.before and first[0].module in [n.text for n in b.modules]
    return says_a or says_b


def said(first: tuple[Part, m.Hook], second: tuple[Part, m.Hook]) -> bool:
    """Whether the order of two hooks is declared."""
    return _precedes(first, second) or _precedes(second, first)
