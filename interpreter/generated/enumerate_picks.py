"""Write Python source that adds the picks of an option to `o`, with a loop for each parameter.

A parameter that is one of several values is written out for each of them, and whatever this makes known is folded away.
Expressions that depend on none of the cards in the loops are computed once, before the first loop (see `ahead`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dsl.program.blocks import Option, Parameter, Source
from dsl.program.expressions import And, Expr
from dsl.program.operators import free_locals
from dsl.program.program import Program
from interpreter.analysis.coverage import records_coverage
from interpreter.analysis.flow import wanted_by
from interpreter.choices.picks import unnamed
from interpreter.generated.ahead import Ahead
from interpreter.generated.card_conditions import all_of
from interpreter.generated.emission import Emission
from interpreter.generated.expressions import Expressions
from interpreter.generated.folding import Folding
from interpreter.generated.parameters import Parameters
from interpreter.generated.pick_list import PickList, named_zone


@attrs.frozen
class _Step:
    """A place in the code at which the first `number` parameters of an option are chosen.

    `outer` are the locals that the option reads from outside. `pick` is source for the pick so far; `known` are locals
    with one value. `alone`: the next loop is all that is written inside the one before. `place` is source for the place
    of the card chosen last.
    """

    option: Option
    outer: frozenset[int]
    picks: PickList
    at: Emission
    pick: tuple[str, ...]
    number: int = 0
    known: Mapping[int, int] = attrs.field(factory=dict)
    alone: bool = True
    place: str = ""

    @property
    def parameter(self) -> Parameter:
        """The next parameter."""
        return self.option.parameters[self.number]

    def chosen(self, card: str, zone: str, tag: str, place: str = "") -> _Step:
        """The place with one more parameter chosen."""
        parameter = self.parameter
        found = {parameter.card: card, parameter.zone: zone}
        if parameter.place >= 0:
            found[parameter.place] = place
        known = {local: int(found[local]) for local in (parameter.card, parameter.zone) if found[local].isdigit()}
        alone = self.at.ahead is None or len(parameter.values) + len(parameter.sources) == 1
        return attrs.evolve(
            self,
            at=self.at.binding(found),
            pick=(*self.pick, card, zone, tag),
            number=self.number + 1,
            known={**self.known, **known},
            alone=self.alone and alone,
            place=place,
        )

    def inside(self, ahead: Ahead) -> _Step:
        """The same place, inside the first loop."""
        return attrs.evolve(self, at=self.at.with_ahead(ahead))


class PickLoops:
    """Writes the loops that list picks of options of one program."""

    def __init__(self, program: Program, expressions: Expressions, parameters: Parameters) -> None:
        self._expressions = expressions
        self._parameters = parameters
        self._settled = Folding(program).settled

    def write(self, option: Option, number: int, picks: PickList, at: Emission) -> None:
        """Write what adds the picks of a choice's option to `o`, one by one."""
        self._next(_Step(option, frozenset(wanted_by(option)), picks, at, (str(number),)))

    def _next(self, step: _Step) -> None:
        """Write the picks for the parameters that are left."""
        if step.number == len(step.option.parameters):
            step.at.write(f"o.append(({', '.join(step.pick)},))")
            return
        for place, value in enumerate(step.parameter.values):
            self._value(place, value, step)
        if step.parameter.most:
            self._selections(step)
            return
        for number, source in enumerate(step.parameter.sources):
            self._source(number, source, step)

    def _value(self, place: int, value: int, step: _Step) -> None:
        """Write the picks for one of several values: there are few, and each is known."""
        then = step.chosen(str(value), "0", str(unnamed(step.parameter, place)))
        test = self._expressions.test(self._settled(step.parameter.condition, then.known), then.at)
        if test == "1":
            self._next(then)
        elif test != "0":
            with step.at.block(f"if {test}:", needed=False):
                self._next(then)

    def _selections(self, step: _Step) -> None:
        """Write the picks for each selection of several cards."""
        parameter, at = step.parameter, step.at
        cards, ends = at.fresh("h"), at.fresh("n")
        lists = [self._expressions.value(self._settled(each.cards, step.known), at) for each in parameter.sources]
        joined = "".join(f"{each}, " for each in lists)
        found = f"selections(({joined}), {parameter.least}, {parameter.most}, {step.option.origin})"
        tag = f"packed(unpacked({cards}), r)" if self._parameters.may_vary(parameter) else "0"
        condition = self._settled(parameter.condition, step.known)
        self._loop(f"{cards}, {ends}", found, condition, step.chosen(cards, ends, tag))

    def _source(self, number: int, source: Source, step: _Step) -> None:
        """Write the picks for each card of one source."""
        parameter, at = step.parameter, step.at
        zone = named_zone(self._expressions.value(self._settled(source.zone, step.known), at), at)
        card = at.fresh("c")
        place = at.fresh("n") if parameter.by_position else ""
        tag = self._tag(parameter, number, card, place)
        then = step.chosen(card, zone, f"-1 - ({tag})" if parameter.unclear else tag, place)
        outside = at.binding({parameter.zone: zone})
        apart, own = _split(self._settled(parameter.condition, then.known), parameter)
        test = self._expressions.test(And(apart), outside)
        if test == "0":
            return
        if test == "1":
            self._cards(parameter, source, own, outside, then)
        else:
            with at.block(f"if {test}:", needed=False):
                self._cards(parameter, source, own, outside, then)

    def _tag(self, parameter: Parameter, number: int, card: str, place: str) -> str:
        """Source for the tag of a card from a parameter's source with this number (see `picks.tag_of`)."""
        if place:
            tag = place
        elif self._parameters.may_vary(parameter):
            tag = f"r.get({card}, 0)"
        else:
            return str(number)
        sources = len(parameter.sources)
        return f"{tag} * {sources} + {number}" if sources > 1 else tag

    def _cards(self, parameter: Parameter, source: Source, own: Sequence[Expr], outside: Emission, then: _Step) -> None:
        """Write the loop through the cards of a source; `own` are conditions on the card."""
        cards, card = self._settled(source.cards, then.known), then.at.env[parameter.card]
        if parameter.by_position:
            listed = f"enumerate({self._expressions.value(cards, outside)})"
            self._loop(f"{then.place}, {card}", listed, And((*own,)), then)
            return
        listed, left = self._distinct(parameter, cards, own, outside, then)
        self._loop(card, listed, And((*left,)), then)

    def _loop(self, names: str, listed: str, condition: Expr, then: _Step) -> None:
        """Write a loop; before the first one of an option, write the values that stay the same inside."""
        at, ahead = then.at, then.at.ahead
        if ahead is not None:
            if then.alone and listed.isidentifier():
                ahead.guard(listed)
            with at.block(f"for {names} in {listed}:", needed=False):
                self._inside(condition, then)
            return
        name = then.picks.named(listed, at)
        with at.block(f"if {name}:", needed=False):
            place, ahead = at.writer.place(), Ahead(at.fresh, then.outer)
            with at.block(f"for {names} in {name}:", needed=False):
                self._inside(condition, then.inside(ahead))
            at.insert(place, ahead.lines())

    def _inside(self, condition: Expr, then: _Step) -> None:
        test = self._expressions.test(condition, then.at)
        if test != "1":
            then.at.write(f"if not {test}: continue")
        self._next(then)

    def _distinct(
        self, parameter: Parameter, cards: Expr, own: Sequence[Expr], outside: Emission, then: _Step
    ) -> tuple[str, list[Expr]]:
        """Source for the distinct cards of a source, and what is left of the conditions on them."""
        ahead, outer = outside.ahead, then.outer | {parameter.card}
        early = [part for part in own if ahead is None or free_locals(part) <= outer]
        text, left = self._expressions.selected(cards, parameter.card, And((*early,)), outside)
        left += [part for part in own if part not in early]
        equal_names = self._parameters.has_equal_name(parameter)
        if equal_names and self._parameters.may_vary(parameter) and self._parameters.only_first(then.option, parameter):
            return self._apart(cards, text, then.picks, outside), left
        if equal_names and then.picks.marking:
            name = outside.fresh("z")
            outside.write(f"{name} = {text}; m += {name}.translate(None, UNIQUE)")
            return f"distinct({name})", left
        text = f"distinct({text})"
        return ahead.name(text) if ahead is not None and free_locals(cards) <= then.outer else text, left

    def _apart(self, cards: Expr, text: str, picks: PickList, at: Emission) -> str:
        """Source for cards of which those that read the same are listed once; `text` lists them all."""
        zone = self._expressions.conditions.zone_of(cards)
        if zone is not None:
            name = picks.apart(self._expressions.value(zone, at.with_ahead(None)), at)
            return name + text.removeprefix(self._expressions.value(zone, at))
        name = at.fresh("z")
        at.write(f"{name} = apart({text}, r)")
        if picks.marking:
            at.write(f"if special({name}, r): m += b'1'")
        return name


def _split(condition: Expr, parameter: Parameter) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
    """The parts of a condition that aren't about the card, and those that are."""
    parts = all_of(condition)
    if records_coverage(condition):
        return (), parts
    apart = tuple(part for part in parts if free_locals(part).isdisjoint((parameter.card, parameter.place)))
    return apart, tuple(part for part in parts if part not in apart)
