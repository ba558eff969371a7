"""Checks of numbers and facts by how rules change them: those that never change, and endings at values never had.

A number that is only lowered never gets above the value with which it begins, one that is only raised never below it.
A marker or a flag comes only to values that some rule gives it where the rule's own conditions let it: a rule that asks
for a position to which the marker never came doesn't act. Nothing is said about what is set by rules that aren't in
play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import attrs

from dsl.checks.changes import numbers_set
from dsl.checks.unused import given_fact, set_elsewhere
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, parts
from dsl.names.names import Names, NumberFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import OPERATORS
from dsl.program.reads import reads
from dsl.program.setup import TRUTHS
from dsl.routines.steps import Branching
from dsl.text.diagnostics import Label
from dsl.text.source import Span
from dsl.weaving.endings import VICTORY
from dsl.weaving.weaving import Weaving

_Values = Mapping[str, Set[str]]

COMPARED = frozenset({"==", "!=", "<", "<=", ">", ">="})


@attrs.define
class _Course:
    """How rules change a number that begins at `initial`: whether some lower it, raise it, or set it to fixed values.

    `at` are the origins of these rules.
    """

    family: NumberFamily
    initial: int
    lowered: bool = False
    raised: bool = False
    fixed: set[int] = attrs.field(factory=set)
    at: list[int] = attrs.field(factory=list)

    @property
    def never_changes(self) -> bool:
        """Whether no rule ever gives the number another value than the first."""
        lowest, highest = self.initial == self.family.declared.minimum, self.initial == self.family.declared.maximum
        return self.fixed <= {self.initial} and (lowest or not self.lowered) and (highest or not self.raised)

    @property
    def values(self) -> range:
        """The values that the number may have."""
        declared, known = self.family.declared, {self.initial, *self.fixed}
        least = declared.minimum if self.lowered else min(known)
        return range(least, (declared.maximum if self.raised else max(known)) + 1)


def stuck(weaving: Weaving) -> None:
    """Report numbers that never change, and endings at values that a number never has, though rules change it."""
    names = weaving.context.names
    complete = _complete(names)
    for course in _courses(weaving):
        if not course.at or (course.lowered and course.raised):
            continue
        counting = course.lowered or course.raised
        own = counting or complete or course.family.part.module != names.ruleset.base
        if course.never_changes and own and not set_elsewhere(course.family.name, names):
            _report(weaving, course)
        elif not course.never_changes:
            _endings(weaving, course)


def facts(weaving: Weaving) -> None:
    """Report facts that rules only set to the value with which every card begins."""
    names = weaving.context.names
    complete, settings = _complete(names), dict[int, list[p.SetFact]]()
    for routine in weaving.finished.values():
        for setting in routine.doing(p.SetFact):
            settings.setdefault(setting.fact, []).append(setting)
    for index, (name, fact) in enumerate(names.facts.items()):
        found = settings.get(index, ())
        own = complete or names.module_of(fact.span.file.name) != names.ruleset.base
        if not found or not own or not all(_keeps_none(each) for each in found) or set_elsewhere(name, names):
            continue
        if given_fact(fact.mark or name, names):
            continue
        words, sentence = fact.words, fact.span.sentence
        truth = "yes or no" in sentence
        first, other = ("no", f"`set {name} of … to yes`") if truth else ("0", f"`set {name} of … to …`")
        message = f"`{name}` is {words[0] if words else first} for every card and never changes"
        related = [Label(weaving.context.origins[found[0].origin].span, "this changes nothing")]
        help_ = f"let a rule give it another value, {other}, or leave it out"
        names.problems.add("no-effect", message, fact.span, related=related, help=help_)


def _keeps_none(setting: p.SetFact) -> bool:
    """Whether a fact that is 0 stays 0."""
    match setting.value:
        case p.Int(value):
            return value <= 0
        case p.Binary("-", p.Fact(fact, _), p.Int(less)) if fact == setting.fact:
            return less >= 0
        case _:
            return False


def _complete(names: Names) -> bool:
    """Whether there are no modules, which may do what the base game doesn't."""
    return all(isinstance(file.head, m.Game) for file in names.ruleset.files)


def _report(weaving: Weaving, course: _Course) -> None:
    """Report a number that never changes."""
    declared, name = course.family.declared, course.family.name
    first = TRUTHS[course.initial] if declared.flag else str(course.initial)
    message = f"`{name}` begins at {first} and never changes"
    other = "raise" if course.lowered else "lower"
    if course.lowered or course.raised:
        message += f": no rule {other}s it"
    start = f"starts at {declared.maximum if course.lowered else declared.minimum}"
    help_ = f"say where it begins, `{declared.span.sentence.partition(',')[0]}, {start}`, or let a rule {other} it"
    if declared.flag:
        value = "no" if course.initial else "yes"
        help_ = f"let it begin at {value}, or let a rule say `set {name} to {value}`"
    elif not (course.lowered or course.raised):
        help_ = "let a rule set it to another value, or leave it out"
    related = [Label(weaving.context.origins[course.at[0]].span, "this changes nothing")]
    weaving.context.problems.add("no-effect", message, declared.span, related=related, help=help_)


def _courses(weaving: Weaving) -> Iterator[_Course]:
    """How rules change each number that begins at a fixed value; none that rules may set to anything."""
    numbers = weaving.context.names.numbers
    families = [family for family in numbers.values() if not family.positions and not family.declared.during]
    courses = {
        index: course for family in families if (course := _begun(family)) is not None for index in family.indices
    }
    for routine in weaving.finished.values():
        for setting in routine.doing(p.SetNumber):
            _follow(weaving, setting, courses)
    return iter({id(course): course for course in courses.values()}.values())


def _begun(family: NumberFamily) -> _Course | None:
    """A number at the beginning of the game, if its first value is written out."""
    declared = family.declared
    match declared.initial:
        case None:
            return _Course(family, max(declared.minimum, min(0, declared.maximum)))
        case m.Integer(value):
            return _Course(family, value)
        case _:
            return None


def _follow(weaving: Weaving, setting: p.SetNumber, courses: dict[int, _Course]) -> None:
    """Note how a rule changes a number."""
    spans = weaving.context.names.spans
    match setting.index:
        case p.Binary("+", p.Int(first), _) if first > weaving.context.dirty:
            return  # a number of the rules' own, such as whether each player has used an ability
        case _:
            pass
    for course in {id(courses[i]): courses[i] for i in numbers_set(setting, spans) if i in courses}.values():
        course.at.append(setting.origin)
        _note(weaving, setting.value, course)


def _note(weaving: Weaving, value: p.Expr, course: _Course) -> None:
    """Note to what a rule sets a number."""
    declared = course.family.declared
    match value:
        case p.Int(fixed):
            course.fixed.add(min(max(fixed, declared.minimum), declared.maximum))
        case p.Binary("-", p.Number(index), less) if _of(weaving, index, course) and _positive(weaving, less):
            course.lowered = True
        case p.Binary("+", p.Number(index), p.Int(less)) if _of(weaving, index, course) and less < 0:
            course.lowered = True
        case p.Binary("+", p.Number(index), more) if _of(weaving, index, course) and _positive(weaving, more):
            course.raised = True
        case p.Binary("+", more, p.Number(index)) if _of(weaving, index, course) and _positive(weaving, more):
            course.raised = True
        case _:
            course.lowered = course.raised = True


def _of(weaving: Weaving, index: p.Expr, course: _Course) -> bool:
    """Whether an index means the number itself, if it is one for each member of a domain, any of them."""
    spans = weaving.context.names.spans
    return reads(p.Number(index), spans)[1] - reads(index, spans)[1] <= {*course.family.indices}


def _positive(weaving: Weaving, expr: p.Expr) -> bool:
    """Whether an expression is never below 0, as far as one can see."""
    match expr:
        case p.Int(value):
            return value >= 0
        case p.Size() | p.Count():
            return True
        case p.Number(p.Int(index)):
            families = weaving.context.names.numbers.values()
            return any(index in family.indices and family.declared.minimum >= 0 for family in families)
        case p.Attribute(table):
            return weaving.context.tables.bounds(table)[0] >= 0
        case p.Binary("+" | "*", left, right):
            return _positive(weaving, left) and _positive(weaving, right)
        case _:
            return False


def _endings(weaving: Weaving, course: _Course) -> None:
    """Report endings that wait for a value that a number never has."""
    for step in weaving.finished[VICTORY].body:
        if not isinstance(step, Branching):
            continue
        condition = fold.uncovered(step.condition)
        parts = condition.parts if isinstance(condition, p.And) else (condition,)
        if any(_never(weaving, part, course) for part in parts) and not set_elsewhere(
            course.family.name, weaving.context.names
        ):
            name, why = course.family.name, f"no rule {'raises' if course.lowered else 'lowers'} it"
            if not (course.lowered or course.raised):
                why = f"rules set it only to {' or '.join(map(str, sorted(course.fixed)))}"
            message = f"this never comes about: `{name}` begins at {course.initial}, and {why}"
            span = weaving.context.origins[step.origin].span
            related = [Label(course.family.declared.span, f"`{name}` is declared here")]
            help_ = f"ask for another value, or let a rule change `{name}` accordingly"
            weaving.context.problems.add("never-holds", message, span, related=related, help=help_)


def _never(weaving: Weaving, condition: p.Expr, course: _Course) -> bool:
    """Whether a condition compares a number with one that it never is, whatever the rules do to it."""
    match condition:
        case p.Binary(operator, p.Number(index), p.Int(value)) if operator in COMPARED and _of(weaving, index, course):
            return not any(OPERATORS[operator](each, value) for each in course.values)
        case p.Number(index) if _of(weaving, index, course):
            return not any(course.values)
        case p.Not(p.Number(index)) if _of(weaving, index, course):
            return all(course.values)
        case _:
            return False


@attrs.frozen
class _Need:
    """A part of a condition that asks for a value of a marker, flag or fact, or for any other value."""

    name: str
    value: str
    wanted: bool
    span: Span

    def met(self, values: Set[str]) -> bool:
        """Whether it may hold if the values that it ever has are these."""
        return self.value in values if self.wanted else bool(values - {self.value})


@attrs.frozen
class _Setting:
    """A statement that sets something to a written value (None: to any), and what the conditions around it ask for."""

    name: str
    value: str | None
    needs: tuple[_Need, ...]
    span: Span


def unattained(weaving: Weaving) -> None:
    """Report markers and flags that never come to a value, since each rule that sets it asks for what never is."""
    names = weaving.context.names
    known, every, settings = dict[str, set[str]](), dict[str, set[str]](), list[_Setting]()
    own = names.ruleset.base if not _complete(names) else ""
    for name, (first, values, part) in _valued(weaving).items():
        found = [each for file in names.ruleset.files for each in _settings(file).get(name, ())]
        every[name], known[name] = {*values}, {*values} if first is None or part == own else {first}
        if len(known[name]) == 1:
            settings += [each if each.value in values else attrs.evolve(each, value=None) for each in found]
    while new := [each for each in settings if _news(each, known, every)]:
        for setting in new:
            known[setting.name] |= every[setting.name] if setting.value is None else {setting.value}
        settings = [each for each in settings if each not in new]
    vain = [each for each in settings if each.value is not None and each.value not in known[each.name]]
    _report_unattained(weaving, vain, known, every)


def _news(setting: _Setting, known: _Values, every: _Values) -> bool:
    """Whether a statement gives something a value that it isn't known to have, and may be reached."""
    values = known[setting.name]
    new = values != every[setting.name] if setting.value is None else setting.value not in values
    return new and not any(_is_vain(each, known, every) for each in setting.needs)


def _is_vain(need: _Need, known: _Values, every: _Values) -> bool:
    return need.value in every.get(need.name, ()) and not need.met(known[need.name])


def _report_unattained(weaving: Weaving, left: Sequence[_Setting], known: _Values, every: _Values) -> None:
    """Report the statements that are left, one for each name: nothing leads to them."""
    names = weaving.context.names
    for name in dict.fromkeys(each.name for each in left):
        of = [each for each in left if each.name == name]
        need = next(each for each in of[0].needs if _is_vain(each, known, every))
        values = list(dict.fromkeys(each.value or "" for each in of))
        message = f"`{name}` never becomes {' or '.join(f'`{each}`' for each in values)}"
        if len(known[name]) == 1:
            message = f"`{name}` begins at {next(iter(known[name]))} and never changes"
        message = f"{message}: where a rule sets it to `{of[0].value}`, `{need.span.sentence}` never holds"
        declared = names.numbers[name].declared.span if name in names.numbers else names.facts[name].span
        related = [Label(need.span, "this never holds")]
        help_ = "correct this condition, or let another rule set it"
        names.problems.add("no-effect", message, declared, related=related, help=help_)


def _valued(weaving: Weaving) -> dict[str, tuple[str | None, tuple[str, ...], str]]:
    """The markers, flags and facts that are yes or no: the first value (None: any), all values, and the module."""
    names, found = weaving.context.names, dict[str, tuple[str | None, tuple[str, ...], str]]()
    for name, family in names.numbers.items():
        if family.positions:
            found[name] = family.positions[0], family.positions, family.part.module
        elif family.declared.flag:
            begun = None if family.declared.during else _begun(family)
            found[name] = TRUTHS[begun.initial] if begun else None, TRUTHS, family.part.module
    for name, fact in names.facts.items():
        if fact.maximum == 1 and not fact.words:
            found[name] = TRUTHS[0], TRUTHS, names.module_of(fact.span.file.name)
    return found


@once_each
def _settings(file: m.File) -> Mapping[str, Sequence[_Setting]]:
    """The statements of a file that set something, by its name."""
    found: dict[str, list[_Setting]] = {}
    for declaration in declared_in(file):
        for setting in _set_in(declaration, ()):
            found.setdefault(setting.name, []).append(setting)
    return found


def _set_in(node: m.Node, needs: tuple[_Need, ...]) -> Iterator[_Setting]:
    """The statements within a node that set something, where these needs are met."""
    match node:
        case m.Set(m.Named(name) | m.Of(name) | m.Call(name), value):
            yield _Setting(name.text, "yes" if value is None else _written(value), needs, node.span)
        case m.If(condition, then, otherwise):
            yield from _set_among(then, (*needs, *_needs(condition, True)))
            yield from _set_among(otherwise, (*needs, *_needs(condition, False)))
        case m.Each(m.Selection(where=m.Node() as where) | m.Among(where=m.Node() as where), body):
            yield from _set_among(body, (*needs, *_needs(where, True)))
        case m.Hook(condition=m.Node() as condition) | m.Ability(condition=m.Node() as condition):
            yield from _set_among(node.body, (*needs, *_needs(condition, True)))
        case m.Option(condition=m.Node() as condition):
            yield from _set_among(node.body, (*needs, *_needs(condition, True)))
        case _:
            yield from _set_among(parts(node), needs)


def _set_among(nodes: Iterable[m.Node], needs: tuple[_Need, ...]) -> Iterator[_Setting]:
    return (setting for node in nodes for setting in _set_in(node, needs))


def _needs(condition: m.Expression, holds: bool) -> Iterator[_Need]:
    """What a condition asks of single values where it holds, or where it doesn't."""
    match condition:
        case m.All(each) if holds:
            yield from (need for part in each for need in _needs(part, True))
        case m.Either(each) if not holds:
            yield from (need for part in each for need in _needs(part, False))
        case m.Negation(part):
            yield from _needs(part, not holds)
        case m.Named(name) | m.Of(name) | m.Call(name):
            yield _Need(name.text, "yes", holds, condition.span)
        case m.Compare("==" | "!=" as operator, m.Named(name) | m.Of(name) | m.Call(name), right):
            if (value := _written(right)) is not None:
                yield _Need(name.text, value, holds == (operator == "=="), condition.span)
        case _:
            pass


def _written(value: m.Expression) -> str | None:
    """A value that is written out: a position, yes or no; None for any other."""
    match value:
        case m.Integer(0 | 1 as number):
            return TRUTHS[number]
        case m.Named(name):
            return name.text
        case _:
            return None
