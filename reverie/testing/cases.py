"""Cases: games as plain data, which can be written down, drawn at random and made smaller.

A case says what is linked, what lies on top after the first shuffles, the seed for everything else that chance
decides, and the answers by their words. So most of it still means the same when a module, a card or an answer is left
out: what the game doesn't have, or doesn't offer, is passed over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import attrs

import dsl
from dsl import CompileError, Program
from dsl.linking.ruleset import Recording
from dsl.reading.library import ENDING
from dsl.text.diagnostics import REFUSALS
from interpreter import Event, Game, Given, Header, Save, State
from interpreter.scenarios.laying import last_turn
from interpreter.state.layout import Flat
from reverie.testing.laying import laid_out

LINKED = 64
"""Most programs that are kept: each takes some megabytes."""

DEALT = 64
"""Most deals that are kept: making a case smaller plays many games from few of them."""

_Rules = tuple[str, tuple[str, ...], int, tuple[tuple[str, str], ...], tuple[tuple[str, int], ...]]
"""What is linked to one game, and when the files were written."""


def _texts(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(given)


def _pairs(options: Mapping[str, str] | tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple(options.items()) if isinstance(options, Mapping) else tuple(options)


@attrs.frozen(repr=False, slots=False)
class Case:
    """A game and how it is played.

    `ruleset`: a name or a folder; `modules`: names, or paths of rules files; `players`; `options`: values by name, as a
    dict or as pairs, of those that don't have their default. `deal` are the cards that lie on top of what is shuffled
    before the first decision, `seed` decides the rest, and `answers` are given in this order, each where it is offered.
    A case whose cards are `laid` isn't dealt: it begins at a turn, in the position of these lines, which are those of a
    scenario's `given`; lines and cards that the game doesn't have are passed over.
    """

    ruleset: str
    modules: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    players: int = 1
    options: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_pairs)
    deal: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    seed: int = 0
    answers: tuple[str, ...] = attrs.field(default=(), converter=_texts)
    laid: tuple[str, ...] = attrs.field(default=(), converter=_texts)

    def __repr__(self) -> str:
        """The call that makes this case."""
        given: list[str] = [repr(self.ruleset)]
        for field in attrs.fields(Case)[1:]:
            value: Any = getattr(self, field.name)
            if value != field.default:
                given.append(f"{field.name}={dict(value) if field.name == 'options' else value!r}")
        return f"Case({', '.join(given)})"

    @cached_property
    def program(self) -> Program:
        """The linked game; raises `CompileError` if there is no such game."""
        return _linked(*self._rules)

    @property
    def recording(self) -> Program:
        """The same game, linked so that it records which conditions its rules met; raises `CompileError`."""
        return _linked(*self._rules, coverage="conditions")

    @cached_property
    def _rules(self) -> _Rules:
        written = stamp(self.ruleset, self.modules)
        return self.ruleset, self.modules, self.players, self.options, written

    @property
    def legal(self) -> bool:
        """Whether there is such a game, and such a position in it.

        Raises `CompileError` for any other mistake in its rules.
        """
        try:
            return bool(self.program) and (not self.laid or self.begin is not None)
        except CompileError as error:
            if all(problem.code in REFUSALS for problem in error.problems):
                return False
            raise

    @property
    def begin(self) -> State | None:
        """The position that is laid out; None if the cards are dealt, or if no game is under way there."""
        return _begin(self._rules, self.laid, self.seed) if self.laid else None

    def dealt(self, reference: bool = False) -> Game:
        """The game at its first decision; with `reference`, it is traced. Raises `ValueError` for a wrong position."""
        return _dealt(self._rules, self.deal, self.laid, self.seed, reference).copy()

    def game(self, reference: bool = False) -> Game:
        """The game after the answers that were offered."""
        game = self.dealt(reference)
        for _ in self._given(game):
            pass
        return game

    def steps(self) -> Iterator[Step]:
        """The steps of the game, one for each answer that is offered."""
        game = self.dealt()
        before = game.copy()
        for answer in self._given(game):
            after = game.copy()
            yield Step(before, answer, after)
            before = after

    def turns(self) -> Iterator[tuple[Flat, list[Step]]]:
        """The state at the beginning of each turn, the last one first, and the steps since then."""
        steps = list(self.steps())
        for number in range(len(steps) - 2, -1, -1):
            step = steps[number]
            begun, decision = step.after.turns - step.before.turns, step.before.decision
            if begun and decision:
                answer = [option.id for option in decision.options].index(step.answer)
                yield last_turn(step.before.state, answer, begun), steps[number + 1 :]
        dealt = self.dealt()
        if dealt.turns and not self.laid:
            yield list(dealt.state.flat), steps

    @cached_property
    def given(self) -> tuple[str, ...]:
        """Those of the answers that are offered when their turn comes."""
        return tuple(self._given(self.dealt()))

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """A deal that says all that came up, zone by zone, but for what was shuffled back into its zone.

        That are lines in their order, and what was drawn from piles. Nothing, if the cards are laid out.
        """
        if self.laid:
            return ()
        dealt = self.dealt(reference=True)
        found = came_up(self.game(reference=True).trace) | lines_of(dealt)
        shuffles = dict.fromkeys(filter(None, map(shuffled, dealt.trace)))
        return tuple(card for zone in shuffles for card in found.get(zone, []))

    @property
    def save(self) -> Save:
        """The case as a saved game, which `reverie play --from` and `reverie replay` read; it was dealt."""
        assert not self.laid, "a game that begins in a position that was laid out is told as a scenario"
        game = self.dealt()
        answers = tuple(_asked(game, self.answers))
        ended = (game.outcome.status, game.outcome.sentence) if game.outcome else ("", "")
        return Save(Header.of(self.program, self.seed, self.deal), answers, *ended)

    def _given(self, game: Game) -> Iterator[str]:
        return (given.answer for given in _asked(game, self.answers))


def _asked(game: Game, answers: tuple[str, ...]) -> Iterator[Given]:
    """Give the answers that are offered, one by one."""
    for answer in answers:
        decision = game.decision
        if decision is None:
            return
        if any(option.id == answer for option in decision.options):
            game.choose(answer)
            yield Given(decision.prompt, answer, decision.player)


@attrs.frozen(slots=False)
class Step:
    """One answer: the game before it, the words of the answer, and the game after it. Neither game may be answered."""

    before: Game
    answer: str
    after: Game

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened in this step, by the trace: the events of the rules, and each change with its rule."""
        traced = self.before.traced()
        traced.choose(self.answer)
        return traced.trace

    @property
    def states(self) -> tuple[State, State]:
        """The states before and after."""
        return self.before.state, self.after.state


def stamp(ruleset: str, modules: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """When the rules files of a game were written: what was made of them before is of no use if that changes."""
    folder = dsl.ruleset_folder(ruleset)
    files = [*sorted(folder.glob(f"*{ENDING}")), *(Path(each) for each in modules if each.endswith(ENDING))]
    return tuple((str(file), file.stat().st_mtime_ns if file.exists() else 0) for file in files)


@lru_cache(maxsize=LINKED)
def _linked(
    ruleset: str, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...], _written: object,
    *, coverage: Recording = False,
) -> Program:  # fmt: skip
    return dsl.load(ruleset, modules, players, dict(options), coverage=coverage)


@lru_cache(maxsize=DEALT)
def _dealt(rules: _Rules, deal: tuple[str, ...], laid: tuple[str, ...], seed: int, reference: bool) -> Game:
    program = _linked(*rules)
    if laid:
        begin = _begin(rules, laid, seed)
        if begin is None:
            raise ValueError("no game is under way in this position: " + "; ".join(laid))
        return Game.from_position(program, list(begin.flat), reference=reference)
    names = {face.name for face in program.faces}
    return Game(program, seed, reference=reference, deal=[card for card in deal if card in names])


@lru_cache(maxsize=DEALT)
def _begin(rules: _Rules, laid: tuple[str, ...], seed: int) -> State | None:
    program = _linked(*rules)
    s = laid_out(program, laid, seed)
    return State(program, tuple(s)) if s is not None else None


def shuffled(event: Event) -> str:
    """The zone that an entry of a trace says is shuffled, or ""."""
    return event.text.rpartition(" ")[0] if event.name == "shuffle" else ""


def lines_of(dealt: Game) -> dict[str, list[str]]:
    """The cards of each line that was shuffled before the first decision; nothing if some lie elsewhere by then."""
    program, lying = dealt.program, dealt.state.zones
    shuffles = set(map(shuffled, dealt.trace))
    begin = zip(program.places, program.begin, strict=True)
    lines = [(place.name, len(cards)) for place, cards in begin if place.shape == "line" and place.name in shuffles]
    return {name: list(lying[name]) if len(lying[name]) == size else [] for name, size in lines}


def drawn_from(trace: Iterable[Event]) -> dict[str, list[str]]:
    """The cards that were drawn from each zone between its first shuffle and its second, in order."""
    found: dict[str, list[str]] = {}
    shuffles = Counter[str]()
    for event in trace:
        shuffles[shuffled(event)] += 1
        card, _, route = event.text.partition(": ")
        zone = route.partition(" → ")[0]
        if event.name == "draw" and shuffles[zone] == 1:
            found.setdefault(zone, []).append(card)
    return found


def came_up(trace: Iterable[Event]) -> dict[str, list[str]]:
    """The cards that left each zone, in order, but for those that were put back or shuffled back."""
    found, back = dict[str, list[str]](), dict[str, list[str]]()
    for event in trace:
        zone = shuffled(event)
        for card in back.pop(zone, []):
            if card in found.get(zone, []):
                found[zone].reverse()
                found[zone].remove(card)
                found[zone].reverse()
        cards, _, route = event.text.partition(": ")
        source, _, target = route.partition(" → ")
        for card in cards.split(", ") if target and event.name in ("draw", "move") else ():
            if card in back.get(source, []):
                back[source].remove(card)
            else:
                found.setdefault(source, []).append(card)
            back.setdefault(target, []).append(card)
    return found
