"""Expression → Python source.

`value` gives source whose value is an integer (never a bool) or bytes; `test` gives source for a condition, of
which only the truth counts. Names of locals come from an `Env`; a name that begins with `c` is bound to a card
that is certainly there (never `NO_CARD`).
"""

from __future__ import annotations

from typing import assert_never

from dsl.program import (
    And,
    Attribute,
    Binary,
    Cards,
    Common,
    Count,
    Element,
    Exists,
    Expr,
    Fact,
    Filter,
    Find,
    If,
    Int,
    Local,
    Not,
    Number,
    Or,
    Program,
    Reversed,
    Size,
    Slice,
    Sum,
    Zone,
)
from dsl.terms import OPERATORS
from interpreter.constants import Constants
from interpreter.layout import layout_of

Env = dict[int, str]

COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
INLINE = COMPARISONS | {"+", "-", "*", "&", "|"}


class Expressions:
    """Writes expressions of one program."""

    def __init__(self, program: Program, constants: Constants) -> None:
        self.layout = layout_of(program)
        self.constants = constants
        self._fresh = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing else has."""
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def value(self, expr: Expr, env: Env) -> str:  # noqa: C901, PLR0912 - one line a case
        """Source for an expression's value."""
        match expr:
            case Int(value):
                return str(value) if value >= 0 else f"({value})"
            case Cards(ids):
                return repr(ids)
            case Local(index):
                return env[index]
            case Number(index):
                return self.slot(self.layout.numbers, index, env)
            case Zone(index):
                return self.slot(self.layout.zones, index, env)
            case Attribute(table, card):
                return self._attribute(table, card, env)
            case Fact(fact, card):
                return f"s[{self.layout.facts + fact}][{self.value(card, env)}]"
            case Binary():
                return self._binary(expr, env)
            case And() | Or() | Not() | Exists():
                return self._truth(self.test(expr, env))
            case If(condition, then, otherwise):
                return self._if(condition, then, otherwise, env)
            case Size(cards):
                return self._size(cards, env)
            case Element(cards, position):
                return self._element(cards, position, env)
            case Slice(cards, start, stop):
                return self._slice(cards, start, stop, env)
            case Filter(cards, local, condition):
                return self._filter(cards, local, condition, env)
            case Count(cards, local, condition):
                return f"len({self._filter(cards, local, condition, env, listed=True)})"
            case Find(cards, local, condition):
                return f"({self._filter(cards, local, condition, env, listed=True)} or NONE)[0]"
            case Sum(cards, local, value):
                name = self.fresh("c")
                return f"sum([{self.value(value, {**env, local: name})} for {name} in {self.value(cards, env)}])"
            case Common(table, cards):
                return f"common({self.constants.table(table)}, {self.value(cards, env)})"
            case Reversed(cards):
                return f"{self.value(cards, env)}[::-1]"
            case _:
                assert_never(expr)

    def test(self, expr: Expr, env: Env) -> str:
        """Source for a condition; exactly `1` or `0` where that is known."""
        match expr:
            case And(parts):
                return self._joined("and", "0", [self.test(part, env) for part in parts])
            case Or(parts):
                return self._joined("or", "1", [self.test(part, env) for part in parts])
            case Not(part):
                inner = self.test(part, env)
                return {"1": "0", "0": "1"}.get(inner, f"(not {inner})")
            case Exists(cards, local, condition):
                return self._filter(cards, local, condition, env, listed=True)
            case Binary(operator, left, right) if operator == "in":
                return self._in(left, right, env)
            case Binary(operator, left, right) if operator in COMPARISONS:
                one, other = self.value(left, env), self.value(right, env)
                if one.isdigit() and other.isdigit():
                    return str(int(OPERATORS[operator](int(one), int(other))))
                return f"({one} {operator} {other})"
            case Int(value):
                return "1" if value else "0"
            case _:
                return self.value(expr, env)

    def slot(self, first: int, index: Expr, env: Env) -> str:
        """Source for an element of the state: `index` counted from the element `first`."""
        return f"s[{first + index.value}]" if isinstance(index, Int) else f"s[{self.value(index, env)} + {first}]"

    def selected(self, cards: Expr, local: int, condition: Expr, env: Env) -> tuple[str, list[Expr]]:
        """Source for a list without those cards that a table can tell, and what is left of the condition."""
        source = self.value(cards, env)
        left = []
        for part in condition.parts if isinstance(condition, And) else (condition,):
            printed = self.constants.leave_out(part, local)
            compared = None if printed else self.constants.compared(part, local)
            if printed:
                source += "" if self.constants.values[printed] == b"" else f".translate(None, {printed})"
            elif compared:
                source += f".translate(None, {compared[0]}[{self.value(compared[1], env)}])"
            else:
                left.append(part)
        return source, left

    def _filter(self, cards: Expr, local: int, condition: Expr, env: Env, listed: bool = False) -> str:
        source, left = self.selected(cards, local, condition, env)
        name = self.fresh("c")
        test = self.test(And(tuple(left)), {**env, local: name})
        if test == "1":
            return source
        picked = f"[{name} for {name} in {source} if {test}]"
        return picked if listed else f"bytes({picked})"

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

    def _attribute(self, table: int, card: Expr, env: Env) -> str:
        name = self.constants.table(table)
        if isinstance(card, Int):
            return str(self.constants.values[name][card.value])
        return f"{name}[{self.value(card, env)}]"

    def _binary(self, expr: Binary, env: Env) -> str:
        if expr.operator == "in" or expr.operator in COMPARISONS:
            return self._truth(self.test(expr, env))
        left, right = self.value(expr.left, env), self.value(expr.right, env)
        if expr.operator in INLINE:
            return f"({left} {expr.operator} {right})"
        if expr.operator == "++":
            return f"({left} + {right})"
        return f"{'quotient' if expr.operator == '//' else 'remainder'}({left}, {right})"

    def _in(self, card: Expr, cards: Expr, env: Env) -> str:
        one, listed = self.value(card, env), self.value(cards, env)
        if one.isdigit() or one.startswith("c"):
            return f"({one} in {listed})"
        if one.isidentifier():
            return f"({one} >= 0 and {one} in {listed})"
        return f"inside({one}, {listed})"

    def _if(self, condition: Expr, then: Expr, otherwise: Expr, env: Env) -> str:
        parts = []
        cases = _cases(condition, then, otherwise)
        for test, value in cases[:-1]:
            parts.append(f"{self.value(value, env)} if {self.test(test, env)} else ")
        return f"({''.join(parts)}{self.value(cases[-1][1], env)})"

    def _size(self, cards: Expr, env: Env) -> str:
        if isinstance(cards, Filter):
            return f"len({self._filter(cards.cards, cards.local, cards.condition, env, listed=True)})"
        return f"len({self.value(cards, env)})"

    def _element(self, cards: Expr, position: Expr, env: Env) -> str:
        if isinstance(position, Int) and position.value in {0, -1}:
            return f"({self.value(cards, env)} or NONE)[{position.value}]"
        return f"element({self.value(cards, env)}, {self.value(position, env)})"

    def _slice(self, cards: Expr, start: Expr, stop: Expr | None, env: Env) -> str:
        end = "" if stop is None else self.value(stop, env)
        return f"{self.value(cards, env)}[{self.value(start, env)}:{end}]"


def _cases(condition: Expr, then: Expr, otherwise: Expr) -> list[tuple[Expr, Expr]]:
    """The cases of a chain of `If`s; the last one's condition is always met."""
    cases = [(condition, then)]
    while isinstance(otherwise, If):
        cases.append((otherwise.condition, otherwise.then))
        otherwise = otherwise.otherwise
    return [*cases, (Int(1), otherwise)]
