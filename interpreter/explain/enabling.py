"""The rules that change definitions and made an answer possible.

Evaluates the conditions of the option that was taken, in the state of its decision, with such rules left out one at a
time. Knows nothing of how rules run, and names no rule to players who can't know that it decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl.program.adjusted import Adjusted, mark
from dsl.program.blocks import Choose, Option
from dsl.program.contributions import ADJUSTING
from dsl.program.expressions import Covered
from dsl.program.operators import within
from dsl.program.program import Program
from interpreter.analysis.faults import line_of
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import letter
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.choices.hidden import unknown_locals
from interpreter.choices.knowing import Knowledge
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, slots_of
from interpreter.reference.events import Event
from interpreter.reference.tracing import RULE, Trace
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat


def enabling(program: Program, trace: Trace, event: Event) -> tuple[Event, ...]:
    """Entries for the rules without which the answer of this entry could not have been given, as if caused by it.

    Their index is that of the answer. If several rules would have been enough, the first is named.
    """
    if event.index not in trace.taken or not _may_be_adjusted(program, event):
        return ()
    state, pick = trace.taken[event.index]
    taken = _Taken(program, list(state), pick)
    rules, found = adjusted_of(program).rules, taken.deciding()
    everybody = range(program.players) if found else ()
    seen = tuple(letter(each) for each in everybody if taken.known_to(each, letter(each) in event.seen))
    return tuple(
        Event(
            index=event.index,
            name=RULE,
            text=rules[number].origin.rule,
            cause=event.index,
            rule=rules[number].origin.rule,
            citations=rules[number].origin.citations,
            module=rules[number].origin.module,
            place=line_of(rules[number].origin),
            depth=event.depth + 1,
            seen=seen,
        )
        for number in found
    )


@once_per_program
def adjusted_of(program: Program) -> Adjusted:
    """The rules that change definitions, and the conditions of the options that they adjust."""
    return program.adjusted() if program.adjusted else Adjusted((), {})


def _may_be_adjusted(program: Program, event: Event) -> bool:
    """Whether the rule of an answer reads what a rule changes, as far as cited numbers tell."""
    rules = [each for each in program.contributions if each.kind in ADJUSTING]
    return any(not each.citations or {*each.citations} & {*event.citations, *event.through} for each in rules)


class _Taken:
    """An option that was taken at a decision."""

    def __init__(self, program: Program, s: Flat, pick: Pick) -> None:
        self._program, self._s = program, s
        block = s[FRAME][0]
        choice: Choose = words_of(program).choices[block]
        self._option: Option = choice.options[pick[0]]
        self._local: Locals = locals_in(program, s[FRAME])
        for index, at in slots_of(self._option):
            self._local[index] = pick[at]
        self._rules = adjusted_of(program).rules
        self._conditions = adjusted_of(program).options.get((choice.origin, self._option.origin), ())

    def deciding(self) -> tuple[int, ...]:
        """The numbers of the rules without which the option could not have been taken, in the order of their text."""
        marks = {part.origin for each in self._conditions for part in within(each) if isinstance(part, Covered)}
        numbers = [number for number in range(len(self._rules)) if mark(number) in marks]
        needed = tuple(number for number in numbers if not self._holds([number]))
        if needed or self._holds(numbers):
            return needed
        enough = (each for each in numbers if self._holds([other for other in numbers if other != each]))
        return tuple(enough)[:1]

    def _holds(self, without: Sequence[int]) -> bool:
        """Whether the conditions hold, also without some rules."""
        values = _Without(self._program, {mark(number): not self._rules[number].widens for number in without})
        return all(values.number(condition, self._s, self._local) for condition in self._conditions)

    def known_to(self, player: int, answered: bool) -> bool:
        """Whether a player, who may have `answered`, knows the values of all these conditions."""
        knowledge = Knowledge(self._program, self._s, player)
        unknown = {*unknown_locals(self._program, self._s, player)}
        chosen = set(self._chosen(knowledge.seen, answered))
        unknown -= {index for index, _ in slots_of(self._option)} - chosen
        return all(
            knowledge.knows(condition, self._local, frozenset(unknown | chosen)) for condition in self._conditions
        )

    def _chosen(self, seen: frozenset[int], answered: bool) -> Iterator[int]:
        """The locals of chosen cards that a player who sees these zones doesn't know."""
        for parameter in self._option.parameters:
            named = answered and not parameter.by_position
            if not (parameter.values or named or self._local[parameter.zone] in seen):
                yield from (parameter.card, parameter.zone, parameter.place)


class _Without(Evaluator):
    """Evaluates expressions with some marked conditions fixed."""

    def __init__(self, program: Program, fixed: Mapping[int, bool]) -> None:
        super().__init__(program)
        self._fixed = fixed
        self._covered = self._marked

    def _marked(self, origin: int, value: int) -> int:
        return int(self._fixed.get(origin, value))
