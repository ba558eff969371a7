"""Texts with values in them: questions, endings and the words of options, as the players who read them may know them.

A value that depends on anything that a reader can't see is shown as `?`. After the end of a game nothing is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from dsl.program.expressions import NO_CARD, Expr
from dsl.program.program import Program
from dsl.program.texts import Gap, Told
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.choices.hidden import unknown_locals
from interpreter.choices.knowing import Knowledge
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, slots_of, zone_at
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat

UNKNOWN = "?"
"""Shown in place of a value that a reader can't know."""

NOBODY = "none"


def told_to(program: Program, s: Flat, told: Told, players: Sequence[int]) -> str:
    """A text that is told outside of any rule, as all these players may know it."""
    local: Locals = [0] * told.locals
    shown = _Values(program, s, players, [frozenset()] * len(players))
    return "".join(shown.of(part, local) if isinstance(part, Gap) else str(part) for part in told.parts)


def told_at_end(program: Program, s: Flat, told: Told) -> str:
    """A text about a game that is over."""
    return told_to(program, s, told, ())


def option_words(program: Program, s: Flat, pick: Pick, players: Sequence[int]) -> str:
    """The words of a pick at the top frame's choice, with the values in them as all these players may know them."""
    block = s[FRAME][0]
    words = words_of(program)
    option = words.choices[block].options[pick[0]]
    if not option.shown:
        return words.of(block, pick)
    local = locals_in(program, s[FRAME])
    for index, at in slots_of(option):
        local[index] = pick[at]
    named = _named(program, s, pick, players)
    unknown = [unknown_locals(program, s, player) - named for player in players]
    shown = _Values(program, s, players, unknown)
    return words.put_together(block, pick, option.shown, lambda gap: shown.of(gap, local))


def _named(program: Program, s: Flat, pick: Pick, players: Sequence[int]) -> set[int]:
    """The locals of a pick whose values its words tell: not those of cards by their position that aren't seen."""
    found = set[int]()
    known = [Knowledge(program, s, player) for player in players]
    for number, parameter in enumerate(words_of(program).choices[s[FRAME][0]].options[pick[0]].parameters):
        seen = all(pick[zone_at(number)] in each.seen for each in known)
        if not parameter.by_position or seen:
            found |= {parameter.card, parameter.zone}
        found.add(parameter.place)
    return found


class _Values:
    """The values of gaps in a state, as some players may know them."""

    def __init__(self, program: Program, s: Flat, players: Sequence[int], unknown: Sequence[Set[int]]) -> None:
        self._program, self._s = program, s
        self._values = Evaluator(program)
        self._known = [(Knowledge(program, s, player), hidden) for player, hidden in zip(players, unknown, strict=True)]

    def of(self, gap: Gap, local: Locals) -> str:
        """The words for the value of a gap."""
        if not all(self._knows(knowledge, gap, local, unknown) for knowledge, unknown in self._known):
            return UNKNOWN
        value = self._values.number(gap.value, self._s, local)
        match gap.kind:
            case "card":
                return self._program.faces[value].name if value != NO_CARD else NOBODY
            case "member":
                return dict(gap.words).get(value, NOBODY)
            case "set":
                return " and ".join(word for bit, word in gap.words if value & bit) or NOBODY
            case _:
                return str(value)

    def _knows(self, knowledge: Knowledge, gap: Gap, local: Locals, unknown: Set[int]) -> bool:
        """Whether a player knows the value of a gap; he knows a card that lies where he sees it."""
        seen = {index for index, zone in gap.cards if self._in_sight(knowledge, local[index], zone, local)}
        return knowledge.knows(gap.value, local, frozenset(unknown - seen))

    def _in_sight(self, knowledge: Knowledge, card: int | bytes, zone: Expr, local: Locals) -> bool:
        """Whether a card lies in a zone whose cards a player sees."""
        number = self._values.number(zone, self._s, local)
        return number in knowledge.seen and isinstance(card, int) and card >= 0 and card in knowledge.cards(number)
