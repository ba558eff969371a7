"""What a player of Onirim wants: doors, so that games come to where doors are placed, lost and counted."""

from __future__ import annotations

from interpreter.choices.decisions import Decision
from interpreter.game.game import Game
from interpreter.state.layout import layout_of

WANTED = ("use ", "take ", "place ", "find ")


def for_doors(game: Game, decision: Decision) -> list[int]:
    """The options that it would take, by index; empty if it doesn't care."""
    ids = [option.id for option in decision.options]
    wanted = [at for at, words in enumerate(ids) if words.startswith(WANTED) and " door" in words]
    wanted += [at for at, words in enumerate(ids) if words.startswith("use ")]
    if wanted:
        return wanted
    if decision.prompt == "turn":
        return _lengthen(game, decision, ids)
    return [at for at, words in enumerate(ids) if words == "discard nightmare"] or [
        at for at, words in enumerate(ids) if words != "decline" and " door" not in words
    ]


def _lengthen(game: Game, decision: Decision, ids: list[str]) -> list[int]:
    """Play on in the colour of the row, else begin a run, else throw away a sun."""
    row = _row(game, decision.player)
    plays = [at for at, words in enumerate(ids) if words.startswith("play ")]
    on = [at for at in plays if row and _colour(ids[at]) == row[-1].split()[0]]
    begun = [at for at in plays if len(row) < 2 and not ids[at].endswith("key")]
    suns = [at for at, words in enumerate(ids) if words.startswith("discard ") and words.endswith("sun")]
    return [at for at in on if not ids[at].endswith("key")] or on or begun or suns


def _row(game: Game, player: str) -> tuple[str, ...]:
    """The cards of a player's row that may still become part of a set."""
    program, flat, layout = game.program, game.state.flat, layout_of(game.program)
    owner = "AB".index(player)
    for zone, place in enumerate(program.places):
        if place.family == "row" and place.owner == owner:
            families = [(counter.family, counter.owner) for counter in program.counters]
            used = flat[layout.numbers + families.index(("row used", owner))] if ("row used", owner) in families else 0
            return tuple(program.faces[card].name for card in flat[layout.zones + zone][used:])
    return ()


def _colour(words: str) -> str:
    """The first word of the card that an option names."""
    *_, colour, _ = words.split()
    return colour
