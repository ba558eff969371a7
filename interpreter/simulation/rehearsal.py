"""Rehearse a game: play some games of a program that was linked for coverage in parts, and add up what happened.

The games are few and short, always the same, and played by the generated executor. Nothing here knows which of the
things that happened are worth mentioning: see `noticing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs

from dsl.program.program import Program
from interpreter.analysis.coverage import KINDS, RULE, coverage_of
from interpreter.analysis.faults import Fault, Outcome, fault_outcome
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick
from interpreter.game.invariants import checks_of
from interpreter.generated.executor import compiled
from interpreter.players.policies import chooser
from interpreter.reference.record import Record
from interpreter.state.layout import Flat, blank, layout_of

GAMES = 60
"""The games of a rehearsal, if they are short."""

MOST_DECISIONS = 6_000
"""The decisions of all games after which no other begins."""

MOST_ENTRIES = 150_000
"""The entries of the coverage log after which no other game begins: as a measure of time, the same everywhere."""

LONGEST = 500
"""The decisions after which a game is left; it may be one that random players never end."""


ENDLESS = ("endless loop", "endless loops", "endless step")
"""The kinds of faults in which rules run on and on."""


@attrs.frozen
class Broken:
    """A rules fault: its kind, how the game ended, the origin of the rule, the turn of the last decision, the last one.

    The kind is that of `faults.Fault`. `acted` are the origins of the rules that acted since the last decision, in
    order; questions aren't among them. `lying`: what lies in the zones of an invariant that doesn't hold, in words.
    `asked`: the origin of the last question, -1 if there was none; `passed`: how often it had no option since.
    `earlier` are the rules that acted before the last decision, the last one first, each once.
    """

    kind: str
    outcome: Outcome
    origin: int
    last: int
    turns: int
    acted: tuple[int, ...] = ()
    lying: str = ""
    asked: int = -1
    passed: int = 0
    earlier: tuple[int, ...] = ()


@attrs.define
class Rehearsal:
    """What happened in the games of a program.

    `tested` counts the entries of the coverage log, and `within` the games in which each was found; `offered` has the
    options that were offered, as blocks with numbers; `values` the values of each number of the state at decisions, and
    `filled` how often a zone held cards then. `pace` has, for each game that came to its end, the turn of its last
    decision and the number of its turns.
    """

    program: Program
    games: int = 0
    decisions: int = 0
    broken: list[Broken] = attrs.field(factory=list)
    tested: Counter[int] = attrs.field(factory=Counter)
    within: Counter[int] = attrs.field(factory=Counter)
    offered: set[tuple[int, int]] = attrs.field(factory=set)
    values: list[set[int]] = attrs.field(factory=list)
    filled: Counter[int] = attrs.field(factory=Counter)
    pace: list[tuple[int, int]] = attrs.field(factory=list)


class _TooLong(Exception):
    """A game is left."""


def rehearsed(program: Program) -> Rehearsal:
    """Play games of a program, half of them at random and half by players who try everything."""
    found = Rehearsal(program, values=[set() for _ in program.counters])
    log = coverage_of(program).log
    while found.games < GAMES and found.decisions < MOST_DECISIONS and found.tested.total() < MOST_ENTRIES:
        log.clear()
        _play(found, found.games)
        entries = Counter(log)
        found.tested.update(entries)
        found.within.update(entries.keys())
    log.clear()
    return found


def _play(found: Rehearsal, seed: int) -> None:
    program, policy = found.program, "eager" if seed % 2 else "random"
    state, record = blank(program, seed), Record(recording=False)
    choose, checks, log = chooser(program, policy, seed), checks_of(program), coverage_of(program).log
    last, answered, asked = 0, 0, -1

    def look(block: int, picks: list[Pick]) -> int:
        nonlocal last, answered, asked
        last, asked = record.turns, words_of(program).choices[block].origin
        if record.decisions > LONGEST:
            raise _TooLong
        _note(found, state, block, picks)
        checks.inspect(state)
        answered = len(log)
        return choose(block, picks)

    found.games += 1
    try:
        compiled(program).play(state, look, record)
        found.pace.append((last, record.turns))
    except _TooLong:
        pass
    except Fault as fault:
        outcome, acted = fault_outcome(program, fault), _acted(program, log[answered:])
        lying = checks.lying(fault.origin, state)
        broken = Broken(fault.kind, outcome, fault.origin, last, record.turns, acted, lying, asked)
        passed = log[answered:].count(asked * KINDS + RULE)
        earlier = tuple(dict.fromkeys(reversed(_acted(program, log[:answered]))))
        found.broken.append(attrs.evolve(broken, passed=passed, earlier=earlier))
    found.decisions += record.decisions


def _acted(program: Program, entries: Sequence[int]) -> tuple[int, ...]:
    """The origins of the rules that acted, without the questions that were asked."""
    asked = {choice.origin for choice in words_of(program).choices.values()}
    rules = (entry // KINDS for entry in entries if entry % KINDS == RULE)
    return tuple(origin for origin in rules if origin not in asked)


def _note(found: Rehearsal, state: Flat, block: int, picks: list[Pick]) -> None:
    """Note what stands in a state at a decision, and what is offered there."""
    layout = layout_of(found.program)
    found.offered.update((block, pick[0]) for pick in picks)
    for values, value in zip(found.values, state[layout.numbers : layout.zones], strict=True):
        values.add(value)
    found.filled.update(at for at, cards in enumerate(state[layout.zones : layout.unordered]) if cards)
