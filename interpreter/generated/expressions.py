"""Write expressions as Python source.

`value` returns source whose value is an integer (never a bool) or bytes; `test` returns source for a condition, whose
value is true or false. Neither writes a line: values that are computed in lines of their own get their names from the
`Emission`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from dsl.program.expressions import (
    And,
    Attribute,
    Binary,
    Cards,
    Common,
    Count,
    Covered,
    Element,
    Exists,
    ExistsRun,
    Expr,
    Fact,
    Filter,
    Find,
    Highest,
    If,
    Int,
    Local,
    Not,
    Number,
    Or,
    Position,
    Reversed,
    Size,
    Slice,
    Sum,
    Unpacked,
    Without,
    Zone,
)
from dsl.program.fold import compute
from dsl.program.operators import THROUGH, free_locals, within
from dsl.program.program import Program
from interpreter.analysis.coverage import entries, records_coverage
from interpreter.generated.card_conditions import CardConditions, all_of, any_of
from interpreter.generated.constants import CARD, Constants
from interpreter.generated.emission import Emission
from interpreter.state.layout import layout_of

FUNCTIONS = {"//": "quotient", "%": "remainder", "larger": "max", "smaller": "min", "ordinal": "ordinal"}
"""The functions for operators that Python doesn't have: also for division by what isn't known, which may be 0."""

DIVISIONS = {"//", "%"}

COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The comparisons that hold when both sides change their sign."""

INLINE = COMPARISONS | {"+", "-", "*", "&", "|"}
ANY = {(">", 0), (">=", 1), ("!=", 0)}
"""Comparisons of a size that ask only whether there is a card."""


class Expressions:
    """Writes expressions of one program."""

    def __init__(self, program: Program, constants: Constants) -> None:
        self._layout = layout_of(program)
        self.constants = constants
        self.conditions = CardConditions(program, constants)
        self._riding = program.riding

    def value(self, expr: Expr, at: Emission) -> str:
        """Source for an expression's value."""
        return self._precomputed(expr, at, self._value) or self._value(expr, at)

    def _value(self, expr: Expr, at: Emission) -> str:  # noqa: C901, PLR0912 - one line a case
        match expr:
            case Int(value):
                return _digits(value)
            case Cards(ids):
                return self.constants.cards(ids)
            case Local(index):
                return at.env[index]
            case Number(index):
                return self._slot(self._layout.numbers, index, at)
            case Zone(index):
                return self._slot(self._layout.zones, index, at)
            case Attribute(table, card):
                return self._attribute(table, card, at)
            case Fact(fact, card):
                return f"s[{self._layout.facts + fact}][{self.value(card, at)}]"
            case Binary():
                return self._binary(expr, at)
            case And() | Or() | Not() | Exists() | ExistsRun():
                return self._truth(self.test(expr, at))
            case If(condition, then, otherwise):
                return self._if(condition, then, otherwise, at)
            case Size(cards):
                return self._size(cards, at)
            case Element(cards, position):
                return self._element(cards, position, at)
            case Position(cards, card):
                return f"first_place({self.value(cards, at)}, {self.value(card, at)})"
            case Slice(cards, start, stop):
                return self._slice(cards, start, stop, at)
            case Filter(cards, local, condition):
                return self._filter(cards, local, condition, at)
            case Count(cards, local, condition):
                return f"len({self._filter(cards, local, condition, at, listed=True)})"
            case Find(cards, local, condition):
                return f"({self._filter(cards, local, condition, at, listed=True)} or NONE)[0]"
            case Sum(cards, local, value):
                return f"sum({self._each(cards, local, value, at)})"
            case Highest(cards, local, value):
                return f"max({self._each(cards, local, value, at)}, default=0)"
            case Common(table, cards):
                return f"common({self.constants.table(table)}, {self.value(cards, at)})"
            case Unpacked(number):
                return f"unpacked({self.value(number, at)})"
            case Without(cards, card):
                return f"without({self.value(cards, at)}, {self.value(card, at)})"
            case Reversed(cards):
                return f"{self.value(cards, at)}[::-1]"
            case Covered(part, origin):
                holds, fails = entries(origin)
                test = self.test(part, at)
                if test in {"0", "1"}:
                    return f"(note({holds if test == '1' else fails}) or {test})"
                return f"(note({holds}) or 1 if {test} else note({fails}) or 0)"
            case _:
                assert_never(expr)

    def test(self, expr: Expr, at: Emission) -> str:
        """Source for a condition; exactly `1` or `0` where that is known."""
        return self._precomputed(expr, at, self._test) or self._test(expr, at)

    def _test(self, expr: Expr, at: Emission) -> str:
        match expr:
            case And(parts):
                return self._joined("and", "0", [self.test(part, at) for part in parts])
            case Or(parts):
                return self._joined("or", "1", [self.test(part, at) for part in parts])
            case Not(part):
                inner = self.test(part, at)
                return {"1": "0", "0": "1"}.get(inner, f"(not {inner})")
            case Exists(cards, local, condition):
                return self._exists(cards, local, condition, at)
            case ExistsRun(cards, size, local, condition):
                name = at.fresh("g")
                test = self.test(condition, at.binding({local: name}))
                return f"[{name} for {name} in runs({self.value(cards, at)}, {size}) if {test}]"
            case Binary(operator, left, right) if operator == "in":
                return self._in(left, right, at)
            case Binary(operator) if operator in COMPARISONS:
                return self._comparison(expr, at)
            case Int(value):
                return "1" if value else "0"
            case _:
                return self._value(expr, at)

    def _precomputed(self, expr: Expr, at: Emission, write: Callable[[Expr, Emission], str]) -> str | None:
        """Source for a value that is known here: it was computed before the loops, or a table has it."""
        if isinstance(expr, Int | Cards | Local) or (isinstance(expr, Attribute) and isinstance(expr.card, Local)):
            return None
        if at.ahead is not None and at.ahead.lasts(expr):
            return at.ahead.name(write(expr, at.with_ahead(None)))
        read = free_locals(expr)
        if len(read) != 1 or not _is_number(expr):
            return None
        card = at.env[next(iter(read))]
        values = self.constants.printed(expr, *read) if CARD.fullmatch(card) else None
        if values is None:
            return None
        same = len(set(values)) == 1
        return _digits(values[0]) if same else f"{self.constants.name('T', values, values)}[{card}]"

    def _slot(self, first: int, index: Expr, at: Emission) -> str:
        """Source for an element of the state: `index` counted from the element `first`."""
        place = self.value(index, at)
        return f"s[{first + int(place)}]" if place.isdigit() else f"s[{place} + {first}]"

    def selected(self, cards: Expr, local: int, condition: Expr, at: Emission) -> tuple[str, list[Expr]]:
        """Source for a list without the cards that a table leaves out, and the conditions that remain to be tested.

        What is behind a condition that is recorded for coverage leaves no card out, because the condition comes first.
        """
        attached = self.conditions.attached(cards, local, condition)
        source = self.value(cards, at) if attached is None else self._attached_to(attached[1], at)
        left: list[Expr] = []
        for part in all_of(condition):
            if attached is not None and part is attached[0]:
                continue
            failing = None if any(map(records_coverage, left)) else self._failing(part, local, at)
            if failing is None:
                left.append(part)
            elif failing != "EMPTY":
                source += f".translate(None, {failing})"
        return source, left

    def _attached_to(self, card: Expr, at: Emission) -> str:
        """Source for the cards attached to a card."""
        assert self._riding is not None
        zone, fact = self._layout.zones + self._riding.zone, self._layout.facts + self._riding.fact
        return f"lying_on(s[{zone}], s[{fact}], {self.value(card, at)})"

    def _failing(self, condition: Expr, local: int, at: Emission) -> str | None:
        """Source for the cards that fail a condition, if a table has them."""
        if printed := self.constants.failing(condition, local):
            return printed if self.constants.values[printed] else "EMPTY"
        if compared := self.constants.compared(condition, local):
            return f"{compared[0]}[{self.value(compared[1], at)}]"
        if not self.conditions.in_table(condition, local):
            return None
        apart = tuple(part for part in any_of(condition) if local not in free_locals(part))
        rest = next(part for part in any_of(condition) if local in free_locals(part))
        return f"EMPTY if {self.test(Or(apart), at)} else {self._failing(rest, local, at)}"

    def _filter(self, cards: Expr, local: int, condition: Expr, at: Emission, listed: bool = False) -> str:
        cards, local, condition = self.conditions.table_first(cards, local, condition)
        source, left = self.selected(cards, local, condition, at)
        name = at.fresh("c")
        test = self.test(And(tuple(left)), at.binding({local: name}))
        if test == "1":
            return source
        picked = f"[{name} for {name} in {source} if {test}]"
        needed = [] if records_coverage(condition) else self._needed(left, local, at)
        picked = picked if listed else f"bytes({picked})"
        return f"({picked} if {' and '.join(needed)} else EMPTY)" if needed else picked

    def _each(self, cards: Expr, local: int, value: Expr, at: Emission) -> str:
        """Source for a value for each card of a list."""
        name = at.fresh("c")
        return f"[{self.value(value, at.binding({local: name}))} for {name} in {self.value(cards, at)}]"

    def _needed(self, conditions: Sequence[Expr], local: int, at: Emission) -> list[str]:
        """Source for lists without which no card meets the conditions: of cards that are attached to any card.

        These are for conditions that want certain cards attached to the card in the local.
        """
        needed = []
        for part in conditions:
            if isinstance(part, Exists) and isinstance(part.cards, Filter) and self._riding is not None:
                inner = part.cards
                attached = self.conditions.attached(inner.cards, inner.local, inner.condition)
                if attached is not None and attached[1] == Local(local):
                    anywhere = Zone(Int(self._riding.zone))
                    needed.append(self.selected(anywhere, part.local, part.condition, at)[0])
        return needed

    def _exists(self, cards: Expr, local: int, condition: Expr, at: Emission) -> str:
        """Source for whether a card meets a condition; the parts that aren't about the card are tested once."""
        cards, local, condition = self.conditions.table_first(cards, local, condition)
        if records_coverage(condition):
            return self._filter(cards, local, condition, at, listed=True)
        source, left = self.selected(cards, local, condition, at)
        apart = [self.test(part, at) for part in left if local not in free_locals(part)]
        own = tuple(part for part in left if local in free_locals(part))
        if not own:
            return self._joined("and", "0", [source, *apart])
        name = at.fresh("c")
        test = self.test(And(own), at.binding({local: name}))
        heavy = any(isinstance(part, THROUGH) for part in within(condition))
        found = f"any({test} for {name} in {source})" if heavy else f"[{name} for {name} in {source} if {test}]"
        return self._joined("and", "0", [*apart, "0" if test == "0" else source if test == "1" else found])

    def _truth(self, test: str) -> str:
        return test if test in {"0", "1"} else f"(1 if {test} else 0)"

    def _joined(self, word: str, decisive: str, tests: list[str]) -> str:
        neutral = "1" if decisive == "0" else "0"
        if decisive in tests:
            return decisive
        left = [test for test in tests if test != neutral]
        if not left:
            return neutral
        return left[0] if len(left) == 1 else f"({f' {word} '.join(left)})"

    def _attribute(self, table: int, card: Expr, at: Emission) -> str:
        name = self.constants.table(table)
        if isinstance(card, Int):
            return str(self.constants.values[name][card.value])
        return f"{name}[{self.value(card, at)}]"

    def _binary(self, expr: Binary, at: Emission) -> str:
        if expr.operator == "in" or expr.operator in COMPARISONS:
            return self._truth(self.test(expr, at))
        left, right = self.value(expr.left, at), self.value(expr.right, at)
        if left.isdigit() and right.isdigit():
            return _digits(compute(expr.operator, int(left), int(right)))
        if expr.operator in INLINE:
            return f"({left} {expr.operator} {right})"
        if expr.operator == "++":
            return f"({left} + {right})"
        if expr.operator in DIVISIONS and isinstance(expr.right, Int) and expr.right.value:
            return f"({left} {expr.operator} {right})"
        return f"{FUNCTIONS[expr.operator]}({left}, {right})"

    def _in(self, card: Expr, cards: Expr, at: Emission) -> str:
        one, listed = self.value(card, at), self.value(cards, at)
        if one.isdigit() or one.startswith("c"):
            return f"({one} in {listed})"
        if one.isidentifier():
            return f"({one} >= 0 and {one} in {listed})"
        return f"inside({one}, {listed})"

    def _if(self, condition: Expr, then: Expr, otherwise: Expr, at: Emission) -> str:
        parts = []
        cases = _cases(condition, then, otherwise)
        for test, value in cases[:-1]:
            parts.append(f"{self.value(value, at)} if {self.test(test, at)} else ")
        return f"({''.join(parts)}{self.value(cases[-1][1], at)})"

    def _comparison(self, expr: Binary, at: Emission) -> str:
        match expr:
            case Binary(operator, Size(cards), Int(value)) if (operator, value) in ANY:
                return self._any(cards, at)
            case Binary(operator, Binary("-", Int(whole), part), Int(value)):
                return f"({self.value(part, at)} {TURNED.get(operator, operator)} {whole - value})"
            case _:
                one, other = self.value(expr.left, at), self.value(expr.right, at)
                if one.isdigit() and other.isdigit():
                    return str(compute(expr.operator, int(one), int(other)))
                return f"({one} {expr.operator} {other})"

    def _any(self, cards: Expr, at: Emission) -> str:
        """Source for whether a list holds a card."""
        if isinstance(cards, Filter):
            return self._filter(cards.cards, cards.local, cards.condition, at, listed=True)
        return self.value(cards, at)

    def _size(self, cards: Expr, at: Emission) -> str:
        if isinstance(cards, Filter):
            return f"len({self._filter(cards.cards, cards.local, cards.condition, at, listed=True)})"
        return f"len({self.value(cards, at)})"

    def _element(self, cards: Expr, position: Expr, at: Emission) -> str:
        if isinstance(position, Int) and position.value in {0, -1}:
            return f"({self.value(cards, at)} or NONE)[{position.value}]"
        return f"element({self.value(cards, at)}, {self.value(position, at)})"

    def _slice(self, cards: Expr, start: Expr, stop: Expr | None, at: Emission) -> str:
        end = "" if stop is None else self.value(stop, at)
        return f"{self.value(cards, at)}[{self.value(start, at)}:{end}]"


def _digits(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _is_number(expr: Expr) -> bool:
    """Whether the value of an expression is an integer; False if that isn't plain to see."""
    match expr:
        case Binary(operator):
            return operator != "++"
        case If(_, then, otherwise):
            return _is_number(then) and _is_number(otherwise)
        case _:
            return isinstance(expr, Int | Attribute | And | Or | Not)


def _cases(condition: Expr, then: Expr, otherwise: Expr) -> list[tuple[Expr, Expr]]:
    """The cases of a chain of `If`s; the condition of the last one always holds."""
    cases = [(condition, then)]
    while isinstance(otherwise, If):
        cases.append((otherwise.condition, otherwise.then))
        otherwise = otherwise.otherwise
    return [*cases, (Int(1), otherwise)]
