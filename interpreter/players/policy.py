"""Policies that were learnt: weights of features in the rules' own words, and the files that hold them.

A file is JSON: a head (format, game, modules, players, games practised, how far they came), a list of the words in it,
and for each feature its weight and the places of its words in that list. Anybody can read it, and it can be given to
others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import attrs

from dsl.program.program import Program
from interpreter.players.named import Words, coding_of

FORMAT = 1

LEAST = 1 / 8
"""Weights nearer to 0 than this change next to nothing and aren't kept."""


class PolicyError(ValueError):
    """A file that holds no policy; the message says why."""


@attrs.frozen
class Policy:
    """Weights by features in words, and what they were learnt from."""

    game: str
    modules: tuple[str, ...]
    players: int
    fingerprint: str
    games: int
    won: float
    spread: int
    weights: Mapping[Words, float] = attrs.field(repr=False)

    @classmethod
    def of(cls, program: Program, keys: Mapping[int, float], games: int, won: float, spread: int) -> Policy:
        """The policy of a program, from weights by key."""
        coding = coding_of(program)
        kept = ((coding.words(key), weight) for key, weight in keys.items() if abs(weight) >= LEAST)
        weights = {words: round(weight, 3) for words, weight in kept if words is not None}
        return cls(program.game, program.modules, program.players, program.fingerprint, games, won, spread, weights)

    def keys(self, program: Program) -> dict[int, float]:
        """The weights by key for a program, of all features that it has."""
        coding = coding_of(program)
        found = ((coding.key(words), weight) for words, weight in self.weights.items())
        return {key: weight for key, weight in found if key is not None}

    def to_text(self) -> str:
        """The policy as the content of a file."""
        words = sorted({word for each in self.weights for word in each if isinstance(word, str)})
        places = {word: at for at, word in enumerate(words)}
        head = attrs.asdict(self, filter=lambda field, _: field.name != "weights")
        lines = [
            json.dumps([weight, *([places[w]] if isinstance(w, str) else w for w in each)], separators=(",", ":"))
            for each, weight in sorted(self.weights.items(), key=lambda pair: (-abs(pair[1]), str(pair[0])))
        ]
        fields = [f'"format": {FORMAT}', *(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items())]
        fields += [f'"words": {json.dumps(words, ensure_ascii=False)}', '"weights": [\n' + ",\n".join(lines) + "\n]"]
        return "{" + ",\n".join(fields) + "}\n"

    @classmethod
    def from_text(cls, text: str) -> Policy:
        """The policy in a file; raises `PolicyError` for anything else."""
        try:
            data: Any = json.loads(text)
            if data["format"] != FORMAT:
                raise PolicyError(f"this is no policy in format {FORMAT}")
            words = data["words"]
            weights = {
                tuple(words[each[0]] if isinstance(each, list) else int(each) for each in line): float(weight)
                for weight, *line in data["weights"]
            }
            return cls(
                str(data["game"]), tuple(data["modules"]), int(data["players"]), str(data["fingerprint"]),
                int(data["games"]), float(data["won"]), int(data["spread"]), weights,
            )  # fmt: skip
        except PolicyError:
            raise
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise PolicyError("this is no policy, or it is damaged") from error
