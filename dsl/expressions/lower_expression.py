"""Expressions of the model → expressions of the program, with types.

`Expressions` finds what each name means where it is used (variables first, then the card that a `where` is about,
then what the ruleset declares), inlines definitions with all that modules add to them, and folds what is known before
the game begins. Zones, questions about the cards in them and comparisons have modules of their own. A name nobody
declared and a value of the wrong type become problems; the expression goes on as 0.
"""

from __future__ import annotations

from typing import assert_never

import attrs

from dsl.expressions import comparisons, definitions, domains, markers, members, questions
from dsl.expressions.bounds import Bounds
from dsl.expressions.classes import Classes
from dsl.expressions.during import during
from dsl.expressions.values import WRONG, Location, Scope, Value, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.model.traverse import parts
from dsl.names import types as t
from dsl.names.names import LETTERS, NOWHERE, PLAYER, Domain, Names
from dsl.program import fold
from dsl.program import program as p
from dsl.text.diagnostics import Problem

CERTAIN = frozenset({"never-holds", "always-holds"})
"""Codes of what is told of a condition that comes out the same whatever happens."""


class Expressions(Classes):
    """Lowers expressions of one ruleset; collects the tables they need."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.bounds = Bounds(names)
        self.players = names.ruleset.players
        self.spots: dict[str, Location] = {}
        self.circles: set[str] = set()
        self.through: dict[int, dict[str, None]] = {}
        self.lasting: dict[str, int] = {}
        self.choices = {c.name.text: c for _, c in names.ruleset.all(m.Choice) if isinstance(c, m.Choice)}
        self.group_citations: dict[str, tuple[str, ...]] = {}
        for _, group in names.ruleset.all(m.Group):
            assert isinstance(group, m.Group)
            known = self.group_citations.get(group.name.text, ())
            self.group_citations[group.name.text] = (*known, *group.citations)
        self.adjusts: dict[str, list[tuple[Part, m.Adjust]]] = {}
        for part, adjust in names.ruleset.all(m.Adjust):
            assert isinstance(adjust, m.Adjust)
            if self._adjusts_something(adjust, part):
                self.adjusts.setdefault(adjust.name.text, []).append((part, adjust))

    def _adjusts_something(self, adjust: m.Adjust, part: Part) -> bool:
        """Whether there is a definition that a rule can widen or narrow; if not, that is reported."""
        name = adjust.name
        if name.text not in self.names.defines:
            self.names.say_unknown("definition", name, self.names.defines)
            return False
        owner, define = self.names.defines[name.text]
        self.names.see(name, owner, part)
        wanted, given = len(define.parameters), len(adjust.parameters)
        if given not in (0, wanted):
            self.wrong(name, definitions.about(name.text, wanted, given))
        return given in (0, wanted)

    @property
    def dirty(self) -> int:
        """The number that says that triggers may hold."""
        return self.names.numbered.stop + len(self.names.looking)

    def hidden_number(self, name: str) -> int:
        """The number of the rules' own by this name: that of an event under way, say (see `lasting`)."""
        return self.lasting.setdefault(name, self.dirty + 1 + len(self.lasting))

    # problems

    def wrong(self, node: m.Node, message: str, advice: str = "") -> Value:
        """Report a value of the wrong type."""
        self.names.problems.add("type", message, node.span, help=advice)
        return WRONG

    def told(self, condition: p.Expr, part: Part, rule: str, node: m.Node) -> p.Expr:  # noqa: ARG002
        """A condition whose value is told to whoever counts rules; here there is nobody who does."""
        return condition

    def cite(self, scope: Scope, citations: tuple[str, ...]) -> None:
        """Note that the rule at hand reads something that has these numbers."""
        if citations:
            self.through.setdefault(scope.origin, {}).update(dict.fromkeys(citations))

    def actor(self) -> p.Expr:
        """The acting player."""
        return p.Number(p.Int(PLAYER)) if self.players > 1 else p.Int(0)

    # values

    def truth(self, node: m.Expression, scope: Scope) -> p.Expr:
        """A condition."""
        value = self.value(node, scope)
        if not isinstance(value.type, t.Truth | t.Number | t.Wrong):
            self.wrong(node, f"this is {value.type.shown}, not a condition", "compare it with something: `… is …`")
        return value.expr

    def number(self, node: m.Expression, scope: Scope) -> Value:
        """A number."""
        value = self.value(node, scope)
        if t.is_numbered(value.type) and self.certain(value, node):
            return attrs.evolve(value, type=t.Number())
        if not isinstance(value.type, t.Number | t.Wrong):
            return self.wrong(node, f"this is {value.type.shown}, not a number")
        return value

    def card(self, node: m.Expression, scope: Scope) -> Value:
        """A card, or none."""
        told = self.names.problems.told
        value = self.value(node, scope)
        if isinstance(value.type, t.Nothing):
            return Value(p.Int(p.NO_CARD), t.Card(), p.Int(0), frozenset())
        if isinstance(value.type, t.Class) and self.too_early(node, scope):
            return WRONG
        if not isinstance(value.type, t.Card | t.Wrong):
            if told < self.names.problems.told:  # what is wrong within it has been said
                return WRONG
            several = isinstance(value.type, t.Class)
            advice = "say `some … in …` for one of them, and `every … in …` for all" if several else ""
            return self.wrong(node, f"this is {value.type.shown}, not a card", advice)
        return value

    def value(self, node: m.Expression, scope: Scope) -> Value:
        """Any value."""
        self.bounds.enter(node)
        try:
            return self._value(node, scope)
        finally:
            self.bounds.leave()

    def _value(self, node: m.Expression, scope: Scope) -> Value:  # noqa: C901, PLR0912 - a dispatcher, one line a case
        match node:
            case m.Integer(number):
                return Value(p.Int(number), t.Number(), least=number, most=number)
            case m.Nothing():
                return Value(p.Int(0), t.Nothing())
            case m.Named():
                return self._named(node, scope)
            case m.Of():
                return self._of(node, scope)
            case m.Call(name) if name.text in self.names.places and name.text not in self.names.defines:
                return members.numbered(self, node, scope)
            case m.Call(name, arguments):
                return definitions.called(self, name, arguments, scope)
            case m.Count():
                return questions.count(self, node, scope)
            case m.SumOver():
                return questions.total(self, node, scope)
            case m.Setting(name):
                return self._setting(name, scope)
            case m.Total(kind):
                return Value(p.Int(self.copies(self.kind(kind, scope.part))), t.Number())
            case m.Room():
                return questions.room(self, node, scope)
            case m.Some():
                return questions.some(self, node, scope)
            case m.AnyOf():
                return questions.anything(self, node, scope)
            case m.AnyRun():
                return questions.run(self, node, scope)
            case m.Common():
                return questions.common(self, node, scope)
            case m.EndCards():
                return questions.end_card(self, node, scope)
            case m.Nth():
                return questions.nth(self, node, scope)
            case m.RidersOn():
                return self.wrong(node, "these are several cards, not one")
            case m.Arithmetic():
                return self._arithmetic(node, scope)
            case m.Compare():
                return comparisons.compare(self, node, scope)
            case m.All(parts):
                return self._all(parts, scope)
            case m.Either(parts):
                return self._either(parts, scope)
            case m.Negation(part):
                return Value(fold.neg(self.truth(part, scope)), t.Truth())
            case m.During():
                return during(self, node, scope)
            case m.Conditional():
                return self._conditional(node, scope)
            case m.ForEvery():
                return self._for_every(node, scope)
            case _:
                assert_never(node)

    def _named(self, node: m.Named, scope: Scope) -> Value:
        text = node.name.text
        if text in scope.variables:
            return scope.variables[text].value
        if scope.candidate and (text in self.names.attributes or text in self.names.facts):
            return self._attribute(node.name, scope.candidate.value)
        if text in self.names.defines:
            return definitions.defined(self, node.name, definitions.implied(self, text, scope), scope)
        if text in self.names.numbers:
            return self.counter(node.name, (), scope)
        return self._fixed(node, scope)

    def _all(self, parts: tuple[m.Expression, ...], scope: Scope) -> Value:
        """All of some conditions; what one of them makes sure of, the later ones may use."""
        conditions = []
        for part in parts:
            conditions.append(self.truth(part, scope))
            scope = domains.still_sure(scope, domains.made_sure(part))
        return Value(fold.conj(conditions), t.Truth())

    def _either(self, parts: tuple[m.Expression, ...], scope: Scope) -> Value:
        """One of some conditions; the later ones are asked only where those before don't hold."""
        conditions = []
        for part in parts:
            conditions.append(self.truth(part, scope))
            scope = domains.still_sure(scope, domains.made_sure(part, holds=False))
        return Value(fold.disj(conditions), t.Truth())

    def _setting(self, name: m.Name, scope: Scope) -> Value:
        """What an option was set to."""
        if name.text not in self.choices:
            self.names.say_unknown("option", name, self.choices)
            return WRONG
        self.use("option", name.text)
        self.cite(scope, self.choices[name.text].citations)
        setting = self.names.ruleset.settings[name.text]
        if setting.removeprefix("-").isdecimal():
            return Value(p.Int(int(setting)), t.Number(), least=int(setting), most=int(setting))
        return Value(p.Int(0), t.Word(name.text))

    def _fixed(self, node: m.Named, scope: Scope) -> Value:
        """A name for something that is known before the game begins."""
        text = node.name.text
        if text in self.names.members:
            enum, bit = self.names.members[text]
            return Value(p.Int(bit), t.Member(enum))
        if text in self.choices:
            return self._setting(node.name, scope)
        place, _, number = text.rpartition(" ")
        if place in self.names.places and text in (domain := self._domain_of_places(node.name, place, scope)).words:
            return Value(p.Int(int(number)), domain.type)
        if text == "players":
            return Value(p.Int(self.players), t.Number(), least=self.players, most=self.players)
        if text == "player":
            return Value(self.actor(), t.Player())
        if text in LETTERS[: self.players] and text:
            return Value(p.Int(LETTERS.index(text)), t.Player())
        if self.class_name(text) is not None:
            return self._class(node, scope)
        if text in self.names.zones or text in self.names.groups:
            return self.wrong(
                node, f"`{text}` is a zone, not a value", f"ask for `number of card in {text}` or `any card in {text}`"
            )
        self._unknown(node.name, scope)
        return WRONG

    def _class(self, node: m.Named, scope: Scope) -> Value:
        """A kind, class or card that is named, all of whose cards are meant."""
        known = self.class_name(node.name.text)
        assert known is not None
        self._see_class(known, node.name, scope.part)
        return Value(p.Int(0), t.Class(known))

    def too_early(self, node: m.Node, scope: Scope) -> bool:
        """Whether a name is that of a card that isn't chosen yet, or of what is printed on it; if so, reports it."""
        name = node.name if isinstance(node, m.Named) else node
        if not isinstance(name, m.Name) or scope.later is None:
            return False
        printed = name.text in self.names.attributes or name.text in self.names.facts
        text = scope.later.names.get(name.text) or (next(iter(scope.later.names.values()), "") if printed else "")
        if text:
            chosen = f"`{name.text}` is chosen" if name.text in scope.later.names else "a card is chosen"
            message = f"`{scope.later.asked}` is asked before {chosen}, so it can't read it"
            ask = f"ask in its own `where`: `<{text} {'and' if ' where ' in text else 'where'} …>`"
            self.names.problems.add("misplaced", message, node.span, help=ask)
        return bool(text)

    def _domain_of_places(self, name: m.Name, places: str, scope: Scope) -> Domain:
        self.names.see(name, self.names.places[places][0], scope.part)
        domain = self.names.domain(places)
        assert domain is not None
        return domain

    def _unknown(self, name: m.Name, scope: Scope) -> None:
        if self.too_early(name, scope):
            return
        n = self.names
        self.names.say_unknown(
            "name",
            name,
            [
                *(*scope.variables, *n.attributes, *n.facts, *n.defines, *n.numbers, *n.members, *self.choices),
                *(*n.kinds, *n.classes, *n.faces, *n.zones, *n.groups, "players", "player"),
            ],
        )

    def _of(self, node: m.Of, scope: Scope) -> Value:
        text = node.name.text
        if text in self.names.defines:
            return definitions.called(self, node.name, (node.term,), scope)
        if text in self.names.numbers:
            return self.counter(node.name, (node.term,), scope)
        if text in self.names.attributes or text in self.names.facts:
            return self._attribute(node.name, self.card(node.term, scope))
        if self.names.domain(text) is not None:
            return members.holding(self, node, scope)
        if text == "position":
            return questions.position(self, node, scope)
        self.names.say_unknown(
            "attribute",
            node.name,
            [*self.names.attributes, *self.names.facts, *self.names.defines, *self.names.numbers],
        )
        return WRONG

    def _attribute(self, name: m.Name, card: Value) -> Value:
        self.use("attribute", name.text)
        if name.text in self.names.facts:
            fact = self.names.facts[name.text]
            index = list(self.names.facts).index(name.text)
            return Value(
                p.Fact(index, card.expr),
                t.Truth() if fact.maximum == 1 and not fact.words else t.Number(),
                least=0,
                most=fact.maximum,
            )
        attribute = self.names.attributes[name.text]
        type_ = t.Member(attribute.enumeration) if attribute.enumeration else t.Number()
        return Value(p.Attribute(self.table_of[name.text], card.expr), type_, several=attribute.several)

    def counter(self, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Value:
        """A number, or the number of some members; a marker's is one of its positions."""
        family = self.names.numbers[name.text]
        self.names.see(name, family.part, scope.part)
        self.use("number", name.text)
        self.cite(scope, family.declared.citations)
        found = domains.members(self, name, family, terms, scope)
        if not found:
            return WRONG
        if len(found) > 1:
            return self.wrong(terms[0], "these are several numbers, not one")
        if family.positions:
            value = markers.read(self.names, family, p.Number(found[0].index))
            return attrs.evolve(value, optional=value.optional and (bool(terms) or name.text not in scope.still))
        least, most = sorted((family.declared.minimum, family.declared.maximum))
        return Value(p.Number(found[0].index), t.Number(), least=least, most=most)

    def typed(self, node: m.Expression, type_: t.Type, scope: Scope) -> Value:
        """A value where one of a type is wanted.

        The words of a marker's positions are known only there; and a card is compared with a card or kind, even if its
        name means something else otherwise.
        """
        if isinstance(type_, t.Card) and isinstance(node, m.Named) and self._hidden_class(node.name.text, scope):
            return self._class(node, scope)
        family = markers.family_of(self.names, type_)
        if family is None:
            return self.value(node, scope)
        match node:
            case m.Named(word) if word.text in family.positions and word.text not in scope.variables:
                return Value(p.Int(self.names.enums[family.name][word.text]), type_)
            case m.Conditional(condition, then, otherwise):
                first, second = self.typed(then, type_, scope), self.typed(otherwise, type_, scope)
                if first.type == second.type:
                    return Value(fold.choose(self.truth(condition, scope), first.expr, second.expr), first.type)
            case m.Nothing() if NOWHERE in family.positions:
                return Value(p.Int(self.names.enums[family.name][NOWHERE]), type_)
            case m.Named(word) if not self._has_value(word.text, scope):
                self.names.say_unknown("value", word, family.positions)
                return WRONG
            case _:
                pass
        return markers.standing(self.names, self.value(node, scope), type_)

    def _hidden_class(self, text: str, scope: Scope) -> bool:
        """Whether a name is that of cards and, in other places, of a value that can't be a card."""
        hides = text in self.names.members or text in self.names.numbers or text in self.choices
        return hides and text not in {*scope.variables, *self.names.defines} and self.class_name(text) is not None

    def _has_value(self, text: str, scope: Scope) -> bool:
        """Whether a name is that of something that can be asked for its value, other than a member of an enum."""
        names = self.names
        printed = scope.candidate is not None and (text in names.attributes or text in names.facts)
        return printed or text == "player" or text in scope.variables or text in names.numbers or text in names.defines

    def certain(self, value: Value, node: m.Node) -> bool:
        """Whether a value can't be none; if it can, that is reported."""
        if value.optional:
            word = markers.word(self.names, value)
            self.wrong(node, f"this may be no {word}", markers.advice(value, word))
        return not value.optional

    def holding(self, node: m.Expression, rule: m.Node, message: str, scope: Scope) -> p.Expr:
        """When a rule acts; that it never does is reported."""
        condition, hopeless = self.hoped(node, scope)
        if hopeless:
            self.names.problems.add("never-fires", f"{message}: its condition never holds", rule.span)
        return condition

    def hoped(self, node: m.Expression, scope: Scope) -> tuple[p.Expr, bool]:
        """A condition, and whether it never holds without an option that has a say in it and nothing is wrong in it."""
        told = self.names.problems.told
        condition = self.truth(node, scope)
        sound = self.names.problems.told == told
        return condition, condition == fold.FALSE and sound and not self.settled(node)

    def settled(self, node: m.Node | None) -> bool:
        """Whether something may have a say in an expression that other games have otherwise.

        That is an option, the number of players, or a definition of the base game, which modules can change.
        """
        if isinstance(node, m.Name):
            if node.text in self.names.defines:
                part, define = self.names.defines[node.text]
                return part.module == self.names.ruleset.base or self.settled(define.value)
            return node.text in self.choices or node.text == "players"
        return node is not None and any(map(self.settled, parts(node)))

    def parameter_type(self, parameter: m.Parameter) -> t.Type:
        """The type of a parameter: a card, unless it says otherwise."""
        if parameter.type is None:
            return t.Card()
        name = parameter.type.name
        if name == "number":
            return t.Number()
        of = self.names.domain(name)
        if of is not None:
            return of.type
        if self.class_name(name) is not None:
            return t.Card()
        self.names.say_unknown(
            "kind",
            m.Name(name, span=parameter.type.span),
            ["number", "player", *self.names.enums, *self.names.places, *self.names.kinds],
        )
        return t.Wrong()

    def _arithmetic(self, node: m.Arithmetic, scope: Scope) -> Value:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        if node.operator == "*":
            return Value(fold.binary("*", fold.within_bounds(left.expr), fold.within_bounds(right.expr)), t.Number())
        added = node.operator == "+"
        least = _summed(left.least, right.least if added else right.most, added)
        most = _summed(left.most, right.most if added else right.least, added)
        return Value(fold.binary(node.operator, left.expr, right.expr), t.Number(), least=least, most=most)

    def _conditional(self, node: m.Conditional, scope: Scope) -> Value:
        condition = self.truth(node.condition, scope)
        then = self.value(node.then, domains.still_sure(scope, domains.made_sure(node.condition)))
        unmet = domains.made_sure(node.condition, holds=False)
        otherwise = self.value(node.otherwise, domains.still_sure(scope, unmet))
        unknown = isinstance(then.type, t.Wrong) or isinstance(otherwise.type, t.Wrong)
        if then.type != otherwise.type and not unknown:
            return self.wrong(node, f"the two values differ: {then.type.shown} and {otherwise.type.shown}")
        if isinstance(condition, p.Int):
            return then if condition.value else otherwise
        if isinstance(then.type, t.Class | t.Word | t.Zone | t.Cards):
            advice = "ask for each of them: `if … then … is … else … is …`"
            return self.wrong(node, f"{then.type.shown} can't be chosen by a condition", advice)
        several, optional = then.several or otherwise.several, then.optional or otherwise.optional
        return Value(p.If(condition, then.expr, otherwise.expr), then.type, several=several, optional=optional)

    def _for_every(self, node: m.ForEvery, scope: Scope) -> Value:
        domain = domains.domain(self, node.domain, scope)
        if domain is None:
            return WRONG
        values = [Value(p.Int(value), domain.type) for value in domain.values]
        return Value(fold.conj(self.for_each_value(node.variable, node.condition, values, scope)), t.Truth())

    def for_each_value(
        self, variable: m.Name, condition: m.Expression, values: list[Value], scope: Scope
    ) -> list[p.Expr]:
        """A condition for each value of its variable; what never or always holds is a slip only if it does for all."""
        problems = self.names.problems
        parts: list[p.Expr] = []
        kept, hopeless = problems.found, list[list[Problem]]()
        for value in values:
            inner = scope.inner()
            inner.variables[variable.text] = Variable(value, -1)
            problems.found = list(kept)
            parts.append(self.truth(condition, inner))
            new = [problem for problem in problems.found if problem not in kept]
            kept = kept + [problem for problem in new if problem.code not in CERTAIN]
            hopeless.append([problem for problem in new if problem.code in CERTAIN])
        spans = [{problem.span for problem in found} for found in hopeless]
        problems.found = kept + [q for found in hopeless[:1] for q in found if all(q.span in each for each in spans)]
        return parts


def _summed(one: int | None, other: int | None, added: bool) -> int | None:
    """A bound of a sum or difference, if both are known."""
    if one is None or other is None:
        return None
    return one + other if added else one - other
