"""Play the engine and the hand-written game side by side, and say where they part.

Both begin with the same seed and get the same answers. At each decision the prompt and its options must be alike, or
the outcome; at each turn, and in the end, what lies in every zone, and how much of the deck is still unordered; and in
the end every answer, forced ones included.
"""

from __future__ import annotations

from random import Random

import attrs

from benchmarks.answers import Answerer, carelessly, keenly
from benchmarks.decks import Generator, UnsettledDeck
from benchmarks.oracle import ALL_CARDS, Onirim
from dsl.program import Program
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
    """Games played side by side: how many, how many were won, and where those part that differ."""

    games: int
    decisions: int
    won: int
    differences: tuple[Difference, ...]

    def __str__(self) -> str:
        verdict = f"{len(self.differences)} differ" if self.differences else "all alike"
        played = f"{self.games:,} games side by side, {self.decisions:,} decisions, {self.won:,} games won: {verdict}"
        return "\n".join([played, *map(str, self.differences)])


def compare(program: Program, games: int, *, first_seed: int = 0, most: int = 3) -> Compared:
    """Play games from neighbouring seeds, every second one keenly, until `most` of them differ."""
    decisions = won = played = 0
    differences: list[Difference] = []
    while played < games and len(differences) < most:
        answerer = keenly if played % 2 else carelessly
        oracle, difference = side_by_side(program, first_seed + played, answerer)
        played += 1
        decisions += _decisions(oracle)
        won += oracle.status == "won"
        if difference:
            differences.append(difference)
    return Compared(played, decisions, won, tuple(differences))


def side_by_side(program: Program, seed: int, answerer: Answerer) -> tuple[Onirim, Difference | None]:
    """Play one game in both; returns the hand-written one as it stands in the end, or where they part."""
    game = Game(program, seed=seed)
    oracle = Onirim(dealt_like(program, seed))
    generator = Random(seed)
    while True:
        difference = _difference(game, oracle, seed)
        if difference or not oracle.options:
            return oracle, difference
        answer = answerer(oracle, generator)
        game.choose(answer)
        oracle.choose(answer)


def dealt_like(program: Program, seed: int) -> UnsettledDeck:
    """The deck from which the engine plays a game with that seed."""
    ranks = {face.name: rank for rank, face in enumerate(program.faces)}
    return UnsettledDeck(ALL_CARDS, Generator(seed), ranks)


def _difference(game: Game, oracle: Onirim, seed: int) -> Difference | None:
    """The first thing in which the two differ as they stand."""
    pairs = _asked(game, oracle)
    if oracle.prompt in {"turn", ""}:
        pairs |= _table(game, oracle)
    if not oracle.options:
        pairs |= _past(game, oracle)
    for what, (engine, hand_written) in pairs.items():
        if engine != hand_written:
            return Difference(seed, _decisions(oracle), what, engine, hand_written)
    return None


Pairs = dict[str, tuple[object, object]]
"""By name, what the engine has and what the hand-written game has."""


def _asked(game: Game, oracle: Onirim) -> Pairs:
    """What stands, and what can be answered."""
    decision = game.decision
    options = sorted(option.id for option in decision.options) if decision else []
    return {
        "outcome": (_status(game), oracle.status),
        "prompt": (decision.prompt if decision else "", oracle.prompt),
        "options": (options, sorted(oracle.options)),
    }


def _status(game: Game) -> str:
    """How the game stands; of a rules fault, what it says."""
    outcome = game.outcome
    if outcome is None:
        return "playing"
    return outcome.sentence if outcome.status == "fault" else outcome.status


BY_ITSELF = ("door drawn", "limbo", True)
"""A drawn door without a key goes to limbo by itself (O-B7): that may, but need not, be written down as an answer."""


def _past(game: Game, oracle: Onirim) -> Pairs:
    """The answers from the first that differs on."""
    answers = [(answer.prompt, answer.option, answer.forced) for answer in game.history]
    history = [answer for answer in answers if answer != BY_ITSELF]
    alike = 0
    while alike < min(len(history), len(oracle.history)) and history[alike] == oracle.history[alike]:
        alike += 1
    return {f"history after {alike} answers": (history[alike:], oracle.history[alike:])}


ORDERED = frozenset({"deck", "row"})
"""Zones whose order matters; cards that are discarded together go to the discard pile in any order."""


def _table(game: Game, oracle: Onirim) -> Pairs:
    """Every zone of the engine, and the numbers that go with them; order is compared where the rules know one."""
    written = game.state.to_json()
    zones = oracle.zones()
    pairs: Pairs = {}
    for place in game.program.places:
        cards, expected = written["zones"][place.name], zones.get(place.name)
        if expected is not None and place.name not in ORDERED:
            cards, expected = sorted(cards), sorted(expected)
        pairs[place.name] = cards, expected
    pairs["unordered"] = written["unordered"].get("deck", 0), unsettled(oracle)
    pairs["row used"] = written["numbers"]["row used"], oracle.used
    return pairs


def unsettled(oracle: Onirim) -> int:
    """How many cards of the deck lie in an order that nobody knows yet."""
    return oracle.deck.unsettled if isinstance(oracle.deck, UnsettledDeck) else 0


def _decisions(oracle: Onirim) -> int:
    return sum(not forced for _, _, forced in oracle.history)
