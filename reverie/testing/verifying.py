"""Test laws over drawn cases: all at once for a report, or as a test of pytest and Hypothesis.

Hypothesis draws the cases. A case in which a law breaks is then made smaller by `reducing`, which knows what a module
and an answer are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import attrs
from hypothesis import HealthCheck, Phase, Verbosity, example, given, settings
from hypothesis import seed as seeded
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider
from hypothesis.strategies import SearchStrategy

from reverie.testing.beginnings import seldom_cases
from reverie.testing.cases import Case
from reverie.testing.holding import Breach, Law, breaches, law
from reverie.testing.ready_made import STANDARD
from reverie.testing.reducing import reduced
from reverie.testing.strategies import before_drawn, games
from reverie.testing.telling import told

UNCHECKED = [
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.large_base_example,
    HealthCheck.filter_too_much,
]
"""Linking a game that no case has had yet takes its time; that says nothing about a law."""


class Even(HypothesisProvider):
    """Draws each number of a range as often as any other.

    Hypothesis itself prefers numbers that it finds in the text of the modules loaded: the same seed would draw other
    cases in a checkout than in an installed package, and others again in a process that does more.
    """

    def draw_integer(
        self, min_value: int | None = None, max_value: int | None = None, *,
        weights: dict[int, float] | None = None, shrink_towards: int = 0,
    ) -> int:  # fmt: skip
        if min_value is None or max_value is None or self._random is None:
            return super().draw_integer(min_value, max_value, weights=weights, shrink_towards=shrink_towards)
        return self._random.randint(min_value, max_value)


EVENLY = "reverie-evenly"
AVAILABLE_PROVIDERS[EVENLY] = Even
"""The backend of Hypothesis that draws the cases of a report."""


class Broken(AssertionError):
    """A law doesn't hold; the message tells the smallest case that was found, and `breach` is it."""

    def __init__(self, breach: Breach) -> None:
        self.breach = breach
        super().__init__(told(breach))


@attrs.frozen
class Verdict:
    """What was found of a law: in how many cases it was tested, and where it breaks, made small; None if nowhere."""

    law: Law
    cases: int
    breach: Breach | None = None


def verify(
    ruleset: str,
    laws: Sequence[Law] = STANDARD,
    *,
    modules: Collection[str] | None = None,
    players: int | Collection[int] | None = None,
    options: Mapping[str, str] | None = None,
    extra: Iterable[str] = (),
    examples: int = 100,
    seed: int = 0,
    laid: bool = True,
) -> tuple[Verdict, ...]:
    """Test laws in drawn cases of a ruleset; the arguments are those of `games`.

    So many `examples` are drawn, the same ones for the same `seed`. A law that broke isn't tested any more. Raises
    `CompileError` if the rules have mistakes.
    """
    drawn = games(ruleset, modules=modules, players=players, options=options, extra=extra, laid=laid)
    return verdicts(drawn, laws, examples, seed, laid=laid)


def verdicts(
    drawn: SearchStrategy[Case], laws: Sequence[Law], examples: int, seed: int, small: bool = True, laid: bool = False
) -> tuple[Verdict, ...]:
    """What is found of laws in so many drawn cases, which are the same ones for the same seed.

    Unless they should be `small`, the cases in which laws break stay as they were drawn. With `laid`, a few short games
    are played beside each.
    """
    tested, found = dict.fromkeys(laws, 0), dict[Law, Breach]()

    @seeded(seed)
    @settings(
        max_examples=examples, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=UNCHECKED, backend=EVENLY,
    )  # fmt: skip
    @given(drawn)
    def every(case: Case) -> None:
        for each in laws:
            tested[each] += each not in found
        for played in _beside(case) if laid else (case,):
            for breach in breaches(played, [each for each in laws if each not in found]):
                found[breach.law] = breach

    every()
    if small:
        found = {each: reduced(breach) for each, breach in found.items()}
    return tuple(Verdict(each, tested[each], found.get(each)) for each in laws)


def _beside(case: Case) -> Iterator[Case]:
    """A case, and the short games that are played beside it."""
    yield case
    yield from seldom_cases(case)


@attrs.frozen
class Drawn:
    """A case that was drawn for a test, so that short games are played beside it.

    Hypothesis keeps and shows what a test is given; the short games follow from the case and would be most of it.
    """

    case: Case


def laws(
    ruleset: str,
    *more: Law,
    modules: Collection[str] | None = None,
    players: int | Collection[int] | None = None,
    options: Mapping[str, str] | None = None,
    extra: Iterable[str] = (),
    examples: int | None = None,
    laid: bool = True,
) -> Callable[[Callable[..., object]], Callable[[], None]]:
    """Make a test of laws, which pytest runs: `@laws("docs/tutorial/ferry", players=2)`.

    The function below the decorator is a law itself if it has parameters; `more` laws are tested with it. If there are
    none of either, all ready-made laws are. The arguments are those of `games`; `examples` are so many cases, otherwise
    as many as the profile of Hypothesis says. The test raises `Broken`.
    """

    def decorated(function: Callable[..., object]) -> Callable[[], None]:
        own = [law(function)] if inspect.signature(function).parameters else []
        tested = (*own, *more) or STANDARD

        @cache
        def first() -> Breach | None:
            cases = before_drawn(ruleset, modules, players, options, extra, len(tested)) if laid else ()
            return next((each for case in cases for each in breaches(case, tested)), None)

        def test(case: Case | Drawn) -> None:
            breach = None if isinstance(case, Case) else first()
            for each in (case,) if isinstance(case, Case) else _beside(case.case):
                breach = breach or next(breaches(each, tested), None)
            if breach is not None:
                raise _told(breach.law, breach.case) from breach.error

        test.__name__, test.__doc__, test.__module__ = function.__name__, function.__doc__, function.__module__
        test.__qualname__ = function.__qualname__
        chosen: dict[str, Any] = {} if examples is None else {"max_examples": examples}
        phases = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]
        # The case as it was drawn is larger than the one that is told.
        chosen |= {"verbosity": Verbosity.quiet, "print_blob": False}
        profile = settings(deadline=None, phases=phases, suppress_health_check=UNCHECKED, **chosen)
        cases = games(ruleset, modules=modules, players=players, options=options, extra=extra, laid=laid)
        return profile(given(case=cases.map(Drawn) if laid else cases)(test))

    return decorated


@lru_cache(maxsize=16)
def _told(one: Law, case: Case) -> Broken:
    """The error for a breach; made once for each, because Hypothesis plays a case that failed twice."""
    return Broken(reduced(next(breaches(case, [one]))))


def reproduce(case: Case) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Test this case, too, and first: to be put above `@laws(…)` or `@given(case=games(…))`."""
    return example(case=case)
