"""Checks for rules about a card that their event or definition is never given: `after shut if card is key`.

Where all files of a folder hand over cards of known kinds, no set of modules makes such a rule act.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.foreign_values import related, root
from dsl.names.handed_over import kinds
from dsl.names.names import Names
from dsl.text.diagnostics import Label
from dsl.weaving.weaving import Weaving


def never_given(weaving: Weaving) -> None:
    """Report hooks, prohibitions and handlers for cards of kinds with which no rule does their event."""
    names = weaving.context.names
    for _, rule in names.ruleset.all(m.Hook, m.Forbid, m.Handler):
        declared = names.events.get(rule.event.text)
        if declared is None or rule.span in weaving.idle:
            continue
        asked = _asked(names, rule.condition) if not isinstance(rule, m.Handler) else [("", rule.kind.text)]
        own = [each.name.text for each in declared[1].parameters]
        for variable, kind in asked:
            wrong = [each for each in own if variable in ("", each)][:1]
            if wrong and (given := _others(names, rule.event.text, wrong[0], kind)):
                message = f"this rule can never fire: `{rule.event.text}` is only about {given} in these rules"
                help_ = f"ask for such a card, or choose an event that is about a `{kind}`"
                help_ = _having(names, rule, kinds(names, rule.event.text, wrong[0])) or help_
                related_ = [Label(declared[1].span, "the event")]
                names.problems.add("never-fires", message, rule.span, related=related_, help=help_)
                break


VALUE_OF = re.compile(
    r"(?P<what>[\w'-]+(?: [\w'-]+)*?) of (?P<card>[\w'-]+) is (?P<value>[\w'-]+(?: [\w'-]+)*?)(?= and\b| or\b|,|$)"
)
"""A value that a card has, in a condition."""


def _having(names: Names, rule: m.Hook | m.Forbid | m.Handler, given: Iterable[str]) -> str:
    """The condition with the attribute that the given cards have instead, if it has values of the same enum."""
    said = VALUE_OF.search(rule.condition.span.text) if not isinstance(rule, m.Handler) and rule.condition else None
    of = names.attributes.get(said["what"]) if said else None
    if said is None or of is None or not of.enumeration:
        return ""
    for each in names.attributes.values():
        owner = next((kind for kind in sorted(given) if each.name in names.kinds[kind].attributes), "")
        if owner and each.enumeration == of.enumeration:
            whole = f"{each.name} of {said['card']}"
            ask = f"{said['value']} in {whole}" if each.several else f"{whole} is {said['value']}"
            return f"a `{owner}` has `{each.name}`: say `{ask}`"
    return ""


def never_asked(weaving: Weaving) -> None:
    """Report changes of definitions for cards of kinds of which nobody asks them."""
    names = weaving.context.names
    for _, rule in names.ruleset.all(m.Adjust, m.Raise):
        declared = names.defines.get(rule.name.text)
        if declared is None or rule.condition is None:
            continue
        own = [each.name.text for each in rule.parameters or declared[1].parameters]
        for variable, kind in _asked(names, rule.condition):
            if variable not in own:
                continue
            parameter = declared[1].parameters[own.index(variable)].name.text
            if given := _others(names, rule.name.text, parameter, kind):
                _changes_nothing(names, rule, declared[1], given, kind)
                break


def _changes_nothing(names: Names, rule: m.Adjust | m.Raise, define: m.Define, given: str, kind: str) -> None:
    name = rule.name.text
    assert rule.condition is not None
    if isinstance(rule, m.Adjust) and not rule.widens:
        message = f"with this, `{name}` never holds: the rules ask it only about {given}"
        alone = isinstance(rule.condition, m.Compare)
        opposite = rule.condition.span.sentence.replace(" is ", " is not ", 1)
        help_ = f"`narrow` says when it still holds: `when {opposite}`" if alone else "ask for such a card"
    else:
        message = f"this never makes a difference: the rules ask `{name}` only about {given}"
        help_ = f"ask for such a card, or change a definition that is asked about a `{kind}`"
    related_ = [Label(define.span, "the definition")]
    names.problems.add("never-fires", message, rule.span, related=related_, help=help_)


def _asked(names: Names, condition: m.Expression | None) -> Iterator[tuple[str, str]]:
    """The variables that a condition wants to be of a kind, or to have what only a kind has, with that kind."""
    for part in _joined(condition):
        match part:
            case m.Compare("==", m.Named(name), m.Named(kind)) if root(names, kind.text):
                yield name.text, kind.text
            case m.Compare():
                for node in every_node(part):
                    if isinstance(node, m.Of) and isinstance(node.term, m.Named):
                        owners = [each.name for each in names.kinds.values() if _has(names, each.name, node.name.text)]
                        if len(owners) == 1:
                            yield node.term.name.text, owners[0]
            case _:
                pass


def _has(names: Names, kind: str, text: str) -> bool:
    return text in names.kinds[kind].attributes or text in names.kinds[kind].facts


def _joined(condition: m.Expression | None) -> Sequence[m.Expression]:
    return condition.parts if isinstance(condition, m.All) else () if condition is None else (condition,)


def _others(names: Names, of: str, parameter: str, kind: str) -> str:
    """The kinds of all cards that are given, in words, if none of them can be of another kind; else ""."""
    wanted, given = root(names, kind), kinds(names, of, parameter)
    if not wanted or any(related(names, each, wanted) for each in given):
        return ""
    return " or ".join(f"a `{each}`" for each in sorted(given))
