"""A machine of Hypothesis that plays a game and does everything to it that may be done: it must stay the same game.

    TestMine = machine("docs/tutorial/ferry", players=2)

Each run draws a case without answers and deals it. Then it answers, undoes, redoes, copies and plays on, saves and
loads, and moves the game to another executor, in any order. After each of these, the laws about states are tested, and
the game is compared with one in which the answers were simply given.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, cast

import attrs
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from interpreter import Game, State, letter
from interpreter.game.replay import Save, rerun
from reverie.testing.cases import Case
from reverie.testing.holding import Law
from reverie.testing.ready_made import STANDARD
from reverie.testing.strategies import KEYS, games, meant

STATE_LAWS = tuple(each for each in STANDARD if each.about == ("state",))


class RulesMachine(RuleBasedStateMachine):
    """The machine of a game; `cases` draws the deals, and `laws` about states are tested after each step.

    `machine` makes a subclass of it for a ruleset. `game` is the game as it is now, `plain` one in which only the
    answers that still count were given, and `given` are these.
    """

    cases: ClassVar[st.SearchStrategy[Case]]
    laws: ClassVar[Sequence[Law]] = STATE_LAWS

    def __init__(self) -> None:
        super().__init__()
        self.case = Case("")
        self.moments: list[Game] = []
        self.ahead: list[str] = []

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.moments[-1]

    @initialize(data=st.data())
    def deal(self, data: st.DataObject) -> None:
        """Deal a drawn case."""
        self.case = data.draw(self.cases, label="case")
        self.moments = [self.case.dealt()]

    @precondition(lambda self: self.moments and self.game.option_count)
    @rule(key=st.integers(0, KEYS))
    def answer(self, key: int) -> None:
        """Answer the decision."""
        self._answered(meant(self.game, key))
        self.ahead = []

    @precondition(lambda self: len(self.moments) > 1)
    @rule()
    def undo(self) -> None:
        """Take the last answer back."""
        self.ahead.append(self.case.answers[-1])
        self.case = attrs.evolve(self.case, answers=self.case.answers[:-1])
        self.moments.pop()

    @precondition(lambda self: self.ahead)
    @rule()
    def redo(self) -> None:
        """Give an answer that was taken back again."""
        words = self.ahead.pop()
        decision = self.game.decision
        assert decision, "what was answered before is not asked any more"
        self._answered([option.id for option in decision.options].index(words))

    @precondition(lambda self: self.moments and self.game.option_count)
    @rule(keys=st.lists(st.integers(0, KEYS), min_size=1, max_size=5))
    def play_on_a_copy(self, keys: list[int]) -> None:
        """Play on with a copy, which changes nothing here."""
        other = self.game.copy()
        for key in keys:
            if other.option_count:
                other.choose(meant(other, key))

    @precondition(lambda self: self.moments)
    @rule()
    def save_and_load(self) -> None:
        """Write the game down, read it and give its answers again."""
        save = Save.from_text(self.case.save.to_text())
        again = rerun(self.case.program, save)
        assert not again.problem, again.problem
        _same(again.game, self.game)

    @precondition(lambda self: self.moments and self.game.option_count)
    @rule(reference=st.booleans())
    def move(self, reference: bool) -> None:
        """Write the state down, read it, and go on in one of the executors."""
        text = json.dumps(self.game.state.to_json())
        state = State.from_json(self.case.program, json.loads(text))
        self.moments[-1] = Game.from_state(self.case.program, state, reference=reference)

    @invariant()
    def it_is_the_same_game(self) -> None:
        """The game is the one in which the answers were simply given, and the laws hold in it."""
        if self.moments:
            _same(self.game, self.case.game())
            for each in self.laws:
                each(state=self.game.state)

    def _answered(self, index: int) -> None:
        decision, game = self.game.decision, self.game.copy()
        assert decision
        game.choose(index)
        self.case = attrs.evolve(self.case, answers=(*self.case.answers, decision.options[index].id))
        self.moments.append(game)


def machine(
    ruleset: str,
    *more: Law,
    modules: Collection[str] | None = None,
    players: int | Collection[int] | None = None,
    options: Mapping[str, str] | None = None,
    extra: Iterable[str] = (),
    examples: int | None = None,
    steps: int = 30,
) -> type[Any]:
    """A test of the machine, for pytest to collect, with the arguments of `games`; `more` are laws about states.

    So many `examples` are run, of at most so many `steps`.
    """
    drawn = games(ruleset, modules=modules, players=players, options=options, extra=extra, most=0)
    made = type("Rules", (RulesMachine,), {"cases": drawn, "laws": (*STATE_LAWS, *more)})
    test = cast("Any", made).TestCase
    chosen: dict[str, Any] = {} if examples is None else {"max_examples": examples}
    test.settings = settings(test.settings, stateful_step_count=steps, deadline=None, **chosen)
    return cast("type[Any]", test)


def _same(one: Game, other: Game) -> None:
    assert one.state == other.state, "it stands in another state"
    assert one.decision == other.decision, "something else is asked"
    assert one.outcome == other.outcome, "it ends otherwise"
    for number in range(one.program.players):
        assert one.view(letter(number)) == other.view(letter(number)), f"{letter(number)} sees something else"
