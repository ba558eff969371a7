"""Saved games: the recipe of a game and its answers, one JSON object a line.

    {"format": 1, "game": …, "modules": […], "players": 1, "options": {…}, "seed": 7, "fingerprint": …, "deal": […]}
    {"prompt": "turn", "answer": "plant white daisy", "player": "A"}
    …
    {"result": "won", "sentence": …}            (once the game is over)

`deal` is there if cards were laid on top (see `dealing`). Forced answers aren't saved. Reading checks every line, and
replaying checks every answer.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from dsl.program.fingerprint import same_rules
from dsl.program.program import Loaded, Program
from interpreter.choices.decisions import IllegalAnswer
from interpreter.game.game import Game

FORMAT = 1


class SaveError(ValueError):
    """A saved game that can't be read; `line` counts from 1."""

    def __init__(self, message: str, line: int) -> None:
        self.line = line
        super().__init__(message, line)

    def __str__(self) -> str:
        message, line = self.args
        return f"line {line}: {message}"


@attrs.frozen
class Header:
    """The recipe of a saved game; `fingerprint` identifies the rules that it was played with.

    `deal` are the cards that were laid on top, if any.
    """

    game: str
    modules: tuple[str, ...]
    players: int
    options: tuple[tuple[str, str], ...]
    seed: int
    fingerprint: str
    deal: tuple[str, ...] = ()

    @classmethod
    def of(cls, program: Program, seed: int, deal: tuple[str, ...] = ()) -> Header:
        """The header of a game of this program; it names where the rules came from, if they were files."""
        came = program.loaded or Loaded(program.game, program.modules)
        return cls(came.game, came.modules, program.players, program.options, seed, program.fingerprint, deal)


@attrs.frozen
class Given:
    """An answer that a player gave."""

    prompt: str
    answer: str
    player: str


@attrs.frozen
class Save:
    """A saved game; `result` is "" while it is being played."""

    header: Header
    answers: tuple[Given, ...]
    result: str = ""
    sentence: str = ""

    def to_text(self) -> str:
        """The save as text, for a file."""
        header = {"format": FORMAT, **attrs.asdict(self.header), "options": dict(self.header.options)}
        if not self.header.deal:
            del header["deal"]
        lines: list[dict[str, Any]] = [header, *(attrs.asdict(given) for given in self.answers)]
        if self.result:
            lines.append({"result": self.result, "sentence": self.sentence})
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)

    @classmethod
    def from_text(cls, text: str) -> Save:
        """Read a save; raises `SaveError` if the text is none."""
        lines = [_line(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not lines:
            raise SaveError("there is nothing in this file", 1)
        header = _header(lines[0])
        rest, result, sentence = lines[1:], "", ""
        if rest and "result" in rest[-1]:
            result, sentence = (_text(rest[-1], key, len(lines)) for key in ("result", "sentence"))
            rest = rest[:-1]
        return cls(header, tuple(_given(line, number) for number, line in enumerate(rest, 2)), result, sentence)


@attrs.frozen
class Replay:
    """A replayed save: the game as far as it went, and the problem that stopped it or differed at the end, or "".

    `done` is the number of answers that were given again.
    """

    game: Game
    done: int
    problem: str


def save_of(game: Game) -> Save:
    """The save of a game; raises `ValueError` if the game wasn't dealt from a seed."""
    if game.seed is None:
        raise ValueError("a game that began from a position can't be saved as a deal and answers")
    given = (Given(answer.prompt, answer.option, answer.player) for answer in game.history if not answer.forced)
    outcome = game.outcome
    return Save(
        Header.of(game.program, game.seed, game.deal),
        tuple(given),
        outcome.status if outcome else "",
        outcome.sentence if outcome else "",
    )


def rerun(program: Program, save: Save, reference: bool = False) -> Replay:
    """Replay a save with a program, as far as possible."""
    changed = not same_rules(program, save.header.fingerprint)
    game = Game(program, save.header.seed, reference=reference, deal=save.header.deal)
    for number, given in enumerate(save.answers):
        problem = _give(game, given)
        if problem:
            return Replay(game, number, f"answer {number + 1}: {problem}" + _why(changed))
    problem = _other_end(game, save)
    return Replay(game, len(save.answers), problem + _why(changed) if problem else "")


def _give(game: Game, given: Given) -> str:
    decision = game.decision
    if decision is None:
        return f"`{given.answer}` was to be given, but the game is over"
    if (decision.prompt, decision.player) != (given.prompt, given.player):
        return (
            f"`{given.answer}` was given by {given.player} at `{given.prompt}`, but now {decision.player} is asked "
            f"`{decision.prompt}`"
        )
    try:
        game.choose(given.answer)
    except IllegalAnswer as error:
        return str(error)
    return ""


def _other_end(game: Game, save: Save) -> str:
    if not save.result:
        return ""
    status = game.outcome.status if game.outcome else "playing"
    return "" if status == save.result else f"the game was `{save.result}`, and now it is `{status}`"


def _why(changed: bool) -> str:
    return " (the game was saved under other rules)" if changed else ""


def _line(line: str, number: int) -> dict[str, Any]:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        raise SaveError("this is no JSON", number) from None
    if not isinstance(read, dict):
        raise SaveError("this should be an object", number)
    return read


def _header(line: dict[str, Any]) -> Header:
    if line.get("format") != FORMAT:
        raise SaveError(f"this is no saved game in format {FORMAT}", 1)
    if line.get("scenario"):
        raise SaveError("this game began in the position of a scenario: `reverie replay` reads it", 1)
    modules, options, deal = line.get("modules"), line.get("options"), line.get("deal", [])
    if not (isinstance(modules, list) and _all_text(modules)):
        raise SaveError("`modules` should be a list of names", 1)
    if not (isinstance(deal, list) and _all_text(deal)):
        raise SaveError("`deal` should be a list of cards", 1)
    if not (isinstance(options, dict) and _all_text(options.values())):
        raise SaveError("`options` should be names with values", 1)
    return Header(
        _text(line, "game", 1),
        tuple(modules),
        _integer(line, "players"),
        tuple(options.items()),
        _integer(line, "seed"),
        _text(line, "fingerprint", 1),
        tuple(deal),
    )


def _given(line: dict[str, Any], number: int) -> Given:
    prompt, answer, player = (_text(line, key, number) for key in ("prompt", "answer", "player"))
    return Given(prompt, answer, player)


def _text(line: dict[str, Any], key: str, number: int) -> str:
    value = line.get(key)
    if not isinstance(value, str):
        raise SaveError(f"`{key}` is missing or damaged", number)
    return value


def _integer(line: dict[str, Any], key: str) -> int:
    value = line.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise SaveError(f"`{key}` is missing or damaged", 1)
    return value


def _all_text(values: Iterable[Any] | Sequence[Any]) -> bool:
    return all(isinstance(value, str) for value in values)
