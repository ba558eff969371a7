"""Report rules that widen or narrow a condition which holds, or doesn't hold, in those cases already.

Called by `weaving`. Knows the text of the definition and of the rule, and no values. What other rules widen counts,
also in files that aren't in play: another module may give a condition cases that a rule then narrows.
"""

from __future__ import annotations

from dsl.conditions.claims import both, ways
from dsl.conditions.contradictions import excluded
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in
from dsl.names.names import Names
from dsl.text.diagnostics import Label


def tell(names: Names, define: m.Define, rule: m.Adjust) -> None:
    """Report a rule that makes no difference to what its definition says, or that leaves nothing of it."""
    parameters = [each.name for each in define.parameters]
    if rule.parameters and [each.name for each in rule.parameters] != parameters:
        return
    name, said = rule.name.text, rule.condition.span.sentence
    if not rule.widens and _widened(names, name):
        return
    word = "yes" if rule.widens else "no"
    if isinstance(define.value, m.Integer) and define.value.span.text == word:
        other = f"`{'narrow' if rule.widens else 'widen'} {name} when …` changes it"
        _report(names, define, rule, f"this never makes a difference: `{name}` is `{word}` already", other)
        return
    if not isinstance(define.value, m.Compare | m.All | m.Either | m.Negation | m.AnyOf):
        return  # maybe a number
    variables = [each.text for each in parameters]
    when, unless = (ways(names, rule.condition, variables, holds) for holds in (True, False))
    holds, fails = (ways(names, define.value, variables, each) for each in (True, False))
    if any(map(excluded, (when, unless, holds, fails))):
        return
    if rule.widens and excluded(both(fails, when)):
        _report(names, define, rule, f"this never makes a difference: `{name}` holds there already", OTHER)
    elif not rule.widens and excluded(both(holds, unless)):
        message = f"this never makes a difference: where `{name}` holds, `{said}` is true"
        _report(names, define, rule, message, OTHER)
    elif not rule.widens and excluded(both(holds, when)):
        advice = f"`narrow` says when it still holds: say `when {_opposite(rule.condition)}`, or ask for something else"
        _report(names, define, rule, f"with this, `{name}` never holds", advice)


def _opposite(node: m.Expression) -> str:
    """The opposite of a condition, in words."""
    match node:
        case m.Negation(part):
            return part.span.sentence
        case m.All() | m.Either():
            return f"not ({node.span.sentence})"
        case _:
            return f"not {node.span.sentence}"


OTHER = "ask for something else, or leave the rule out"


def _widened(names: Names, name: str) -> bool:
    """Whether any file widens a definition."""
    return any(name in _widened_in(file) for file in names.ruleset.files)


@once_each
def _widened_in(file: m.File) -> frozenset[str]:
    return frozenset(each.name.text for each in declared_in(file) if isinstance(each, m.Adjust) and each.widens)


def _report(names: Names, define: m.Define, rule: m.Adjust, message: str, advice: str) -> None:
    related = [Label(define.span, "the definition")]
    names.problems.add("never-fires", message, rule.span, related=related, help=advice)
