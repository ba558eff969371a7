"""Statements of the model → structured steps, on the way to blocks.

Keeps track of where each card variable lies, so that moves name their zones; gathers for each prompt the options
that modules add and the abilities that its window lets in. After every change stands a `Watch`, unless the change
is part of a step taken as one (`together`): `weave` makes the tests of victory and defeat of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

import attrs

from dsl import fold
from dsl import model as m
from dsl import program as p
from dsl.expressions import PLAYER, Expressions
from dsl.link import Part
from dsl.names import Names
from dsl.values import (
    Alternative,
    Asking,
    Branching,
    ForEach,
    GoTo,
    Invoke,
    Location,
    Looping,
    Plain,
    Routine,
    Scope,
    Spot,
    Step,
    Value,
    Variable,
    Watch,
    Whereabouts,
)  # fmt: skip


@attrs.define
class Frame:
    """What surrounds a statement: the prompt that `ask again` goes back to, the loop that `starting over` does,
    and what `proceed` is.

    """

    prompt: int = -1
    loop: int = -1
    rest: tuple[Step, ...] | None = None
    batch: list[Watch] | None = None


class Statements(Expressions):
    """Lowers statements of one ruleset; collects prompts, endings and origins."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.labels = 0
        self.prompts = {name: index for index, name in enumerate(names.prompts)}
        self.endings: list[p.Ending] = []
        self.origins: list[p.Origin] = []
        self.asked: set[str] = set()
        self.called: set[str] = set()
        self.lookers: dict[str, int] = {}
        self.added: dict[str, list[tuple[Part, m.Answer]]] = {}
        self.abilities = [(part, a) for part, a in names.ruleset.all(m.Ability) if isinstance(a, m.Ability)]
        for part, node in names.ruleset.all(m.AddedOption):
            assert isinstance(node, m.AddedOption)
            if node.prompt.text not in names.prompts:
                names.say_unknown("prompt", node.prompt, names.prompts)
            self.added.setdefault(node.prompt.text, []).extend((part, answer) for answer in node.answers)

    def origin(self, part: Part, rule: str, citations: tuple[str, ...], node: m.Node) -> int:
        """The index of an origin: the rule and line that something is in the program for."""
        self.origins.append(p.Origin(part.module, rule, citations, node.span))
        return len(self.origins) - 1

    def at(self, scope: Scope, node: m.Node) -> int:
        """The origin of a statement of the rule at hand."""
        here = self.origins[scope.origin]
        self.origins.append(p.Origin(here.module, here.rule, here.citations, node.span))
        return len(self.origins) - 1

    def label(self) -> int:
        """A fresh label."""
        self.labels += 1
        return self.labels

    # blocks

    def block(self, body: Sequence[m.Statement], scope: Scope, frame: Frame) -> list[Step]:
        """The steps of a block; variables made in it end with it."""
        steps: list[Step] = []
        for statement in body:
            scope.exposing = steps
            steps.extend(self.statement(statement, scope, frame))
            scope.exposing = None
        return steps

    def statement(self, node: m.Statement, scope: Scope, frame: Frame) -> list[Step]:  # noqa: C901, PLR0912 - a dispatcher
        """The steps of one statement."""
        match node:
            case m.Move():
                return self._move(node, scope, frame)
            case m.Reveal():
                return self._reveal(node, scope, frame)
            case m.Draw():
                return self._draw(node, scope, frame)
            case m.Shuffle():
                return self._shuffle(node, scope, frame)
            case m.Put():
                return self._put(node, scope, frame)
            case m.Exchange():
                return self._exchange(node, scope, frame)
            case m.Set():
                return self._set(node, scope, frame)
            case m.Let():
                return self._let(node, scope)
            case m.Ask():
                return self._ask(node, scope, frame)
            case m.AskAgain():
                return self._again(node, frame)
            case m.Do():
                return self._do(node, scope)
            case m.Proceed():
                return self._proceed(node, frame)
            case m.If():
                return self._if(node, scope, frame)
            case m.Repeat():
                return self._repeat(node, scope, frame)
            case m.Each():
                return self._each(node, scope, frame)
            case m.Together():
                return self._together(node, scope, frame)
            case m.Lose(sentence):
                return [self.ending("lost", sentence, self.at(scope, node))]
            case m.NextPlayer():
                return [self.next_player(self.at(scope, node))]
            case _: assert_never(node)  # fmt: skip

    def ending(self, status: str, sentence: str, origin: int) -> Plain:
        """The end of the game."""
        self.endings.append(p.Ending(status, sentence, origin))
        return Plain(p.End(len(self.endings) - 1, origin))

    def next_player(self, origin: int) -> Plain:
        """The turn passes."""
        turn = p.Binary("%", p.Binary("+", p.Number(p.Int(PLAYER)), p.Int(1)), p.Int(self.players))
        return Plain(p.SetNumber(p.Int(PLAYER), turn if self.players > 1 else p.Int(0), origin))

    def watch(self, writes: Whereabouts, frame: Frame, counters: frozenset[int] = frozenset()) -> list[Step]:
        """Test what depends on these changes, now or at the end of the step that they are part of."""
        watch = Watch(writes, counters)
        if frame.batch is not None:
            frame.batch.append(watch)
            return []
        return [watch]

    # moving cards

    def _move(self, node: m.Move, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        target = self.target(node.target, scope.inner(exposing=None))
        if not target.spots:
            return []
        if isinstance(node.moved, m.Selection):
            chosen = self.selection(node.moved, scope)
            lists = [
                (spot, spot.cards if c == fold.TRUE else p.Filter(spot.cards, local, c))
                for spot, local, c in chosen
                if c != fold.FALSE
            ]
            return self._move_lists(lists, target, origin, frame, node)
        if self.is_place(node.moved, scope):
            return self._move_lists(
                [(spot, spot.cards) for spot in self.place(node.moved, scope).spots], target, origin, frame, node
            )
        return self._move_card(node, target, origin, scope, frame)

    def _move_lists(
        self, lists: list[tuple[Spot, p.Expr]], target: Location, origin: int, frame: Frame, node: m.Move
    ) -> list[Step]:
        if len(target.spots) > 1:
            self.wrong(node.target, "these cards can't be shared out among several zones", "name one zone")
        spot = target.spots[0]
        steps: list[Step] = []
        for source, cards in lists:
            steps.append(Plain(p.MoveAll(cards, source.zone, spot.zone, target.end, origin)))
            steps.extend(self.watch(source.where | spot.where, frame))
        return steps

    def _move_card(self, node: m.Move, target: Location, origin: int, scope: Scope, frame: Frame) -> list[Step]:
        assert not isinstance(node.moved, m.Selection)
        card = self.card(node.moved, scope)
        if card.type == "wrong":
            return []
        if card.zone is None or card.where is None:
            self.wrong(
                node.moved, "it isn't known where this card lies", "name it where it is found: `let …: some … in …`"
            )
            return []
        variable = scope.variables.get(node.moved.name.text) if isinstance(node.moved, m.Named) else None
        steps = self._into(card, target, origin, frame, variable)
        if variable is not None and variable.zone_local >= 0:
            places = frozenset[int | tuple[str, str, int]]().union(*(spot.where for spot in target.spots))
            fixed = target.spots[0].zone if len(target.spots) == 1 else p.Local(variable.zone_local)
            variable.value = attrs.evolve(variable.value, zone=fixed, where=places)
        return steps

    def _into(self, card: Value, target: Location, origin: int, frame: Frame, variable: Variable | None) -> list[Step]:
        """Move a card to the first of several zones that has room."""
        assert card.zone is not None and card.where is not None
        steps: list[Step] = []
        for spot in reversed(target.spots):
            move: list[Step] = [Plain(p.Move(card.expr, card.zone, spot.zone, target.end, origin), card.where)]
            if variable is not None and variable.zone_local >= 0:
                move.append(Plain(p.SetLocal(variable.zone_local, spot.zone, origin)))
            if not steps:
                steps = move
            else:
                room = p.Binary("<", p.Size(spot.cards), p.Int(self.limit(spot)))
                steps = [Branching(room, tuple(move), tuple(steps), origin)]
        places = frozenset[int | tuple[str, str, int]]().union(*(spot.where for spot in target.spots))
        return [*steps, *self.watch(card.where | places, frame)]

    def _draw(self, node: m.Draw, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        source, target = self._one(node.source, scope), self._one(node.target, scope)
        if source is None or target is None:
            return []
        if source.shape != "pile":
            self.wrong(node.source, "one draws from a pile")
        variable = self._card_variable(node.variable.text, scope, target.zone, target.where)
        return [
            Plain(p.Draw(variable.local, source.zone, target.zone, origin)),
            Plain(p.SetLocal(variable.zone_local, target.zone, origin)),
            *self.watch(source.where | target.where, frame),
        ]

    def _one(self, node: m.Expression, scope: Scope) -> Spot | None:
        location = self.place(node, scope.inner(exposing=None))
        if len(location.spots) == 1:
            return location.spots[0]
        if location.spots:
            self.wrong(node, "one zone is wanted here")
        return None

    def _card_variable(self, name: str, scope: Scope, zone: p.Expr, where: Whereabouts) -> Variable:
        local, zone_local = scope.routine.new(), scope.routine.new()
        variable = Variable(Value(p.Local(local), "card", zone, where), local, zone_local)
        scope.variables[name] = variable
        return variable

    def _reveal(self, node: m.Reveal, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        here = scope.inner(exposing=[], origin=origin)
        location = self.place(node.cards, here)
        family = self.names.zones.get(node.zone.text)
        if family is None or not family.declared.for_looking:
            known = [name for name, zone in self.names.zones.items() if zone.declared.for_looking]
            if family is None:
                self.names.say_unknown("zone", node.zone, known)
            else:
                self.wrong(node.zone, f"`{node.zone.text}` is not for looking", "declare it so: `zone …, for looking`")
            return []
        if len(location.spots) != 1:
            return []
        spot, zone = location.spots[0], p.Int(family.first)
        self.use("zone", family.name)
        self.lookers[family.name] = next(iter(z for z in spot.where if isinstance(z, int)))
        scope.variables[node.variable.text] = Variable(Value(fold.FALSE, "zone", text=family.name), -1)
        seer = p.Binary("+", p.Number(p.Int(PLAYER)), p.Int(1)) if self.players > 1 else p.Int(1)
        looker = Plain(p.SetNumber(p.Int(self.looker(family.name)), seer if node.private else p.Int(0), origin))
        moves = self._reveal_moves(spot, location.end, zone, origin)
        return [*(here.exposing or []), looker, *moves, *self.watch(spot.where | {family.first}, frame)]

    def looker(self, zone: str) -> int:
        """The number that says who sees a zone for looking just now."""
        looking = [name for name, family in self.names.zones.items() if family.declared.for_looking]
        return 2 + sum(family.count for family in self.names.numbers.values()) + looking.index(zone)

    def _reveal_moves(self, spot: Spot, end: str, zone: p.Expr, origin: int) -> list[Step]:
        if end == "last":
            return [Plain(p.MoveAll(spot.cards, spot.zone, zone, "last", origin))]
        whole = p.Zone(spot.zone)
        assert isinstance(spot.cards, p.Slice) and spot.cards.stop is not None
        above = p.Slice(p.Zone(zone), p.Int(0), p.Binary("-", p.Size(p.Zone(zone)), spot.cards.stop))
        keep = p.If(p.Binary(">", p.Size(p.Zone(zone)), spot.cards.stop), above, p.Cards(b""))
        return [
            Plain(p.MoveAll(p.Reversed(whole), spot.zone, zone, "last", origin)),
            Plain(p.MoveAll(p.Reversed(keep), zone, spot.zone, "last", origin)),
        ]

    def _shuffle(self, node: m.Shuffle, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        if node.into is None:
            return [
                Plain(p.Shuffle(spot.zone, origin)) for spot in self.place(node.place, scope.inner(exposing=None)).spots
            ]
        into = self._one(node.into, scope)
        if into is None:
            return []
        steps: list[Step] = []
        for spot in self.place(node.place, scope).spots:
            steps.append(Plain(p.MoveAll(spot.cards, spot.zone, into.zone, "last", origin)))
            steps.extend(self.watch(spot.where | into.where, frame))
        return [*steps, Plain(p.Shuffle(into.zone, origin))]

    def _put(self, node: m.Put, scope: Scope, frame: Frame) -> list[Step]:
        """Cards are picked one by one; each pick goes to the front of its zone, behind which the others wait."""
        origin = self.at(scope, node)
        source, target = self._one(node.cards, scope), self._one(node.place, scope)
        if source is None or target is None or not self.know_prompt(node.prompt):
            return []
        self.asked.add(node.prompt.text)
        picked, card, zone, label = scope.routine.new(), scope.routine.new(), scope.routine.new(), self.label()
        waiting = p.Slice(source.cards, p.Local(picked), None)
        parameter = p.Parameter(card, zone, (p.Source(waiting, source.zone),), fold.TRUE)
        pick: tuple[Step, ...] = (
            Plain(p.Move(p.Local(card), source.zone, source.zone, "first", origin)),
            Plain(p.SetLocal(picked, p.Binary("+", p.Local(picked), p.Int(1)), origin)),
        )
        asking = Asking(
            self.label(),
            self.prompts[node.prompt.text],
            self.actor(),
            (Alternative(("next ", 0), fold.TRUE, (parameter,), pick, origin),),
            False,
            0,
            origin,
        )
        more = p.Binary(">", p.Size(source.cards), p.Local(picked))
        placed = source.cards if node.on_top else p.Reversed(source.cards)
        return [
            Plain(p.SetLocal(picked, p.Int(0), origin)),
            Looping(label, more, (asking,), origin),
            Plain(p.MoveAll(placed, source.zone, target.zone, "last" if node.on_top else "first", origin)),
            *self.watch(source.where | target.where, frame),
        ]

    def _exchange(self, node: m.Exchange, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        first = self.card(m.Named(node.first, span=node.first.span), scope)
        second = self.card(m.Named(node.second, span=node.second.span), scope)
        if first.zone is None or second.zone is None or first.where is None or second.where is None:
            return []
        exchange = Plain(p.Exchange(first.expr, first.zone, second.expr, second.zone, origin))
        watch = self.watch(first.where | second.where, frame)
        one, two = scope.variables[node.first.text], scope.variables[node.second.text]
        if first.zone == second.zone or one.zone_local < 0 or two.zone_local < 0:
            return [exchange, *watch]
        before = scope.routine.new()
        there = fold.conj(
            [p.Binary("in", first.expr, p.Zone(first.zone)), p.Binary("in", second.expr, p.Zone(second.zone))]
        )
        changed = (
            Plain(p.SetLocal(before, first.zone, origin)),
            exchange,
            Plain(p.SetLocal(one.zone_local, second.zone, origin)),
            Plain(p.SetLocal(two.zone_local, p.Local(before), origin)),
        )
        for variable in (one, two):
            places = first.where | second.where
            variable.value = attrs.evolve(variable.value, zone=p.Local(variable.zone_local), where=places)
        return [Branching(there, changed, (), origin), *watch]

    # values

    def _set(self, node: m.Set, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        value = self.value(node.value, scope)
        target = self.value(node.target, scope)
        if not _fits(value.type, target.type):
            self.wrong(node.value, "this is of another type than what is set to it")
            return []
        match target.expr:
            case p.Number(index) if target.type == "number":
                low = index.value if isinstance(index, p.Int) else -1
                counters = (
                    frozenset([low])
                    if low >= 0
                    else frozenset(range(2, 2 + sum(f.count for f in self.names.numbers.values())))
                )
                return [Plain(p.SetNumber(index, value.expr, origin)), *self.watch(frozenset(), frame, counters)]
            case p.Fact(fact, card):
                return [
                    Plain(p.SetFact(fact, card, value.expr, origin)),
                    *self.watch(frozenset(), frame, frozenset([-1 - fact])),
                ]
            case p.Local(index) if isinstance(node.target, m.Named):
                expr = p.Int(p.NO_CARD) if (value.type, target.type) == ("none", "card") else value.expr
                return [Plain(p.SetLocal(index, expr, origin)), *self._found(node, value, scope, origin)]
            case _:
                if "wrong" not in (target.type, value.type):
                    self.wrong(node.target, "this can't be given a value", "numbers, facts of a card and variables can")
                return []

    def _found(self, node: m.Set, value: Value, scope: Scope, origin: int) -> list[Step]:
        """What a variable that now means another card knows of its zone."""
        assert isinstance(node.target, m.Named)
        variable = scope.variables[node.target.name.text]
        if variable.zone_local < 0:
            return []
        zone, where = (p.Int(0), frozenset()) if value.type == "none" else (value.zone, value.where)
        if zone is None or where is None:
            self.wrong(node.value, "it isn't known where this card lies", "name it where it is found: `some … in …`")
            return []
        variable.value = attrs.evolve(variable.value, zone=p.Local(variable.zone_local), where=where)
        return [Plain(p.SetLocal(variable.zone_local, zone, origin))]

    def _let(self, node: m.Let, scope: Scope) -> list[Step]:
        origin = self.at(scope, node)
        value = self.value(node.value, scope)
        if value.type == "card" and value.zone is not None and value.where is not None:
            variable = self._card_variable(node.variable.text, scope, value.zone, value.where)
            return [
                Plain(p.SetLocal(variable.local, value.expr, origin)),
                Plain(p.SetLocal(variable.zone_local, value.zone, origin)),
            ]
        if value.type in ("class", "word", "none"):
            self.wrong(node.value, "this is no value that a variable can hold")
            return []
        local = scope.routine.new()
        scope.variables[node.variable.text] = Variable(Value(p.Local(local), value.type, most=value.most), local)
        return [Plain(p.SetLocal(local, value.expr, origin))]

    # control

    def _if(self, node: m.If, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        condition = self.truth(node.condition, scope)
        then_scope, else_scope = scope.inner(), scope.inner()
        then = self.block(node.then, then_scope, frame)
        otherwise = self.block(node.otherwise, else_scope, frame)
        if isinstance(condition, p.Int):
            chosen, inner = (then, then_scope) if condition.value else (otherwise, else_scope)
            self._merge(scope, [inner])
            return chosen
        self._merge(scope, [then_scope, else_scope])
        return [Branching(condition, tuple(then), tuple(otherwise), origin)]

    def _merge(self, scope: Scope, inners: Sequence[Scope]) -> None:
        """Where a card lies after branches: known only if all agree with what was known before."""
        for name, variable in scope.variables.items():
            after = [inner.variables[name].value for inner in inners]
            if any(value != variable.value for value in after) and variable.zone_local >= 0:
                places = frozenset[int | tuple[str, str, int]]().union(
                    *(v.where or frozenset() for v in [*after, variable.value])
                )
                variable.value = attrs.evolve(variable.value, zone=p.Local(variable.zone_local), where=places)

    def forget(self, scope: Scope, body: Iterable[m.Statement]) -> None:
        """Forget where cards lie that a loop may move."""
        every = frozenset[int | tuple[str, str, int]](range(sum(f.count for f in self.names.zones.values())))
        for name in set(_moved(body)) & set(scope.variables):
            variable = scope.variables[name]
            if variable.zone_local >= 0:
                variable.value = attrs.evolve(variable.value, zone=p.Local(variable.zone_local), where=every)

    def _repeat(self, node: m.Repeat, scope: Scope, frame: Frame) -> list[Step]:
        origin, label = self.at(scope, node), self.label()
        self.forget(scope, node.body)
        inner = scope.inner()
        within = attrs.evolve(frame, loop=label)
        if not node.times:
            condition = self.truth(node.expression, scope.inner(exposing=None))
            return [Looping(label, condition, tuple(self.block(node.body, inner, within)), origin)]
        times, done = scope.routine.new(), scope.routine.new()
        count = self.number(node.expression, scope)
        step = Plain(p.SetLocal(done, p.Binary("+", p.Local(done), p.Int(1)), origin))
        return [
            Plain(p.SetLocal(times, count.expr, origin)),
            Plain(p.SetLocal(done, p.Int(0), origin)),
            Looping(
                label,
                p.Binary("<", p.Local(done), p.Local(times)),
                (step, *self.block(node.body, inner, within)),
                origin,
            ),
        ]

    def _each(self, node: m.Each, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        self.forget(scope, node.body)
        steps: list[Step] = []
        for spot, local, condition in self.selection(node.selection, scope):
            inner = scope.inner()
            variable = self._card_variable(node.selection.variable.text, inner, spot.zone, spot.where)
            cards = spot.cards if condition == fold.TRUE else p.Filter(spot.cards, local, condition)
            listed, position = scope.routine.new(), scope.routine.new()
            scope.routine.lists.add(listed)
            body: list[Step] = [Plain(p.SetLocal(variable.zone_local, spot.zone, origin))]
            body.extend(self.block(node.body, inner, attrs.evolve(frame, loop=-1)))
            steps.append(ForEach(variable.local, listed, position, cards, tuple(body), origin))
        return steps

    def _together(self, node: m.Together, scope: Scope, frame: Frame) -> list[Step]:
        batch: list[Watch] = []
        steps = self.block(node.body, scope.inner(), attrs.evolve(frame, batch=batch))
        return [*steps, *self.close(batch, frame)]

    def close(self, batch: list[Watch], frame: Frame) -> list[Step]:
        """The watch at the end of a step taken as one."""
        writes = frozenset[int | tuple[str, str, int]]().union(*(w.writes for w in batch))
        return self.watch(writes, frame, frozenset[int]().union(*(w.counters for w in batch)))

    def _again(self, node: m.AskAgain, frame: Frame) -> list[Step]:
        if frame.prompt < 0:
            self.names.problems.add("misplaced", "`ask again` stands in an option of a prompt", node.span)
            return []
        return [GoTo(frame.prompt)]

    def _proceed(self, node: m.Proceed, frame: Frame) -> list[Step]:
        if frame.rest is None:
            self.names.problems.add("misplaced", "`proceed` stands in a rule `instead of` an event", node.span)
            return []
        return list(frame.rest)

    def _do(self, node: m.Do, scope: Scope) -> list[Step]:
        if node.event.text not in self.names.events:
            self.names.say_unknown("event", node.event, self.names.events)
            return []
        part, event = self.names.events[node.event.text]
        self.names.see(node.event, part, scope.part)
        self.called.add(node.event.text)
        if len(node.arguments) != len(event.parameters):
            self.wrong(
                node,
                f"`{event.name.text}` is about {len(event.parameters)} thing(s), and {len(node.arguments)} are given",
                f"say `do {event.name.text} <{', '.join(q.name.text for q in event.parameters)}>`"
                if event.parameters
                else "",
            )
            return []
        arguments: list[p.Expr] = []
        where: list[Whereabouts | None] = []
        for given, parameter in zip(node.arguments, event.parameters, strict=True):
            self._argument(given, parameter, scope, arguments, where)
        return [Invoke(event.name.text, tuple(arguments), tuple(where), self.at(scope, node))]

    def _argument(
        self,
        given: m.Expression,
        parameter: m.Parameter,
        scope: Scope,
        arguments: list[p.Expr],
        where: list[Whereabouts | None],
    ) -> None:
        wanted = self.parameter_type(parameter)
        if wanted == "card":
            card = self.card(given, scope)
            if card.zone is None and card.type != "wrong":
                self.wrong(
                    given, "it isn't known where this card lies", "name it where it is found: `let …: some … in …`"
                )
            arguments.extend([card.expr, card.zone or p.Int(0)])
            where.extend([card.where or frozenset(), None])
            return
        value = self.value(given, scope)
        if value.type not in (wanted, "wrong"):
            self.wrong(given, f"this is not of the type that `{parameter.name.text}` has")
        arguments.append(value.expr)
        where.append(None)

    # prompts

    def actor(self) -> p.Expr:
        """The acting player."""
        return p.Number(p.Int(PLAYER)) if self.players > 1 else p.Int(0)

    def know_prompt(self, name: m.Name) -> bool:
        """Whether a prompt is declared; an unknown one is reported."""
        if name.text not in self.prompts:
            self.names.say_unknown("prompt", name, self.prompts)
        return name.text in self.prompts

    def _ask(self, node: m.Ask, scope: Scope, frame: Frame) -> list[Step]:
        if not self.know_prompt(node.prompt):
            for answer in node.answers:  # what else is wrong in them is said too
                self._option(answer, scope, frame, [])
            return []
        self.asked.add(node.prompt.text)
        part, prompt = self.names.prompts[node.prompt.text]
        self.names.see(node.prompt, part, scope.part)
        origin, label = self.at(scope, node), self.label()
        within = attrs.evolve(frame, prompt=label)
        again = frame.loop if node.starting_over else label
        if node.starting_over and frame.loop < 0:
            self.names.problems.add("misplaced", "`starting over` stands in a loop", node.span)
        if any(isinstance(s, m.AskAgain) for answer in node.answers for s in answer.body):
            self.forget(scope, [s for answer in node.answers for s in answer.body])
        scopes: list[Scope] = []
        options = [self._option(answer, scope, within, scopes) for answer in node.answers]
        for owner, answer in self.added.get(node.prompt.text, []):
            inner = scope.inner(part=owner)
            options.append(self._option(answer, inner, within, scopes))
        abilities = self._abilities(node.prompt, again, scope) if prompt.window else []
        quiet = 0
        if node.window:
            if not abilities and not options:
                return []
            options = [*options, *abilities, Alternative(("continue",), fold.TRUE, (), (), origin)]
            quiet = 1
        else:
            options = [*options, *abilities]
        self._merge(scope, scopes)
        options = [option for option in options if option.condition != fold.FALSE]
        return [Asking(label, self.prompts[node.prompt.text], self.actor(), tuple(options), prompt.must, quiet, origin)]

    def _option(self, answer: m.Answer, scope: Scope, frame: Frame, scopes: list[Scope]) -> Alternative:
        origin = self.at(scope, answer)
        here = self.origins[origin]
        citations = answer.citations or (here.citations if here.module == scope.part.module else ())
        self.origins[origin] = p.Origin(scope.part.module, here.rule, citations, here.span)
        condition = self.truth(answer.condition, scope.inner(exposing=None)) if answer.condition else fold.TRUE
        inner = scope.inner(origin=origin, exposing=None)
        words, parameters = self._parameters(answer.words, inner)
        body = self.block(answer.body, inner, frame)
        scopes.append(inner)
        return Alternative(words, condition, parameters, tuple(body), origin)

    def _parameters(
        self, parts: tuple[str | m.Selection, ...], scope: Scope
    ) -> tuple[tuple[str | int, ...], tuple[p.Parameter, ...]]:
        words: list[str | int] = []
        parameters: list[p.Parameter] = []
        for part in parts:
            if isinstance(part, m.Selection):
                words.append(len(parameters))
                parameters.append(self._parameter(part, scope))
            elif words and isinstance(words[-1], str):
                words[-1] += f" {part}"
            else:
                words.append(part)
        return _spaced(words), tuple(parameters)

    def _parameter(self, node: m.Selection, scope: Scope) -> p.Parameter:
        ids = self.kind(node.kind, scope.part)
        location = self.place(node.place, scope)
        zones = {spot.zone for spot in location.spots}
        where = frozenset[int | tuple[str, str, int]]().union(*(spot.where for spot in location.spots))
        variable = self._card_variable(node.variable.text, scope, p.Int(0), where)
        fixed = next(iter(zones)) if len(zones) == 1 else p.Local(variable.zone_local)
        variable.value = attrs.evolve(variable.value, zone=fixed)
        condition = self.belongs(ids, node.kind.text, p.Local(variable.local))
        if node.where is not None:
            inner = scope.inner()
            inner.candidate = variable
            condition = fold.conj([condition, self.truth(node.where, inner)])
        sources = tuple(p.Source(s.cards, s.zone, s.prefix, s.suffix) for s in location.spots)
        return p.Parameter(variable.local, variable.zone_local, sources, condition, node.by_position)

    def _abilities(self, prompt: m.Name, again: int, scope: Scope) -> list[Alternative]:
        options = []
        for index, (part, ability) in enumerate(self.abilities):
            if ability.windows and prompt.text not in [w.text for w in ability.windows]:
                continue
            origin = self.origin(part, ability_name(ability), ability.citations, ability)
            inner = Scope(scope.routine, part, {}, None, origin)
            condition = self.truth(ability.condition, inner) if ability.condition else fold.TRUE
            words, parameters = self._parameters(ability.words, inner)
            arguments: list[p.Expr] = []
            where: list[Whereabouts | None] = []
            for variable in list(inner.variables.values()):
                arguments.extend([variable.value.expr, variable.value.zone or p.Int(0)])
                where.extend([variable.value.where, None])
            body = (Invoke(f"ability {index}", tuple(arguments), tuple(where), origin), GoTo(again))
            options.append(Alternative(words, condition, parameters, body, origin))
        return options


def ability_name(ability: m.Ability) -> str:
    """An ability's words, with `…` for what it is about."""
    return " ".join(part if isinstance(part, str) else "…" for part in ability.words)


def _spaced(words: list[str | int]) -> tuple[str | int, ...]:
    spaced: list[str | int] = []
    for index, word in enumerate(words):
        if isinstance(word, str):
            spaced.append((" " if index else "") + word + (" " if index + 1 < len(words) else ""))
        else:
            if spaced and isinstance(spaced[-1], int):
                spaced.append(" ")
            spaced.append(word)
    return tuple(spaced)


def _fits(given: str, wanted: str) -> bool:
    """Whether a value of one type can be set to something of another."""
    if wanted in ("number", "truth"):
        return given in ("number", "truth", "wrong")
    return given in (wanted, "wrong") or wanted == "wrong" or (given == "none" and wanted.startswith(("card", "enum ")))


def _moved(body: Iterable[m.Statement]) -> Iterator[str]:
    """Names of the variables that some statement within moves or exchanges."""
    for statement in body:
        match statement:
            case m.Move(m.Named(name), _):
                yield name.text
            case m.Exchange(first, second):
                yield from (first.text, second.text)
            case m.Set(m.Named(name), _):
                yield name.text
            case m.If(_, then, otherwise):
                yield from _moved((*then, *otherwise))
            case m.Repeat(_, _, inner) | m.Each(_, inner) | m.Together(inner):
                yield from _moved(inner)
            case m.Ask(_, _, _, answers):
                yield from _moved(s for answer in answers for s in answer.body)
            case _:
                pass


__all__ = ["Frame", "Routine", "Statements", "ability_name"]
