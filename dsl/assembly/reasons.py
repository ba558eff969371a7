"""Record the reasons for which options are offered or not.

Weaves the rules once more, with an observer that records the words of the rule from which each part of a condition
comes. This happens at the first `why not`; a program without that question costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.expressions import classes
from dsl.expressions.context import Context, Observer
from dsl.expressions.definitions import verb
from dsl.expressions.values import WRONG, Scope, Value, zone_of
from dsl.model import model as m
from dsl.model.traverse import parts, unfolded
from dsl.names import types as t
from dsl.names.names import Names
from dsl.program import program as p
from dsl.program.operators import THROUGH, children, free_locals, within
from dsl.program.reasons import Asked, Candidate, Mention, Option, OutOfScope, Reason, Reasons
from dsl.routines import steps
from dsl.statements import once
from dsl.weaving.weave import weave


def recorded(names: Names, files: Iterable[m.File]) -> Reasons:
    """The reasons of a ruleset; `files` are all its rules files, in play or not."""
    recorder = Recorder()
    weave(names, recorder)
    return Reasons(tuple(recorder.asked_at), tuple(_out_of_scope(names, files)))


@attrs.define
class _Record:
    """An expression as it was lowered, and those that were lowered for it."""

    node: m.Expression
    scope: Scope
    parts: list[_Record] = attrs.field(factory=list)
    value: Value = WRONG


@attrs.define
class Recorder(Observer):
    """Remembers the options of each prompt, with the words of their conditions.

    `open` are the expressions that are being lowered, the innermost last; `whole` has those that stand in no other, by
    the identity of their node.
    """

    asked_at: list[Asked] = attrs.field(factory=list)
    _open: list[_Record] = attrs.field(factory=list)
    _whole: dict[int, _Record] = attrs.field(factory=dict)
    _written: dict[int, Option] = attrs.field(factory=dict)

    def before_value(self, node: m.Expression, scope: Scope) -> None:
        self._open.append(_Record(node, scope.inner()))

    def on_value(self, value: Value) -> None:
        record = self._open.pop()
        record.value = value
        if self._open:
            self._open[-1].parts.append(record)
        else:
            self._whole[id(record.node)] = record

    def on_option(self, context: Context, node: m.Option | m.Ability, option: steps.Option) -> None:
        rule = context.origins[option.origin]
        chosen = [part for part in node.words if not isinstance(part, str)]
        pairs = zip(chosen, option.parameters, strict=True)
        candidates = tuple(self._candidate(context, each, parameter, rule) for each, parameter in pairs)
        condition = self._usable(context, node, rule)
        self._written[option.origin] = Option(option.words, condition, candidates, option.origin, rule, option.shown)

    def on_prompt(self, context: Context, prompt: str, origin: int, options: Sequence[steps.Option]) -> None:
        offered = (self._written.get(option.origin) for option in options)
        self.asked_at.append(
            Asked(origin, context.prompts.numbers[prompt], tuple(option for option in offered if option))
        )

    def _candidate(self, context: Context, node: m.Chosen, parameter: p.Parameter, rule: p.Origin) -> Candidate:
        where = self._reason(context, node.where, rule)
        here = attrs.evolve(rule, span=node.span)
        if isinstance(node, m.Among):
            return Candidate(parameter, node.span.sentence, node.domain.text, frozenset(parameter.values), where, here)
        kind = context.names.class_name(node.kind.text) or "card"
        return Candidate(parameter, node.span.sentence, kind, classes.members(context, kind), where, here)

    def _usable(self, context: Context, node: m.Option | m.Ability, rule: p.Origin) -> Reason | None:
        """The condition of an option, and that it hasn't been used, if it can be used once."""
        condition = self._reason(context, node.condition, rule)
        used = context.used.get(node.span)
        if used is None or node.once is None:
            return condition
        expr = once.unused(context, node, context.names.ruleset.parts[0])
        here = attrs.evolve(rule, span=node.once.span)
        unused = Reason("value", node.once.span.sentence, here, expr, "truth", words=once.already(node))
        if condition is None:
            return unused
        both = p.And((condition.expr, expr))
        return Reason("all", node.span.sentence, rule, both, "truth", (condition, unused))

    def _reason(self, context: Context, node: m.Expression | None, rule: p.Origin) -> Reason | None:
        if node is None or id(node) not in self._whole:
            return None
        return _Writer(context).reason(self._whole[id(node)], rule)


@attrs.frozen
class _Writer:
    """Makes reasons of what was recorded."""

    _context: Context

    def reason(self, record: _Record, rule: p.Origin) -> Reason:
        """A recorded expression as a reason in a rule."""
        rule = attrs.evolve(rule, span=record.node.span)
        name = _defined(record, self._context.names)
        if name and isinstance(record.value.type, t.Truth | t.Wrong):
            return self._made(record, rule, "defined", self._definition(name, record))
        if members := self._members(record):
            return self._for_members(record, rule, members)
        form = _form(record)
        parts = [self.reason(part, rule) for part in record.parts]
        if form == "value":
            return self._value(record, rule, name, list(self._raised(name, record)) if name else parts)
        return self._made(record, rule, form, parts)

    def _members(self, record: _Record) -> tuple[str, ...]:
        """The words of the members for each of which a condition was lowered; none if it isn't about members."""
        match record.node:
            case m.ForEvery(domain) | m.AnyOf(m.Among(domain=domain)):
                found = self._context.names.domain(domain.text)
                words = found.words if found else ()
                return words if len(_for_each(record)) == len(words) else ()
            case _:
                return ()

    def _for_members(self, record: _Record, rule: p.Origin, members: tuple[str, ...]) -> Reason:
        """A condition on every member of a domain, on any, or on none."""
        parts = [self.reason(part, rule) for part in _for_each(record)]
        form = "every" if isinstance(record.node, m.ForEvery) else "any"
        made = attrs.evolve(self._made(record, rule, form, parts), bound=members)
        if isinstance(record.node, m.AnyOf) and not record.node.wanted:
            made = attrs.evolve(made, expr=p.Or(tuple(part.expr for part in parts)))
            return self._made(record, rule, "not", [made])
        return made

    def _definition(self, name: str, record: _Record) -> list[Reason]:
        """The value of a definition, with the conditions that widen it, then those that narrow it."""
        names = self._context.names
        part, define = names.defines[name]
        whole = next(each for each in record.parts if each.node is define.value)
        own = self.reason(whole, p.Origin(part.module, name, define.citations, define.span))
        widen, narrow = [own], list[Reason]()
        for owner, adjust in self._context.adjusts.get(name, []):
            assert isinstance(adjust, m.Adjust)
            found = next((each for each in record.parts if each.node is adjust.condition), None)
            if found:
                origin = p.Origin(owner.module, f"{verb(adjust)} {name}", adjust.citations, adjust.span)
                (widen if adjust.widens else narrow).append(self.reason(found, origin))
        if len(widen) > 1:
            expr = p.Or(tuple(each.expr for each in widen))
            own = Reason("widened", own.text, own.rule, expr, "truth", tuple(widen), own.mentions)
        return [own, *narrow]

    def _raised(self, name: str, record: _Record) -> Iterator[Reason]:
        """The rules that raise or lower a definition or keep it within bounds, each with its condition."""
        lowered = {id(each.node): each.value.expr for each in record.parts}
        for owner, rule in self._context.adjusts.get(name, []):
            origin = p.Origin(owner.module, f"{verb(rule)} {name}", rule.citations, rule.span)
            match rule:
                case m.Raise(raises, _, _, amount, when) if id(amount) in lowered:
                    words, number = "raised by" if raises else "lowered by", lowered[id(amount)]
                    acts = lowered[id(when)] if when else p.Int(1)
                case m.Keep(least, _, _, bound) if id(bound) in lowered:
                    words, number = f"kept at {'least' if least else 'most'}", lowered[id(bound)]
                    acts = p.Binary("==", record.value.expr, number)
                case _:
                    continue
            part = Reason("value", "", origin, number, "number")
            yield Reason("changed", words, origin, acts, "number", (part,))

    def _made(self, record: _Record, rule: p.Origin, form: str, parts: Sequence[Reason]) -> Reason:
        return Reason(
            form,
            record.node.span.sentence,
            rule,
            record.value.expr,
            record.value.type.short,
            tuple(parts),
            tuple(self._mentions(record)),
        )

    def _value(self, record: _Record, rule: p.Origin, name: str, parts: Sequence[Reason]) -> Reason:
        names, value = self._context.names, record.value
        domain = names.domain(value.type.domain) if isinstance(value.type, t.Member) else None
        through = set(_bound(value.expr))
        parts = [part for part in parts if through.isdisjoint(free_locals(part.expr))]
        selection = getattr(record.node, "selection", None)
        words = _word(value.type, names)
        made = attrs.evolve(
            self._made(record, rule, "value", () if selection else parts),
            members=domain.words if domain else (),
            values=domain.values if domain else (),
            words=words,
            zone=zone_of(value),
            fixed=not name and _fixed(record, words),
        )
        if isinstance(record.node, m.AnyOf):
            made = attrs.evolve(made, asked=tuple(_zones(value.expr)))
        return made

    def _mentions(self, record: _Record) -> Iterator[Mention]:
        """The variables that the text names, other than those that it runs through itself."""
        span = record.node.span
        if span.sentence != span.text:
            return
        found: dict[int, Mention] = {}
        for each in _free(record):
            here = each.node.span
            if here.file == span.file and span.start <= here.start and here.end <= span.end:
                mention = self._mention(each, here.start - span.start)
                if mention:
                    found[mention.start] = mention
        bound = set(_bound(record.value.expr))
        yield from (found[at] for at in sorted(found) if bound.isdisjoint(free_locals(found[at].expr)))

    def _mention(self, record: _Record, start: int) -> Mention | None:
        """A variable that stands at a place of a text, if there is one that reads better as its value."""
        node, value = record.node, record.value
        if not isinstance(node, m.Named) or node.name.text not in record.scope.variables:
            return None
        end = start + len(node.span.text)
        if isinstance(value.type, t.Card | t.Player):
            return Mention(start, end, value.expr, value.type.short, zone_of(value))
        domain = self._context.names.members_of(value.type)
        if domain is None:
            return None
        return Mention(start, end, value.expr, "member", None, domain.words, domain.values)


def _word(type_: t.Type, names: Names) -> str:
    """The fixed word of a value: the name of a class, or the value of an option."""
    match type_:
        case t.Word(option):
            return names.ruleset.settings[option]
        case t.Class(name):
            return name
        case _:
            return ""


def _form(record: _Record) -> str:
    """The form in which the parts of an expression make it (see `program.reasons.Reason`)."""
    match record.node:
        case m.All() | m.ForEvery():
            return "all"
        case m.Either():
            return "either"
        case m.Negation():
            return "not"
        case m.Conditional() if isinstance(record.value.type, t.Truth | t.Wrong):
            return "if"
        case _:
            return "value"


def _defined(record: _Record, names: Names) -> str:
    """The definition that an expression uses, or ""."""
    name = record.node.name.text if isinstance(record.node, m.Named | m.Of | m.Call) else ""
    define = names.defines.get(name)
    return name if define and any(each.node is define[1].value for each in record.parts) else ""


def _fixed(record: _Record, words: str) -> bool:
    """Whether an expression is written out, and needn't be explained."""
    match record.node:
        case m.Integer() | m.Nothing():
            return True
        case m.Named(name):
            known = name.text not in record.scope.variables and isinstance(record.value.expr, p.Int)
            return known and words in ("", name.text)
        case _:
            return False


def _for_each(record: _Record) -> list[_Record]:
    """The condition on the members of a domain, as it was lowered for each of them."""
    match record.node:
        case m.ForEvery(condition=condition) | m.AnyOf(m.Among(where=condition)):
            return [part for part in record.parts if part.node is condition]
        case _:
            return []


def _free(record: _Record, bound: frozenset[str] = frozenset()) -> Iterator[_Record]:
    """An expression and those within it, without variables that stand for one member of a domain after another."""
    match record.node:
        case m.Named(name) if name.text in bound:
            return
        case m.ForEvery(variable=variable):
            bound |= {variable.text}
        case m.AnyOf(selection) | m.Some(selection) | m.Count(selection) | m.SumOver(selection=selection):
            bound |= {selection.variable.text} if isinstance(selection, m.Among) else frozenset()
        case _:
            pass
    yield record
    for part in record.parts:
        yield from _free(part, bound)


def _bound(expr: p.Expr) -> Iterator[int]:
    """The locals through which an expression goes card by card."""
    return (each.local for each in within(expr) if isinstance(each, THROUGH))


def _zones(expr: p.Expr) -> Iterator[p.Expr]:
    """The zones whose cards a question is about, other than those of questions within it."""
    match expr:
        case p.Zone(index):
            yield index
        case p.Filter() | p.Count() | p.Exists() | p.ExistsRun() | p.Find() | p.Sum() | p.Highest():
            yield from _zones(expr.cards)
        case _:
            for part in children(expr):
                yield from _zones(part)


def _out_of_scope(names: Names, files: Iterable[m.File]) -> Iterator[OutOfScope]:
    """Options in modules and sections that are not in play, in the order of the files."""
    there = {node.span for part in names.ruleset.parts for node in _options(part.declaration)}
    known = {_pattern(node) for part in names.ruleset.parts for node in _options(part.declaration)}
    for file in files:
        if file.head is None:
            continue
        module = file.head.name.text
        out = module not in (names.ruleset.base, *names.ruleset.modules)
        for declaration, conditions in unfolded(file.declarations):
            for node in _options(declaration):
                if node.span not in there and _pattern(node) not in known and any(_pattern(node)):
                    only = "" if out else f"it is only there `when {conditions[-1].span.sentence}`"
                    missing = only or f"the module `{module}` isn't in play"
                    yield OutOfScope(_pattern(node), module, missing, p.Origin(module, "", node.citations, node.span))


def _options(node: m.Node) -> Iterator[m.Option | m.Ability]:
    """The options that stand in a part of the model."""
    if isinstance(node, m.Option | m.Ability):
        yield node
    for part in parts(node):
        yield from _options(part)


def _pattern(node: m.Option | m.Ability) -> tuple[str, ...]:
    return tuple(part if isinstance(part, str) else "" for part in node.words)
