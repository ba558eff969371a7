"""Events with everything that hooks them → routines.

An event becomes one routine: what forbids it, then its replacements (each may `proceed` to the next), then the
hooks before it, its own rules together with those that belong to the same step, what it does with cards of each
class, the hooks after it, and, if it is a move, the condition triggers. An event nobody hooks is just its own
rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from dsl.expressions import definitions, selections
from dsl.expressions.values import Scope, Value, Variable
from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program import fold
from dsl.program import program as p
from dsl.routines.steps import Branching, Finished, Frame, Invoke, Looping, Routine, Step, Watch, Whereabouts
from dsl.statements import opening_abilities, turn_order
from dsl.statements.lower_statement import Statements
from dsl.statements.prompts import ability_name
from dsl.text.diagnostics import Label
from dsl.text.source import Span
from dsl.weaving import endings, lasting, replacements, specificity, triggers, zone_events
from dsl.weaving.order import in_order
from dsl.weaving.triggers import SETTLE

MOST_RULES = 200
"""Rules that act on one event."""

MAIN = "the game"


@attrs.frozen
class Woven:
    """A hook as it was woven: who hooks which event when, under what condition, with what steps."""

    event: str
    moment: str
    part: Part
    hook: m.Hook
    condition: p.Expr
    steps: tuple[Step, ...]
    card: int


class Weaver(Statements):
    """Weaves all routines of one ruleset."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self.finished: dict[str, Finished] = {}
        self.idle: set[Span] = set()
        self.woven: list[Woven] = []
        self.acting: Counter[str] = Counter()
        self.hooks: dict[str, list[tuple[Part, m.Hook]]] = {}
        self.handlers: dict[str, list[tuple[Part, m.Handler]]] = {}
        self.forbids: dict[str, list[tuple[Part, m.Forbid]]] = {}
        for part, node in names.ruleset.all(m.Hook, m.Handler, m.Forbid):
            assert isinstance(node, m.Hook | m.Handler | m.Forbid)
            self._gather(part, node)
        self.triggers = triggers.find(self)

    def _gather(self, part: Part, node: m.Hook | m.Handler | m.Forbid) -> None:
        if isinstance(node, m.Hook) and node.change:
            zone_events.gather(self, part, node)
            return
        if node.event.text not in self.names.events:
            self.names.say_unknown("event", node.event, self.names.events)
            return
        self.names.see(node.event, self.names.events[node.event.text][0], part)
        self.count(node.event.text, node)
        match node:
            case m.Hook():
                self.hooks.setdefault(node.event.text, []).append((part, node))
            case m.Handler():
                self.handlers.setdefault(node.event.text, []).append((part, node))
            case m.Forbid():
                self.forbids.setdefault(node.event.text, []).append((part, node))

    def count(self, event: str, node: m.Hook | m.Handler | m.Forbid) -> None:
        """Count the rules that act on one event."""
        self.acting[event] += 1
        if self.acting[event] > MOST_RULES:
            self.names.problems.add("too-many", f"more than {MOST_RULES} rules act on `{event}`", node.event.span)
            self.names.problems.stop_if_any()

    # events

    def weave(self) -> dict[str, Finished]:
        """All routines by name."""
        for part, event in self.names.events.values():
            self._event(part, event)
        zone_events.weave(self)
        lasting.know(self)
        for index, (part, ability) in enumerate(self.abilities):
            self._ability(index, part, ability)
        triggers.settle(self)
        endings.weave(self)
        self._read_unused()
        self._main()
        return self.finished

    def _read_unused(self) -> None:
        """Read the definitions and classes that no rule uses, for what is wrong in them."""
        used = set(self.names.used)
        self._adjusting()
        for name in self.names.classes:
            self.members(name)
        for name, (part, define) in self.names.defines.items():
            if ("define", name) in used:
                continue
            scope = self.start(part, name, define.parameters, 0)
            scope.exposing = []
            values = tuple(variable.value for variable in scope.variables.values())
            self.value(define.value, definitions.inside(define, part, values, name, scope))
            for owner, adjust in self.adjusts.get(name, []):
                self.truth(adjust.condition, definitions.inside(adjust, owner, values, name, scope, define))
        self.names.used = used

    def _adjusting(self) -> None:
        """Report what widens or narrows a definition and never can."""
        for name, adjusts in self.adjusts.items():
            _, define = self.names.defines[name]
            for owner, adjust in adjusts:
                scope = self.start(owner, name, define.parameters, 0)
                scope.exposing = []
                values = tuple(variable.value for variable in scope.variables.values())
                within = definitions.inside(adjust, owner, values, name, scope, define)
                self._differing(adjust, within)

    def _differing(self, adjust: m.Adjust, scope: Scope) -> None:
        """Report what never widens or narrows, and what narrows to nothing without saying so plainly by `no`."""
        message = "this never makes a difference"
        if adjust.widens or adjust.condition.span.text != "no":
            nothing = f"with this, `{adjust.name.text}` never holds"
            self.holding(adjust.condition, adjust, message if adjust.widens else nothing, scope)
        if adjust.widens:
            return
        told = self.names.problems.told
        condition = self.truth(adjust.condition, scope)
        if condition == fold.TRUE and self.names.problems.told == told and not self.settled(adjust.condition):
            self.names.problems.add("never-fires", f"{message}: its condition always holds", adjust.span)

    def start(self, part: Part, name: str, parameters: Sequence[m.Parameter], origin: int) -> Scope:
        """The scope of a new routine that is about these things."""
        routine = Routine(name)
        scope = Scope(routine, part, {}, None, origin)
        for parameter in parameters:
            type_ = self.parameter_type(parameter)
            local = routine.new()
            several = parameter.type is not None and parameter.type.form == "set"
            value = Value(p.Local(local), type_, several=several)
            zone_local = -1
            if isinstance(type_, t.Card):
                zone_local = routine.new()
                value = Value(p.Local(local), t.Card(), p.Local(zone_local), frozenset([("argument", name, local)]))
            scope.variables[parameter.name.text] = Variable(value, local, zone_local)
        return scope

    def arguments(self, scope: Scope) -> tuple[tuple[p.Expr, ...], tuple[Whereabouts | None, ...]]:
        """What the routine of `scope` is about, to be handed to another, and where its cards lie."""
        arguments: list[p.Expr] = []
        where: list[Whereabouts | None] = []
        for variable in scope.variables.values():
            arguments.append(p.Local(variable.local))
            where.append(variable.value.where)
            if variable.zone_local >= 0:
                arguments.append(p.Local(variable.zone_local))
                where.append(None)
        return tuple(arguments), tuple(where)

    def finish(self, scope: Scope, event: str, steps: Sequence[Step], parameters: int, node: m.Node) -> None:
        """Keep a routine; `event` is what a trace calls it, or empty."""
        shown = tuple(
            v.local for v in scope.variables.values() if isinstance(v.value.type, t.Card) and v.local < parameters
        )
        self.finished[scope.routine.name] = Finished(
            scope.routine.name, event, parameters, shown, scope.routine, tuple(steps), scope.origin, node.span
        )

    def _event(self, part: Part, event: m.Event) -> None:
        name = event.name.text
        origin = self.origin(part, name, event.citations, event)
        scope = self.start(part, name, event.parameters, origin)
        parameters = scope.routine.locals
        rules = [(q, h) for q, h in self.ordered(name, "instead of")]
        woven = replacements.replaced(self, part, event, rules, scope) if rules else None
        steps = self._forbidden(name, woven or self.itself(event, scope), scope)
        told = [*self.tell(origin, "enter"), *steps, *self.tell(origin, "leave")]
        self.finish(scope, name, told, parameters, event)

    def _forbidden(self, name: str, rest: list[Step], scope: Scope) -> list[Step]:
        for part, forbid in self.forbids.get(name, []):
            origin = self.origin(part, f"forbid {name}", forbid.citations, forbid)
            condition = self.condition(forbid, scope.inner(part=part))
            rest = [Branching(condition, tuple(self.tell(origin)), tuple(rest), origin)]
        return rest

    def itself(self, event: m.Event, scope: Scope) -> list[Step]:
        """What an event does when nothing forbids or replaces it."""
        name = event.name.text
        joined = self.ordered(name, "together with")
        before = self.react(name, "before", scope)
        inner = scope.inner()
        if joined:
            batch: list[Watch] = []
            body = self.block(event.body, inner, Frame(batch=batch))
            self.adopt(scope, inner)
            body += self.react(name, "together with", scope, Frame(batch=batch))
            body += self.close(batch, Frame())
        else:
            body = self.block(event.body, inner, Frame())
            self.adopt(scope, inner)
        handled = self._handled(event, scope)
        after = self.react(name, "after", scope)
        return [*before, *body, *handled, *after, *(self._settling(scope.origin) if event.move else [])]

    def _settling(self, origin: int) -> list[Step]:
        if not self.triggers:
            return []
        wake = p.Binary(">", p.Number(p.Int(self.dirty)), p.Int(0))
        return [Branching(wake, (Invoke(SETTLE, (), (), origin),), (), origin)]

    def react(self, name: str, moment: str, scope: Scope, frame: Frame | None = None) -> list[Step]:
        """What hooks this moment of an event."""
        steps: list[Step] = []
        for part, hook in self.ordered(name, moment):
            origin = self.origin(part, f"{moment} {name}", hook.citations, hook)
            inner = scope.inner(part=part, origin=origin)
            condition = self.condition(hook, inner)
            body = tuple(self.block(hook.body, inner, frame or Frame()))
            self.merge(scope, [inner])
            self.keep_woven(name, part, hook, condition, body, scope)
            told = (*self.tell(origin), *body)
            steps.extend(told if condition == fold.TRUE else [Branching(condition, told, (), origin)])
        return steps

    def condition(self, rule: m.Hook | m.Forbid, scope: Scope) -> p.Expr:
        """When a rule acts."""
        if rule.condition is None:
            return fold.TRUE
        condition = self.holding(rule.condition, rule, "this rule can never fire", scope)
        if condition == fold.FALSE:
            self.idle.add(rule.span)
        return condition

    def keep_woven(
        self, event: str, part: Part, hook: m.Hook, condition: p.Expr, steps: tuple[Step, ...], scope: Scope
    ) -> None:
        """Note a hook for the checks, as it was woven into a routine."""
        self.woven.append(Woven(event, hook.moment, part, hook, condition, steps, self._first_card(scope)))

    def _first_card(self, scope: Scope) -> int:
        return next((v.local for v in scope.variables.values() if isinstance(v.value.type, t.Card)), -1)

    def ordered(self, name: str, moment: str) -> list[tuple[Part, m.Hook]]:
        """The hooks at one moment of an event, in the order in which they act."""
        rules = [(part, hook) for part, hook in self.hooks.get(name, []) if hook.moment == moment]
        return in_order(rules, self.names)

    # what an event does with cards of a class

    def _handled(self, event: m.Event, scope: Scope) -> list[Step]:
        name = event.name.text
        handlers = self.handlers.get(name, [])
        card = next((v for v in scope.variables.values() if isinstance(v.value.type, t.Card)), None)
        if not handlers:
            return []
        if card is None:
            self.wrong(handlers[0][1], f"`{name}` is about no card")
            return []
        chosen = specificity.chosen(self, name, handlers)
        self._complete(event, chosen)
        steps: list[Step] = []
        inners: list[Scope] = []
        for index, (part, handler) in sorted(
            enumerate(handlers), key=lambda pair: len(chosen.get(pair[0], frozenset()))
        ):
            ids = chosen.get(index, frozenset())
            origin = self.origin(part, f"{name} of {handler.kind.text}", handler.citations, handler)
            inner = scope.inner(part=part, origin=origin)
            inner.variables[handler.kind.text] = next(v for v in inner.variables.values() if v.local == card.local)
            body = (*self.tell(origin), *self.block(handler.body, inner, Frame()))
            inners.append(inner)
            if not ids:
                self.idle.add(handler.span)
            else:
                steps = [
                    Branching(self.belongs(ids, handler.kind.text, p.Local(card.local)), body, tuple(steps), origin)
                ]
        self.merge(scope, inners)
        return steps

    def _complete(self, event: m.Event, chosen: dict[int, frozenset[int]]) -> None:
        """An event that does nothing of its own must know what to do with every card like those that it serves."""
        served = frozenset[int]().union(*chosen.values())
        if event.body:
            return
        zones = {zone for card in served for zone, _, _ in self.names.ids[card].starts}
        for face in self.names.faces.values():
            if not served.issuperset(face.ids) and any(zone in zones for zone, _, _ in face.starts):
                self.names.problems.add(
                    "no-rule",
                    f"no rule says what `{event.name.text}` does with `{face.name}`",
                    face.span,
                    related=[Label(event.span, "the event")],
                    help=f"write `on {event.name.text} of {face.kind}`",
                )

    # abilities, the game

    def _ability(self, index: int, part: Part, ability: m.Ability) -> None:
        name = f"ability {index}"
        origin = self.origin(part, ability_name(ability), ability.citations, ability)
        parameters = [_about(part) for part in ability.words if not isinstance(part, str)]
        scope = self.start(part, name, parameters, origin)
        count = scope.routine.locals
        for chosen in ability.words:
            if isinstance(chosen, m.Subset):
                selections.handed_over(self, chosen, scope)
        for window in ability.windows:
            if self.know_prompt(window) and not self.names.prompts[window.text][1].window:
                self.wrong(window, f"the prompt `{window.text}` is no window")
        fixed = selections.fixed(scope)
        steps = [*fixed, *self.block(ability.body, scope, Frame()), *self._settling(origin)]
        self.finish(scope, ability_name(ability), steps, count, ability)

    def _main(self) -> None:
        turns = [(part, node) for part, node in self.names.ruleset.all(m.Turn)]
        if not turns or "setup" not in self.names.events:
            self.names.problems.add(
                "no-game", "a base game needs an event `setup` and a `turn: …`", self.names.ruleset.start
            )
            return
        part, turn = turns[0]
        assert isinstance(turn, m.Turn)
        for _, other in turns[1:]:
            self.names.problems.add(
                "declared-twice",
                "the turn is declared twice",
                other.span,
                related=[Label(turn.span, "first declared here")],
            )
        origin = self.origin(part, "turn", turn.citations, turn)
        phases: list[Step] = []
        for phase in turn.phases:
            if phase.text not in self.names.events:
                self.names.say_unknown("event", phase, self.names.events)
            elif self.names.events[phase.text][1].parameters:
                self.wrong(phase, "a phase is about nothing")
            else:
                self.calls.add((MAIN, phase.text))
                phases.append(Invoke(phase.text, (), (), origin))
        setup = self.names.events["setup"][1]
        if setup.parameters:
            self.wrong(setup, "`setup` is about nothing")
        self.calls.add((MAIN, "setup"))
        body = (*opening_abilities.begun(self, origin), *turn_order.round_of(self, phases, origin))
        loop = Looping(self.label(), fold.TRUE, body, origin)
        scope = Scope(Routine(MAIN), part, origin=origin)
        self.finish(scope, "", [Invoke("setup", (), (), origin), loop], 0, turn)


def _about(chosen: m.Chosen) -> m.Parameter:
    """What an ability is about: a card, one of a domain, or several cards, which take as many locals as one."""
    if isinstance(chosen, m.Selection | m.Subset):
        return m.Parameter(chosen.variable, None, span=chosen.span)
    type_ = m.Type("plain", chosen.domain.text, 0, 0, "", span=chosen.domain.span)
    return m.Parameter(chosen.variable, type_, span=chosen.span)
