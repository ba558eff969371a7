"""A choice → Python source that lists its picks (see `options`)."""

from __future__ import annotations

import re

from dsl.program.blocks import Choose, Option, Parameter
from dsl.program.expressions import And, Binary, Expr, Filter, Int, Zone
from dsl.program.operators import free_locals
from dsl.program.program import Program
from interpreter.analysis.flow import wanted_by
from interpreter.choices.ambiguity import Coinciding
from interpreter.choices.picks import unnamed
from interpreter.generated.enumerate_picks import Nested
from interpreter.generated.expressions import Env, Expressions, parts_of
from interpreter.generated.writer import Writer

CARDS = re.compile(r"s\[\d+\]\.translate\(None, D\d+\)")
"""Cards of one zone, by what is printed on them."""


class Offerings:
    """Writes the functions that list picks, one for each choice."""

    def __init__(self, program: Program, expressions: Expressions, write: Writer) -> None:
        self._program = program
        self._expressions = expressions
        self._write = write
        self._nested = Nested(program, expressions, write)
        self._coinciding = Coinciding(program, expressions.constants.serving)
        self._pieces: list[str] = []
        self._begun = False

    def function(self, block: int, choice: Choose) -> tuple[int, ...]:
        """Write `o<block>(s, locals)`, which lists the picks at a block's choice; the locals it wants, in order."""
        wants = tuple(sorted(set().union(*(wanted_by(option) for option in choice.options))))
        env: Env = {local: f"l{local}" for local in wants}
        with self._write.block(f"def o{block}({', '.join(['s', *env.values()])}):"):
            self.picks(block, choice, env)
            self._write("return o")
        return wants

    def picks(self, block: int, choice: Choose, env: Env) -> None:
        """Write what puts the picks at a block's choice into `o`."""
        options = tuple(option for option in choice.options if self._expressions.constants.possible(option.parameters))
        twins = any(self._twinned(option) for option in options)
        coincide = self._coinciding.any(options) or any(self._compared(option) for option in options)
        self._pieces, self._begun = [], False
        self._nested.begin()
        if any(self._nested.told_apart(parameter) for option in options for parameter in option.parameters):
            self._write("r = loads(s)")
        place = self._write.place()
        for number, option in enumerate(choice.options):
            if option in options:
                self._option(block, number, option, env, twins and not coincide)
        self._flush()
        self._write.origin = choice.origin
        self._write.insert(place, self._nested.ahead(twins and not coincide))
        self._write.share(place, CARDS, lambda: self._expressions.fresh("f"))
        if coincide:
            self._write(f"o = merged(s, {block}, o)")
        elif twins:
            self._write(f"if m: o = merged_twins(s, {block}, o)")

    def _compared(self, option: Option) -> bool:
        """Whether only the words tell which picks of an option read the same."""
        return any(parameter.most for parameter in option.parameters) and not self._nested.chosen(option)

    def _twinned(self, option: Option) -> bool:
        """Whether there may be picks of an option that differ only by cards of the same name."""
        if self._nested.chosen(option):
            return self._nested.told_apart(option.parameters[0])
        return not self._simple(option) and self._nested.twinned(option)

    def never_empty(self, choice: Choose) -> bool:
        """Whether there is an option that can always be picked."""
        return any(
            not option.parameters and self._expressions.test(option.condition, {}) == "1"
            for option in choice.options
            if not free_locals(option.condition)
        )

    def _option(self, block: int, number: int, option: Option, env: Env, twins: bool) -> None:
        self._write.origin = option.origin
        test = self._expressions.test(option.condition, env)
        if test == "0":
            return
        if test == "1":
            self._picks(block, number, option, env, twins)
        else:
            self._flush()
            with self._write.block(f"if {test}:"):
                self._picks(block, number, option, env, twins)
                self._flush()

    def _simple(self, option: Option) -> bool:
        """Whether the picks of an option hang on which cards serve, and on nothing else."""
        if not option.parameters:
            return True
        first, *more = option.parameters
        if more or first.by_position or first.values or first.most or self._nested.told_apart(first):
            return False
        return not self._nested.twinned(option) or all(
            self._expressions.told(part, first.card) for part in parts_of(first.condition)
        )

    def _picks(self, block: int, number: int, option: Option, env: Env, twins: bool) -> None:
        if self._nested.chosen(option):
            piece = self._chosen(number, option, env, twins)
            self._pieces.append(f"*{piece}")
        elif not self._simple(option):
            self._flush()
            self._nested.picks(option, number, env, twins)
        elif option.parameters:
            self._kept(block, number, option.parameters[0], env)
        else:
            self._pieces.append(f"({number},)")

    def _kept(self, block: int, number: int, parameter: Parameter, env: Env) -> None:
        """Add the picks of an option with one parameter, as they were worked out before for the same cards."""
        for tag, source in enumerate(parameter.sources):
            zone = self._nested.zone(source.zone, env)
            inner = {**env, parameter.zone: zone}
            cards, left = self._expressions.selected(source.cards, parameter.card, parameter.condition, inner)
            cards = cards if self._is_sorted(source.cards) else f"distinct({cards})"
            known = int(zone) if zone.isdigit() else None
            kept = self._expressions.constants.picks(block, number, unnamed(parameter, tag), known)
            picks = f"{kept}{'' if zone.isdigit() else f'[{zone}]'}[{cards}]"
            card = self._expressions.fresh("c")
            test = self._expressions.test(And(tuple(left)), {**inner, parameter.card: card})
            self._pieces.append(
                f"*{picks}" if test == "1" else f"*[p for p in {picks} for {card} in (p[1],) if {test}]"
            )

    def _chosen(self, number: int, option: Option, env: Env, twins: bool) -> str:
        """Source for the picks of an option about several cards, as they were worked out before for the same lists."""
        (parameter,) = option.parameters
        lists = [self._expressions.value(source.cards, env) for source in parameter.sources]
        test = self._expressions.test(parameter.condition, {**env, parameter.card: "hs", parameter.zone: "ns"})
        kept = self._expressions.constants.chosen(parameter, test)
        told_apart = self._nested.told_apart(parameter)
        if told_apart and twins and not all(self._nested.tell(source.cards, env) for source in parameter.sources):
            self._flush()
            self._write(f"if special({' + '.join(lists)}, r): m += b'1'")
        loads = ", r" if told_apart else ""
        listed = f"({', '.join(lists)}, )"
        return f"[({number}, *p) for p in {kept}.of({listed}, {option.origin}, lambda hs, ns: {test}{loads})]"

    def _is_sorted(self, cards: Expr) -> bool:
        """Whether cards come from a heap: then equal ones come in equal order, and there is little to keep."""
        match cards:
            case Zone(Int(zone) | Binary("+", Int(zone))):
                return self._program.places[zone].shape == "heap"
            case Filter(inner):
                return self._is_sorted(inner)
            case _:
                return False

    def _flush(self) -> None:
        """Write what has been gathered for the list `o`."""
        if self._pieces or not self._begun:
            self._write(f"o {'+=' if self._begun else '='} [{', '.join(self._pieces)}]")
        self._pieces, self._begun = [], True
