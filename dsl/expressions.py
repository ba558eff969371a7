"""Expressions of the model → expressions of the program, with types.

`Expressions` finds what each name means where it is used (variables first, then the card that a `where` is about, then what
the ruleset declares), inlines definitions with all that modules add to them, and folds what is known before the game begins.
A name nobody declared and a value of the wrong type become problems; the expression goes on as 0.
"""

from __future__ import annotations

from typing import assert_never

from dsl import fold
from dsl import model as m
from dsl import program as p
from dsl.diagnostics import Problem
from dsl.link import Part
from dsl.names import LETTERS, Names, NumberFamily, ZoneFamily
from dsl.spelling import nearest
from dsl.values import Location, Plain, Routine, Scope, Spot, Value, Variable

WRONG = Value(p.Int(0), "wrong")
PLAYER = 0


class Expressions:
    """Lowers expressions of one ruleset; collects the tables they need."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.players = names.ruleset.players
        self.tables: list[p.Table] = [
            p.Table(a.name, tuple(a.values), tuple(names.enums.get(a.enumeration, ())))
            for a in names.attributes.values()
        ]
        self.table_of = {name: index for index, name in enumerate(names.attributes)}
        self.class_tables: dict[frozenset[int], int] = {}
        self.class_ids: dict[str, frozenset[int]] = {"card": frozenset(range(len(names.ids)))}
        self.making: set[str] = set()
        self.choices = {c.name.text: c for _, c in names.ruleset.all(m.Choice) if isinstance(c, m.Choice)}
        self.adjusts: dict[str, list[tuple[Part, m.Adjust]]] = {}
        for part, adjust in names.ruleset.all(m.Adjust):
            assert isinstance(adjust, m.Adjust)
            self.adjusts.setdefault(adjust.name.text, []).append((part, adjust))

    # problems

    def wrong(self, node: m.Node, message: str, help: str = "") -> Value:
        """Report a value of the wrong type."""
        self.names.problems.add("type", message, node.span, help=help)
        return WRONG

    def use(self, what: str, name: str) -> None:
        """Note that something is read."""
        self.names.used.add((what, name))

    # classes of cards

    def table(self, name: str, values: dict[int, int] | frozenset[int]) -> int:
        """A table of the program with 1 (or the given value) for these cards."""
        if isinstance(values, frozenset):
            if values not in self.class_tables:
                self.class_tables[values] = self._add_table(name, dict.fromkeys(values, 1))
            return self.class_tables[values]
        return self._add_table(name, values)

    def _add_table(self, name: str, values: dict[int, int]) -> int:
        row = tuple(values.get(card, 0) for card in range(len(self.names.ids) + 1))
        self.tables.append(p.Table(name, row, ()))
        return len(self.tables) - 1

    def class_name(self, text: str) -> str | None:
        """The kind, class or face that a word (or its plural) names."""
        for name in (text, text.removesuffix("s")):
            if name == "card" or name in self.names.kinds or name in self.names.classes or name in self.names.faces:
                return name
        return None

    def members(self, name: str) -> frozenset[int]:
        """The ids of a kind, class or face."""
        if name not in self.class_ids:
            self.class_ids[name] = frozenset()
            if name in self.names.classes:
                self.making.add(name)
                self.class_ids[name] = self._class_members(name)
                self.making.remove(name)
            else:
                self.class_ids[name] = self.names.ids_of(name)
        elif name in self.making:
            span = self.names.classes[name][1].span
            self.names.problems.add("circular", f"which cards are `{name}` hangs on itself", span)
        return self.class_ids[name]

    def _class_members(self, name: str) -> frozenset[int]:
        part, node = self.names.classes[name]
        base = self.kind(node.kind, part)
        routine = Routine(name)
        local = routine.new()
        variable = Variable(Value(p.Local(local), "card"), local)
        scope = Scope(routine, part, {node.kind.text: variable}, variable)
        condition = self.truth(node.where, scope)
        values = {card: fold.known(condition, {local: card}, self.printed) for card in base}
        if None in values.values():
            self.names.problems.add("not-fixed", f"which cards are `{name}` must be printed on them", node.where.span)
        return frozenset(card for card, value in values.items() if value)

    @property
    def printed(self) -> list[tuple[int, ...]]:
        """The values of all tables by card."""
        return [table.values for table in self.tables]

    def kind(self, name: m.Name, part: Part) -> frozenset[int]:
        """The ids that a class name in the text stands for; unknown ones are reported."""
        known = self.class_name(name.text)
        if known is None:
            self.names.say_unknown("kind", name, ["card", *self.names.kinds, *self.names.classes, *self.names.faces])
            return frozenset()
        self._see_class(known, name, part)
        return self.members(known)

    def _see_class(self, known: str, name: m.Name, part: Part) -> None:
        self.use("kind", known)
        if known in self.names.faces:
            self.names.see(name, self.names.faces[known].part, part)
        elif known in self.names.kinds:
            self.names.see(name, self.names.kinds[known].part, part)
        elif known in self.names.classes:
            self.names.see(name, self.names.classes[known][0], part)

    def belongs(self, ids: frozenset[int], name: str, card: p.Expr) -> p.Expr:
        """Whether a card is one of these."""
        if len(ids) == len(self.names.ids):
            return fold.TRUE
        if len(ids) == 1:
            return fold.binary("==", card, p.Int(next(iter(ids))))
        if not ids:
            return fold.FALSE
        return p.Attribute(self.table(name, ids), card)

    def copies(self, ids: frozenset[int]) -> int:
        """How many cards of the game have one of these ids."""
        faces = {self.names.ids[card].name for card in ids}
        return sum(count for name in faces for _, count, _ in self.names.faces[name].starts)

    # values

    def truth(self, node: m.Expression, scope: Scope) -> p.Expr:
        """A condition."""
        value = self.value(node, scope)
        if value.type not in ("truth", "wrong", "number"):
            self.wrong(node, f"this is {_spoken(value.type)}, not a condition", "compare it with something: `… is …`")
        return value.expr

    def number(self, node: m.Expression, scope: Scope) -> Value:
        """A number."""
        value = self.value(node, scope)
        if value.type not in ("number", "wrong"):
            return self.wrong(node, f"this is {_spoken(value.type)}, not a number")
        return value

    def card(self, node: m.Expression, scope: Scope) -> Value:
        """A card, or none."""
        value = self.value(node, scope)
        if value.type == "none":
            return Value(p.Int(p.NO_CARD), "card", p.Int(0), frozenset())
        if value.type not in ("card", "wrong"):
            return self.wrong(node, f"this is {_spoken(value.type)}, not a card")
        return value

    def value(self, node: m.Expression, scope: Scope) -> Value:  # noqa: C901, PLR0912 - a dispatcher, one line a case
        """Any value."""
        match node:
            case m.Integer(number):
                return Value(p.Int(number), "number", most=number)
            case m.Nothing():
                return Value(p.Int(0), "none")
            case m.Named():
                return self._named(node, scope)
            case m.Of():
                return self._of(node, scope)
            case m.Count():
                return self._count(node, scope)
            case m.Total(kind):
                return Value(p.Int(self.copies(self.kind(kind, scope.part))), "number")
            case m.Room():
                return self._room(node, scope)
            case m.Some():
                return self._some(node, scope)
            case m.AnyOf():
                return self._any(node, scope)
            case m.Common():
                return self._common(node, scope)
            case m.EndCards():
                return self._end_card(node, scope)
            case m.Arithmetic():
                return self._arithmetic(node, scope)
            case m.Compare():
                return self._compare(node, scope)
            case m.All(parts):
                return Value(fold.conj([self.truth(part, scope) for part in parts]), "truth")
            case m.Either(parts):
                return Value(fold.disj([self.truth(part, scope) for part in parts]), "truth")
            case m.Negation(part):
                return Value(fold.neg(self.truth(part, scope)), "truth")
            case m.Conditional():
                return self._conditional(node, scope)
            case m.Quantified():
                return self._quantified(node, scope)
            case _: assert_never(node)  # fmt: skip

    def _named(self, node: m.Named, scope: Scope) -> Value:
        text = node.name.text
        if text in scope.variables:
            return scope.variables[text].value
        if scope.candidate and (text in self.names.attributes or text in self.names.facts):
            return self._attribute(node.name, scope.candidate.value, scope)
        if text in self.names.defines:
            return self._defined(node.name, self._implied(text, scope), scope)
        if text in self.names.numbers:
            return self._counter(node.name, p.Number(p.Int(PLAYER)), scope)
        return self._fixed(node, scope)

    def _implied(self, text: str, scope: Scope) -> tuple[Value, ...]:
        wants = len(self.names.defines[text][1].parameters)
        return (scope.candidate.value,) if wants == 1 and scope.candidate else ()

    def _fixed(self, node: m.Named, scope: Scope) -> Value:
        """A name for something that is known before the game begins."""
        text = node.name.text
        if text in self.names.members:
            enum, bit = self.names.members[text]
            return Value(p.Int(bit), f"enum {enum}")
        if text in self.choices:
            self.use("option", text)
            setting = self.names.ruleset.settings[text]
            return (
                Value(p.Int(int(setting)), "number", most=int(setting))
                if setting.isdecimal()
                else Value(p.Int(0), "word", text=text)
            )
        if text == "players":
            return Value(p.Int(self.players), "number", most=self.players)
        if text == "player":
            return Value(p.Number(p.Int(PLAYER)) if self.players > 1 else p.Int(0), "player")
        if text in LETTERS[: self.players] and text:
            return Value(p.Int(LETTERS.index(text)), "player")
        known = self.class_name(text)
        if known is not None:
            self._see_class(known, node.name, scope.part)
            return Value(p.Int(0), "class", text=known)
        if text in self.names.zones or text in self.names.groups:
            return self.wrong(
                node, f"`{text}` is a zone, not a value", f"ask for `number of card in {text}` or `any card in {text}`"
            )
        self._unknown(node.name, scope)
        return WRONG

    def _unknown(self, name: m.Name, scope: Scope) -> None:
        n = self.names
        self.names.say_unknown("name", name, [
            *scope.variables, *n.attributes, *n.facts, *n.defines, *n.numbers, *n.members, *self.choices, *n.kinds, *n.classes,
            *n.faces, *n.zones, *n.groups, "players", "player",
        ])  # fmt: skip

    def _of(self, node: m.Of, scope: Scope) -> Value:
        text = node.name.text
        if text in self.names.defines:
            return self._defined(node.name, (self._given(node, scope),), scope)
        if text in self.names.numbers:
            owner = self.value(node.term, scope)
            if owner.type not in ("player", "wrong"):
                return self.wrong(node.term, f"`{text}` is a number of a player")
            return self._counter(node.name, owner.expr, scope)
        if text in self.names.attributes or text in self.names.facts:
            return self._attribute(node.name, self.card(node.term, scope), scope)
        self.names.say_unknown(
            "attribute",
            node.name,
            [*self.names.attributes, *self.names.facts, *self.names.defines, *self.names.numbers],
        )
        return WRONG

    def _given(self, node: m.Of, scope: Scope) -> Value:
        """What a definition is used about."""
        parameters = self.names.defines[node.name.text][1].parameters
        wanted = self.parameter_type(parameters[0]) if len(parameters) == 1 else ""
        if wanted == "card":
            return self.card(node.term, scope)
        value = self.value(node.term, scope)
        if wanted and value.type not in (wanted, "wrong"):
            message = f"`{node.name.text}` is about {_spoken(wanted)}, and this is {_spoken(value.type)}"
            return self.wrong(node.term, message)
        return value

    def _attribute(self, name: m.Name, card: Value, scope: Scope) -> Value:
        self.use("attribute", name.text)
        if name.text in self.names.facts:
            fact = self.names.facts[name.text]
            index = list(self.names.facts).index(name.text)
            return Value(p.Fact(index, card.expr), "truth" if fact.maximum == 1 else "number", most=fact.maximum)
        attribute = self.names.attributes[name.text]
        type_ = f"enum {attribute.enumeration}" if attribute.enumeration else "number"
        return Value(p.Attribute(self.table_of[name.text], card.expr), type_)

    def family_index(self, family: ZoneFamily | NumberFamily, player: p.Expr) -> p.Expr:
        """The index of a player's zone or number."""
        return p.Int(family.first) if family.count == 1 else fold.binary("+", p.Int(family.first), player)

    def _counter(self, name: m.Name, player: p.Expr, scope: Scope) -> Value:
        family = self.names.numbers[name.text]
        self.names.see(name, family.part, scope.part)
        self.use("number", name.text)
        return Value(p.Number(self.family_index(family, player)), "number", most=family.declared.maximum)

    def _defined(self, name: m.Name, arguments: tuple[Value, ...], scope: Scope) -> Value:
        part, define = self.names.defines[name.text]
        self.names.see(name, part, scope.part)
        self.use("define", name.text)
        if name.text in scope.defining:
            self.names.problems.add("circular", f"`{name.text}` is defined by itself", name.span)
            return WRONG
        if len(arguments) != len(define.parameters):
            return self.wrong(
                name,
                f"`{name.text}` is about {len(define.parameters)} thing(s), and {len(arguments)} stand here",
                f"say `{name.text} of …`",
            )
        value = self.value(define.value, self._inside(define, part, arguments, name.text, scope))
        adjusts = self.adjusts.get(name.text, [])
        if not adjusts:
            return value
        widen = [
            self.truth(a.condition, self._inside(a, q, arguments, name.text, scope, define))
            for q, a in adjusts
            if a.widens
        ]
        narrow = [
            self.truth(a.condition, self._inside(a, q, arguments, name.text, scope, define))
            for q, a in adjusts
            if not a.widens
        ]
        return Value(fold.conj([fold.disj([value.expr, *widen]), *narrow]), "truth")

    def parameter_type(self, parameter: m.Parameter) -> str:
        """The type of a parameter: a card, unless it says otherwise."""
        if parameter.type is None:
            return "card"
        name = parameter.type.name
        if name in ("number", "player"):
            return name
        if name in self.names.enums:
            return f"enum {name}"
        if self.class_name(name) is not None:
            return "card"
        self.names.say_unknown(
            "kind", m.Name(name, span=parameter.type.span), ["number", "player", *self.names.enums, *self.names.kinds]
        )
        return "wrong"

    def _inside(
        self,
        node: m.Define | m.Adjust,
        part: Part,
        arguments: tuple[Value, ...],
        name: str,
        scope: Scope,
        define: m.Define | None = None,
    ) -> Scope:
        parameters = node.parameters or (define.parameters if define else ())
        variables = {q.name.text: Variable(value, -1) for q, value in zip(parameters, arguments, strict=False)}
        candidate = next(iter(variables.values())) if len(variables) == 1 else None
        return Scope(scope.routine, part, variables, candidate, scope.origin, (*scope.defining, name), scope.exposing)

    def _count(self, node: m.Count, scope: Scope) -> Value:
        parts, ids = [], frozenset[int]()
        for spot, local, condition in self.selection(node.selection, scope):
            parts.append(
                p.Size(spot.cards)
                if condition == fold.TRUE
                else fold.FALSE
                if condition == fold.FALSE
                else p.Count(spot.cards, local, condition)
            )
            ids |= self.possible(condition, local)
        return Value(fold.total(parts), "number", most=self.copies(ids))

    def possible(self, condition: p.Expr, local: int) -> frozenset[int]:
        """The cards for which a condition can hold, as far as what is printed on them tells."""
        printed = self.printed
        return frozenset(
            card for card in range(len(self.names.ids)) if fold.known(condition, {local: card}, printed) != 0
        )

    def _room(self, node: m.Room, scope: Scope) -> Value:
        location = self.place(node.place, scope)
        parts = []
        for spot in location.spots:
            limit = self.limit(spot)
            if limit < 0:
                return self.wrong(node.place, "this zone has no limit", "declare one: `zone …: heap, private, limit 5`")
            parts.append(p.Binary("-", p.Int(limit), p.Size(spot.cards)))
        return Value(fold.total(parts), "number")

    def limit(self, spot: Spot) -> int:
        """The limit of a zone, or -1."""
        zones = [z for z in spot.where if isinstance(z, int)]
        family = next((f for f in self.names.zones.values() if zones and f.first <= zones[0] < f.first + f.count), None)
        return family.declared.limit if family else -1

    def _some(self, node: m.Some, scope: Scope) -> Value:
        found = self.selection(node.selection, scope)
        if len(found) != 1:
            return self.wrong(node, "`some` looks into one zone")
        spot, local, condition = found[0]
        return Value(p.Find(spot.cards, local, condition), "card", spot.zone, spot.where)

    def _any(self, node: m.AnyOf, scope: Scope) -> Value:
        parts = []
        for spot, local, condition in self.selection(node.selection, scope):
            if condition == fold.TRUE:
                parts.append(p.Binary(">", p.Size(spot.cards), p.Int(0)))
            elif condition != fold.FALSE:
                if node.wanted and not self.possible(condition, local):
                    self.names.problems.add("never-holds", "no card of the game can satisfy this", node.span)
                parts.append(p.Exists(spot.cards, local, condition))
        result = fold.disj(parts)
        return Value(result if node.wanted else fold.neg(result), "truth")

    def _common(self, node: m.Common, scope: Scope) -> Value:
        name = node.attribute.text
        if name not in self.names.attributes or not self.names.attributes[name].enumeration:
            self.names.say_unknown("attribute", node.attribute, self.names.attributes)
            return WRONG
        location = self.place(node.cards, scope)
        self.use("attribute", name)
        return Value(
            p.Common(self.table_of[name], self.joined(location)), f"enum {self.names.attributes[name].enumeration}"
        )

    def joined(self, location: Location) -> p.Expr:
        """The cards of all spots in one list."""
        result = location.spots[0].cards if location.spots else p.Cards(b"")
        if isinstance(result, p.Reversed) and len(location.spots) == 1:
            return result.cards
        for spot in location.spots[1:]:
            result = p.Binary("++", result, spot.cards)
        return result

    def _end_card(self, node: m.EndCards, scope: Scope) -> Value:
        location = self.place(node, scope)
        if node.count is not None:
            return self.wrong(node, "these are several cards, not one")
        if len(location.spots) != 1:
            return self.wrong(node, "this names more than one zone")
        whole = self.place(node.place, scope).spots[0]
        position = p.Int(-1 if location.end == "last" else 0)
        return Value(p.Element(whole.cards, position), "card", whole.zone, whole.where)

    def _arithmetic(self, node: m.Arithmetic, scope: Scope) -> Value:
        left, right = self.number(node.left, scope), self.number(node.right, scope)
        most = (
            left.most + right.most
            if node.operator == "+" and left.most is not None and right.most is not None
            else None
        )
        return Value(fold.binary(node.operator, left.expr, right.expr), "number", most=most)

    def _conditional(self, node: m.Conditional, scope: Scope) -> Value:
        condition = self.truth(node.condition, scope)
        then, otherwise = self.value(node.then, scope), self.value(node.otherwise, scope)
        if then.type != otherwise.type and "wrong" not in (then.type, otherwise.type):
            return self.wrong(node, f"the two values differ: {_spoken(then.type)} and {_spoken(otherwise.type)}")
        if isinstance(condition, p.Int):
            return then if condition.value else otherwise
        return Value(p.If(condition, then.expr, otherwise.expr), then.type)

    def _quantified(self, node: m.Quantified, scope: Scope) -> Value:
        domain = node.domain.text
        if domain == "player":
            values = [Value(p.Int(index), "player") for index in range(self.players)]
        elif domain in self.names.enums:
            values = [Value(p.Int(bit), f"enum {domain}") for bit in self.names.enums[domain].values()]
        else:
            self.names.say_unknown("enum", node.domain, ["player", *self.names.enums])
            return WRONG
        parts = self._for_each_value(node, values, scope)
        return Value(fold.conj(parts) if node.every else fold.disj(parts), "truth")

    def _for_each_value(self, node: m.Quantified, values: list[Value], scope: Scope) -> list[p.Expr]:
        """A condition for each value of its variable; what never holds is a slip only if it holds for none of them."""
        problems = self.names.problems
        parts: list[p.Expr] = []
        kept, hopeless = problems.found, list[list[Problem]]()
        for value in values:
            inner = scope.inner()
            inner.variables[node.variable.text] = Variable(value, -1)
            problems.found = list(kept)
            parts.append(self.truth(node.condition, inner))
            new = [problem for problem in problems.found if problem not in kept]
            kept = kept + [problem for problem in new if problem.code != "never-holds"]
            hopeless.append([problem for problem in new if problem.code == "never-holds"])
        spans = [{problem.span for problem in found} for found in hopeless]
        problems.found = kept + [q for found in hopeless[:1] for q in found if all(q.span in each for each in spans)]
        return parts

    # comparisons

    def _compare(self, node: m.Compare, scope: Scope) -> Value:
        if node.operator in ("in", "not in"):
            result = self._within(node, scope)
            return Value(fold.neg(result), "truth") if node.operator == "not in" else Value(result, "truth")
        left = self.value(node.left, scope)
        if left.type == "word":
            return self._setting(node, left.text)
        right = self.value(node.right, scope)
        if right.type == "class" or left.type == "class":
            return self._is_class(node, left, right)
        expected = {left.type, right.type} - {"none"}
        if "wrong" in expected:
            return WRONG
        if len(expected) > 1:
            return self.wrong(node, f"{_spoken(left.type)} and {_spoken(right.type)} can't be compared")
        if node.operator not in ("==", "!=") and expected != {"number"}:
            return self.wrong(node, f"{_spoken(left.type)} is neither more nor less than another")
        self._can_hold(node, left, right)
        card = "card" in expected
        none = p.Int(p.NO_CARD) if card else p.Int(0)
        first = none if left.type == "none" else left.expr
        second = none if right.type == "none" else right.expr
        return Value(fold.binary(node.operator, first, second), "truth")

    def _can_hold(self, node: m.Compare, left: Value, right: Value) -> None:
        """A count that can't reach what is asked of it is an author's slip."""
        if node.operator not in (">=", ">", "==") or left.most is None or not isinstance(right.expr, p.Int):
            return
        if left.most + (node.operator != ">") <= right.expr.value and not isinstance(left.expr, p.Int):
            self.names.problems.add("never-holds", f"this can never hold: it is at most {left.most}", node.span)

    def _setting(self, node: m.Compare, option: str) -> Value:
        choice = self.choices[option]
        value = node.right.name.text if isinstance(node.right, m.Named) else ""
        if value not in choice.values:
            close = nearest(value, list(choice.values))
            self.names.problems.add(
                "bad-value",
                f"`{value}` is no value of the option `{option}`",
                node.right.span,
                help=f"did you mean `{close}`?" if close else f"its values: {', '.join(choice.values)}",
            )
        same = self.names.ruleset.settings[option] == value
        return Value(p.Int(int(same == (node.operator == "=="))), "truth")

    def _is_class(self, node: m.Compare, left: Value, right: Value) -> Value:
        card, kind = (left, right) if right.type == "class" else (right, left)
        if card.type == "wrong":
            return WRONG
        if card.type != "card" or node.operator not in ("==", "!="):
            return self.wrong(node, f"{_spoken(card.type)} is no card, so it can't be `{kind.text}`")
        inside = self.belongs(self.members(kind.text), kind.text, card.expr)
        return Value(inside if node.operator == "==" else fold.neg(inside), "truth")

    def _within(self, node: m.Compare, scope: Scope) -> p.Expr:
        if self.is_place(node.right, scope):
            left, location = self.card(node.left, scope), self.place(node.right, scope)
            return fold.disj([p.Binary("in", left.expr, spot.cards) for spot in location.spots])
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        if "wrong" in (left.type, right.type):
            return fold.FALSE
        if left.type != right.type or not left.type.startswith("enum "):
            return self.wrong(node, f"{_spoken(left.type)} can't lie in {_spoken(right.type)}").expr
        return fold.binary("&", left.expr, right.expr)

    # places

    def is_place(self, node: m.Expression, scope: Scope) -> bool:
        """Whether a term names cards or zones."""
        match node:
            case m.EndCards():
                return True
            case m.Named(name) if name.text in scope.variables:
                return scope.variables[name.text].value.type == "zone"
            case m.Named(name):
                return name.text in self.names.zones or name.text in self.names.groups
            case m.Of(name, _):
                return name.text in self.names.zones
            case _:
                return False

    def place(self, node: m.Expression, scope: Scope) -> Location:
        """What a term that names cards or zones means."""
        match node:
            case m.Named(name) if name.text in scope.variables:
                variable = scope.variables[name.text].value
                if variable.type == "zone":
                    return self.place(
                        m.Named(m.Name(variable.text, span=name.span), span=node.span), scope.inner(variables={})
                    )
            case m.Named(name) if name.text in self.names.groups:
                return self._group(name, scope)
            case m.Named(name) if name.text in self.names.zones:
                player: p.Expr = p.Number(p.Int(PLAYER)) if self.players > 1 else p.Int(0)
                return Location((self.zone(name, player, scope),))
            case m.Of(name, term) if name.text in self.names.zones:
                return self._zone_of(name, term, scope)
            case m.EndCards():
                return self._end(node, scope)
            case _:
                pass
        self._no_place(node, scope)
        return Location(())

    def _no_place(self, node: m.Expression, scope: Scope) -> None:
        if isinstance(node, m.Named) and node.name.text not in scope.variables:
            self.names.say_unknown("zone", node.name, [*self.names.zones, *self.names.groups])
        elif isinstance(node, m.Of):
            self.names.say_unknown("zone", node.name, self.names.zones)
        else:
            self.wrong(node, "this names no zone")

    def zone(self, name: m.Name, player: p.Expr, scope: Scope, suffix: str = "") -> Spot:
        """One zone of a family."""
        family = self.names.zones[name.text]
        self.names.see(name, family.part, scope.part)
        self.use("zone", name.text)
        index = self.family_index(family, player)
        where = (
            frozenset([index.value])
            if isinstance(index, p.Int)
            else frozenset(range(family.first, family.first + family.count))
        )
        hidden = family.declared.shape == "pile" and family.declared.seen == "hidden"
        return Spot(p.Zone(index), index, where, family.declared.shape, suffix=suffix, hidden=hidden)

    def _zone_of(self, name: m.Name, term: m.Expression, scope: Scope) -> Location:
        if isinstance(term, m.Named) and term.name.text == "all players":
            letters = LETTERS[: self.players]
            return Location(tuple(
                self.zone(name, p.Int(i), scope, f"of {letter}" if self.players > 1 else "") for i, letter in enumerate(letters)
            ))  # fmt: skip
        owner = self.value(term, scope)
        if owner.type == "wrong":
            return Location(())
        if owner.type != "player":
            self.wrong(
                term, f"{_spoken(owner.type)} has no zones", f"say `{name.text} of A` or `{name.text} of all players`"
            )
            return Location(())
        return Location((self.zone(name, owner.expr, scope),))

    def _group(self, name: m.Name, scope: Scope) -> Location:
        self.use("group", name.text)
        if name.text in scope.defining:
            self.names.problems.add("circular", f"the group `{name.text}` holds itself", name.span)
            return Location(())
        spots: list[Spot] = []
        for part, member in self.names.groups[name.text]:
            inner = Scope(scope.routine, part, {}, None, scope.origin, (*scope.defining, name.text))
            for spot in self.place(member.place, inner).spots:
                prefix = " ".join(filter(None, [member.word, spot.prefix]))
                spots.append(
                    Spot(spot.cards, spot.zone, spot.where, spot.shape, spot.whole, prefix, spot.suffix, spot.hidden)
                )
        return Location(tuple(spots))

    def _end(self, node: m.EndCards, scope: Scope) -> Location:
        """Cards at an end, nearest to the end first; as a target, the end itself."""
        location = self.place(node.place, scope)
        end = _end_of(node.side)
        count = p.Int(1) if node.count is None else self.number(node.count, scope).expr
        spots = tuple(self._cut(spot, node, end, count, scope) for spot in location.spots)
        return Location(spots, end)

    def target(self, node: m.Expression, scope: Scope) -> Location:
        """Where cards are put: zones, and the end at which (`top of deck`); reads no order."""
        if isinstance(node, m.EndCards) and node.count is None:
            location = self.place(node.place, scope)
            for spot in location.spots:
                self._side(spot, node)
            return Location(location.spots, _end_of(node.side))
        return self.place(node, scope)

    def _side(self, spot: Spot, node: m.EndCards) -> None:
        sides = ("top", "bottom") if spot.shape == "pile" else ("left", "right", "leftmost", "rightmost")
        if spot.shape == "heap" or node.side not in sides:
            help = "" if spot.shape == "heap" else f"its ends are `{sides[0]}` and `{sides[1]}`"
            self.wrong(node, f"a {spot.shape} has no {node.side}", help)

    def _cut(self, spot: Spot, node: m.EndCards, end: str, count: p.Expr, scope: Scope) -> Spot:
        self._side(spot, node)
        cards: p.Expr = p.Slice(spot.cards, p.Int(0), count)
        if end == "last":
            start = (
                p.Int(-count.value)
                if isinstance(count, p.Int) and count.value
                else p.Binary("-", p.Size(spot.cards), _least(count, spot.cards))
            )
            cards = p.Reversed(p.Slice(spot.cards, start, None))
        if spot.hidden and scope.exposing is None:
            self.names.problems.add(
                "hidden-order",
                "nobody knows the order of these cards here",
                node.span,
                help="look at them or reveal them first",
            )
        elif spot.hidden and scope.exposing is not None:
            need = count if end == "last" else p.Size(spot.cards)
            scope.exposing.append(Plain(p.Expose(spot.zone, need, scope.origin)))
        return Spot(cards, spot.zone, spot.where, spot.shape, False, spot.prefix, spot.suffix)

    # selections

    def selection(self, node: m.Selection, scope: Scope) -> list[tuple[Spot, int, p.Expr]]:
        """For each spot that a selection reads: the spot, the local that holds each card in turn, and the condition."""
        ids = self.kind(node.kind, scope.part)
        location = self.place(node.place, scope)
        found = []
        for spot in location.spots:
            local = scope.routine.new()
            inner = scope.inner(exposing=None)
            variable = Variable(Value(p.Local(local), "card", spot.zone, spot.where), local)
            inner.variables[node.variable.text] = variable
            inner.candidate = variable
            condition = self.belongs(ids, node.kind.text, p.Local(local))
            if node.where is not None:
                condition = fold.conj([condition, self.truth(node.where, inner)])
            found.append((spot, local, condition))
        return found


def _end_of(side: str) -> str:
    return "last" if side in ("top", "right", "rightmost") else "first"


def _least(count: p.Expr, cards: p.Expr) -> p.Expr:
    size = p.Size(cards)
    return p.If(p.Binary("<", count, size), count, size)


def _spoken(type_: str) -> str:
    """A type in words."""
    words = {
        "number": "a number", "truth": "a condition", "card": "a card", "player": "a player", "none": "none",
        "class": "a kind of cards", "word": "a value of an option", "zone": "a zone", "wrong": "unknown",
    }  # fmt: skip
    return words.get(type_) or f"a {type_.removeprefix('enum ')}"
