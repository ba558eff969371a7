"""A choice → Python source that lists its picks (see `options`)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.program import And, Choose, Expr, Option, Parameter, Program
from interpreter.expressions import Env, Expressions
from interpreter.options import may_coincide, twins_of
from interpreter.reading import reads
from interpreter.writer import Writer


@attrs.frozen
class Offering:
    """The function written for a choice: its name, and the locals it wants, in order."""

    name: str
    wants: tuple[int, ...]

    def call(self, names: Env) -> str:
        """Source that calls it."""
        return f"{self.name}({', '.join(['s', *(names[local] for local in self.wants)])})"


class Offerings:
    """Writes the functions that list picks, one for each choice."""

    def __init__(self, program: Program, expressions: Expressions, write: Writer) -> None:
        self._program = program
        self._expressions = expressions
        self._write = write
        self._twins = twins_of(program)

    def function(self, block: int, choice: Choose) -> Offering:
        """Write the function for a block's choice."""
        wants = tuple(sorted(set().union(*(_wants(option) for option in choice.options))))
        offering = Offering(f"o{block}", wants)
        env: Env = {local: f"l{local}" for local in wants}
        merging = "always" if may_coincide(self._program, choice) else "twins" if self._twins else "never"
        with self._write.block(f"def {offering.name}({', '.join(['s', *env.values()])}):"):
            self._write("o = []")
            if merging == "twins":
                self._write("m = b''")
            for number, option in enumerate(choice.options):
                self._option(number, option, env, merging == "twins")
            merged = f"merged({block}, o)"
            returned = {"always": merged, "twins": f"{merged} if m else o", "never": "o"}
            self._write(f"return {returned[merging]}")
        return offering

    def _option(self, number: int, option: Option, env: Env, twins: bool) -> None:
        self._write.origin = option.origin
        test = self._expressions.test(option.condition, env)
        if test == "0":
            return
        if test == "1":
            self._nested(option, 0, [str(number)], env, twins)
        else:
            with self._write.block(f"if {test}:"):
                self._nested(option, 0, [str(number)], env, twins)

    def _nested(self, option: Option, at: int, pick: Sequence[str], env: Env, twins: bool) -> None:
        if at == len(option.parameters):
            self._write(f"o.append(({', '.join(pick)},))")
            return
        parameter = option.parameters[at]
        for number in range(len(parameter.sources)):
            self._source(option, at, number, pick, env, twins)

    def _source(self, option: Option, at: int, number: int, pick: Sequence[str], env: Env, twins: bool) -> None:
        parameter = option.parameters[at]
        source = parameter.sources[number]
        zone = self._expressions.value(source.zone, env)
        if not (zone.isdigit() or zone.isidentifier()):
            name = self._expressions.fresh("y")
            self._write(f"{name} = {zone}")
            zone = name
        card = self._expressions.fresh("c")
        inner = {**env, parameter.card: card, parameter.zone: zone}
        tag, left = str(number), [parameter.condition]
        if parameter.by_position:
            place = self._expressions.fresh("n")
            head = f"for {place}, {card} in enumerate({self._expressions.value(source.cards, env)}):"
            tag = f"{place} * {len(parameter.sources)} + {number}" if len(parameter.sources) > 1 else place
        else:
            cards, left = self._cards(parameter, source.cards, zone, env, twins)
            head = f"for {card} in {cards}:"
        with self._write.block(head):
            test = self._expressions.test(And(tuple(left)), inner)
            if test != "1":
                self._write(f"if not {test}: continue")
            self._nested(option, at + 1, [*pick, card, zone, tag], inner, twins)

    def _cards(self, parameter: Parameter, cards: Expr, zone: str, env: Env, twins: bool) -> tuple[str, list[Expr]]:
        """Source for the distinct cards of a source, and what is left of the condition on them."""
        env = {**env, parameter.zone: zone}
        text, left = self._expressions.selected(cards, parameter.card, parameter.condition, env)
        if twins:
            name = self._expressions.fresh("z")
            self._write(f"{name} = {text}; m += {name}.translate(None, UNIQUE)")
            text = name
        return f"distinct({text})", left


def _wants(option: Option) -> set[int]:
    """The locals of the frame that an option reads."""
    wanted, bound = set(reads(option.condition).locals), set[int]()
    for parameter in option.parameters:
        for source in parameter.sources:
            wanted |= (reads(source.cards).locals | reads(source.zone).locals) - bound
        bound |= {parameter.card, parameter.zone}
        wanted |= reads(parameter.condition).locals - bound
    return wanted
