"""Hypothesis strategies for games of modular rules: cases, games under way, and positions that are laid out.

Every draw is a game that the rules accept. Sets shrink towards fewer modules, options towards their defaults, seeds
towards 0 with fewer cards on top, answers towards fewer and earlier ones. An answer is drawn as a key, and the option
that it means is the one whose words go best with it: the same words mostly, whatever else is offered beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import blake2b

import attrs
from hypothesis import reject
from hypothesis import strategies as st

from dsl import Program
from interpreter import Game, Generator
from interpreter.analysis.memo import once_per_program
from interpreter.simulation.perturb import Position
from interpreter.simulation.positions import draw_positions
from reverie.testing.beginnings import MANNERS, Manners, beginnings, given, planned
from reverie.testing.cases import Case
from reverie.testing.openings import to_victory
from reverie.testing.sets import Sets, given_options, sets_of

MOST_ANSWERS = 150
"""Answers of a drawn game: so many that most games of these lengths end."""

KEYS = 4095
SELDOM = 2
"""A module is in a set once in so many times and one."""

SELDOM_ALONE = 2
"""A case in a position has no mix of modules once in so many times and one."""

SELDOM_LEFT_OUT = 15
"""A module is left out of the few sets once in so many times and one."""

SELDOM_LAID = 1
"""A case begins in a position that is laid out once in so many times and one."""

MOST_ON_TOP = 12
POSITIONS = 24
"""Positions that are drawn for each program."""

SEEDS = st.integers(0, 1 << 40)


def games(
    ruleset: str,
    *,
    modules: Collection[str] | None = None,
    players: int | Collection[int] | None = None,
    options: Mapping[str, str] | None = None,
    extra: Iterable[str] = (),
    most: int = MOST_ANSWERS,
    laid: bool = False,
) -> st.SearchStrategy[Case]:
    """Cases: any set of modules, number of players and options, a deal, and at most `most` answers.

    With `laid`, every second begins in a position that is laid out: near the end, or where a condition of some rule
    holds that seldom does.

    `modules`: the names from which sets are drawn (default: all of the ruleset); `players`: a number, or several to
    draw from; `options`: values that hold in every game; `extra`: rules files that are in play in every game. Raises
    `CompileError`, when an example is drawn, if the rules have mistakes.
    """
    chosen = tuple(sorted(modules)) if modules is not None else None
    return _cases(ruleset, chosen, _numbers(players), given_options(options), tuple(extra), most, laid=laid)


def _numbers(players: int | Collection[int] | None) -> tuple[int, ...] | None:
    return (players,) if isinstance(players, int) else tuple(players) if players is not None else None


def before_drawn(
    ruleset: str,
    modules: Collection[str] | None,
    players: int | Collection[int] | None,
    options: Mapping[str, str] | None,
    extra: Iterable[str],
    laws: int,
) -> Iterator[Case]:
    """Cases in which so many laws are tested before any is drawn (see `planned`); with the arguments of `games`."""
    sets = sets_of(ruleset, tuple(extra), given_options(options))
    names = sets.names if modules is None else tuple(sorted(modules))
    return planned(sets, names, _numbers(players) or tuple(sets.players), laws)


def games_of(
    ruleset: str,
    modules: Iterable[str],
    players: int,
    extra: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    laid: bool = False,
) -> st.SearchStrategy[Case]:
    """The cases of one set of modules, for one number of players, as `games` draws them."""
    chosen, given = tuple(modules), given_options(options)
    return _cases(ruleset, chosen, (players,), given, tuple(extra), MOST_ANSWERS, whole=True, laid=laid)


def plays(
    ruleset: str,
    *,
    modules: Collection[str] | None = None,
    players: int | Collection[int] | None = None,
    options: Mapping[str, str] | None = None,
    extra: Iterable[str] = (),
    most: int = MOST_ANSWERS,
) -> st.SearchStrategy[Game]:
    """Games that were played to some decision, or to their end; with the arguments of `games`."""
    return games(ruleset, modules=modules, players=players, options=options, extra=extra, most=most).map(Case.game)


@st.composite
def positions(
    draw: st.DrawFn,
    ruleset: str,
    *,
    modules: Collection[str] | None = None,
    players: int | Collection[int] | None = None,
    options: Mapping[str, str] | None = None,
    extra: Iterable[str] = (),
) -> Game:
    """Games that begin at a turn far into a game, in a state that keeps the invariants and that no deal may lead to.

    The arguments are those of `games`. Such a game has no seed and no history.
    """
    case = draw(games(ruleset, modules=modules, players=players, options=options, extra=extra, most=0))
    found = _positions(case.program)
    if not found:
        reject()
    position = draw(st.sampled_from(found))
    return Game.from_position(case.program, list(position.state))


@once_per_program
def _positions(program: Program) -> tuple[Position, ...]:
    return tuple(draw_positions(program, 0, POSITIONS))


@st.composite
def _cases(
    draw: st.DrawFn, ruleset: str, modules: tuple[str, ...] | None, players: tuple[int, ...] | None,
    options: tuple[tuple[str, str], ...], extra: tuple[str, ...], most: int, whole: bool = False, laid: bool = False,
) -> Case:  # fmt: skip
    sets = sets_of(ruleset, extra, options)
    names, numbers = sets.names if modules is None else modules, players or tuple(sets.players)
    laid = laid and draw(st.integers(0, SELDOM_LAID)) == SELDOM_LAID
    if laid and not whole and sets.mixes(names, numbers) and draw(st.integers(0, SELDOM_ALONE)):
        case = draw(st.sampled_from(sets.mixes(names, numbers)))
    else:
        few = not whole and draw(st.booleans())
        wanted = names if whole else _of_few(draw, sets, names, numbers) if few else _some(draw, sets, names)
        case = _linked(draw, sets, wanted, numbers)
    case, manners = _laid(draw, sets, case) if laid else (_topped(draw, case), MANNERS)
    case = attrs.evolve(case, seed=draw(SEEDS))
    if not most:
        return case
    return attrs.evolve(case, answers=tuple(_answers(draw, case, most, manners)))


def _topped(draw: st.DrawFn, case: Case) -> Case:
    """The case with cards on top, or none."""
    deal = draw(st.just(()) | st.lists(st.sampled_from(_dealt(case)), max_size=MOST_ON_TOP).map(tuple))
    return attrs.evolve(case, deal=deal)


def _laid(draw: st.DrawFn, sets: Sets, case: Case) -> tuple[Case, Manners]:
    """The case in a position, or as it is dealt in a game that has none; and the manners in which it is opened.

    The positions are those of the game whose options have their defaults: drawing them takes its time for each.
    """
    own = [name for name in case.modules if name not in sets.extra]
    begun = beginnings(sets.nearest(own, case.players, ()))
    placed = [(attrs.evolve(case, laid=each.lines), each.manners) for each in begun]
    fitting = [each for each in placed if each[0].legal]
    if not fitting:
        return case, MANNERS
    kinds = dict.fromkeys(manners for _, manners in fitting)
    manners = draw(st.sampled_from([*kinds]))
    return draw(st.sampled_from([each for each in fitting if each[1] == manners]))


def _of_few(draw: st.DrawFn, sets: Sets, names: tuple[str, ...], players: tuple[int, ...]) -> tuple[str, ...]:
    """No module, one, or those of a mix: few sets in all, because linking a set takes its time.

    Each module of a mix has a draw of its own that may leave it out, so that a mix shrinks.
    """
    few: list[tuple[str, ...]] = [(), *((name,) for name in names)]
    larger = [tuple(name for name in mix.modules if name in names) for mix in sets.mixes(names, players)] or few
    chosen = draw(st.sampled_from(few) | st.sampled_from(larger) | st.sampled_from(larger))
    return tuple(name for name in chosen if draw(st.integers(0, SELDOM_LEFT_OUT)))


def _some(draw: st.DrawFn, sets: Sets, names: tuple[str, ...]) -> set[str]:
    """Some of the modules, two that meet more often than others.

    Each has a draw of its own, so that what is drawn behind it keeps its meaning when it is left out.
    """
    pairs = [pair for pair in sets.pairs if set(pair) <= set(names)]
    pair = set(draw(st.just(()) | st.sampled_from(pairs))) if pairs else set()
    return pair | {name for name in names if draw(st.integers(0, SELDOM)) == SELDOM}


def _linked(draw: st.DrawFn, sets: Sets, wanted: Collection[str], players: tuple[int, ...]) -> Case:
    """A game that the rules accept."""
    number = draw(st.sampled_from(sorted(players)))
    base = sets.nearest(sorted(wanted), number, ())
    own = [name for name in sorted(wanted) if name in base.modules]
    values = sets.values(own, base.players)
    changed = []
    for name, each in sets.options.items():
        every = st.integers(0, len(each) - 1)
        number = draw(every if name in sets.of_modules else st.just(0) | every)
        here = values.get(name, ("",))
        if number % len(here):
            changed.append((name, here[number % len(here)]))
    return sets.nearest(own, base.players, changed)


def _dealt(case: Case) -> tuple[str, ...]:
    """The names of the cards that begin in piles and lines, in the order of the rules."""
    program = case.program
    begin = zip(program.places, program.begin, strict=True)
    cards = [card for place, lying in begin if place.shape != "heap" for card in sorted(lying)]
    return tuple(dict.fromkeys(program.faces[card].name for card in cards))


def _answers(draw: st.DrawFn, case: Case, most: int, manners: Manners) -> Iterator[str]:
    """The words of the answers: an opening in some manner, and then as they are drawn."""
    game = case.dealt()
    manner = draw(st.sampled_from(manners))
    opening = most if manner is to_victory else draw(st.integers(0, most)) if manner is not None else 0
    if manner is not None:
        for index in manner(game.copy(), Generator(case.seed).below, opening):
            yield given(game, index)
    for _ in range(draw(st.integers(0, most - opening))):
        if not game.option_count:
            return
        yield given(game, meant(game, draw(st.integers(0, KEYS))))


def meant(game: Game, key: int) -> int:
    """The index of the option that a key means; 0 is the first one."""
    assert game.decision
    if not key:
        return 0
    options = game.decision.options
    return max(range(len(options)), key=lambda at: _fits(key, options[at].id))


@lru_cache(maxsize=1 << 16)
def _fits(key: int, words: str) -> bytes:
    return blake2b(f"{key} {words}".encode(), digest_size=8).digest()
