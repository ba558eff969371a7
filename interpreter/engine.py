"""A game being played: `Game` asks, is answered, and runs on to the next decision.

It never prints, reads or waits. The rules are carried out by an executor: generated code (fast), or the reference
(traced). A step that turns out to be a fault of the rules leaves the state as it was at the last decision, and
the game is over.
"""

from __future__ import annotations

from typing import Protocol

from dsl.program import Program
from interpreter.compiled import Compiled, compiled
from interpreter.decisions import Answer, Decision, IllegalAnswer, Option, letter
from interpreter.evaluate import Evaluator
from interpreter.events import Event
from interpreter.faults import Fault, Outcome, ending_outcome, fault_outcome, too_deep
from interpreter.invariants import Checks, checks_of
from interpreter.layout import FAULT, FRAME, FRAME_LIMIT, STATUS, Flat, blank
from interpreter.options import Pick, words_of
from interpreter.record import Link, Record
from interpreter.reference import Reference
from interpreter.state import State, StateError
from interpreter.view import View, view_of


class Executor(Protocol):
    """What carries out the rules; see `compiled.Compiled` and `reference.Reference`."""

    def begin(self, s: Flat, record: Record) -> list[Pick]:
        """Run from the block of the top frame to the first decision."""

    def resume(self, s: Flat, pick: Pick, record: Record) -> list[Pick]:
        """Carry out a pick, and run to the next decision."""

    def picks(self, s: Flat) -> list[Pick]:
        """The picks of the decision that stands."""

    def player(self, s: Flat) -> int:
        """Whose decision stands."""


class Game:
    """One game: a program, a seed, and the answers given so far.

    A new game runs to its first decision. With `reference` it is traced; with `check`, the invariants of the rules
    and the number of cards are tested at every decision, and what is broken is a rules fault.
    """

    __slots__ = ("_checks", "_decision", "_executor", "_fault", "_picks", "_record", "_s", "program", "seed")

    program: Program
    seed: int | None
    _s: Flat
    _executor: Compiled | Reference
    _record: Record
    _picks: list[Pick]
    _decision: Decision | None
    _fault: Outcome | None
    _checks: Checks | None

    def __init__(self, program: Program, seed: int, reference: bool = False, check: bool = False) -> None:
        self._prepare(program, seed, blank(program, seed), reference, check)
        self._run(None)

    @classmethod
    def from_position(cls, program: Program, s: Flat, reference: bool = False, check: bool = False) -> Game:
        """A game that begins with the block of the top frame of a state (which is taken over, not copied)."""
        game = cls.__new__(cls)
        game._prepare(program, None, s, reference, check)
        game._run(None)
        return game

    @classmethod
    def from_state(cls, program: Program, state: State, reference: bool = False, check: bool = False) -> Game:
        """A game that goes on from a state at a decision, or at its end; it knows no history and no seed.

        Raises `StateError` if the state is one of another program, or no decision stands in it.
        """
        if state.program is not program and state.program.fingerprint != program.fingerprint:
            raise StateError("this state belongs to other rules")
        game = cls.__new__(cls)
        game._prepare(program, None, list(state.flat), reference, check)
        if game._s[STATUS] == FAULT:
            game._fault = Outcome("fault", "Rules fault: the game had ended with one before.")
        elif game._s[FRAME] is not None:
            game._picks = game._executor.picks(game._s)
            if len(game._picks) < 2:
                raise StateError("no decision stands in this state")
        return game

    def _prepare(self, program: Program, seed: int | None, s: Flat, reference: bool, check: bool) -> None:
        self.program = program
        self.seed = seed
        self._s = s
        self._executor = Reference(program) if reference else compiled(program)
        self._record = Record()
        self._picks = []
        self._decision = None
        self._fault = None
        self._checks = checks_of(program) if check else None

    @property
    def decision(self) -> Decision | None:
        """What stands to be decided, or None when the game is over."""
        if self._decision is None and self._picks:
            self._decision = self._asked()
        return self._decision

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is being played."""
        if self._fault is not None:
            return self._fault
        status = self._s[STATUS]
        return ending_outcome(self.program, status - 1) if status > 0 else None

    def choose(self, answer: str | int) -> None:
        """Answer the decision that stands, by an option's words or its index, and run to the next one.

        Raises `IllegalAnswer`, and leaves the game unchanged, if that is none of the options.
        """
        self._run(self._pick(answer))

    def copy(self) -> Game:
        """An independent game at the same point."""
        other = Game.__new__(Game)
        other.program = self.program
        other.seed = self.seed
        other._s = self._s[:]
        other._executor = self._executor.copy()
        other._record = self._record.copy()
        other._picks = self._picks
        other._decision = self._decision
        other._fault = self._fault
        other._checks = self._checks
        return other

    def view(self, player: str) -> View:
        """What a player may see."""
        number = ord(player) - ord("A")
        if not 0 <= number < self.program.players:
            raise ValueError(f"there is no player `{player}` in this game")
        decision = self.decision
        return view_of(self.program, self._s, number, decision if decision and decision.player == player else None)

    @property
    def history(self) -> tuple[Answer, ...]:
        """The answers so far, forced ones included."""
        return tuple(self._answer(link) for link in self._record.links())

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._record.turns

    @property
    def state(self) -> State:
        """The state as it stands, frozen."""
        return State(self.program, tuple(self._s))

    @property
    def out_of_reach(self) -> str | None:
        """Why the game can't be won any more, or None."""
        values = Evaluator(self.program)
        for what in self.program.out_of_reach:
            if values.number(what.condition, self._s, [0] * what.locals):
                return what.sentence
        return None

    @property
    def trace(self) -> tuple[Event, ...]:
        """What happened so far; always empty without `reference`."""
        return tuple(self._executor.trace.events) if isinstance(self._executor, Reference) else ()

    def _run(self, pick: Pick | None) -> None:
        before = self._s[:]
        self._decision = None
        try:
            if pick is None:
                self._picks = self._executor.begin(self._s, self._record)
            else:
                self._picks = self._executor.resume(self._s, pick, self._record)
            self._inspect()
        except Fault as fault:
            before[STATUS] = FAULT
            self._s = before
            self._picks = []
            self._fault = fault_outcome(self.program, fault)

    def _inspect(self) -> None:
        frame, depth = self._s[FRAME], 0
        while frame is not None:
            frame, depth = frame[1], depth + 1
        if depth > FRAME_LIMIT:
            raise too_deep(FRAME_LIMIT)
        if self._checks is not None:
            self._checks.inspect(self._s)

    def _pick(self, answer: str | int) -> Pick:
        if isinstance(answer, int):
            if 0 <= answer < len(self._picks):
                return self._picks[answer]
        else:
            words = words_of(self.program)
            for pick in self._picks:
                if words.of(self._s[FRAME][0], pick) == answer:
                    return pick
        decision = self.decision
        raise IllegalAnswer(answer, [option.id for option in decision.options] if decision else [])

    def _asked(self) -> Decision:
        words, block = words_of(self.program), self._s[FRAME][0]
        choice = words.choices[block]
        prompt = self.program.prompts[choice.prompt]
        options = []
        for pick in self._picks:
            origin = self.program.origins[choice.options[pick[0]].origin]
            options.append(Option(words.of(block, pick), origin.module, origin.citations))
        return Decision(prompt.name, prompt.question, letter(self._executor.player(self._s)), tuple(options))

    def _answer(self, link: Link) -> Answer:
        words = words_of(self.program)
        prompt = self.program.prompts[words.choices[link.block].prompt]
        return Answer(prompt.name, words.of(link.block, link.pick), letter(link.player), link.forced)
