"""Play the engine and a hand-written game side by side, and say where they part.

Both begin with the same seed and get the same answers. At each decision the prompt and its options must be alike, or
the outcome; at each turn, and in the end, what lies in every zone, and how much of each deck is still unordered; and
in the end every answer, forced ones included.
"""

from __future__ import annotations

from random import Random

import attrs

from benchmarks.answers import Answerer, carelessly
from benchmarks.counterparts import COUNTERPARTS, Counterpart
from benchmarks.decks import UnsettledDeck
from benchmarks.handwritten import HandWritten
from dsl.program.program import Program
from interpreter import Game


@attrs.frozen
class Difference:
    """Where the two part: the seed, the number of decisions made by then, what differs, and how."""

    seed: int
    step: int
    what: str
    engine: object
    oracle: object

    def __str__(self) -> str:
        return (
            f"seed {self.seed}, step {self.step}: {self.what} differs\n  engine: {self.engine}\n  oracle: {self.oracle}"
        )


@attrs.frozen
class Compared:
    """Games played side by side: of what, how many, how many were won, and where those part that differ."""

    name: str
    games: int
    decisions: int
    won: int
    differences: tuple[Difference, ...]

    def __str__(self) -> str:
        verdict = f"{len(self.differences)} differ" if self.differences else "all alike"
        played = f"{self.games:,} games side by side, {self.decisions:,} decisions, {self.won:,} games won: {verdict}"
        return "\n".join([f"{self.name}: {played}", *map(str, self.differences)])


def compare(program: Program, games: int, *, first_seed: int = 0, most: int = 3) -> Compared:
    """Play games from neighbouring seeds, every second one keenly, until `most` of them differ."""
    decisions = won = played = 0
    differences: list[Difference] = []
    while played < games and len(differences) < most:
        answerer = COUNTERPARTS[program.game].keenly if played % 2 else carelessly
        oracle, difference = side_by_side(program, first_seed + played, answerer)
        played += 1
        decisions += _decisions(oracle)
        won += oracle.status == "won"
        if difference:
            differences.append(difference)
    return Compared(f"{program.game}, {program.players}p", played, decisions, won, tuple(differences))


def side_by_side(program: Program, seed: int, answerer: Answerer) -> tuple[HandWritten, Difference | None]:
    """Play one game in both; returns the hand-written one as it stands in the end, or where they part."""
    counterpart = COUNTERPARTS[program.game]
    game = Game(program, seed=seed)
    oracle = counterpart.like(program, seed)
    generator = Random(seed)
    while True:
        difference = _difference(counterpart, game, oracle, seed)
        if difference or not oracle.options:
            return oracle, difference
        answer = answerer(oracle, generator)
        game.choose(answer)
        oracle.choose(answer)


def _difference(counterpart: Counterpart, game: Game, oracle: HandWritten, seed: int) -> Difference | None:
    """The first thing in which the two differ as they stand."""
    pairs = _asked(game, oracle)
    if oracle.prompt in {"turn", ""}:
        pairs |= _table(game, oracle, counterpart.ordered)
    if not oracle.options:
        pairs |= _past(counterpart, game, oracle)
    for what, (engine, hand_written) in pairs.items():
        if engine != hand_written:
            return Difference(seed, _decisions(oracle), what, engine, hand_written)
    return None


Pairs = dict[str, tuple[object, object]]
"""By name, what the engine has and what the hand-written game has."""


def _asked(game: Game, oracle: HandWritten) -> Pairs:
    """What stands, and what can be answered by whom."""
    decision = game.decision
    options = sorted(option.id for option in decision.options) if decision else []
    return {
        "outcome": (_status(game), oracle.status),
        "prompt": (decision.prompt if decision else "", oracle.prompt),
        "options": (options, sorted(oracle.options)),
        "player": (decision.player if decision else oracle.player, oracle.player),
        "turns": (game.turns, oracle.turns),
    }


def _status(game: Game) -> str:
    """How the game stands; of a rules fault, what it says."""
    outcome = game.outcome
    if outcome is None:
        return "playing"
    return outcome.sentence if outcome.status == "fault" else outcome.status


def _past(counterpart: Counterpart, game: Game, oracle: HandWritten) -> Pairs:
    """The answers from the first that differs on, without those that the rules give by themselves."""
    answers = [(answer.prompt, answer.option, answer.forced) for answer in game.history]
    history, expected = (
        [each for each in past if not (each[2] and counterpart.by_itself(each[0], each[1]))]
        for past in (answers, oracle.history)
    )
    alike = 0
    while alike < min(len(history), len(expected)) and history[alike] == expected[alike]:
        alike += 1
    return {f"history after {alike} answers": (history[alike:], expected[alike:])}


def _table(game: Game, oracle: HandWritten, ordered: frozenset[str]) -> Pairs:
    """Every zone of the engine, and the numbers that go with them; order is compared where the rules know one."""
    written = game.state.to_json()
    zones = oracle.zones()
    pairs: Pairs = {}
    for place in game.program.places:
        cards, expected = written["zones"][place.name], zones.get(place.name)
        if expected is not None and place.name not in ordered:
            cards, expected = sorted(cards), sorted(expected)
        pairs[place.name] = cards, expected
    for name, deck in oracle.decks().items():
        pairs[f"unordered {name}"] = written["unordered"].get(name, 0), unsettled(deck)
    for name, number in oracle.numbers().items():
        pairs[name] = written["numbers"][name], number
    return pairs


def unsettled(deck: object) -> int:
    """How many cards of a deck lie in an order that nobody knows yet."""
    return deck.unsettled if isinstance(deck, UnsettledDeck) else 0


def _decisions(oracle: HandWritten) -> int:
    return sum(not forced for _, _, forced in oracle.history)
