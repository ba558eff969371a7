"""A choice → Python source that lists its picks (see `options`)."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program import (
    And,
    Attribute,
    Binary,
    Choose,
    Expr,
    Filter,
    Int,
    Local,
    Option,
    Parameter,
    Program,
    Source,
    Zone,
)
from dsl.terms import children, free_locals
from interpreter.expressions import Env, Expressions, parts_of
from interpreter.options import may_coincide, twins_of
from interpreter.riding import riders_of
from interpreter.writer import Writer


class Offerings:
    """Writes the functions that list picks, one for each choice."""

    def __init__(self, program: Program, expressions: Expressions, write: Writer) -> None:
        self._program = program
        self._expressions = expressions
        self._write = write
        self._twins = twins_of(program)
        riders = riders_of(program)
        self._carriers, self._ranked = riders.carriers, bytes(sorted(riders.ranked))
        self._pieces: list[str] = []
        self._begun = False

    def function(self, block: int, choice: Choose) -> tuple[int, ...]:
        """Write `o<block>(s, locals)`, which lists the picks at a block's choice; the locals it wants, in order."""
        wants = tuple(sorted(set().union(*(_wants(option) for option in choice.options))))
        env: Env = {local: f"l{local}" for local in wants}
        with self._write.block(f"def o{block}({', '.join(['s', *env.values()])}):"):
            self.picks(block, choice, env)
            self._write("return o")
        return wants

    def picks(self, block: int, choice: Choose, env: Env) -> None:
        """Write what puts the picks at a block's choice into `o`."""
        twins = any(self._twinned(option) for option in choice.options if not self._simple(option))
        coincide = may_coincide(self._program, choice)
        self._pieces, self._begun = [], False
        if twins and not coincide:
            self._write("m = b''")
        if any(self._laden(parameter) for option in choice.options for parameter in option.parameters):
            self._write("r = loads(s)")
        for number, option in enumerate(choice.options):
            self._option(block, number, option, env, twins and not coincide)
        self._flush()
        self._write.origin = choice.origin
        if coincide:
            self._write(f"o = merged(s, {block}, o)")
        elif twins:
            self._write(f"if m: o = merged_twins(s, {block}, o)")

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
        if more or first.by_position or first.values or first.most or self._told_apart(first):
            return False
        return not self._twinned(option) or all(
            self._expressions.told(part, first.card) for part in parts_of(first.condition)
        )

    def _twinned(self, option: Option) -> bool:
        """Whether an option may offer two cards of the same name."""
        return any(
            not self._expressions.constants.excluded(self._twins, parameter.condition, parameter.card)
            for parameter in option.parameters
            if not (parameter.by_position or parameter.values or parameter.most)
        )

    def _told_apart(self, parameter: Parameter) -> bool:
        """Whether it hangs on the state how cards of one name read, or which of them is meant."""
        return self._laden(parameter) or self._may_be(self._ranked, parameter)

    def _laden(self, parameter: Parameter) -> bool:
        """Whether a parameter may be a card on which something lies."""
        return self._may_be(self._carriers, parameter)

    def _may_be(self, cards: bytes, parameter: Parameter) -> bool:
        """Whether a parameter is named by its card, and that may be one of these."""
        if not cards or parameter.by_position or parameter.values or parameter.most:
            return bool(cards and parameter.most)
        return not self._expressions.constants.excluded(cards, parameter.condition, parameter.card)

    def _picks(self, block: int, number: int, option: Option, env: Env, twins: bool) -> None:
        if not self._simple(option):
            self._flush()
            self._nested(option, 0, [str(number)], env, twins)
        elif option.parameters:
            self._kept(block, number, option.parameters[0], env)
        else:
            self._pieces.append(f"({number},)")

    def _kept(self, block: int, number: int, parameter: Parameter, env: Env) -> None:
        """Add the picks of an option with one parameter, as they were worked out before for the same cards."""
        for tag, source in enumerate(parameter.sources):
            zone = self._zone(source, env)
            inner = {**env, parameter.zone: zone}
            cards, left = self._expressions.selected(source.cards, parameter.card, parameter.condition, inner)
            cards = cards if self._is_sorted(source.cards) else f"distinct({cards})"
            known = int(zone) if zone.isdigit() else None
            kept = self._expressions.constants.picks(block, number, tag, known)
            picks = f"{kept}{'' if zone.isdigit() else f'[{zone}]'}[{cards}]"
            card = self._expressions.fresh("c")
            test = self._expressions.test(And(tuple(left)), {**inner, parameter.card: card})
            self._pieces.append(
                f"*{picks}" if test == "1" else f"*[p for p in {picks} for {card} in (p[1],) if {test}]"
            )

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

    def _nested(self, option: Option, at: int, pick: Sequence[str], env: Env, twins: bool) -> None:
        if at == len(option.parameters):
            self._write(f"o.append(({', '.join(pick)},))")
            return
        parameter = option.parameters[at]
        for place, value in enumerate(parameter.values):
            self._value(option, at, place, value, pick, env, twins)
        if parameter.most:
            self._several(option, at, pick, env, twins)
            return
        for number in range(len(parameter.sources)):
            self._source(option, at, number, pick, env, twins)

    def _value(
        self, option: Option, at: int, place: int, value: int, pick: Sequence[str], env: Env, twins: bool
    ) -> None:
        """Write the picks of an option for one of several values: there are few, and each is known."""
        parameter = option.parameters[at]
        inner = {**env, parameter.card: str(value), parameter.zone: "0"}
        test = self._expressions.test(parameter.condition, inner)
        picked = [*pick, str(value), "0", str(place)]
        if test == "1":
            self._nested(option, at + 1, picked, inner, twins)
        elif test != "0":
            with self._write.block(f"if {test}:"):
                self._nested(option, at + 1, picked, inner, twins)

    def _several(self, option: Option, at: int, pick: Sequence[str], env: Env, twins: bool) -> None:
        """Write the picks of an option for each selection of several cards."""
        parameter = option.parameters[at]
        cards, ends = self._expressions.fresh("h"), self._expressions.fresh("n")
        lists = "".join(f"{self._expressions.value(source.cards, env)}, " for source in parameter.sources)
        found = f"selections(({lists}), {parameter.least}, {parameter.most}, {option.origin})"
        inner = {**env, parameter.card: cards, parameter.zone: ends}
        with self._write.block(f"for {cards}, {ends} in {found}:"):
            test = self._expressions.test(parameter.condition, inner)
            if test != "1":
                self._write(f"if not {test}: continue")
            tag = f"packed(unpacked({cards}), r)" if self._laden(parameter) else "0"
            self._nested(option, at + 1, [*pick, cards, ends, tag], inner, twins)

    def _source(self, option: Option, at: int, number: int, pick: Sequence[str], env: Env, twins: bool) -> None:
        parameter = option.parameters[at]
        source = parameter.sources[number]
        zone = self._zone(source, env)
        card = self._expressions.fresh("c")
        inner = {**env, parameter.card: card, parameter.zone: zone}
        tag, left = str(number), [parameter.condition]
        if parameter.by_position:
            place = self._expressions.fresh("n")
            if parameter.place >= 0:
                inner[parameter.place] = place
            head = f"for {place}, {card} in enumerate({self._expressions.value(source.cards, env)}):"
            tag = f"{place} * {len(parameter.sources)} + {number}" if len(parameter.sources) > 1 else place
        else:
            by_face = twins and self._laden(parameter) and self._by_face(option, at)
            cards, left = self._cards(parameter, source.cards, zone, env, twins, by_face)
            head = f"for {card} in {cards}:"
            if self._laden(parameter):
                several = len(parameter.sources) > 1
                tag = f"r.get({card}, 0) * {len(parameter.sources)} + {number}" if several else f"r.get({card}, 0)"
        with self._write.block(head):
            test = self._expressions.test(And(tuple(left)), inner)
            if test != "1":
                self._write(f"if not {test}: continue")
            self._nested(option, at + 1, [*pick, card, zone, tag], inner, twins)

    def _zone(self, source: Source, env: Env) -> str:
        """Source for a source's zone: a number or a name."""
        zone = self._expressions.value(source.zone, env)
        if zone.isdigit() or zone.isidentifier():
            return zone
        name = self._expressions.fresh("y")
        self._write(f"{name} = {zone}")
        return name

    def _by_face(self, option: Option, at: int) -> bool:
        """Whether of cards of one name that are alike only the first can be picked, whatever the state."""
        parameter, *later = option.parameters[at:]
        read = [part for each in later for source in each.sources for part in (source.cards, source.zone)]
        read += [each.condition for each in (parameter, *later)]
        return all(_reads_printed(expr, parameter.card) for expr in read)

    def _cards(
        self, parameter: Parameter, cards: Expr, zone: str, env: Env, twins: bool, by_face: bool
    ) -> tuple[str, list[Expr]]:
        """Source for the distinct cards of a source, and what is left of the condition on them."""
        env = {**env, parameter.zone: zone}
        text, left = self._expressions.selected(cards, parameter.card, parameter.condition, env)
        if twins and not self._expressions.constants.excluded(self._twins, parameter.condition, parameter.card):
            name = self._expressions.fresh("z")
            if by_face:
                self._write(f"{name} = apart({text}, r)")
                self._write(f"if special({name}, r): m += b'1'")
                return name, left
            self._write(f"{name} = {text}; m += {name}.translate(None, UNIQUE)")
            text = name
        return f"distinct({text})", left


def _reads_printed(expr: Expr, card: int) -> bool:
    """Whether an expression reads nothing of the card in a local but what is printed on it."""
    match expr:
        case Local(index):
            return index != card
        case Attribute(_, Local()):
            return True
        case _:
            return all(_reads_printed(part, card) for part in children(expr))


def _wants(option: Option) -> set[int]:
    """The locals of the frame that an option reads."""
    wanted, bound = set(free_locals(option.condition)), set[int]()
    for parameter in option.parameters:
        for source in parameter.sources:
            wanted |= (free_locals(source.cards) | free_locals(source.zone)) - bound
        bound |= {parameter.card, parameter.zone}
        wanted |= free_locals(parameter.condition) - bound
    return wanted
