"""The reference executor: walks a program plainly and traces everything.

It defines what a program means. It runs the same blocks on the same state as generated code, and both must leave the
same integers and lists at every decision. Nothing is optimised here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import assert_never

from dsl.program import instructions
from dsl.program.blocks import MOST_ANSWERS, STEP_LIMIT, CallAndWait, Choose, Fork, Jump, Return
from dsl.program.expressions import Expr, Zone
from dsl.program.instructions import (
    LOOP_LIMIT,
    ROUND_LIMIT,
    Branch,
    Call,
    Cover,
    Draw,
    End,
    Exchange,
    Expose,
    ForEach,
    Instruction,
    Move,
    MoveAll,
    Roll,
    SetFact,
    SetLocal,
    SetNumber,
    Shuffle,
    While,
)
from dsl.program.operators import free_locals, within
from dsl.program.program import Program
from interpreter.analysis.cost import costs_of, origin_at_fault
from interpreter.analysis.coverage import coverage_of, entry
from interpreter.analysis.faults import (
    Fault,
    endless_loop,
    endless_loops,
    endless_step,
    internal,
    no_option,
    returned,
    too_deep,
    too_many_answers,
)
from interpreter.analysis.flow import callers, joined_blocks
from interpreter.analysis.recursion import calls, depth, recursive_calls, ring
from interpreter.choices.decisions import FORCED, letter
from interpreter.choices.describe import about
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.choices.offers import Offers
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, skipped, slots_of
from interpreter.choices.scores import scores_of
from interpreter.choices.texts import option_words, told_at_end
from interpreter.reference.record import Record
from interpreter.reference.tracing import Trace
from interpreter.state.changes import Changes, changes_of
from interpreter.state.frames import first_frame, first_locals, frame_at, locals_in
from interpreter.state.layout import FRAME, FRAME_LIMIT, STATUS, Flat, layout_of
from interpreter.state.wording import shown_value

CYCLE = 200
"""The number of recent blocks from which the cycle of a runaway game is found."""

Picking = Callable[[Flat], list[Pick]]
"""Gives the picks of the decision that stands in a state."""


class _Over(Exception):
    """The game ended inside a procedure."""


class Reference:
    """Plays one game; `trace` holds its events, and `changes` are carried out in place of the usual ones.

    `offers` gives the picks of a decision, if they are known from elsewhere: they take the most time by far.
    """

    def __init__(
        self,
        program: Program,
        trace: Trace | None = None,
        changes: Changes | None = None,
        offers: Picking | None = None,
    ) -> None:
        self.program = program
        self.trace = trace or Trace(program)
        self._values = Evaluator(program)
        self._offers = Offers(program.own or program)
        self._picking: Picking = offers or self._offers.of
        self._changes = changes or changes_of(program)
        self._costs = costs_of(program)
        self._units = self._costs.blocks
        self._joined = joined_blocks(program)
        self._callers = callers(program)
        self._recursive = recursive_calls(program)
        self._numbers = layout_of(program).numbers
        self._lists = program.lists
        self._cover = coverage_of(program).log.append
        self._origin = -1
        self._rounds = 0

    def copy(self) -> Reference:
        """An executor for a copy of the game."""
        return Reference(self.program, self.trace.copy(), offers=self._picking)

    def begin(self, s: Flat, record: Record) -> list[Pick]:
        """Run from the block of the top frame to the first decision; returns its picks, or none if the game is over."""
        if not self.trace.under_way:
            self._enter_frames(s)
        return self._guarded(s, s[FRAME][0], record)

    def end(self, s: Flat, end: End) -> None:
        """End the game before anything has run."""
        self._enter_frames(s)
        with suppress(_Over):
            self._end(s, end)

    def resume(self, s: Flat, pick: Pick, record: Record) -> list[Pick]:
        """Carry out a pick of the current decision, and run to the next one."""
        self.trace.match_frames(s)
        return self._guarded(s, self._take(s, pick, record, forced=False), record)

    def picks(self, s: Flat) -> list[Pick]:
        """The picks of the current decision."""
        return self._picking(s)

    def player(self, s: Flat) -> int:
        """The player who has to decide."""
        return self._offers.player(s)

    def _enter_frames(self, s: Flat) -> None:
        self.trace.match_frames(s)
        if len(self.trace.under_way) == 1:
            self.trace.under_way.clear()
            if s[FRAME][0] == self.program.procedures[self.program.main].entry:
                self.trace.lay_out()
            procedure = self.program.blocks[s[FRAME][0]].procedure
            self.trace.enter(self.program.procedures[procedure], locals_in(self.program, s[FRAME]), s)

    def _guarded(self, s: Flat, block: int, record: Record) -> list[Pick]:
        try:
            return self._run(s, block, record)
        except _Over:
            return []
        except Fault as fault:
            fault.origin = fault.origin if fault.origin >= 0 else self._origin
            raise
        except Exception as error:  # the player gets a sentence, whatever a rule does
            raise internal(error, self._origin) from error

    def _run(self, s: Flat, block: int, record: Record) -> list[Pick]:
        self._rounds = 0
        steps, recent, going_on = 0, deque[int](maxlen=CYCLE), False
        while True:
            if not (going_on and block in self._joined):
                steps += 1
                recent.append(block)
                if steps > STEP_LIMIT:
                    raise endless_step(STEP_LIMIT, recent)
                record.turns += block == self.program.turns
            self._block(s, block)
            last = self.program.blocks[block].last
            if isinstance(last, Choose):
                picks = self._choices(s, last)
                if picks and not skipped(last, picks):
                    if len(picks) > 1:
                        return picks
                    block, going_on = self._take(s, picks[0], record, forced=True), False
                else:
                    block, going_on = last.empty, True
            else:
                block, going_on = self._last(s, last)

    def _block(self, s: Flat, block: int) -> None:
        below, local = s[FRAME][1], locals_in(self.program, s[FRAME])
        self._count(self._units[block], self._origin_of(block))
        self._body(s, self.program.blocks[block].body, local)
        s[FRAME] = frame_at(self.program, block, below, local)

    def _last(self, s: Flat, last: Jump | Fork | CallAndWait | Return) -> tuple[int, bool]:
        block, below = s[FRAME][:2]
        local = locals_in(self.program, s[FRAME])
        if isinstance(last, Fork | CallAndWait):
            self._measure(last, s, local)
        match last:
            case Jump(target):
                return target, True
            case Fork(condition, then, otherwise, origin):
                self._origin = origin
                return (then if self._holds(condition, origin, s, local) else otherwise), True
            case CallAndWait(procedure, arguments, back, origin):
                self._origin = origin
                values = [self._values.value(argument, s, local) for argument in arguments]
                caller = frame_at(self.program, back, below, local)
                if back in self._recursive and depth(caller) >= FRAME_LIMIT:
                    raise too_deep(FRAME_LIMIT, ring(calls(self.program), caller))
                self.trace.enter(self.program.procedures[procedure], values, s, origin)
                s[FRAME] = first_frame(self.program, procedure, caller, values)
                return s[FRAME][0], True
            case Return():
                self._origin = self.program.procedures[self.program.blocks[block].procedure].origin
                if below is None:
                    raise returned()
                self.trace.leave()
                s[FRAME] = below
                return below[0], self.program.blocks[block].procedure in self._callers
            case _:
                assert_never(last)

    def _choices(self, s: Flat, choice: Choose) -> list[Pick]:
        self._origin = choice.origin
        self._measure(choice, s, locals_in(self.program, s[FRAME]))
        picks = self._picking(s)
        if len(picks) > MOST_ANSWERS:
            raise too_many_answers(self.program.prompts[choice.prompt].name, MOST_ANSWERS, choice.origin)
        if not picks and choice.must:
            raise no_option(self.program.prompts[choice.prompt].name, choice.origin)
        return picks

    def _take(self, s: Flat, pick: Pick, record: Record, forced: bool) -> int:
        block, below = s[FRAME][:2]
        local = locals_in(self.program, s[FRAME])
        choice = words_of(self.program).choices[block]
        record.add(block, pick, self.player(s), forced)
        option = choice.options[pick[0]]
        shown = option_words(self.program, s, pick, range(self.program.players))
        words = f"{self.program.prompts[choice.prompt].name}: {shown}"
        player = self.player(s)
        asked, seen = about(self.program, s, choice, player), (letter(player),)
        self.trace.answer(words + (FORCED if forced else ""), option.origin, seen, asked, s, pick)
        for index, at in slots_of(option):
            local[index] = pick[at]
        s[FRAME] = frame_at(self.program, block, below, local)
        return option.block

    def _body(self, s: Flat, body: tuple[Instruction, ...], local: Locals) -> None:
        for instruction in body:
            self._origin = instruction.origin
            self._instruction(s, instruction, local)

    def _instruction(self, s: Flat, instruction: Instruction, local: Locals) -> None:  # noqa: C901, PLR0912 - a line a case
        self._measure(instruction, s, local)
        match instruction:
            case SetLocal(index, value):
                local[index] = self._values.value(value, s, local)
            case SetNumber():
                self._set_number(s, instruction, local)
            case SetFact():
                self._set_fact(s, instruction, local)
            case Move():
                self._move(s, instruction, local)
            case MoveAll():
                self._move_all(s, instruction, local)
            case Draw():
                self._draw(s, instruction, local)
            case Expose(zone, count):
                self._changes.expose(s, self._values.number(zone, s, local), self._values.number(count, s, local))
            case Shuffle():
                self._shuffle(s, instruction, local)
            case Roll():
                self._roll(s, instruction, local)
            case instructions.Pick():
                self._pick(s, instruction, local)
            case Exchange():
                self._exchange(s, instruction, local)
            case Branch(condition, then, otherwise):
                holds = self._holds(condition, instruction.origin, s, local)
                self._body(s, then if holds else otherwise, local)
            case While():
                self._while(s, instruction, local)
            case ForEach(index, cards, body):
                listed = self._values.cards(cards, s, local)
                self._count(len(listed) * self._costs.of(instruction)[0], instruction.origin)
                for card in listed:
                    local[index] = card
                    self._body(s, body, local)
            case Call():
                self._call(s, instruction, local)
            case End():
                self._end(s, instruction)
            case Cover(kind, origin):
                self._cover(entry(origin, kind))
            case _:
                assert_never(instruction)

    def _holds(self, condition: Expr, origin: int, s: Flat, local: Locals) -> bool:
        """Whether a condition holds; then the rule that it belongs to acts."""
        holds = bool(self._values.number(condition, s, local))
        if holds:
            self.trace.acting(origin)
        return holds

    def _set_number(self, s: Flat, what: SetNumber, local: Locals) -> None:
        index = self._values.number(what.index, s, local)
        before = s[self._numbers + index]
        self._changes.set_number(s, index, self._values.number(what.value, s, local))
        after = s[self._numbers + index]
        counter = self.program.counters[index]
        if before != after and not counter.hidden:
            self.trace.add(
                "number", f"{counter.name}: {shown_value(counter, before)} → {shown_value(counter, after)}", what.origin
            )

    def _set_fact(self, s: Flat, what: SetFact, local: Locals) -> None:
        card, value = self._values.number(what.card, s, local), self._values.number(what.value, s, local)
        at = layout_of(self.program).facts + what.fact
        before = s[at]
        self._changes.set_fact(s, what.fact, card, value)
        if before != s[at] and not (self.program.facing and what.fact == self.program.facing.fact):
            text = self._fact_changed(s, what.fact, card, before[card], s[at][card])
            self.trace.fact(text, card, what.origin, s)

    def _fact_changed(self, s: Flat, number: int, card: int, before: int, after: int) -> str:
        riding, fact = self.program.riding, self.program.facts[number]
        if riding and number == riding.fact:
            name = self.program.faces[card].name
            return f"{name} lies on {self.program.faces[after - 1].name}" if after else f"{name} lies on nothing"
        old, new = ((fact.words[value] or "-") if fact.words else value for value in (before, after))
        return f"{self.trace.card(card, s)}, {fact.name}: {old} → {new}"

    def _move(self, s: Flat, what: Move, local: Locals) -> None:
        card, source, target = (self._values.number(part, s, local) for part in (what.card, what.source, what.target))
        position = -1 if what.position is None else self._values.number(what.position, s, local)
        if self._changes.move(s, card, source, target, what.end == "last", position):
            self.trace.moved("move", self._lists([card]), source, target, what.origin, s)

    def _move_all(self, s: Flat, what: MoveAll, local: Locals) -> None:
        cards = self._values.cards(what.cards, s, local)
        source, target = self._values.number(what.source, s, local), self._values.number(what.target, s, local)
        moved = self._changes.move_all(s, cards, source, target, what.end == "last", what.nearest == "last")
        self.trace.moved("move", moved, source, target, what.origin, s)

    def _draw(self, s: Flat, what: Draw, local: Locals) -> None:
        source, target = self._values.number(what.source, s, local), self._values.number(what.target, s, local)
        card = self._changes.draw(s, source, target)
        local[what.local] = card
        self.trace.moved("draw", self._lists([card] if card >= 0 else []), source, target, what.origin, s)

    def _shuffle(self, s: Flat, what: Shuffle, local: Locals) -> None:
        zone = self._values.number(what.zone, s, local)
        done = self._changes.shuffle(s, zone)
        self.trace.add("shuffle", f"{self.trace.zone(zone)} {'shuffled' if done else 'as it was dealt'}", what.origin)

    def _roll(self, s: Flat, what: Roll, local: Locals) -> None:
        least, most = self._values.number(what.least, s, local), self._values.number(what.most, s, local)
        fallen = local[what.local] = self._changes.roll(s, least, most)
        text = f"roll {least} to {most}: {fallen}"
        self.trace.fallen("roll", text, self._zones_read((what.least, what.most), s, local), what.origin, s)

    def _pick(self, s: Flat, what: instructions.Pick, local: Locals) -> None:
        picked = self._changes.pick(s, self._values.cards(what.members, s, local), what.none, what.cards)
        local[what.local] = picked
        text = f"pick: {dict(what.words).get(picked, 'none')}"
        self.trace.fallen("pick", text, self._zones_read((what.members,), s, local), what.origin, s)

    def _zones_read(self, exprs: Iterable[Expr], s: Flat, local: Locals) -> set[int]:
        """The zones that expressions read; all zones, if it depends on a card within them which they read."""
        found = set[int]()
        for expr, part in ((each, part) for each in exprs for part in within(each) if isinstance(part, Zone)):
            if not free_locals(part.index) <= free_locals(expr):
                return {*range(len(self.program.places))}
            found.add(self._values.number(part.index, s, local))
        return found

    def _exchange(self, s: Flat, what: Exchange, local: Locals) -> None:
        card, zone = self._values.number(what.card, s, local), self._values.number(what.zone, s, local)
        other, there = self._values.number(what.other, s, local), self._values.number(what.other_zone, s, local)
        here, yonder = (
            -1 if part is None else self._values.number(part, s, local) for part in (what.position, what.other_position)
        )
        if self._changes.exchange(s, card, zone, other, there, position=here, other_position=yonder):
            if self.program.facing and there == self.program.facing.zone:
                self.trace.turned(card, other, zone, what.origin, s)
                return
            one = f"{self.trace.card(card, s)} ({self.trace.zone(zone)})"
            two = f"{self.trace.card(other, s)} ({self.trace.zone(there)})"
            self.trace.add("exchange", f"{one} ↔ {two}", what.origin, seen=self.trace.seen_at(s, zone, there))

    def _while(self, s: Flat, what: While, local: Locals) -> None:
        rounds, units = 0, self._costs.of(what)[0]
        most = min(LOOP_LIMIT, ROUND_LIMIT // units)
        while self._values.number(what.condition, s, local):
            rounds += 1
            if rounds > most:
                raise endless_loop(most, what.origin) if units == 1 else endless_loops(ROUND_LIMIT, what.origin)
            self._body(s, what.body, local)
            self._origin = what.origin
            self._measure(what, s, local)
        self._count(rounds * units, what.origin)

    def _measure(self, what: Instruction | Fork | CallAndWait | Choose, s: Flat, local: Locals) -> None:
        """Count the cost of something, as far as it isn't known before the game."""
        _, units = self._costs.of(what)
        if units is not None:
            self._count(self._values.number(units, s, local), origin_at_fault(what))

    def _count(self, units: int, origin: int) -> None:
        """Count so many units, and stop the rules if they have cost too much since the last decision."""
        self._rounds += units
        if self._rounds > ROUND_LIMIT:
            raise endless_loops(ROUND_LIMIT, origin)

    def _origin_of(self, block: int) -> int:
        return self.program.procedures[self.program.blocks[block].procedure].origin

    def _call(self, s: Flat, what: Call, local: Locals) -> None:
        values = [self._values.value(argument, s, local) for argument in what.arguments]
        procedure = self.program.procedures[what.procedure]
        self.trace.enter(procedure, values, s, what.origin)
        self._body(s, procedure.body, first_locals(self.program, what.procedure, values))
        self.trace.leave()

    def _end(self, s: Flat, what: End) -> None:
        ending = self.program.endings[what.ending]
        sentence = told_at_end(self.program, s, ending.told) if ending.told else ending.sentence
        self.trace.add("end", f"{ending.status}: {sentence}", what.origin)
        s[STATUS] = what.ending + 1
        s[FRAME] = None
        for text, origin in scores_of(self.program).said(s, ending.status):
            self.trace.add("score", text, origin)
        raise _Over
