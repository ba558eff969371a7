"""Statements of the model → structured steps, on the way to blocks.

Keeps track of where each card variable lies, so that moves name their zones; gathers for each prompt the options
that modules add and the abilities that its window lets in. After every change stands a `Watch`, unless the change
is part of a step taken as one (`together`): `weave` makes the tests of victory and defeat of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

import attrs

from dsl.expressions import counts, definitions, domains
from dsl.expressions.lower_expression import Expressions
from dsl.expressions.values import Pointed, Scope
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program import program as p
from dsl.routines.steps import (
    Alternative,
    Branching,
    Frame,
    GoTo,
    Invoke,
    Looping,
    Plain,
    Step,
    Watch,
    Whereabouts,
    union,
)
from dsl.statements import assign, attach, loops, moves, prompts, turn_order, zone_hooks
from dsl.text.source import Span


@attrs.frozen
class Noted:
    """What a rule adds to a prompt: a kind of contribution, the prompt, and the rule."""

    kind: str
    prompt: str
    part: Part
    node: m.Node


class Statements(Expressions):
    """Lowers statements of one ruleset; collects prompts, endings and origins."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.labels = 0
        every = [each for name in names.prompts for each in names.prompt_names(name)]
        self.prompts = {name: index for index, name in enumerate(every)}
        self.endings: list[p.Ending] = []
        self.origins: list[p.Origin] = []
        self.rule_of: dict[int, int] = {}
        self.asked: set[str] = set()
        self.coinciding: set[tuple[Span, Span]] = set()
        self.calls: set[tuple[str, str]] = set()
        self.pointed: list[Pointed] = []
        self.lookers: dict[str, int] = {}
        self.adding: list[str] = []
        self.hooked = zone_hooks.find(self)
        self.added: dict[str, list[tuple[Part, m.Answer]]] = {}
        self.noted: list[Noted] = []
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
        self.rule_of[len(self.origins) - 1] = scope.origin
        return len(self.origins) - 1

    def tell(self, origin: int, what: str = "rule") -> list[Step]:
        """Tell whoever counts rules that a rule acts, in a game that is linked for counting (see `program.Note`)."""
        return [Plain(p.Note(what, origin))] if self.names.ruleset.counted else []

    def told(self, condition: p.Expr, part: Part, rule: str, node: m.Node) -> p.Expr:
        """A condition whose value is told to whoever counts rules, in a game that is linked for counting."""
        return p.Noted(condition, self.origin(part, rule, (), node)) if self.names.ruleset.counted else condition

    def note(self, kind: str, prompt: str, part: Part, node: m.Node) -> None:
        """Note for the link report what a rule adds to a prompt."""
        self.noted.append(Noted(kind, prompt, part, node))

    def cited(self) -> tuple[p.Origin, ...]:
        """All origins, each with the numbers of what its rule reads."""
        found = []
        for index, origin in enumerate(self.origins):
            read = self.through.get(self.rule_of.get(index, index), {})
            found.append(attrs.evolve(origin, through=tuple(c for c in read if c not in origin.citations)))
        return tuple(found)

    def label(self) -> int:
        """A fresh label."""
        self.labels += 1
        return self.labels

    # what may be asked about later (see `recording`)

    def note_way(self, node: m.Answer | m.Ability, alternative: Alternative) -> None:
        """An option has been lowered, except for what it does."""

    def note_prompt(self, prompt: str, origin: int, options: Sequence[Alternative]) -> None:
        """A prompt has been lowered; `options` hold those too that can never be taken."""

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
        self.bounds.grow(node)
        match node:
            case m.Move():
                return moves.move(self, node, scope, frame)
            case m.Lay():
                return attach.lay(self, node, scope, frame)
            case m.Reveal():
                return moves.reveal(self, node, scope, frame)
            case m.Draw():
                return moves.draw(self, node, scope, frame)
            case m.Shuffle():
                return moves.shuffle(self, node, scope, frame)
            case m.Put():
                return moves.put(self, node, scope, frame)
            case m.Exchange():
                return moves.exchange(self, node, scope, frame)
            case m.Set():
                return assign.set_(self, node, scope, frame)
            case m.Let():
                return assign.let(self, node, scope)
            case m.Ask():
                return prompts.ask(self, node, scope, frame)
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
                return loops.each(self, node, scope, frame)
            case m.Together():
                return self._together(node, scope, frame)
            case m.Lose(sentence):
                return [self.ending("lost", sentence, self.at(scope, node))]
            case m.NextPlayer():
                return turn_order.passes(self, node, scope)
            case _:
                assert_never(node)

    def ending(self, status: str, sentence: str, origin: int) -> Plain:
        """The end of the game."""
        self.endings.append(p.Ending(status, sentence, origin))
        return Plain(p.End(len(self.endings) - 1, origin))

    def watch(self, writes: Whereabouts, frame: Frame, counters: frozenset[int] = frozenset()) -> list[Step]:
        """Test what depends on these changes, now or at the end of the step that they are part of."""
        watch = Watch(writes, counters)
        if frame.batch is not None:
            frame.batch.append(watch)
            return []
        return [watch]

    def looker(self, zone: str) -> int:
        """The number that says who sees a zone for looking just now."""
        return self.names.numbered.stop + self.names.looking.index(zone)

    # control

    def _if(self, node: m.If, scope: Scope, frame: Frame) -> list[Step]:
        origin = self.at(scope, node)
        condition = self.truth(node.condition, scope)
        then_scope = domains.sure(scope.inner(), domains.made_sure(node.condition))
        else_scope = domains.sure(scope.inner(), domains.made_sure(node.condition, holds=False))
        then = self.block(node.then, then_scope, frame)
        otherwise = self.block(node.otherwise, else_scope, frame)
        if isinstance(condition, p.Int):
            chosen, inner = (then, then_scope) if condition.value else (otherwise, else_scope)
            self.merge(scope, [inner])
            return chosen
        self.merge(scope, [then_scope, else_scope])
        return [Branching(condition, tuple(then), tuple(otherwise), origin)]

    def merge(self, scope: Scope, inners: Sequence[Scope]) -> None:
        """Where a card lies after branches: known only if all agree with what was known before."""
        for name, variable in scope.variables.items():
            after = [there.value for there in (i.variables[name] for i in inners) if there.local == variable.local]
            if any(value != variable.value for value in after) and variable.zone_local >= 0:
                where = union(v.where or frozenset() for v in [*after, variable.value])
                variable.value = attrs.evolve(
                    variable.value, zone=p.Local(variable.zone_local), where=where, position=None
                )

    def adopt(self, scope: Scope, inner: Scope) -> None:
        """Where a card lies after a block that always runs."""
        for name, variable in scope.variables.items():
            if inner.variables[name].local == variable.local:
                variable.value = inner.variables[name].value

    def forget(self, scope: Scope, body: Iterable[m.Statement]) -> None:
        """Forget where cards lie that a loop may move."""
        every = frozenset[int | tuple[str, str, int]](self.names.zoned)
        for name in set(_moved(body)) & set(scope.variables):
            variable = scope.variables[name]
            if variable.zone_local >= 0:
                variable.value = attrs.evolve(
                    variable.value, zone=p.Local(variable.zone_local), where=every, position=None
                )

    def _repeat(self, node: m.Repeat, scope: Scope, frame: Frame) -> list[Step]:
        origin, label = self.at(scope, node), self.label()
        self.forget(scope, node.body)
        inner = scope.inner()
        within = attrs.evolve(frame, loop=label, rounds=None)
        if not node.times:
            condition = self.truth(node.expression, scope.inner(exposing=None))
            return [Looping(label, condition, tuple(self.block(node.body, inner, within)), origin)]
        times, done = scope.routine.new(), scope.routine.new()
        count = counts.count(self, node.expression, scope)
        step = Plain(p.SetLocal(done, p.Binary("+", p.Local(done), p.Int(1)), origin))
        within = attrs.evolve(within, rounds=(p.Local(done), p.Local(times)))
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

    def _together(self, node: m.Together, scope: Scope, frame: Frame) -> list[Step]:
        batch: list[Watch] = []
        steps = self.block(node.body, scope.inner(), attrs.evolve(frame, batch=batch))
        return [*steps, *self.close(batch, frame)]

    def close(self, batch: list[Watch], frame: Frame) -> list[Step]:
        """The watch at the end of a step taken as one."""
        writes = union(w.writes for w in batch)
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
        self.bounds.repeat(node, frame.rest)
        return list(frame.rest)

    def _do(self, node: m.Do, scope: Scope) -> list[Step]:
        if node.event.text not in self.names.events:
            self.names.say_unknown("event", node.event, self.names.events)
            return []
        part, event = self.names.events[node.event.text]
        self.names.see(node.event, part, scope.part)
        self.calls.add((scope.routine.name, node.event.text))
        if len(node.arguments) != len(event.parameters):
            self.wrong(
                node,
                definitions.about(event.name.text, len(event.parameters), len(node.arguments)),
                f"say `do {event.name.text} <{', '.join(q.name.text for q in event.parameters)}>`"
                if event.parameters
                else "",
            )
            return []
        arguments: list[p.Expr] = []
        where: list[Whereabouts | None] = []
        for given, parameter in zip(node.arguments, event.parameters, strict=True):
            self._argument(event.name.text, given, parameter, scope, arguments, where)
        return [Invoke(event.name.text, tuple(arguments), tuple(where), self.at(scope, node))]

    def _argument(
        self,
        event: str,
        given: m.Expression,
        parameter: m.Parameter,
        scope: Scope,
        arguments: list[p.Expr],
        where: list[Whereabouts | None],
    ) -> None:
        wanted = self.parameter_type(parameter)
        if isinstance(wanted, t.Card):
            card = self.card(given, scope)
            if card.zone is None and not isinstance(card.type, t.Wrong):
                self.wrong(
                    given, "it isn't known where this card lies", "name it where it is found: `let …: some … in …`"
                )
            if card.pointed and card.position is not None and not card.sole:
                self.pointed.append((event, len(arguments), parameter.name.text, given.span))
            arguments.extend([card.expr, card.zone or p.Int(0)])
            where.extend([card.where or frozenset(), None])
            return
        value = self.value(given, scope)
        if value.type != wanted and not isinstance(value.type, t.Wrong):
            self.wrong(given, f"this is not of the type that `{parameter.name.text}` has")
        self.certain(value, given)
        arguments.append(value.expr)
        where.append(None)

    # prompts

    def know_prompt(self, name: m.Name) -> bool:
        """Whether a prompt is declared; an unknown one is reported."""
        if name.text not in self.names.prompts:
            self.names.say_unknown("prompt", name, self.names.prompts)
        return name.text in self.names.prompts

    def know_one_prompt(self, name: m.Name) -> bool:
        """Whether a prompt is declared that is not one for each member of a domain."""
        known = self.know_prompt(name)
        of = self.names.prompt_domain(name.text) if known else None
        if of is not None:
            self.wrong(name, f"there is one prompt `{name.text}` for each {of.name}", "declare one of its own for this")
        return known and of is None


def _moved(body: Iterable[m.Statement]) -> Iterator[str]:
    """Names of the variables that some statement within moves or exchanges."""
    for statement in body:
        match statement:
            case m.Move(m.Named(name), _) | m.Lay(m.Named(name), _):
                yield name.text
            case m.Exchange(first, second):
                yield from (part.name.text for part in (first, second) if isinstance(part, m.Named))
            case m.Set(m.Named(name), _):
                yield name.text
            case m.If(_, then, otherwise):
                yield from _moved((*then, *otherwise))
            case m.Repeat(_, _, inner) | m.Each(_, inner) | m.Together(inner):
                yield from _moved(inner)
            case m.Ask(answers=answers):
                yield from _moved(s for answer in answers for s in answer.body)
            case _:
                pass
