"""Laws: what must hold in every game, whatever is linked and however it is answered.

A law is a function that raises when it doesn't hold. The names of its parameters say what it is about: each `state`
of a game, each `step` (an answer, with the game before and after it), the `game` as it stands after the last answer, or
the `case` as a whole. The ready-made laws are in `ready_made`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import attrs

from dsl.text.spelling import did_you_mean, nearest
from interpreter import Game
from reverie.testing.cases import Case, Step

ABOUT = ("state", "step", "game", "case")
"""What a law can be about: the names that its parameters may have."""

STEPWISE = (("state",), ("step",))
"""What laws are about that are tested along a game, and not only where it ends."""


@attrs.frozen
class Law:
    """A law: its name, the sentence that says what holds, the function that tests it, and what that is about."""

    name: str
    sentence: str
    test: Callable[..., object] = attrs.field(repr=False)
    about: tuple[str, ...]

    def __call__(self, **given: Any) -> object:
        """Test it; raises whatever its function raises."""
        return self.test(**{name: given[name] for name in self.about})


def law(function: Callable[..., object]) -> Law:
    """The law that a function tests, called by the function's name; the first line of its docstring is its sentence.

    The function's parameters are called `state`, `step`, `game` or `case`; raises `TypeError` for others.
    """
    about = tuple(inspect.signature(function).parameters)
    wrong = [name for name in about if name not in ABOUT]
    if wrong or not about:
        said = f"not `{wrong[0]}`" if wrong else "and there is none"
        raise TypeError(f"the parameters of a law are called {', '.join(f'`{name}`' for name in ABOUT)}, {said}")
    name = re.sub(r"^test ", "", function.__name__.strip("_").replace("_", " "))
    sentence = (inspect.getdoc(function) or name).split("\n")[0]
    return Law(name, sentence, function, about)


@attrs.frozen
class Breach:
    """A law that doesn't hold in a case: at which answer, counted from 1 (0: when the cards were dealt), and why."""

    law: Law
    case: Case
    at: int
    error: BaseException

    @property
    def reason(self) -> str:
        """What the law's function said."""
        said = str(self.error).strip()
        return said.split("\n")[0] if said else self.law.sentence


def breaches(case: Case, laws: Iterable[Law]) -> Iterator[Breach]:
    """The laws that don't hold in a case, each once, where it breaks first; the case ends there.

    A position that is laid out may be one that no game comes to. So a law that doesn't hold there isn't tested.
    """
    left = [one for one in laws if not (case.laid and _broken_before(one, case))]
    steps, game = _played(case)
    for number, step in enumerate(steps):
        for one in [each for each in left if each.about in STEPWISE]:
            if one.about == ("step",) and step is None:
                continue
            state = game.state if step is None else step.after.state
            error = _error(one, state=state, step=step)
            if error is not None:
                left.remove(one)
                yield Breach(one, attrs.evolve(case, answers=case.given[:number]), number, error)
        if step is not None:
            game = step.after
    whole = attrs.evolve(case, answers=case.given)
    for one in left:
        if one.about not in STEPWISE:
            error = _error_of(one, whole, steps, game)
            if error is not None and not (
                case.laid and _error_of(one, attrs.evolve(case, answers=()), [], case.dealt())
            ):
                yield Breach(one, whole, len(whole.answers), error)


def _broken_before(one: Law, case: Case) -> bool:
    """Whether a law about states doesn't hold in the position that is laid out."""
    return one.about == ("state",) and _error(one, state=case.begin) is not None


def _broken_at_once(one: Law, case: Case) -> bool:
    """Whether a law about whole games doesn't hold before the first answer."""
    return _error_of(one, attrs.evolve(case, answers=()), [], case.dealt()) is not None


def _played(case: Case) -> tuple[list[Step | None], Game]:
    """The steps of a case, after a None that stands for its deal; and the game as it was dealt."""
    return [None, *case.steps()], case.dealt()


def _error_of(one: Law, case: Case, steps: Sequence[Step | None], game: Game) -> BaseException | None:
    """Why a law about whole games doesn't hold at the end of these steps; None if it does."""
    last = next((step for step in reversed(steps) if step), None)
    return _error(one, state=game.state, step=last, game=game.copy(), case=case)


def _error(one: Law, **given: Any) -> BaseException | None:
    try:
        one(**given)
    except Exception as error:  # noqa: BLE001 - whatever a law raises is what it has to say
        return error
    return None


def named(names: Iterable[str], known: Iterable[Law]) -> list[Law]:
    """The laws with these names; raises `ValueError` for an unknown one."""
    laws = {each.name: each for each in known}
    found = []
    for name in names:
        if name not in laws:
            near = nearest(name, list(laws))
            raise ValueError(
                f"no law is called `{name}`: "
                + did_you_mean(near, "the laws are " + ", ".join(f"`{each}`" for each in laws))
            )
        found.append(laws[name])
    return found
