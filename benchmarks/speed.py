"""How fast the engine plays: against the hand-written game, and with modules against the base game.

Everything is played uniformly at random, on one core. Forced answers are no decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import dsl
from benchmarks.counterparts import COUNTERPARTS, Counterpart, play_at_random
from benchmarks.report import Table
from benchmarks.rounds import Contender, Played, Rounds, interleave, per_decision, per_game, per_turn
from dsl.program.program import Program
from interpreter import Game, play

BY_NUMBER = "engine, Game by number"
"""Games played through `Game` by a program that reads nothing of the options, such as a search."""

AIMS = {BY_NUMBER: "0.6 or more"}
"""What the ratios of some players should be."""


def hand_written(counterpart: Counterpart) -> Contender:
    """Games of what is written by hand."""

    def contender(seed: int) -> Played:
        game = play_at_random(counterpart, Random(seed))
        return Played(sum(not forced for _, _, forced in game.history), game.turns)

    return contender


def generated(program: Program) -> Contender:
    """Games played by the generated executor alone, as simulations do."""

    def contender(seed: int) -> Played:
        row = play(program, seed)
        return Played(row.decisions, row.turns)

    return contender


def by_number(program: Program) -> Contender:
    """Games played through `Game`, each answer the number of an option."""

    def contender(seed: int) -> Played:
        generator = Random(seed)
        game = Game(program, seed)
        decisions = 0
        while count := game.option_count:
            game.choose(generator.randrange(count))
            decisions += 1
        return Played(decisions, game.turns)

    return contender


def by_listed_number(program: Program) -> Contender:
    """The same, with the options of each decision listed."""

    def contender(seed: int) -> Played:
        generator = Random(seed)
        game = Game(program, seed)
        decisions = 0
        while decision := game.decision:
            game.choose(generator.randrange(len(decision.options)))
            decisions += 1
        return Played(decisions, game.turns)

    return contender


def through_game(program: Program) -> Contender:
    """Games played through `Game`, each answer one of the decision's options by name."""

    def contender(seed: int) -> Played:
        generator = Random(seed)
        game = Game(program, seed)
        decisions = 0
        while decision := game.decision:
            game.choose(generator.choice(decision.options).id)
            decisions += 1
        return Played(decisions, game.turns)

    return contender


def against_hand_written(ruleset: str, *, rounds: int, seconds: float) -> Table:
    """Games and decisions a second of a base game, and how they compare with the hand-written game's."""
    program = dsl.load(ruleset)
    contenders: dict[str, Contender] = {
        "hand-written": hand_written(COUNTERPARTS[ruleset]),
        "engine, generated": generated(program),
        BY_NUMBER: by_number(program),
        "engine, Game with options listed": by_listed_number(program),
        "engine, Game by name": through_game(program),
    }
    found = interleave(contenders, rounds=rounds, seconds=seconds)
    rows = [_speed_row(found, name, "hand-written") for name in contenders]
    columns = ("player", "games/s", "decisions/s", "games, ratio", "decisions, ratio", "aim")
    notes = ("Ratio: this speed divided by the hand-written game's; more is faster.",)
    return Table("base", f"Base {ruleset}, solo, random play", columns, tuple(rows), notes)


def _speed_row(found: Rounds, name: str, base: str) -> tuple[str, float, float, float, float, str]:
    total = found.total(name)
    return (
        name,
        1 / per_game(total),
        1 / per_decision(total),
        found.ratio(per_game, base, name),
        found.ratio(per_decision, base, name),
        AIMS.get(name, ""),
    )


def with_modules(ruleset: str, *, rounds: int, seconds: float) -> Table:
    """What a decision and a turn cost with each module and with all of them, against the solo base game."""
    every = tuple(dsl.modules_of(ruleset))
    contenders = {
        f"{_named(chosen, every)}, {players}p": generated(dsl.load(ruleset, modules=chosen, players=players))
        for players in (1, 2)
        for chosen in alone_and_together(every)
    }
    found = interleave(contenders, rounds=rounds, seconds=seconds)
    rows = [_cost_row(found, name, "base, 1p") for name in contenders]
    columns = ("set, players", "µs/decision", "ratio", "µs/turn", "ratio of turns", "decisions/turn", "games/s")
    notes = ("Ratio: this cost divided by that of base, 1p; less is better.",)
    return Table("modules", f"What a decision and a turn of {ruleset} cost, by modules", columns, tuple(rows), notes)


def _named(chosen: Sequence[str], every: Sequence[str]) -> str:
    if len(chosen) > 1 and len(chosen) == len(every):
        return f"all {len(chosen)} modules"
    return " ".join(chosen) or "base"


def _cost_row(found: Rounds, name: str, base: str) -> tuple[str, float, float, float, float, float, float]:
    total = found.total(name)
    return (
        name,
        1e6 * per_decision(total),
        found.ratio(per_decision, name, base),
        1e6 * per_turn(total),
        found.ratio(per_turn, name, base),
        total.decisions / total.turns,
        1 / per_game(total),
    )


def alone_and_together(names: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """No name, each by itself, and all of them."""
    return dict.fromkeys([(), *((name,) for name in names), tuple(names)])
