"""Plays saved games and tells each state by a digest, to be run by another Python than the one that compares.

    python -m tests.support.digests < saves

`saves` is a JSON list of the texts of saved games. Each line printed stands for a game or for one of its states.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator

import attrs

import dsl
from interpreter import Game, Save, listing


def _whole(program: dsl.Program) -> str:
    """Everything in a program that is the same wherever its rules came from."""
    return repr([getattr(program, field.name) for field in attrs.fields(dsl.Program) if field.repr])


def digests(saves: Iterable[str], reference: bool = False) -> Iterator[str]:
    """A line for each game (what its rules became) and for each of its states."""
    for text in saves:
        save = Save.from_text(text)
        header = save.header
        program = dsl.load(header.game, header.modules, header.players, dict(header.options))
        yield f"{header.game} {program.fingerprint} {_digest(listing(program), _whole(program))}"
        game = Game(program, header.seed, reference=reference)
        yield _state(game)
        for answer in save.answers:
            game.choose(answer.answer)
            yield _state(game)


def _state(game: Game) -> str:
    """Everything that can be seen of a game, and everything that it goes on from."""
    state = game.state
    return _digest(
        repr(state.flat),
        json.dumps(state.to_json(), ensure_ascii=False),
        repr(game.decision),
        repr(game.outcome),
        repr(game.history),
        repr([game.view(player) for player in "AB"[: game.program.players]]),
    )


def _digest(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


if __name__ == "__main__":
    print("\n".join(digests(json.load(sys.stdin), reference="--reference" in sys.argv)))  # noqa: T201 - its result
