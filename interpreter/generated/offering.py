"""Write Python source that lists the picks of a choice (see `picks`).

Picks that depend only on cards are cached (see `constants`, `selection_cache`); loops list all others (see
`enumerate_picks`).
"""

from __future__ import annotations

import re

from dsl.program.blocks import Choose, Option, Parameter
from dsl.program.expressions import And, Binary, Expr, Filter, Int, Zone
from dsl.program.operators import free_locals
from dsl.program.program import Program
from interpreter.analysis.flow import wanted_by
from interpreter.choices.ambiguity import Ambiguity
from interpreter.choices.picks import unnamed
from interpreter.generated.emission import Emission
from interpreter.generated.enumerate_picks import PickLoops
from interpreter.generated.expressions import Expressions
from interpreter.generated.parameters import Parameters
from interpreter.generated.pick_list import PickList, named_zone

CARDS = re.compile(r"s\[\d+\]\.translate\(None, D\d+\)")
"""Cards of one zone, by what is printed on them."""


class Offerings:
    """Writes the code that lists picks, for each choice of one program."""

    def __init__(self, program: Program, expressions: Expressions) -> None:
        self._places = program.places
        self._expressions = expressions
        self._constants = expressions.constants
        self._parameters = Parameters(program, self._constants, expressions.conditions)
        self._loops = PickLoops(program, expressions, self._parameters)
        self._ambiguity = Ambiguity(program, self._constants.serving)

    def function(self, block: int, choice: Choose, at: Emission) -> tuple[int, ...]:
        """Write `o<block>(s, locals)`, which lists the picks at a block's choice; the locals it takes, in order."""
        wants = tuple(sorted(set().union(*(wanted_by(option) for option in choice.options))))
        at = at.with_locals({local: f"l{local}" for local in wants})
        with at.block(f"def o{block}({', '.join(['s', *at.env.values()])}):"):
            self.picks(block, choice, at)
            at.write("return o")
        return wants

    def picks(self, block: int, choice: Choose, at: Emission) -> None:
        """Write what puts the picks at a block's choice into `o`."""
        options = {
            number: option
            for number, option in enumerate(choice.options)
            if self._constants.possible(option.parameters)
        }
        parameters = [parameter for option in options.values() for parameter in option.parameters]
        coincide = self._coincide(tuple(options.values()))
        equal_names = any(self._offers_equal_names(option) for option in options.values())
        if any(self._parameters.distinguished(parameter) for parameter in parameters):
            at.write("r = loads(s)")
        place = at.writer.place()
        picks, last = PickList(block, equal_names and not coincide, place.indent), at
        for number, option in options.items():
            last = at.of_rule(option.origin)
            self._option(number, option, picks, last)
        picks.flush(last)
        at.insert(place, picks.ahead())
        at.writer.share(place, CARDS, lambda: at.fresh("f"), at.origin)
        if coincide:
            at.write(f"o = merged(s, {block}, o)")
        elif equal_names:
            at.write(f"if m: o = merged_twins(s, {block}, o)")

    def _coincide(self, options: tuple[Option, ...]) -> bool:
        """Whether picks may read the same though their cards have different names, so that words must be compared."""
        return self._ambiguity.any(options) or any(
            parameter.most and not self._parameters.selection_alone(option)
            for option in options
            for parameter in option.parameters
        )

    def _offers_equal_names(self, option: Option) -> bool:
        """Whether there may be picks of an option that differ only by cards of the same name."""
        if self._parameters.selection_alone(option):
            return self._parameters.distinguished(option.parameters[0])
        return not self._parameters.by_cards_alone(option) and self._parameters.equal_names(option)

    def never_empty(self, choice: Choose, at: Emission) -> bool:
        """Whether there is an option that can always be picked."""
        return any(
            not option.parameters and self._expressions.test(option.condition, at.with_locals({})) == "1"
            for option in choice.options
            if not free_locals(option.condition)
        )

    def _option(self, number: int, option: Option, picks: PickList, at: Emission) -> None:
        test = self._expressions.test(option.condition, at)
        if test == "0":
            return
        if test == "1":
            self._picks(number, option, picks, at)
        else:
            picks.flush(at)
            with at.block(f"if {test}:"):
                self._picks(number, option, picks, at)
                picks.flush(at)

    def _picks(self, number: int, option: Option, picks: PickList, at: Emission) -> None:
        if self._parameters.selection_alone(option):
            self._selections(number, option, picks, at)
        elif not self._parameters.by_cards_alone(option):
            picks.flush(at)
            self._loops.write(option, number, picks, at)
        elif option.parameters:
            self._by_cards(number, option.parameters[0], picks, at)
        else:
            picks.add(f"({number},)")

    def _by_cards(self, number: int, parameter: Parameter, picks: PickList, at: Emission) -> None:
        """Add the picks of an option with one parameter, as they were listed before for the same cards."""
        varied = self._parameters.may_vary(parameter)
        for tag, source in enumerate(parameter.sources):
            zone = named_zone(self._expressions.value(source.zone, at), at)
            inner = at.binding({parameter.zone: zone})
            cards, left = self._expressions.selected(source.cards, parameter.card, parameter.condition, inner)
            cards = cards if self._is_sorted(source.cards) else f"distinct({cards})"
            known = int(zone) if zone.isdigit() else None
            cache = self._constants.picks(picks.block, number, unnamed(parameter, tag), known)
            cache = f"{cache}{'' if zone.isdigit() else f'[{zone}]'}"
            listed = f"{cache}.told({cards}, r, {len(parameter.sources)})" if varied else f"{cache}[{cards}]"
            card = at.fresh("c")
            test = self._expressions.test(And(tuple(left)), inner.binding({parameter.card: card}))
            picks.add(f"*{listed}" if test == "1" else f"*[p for p in {listed} for {card} in (p[1],) if {test}]")

    def _selections(self, number: int, option: Option, picks: PickList, at: Emission) -> None:
        """Add the picks of an option about a selection of cards, as they were listed before for the same cards."""
        (parameter,) = option.parameters
        lists = [self._expressions.value(source.cards, at) for source in parameter.sources]
        test = self._expressions.test(parameter.condition, at.binding({parameter.card: "hs", parameter.zone: "ns"}))
        cache, distinguished = self._constants.selections(parameter, test), self._parameters.distinguished(parameter)
        if distinguished and picks.marking and not self._mark_zones(parameter, picks, at):
            picks.flush(at)
            at.write(f"if special({' + '.join(lists)}, r): m += b'1'")
        loads = ", r" if distinguished else ""
        listed = f"({', '.join(lists)}, )"
        picks.add(f"*[({number}, *p) for p in {cache}.of({listed}, {option.origin}, lambda hs, ns: {test}{loads})]")

    def _mark_zones(self, parameter: Parameter, picks: PickList, at: Emission) -> bool:
        """Mark the zones of the cards as special; False if they aren't all known before the picks."""
        for source in parameter.sources:
            zone = self._expressions.conditions.zone_of(source.cards)
            if zone is None:
                return False
            picks.mark_special(self._expressions.value(zone, at.with_ahead(None)))
        return True

    def _is_sorted(self, cards: Expr) -> bool:
        """Whether cards come from a heap: then equal ones come in the same order, so that few lists are kept."""
        match cards:
            case Zone(Int(zone) | Binary("+", Int(zone))):
                return self._places[zone].shape == "heap"
            case Filter(inner):
                return self._is_sorted(inner)
            case _:
                return False
