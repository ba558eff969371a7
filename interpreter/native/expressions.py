"""Write expressions as C.

Every piece of source is one C expression; what needs a loop is a statement expression `({ … })`. In the code, `g` is
the game, numbers are of type `I` (64 bits), and lists are views (`L`), of a zone, of a local, or of cards in the
arena. Numbers whose range isn't known are computed with a test for overflow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import assert_never

import attrs

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
from dsl.program.operators import free_locals
from dsl.program.program import Program
from interpreter.native.packed import is_packed
from interpreter.native.ranges import SAFE, Range, ranges_of
from interpreter.native.shared import Shared, place
from interpreter.native.tables import Tables

COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
RESULT = "I r_ = 0;"

SHARED = (And, Binary, Count, Exists, ExistsRun, Find, Highest, If, Or, Sum)
"""Numbers that may become functions of their own, if they read no locals."""

SMALL = 1 << 40
"""Numbers nearer to 0 than this can be added for all cards of a list."""

PACKED = {"+": "add_packed", "-": "sub_packed", "*": "mul_packed", "//": "quotient_packed"}
CHECKED = {"+": "add", "-": "sub", "*": "mul"}


class Unsupported(Exception):
    """A program that the native executor can't play; the message says why."""


@attrs.frozen
class Name:
    """Source for the value of a local: `kind` is "I" for a number, "L" for a list, "V" for packed cards."""

    text: str
    kind: str = "I"
    range: Range | None = None


Env = Mapping[int, Name]


class Expressions:
    """Writes the expressions of one program."""

    def __init__(self, program: Program, tables: Tables) -> None:
        self._program = program
        self._tables = tables
        self._ranges = ranges_of(program)
        self.ends = self._ranges.counters
        self._fresh = count()
        self.shared = Shared()
        self._ids = len(program.faces)

    def fresh(self, prefix: str) -> str:
        """A name that is used nowhere else."""
        return f"{prefix}{next(self._fresh)}"

    def test(self, expr: Expr, env: Env) -> str:
        """Source for a condition: any number but 0 is true."""
        return self.number(expr, env)

    def number(self, expr: Expr, env: Env) -> str:
        """Source for the value of an expression that is a number."""
        if is_packed(expr, _packed(env)):
            return f"narrow(g, {self.packed(expr, env)})"
        if isinstance(expr, SHARED) and not free_locals(expr):
            return self.shared.number(self._apart(lambda: self._number(expr, {})))
        return self._number(expr, env)

    def _apart(self, write: Callable[[], str]) -> str:
        """Source in which names are counted anew, so that equal parts of a program have equal source."""
        outer, self._fresh = self._fresh, count()
        try:
            return write()
        finally:
            self._fresh = outer

    def packed(self, expr: Expr, env: Env) -> str:
        """Source for a number that may be packed cards, of the type `V`."""
        match expr:
            case Int(value):
                return f"((V){value >> 64}ll << 64 | {value % (1 << 64)}ull)"
            case Local(index) if env[index].kind == "V":
                return env[index].text
            case If(condition, then, otherwise) if is_packed(expr, _packed(env)):
                return f"({self.test(condition, env)} ? {self.packed(then, env)} : {self.packed(otherwise, env)})"
            case Binary(operator, left, right) if is_packed(expr, _packed(env)):
                return f"{PACKED[operator]}(g, {self.packed(left, env)}, {self.packed(right, env)})"
            case _:
                return f"(V){self._number(expr, env)}"

    def value(self, kind: str, expr: Expr, env: Env) -> str:
        """Source for a value of a type: "L", "V" or "I"."""
        return {"L": self.cards, "V": self.packed, "I": self.number}[kind](expr, env)

    def _number(self, expr: Expr, env: Env) -> str:  # noqa: C901, PLR0912 - one line a case
        match expr:
            case Int(value):
                return literal(value)
            case Local(index):
                return self._local(index, env)
            case Number(Int(index)):
                return f"g->s.num[{place('n', index)}]"
            case Number(index):
                return f"number(g, {self.number(index, env)})"
            case Attribute(table, card):
                return f"{self._tables.attribute(table)}[{self._card(card, env)}]"
            case Fact(fact, card):
                return f"g->s.fact[{fact}][{self._card(card, env)}]"
            case Binary("in", card, cards):
                return f"inside({self.number(card, env)}, {self.cards(cards, env)})"
            case Binary():
                return self._binary(expr, env)
            case And(parts):
                return joined("&", [self.test(part, env) for part in parts]) if parts else "1"
            case Or(parts):
                return joined("|", [self.test(part, env) for part in parts]) if parts else "0"
            case Not(part):
                return f"(!{self.test(part, env)})"
            case If(condition, then, otherwise):
                return f"({self.test(condition, env)} ? {self.number(then, env)} : {self.number(otherwise, env)})"
            case Size(cards):
                return self._size(cards, env)
            case Element(cards, position):
                return f"element({self.cards(cards, env)}, {self.number(position, env)})"
            case Position(cards, card):
                return f"first_place({self.cards(cards, env)}, {self.number(card, env)})"
            case Count(cards, local, condition):
                return self._count(cards, local, condition, env)
            case Exists(cards, local, condition):
                return self._exists(cards, local, condition, env)
            case ExistsRun():
                return self._exists_run(expr, env)
            case Find(cards, local, condition):
                return self._find(cards, local, condition, env)
            case Sum(cards, local, each):
                return self._loop(cards, local, env, lambda inner: self._summed(each, inner))
            case Highest(cards, local, each):
                return self._loop(cards, local, env, lambda inner: self._highest(each, inner))
            case Common(table, cards):
                return self._common(table, cards, env)
            case Covered():
                raise Unsupported("it is linked for coverage")
            case Cards() | Zone() | Slice() | Filter() | Reversed() | Without() | Unpacked():
                raise Unsupported("a list stands for a number")
            case _:
                assert_never(expr)

    def cards(self, expr: Expr, env: Env) -> str:  # noqa: C901, PLR0912 - one line a case
        """Source for the value of an expression that is a list of cards."""
        match expr:
            case Cards(ids):
                return self._tables.cards(tuple(ids))
            case Local(index):
                name = env[index]
                if name.kind == "L":
                    return name.text
                raise Unsupported("a number stands for a list")
            case Zone(Int(index)):
                return f"((L){{g->s.zone[{place('z', index)}], g->s.n[{place('z', index)}]}})"
            case Zone(index):
                return f"zone(g, {self.number(index, env)})"
            case Slice(cards, start, stop):
                end = "INT64_MAX" if stop is None else self.number(stop, env)
                return f"slice({self.cards(cards, env)}, {self.number(start, env)}, {end})"
            case Filter():
                return self._filter(expr, env)
            case Reversed(cards):
                return f"reversed(g, {self.cards(cards, env)})"
            case Without(cards, card):
                return f"without(g, {self.cards(cards, env)}, {self.number(card, env)})"
            case Unpacked(packed):
                return f"unpacked(g, {self.packed(packed, env)})"
            case Binary("++", left, right):
                return f"joined(g, {self.cards(left, env)}, {self.cards(right, env)})"
            case If(condition, then, otherwise):
                return f"({self.test(condition, env)} ? {self.cards(then, env)} : {self.cards(otherwise, env)})"
            case _:
                raise Unsupported("a number stands for a list")

    def is_list(self, expr: Expr, env: Env) -> bool:
        """Whether the value of an expression is a list."""
        match expr:
            case Cards() | Zone() | Slice() | Filter() | Reversed() | Without() | Unpacked() | Binary("++"):
                return True
            case Local(index):
                return env[index].kind == "L"
            case If(_, then, _):
                return self.is_list(then, env)
            case _:
                return False

    def range(self, expr: Expr, env: Env) -> Range | None:
        """The least and the greatest value of a number, if that is known."""
        return self._ranges.of(expr, _known(env))

    def _local(self, index: int, env: Env) -> str:
        name = env[index]
        if name.kind == "I":
            return name.text
        raise Unsupported("a list stands for a number")

    def _card(self, card: Expr, env: Env) -> str:
        """Source for a card as the index in a table, whose first entry is for no card."""
        text, known = self.number(card, env), self.range(card, env)
        if known is not None and known[0] >= -1 and known[1] < self._ids:
            return f"{text} + 1"
        return f"checked(g, {text}, -1, {self._ids - 1}) + 1"

    def _printed(self, table: int, card: str) -> str:
        """Source for what is printed on a card of a list, which may hold any number if it isn't of a zone."""
        narrow = self._program.lists is bytes
        return f"{self._tables.attribute(table)}[{card if narrow else f'checked(g, {card}, 0, {self._ids - 1})'} + 1]"

    def _binary(self, expr: Binary, env: Env) -> str:
        operator = expr.operator
        if operator == "%" and is_packed(expr.left, _packed(env)):
            return f"remainder_of(g, {self.packed(expr.left, env)}, {self.number(expr.right, env)})"
        left, right = self.number(expr.left, env), self.number(expr.right, env)
        if operator in COMPARISONS or operator in {"&", "|"}:
            return f"({left} {operator} {right})"
        if operator in CHECKED:
            known = self.range(expr, env)
            if known is not None and known[0] > -SAFE and known[1] < SAFE:
                return f"({left} {operator} {right})"
            return f"{CHECKED[operator]}(g, {left}, {right})"
        if operator == "//":
            return f"quotient(g, {left}, {right})"
        return f"{'remainder_' if operator == '%' else operator}({left}, {right})"

    def bound(self, cards: Expr, text: str, env: Env) -> Name:
        """The name of a card of a list."""
        return Name(text, "I", self._ranges.of_members(cards, _known(env)))

    def _loop(
        self,
        cards: Expr,
        local: int,
        env: Env,
        inside: Callable[[Env], str],
        before: str = RESULT,
        after: str = "r_",
    ) -> str:
        """Source for a loop through a list: what is `inside`, by the names there, what is `before`, and the value."""
        card, listed = self.fresh("c"), self.fresh("v")
        body = inside({**env, local: self.bound(cards, card, env)})
        return (
            f"({{ L {listed} = {self.cards(cards, env)}; {before} "
            f"for (I i_ = 0; i_ < {listed}.n; i_++) {{ I {card} = {listed}.at[i_]; {body} }} {after}; }})"
        )

    def _size(self, cards: Expr, env: Env) -> str:
        if isinstance(cards, Filter):
            return self._count(cards.cards, cards.local, cards.condition, env)
        if isinstance(cards, Zone) and isinstance(cards.index, Int):
            return f"(I)g->s.n[{place('z', cards.index.value)}]"
        return f"{self.cards(cards, env)}.n"

    def _count(self, cards: Expr, local: int, condition: Expr, env: Env) -> str:
        return self._loop(cards, local, env, lambda inner: f"r_ += !!{self.test(condition, inner)};")

    def _exists(self, cards: Expr, local: int, condition: Expr, env: Env) -> str:
        def found(inner: Env) -> str:
            return f"if ({self.test(condition, inner)}) {{ r_ = 1; break; }}"

        return self._loop(cards, local, env, found)

    def _find(self, cards: Expr, local: int, condition: Expr, env: Env) -> str:
        card = self.fresh("c")

        def found(inner: Env) -> str:
            return f"if ({self.test(condition, inner)}) {{ {card} = {inner[local].text}; break; }}"

        return self._loop(cards, local, env, found, f"I {card} = -1;", card)

    def _exists_run(self, expr: ExistsRun, env: Env) -> str:
        listed, run = self.fresh("v"), self.fresh("q")
        test = self.test(expr.condition, {**env, expr.local: Name(run, "L")})
        return (
            f"({{ L {listed} = {self.cards(expr.cards, env)}; I r_ = 0; "
            f"for (I i_ = 0; i_ + {expr.size} <= {listed}.n; i_++) {{ L {run} = {{{listed}.at + i_, {expr.size}}}; "
            f"if ({test}) {{ r_ = 1; break; }} }} r_; }})"
        )

    def _highest(self, value: Expr, inner: Env) -> str:
        return f"I w_ = {self.number(value, inner)}; if (!i_ || w_ > r_) r_ = w_;"

    def _summed(self, value: Expr, inner: Env) -> str:
        known = self.range(value, inner)
        if known is not None and known[0] > -SMALL and known[1] < SMALL:
            return f"r_ += {self.number(value, inner)};"
        return f"r_ = add(g, r_, {self.number(value, inner)});"

    def _common(self, table: int, cards: Expr, env: Env) -> str:
        listed = self.fresh("v")
        return (
            f"({{ L {listed} = {self.cards(cards, env)}; I r_ = {listed}.n ? -1 : 0; "
            f"for (I i_ = 0; i_ < {listed}.n; i_++) r_ &= {self._printed(table, f'{listed}.at[i_]')}; r_; }})"
        )

    def _filter(self, expr: Filter, env: Env) -> str:
        if free_locals(expr):
            return self._filtered(expr.cards, expr.local, expr.condition, env)
        return self.shared.cards(self._apart(lambda: self._filtered(expr.cards, expr.local, expr.condition, {})))

    def _filtered(self, cards: Expr, local: int, condition: Expr, env: Env) -> str:
        card, listed, out = self.fresh("c"), self.fresh("v"), self.fresh("o")
        test = self.test(condition, {**env, local: self.bound(cards, card, env)})
        reset = f"g->top = {out} + {listed}.n + 1; " if allocates(test) else ""
        return (
            f"({{ L {listed} = {self.cards(cards, env)}; Card *{out} = room(g, {listed}.n + 1); I n_ = 0; "
            f"for (I i_ = 0; i_ < {listed}.n; i_++) {{ I {card} = {listed}.at[i_]; "
            f"{out}[n_] = (Card){card}; n_ += !!{test}; {reset}}} (L){{{out}, n_}}; }})"
        )


def _packed(env: Env) -> frozenset[int]:
    return frozenset(local for local, name in env.items() if name.kind == "V")


def _known(env: Env) -> dict[int, Range | None]:
    return {local: name.range for local, name in env.items()}


ALLOCATING = ("room(", "joined(", "reversed(", "without(", "unpacked(", "copied(", "distinct(", "move_all(", "made")


CALLS = ("({", "(g,", "inside(", "first_place(", "||", "&&", "?")
MOST_TOGETHER = 200


def joined(operator: str, tests: Sequence[str]) -> str:
    """Tests joined by `&` or `|`; short ones are all evaluated, because a branch that can't be foreseen costs more."""
    groups: list[list[str]] = []
    for test in tests:
        if groups and is_simple(test) and len(" ".join(groups[-1])) + len(test) < MOST_TOGETHER:
            groups[-1].append(test)
        else:
            groups.append([test])
    parts = [
        f"({f' {operator} '.join(f'!!{each}' for each in group)})" if len(group) > 1 else group[0] for group in groups
    ]
    return parts[0] if len(parts) == 1 else f"({f' {operator * 2} '.join(parts)})"


def is_simple(test: str) -> bool:
    """Whether a test is evaluated at once: without a loop, a branch, or a call that may leave the game to Python."""
    return not any(call in test for call in CALLS)


def allocates(text: str) -> bool:
    """Whether a piece of source takes room in the arena."""
    return any(name in text for name in ALLOCATING)


def literal(value: int) -> str:
    """A number in C."""
    if not -(1 << 63) < value < 1 << 63:
        raise Unsupported(f"a number of it is too large: {value}")
    return f"{value}ll" if abs(value) >= 1 << 31 else f"({value})" if value < 0 else str(value)
