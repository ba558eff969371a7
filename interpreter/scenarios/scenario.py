"""Play a scenario, and report how the game differs from it.

`check` links the game with a function that it is given, because the engine doesn't compile; `run` plays a program. Both
executors play every scenario, and the game is saved and read at every decision, so a scenario holds for all of these.
Differences are problems that point at the line of the scenario; `examine` adds what people want to see beside them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import takewhile

import attrs

from dsl.model.scenario import Entry, Laid, Offer, Scenario, Step
from dsl.program.endings import Invariant
from dsl.program.instructions import first_of
from dsl.program.program import Program
from dsl.program.setup import Place
from dsl.text.diagnostics import REFUSALS, CompileError, Label, Problem, Problems
from dsl.text.source import Span, line_of
from dsl.text.spelling import did_you_mean, nearest
from interpreter.choices.decisions import Answer, Decision, IllegalAnswer, letter
from interpreter.game.game import Game
from interpreter.game.invariants import checks_of
from interpreter.reference.events import Event
from interpreter.scenarios import unreached
from interpreter.scenarios.definitions import defined_value, definitions_of
from interpreter.scenarios.differences import cards_in_words, difference, listed
from interpreter.scenarios.forced import besides, forced, without_asking
from interpreter.scenarios.own_rules import (
    adjusted,
    all_to_one,
    counted,
    decided,
    endings,
    kept_away,
    noted,
    offering,
    upside_down,
    used_up,
)
from interpreter.scenarios.position import (
    card_text,
    explain_card,
    explain_end,
    explain_prompt,
    number_names,
    position,
    shown_entry,
    unknown_cards,
    unordered,
    zone_names,
)
from interpreter.scenarios.purpose import purposeless, without_its_module
from interpreter.scenarios.score_lines import WINNER, explain_score, score_lines
from interpreter.scenarios.slips import separate
from interpreter.scenarios.unreached import adjusting, idle, leaving, not_offered, questions, settings
from interpreter.state.layout import layout_of
from interpreter.state.state import State, StateError
from interpreter.state.wording import card_in_full, from_top, shown_value


@attrs.frozen
class Difference:
    """A zone that holds other cards in the end than expected, or a number, prompt or status that is another one.

    `how` the cards are compared: "exactly", "any order" or "includes".
    """

    name: str
    expected: tuple[str, ...]
    got: tuple[str, ...]
    how: str = "exactly"


Watch = Callable[[Game, bool], None]
"""Is given a game, and whether this is the end of the scenario."""


@attrs.frozen
class Examined:
    """The problems of a scenario; if it was played, the differences in the end and the trace of its last step."""

    problems: tuple[Problem, ...]
    differences: tuple[Difference, ...] = ()
    last_step: tuple[Event, ...] = ()


def check(scenario: Scenario, load: Callable[[Scenario], Program], seed: int = 0) -> tuple[Problem, ...]:
    """All problems of a scenario, also if its game can't be linked.

    `load` returns the program of the scenario's game, or raises `CompileError`.
    """
    program = _linked(scenario, load)
    return run(program, scenario, seed) if isinstance(program, Program) else program


def examine(
    scenario: Scenario, load: Callable[[Scenario], Program], seed: int = 0, watch: Watch | None = None
) -> Examined:
    """Like `check`; a scenario that fails is played once more for its trace.

    `watch` is called at every decision, and in the end, of each of its playings but the one for the trace.
    """
    program = _linked(scenario, load)
    if not isinstance(program, Program):
        return Examined(program)
    found = without_its_module(scenario) or _position_problems(program, scenario, seed)
    failed = None if found else _failed(program, scenario, seed, watch)
    if failed is None:
        return Examined(found or purposeless(scenario))
    traced = _Play(program, scenario, True, seed)
    traced.play()
    problems = traced.problems.found or failed.problems.found  # the first has more to show; both say the same
    if not problems[0].related:
        problems[0] = attrs.evolve(problems[0], related=traced.own_rules(problems[0].code))
    return Examined(tuple(problems), tuple(failed.differences), traced.last_step)


def run(program: Program, scenario: Scenario, seed: int = 0) -> tuple[Problem, ...]:
    """Play a scenario with its program; returns the differences.

    `seed` decides how zones are shuffled; a good scenario ends the same with any seed.
    """
    found = without_its_module(scenario) or _position_problems(program, scenario, seed)
    failed = None if found else _failed(program, scenario, seed)
    return tuple(failed.problems.found) if failed else found or purposeless(scenario)


def _linked(scenario: Scenario, load: Callable[[Scenario], Program]) -> Program | tuple[Problem, ...]:
    """The program of a scenario, or the problems if it can't be played; none if it is refused as expected."""
    try:
        program = load(scenario)
    except CompileError as error:
        if scenario.refused and all(problem.code in REFUSALS for problem in error.problems):
            return ()
        return tuple(_here(scenario, each) for each in error.problems)
    if scenario.refused:
        message = "this game can be put together, although it should be refused"
        return (Problem("scenario-refused", message, line_of(scenario.span, "refused")),)
    return program


def _here(scenario: Scenario, problem: Problem) -> Problem:
    """A problem of a game, at the line of the scenario that asks for what doesn't exist."""
    asked = _asked_for(scenario, problem)
    if problem.span is None or problem.code != "no-such-game" or asked == scenario.span:
        return attrs.evolve(problem, span=problem.span or asked)
    return attrs.evolve(problem, span=asked, label="", related=(Label(problem.span, problem.label), *problem.related))


def _position_problems(program: Program, scenario: Scenario, seed: int) -> tuple[Problem, ...]:
    problems = Problems()
    position(program, scenario, problems, seed)
    return tuple(problems.found)


def _failed(program: Program, scenario: Scenario, seed: int, watch: Watch | None = None) -> _Play | None:
    """The first playing that differs from the scenario."""
    for reference in (False, True):
        play = _Play(program, scenario, reference, seed)
        play.watch = watch
        play.play()
        if play.problems.found:
            return play
    return None


@attrs.frozen
class Played:
    """A scenario that was played once: the differences, and what could be chosen and how the game stood on the way."""

    problems: tuple[Problem, ...]
    way: tuple[str, ...]


def play(program: Program, scenario: Scenario, *, watched: bool = False) -> Played:
    """Play a scenario once, by the executor that defines what a program means, without saving the game on the way.

    The way is noted only if it is `watched`. It names everything, so that the ways of two programs can be compared.
    """
    problems = Problems()
    position(program, scenario, problems)
    if problems.found:
        return Played(tuple(problems.found), ())
    playing = _Play(program, scenario, True, 0, saving=False)
    if watched:
        playing.way = []
    playing.play()
    return Played(tuple(playing.problems.found), tuple(playing.way or ()))


class _Play:
    """One playing of a scenario, by one executor; `last_step` is the trace since the last answer, if there is one.

    `trace` is that of all steps. Without `saving`, the game isn't saved on the way, and both are empty. `offered` are a
    prompt and its option, if the first problem is that it is offered.
    """

    way: list[str] | None = None
    watch: Watch | None = None
    offered: tuple[str, str] | None = None

    def __init__(self, program: Program, scenario: Scenario, reference: bool, seed: int, saving: bool = True) -> None:
        self.problems = Problems()
        self._saving = saving
        self.differences: list[Difference] = []
        self._program = program
        self._scenario = scenario
        self._reference = reference
        start = position(program, scenario, Problems(), seed)
        self._laid = tuple(start)
        self._game = Game.from_position(program, start, reference=reference, check=True)
        self._lately: tuple[Answer, ...] = self._game.history
        self.last_step = self._game.trace if saving else ()
        self.trace = [*self.last_step]

    def play(self) -> None:
        """Take the steps one by one, then compare; stop at the first step that fails."""
        self._play()
        self._watched(end=True)

    def _play(self) -> None:
        where = self._scenario.span
        for step in self._scenario.steps:
            self._watched(end=False)
            if not (self._sound(where) and self._saved_and_read(where) and self._take(step)):
                return
            where = step.span
        self._watched(end=False)
        if self._sound(where) and self._saved_and_read(where):
            self._compare()

    def _watched(self, *, end: bool) -> None:
        if self.watch is not None:
            self.watch(self._game, end)

    def _sound(self, where: Span) -> bool:
        """Whether no rule is at fault so far; reports the fault."""
        outcome = self._game.outcome
        if outcome is None or outcome.status != "fault":
            return True
        broken = checks_of(self._program).broken(self._laid) if where is self._scenario.span else []
        if broken and self._scenario.given is not None:
            self._report_broken(broken[0])
            return False
        self._add("scenario-fault", f"the rules break down here: {outcome.sentence}", where)
        return False

    def _report_broken(self, invariant: Invariant) -> None:
        """Report a position that violates an invariant."""
        self.problems.add(
            "scenario-position",
            f"the position laid out breaks what must always hold: {invariant.name}",
            line_of(self._scenario.span, "given"),
            related=[Label(self._program.origins[invariant.origin].span, "what must hold stands here")],
        )

    def _saved_and_read(self, where: Span) -> bool:
        """Save the game, read it, and continue with it; whether it is the same game."""
        if self.way is not None:
            self.way.append(self._standing())
        if not self._saving:
            return True
        state = self._game.state
        try:
            again = State.from_json(self._program, json.loads(json.dumps(state.to_json())))
            self._game = Game.from_state(self._program, again, reference=self._reference, check=True)
        except StateError as error:
            self._add("scenario-saved", f"the game can't be saved here: {error}", where)
            return False
        if again != state:
            self._add("scenario-saved", "the game is another one after it has been saved and read", where)
        return again == state

    def _standing(self) -> str:
        """What can be chosen, and how the game stands, in names."""
        decision, outcome, state = self._game.decision, self._game.outcome, self._game.state.to_json()
        asked = (decision.prompt, [option.words for option in decision.options]) if decision else None
        ended = (outcome.status, outcome.sentence, outcome.scores, outcome.winners) if outcome else None
        return repr((asked, ended, state["numbers"], state["zones"], state["facts"]))

    def _take(self, step: Step) -> bool:
        """Take a step; whether the scenario can continue from there."""
        decision = self._game.decision
        if decision is None or decision.prompt != step.prompt:
            what = f"`{decision.prompt}` is asked" if decision else f"nothing is asked: {self._over()}"
            hint = self._explain_prompt(step.prompt, decision, step)
            self._add("scenario-prompt", f"{what}, not `{step.prompt}`", step.span, hint)
            self._related(questions(self._program, step.prompt))
            for other in besides(forced(self._lately, step.prompt), step)[:1]:
                self._related(not_offered(self._program, step.prompt, other))
            self._ended("playing")
            return False
        if step.player and step.player != decision.player:
            self._add("scenario-prompt", self._asks_another(decision, step.player), step.span, self._taken(step))
            self._related(questions(self._program, step.prompt))
            return False
        for offer in step.offers:
            self._compare_offers(offer, decision)
        if step.answer is not None:
            return self._answer(step, step.answer)
        return True

    def _answer(self, step: Step, answer: str) -> bool:
        try:
            self._game.choose(answer)
        except IllegalAnswer as error:
            where = line_of(step.span, "answer")
            hint = self._kept_away(answer) or did_you_mean(error.nearest, f"it offers {listed(error.options)}")
            self._add("scenario-answer", f"`{step.prompt}` doesn't offer `{answer}`", where, hint)
            self._adjusted(step.prompt, answer, "narrow")
            return False
        self._lately = self._game.history
        self.last_step = self._game.trace if self._saving else ()
        self.trace += self.last_step
        return True

    def _asks_another(self, decision: Decision, player: str) -> str:
        known = player in map(letter, range(self._program.players))
        what = f"not {player}" if known else f"and there is no player `{player}` in this game"
        if player in self._program.dummies:
            what = f"and no dummy decides: leave `decided by {player}` out"
        return f"`{decision.prompt}` is decided by {decision.player}, {what}"

    def _taken(self, step: Step) -> str:
        """Why a step of another player isn't asked for: a question with one answer answers itself."""
        lately = takewhile(lambda answer: answer.forced, reversed(self._lately))
        own = [each for each in lately if each.prompt == step.prompt and each.player == step.player]
        return without_asking(own[0], step, self._game.decision) if own else ""

    def _explain_prompt(self, prompt: str, decision: Decision | None, step: Step | None = None) -> str:
        known = [known.name for known in self._program.prompts]
        if prompt not in known:
            return explain_prompt(self._program, prompt) or f"no prompt of this game is called `{prompt}`"
        if answer := forced(self._lately, prompt):
            return without_asking(answer, step, decision)
        return f"`{decision.prompt}` offers {listed(option.words for option in decision.options)}" if decision else ""

    def _compare_offers(self, offer: Offer, decision: Decision) -> None:
        offered = [option.words for option in decision.options]
        if offer.kind == "no":
            wrong = [each for each in offer.options if any(option.means(each) for option in decision.options)]
            if wrong:
                self._add("scenario-offers", f"`{decision.prompt}` offers {listed(wrong)}", offer.span)
                self._related(leaving(self._program, decision.prompt, wrong[0]))
                self._adjusted(decision.prompt, wrong[0], "widen")
            return
        missing = [each for each in offer.options if not any(option.means(each) for option in decision.options)]
        more = [option.words for option in decision.options if not any(map(option.means, offer.options))]
        parts = [f"doesn't offer {listed(missing)}"] if missing else []
        if more and offer.kind == "exactly":
            parts.append(f"{'it ' if missing else ''}also offers {listed(more)}")
        if parts:
            near = "say `offers some …` if it may offer others, too"
            if missing:
                near = separate(missing[0], offered) or self._kept_away(missing[0])
                near = near or did_you_mean(nearest(missing[0], more))
            self._add("scenario-offers", f"`{decision.prompt}` {'; '.join(parts)}", offer.span, near)
            self._adjusted(decision.prompt, *((missing[0], "narrow") if missing else (more[0], "widen")))

    def _compare(self) -> None:
        """Compare the state and the outcome with the scenario's `then`."""
        for entry in self._scenario.then:
            self._compare_entry(entry)
        self._compare_falls()
        self._compare_deal()
        asked, status = self._scenario.asked, self._scenario.status
        decision, outcome = self._game.decision, self._game.outcome
        if asked and (decision is None or decision.prompt != asked):
            what = f"`{decision.prompt}` is asked" if decision else f"nothing is asked: {self._over()}"
            hint = self._explain_prompt(asked, decision)
            self._add("scenario-end", f"{what} in the end, not `{asked}`", line_of(self._scenario.span, "asked"), hint)
            self._related(questions(self._program, asked))
            self._ended("playing")
            self._differ("asked", asked, decision.prompt if decision else "nothing")
        elif decision and self._scenario.asked_of not in ("", decision.player):
            where = line_of(self._scenario.span, "asked")
            self._add("scenario-end", self._asks_another(decision, self._scenario.asked_of), where)
            self._differ("decided by", self._scenario.asked_of, decision.player)
        found = outcome.status if outcome else "playing"
        if status and status != found:
            where = line_of(self._scenario.span, "status")
            self._add("scenario-end", f"{self._over()}, not `{status}`", where)
            self._differ("status", status, found)
            self._ended(status)

    def _compare_falls(self) -> None:
        """Report what should have been rolled or picked and wasn't."""
        for line, number in (("rolls", self._program.rolls), ("picks", self._program.picks)):
            queue, left = self._game.state.flat[layout_of(self._program).numbers + number] if number >= 0 else 0, 0
            while queue:
                left, queue = left + 1, first_of(queue)[1]
            if left:
                message = f"{left} of the `{line}` never {'comes' if left == 1 else 'come'} about"
                self._add("scenario-end", message, line_of(self._scenario.span, line), "leave it out, or play on")

    def _compare_deal(self) -> None:
        """Report piles and lines that have an order from their first shuffle on, and were never shuffled."""
        dealt = self._game.state.flat[layout_of(self._program).numbers + self._program.dealt]
        if not dealt or self._scenario.deal is None:
            return
        zones = zone_names(self._program)
        for entry in self._scenario.deal:
            ordered = not entry.any_order and self._program.places[zones[entry.name]].shape != "heap"
            cards = () if isinstance(entry.value, int) else entry.value
            if dealt >> zones[entry.name] & 1 and ordered and len({card.name for card in cards}) > 1:
                message = f"`{entry.name}` is never shuffled, although `deal` says in which order it lies then"
                self._add("scenario-end", message, entry.span, f"say `shuffle {entry.name}` in the rules")

    def _compare_entry(self, entry: Entry) -> None:
        zones, numbers = zone_names(self._program), number_names(self._program)
        if entry.name in zones and not isinstance(entry.value, int):
            self._compare_zone(entry, zones[entry.name], entry.value)
        elif entry.name in numbers and isinstance(entry.value, int):
            found = self._game.state.flat[layout_of(self._program).numbers + numbers[entry.name]]
            if found != entry.value:
                self._add("scenario-end", f"`{entry.name}` is {found}, not {entry.value}", entry.span)
                self._differ(entry.name, str(entry.value), str(found))
                self._unchanged(numbers[entry.name])
        elif entry.name in numbers and self._program.counters[numbers[entry.name]].words:
            self._compare_word(entry, numbers[entry.name])
        elif entry.name in zones:
            self._add("scenario-end", f"`{entry.name}` holds cards and is no number", entry.span)
        elif entry.name in numbers:
            help_ = f"say the number: `{entry.name}: 3`"
            self._add("scenario-end", f"`{entry.name}` is a number and holds no cards", entry.span, help_)
        elif entry.name in self._scores and not (entry.any_order or entry.includes):
            self._compare_score(entry)
        elif entry.name in definitions_of(self._program).known and not (entry.any_order or entry.includes):
            self._compare_definition(entry)
        else:
            hint = explain_score(self._program, entry.name) or explain_end(self._program, entry.name)
            self._add("scenario-end", f"no zone and no number is called `{entry.name}`", entry.span, hint)

    @property
    def _scores(self) -> dict[str, str]:
        if self._program.scoring is None:
            return {}
        return score_lines(self._program, list(self._game.state.flat), self._game.outcome)

    def _compare_score(self, entry: Entry) -> None:
        found, wanted = self._scores[entry.name], shown_entry(entry)
        if wanted != found:
            self._add("scenario-end", f"`{entry.name}` is {found}, not {wanted}", entry.span)
            self._differ(entry.name, wanted, found)
            if self._explains:
                self._related((decided if entry.name == WINNER else counted)(self._program, self.so_far))

    def _compare_definition(self, entry: Entry) -> None:
        found, wanted = defined_value(self._program, entry.name, self._game.state.flat), shown_entry(entry)
        if wanted != found:
            words = definitions_of(self._program).known[entry.name].words
            hint = f"it is one of: {', '.join(words)}" if words and wanted not in words else ""
            self._add("scenario-end", f"`{entry.name}` is {found}, not {wanted}", entry.span, hint)
            self._differ(entry.name, wanted, found)

    def _compare_word(self, entry: Entry, number: int) -> None:
        counter = self._program.counters[number]
        word = shown_value(counter, self._game.state.flat[layout_of(self._program).numbers + number])
        wanted = shown_entry(entry)
        if wanted != word:
            hint = "" if wanted in counter.words else f"it is one of: {', '.join(counter.words)}"
            self._add("scenario-end", f"`{entry.name}` is {word}, not {wanted}", entry.span, hint)
            self._differ(entry.name, wanted, str(word))
            self._unchanged(number)

    def _compare_zone(self, entry: Entry, zone: int, value: Sequence[Laid]) -> None:
        state, place = self._game.state.flat, self._program.places[zone]
        lying = from_top(place, state[layout_of(self._program).zones + zone])
        found = [card_in_full(self._program, state, card) for card in lying]
        expected = [card_text(self._program, card) for card in value]
        missing, more = Counter(expected) - Counter(found), Counter(found) - Counter(expected)
        how = "includes" if entry.includes else "any order" if entry.any_order or not _has_order(place) else "exactly"
        if missing or (more and not entry.includes):
            label = difference(missing, Counter() if entry.includes else more)
            holds = f"`{entry.name}` holds {cards_in_words(found)}"
            message = f"not all of these cards lie in `{entry.name}`" if entry.includes else holds
            self._add("scenario-end", message, entry.span, self._explain_cards(value), label)
            self.differences.append(Difference(entry.name, tuple(expected), tuple(found), how))
            if more and self._explains:
                named = [each.name for each in self._scenario.then]
                self._related(all_to_one(self._program, zone, self.so_far, named))
                self._related(upside_down(self._scenario.given or (), missing, more, self.so_far))
        elif how == "exactly":
            loose = unordered(self._program, state, zone)
            self._compare_order(entry, expected, found, len(found) - loose)

    def _compare_order(self, entry: Entry, expected: list[str], found: list[str], known: int) -> None:
        """Compare lists of the same cards; only the first `known` of those found lie in a known order."""
        if expected[:known] != found[:known]:
            self._add("scenario-end", f"`{entry.name}` holds {cards_in_words(found)}, in this order", entry.span)
            self.differences.append(Difference(entry.name, tuple(expected), tuple(found)))
        elif len(set(found[known:])) > 1:
            message = f"nobody knows in which order the last {len(found) - known} cards of `{entry.name}` lie"
            hint = f"write `{entry.name} in any order`, or end before it is shuffled"
            self._add("scenario-end", message, entry.span, hint)

    def _explain_cards(self, cards: Sequence[Laid]) -> str:
        """Help for the first card that the game doesn't have."""
        strange = next(unknown_cards(self._program, cards), None)
        if strange is None:
            return ""
        return explain_card(self._program, strange) or f"no card of this game is called `{strange}`"

    def _unchanged(self, number: int) -> None:
        """Show with the last problem where a number that is another one changed, and where it would have."""
        if self._explains:
            self._related(settings(self._program, number, self.so_far))

    def _ended(self, expected: str) -> None:
        """Show with the last problem what ended the game, or what was to end it as `expected`."""
        if self._explains:
            self._related(endings(self._program, self._modules, self.so_far, expected))

    @property
    def _explains(self) -> bool:
        """Whether people read what this playing finds: it has a trace."""
        return self._saving and self._reference

    @property
    def _modules(self) -> tuple[str, ...]:
        """The modules whose rules the scenario is about."""
        return self._scenario.modules or (self._program.game,)

    @property
    def so_far(self) -> unreached.Played:
        """The trace of all steps, and the state in which the game is."""
        return unreached.Played(self.trace, self._game.state.flat)

    def _kept_away(self, option: str) -> str:
        """Why an option isn't offered just now."""
        return kept_away(self._game.why_not(option)) if self._explains else ""

    def _adjusted(self, prompt: str, option: str, verb: str) -> None:
        """Show with the last problem the rules of the scenario's modules by which an option is offered, or isn't."""
        if self._explains:
            found = adjusting(self._program, prompt, option, self._modules, verb)
            if verb == "widen":
                found = found or adjusting(self._program, prompt, option, self._modules, "narrow")
                found += used_up(self._program, prompt, option)
            else:
                numbers = self._game.state.flat[layout_of(self._program).numbers :]
                found += unreached.stuck(self._program, prompt, option, numbers)
            found = found or adjusted(self._program, self._modules, prompt, option)
            if verb == "widen" and len(self.problems.found) == 1:
                self.offered = (prompt, option)
            self._related(found)

    def own_rules(self, code: str) -> tuple[Label, ...]:
        """The rules of the scenario's modules that may be behind its first problem, where nothing else is known."""
        program, modules, played = self._program, self._modules, self.so_far
        found = idle(program, modules, played)
        if code in ("scenario-end", "scenario-prompt"):
            return found + noted(program, modules, played)
        return found or (offering(program, modules, *self.offered) if self.offered else ())

    def _related(self, places: tuple[Label, ...]) -> None:
        """Add places to the last problem."""
        last = self.problems.found[-1]
        self.problems.found[-1] = attrs.evolve(last, related=(*last.related, *places))

    def _over(self) -> str:
        outcome = self._game.outcome
        return f"the game is {outcome.status} ({outcome.sentence})" if outcome else "the game is being played"

    def _differ(self, name: str, expected: str, got: str) -> None:
        self.differences.append(Difference(name, (expected,), (got,)))

    def _add(self, code: str, message: str, where: Span, help: str = "", label: str = "") -> None:
        self.problems.add(code, message, where, help=help, label=label)


def _has_order(place: Place) -> bool:
    """Whether the order of a zone's cards is compared: to people, a pile that everybody sees is a heap."""
    return place.shape == "line" or (place.shape == "pile" and place.seen == "hidden")


def _asked_for(scenario: Scenario, problem: Problem) -> Span:
    """The span in a scenario that asks for the subject of a problem of its game."""
    names = re.findall("`([^`]+)`", problem.message)
    for opening, asked in (("with", scenario.modules), ("options", [name for name, _ in scenario.options])):
        line = line_of(scenario.span, opening)
        for name in names if line is not scenario.span else ():
            found = re.compile(rf"\b{re.escape(name)}\b").search(line.text, len(opening))
            if name in asked and found:
                return Span(line.file, line.start + found.start(), line.start + found.end())
    return scenario.span
