"""The picks that a choice offers: the definition.

Lists the picks (see `picks`) of the choice at the end of the top frame's block, in the order in which they are offered.
Of picks that read the same, one is left.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.program.blocks import Option, Parameter, Source
from dsl.program.program import Program
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.choices.options import words_of
from interpreter.choices.picks import Part, Pick, tag_of, unnamed
from interpreter.choices.selections import selections_of
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat


class Offers:
    """Lists the picks of a program's choices."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._values = Evaluator(program)
        self._words = words_of(program)
        self._selections = selections_of(program)

    def of(self, s: Flat) -> list[Pick]:
        """The picks at the top frame's choice."""
        block, local = s[FRAME][0], locals_in(self._program, s[FRAME])
        choice = self._words.choices[block]
        picks = [
            (number, *rest)
            for number, option in enumerate(choice.options)
            if self._values.number(option.condition, s, list(local))
            for rest in self._nested(option, 0, s, list(local))
        ]
        return self._words.merged(s, block, picks)

    def player(self, s: Flat) -> int:
        """The player who decides at the top frame's choice."""
        block, local = s[FRAME][0], locals_in(self._program, s[FRAME])
        return self._values.number(self._words.choices[block].player, s, local)

    def _nested(self, option: Option, number: int, s: Flat, local: Locals) -> Iterator[Pick]:
        if number == len(option.parameters):
            yield ()
            return
        for picked in self._one(option, number, s, local):
            for rest in self._nested(option, number + 1, s, local):
                yield (*picked, *rest)

    def _one(self, option: Option, number: int, s: Flat, local: Locals) -> Iterator[Part]:
        """The values of one parameter, with its locals set to each in turn."""
        parameter = option.parameters[number]
        for place, value in enumerate(parameter.values):
            local[parameter.card], local[parameter.zone] = value, 0
            if self._values.number(parameter.condition, s, local):
                yield value, 0, unnamed(parameter, place)
        if parameter.most:
            yield from self._several(option, parameter, s, local)
            return
        for at, source in enumerate(parameter.sources):
            zone = self._values.number(source.zone, s, local)
            for card, place in self._cards(parameter, source, s, local):
                local[parameter.card], local[parameter.zone] = card, zone
                if parameter.place >= 0:
                    local[parameter.place] = place
                if self._values.number(parameter.condition, s, local):
                    yield card, zone, unnamed(parameter, tag_of(place, at, len(parameter.sources)))

    def _several(self, option: Option, parameter: Parameter, s: Flat, local: Locals) -> Iterator[Part]:
        lists = tuple(self._values.cards(source.cards, s, local) for source in parameter.sources)
        attachments = self._words.attachments
        loads = attachments.loads(s)
        for selection in self._selections.of(lists, parameter.least, parameter.most, option.origin):
            local[parameter.card], local[parameter.zone] = selection
            if self._values.number(parameter.condition, s, local):
                yield (*selection, attachments.packed(self._selections.unpacked(selection[0]), loads))

    def _cards(self, parameter: Parameter, source: Source, s: Flat, local: Locals) -> list[tuple[int, int]]:
        cards = self._values.cards(source.cards, s, local)
        if parameter.by_position:
            return [(card, place) for place, card in enumerate(cards)]
        loads = self._words.attachments.loads(s)
        return [(card, loads.get(card, 0)) for card in sorted(set(cards))]
