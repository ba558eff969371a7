"""Checks of numbers by how rules change them: those that never change, and endings at values that they never have.

A number that is only lowered never gets above the value with which it begins, one that is only raised never below it.
Nothing is said about a number that is set by rules that aren't in play.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dsl.checks.changes import numbers_set
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.names import Names, NumberFamily
from dsl.program import fold
from dsl.program import program as p
from dsl.program.operators import OPERATORS
from dsl.program.reads import reads
from dsl.routines.steps import Branching
from dsl.text.diagnostics import Label
from dsl.weaving.endings import VICTORY
from dsl.weaving.weaving import Weaving

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
    complete = all(isinstance(file.head, m.Game) for file in names.ruleset.files)
    for course in _courses(weaving):
        if not course.at or (course.lowered and course.raised):
            continue
        counting = course.lowered or course.raised
        own = counting or complete or course.family.part.module != names.ruleset.base
        if course.never_changes and own and not _set_elsewhere(names, course.family):
            _report(weaving, course)
        elif not course.never_changes:
            _endings(weaving, course)


def _report(weaving: Weaving, course: _Course) -> None:
    """Report a number that never changes."""
    declared, name = course.family.declared, course.family.name
    first = ("no", "yes")[course.initial] if declared.flag else str(course.initial)
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


def _set_elsewhere(names: Names, family: NumberFamily) -> bool:
    """Whether a rule that isn't in play sets a number."""
    return any(
        isinstance(node, m.Set)
        and isinstance(node.target, m.Named | m.Of | m.Call)
        and node.target.name.text == family.name
        for each in names.ruleset.elsewhere()
        for node in every_node(each)
    )


def _endings(weaving: Weaving, course: _Course) -> None:
    """Report endings that wait for a value that a number never has."""
    for step in weaving.finished[VICTORY].body:
        if not isinstance(step, Branching):
            continue
        condition = fold.uncovered(step.condition)
        parts = condition.parts if isinstance(condition, p.And) else (condition,)
        if any(_never(weaving, part, course) for part in parts) and not _set_elsewhere(
            weaving.context.names, course.family
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
