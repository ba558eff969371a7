"""Expression → Python source.

`value` gives source whose value is an integer (never a bool) or bytes; `test` gives source for a condition, of
which only the truth counts. Names of locals come from an `Env`; a name that begins with `c` is bound to a card
that is certainly there (never `NO_CARD`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, assert_never

from dsl.program.expressions import (
    And,
    Attribute,
    Binary,
    Cards,
    Common,
    Count,
    Element,
    Exists,
    ExistsRun,
    Expr,
    Fact,
    Filter,
    Find,
    If,
    Int,
    Local,
    Not,
    Noted,
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
from dsl.program.operators import OPERATORS, THROUGH, free_locals, within
from dsl.program.program import Program
from interpreter.generated.constants import CARD, Constants
from interpreter.state.layout import layout_of

Env = dict[int, str]

COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The comparisons that hold when both sides change their sign."""

INLINE = COMPARISONS | {"+", "-", "*", "&", "|"}
ANY = {(">", 0), (">=", 1), ("!=", 0)}
"""How a size is compared when all that is asked is whether there is a card."""


class Before(Protocol):
    """Names for what is worked out before a loop."""

    def guard(self, name: str) -> None:
        """From here on, names are needed only if this one holds something."""

    def lasts(self, expr: Expr) -> bool:
        """Whether an expression should be worked out there."""

    def name(self, text: str) -> str:
        """The name of what a piece of source gives there."""


class Expressions:
    """Writes expressions of one program."""

    def __init__(self, program: Program, constants: Constants) -> None:
        self.layout = layout_of(program)
        self.constants = constants
        self.before: Before | None = None
        """What was worked out before the loop that is being written."""
        self._riding = program.riding
        self._fresh = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing else has."""
        self._fresh += 1
        return f"{prefix}{self._fresh}"

    def value(self, expr: Expr, env: Env) -> str:
        """Source for an expression's value."""
        return self._apart(expr, env, self._value) or self._value(expr, env)

    def _value(self, expr: Expr, env: Env) -> str:  # noqa: C901, PLR0912 - one line a case
        match expr:
            case Int(value):
                return _digits(value)
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
            case And() | Or() | Not() | Exists() | ExistsRun():
                return self._truth(self.test(expr, env))
            case If(condition, then, otherwise):
                return self._if(condition, then, otherwise, env)
            case Size(cards):
                return self._size(cards, env)
            case Element(cards, position):
                return self._element(cards, position, env)
            case Position(cards, card):
                return f"first_place({self.value(cards, env)}, {self.value(card, env)})"
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
            case Unpacked(number):
                return f"unpacked({self.value(number, env)})"
            case Without(cards, card):
                return f"without({self.value(cards, env)}, {self.value(card, env)})"
            case Reversed(cards):
                return f"{self.value(cards, env)}[::-1]"
            case Noted(part, origin):
                return f"noted({origin}, {self.value(part, env)})"
            case _:
                assert_never(expr)

    def outright(self, expr: Expr, env: Env, write: Callable[[Expr, Env], str] | None = None) -> str:
        """Source for an expression's value without the names of what was worked out before a loop."""
        before, self.before = self.before, None
        text = (write or self.value)(expr, env)
        self.before = before
        return text

    def test(self, expr: Expr, env: Env) -> str:
        """Source for a condition; exactly `1` or `0` where that is known."""
        return self._apart(expr, env, self._test) or self._test(expr, env)

    def _test(self, expr: Expr, env: Env) -> str:
        match expr:
            case And(parts):
                return self._joined("and", "0", [self.test(part, env) for part in parts])
            case Or(parts):
                return self._joined("or", "1", [self.test(part, env) for part in parts])
            case Not(part):
                inner = self.test(part, env)
                return {"1": "0", "0": "1"}.get(inner, f"(not {inner})")
            case Exists(cards, local, condition):
                return self._exists(cards, local, condition, env)
            case ExistsRun(cards, size, local, condition):
                name = self.fresh("g")
                test = self.test(condition, {**env, local: name})
                return f"[{name} for {name} in runs({self.value(cards, env)}, {size}) if {test}]"
            case Binary(operator, left, right) if operator == "in":
                return self._in(left, right, env)
            case Binary(operator) if operator in COMPARISONS:
                return self._comparison(expr, env)
            case Int(value):
                return "1" if value else "0"
            case _:
                return self._value(expr, env)

    def _apart(self, expr: Expr, env: Env, write: Callable[[Expr, Env], str]) -> str | None:
        """Source for what needn't be worked out here: it was worked out before a loop, or a table has it."""
        if isinstance(expr, Int | Cards | Local) or (isinstance(expr, Attribute) and isinstance(expr.card, Local)):
            return None
        if self.before is not None and self.before.lasts(expr):
            return self.before.name(self.outright(expr, env, write))
        found = free_locals(expr)
        if len(found) != 1 or not _is_number(expr):
            return None
        card = env[next(iter(found))]
        values = self.constants.printed(expr, *found) if CARD.fullmatch(card) else None
        if values is None:
            return None
        same = len(set(values)) == 1
        return _digits(values[0]) if same else f"{self.constants.name('T', values, values)}[{card}]"

    def slot(self, first: int, index: Expr, env: Env) -> str:
        """Source for an element of the state: `index` counted from the element `first`."""
        at = self.value(index, env)
        return f"s[{first + int(at)}]" if at.isdigit() else f"s[{at} + {first}]"

    def selected(self, cards: Expr, local: int, condition: Expr, env: Env) -> tuple[str, list[Expr]]:
        """Source for a list without those cards that a table can tell, and what is left of the condition."""
        lying = self.lying(cards, local, condition)
        source = self.value(cards, env) if lying is None else self._on(lying[1], env)
        left = []
        for part in parts_of(condition):
            if lying is not None and part is lying[0]:
                continue
            deleted = self._deleted(part, local, env)
            if deleted is None:
                left.append(part)
            elif deleted != "EMPTY":
                source += f".translate(None, {deleted})"
        return source, left

    def plain(self, cards: Expr) -> Expr | None:
        """The zone whose cards these are, but for some that are left out for what is printed on them."""
        while isinstance(cards, Filter) and self.constants.leave_out(cards.condition, cards.local):
            cards = cards.cards
        return cards if isinstance(cards, Zone) and not free_locals(cards) else None

    def lying(self, cards: Expr, local: int, condition: Expr) -> tuple[Expr, Expr] | None:
        """For cards that lie on one card: the part of the condition that says so, and that card."""
        if self._riding is None or cards != Zone(Int(self._riding.zone)):
            return None
        carrier = Binary("-", Fact(self._riding.fact, Local(local)), Int(1))
        for part in parts_of(condition):
            if isinstance(part, Binary) and (part.operator, part.left) == ("==", carrier):
                return None if local in free_locals(part.right) else (part, part.right)
        return None

    def _on(self, card: Expr, env: Env) -> str:
        """Source for the cards that lie on a card."""
        assert self._riding is not None
        zone, fact = self.layout.zones + self._riding.zone, self.layout.facts + self._riding.fact
        return f"lying_on(s[{zone}], s[{fact}], {self.value(card, env)})"

    def told(self, condition: Expr, local: int) -> bool:
        """Whether a table tells which cards fail a condition."""
        if self.constants.leave_out(condition, local) or self.constants.compared(condition, local):
            return True
        rest = [part for part in _alternatives(condition) if local in free_locals(part)]
        return len(rest) == 1 and rest[0] != condition and self.told(rest[0], local)

    def _deleted(self, condition: Expr, local: int, env: Env) -> str | None:
        """Source for the cards that fail a condition, if a table can tell them."""
        if printed := self.constants.leave_out(condition, local):
            return printed if self.constants.values[printed] else "EMPTY"
        if compared := self.constants.compared(condition, local):
            return f"{compared[0]}[{self.value(compared[1], env)}]"
        if not self.told(condition, local):
            return None
        apart = tuple(part for part in _alternatives(condition) if local not in free_locals(part))
        rest = next(part for part in _alternatives(condition) if local in free_locals(part))
        return f"EMPTY if {self.test(Or(apart), env)} else {self._deleted(rest, local, env)}"

    def _filter(self, cards: Expr, local: int, condition: Expr, env: Env, listed: bool = False) -> str:
        cards, local, condition = self._in_turn(cards, local, condition)
        source, left = self.selected(cards, local, condition, env)
        name = self.fresh("c")
        test = self.test(And(tuple(left)), {**env, local: name})
        if test == "1":
            return source
        picked = f"[{name} for {name} in {source} if {test}]"
        needed = [there for part in left if (there := self._lying_there(part, local, env)) and not is_noted(condition)]
        picked = picked if listed else f"bytes({picked})"
        return f"({picked} if {' and '.join(needed)} else EMPTY)" if needed else picked

    def _in_turn(self, cards: Expr, local: int, condition: Expr) -> tuple[Expr, int, Expr]:
        """Cards and a condition on them, where what is printed on them is asked first: a table tells that sooner."""
        if not isinstance(cards, Filter) or not self._sooner(condition, local) or self._soon(cards):
            return cards, local, condition
        return Filter(cards.cards, local, condition), cards.local, cards.condition

    def _sooner(self, condition: Expr, local: int) -> bool:
        return self.constants.leave_out(condition, local) is not None

    def _soon(self, cards: Filter) -> bool:
        """Whether no loop is needed to tell which cards are left out, or it tells more than that."""
        if is_noted(cards.condition):
            return True
        found = self.lying(cards.cards, cards.local, cards.condition)
        return found is not None or self._sooner(cards.condition, cards.local)

    def _lying_there(self, condition: Expr, local: int, env: Env) -> str | None:
        """For a condition that wants certain cards to lie on the one in a local: source for those that lie anywhere."""
        if not isinstance(condition, Exists) or not isinstance(condition.cards, Filter) or self._riding is None:
            return None
        found = self.lying(condition.cards.cards, condition.cards.local, condition.cards.condition)
        if found is None or found[1] != Local(local):
            return None
        return self.selected(Zone(Int(self._riding.zone)), condition.local, condition.condition, env)[0]

    def _exists(self, cards: Expr, local: int, condition: Expr, env: Env) -> str:
        """Source for whether a card serves: what is no matter of the card is asked once; one that does is enough."""
        cards, local, condition = self._in_turn(cards, local, condition)
        if is_noted(condition):
            return self._filter(cards, local, condition, env, listed=True)
        source, left = self.selected(cards, local, condition, env)
        apart = [self.test(part, env) for part in left if local not in free_locals(part)]
        own = tuple(part for part in left if local in free_locals(part))
        if not own:
            return self._joined("and", "0", [source, *apart])
        name = self.fresh("c")
        test = self.test(And(own), {**env, local: name})
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

    def _attribute(self, table: int, card: Expr, env: Env) -> str:
        name = self.constants.table(table)
        if isinstance(card, Int):
            return str(self.constants.values[name][card.value])
        return f"{name}[{self.value(card, env)}]"

    def _binary(self, expr: Binary, env: Env) -> str:
        if expr.operator == "in" or expr.operator in COMPARISONS:
            return self._truth(self.test(expr, env))
        left, right = self.value(expr.left, env), self.value(expr.right, env)
        if left.isdigit() and right.isdigit():
            return _digits(int(OPERATORS[expr.operator](int(left), int(right))))
        if expr.operator in INLINE:
            return f"({left} {expr.operator} {right})"
        if expr.operator == "++":
            return f"({left} + {right})"
        if isinstance(expr.right, Int) and expr.right.value:
            return f"({left} {expr.operator} {right})"
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

    def _comparison(self, expr: Binary, env: Env) -> str:
        match expr:
            case Binary(operator, Size(cards), Int(value)) if (operator, value) in ANY:
                return self._any(cards, env)
            case Binary(operator, Binary("-", Int(whole), part), Int(value)):
                return f"({self.value(part, env)} {TURNED.get(operator, operator)} {whole - value})"
            case _:
                one, other = self.value(expr.left, env), self.value(expr.right, env)
                if one.isdigit() and other.isdigit():
                    return str(int(OPERATORS[expr.operator](int(one), int(other))))
                return f"({one} {expr.operator} {other})"

    def _any(self, cards: Expr, env: Env) -> str:
        """Source for whether a list holds a card."""
        if isinstance(cards, Filter):
            return self._filter(cards.cards, cards.local, cards.condition, env, listed=True)
        return self.value(cards, env)

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


def is_noted(expr: Expr) -> bool:
    """Whether something is noted while a condition is tested, so that it must be tested for every card."""
    return any(isinstance(part, Noted) for part in within(expr))


def _digits(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def _is_number(expr: Expr) -> bool:
    """Whether the value of an expression is an integer, as far as can be told at a glance."""
    match expr:
        case Binary(operator):
            return operator != "++"
        case If(_, then, otherwise):
            return _is_number(then) and _is_number(otherwise)
        case _:
            return isinstance(expr, Int | Attribute | And | Or | Not)


def parts_of(condition: Expr) -> tuple[Expr, ...]:
    """The conditions all of which must hold."""
    return condition.parts if isinstance(condition, And) else (condition,)


def _alternatives(condition: Expr) -> tuple[Expr, ...]:
    """The conditions one of which must hold."""
    return condition.parts if isinstance(condition, Or) else (condition,)


def _cases(condition: Expr, then: Expr, otherwise: Expr) -> list[tuple[Expr, Expr]]:
    """The cases of a chain of `If`s; the last one's condition is always met."""
    cases = [(condition, then)]
    while isinstance(otherwise, If):
        cases.append((otherwise.condition, otherwise.then))
        otherwise = otherwise.otherwise
    return [*cases, (Int(1), otherwise)]
