"""Build expressions of the model from their Lark trees."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from dsl.model import model as m
from dsl.reading.build_nodes import NodeBuilder

LONG_CHAIN = 30
"""The most terms of a sum or product that are joined one by one, from left to right."""


class ExpressionBuilder(NodeBuilder):
    """Builds values, conditions, cards and selections of cards."""

    def conditional(self, meta: Meta, condition: Any, then: Any, otherwise: Any) -> m.Conditional:
        return m.Conditional(condition, then, otherwise, span=self.at(meta))

    def disjunction(self, meta: Meta, *parts: Any) -> m.Either:
        return m.Either(parts, span=self.at(meta))

    def conjunction(self, meta: Meta, *parts: Any) -> m.All:
        return m.All(parts, span=self.at(meta))

    def not_(self, meta: Meta, part: Any) -> m.Negation:
        return m.Negation(part, span=self.at(meta))

    def during(self, meta: Meta, event: m.Name) -> m.During:
        return m.During(event, span=self.at(meta))

    def any_(self, meta: Meta, selection: m.Selection | m.Among) -> m.AnyOf:
        return m.AnyOf(selection, True, span=self.at(meta))

    def none_of(self, meta: Meta, selection: m.Selection | m.Among) -> m.AnyOf:
        return m.AnyOf(selection, False, span=self.at(meta))

    def any_run(self, meta: Meta, run: m.AnyRun) -> m.AnyRun:
        return run

    def no_run(self, meta: Meta, run: m.AnyRun) -> m.AnyRun:
        return m.AnyRun(run.size, run.place, run.variable, run.where, False, span=run.span)

    def run(self, meta: Meta, _word: Token, size: Token, place: Any, variable: m.Name, where: Any) -> m.AnyRun:
        return m.AnyRun(int(size), place, variable, where, True, span=self.at(meta))

    def for_every(self, meta: Meta, domain: m.Name, name: m.Name, condition: Any) -> m.ForEvery:
        return m.ForEvery(domain, name, condition, span=self.at(meta))

    def is_(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("==", left, right, span=self.at(meta))

    def is_not(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("!=", left, right, span=self.at(meta))

    def is_exactly(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("exactly", left, right, span=self.at(meta))

    def bound(self, meta: Meta, left: Any, word: Token, right: Any) -> m.Compare:
        return m.Compare(">=" if word == "least" else "<=", left, right, span=self.at(meta))

    def strict(self, meta: Meta, left: Any, word: Token, right: Any) -> m.Compare:
        return m.Compare(">" if word == "more" else "<", left, right, span=self.at(meta))

    def is_in(self, meta: Meta, left: Any, *rest: Any) -> m.Compare:
        return m.Compare("in", left, rest[-1], span=self.at(meta))

    def is_not_in(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("not in", left, right, span=self.at(meta))

    def in_(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("in", left, right, span=self.at(meta))

    def meets(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("meets", left, right, span=self.at(meta))

    def named_before(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("named before", left, right, span=self.at(meta))

    def not_named_before(self, meta: Meta, left: Any, right: Any) -> m.Negation:
        return m.Negation(self.named_before(meta, left, right), span=self.at(meta))

    def sum(self, meta: Meta, left: Any, *rest: Any) -> Any:
        return self._chain(meta, left, list(zip(map(str, rest[::2]), rest[1::2], strict=True)))

    def product(self, meta: Meta, left: Any, *rest: Any) -> Any:
        return self._chain(meta, left, [("*", right) for right in rest])

    def _chain(self, meta: Meta, left: Any, rest: list[tuple[str, Any]]) -> Any:
        """Join terms from left to right; the later half of a long chain by itself, or it would nest too deeply."""
        if len(rest) > LONG_CHAIN:
            (sign, first), *later = rest[len(rest) // 2 :]
            if sign == "-":  # a - b + c is a - (b - c)
                later = [("+" if each == "-" else "-", right) for each, right in later]
            right = self._chain(meta, first, later)
            return m.Arithmetic(sign, self._chain(meta, left, rest[: len(rest) // 2]), right, span=self.at(meta))
        for sign, right in rest:
            left = m.Arithmetic(sign, left, right, span=self.at(meta))
        return left

    def integer(self, meta: Meta, token: Token) -> m.Integer:
        return m.Integer(int(token), span=self.at(meta))

    def negative(self, meta: Meta, _sign: Token, term: Any) -> m.Expression:
        if isinstance(term, m.Integer):
            return m.Integer(-term.value, span=self.at(meta))
        return m.Arithmetic("-", m.Integer(0, span=self.at(meta)), term, span=self.at(meta))

    def yes(self, meta: Meta) -> m.Integer:
        return m.Integer(1, span=self.at(meta))

    def no(self, meta: Meta) -> m.Integer:
        return m.Integer(0, span=self.at(meta))

    def none(self, meta: Meta) -> m.Nothing:
        return m.Nothing(span=self.at(meta))

    def named(self, meta: Meta, name: m.Name) -> m.Named:
        return m.Named(name, span=self.at(meta))

    def of(self, meta: Meta, name: m.Name, term: Any) -> m.Of:
        return m.Of(name, term, span=self.at(meta))

    def call(self, meta: Meta, name: m.Name, *arguments: Any) -> m.Call:
        return m.Call(name, arguments, span=self.at(meta))

    def count(self, meta: Meta, selection: m.Selection | m.Among) -> m.Count:
        return m.Count(selection, span=self.at(meta))

    def lies(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("lies", left, right, span=self.at(meta))

    def sum_over(self, meta: Meta, value: m.Expression, selection: m.Selection | m.Among) -> m.SumOver:
        return m.SumOver(value, selection, span=self.at(meta))

    def highest(self, meta: Meta, word: Token, value: m.Expression, selection: m.Selection | m.Among) -> m.Highest:
        return m.Highest(word.startswith("highest"), value, selection, span=self.at(meta))

    def neighbour(self, meta: Meta, word: Token, term: m.Expression) -> m.Neighbour:
        return m.Neighbour(1 if word.endswith("after") else -1, term, span=self.at(meta))

    def ordinal(self, meta: Meta, term: m.Expression) -> m.Ordinal:
        return m.Ordinal(term, span=self.at(meta))

    def setting_of(self, meta: Meta, name: m.Name) -> m.Setting:
        return m.Setting(name, span=self.at(meta))

    def total(self, meta: Meta, kind: m.Name) -> m.Total:
        return m.Total(kind, span=self.at(meta))

    def room(self, meta: Meta, place: Any) -> m.Room:
        return m.Room(place, span=self.at(meta))

    def some(self, meta: Meta, selection: m.Selection | m.Among) -> m.Some:
        return m.Some(selection, span=self.at(meta))

    def common(self, meta: Meta, attribute: m.Name, cards: Any) -> m.Common:
        return m.Common(attribute, cards, span=self.at(meta))

    def nth(self, meta: Meta, _word: Token, number: Any, place: Any) -> m.Nth:
        return m.Nth(number, place, span=self.at(meta))

    def end_card(self, meta: Meta, side: Token, place: Any) -> m.EndCards:
        return m.EndCards(str(side), None, place, span=self.at(meta))

    def end_cards(self, meta: Meta, side: Token, count: Any, place: Any) -> m.EndCards:
        return m.EndCards(str(side), count, place, span=self.at(meta))

    def selection(
        self, meta: Meta, variable: Any, kind: m.Name, by: Any, place: Any, besides: Any, where: Any
    ) -> m.Selection:
        return m.Selection(variable or kind, kind, by is not None, place, where, besides, span=self.at(meta))

    def riders_on(self, meta: Meta, carriers: m.Expression) -> m.RidersOn:
        return m.RidersOn(carriers, span=self.at(meta))

    def side_of(self, meta: Meta, words: Token, card: m.Expression) -> m.SideOf:
        return m.SideOf("right" in words, card, span=self.at(meta))

    def next_to(self, meta: Meta, words: Token, card: m.Expression) -> m.NextTo:
        return m.NextTo(words.startswith("right"), card, span=self.at(meta))

    def inner(self, meta: Meta, selection: m.Selection | m.Among) -> m.Selection | m.Among:
        return selection

    def among(self, meta: Meta, variable: Any, domain: m.Name, where: Any) -> m.Among:
        return m.Among(variable or domain, domain, where, span=self.at(meta))
