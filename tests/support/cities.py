"""What a player of Urbion wants: cities in balance, so that games come to where cities are pacified and counted."""

from __future__ import annotations

import re

from interpreter.choices.decisions import Decision
from interpreter.game.game import Game
from interpreter.state.layout import layout_of

WANTED = ("take", "wise chaos", "turn up")
NOT_WANTED = ("leave", "discard", "reveal four", "stop")
LAID = re.compile(r"(?:lay|place)(?: (?P<dream>.+))? at city (?P<city>\d)(?: (?P<side>left|right))?$")


def for_cities(game: Game, decision: Decision) -> list[int]:
    """The options that it would take, by index; empty if it doesn't care."""
    ids = [option.id for option in decision.options]
    wanted = [at for at, words in enumerate(ids) if words in WANTED]
    if wanted:
        return wanted
    balances = _balances(game)
    if decision.prompt == "turn" and 0 in balances.values():
        return [at for at, words in enumerate(ids) if words.endswith("for a census")]
    gains = {at: _gain(game, balances, decision.prompt, words) for at, words in enumerate(ids)}
    best = max(gains.values())
    if best > 0:
        return [at for at, gain in gains.items() if gain == best]
    if decision.prompt.startswith("ease"):
        return [at for at, words in enumerate(ids) if words == "leave"]
    return [at for at, words in enumerate(ids) if words == "reveal four"]


def _balances(game: Game) -> dict[str, int]:
    """The sums of the cities with dreams, by number."""
    found: dict[str, int] = {}
    flat, zones = game.state.flat, layout_of(game.program).zones
    for zone, place in enumerate(game.program.places):
        if place.family == "laid":
            _, city, side = place.name.split()
            for card in flat[zones + zone]:
                found[city] = found.get(city, 0) + _value(game, card, side)
    return found


def _gain(game: Game, balances: dict[str, int], prompt: str, words: str) -> int:
    """By how much a city comes nearer to its balance with an option that lays something there."""
    match = LAID.match(words)
    if not match:
        return 0
    city = match["city"]
    before = balances.get(city, 0)
    names = [face.name for face in game.program.faces]
    name = match["dream"] or ("chaos" if prompt == "chaos" else "chromatic chaos")
    if name not in names:
        return 0
    card = names.index(name)
    side = match["side"] or ("left" if (before > 0 if prompt == "chaos" else _value(game, card, "left")) else "right")
    after = before + _value(game, card, side)
    return abs(before) - abs(after) + (0 if after else 5)


def _value(game: Game, card: int, side: str) -> int:
    """What a card counts on a side."""
    column = "plus" if side == "left" else "minus"
    return next(table.values[card] for table in game.program.tables if table.name == column)
