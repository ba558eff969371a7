"""Report conditions that exclude each other, and pairs of which one holds in any case.

Called for `and` and `or`; `alternatives` compares a condition with those before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product

import attrs

from dsl.conditions.claims import Cards, Claim, Term, Variables, Way, added, both, joint, ways
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.names.names import NOWHERE, Names
from dsl.program.operators import OPERATORS
from dsl.text.diagnostics import Label, Problems

ALWAYS, NEVER = "this is always true", "this can never be true"

OTHER = "any other value"

Pair = tuple[m.Expression, m.Expression]


@attrs.frozen
class Contradictions:
    """Compares the conditions of a ruleset; `found` are those that were compared, by identity, with their pairs."""

    names: Names
    found: dict[int, tuple[object, list[Pair]]] = attrs.field(factory=dict)

    def together(self, parts: tuple[m.Expression, ...], variables: Variables) -> None:
        """Report conditions joined by `and` that can't all hold."""
        for first, second in self._pairs(parts, variables, holds=True) if _alike(parts) else ():
            _report(self.names.problems, first, second, holds=True)

    def either(self, parts: tuple[m.Expression, ...], variables: Variables) -> None:
        """Report conditions joined by `or` of which one always holds."""
        for first, second in self._pairs(parts, variables, holds=False) if _alike(parts) else ():
            _report(self.names.problems, first, second, holds=False)

    def _pairs(self, parts: tuple[m.Expression, ...], variables: Variables, holds: bool) -> list[Pair]:
        if id(parts) not in self.found:
            self.found[id(parts)] = (parts, _found(self.names, parts, variables, holds))
        return self.found[id(parts)][1]


@once_each
def _alike(parts: tuple[m.Expression, ...]) -> bool:
    """Whether two of some conditions may be about the same term; those that aren't need no comparison."""
    terms = [list(_terms(part)) for part in parts]
    for one, other in combinations(terms, 2):
        for first, second in product(one, other):
            if first == second or (isinstance(first, m.Count) and isinstance(second, m.Count)):
                return True
    return False


def _terms(node: m.Expression) -> Iterator[m.Expression]:
    """The terms that a condition may be about."""
    match node:
        case m.Negation(part):
            yield from _terms(part)
        case m.All(parts) | m.Either(parts):
            for part in parts:
                yield from _terms(part)
        case m.AnyOf(selection):
            yield m.Count(selection, span=node.span)
        case m.Compare("not in", left, right):
            yield m.Compare("in", left, right, span=node.span)
        case m.Compare(_, left, right):
            yield from (added(left)[0], added(right)[0], node)
        case _:
            yield node


def _report(problems: Problems, first: m.Expression, second: m.Expression, holds: bool) -> None:
    related = [Label(first.span, "the first")]
    if first == second:
        message, help_ = "this is asked twice", "leave one of them out, or ask for something else"
        problems.add("always-holds", message, second.span, related=related, help=help_)
    elif holds:
        message, help_ = f"{NEVER} together with `{_text(first)}`", "if one of them is enough, say `or`"
        problems.add("never-holds", message, second.span, related=related, help=help_)
    else:
        message, help_ = f"{ALWAYS}: `{_text(first)}` holds where this doesn't", "if both are needed, say `and`"
        problems.add("always-holds", message, second.span, related=related, help=help_)


def _text(node: m.Expression) -> str:
    return " ".join(node.span.text.split())


def _found(names: Names, parts: Sequence[m.Expression], variables: Variables, holds: bool) -> list[Pair]:
    """The first two of some conditions that are the same, or that exclude each other (if each `holds`, or if not)."""
    known = [ways(names, part, variables, holds) for part in parts]
    if not _share(known) or any(map(excluded, known)):
        return []
    for at, part in enumerate(parts):
        for earlier in range(at):
            if parts[earlier] == part or excluded(both(known[earlier], known[at])):
                return [(parts[earlier], part)]
        if at and excluded(both(joint(known[:at]), known[at])):
            return [(parts[at - 1], part)]
    return []


def _share(known: Iterable[list[Way]]) -> bool:
    """Whether two conditions are about the same term, or count cards."""
    seen: list[Term] = []
    for each in known:
        terms = [claim.term for way in each for claim in way]
        for term in terms:
            for one in seen:
                if one == term or (isinstance(one[0], m.Count) and isinstance(term[0], m.Count)):
                    return True
        seen += terms
    return False


def excluded(alternatives: list[Way]) -> bool:
    """Whether none of some ways is possible."""
    return all(not _possible(way) for way in alternatives)


def _possible(way: Way) -> bool:
    terms: list[Term] = []
    for claim in way:
        if claim.term not in terms:
            terms.append(claim.term)
    return all(_term_possible([c for c in way if c.term == term]) for term in terms) and not _outnumbered(way, terms)


def _term_possible(claims: list[Claim]) -> bool:
    """Whether a term can have a value of which all claims hold."""
    if len(claims) == 1:
        return True
    values = [claim.value for claim in claims if not isinstance(claim.value, Cards)]
    if len(values) < len(claims):
        return not any(_clash(*pair) for pair in permutations(claims, 2))
    if any(isinstance(value, int) for value in values):  # none is less than all values in order, and no place
        claims = [attrs.evolve(each, value=0) if each.value == NOWHERE else each for each in claims]
        values = [0 if value == NOWHERE else value for value in values]
    words = [value for value in values if isinstance(value, str)]
    if words and any(claim.operator not in ("==", "!=") for claim in claims):
        return True
    near = {value + step for value in values if isinstance(value, int) for step in (-1, 0, 1)}
    least = 0 if isinstance(claims[0].term[0], m.Count) and len(claims[0].term) == 1 else None
    tried: list[int | str] = [*words, OTHER, *(each for each in near if least is None or each >= least)]
    return any(all(_holds(claim, value) for claim in claims) for value in tried)


def _clash(one: Claim, other: Claim) -> bool:
    """Whether a card can't be what two claims say."""
    if one.operator != "==" or not isinstance(one.value, Cards):
        return False
    if not isinstance(other.value, Cards):
        return other.operator == "==" and other.value == NOWHERE
    return one.value.apart(other.value) if other.operator == "==" else one.value.within(other.value)


def _holds(claim: Claim, value: int | str) -> bool:
    if isinstance(value, str) or isinstance(claim.value, str):
        return (claim.operator == "==") == (value == claim.value) if claim.operator in ("==", "!=") else False
    assert isinstance(claim.value, int)
    return bool(OPERATORS[claim.operator](value, claim.value))


def _outnumbered(way: Way, terms: Sequence[Term]) -> bool:
    """Whether some cards are said to be more than the cards that they are among."""
    counted = [term for term in terms if len(term) == 1 and isinstance(term[0], m.Count)]
    return any(
        one is not other and _among(one[0], other[0]) and _bound(way, one, ">=") > _bound(way, other, "<=")
        for one, other in product(counted, counted)
    )


def _among(one: m.Expression, other: m.Expression) -> bool:
    """Whether the cards that are counted are, by the text, among those of another count."""
    match one, other:
        case m.Count(m.Selection(_, kind, _, place)), m.Count(m.Selection(_, wider, _, same, None, None)):
            return place == same and wider.text in (kind.text, "card")
        case _:
            return False


def _bound(way: Way, term: Term, operator: str) -> float:
    """The least (`>=`) or the most (`<=`) that a term can be."""
    least = operator == ">="
    found = [
        claim.value + {">": 1, "<": -1}.get(claim.operator, 0)
        for claim in way
        if claim.term == term and claim.operator in ("==", operator, operator[0]) and isinstance(claim.value, int)
    ]
    return max(found, default=0.0) if least else min(found, default=float("inf"))
