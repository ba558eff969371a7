"""A game being played: `Game` asks, takes an answer, and runs to the next decision.

It never prints, reads or waits. An executor carries out the rules: generated code (fast) or the reference (traced). If
a step shows a fault of the rules, the state stays as it was at the last decision, and the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.program.program import Program
from interpreter.analysis.faults import Outcome
from interpreter.choices.decisions import Answer, Decision, IllegalAnswer, letter
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick
from interpreter.choices.texts import told_to
from interpreter.explain.enabling import enabling
from interpreter.explain.whynot import Explanation, not_offered, why_not
from interpreter.game import dealing
from interpreter.game.present import decision_of
from interpreter.game.running import Running, prepared
from interpreter.game.sealed import sealed_answers, sealing
from interpreter.game.view import View, seen_alike, view_of
from interpreter.generated.executor import compiled
from interpreter.native.learning import Watch
from interpreter.players.advice import Advice, NoAdvice, Past, advise
from interpreter.players.policy import Policy
from interpreter.players.skill import PLAYOUTS
from interpreter.reference.events import Event
from interpreter.reference.executor import Reference
from interpreter.reference.record import Link
from interpreter.state.layout import FAULT, FRAME, STATUS, Flat, blank
from interpreter.state.state import State, StateError


class Game:
    """One game: a program, a seed, and the answers given so far.

    A new game runs to its first decision; `choose` answers it and runs to the next. The same program, seed and answers
    make the same game. `seed` is a whole number from 0. With `reference`, the game is traced, and slower. With `check`,
    the invariants of the rules and the number of cards are tested at every decision, and a violation ends the game as a
    rules fault. `deal` are the names of cards that come to lie on top when the game shuffles before its first decision
    (see `dealing`); raises `ValueError` if the game has no such card. `at` is a game in progress to continue instead of
    a new one; `seed` is None if that game didn't begin with a deal.
    """

    __slots__ = ("_decision", "_now", "deal", "program", "seed")

    def __init__(
        self,
        program: Program,
        seed: int | None,
        reference: bool = False,
        check: bool = False,
        *,
        deal: Iterable[str] = (),
        at: Running | None = None,
    ) -> None:
        self.program = program
        self.seed = seed
        self.deal = tuple(deal)
        self._decision: Decision | None = None
        if at is None:
            dealing.know_cards(program, self.deal)
            at = prepared(program, blank(program, seed or 0), reference, check)
            if self.deal:
                dealing.begin(at, program, self.deal)
            else:
                at.begin(program)
        self._now = at

    def __repr__(self) -> str:
        dealt = "" if self.seed is None else f", seed {self.seed}"
        laid = f" and {', '.join(self.deal)} on top" if self.deal else ""
        count = sum(not answer.forced for answer in self.history)
        outcome, decision = self.outcome, self.decision
        where = outcome.status if outcome else f"at `{decision.prompt}` of {decision.player}" if decision else ""
        return f"<Game of {self.program.called}{dealt}{laid}: {count} answers, {where}>"

    @classmethod
    def from_position(cls, program: Program, s: Flat, reference: bool = False, check: bool = False) -> Game:
        """A game that begins with the block of a state's top frame."""
        now = prepared(program, s, reference, check)
        now.begin(program)
        return cls(program, None, at=now)

    @classmethod
    def from_state(cls, program: Program, state: State, reference: bool = False, check: bool = False) -> Game:
        """A game that continues from a state at a decision, or at its end; it has no history and no seed.

        Raises `StateError` if the state belongs to another program or isn't at a decision.
        """
        if state.program is not program and state.program.fingerprint != program.fingerprint:
            raise StateError("this state belongs to other rules")
        now = prepared(program, list(state.flat), reference, check)
        if now.s[STATUS] == FAULT:
            now.fault = Outcome("fault", "Rules fault: the game had already ended with one.")
        elif now.s[FRAME] is not None:
            try:
                now.picks = now.executor.picks(now.s)
            except (IndexError, TypeError, ValueError) as error:
                raise StateError(f"this state can't be played on: {error}") from error
            if len(now.picks) < 2:
                raise StateError("no decision stands in this state")
            now.inspected(program)
        return cls(program, None, at=now)

    @property
    def decision(self) -> Decision | None:
        """The current decision, with at least two options, or None if the game is over."""
        if self._decision is None and self._now.picks:
            self._decision = decision_of(self.program, self._now.s, self._now.picks, self._now.executor)
        return self._decision

    @property
    def option_count(self) -> int:
        """How many options the current decision has, or 0 if the game is over; makes none of them."""
        return len(self._now.picks)

    @property
    def picks(self) -> Sequence[Pick]:
        """The options of the current decision as policies take them, without words; none if the game is over."""
        return self._now.picks

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is being played."""
        return self._now.outcome(self.program)

    def choose(self, answer: str | int) -> None:
        """Answer the current decision by an option's `id`, its words or its index (from 0); run to the next one.

        In the words, several cards that are chosen together (`daisy and sage`) may stand in any order.

        Raises `IllegalAnswer`, and leaves the game unchanged, if the answer is none of the options. A mistake in the
        rules raises nothing: it ends the game with the outcome "fault".
        """
        now = self._now
        pick = now.picks[answer] if isinstance(answer, int) and 0 <= answer < len(now.picks) else self._pick(answer)
        if now.shared:
            now = self._now = now.copy()
        now.answer(self.program, pick)
        self._decision = None

    def copy(self) -> Game:
        """An independent game at the same point; the two share everything until they are answered."""
        game, now = Game.__new__(Game), self._now
        now.shared = True
        game.program, game.seed, game.deal = self.program, self.seed, self.deal
        game._decision, game._now = self._decision, now  # noqa: SLF001 - faster than an argument for each
        return game

    def traced(self) -> Game:
        """An independent game at the same point, without history, whose `trace` is what happens from here on."""
        now = prepared(self.program, self._now.s, True, False)
        now.executor = Reference(self.program, offers=compiled(self.program.own or self.program).picks)
        now.picks, now.fault = self._now.picks, self._now.fault
        return Game(self.program, None, at=now)

    def view(self, player: str) -> View:
        """What a player ("A", "B", …) may see; raises `ValueError` if there is no such player."""
        number = ord(player) - ord("A")
        if not 0 <= number < self.program.players:
            raise ValueError(f"there is no player `{player}` in this game")
        decision = self.decision
        return view_of(self.program, self._now.s, number, decision if decision and decision.player == player else None)

    @property
    def seen_alike(self) -> bool:
        """Whether all players see the same cards, and the decision offers none that only some of them see."""
        return not self._sealing and seen_alike(self.program, self._now.s, self._now.picks)

    @property
    def sealed(self) -> int:
        """How many of the last answers of `history` only those know who gave them: not all have chosen yet."""
        return sealed_answers(self.program, self._now.record, self._now.s[FRAME]) if self._sealing else 0

    @property
    def _sealing(self) -> bool:
        """Whether all players choose at once now, and some haven't chosen yet."""
        return bool(self._now.picks) and sealing(self.program, self._now.s[FRAME][0])

    @property
    def history(self) -> tuple[Answer, ...]:
        """The answers so far, in order, forced ones included."""
        return tuple(self._answer(link) for link in self._now.record.links())

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._now.record.turns

    @property
    def state(self) -> State:
        """The current state, frozen."""
        return State(self.program, tuple(self._now.s))

    @property
    def out_of_reach(self) -> str | None:
        """Why the game can no longer be won, or None."""
        values = Evaluator(self.program)
        for what in self.program.out_of_reach:
            if values.number(what.condition, self._now.s, [0] * what.locals):
                everybody = range(self.program.players)
                return told_to(self.program, self._now.s, what.told, everybody) if what.told else what.sentence
        return None

    @property
    def trace(self) -> tuple[Event, ...]:
        """The events so far, hidden cards included; always empty without `reference`."""
        return tuple(self._now.executor.trace.events) if isinstance(self._now.executor, Reference) else ()

    def enabling(self, event: Event) -> tuple[Event, ...]:
        """The rules that widen or narrow a definition and made the answer of a trace entry possible, as entries."""
        executor = self._now.executor
        return enabling(self.program, executor.trace, event) if isinstance(executor, Reference) else ()

    def why_not(self, option: str, every: bool = False) -> Explanation:
        """Why the option that these words mean isn't offered, as far as the player who decides may know.

        The words may be cut short or misspelt. Options of other prompts, and of modules that aren't in play, are known,
        too. If the words leave cards or values open, those that come nearest are explained, or, with `every`, all. See
        `Explanation`.
        """
        decision = self.decision
        if decision is None:
            return Explanation(option, "", "", "over", "The game is over: nothing is asked any more.")
        offered = self._without_values()
        exact = option.casefold()
        meant = (at for at, each in enumerate(decision.options) if each.means(exact, in_any_case=True))
        at = next(meant, None)
        asked = option if at is None else offered[at]
        return why_not(self.program, self._now.s, offered, ord(decision.player) - ord("A"), asked, every)

    def advise(self, playouts: int = PLAYOUTS, policy: Policy | None = None, watch: Watch | None = None) -> Advice:
        """What each option of the current decision is likely worth, by so many games tried from here, in compiled C.

        Answers in these games follow the policy; without one, they are random. Only what the player who decides may
        know counts. The game doesn't change. `watch` is told now and then how many games were tried; what it raises
        stops them. Raises `NoAdvice` if games can't be tried, or this one is over.
        """
        decision = self.decision
        if decision is None:
            raise NoAdvice("the game is over")
        words = [option.words for option in decision.options]
        return advise(self.program, self._now.s, words, policy, playouts, self._past, watch)

    @property
    def _past(self) -> Past | None:
        """How the game came to where it stands; None if it began elsewhere than with a deal by chance."""
        if self.seed is None or self.deal:
            return None
        own = self.program.own or self.program
        return Past(blank(own, self.seed), [link.pick for link in self._now.record.links() if not link.forced])

    def not_offered(self, every: bool = False) -> tuple[Explanation, ...]:
        """For each kind of options at the current decision that offers none: why (see `why_not`)."""
        decision = self.decision
        if decision is None:
            return ()
        offered = self._without_values()
        return not_offered(self.program, self._now.s, offered, ord(decision.player) - ord("A"), every)

    def _pick(self, answer: str | int) -> Pick:
        if isinstance(answer, str) and self._now.picks:
            own = words_of(self.program.own or self.program).shown[self._now.s[FRAME][0]]
            for pick in self._now.picks:
                if own[pick] == answer:
                    return pick
        options = self.decision.options if self.decision else ()
        for pick, option in zip(self._now.picks, options, strict=False):
            if isinstance(answer, str) and option.means(answer):
                return pick
        raise IllegalAnswer(answer, [option.words for option in options])

    def _without_values(self) -> list[str]:
        """The words of the current options in the language of the game, without values that are put into them."""
        words, block = words_of(self.program), self._now.s[FRAME][0]
        return [words.of(block, pick) for pick in self._now.picks]

    def _answer(self, link: Link) -> Answer:
        own, said = words_of(self.program.own or self.program), words_of(self.program)
        prompt = self.program.prompts[own.choices[link.block].prompt]
        words = [each.of(link.block, link.pick) for each in (own, said)]
        return Answer(prompt.name, words[0], letter(link.player), link.forced, words[1])
