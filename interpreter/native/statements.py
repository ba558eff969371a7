"""Write instructions as C.

Each statement gives back the room that it took in the arena. Procedures that can't wait are functions `p<number>`; one
that may end the game returns whether it did.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import attrs

from dsl.program.blocks import CallAndWait, Choose, Fork
from dsl.program.expressions import Expr, Int, Zone
from dsl.program.instructions import (
    LOOP_LIMIT,
    ROUND_LIMIT,
    Branch,
    Call,
    Cover,
    Draw,
    End,
    Exchange,
    Expose,
    ForEach,
    Instruction,
    Move,
    MoveAll,
    Pick,
    Roll,
    SetFact,
    SetLocal,
    SetNumber,
    Shuffle,
    While,
)
from dsl.program.program import Program
from interpreter.analysis.cost import costs_of
from interpreter.analysis.instructions import walk
from interpreter.native.cards import card_locals
from interpreter.native.expressions import Env, Expressions, Name, Unsupported, allocates, literal
from interpreter.native.packed import packed_locals
from interpreter.native.ranges import Range
from interpreter.native.writer import Place, Writer


class Statements:
    """Writes the instructions of one program."""

    def __init__(self, program: Program, expressions: Expressions) -> None:
        self._program = program
        self._procedures = program.procedures
        self._expressions = expressions
        self._number = expressions.number
        self._costs = costs_of(program)
        self._ending = _ending(program)
        self._packed = packed_locals(program)
        self.cards = card_locals(program)

    def procedure(self, number: int, writer: Writer) -> None:
        """Write `p<number>`, which carries out a procedure that can't wait; it returns 1 if the game is over."""
        procedure = self._procedures[number]
        with writer.block(self.head(number)):
            env = dict[int, Name]()
            for local in range(procedure.locals):
                env[local] = self._local(number, local, writer)
            writer.write("UNUSED Card *m = g->top;")
            self.body(procedure.body, Place(writer, env, "1"))
            writer.write("g->top = m; return 0;")

    def head(self, number: int) -> str:
        """The head of a procedure's function."""
        procedure = self._procedures[number]
        kinds = [f"{self.kind(number, local)} a{local}" for local in range(procedure.parameters)]
        return f"static int p{number}({', '.join(['G *g', *kinds])})"

    def kind(self, procedure: int, local: int) -> str:
        """The type of the values of a local: "L" for lists, "V" for packed cards, "I" for other numbers."""
        if local in self._procedures[procedure].lists:
            return "L"
        return "V" if (procedure, local) in self._packed else "I"

    def _local(self, procedure: int, local: int, writer: Writer) -> Name:
        name, given = f"l{local}", local < self._procedures[procedure].parameters
        kind = self.kind(procedure, local)
        if kind == "L":
            writer.write(f"List {name}; {name}.n = 0;" + (f" set_list(g, &{name}, a{local});" if given else ""))
            return Name(f"view(&{name})", "L")
        writer.write(f"{kind} {name} = {f'a{local}' if given else 0};")
        return Name(name, kind, self.range_of(procedure, local))

    def range_of(self, procedure: int, local: int) -> Range | None:
        """The range of a local, if it is one that only holds cards."""
        return (-1, len(self._program.faces) - 1) if (procedure, local) in self.cards else None

    def body(self, body: Sequence[Instruction], at: Place) -> None:
        """Write instructions."""
        for each in body:
            before = len(at.writer.lines)
            self._instruction(each, at)
            if any(allocates(line) for line in at.writer.lines[before:]) and not isinstance(each, End):
                at.write(f"g->top = {at.mark};")

    def _instruction(self, what: Instruction, at: Place) -> None:  # noqa: C901, PLR0912 - one line a case
        self.measure(what, at)
        match what:
            case SetLocal(local, value):
                self.set_local(local, value, at)
            case SetNumber():
                self._set_number(what, at)
            case SetFact():
                self._set_fact(what, at)
            case Move():
                self._move(what, at)
            case MoveAll(Zone(Int(whole)), Int(source), Int(target), end) if whole == source != target:
                at.write(f"move_whole(g, {source}, {target}, {int(end == 'last')});")
            case MoveAll(cards, source, target, end):
                top = int(what.nearest == "last")
                listed = self._expressions.cards(cards, at.env)
                zones = f"{self._number(source, at.env)}, {self._number(target, at.env)}"
                at.write(f"move_all(g, {listed}, {zones}, {int(end == 'last')}, {top});")
            case Draw(local, source, target):
                zones = f"{self._number(source, at.env)}, {self._number(target, at.env)}"
                at.write(f"{at.env[local].text} = draw(g, {zones});")
            case Expose(zone, amount):
                at.write(f"expose(g, {self._number(zone, at.env)}, {self._number(amount, at.env)});")
            case Shuffle(zone):
                at.write(f"shuffle(g, {self._number(zone, at.env)});")
            case Roll(local, least, most):
                ends = f"{self._number(least, at.env)}, {self._number(most, at.env)}"
                at.write(f"{at.env[local].text} = roll(g, {ends});")
            case Pick(local, members, none):
                listed = self._expressions.cards(members, at.env)
                at.write(f"{at.env[local].text} = pick_of(g, {listed}, {none});")
            case Exchange():
                self._exchange(what, at)
            case Branch(condition, then, otherwise):
                self._branch(self._expressions.test(condition, at.env), then, otherwise, at)
            case While():
                self._while(what, at)
            case ForEach():
                self._for_each(what, at)
            case Call():
                self._call(what, at)
            case End(ending):
                at.write(f"g->s.status = {ending + 1}; g->s.top = -1; g->s.used = 0; return {at.over};")
            case Cover():
                raise Unsupported("it is linked for coverage")
            case _:
                assert_never(what)

    def set_local(self, local: int, value: Expr, at: Place) -> None:
        """Write that a local gets a value."""
        name = at.env[local]
        if name.kind == "L":
            at.write(f"set_list(g, {self.storage(name)}, {self._expressions.cards(value, at.env)});")
        else:
            at.write(f"{name.text} = {self._expressions.value(name.kind, value, at.env)};")

    @staticmethod
    def storage(name: Name) -> str:
        """Source for the address of a local that is a list."""
        return name.text.removeprefix("view(").removesuffix(")")

    def _set_number(self, what: SetNumber, at: Place) -> None:
        value = self._number(what.value, at.env)
        if not isinstance(what.index, Int):
            at.write(f"set_number(g, {self._number(what.index, at.env)}, {value});")
            return
        index = what.index.value
        (low, high), known = self._expressions.ends[index], self._expressions.range(what.value, at.env)
        if known is None or known[0] < low or known[1] > high:
            value = f"clamped({value}, {literal(low)}, {literal(high)})"
        at.write(f"g->s.num[{index}] = {value};")

    def _set_fact(self, what: SetFact, at: Place) -> None:
        fact = self._program.facts[what.fact]
        card, value = self._number(what.card, at.env), self._number(what.value, at.env)
        with at.writer.block():
            at.write(f"I c_ = {card}, w_ = clamped({value}, 0, {fact.maximum});")
            having = f"c_ >= {fact.first} && c_ < {fact.first + fact.count}"
            at.write(f"if ({having}) g->s.fact[{what.fact}][c_ + 1] = (uint16_t)w_;")

    def _move(self, what: Move, at: Place) -> None:
        parts = [self._number(part, at.env) for part in (what.card, what.source, what.target)]
        position = self._number(what.position or Int(-1), at.env)
        at.write(f"move(g, {', '.join(parts)}, {int(what.end == 'last')}, {position});")

    def _exchange(self, what: Exchange, at: Place) -> None:
        parts = [self._number(part, at.env) for part in (what.card, what.zone, what.other, what.other_zone)]
        parts += [self._number(place or Int(-1), at.env) for place in (what.position, what.other_position)]
        at.write(f"exchange(g, {', '.join(parts)});")

    def _branch(self, test: str, then: Sequence[Instruction], otherwise: Sequence[Instruction], at: Place) -> None:
        with at.writer.block(f"if ({test})"):
            self.body(then, at)
        if otherwise:
            with at.writer.block("else"):
                self.body(otherwise, at)

    def _while(self, what: While, at: Place) -> None:
        rounds, units = self._expressions.fresh("r"), self._costs.rounds(what.body)
        most = min(LOOP_LIMIT, ROUND_LIMIT // units)
        at.write(f"I {rounds} = 0;")
        test = self._expressions.test(what.condition, at.env)
        with at.writer.block(f"while ({test})"):
            at.write(f"if (unlikely(++{rounds} > {most})) stop(g);")
            if allocates(test):
                at.write(f"g->top = {at.mark};")
            self.body(what.body, at)
            self.measure(what, at)
        at.write(f"count(g, {rounds} * {units});")

    def _for_each(self, what: ForEach, at: Place) -> None:
        listed, mark, index = (self._expressions.fresh(prefix) for prefix in "zmi")
        local, cards = at.env[what.local], self._expressions.cards(what.cards, at.env)
        with at.writer.block():
            at.write(f"L {listed} = copied(g, {cards}); Card *{mark} = g->top;")
            at.write(f"count(g, {listed}.n * {self._costs.rounds(what.body)});")
            with at.writer.block(f"for (I {index} = 0; {index} < {listed}.n; {index}++)"):
                at.write(f"{local.text} = {listed}.at[{index}];")
                self.body(what.body, attrs.evolve(at, mark=mark))

    def _call(self, what: Call, at: Place) -> None:
        values = self.arguments(what, at.env)
        called = f"p{what.procedure}({', '.join(['g', *values])})"
        at.write(f"if ({called}) return {at.over};" if what.procedure in self._ending else f"{called};")

    def arguments(self, call: Call | CallAndWait, env: Env) -> list[str]:
        """Source for the arguments of a call."""
        kinds = (self.kind(call.procedure, local) for local in range(len(call.arguments)))
        return [self._expressions.value(kind, each, env) for kind, each in zip(kinds, call.arguments, strict=True)]

    def measure(self, what: Instruction | Fork | CallAndWait | Choose, at: Place) -> None:
        """Write that work is counted whose size isn't known beforehand."""
        units = self._costs.of(what)[1]
        if units is not None:
            at.write(f"count(g, {self._number(units, at.env)});")


def _ending(program: Program) -> frozenset[int]:
    """The procedures that can't wait and may end the game."""
    bodies = {number: list(walk(each.body)) for number, each in enumerate(program.procedures) if not each.waits}
    found = {number for number, body in bodies.items() if any(isinstance(each, End) for each in body)}
    while True:
        more = {
            number
            for number, body in bodies.items()
            if number not in found and any(isinstance(each, Call) and each.procedure in found for each in body)
        }
        if not more:
            return frozenset(found)
        found |= more
