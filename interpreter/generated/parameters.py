"""The parameters of options: how their picks can be listed, as far as that is known before the game.

Nothing here writes source: that is `offering` and `enumerate_picks`.
"""

from __future__ import annotations

from collections.abc import Collection

from dsl.program.blocks import Option, Parameter
from dsl.program.expressions import Attribute, Expr, Filter, Local, Without
from dsl.program.operators import children, free_locals, reads_state
from dsl.program.program import Program
from interpreter.analysis.coverage import records_coverage
from interpreter.analysis.equal_names import cards_sharing_names
from interpreter.choices.attachments import attachments_of
from interpreter.generated.card_conditions import CardConditions, all_of
from interpreter.generated.constants import Constants


class Parameters:
    """Answers questions about the parameters of options of one program."""

    def __init__(self, program: Program, constants: Constants, conditions: CardConditions) -> None:
        attachments = attachments_of(program)
        self._constants = constants
        self._conditions = conditions
        self._equal_names = cards_sharing_names(program)
        self._carriers, self._ranked = attachments.carriers, tuple(sorted(attachments.ranked))
        self._varied = attachments.varied

    def by_cards_alone(self, option: Option) -> bool:
        """Whether the picks of an option depend on nothing but which cards serve."""
        if not option.parameters:
            return True
        first, *more = option.parameters
        if more or first.by_position or first.values or first.most:
            return False
        if self._may_be(self._carriers, first) or self._may_be(self._ranked, first):
            return False
        return not self.equal_names(option) or all(
            self._conditions.in_table(part, first.card) for part in all_of(first.condition)
        )

    def selection_alone(self, option: Option) -> bool:
        """Whether an option is about a selection of cards only, and these alone decide whether it serves."""
        if len(option.parameters) != 1 or not option.parameters[0].most:
            return False
        (parameter,) = option.parameters
        apart = free_locals(parameter.condition) <= {parameter.card, parameter.zone}
        return apart and not reads_state(parameter.condition)

    def equal_names(self, option: Option) -> bool:
        """Whether an option may offer two cards of the same name."""
        return any(self.has_equal_name(parameter) for parameter in option.parameters if not parameter.most)

    def has_equal_name(self, parameter: Parameter) -> bool:
        """Whether a parameter may be a card that has the name of another card."""
        return self._may_be(self._equal_names, parameter)

    def distinguished(self, parameter: Parameter) -> bool:
        """Whether the state decides how cards of the same name read, or which of them is meant."""
        return self.may_vary(parameter) or self._may_be(self._ranked, parameter)

    def may_vary(self, parameter: Parameter) -> bool:
        """Whether a parameter may be a card whose name says more than which card it is (see `attachments`)."""
        return self._may_be(self._varied, parameter)

    def _may_be(self, cards: Collection[int], parameter: Parameter) -> bool:
        """Whether a parameter is named by its card, and that may be one of these."""
        if not cards or parameter.by_position or parameter.values or parameter.most:
            return bool(cards and parameter.most)
        return not frozenset(cards).isdisjoint(self._constants.serving(parameter))

    def only_first(self, option: Option, parameter: Parameter) -> bool:
        """Whether of several cards that read the same only the first can be picked, whatever the state."""
        later = option.parameters[option.parameters.index(parameter) + 1 :]
        read = [part for each in later for source in each.sources for part in (source.cards, source.zone)]
        read += [each.condition for each in (parameter, *later)]
        return not any(map(records_coverage, read)) and all(self._reads_printed(expr, parameter.card) for expr in read)

    def _reads_printed(self, expr: Expr, card: int) -> bool:
        """Whether an expression reads nothing of the card in a local but what is printed on it, if it carries nothing.

        Leaving a card of its name out of a list counts as reading what is printed, too.
        """
        match expr:
            case Local(index):
                return index != card
            case Attribute(_, Local()):
                return True
            case Without(cards, Local()) if self._conditions.zone_of(cards) is not None:
                return True
            case Filter(cards, local, condition) if attached := self._conditions.attached(cards, local, condition):
                rest = [part for part in all_of(condition) if part is not attached[0]]
                return isinstance(attached[1], Local) and all(self._reads_printed(part, card) for part in rest)
            case _:
                return all(self._reads_printed(part, card) for part in children(expr))
