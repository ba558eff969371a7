"""The recorded games in `tests/replays`, and how they are made.

    python -m tests.support.recorded              say which of them no longer fit the rules
    python -m tests.support.recorded --update     write them anew: as they were if they fit, else other games

A game to be won is played by somebody who cheats: each way to answer is tried out on copies, to the end.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import attrs

from interpreter.game.game import Game
from interpreter.game.replay import Save, rerun, save_of
from interpreter.players.distance import distance_of
from tests.support.plans import Recipe, to_the_end

FOLDER = Path(__file__).parent.parent / "replays"
STATES = FOLDER / "states.json"
"""The digest of the last state of each game: the same by every Python, on every machine."""

TRIES = 3
"""How often each way is tried out."""
NOWHERE = 1_000
"""More than is ever missing to a victory."""


@attrs.frozen
class Wanted:
    """A game to be recorded: it ends in this way, and was played by such a player (see `plans`), or by a cheat."""

    recipe: Recipe
    result: str
    player: str = "cheat"


def _wanted(ruleset: str, modules: str, players: int, result: str, player: str, options: dict[str, str]) -> Wanted:
    chosen = tuple((name.replace("_", " "), value) for name, value in options.items())
    return Wanted(Recipe(ruleset, tuple(modules.split()), players, chosen), result, player)


def _onirim(modules: str, players: int, result: str, player: str = "cheat", **options: str) -> Wanted:
    return _wanted("onirim", modules, players, result, player, options)


def _urbion(modules: str, players: int, result: str, player: str = "cheat", **options: str) -> Wanted:
    return _wanted("urbion", modules, players, result, player, options)


EVERYTHING = "books chromatic gardens postcards squares temples void"
"""All modules of Urbion."""


WANTED = {
    "base-won": _onirim("", 1, "won"),
    "base-lost": _onirim("", 1, "lost", "keen"),
    "base-first-edition-won": _onirim("", 1, "won", edition="first"),
    "base-team-won": _onirim("", 2, "won"),
    "base-team-silent-lost": _onirim("", 2, "lost", "keen", talk="silent"),
    "book-won": _onirim("book", 1, "won"),
    "book-second-edition-hard-lost": _onirim("book", 1, "lost", "eager", edition="second", spells="hard"),
    "glyphs-won": _onirim("glyphs", 1, "won"),
    "glyphs-team-won": _onirim("glyphs", 2, "won"),
    "premonitions-won": _onirim("premonitions", 1, "won"),
    "premonitions-six-team-lost": _onirim("premonitions", 2, "lost", "eager", premonitions_face_up="6"),
    "towers-lost": _onirim("towers", 1, "lost", "keen"),
    "crossroads-towers-hard-lost": _onirim(
        "crossroads towers", 1, "lost", "eager", crossroads_rule="second only", alignment="no protection"
    ),
    "crossroads-towers-team-lost": _onirim("crossroads towers", 2, "lost", "keen"),
    "book-glyphs-lost": _onirim("book glyphs", 1, "lost", "eager"),
    "book-premonitions-won": _onirim("book premonitions", 1, "won"),
    "book-glyphs-premonitions-lost": _onirim("book glyphs premonitions", 1, "lost", "keen", edition="second"),
    "oniverse-won": _onirim("oniverse", 1, "won"),
    "oniverse-team-lost": _onirim("oniverse", 2, "lost", "eager"),
    "book-oniverse-won": _onirim("book oniverse", 1, "won"),
    "book-glyphs-oniverse-premonitions-lost": _onirim("book glyphs oniverse premonitions", 1, "lost", "eager"),
    "book-glyphs-premonitions-team-silent-lost": _onirim(
        "book glyphs premonitions", 2, "lost", "eager", talk="silent", spells="hard"
    ),
    "urbion-base-won": _urbion("", 1, "won"),
    "urbion-base-lost": _urbion("", 1, "lost", "keen"),
    "urbion-base-team-lost": _urbion("", 2, "lost", "eager"),
    "urbion-base-team-silent-lost": _urbion("", 2, "lost", "keen", talk="silent"),
    "urbion-books-lost": _urbion("books", 1, "lost", "eager"),
    "urbion-chromatic-lost": _urbion("chromatic", 1, "lost", "keen"),
    "urbion-gardens-lost": _urbion("gardens", 1, "lost", "eager"),
    "urbion-postcards-lost": _urbion("postcards", 1, "lost", "keen"),
    "urbion-squares-team-lost": _urbion("squares", 2, "lost", "keen"),
    "urbion-temples-lost": _urbion("temples", 1, "lost", "keen"),
    "urbion-void-lost": _urbion("void", 1, "lost", "keen"),
    "urbion-void-team-lost": _urbion("void", 2, "lost", "keen"),
    "urbion-everything-lost": _urbion(EVERYTHING, 1, "lost", "eager"),
    "urbion-everything-team-silent-lost": _urbion(EVERYTHING, 2, "lost", "keen", talk="silent"),
}


def recorded() -> dict[str, Path]:
    """The files by name."""
    return {path.stem: path for path in sorted(FOLDER.rglob("*.jsonl"))}


def read(path: Path) -> tuple[Recipe, Save]:
    """A recorded game, and what it was dealt from."""
    save = Save.from_text(path.read_text(encoding="utf-8"))
    header = save.header
    return Recipe(header.game, header.modules, header.players, header.options), save


def digest(game: Game) -> str:
    """A digest of a state, with the numbers of its generator, on which all draws before have left their mark."""
    return hashlib.sha256(json.dumps(game.state.to_json(), ensure_ascii=False).encode()).hexdigest()[:16]


def fits(path: Path, wanted: Wanted) -> Game | None:
    """The recorded game, played again, or None if it can't be or isn't the one that is wanted."""
    recipe, save = read(path)
    if (recipe.ruleset, recipe.modules, recipe.players) != (
        wanted.recipe.ruleset, wanted.recipe.modules, wanted.recipe.players,
    ):  # fmt: skip
        return None
    again = rerun(wanted.recipe.program, save)
    return None if again.problem or save.result != wanted.result else again.game


def made(wanted: Wanted) -> Game:
    """The first deal that comes to the wanted end."""
    for seed in range(1, 1_000):
        game = Game(wanted.recipe.program, seed, check=True)
        for _ in _cheating(game) if wanted.player == "cheat" else to_the_end(game, wanted.player):
            pass
        if game.outcome and game.outcome.status == wanted.result:
            return game
    raise AssertionError(f"no deal comes to this end: {wanted}")


def _cheating(game: Game) -> Iterator[None]:
    """Play a game the way that came nearest to a victory of all that were tried so far."""
    best, nearest = list[int](), NOWHERE
    while game.decision:
        for way in range(len(game.decision.options)):
            for luck in range(TRIES):
                if nearest:
                    answers, distance = _tried(game.copy(), way, luck + TRIES * len(game.history))
                    if distance < nearest:
                        best, nearest = answers, distance
        yield
        game.choose(best.pop(0))


def _tried(game: Game, way: int, luck: int) -> tuple[list[int], int]:
    """Play a game to its end: the answers, and the least that was missing to a victory; 0 if it was one."""
    distance = distance_of(game.program)
    answers, least = [way], NOWHERE
    game.choose(way)
    for answer in to_the_end(game, "keen", luck):
        answers.append(answer)
        least = min(least, max(1, distance.to_victory(list(game.state.flat))))
    return answers, 0 if game.outcome and game.outcome.status == "won" else least


def main(update: bool) -> int:
    """Look at every game that is wanted, and say what became of it; the number of those that don't fit."""
    paths, failed = recorded(), 0
    states: dict[str, str] = {}
    for name, wanted in WANTED.items():
        path = paths.get(name, FOLDER / wanted.recipe.ruleset / f"{name}.jsonl")
        game = fits(path, wanted) if path.exists() else None
        word = "fits" if game else "doesn't fit"
        if update:
            game, word = (game, "kept") if game else (made(wanted), "made anew")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(save_of(game).to_text(), encoding="utf-8")
            states[name] = digest(game)
        failed += game is None
        print(f"{name}: {word}", flush=True)  # noqa: T201 - this is what the command is for
    if update:
        STATES.write_text(json.dumps(states, indent=1) + "\n", encoding="utf-8")
    return failed


if __name__ == "__main__":
    sys.exit(min(main("--update" in sys.argv), 1))
