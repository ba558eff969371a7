"""The functions that a page calls: a name and JSON in, JSON out.

Everything that can go wrong is part of the answer: `problems` of rules, and an `error` in a sentence. Nothing here
knows how the page looks, or that a browser runs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dsl
from dsl import CompileError
from dsl.reading.catalogue import Entry
from repl.authoring.new import Unusable, new_module
from repl.playground import shown
from repl.playground.bench import Bench, BenchError, module_in
from repl.saves import jsontext
from repl.saves.jsontext import JsonError
from repl.saves.recipe import LARGEST_SEED, SEEDS, Recipe, new_seed
from repl.saves.records import Played
from repl.saves.store import StoreError
from repl.session.events import Event

Data = dict[str, Any]

BROKEN = "this game can't be opened: it isn't what a playground shares"


class Bridge:
    """One bench and the functions of a page; `call` reaches them by name."""

    def __init__(self) -> None:
        self._bench = Bench()
        self._functions: Mapping[str, Callable[[Data], Data]] = {
            "games": self.games, "files": self.files, "open": self.open, "edit": self.edit, "line": self.line,
            "answer": self.answer, "colours": self.colours, "scenarios": self.scenarios,
            "scenario": self.scenario, "fixes": self.fixes, "new": self.new, "digest": self.digest,
        }  # fmt: skip

    def call(self, name: str, argument: str) -> str:
        """Call a function with a JSON object; its result as JSON, or `{"error": sentence}`."""
        try:
            result = self._functions[name](jsontext.parsed(argument))
        except CompileError as error:
            result = {"problems": shown.problems(error.problems, "")}
        except (BenchError, StoreError, JsonError, Unusable) as error:
            result = {"error": str(error)}
        return jsontext.written(result)

    def games(self, _: Data) -> Data:
        """All games: their modules, options and numbers of players."""
        return {"games": [_game(name) for name in dsl.rulesets()]}

    def files(self, asked: Data) -> Data:
        """The paths of the rules files of a `game`, and the text at `path` if one is asked for."""
        found: Data = {"files": self._bench.files(asked["game"])}
        return found | ({"text": self._bench.text(asked["path"])} if asked.get("path") else {})

    def open(self, asked: Data) -> Data:
        """Deal the game of a link or of the form; see `_recipe` and `_moves`."""
        return self._playing(self._bench.open(_recipe(asked), _texts(asked), _moves(asked)))

    def edit(self, asked: Data) -> Data:
        """Change the `text` at `path`; the game goes on under it if nothing is wrong, else under the old rules."""
        path = asked["path"]
        changed = self._bench.edit(path, asked["text"])
        found = shown.problems(changed.problems, path)
        own = {"module": module_in(path) if "/" not in path else ""}
        playing = self._playing(changed.events) if changed.in_force else {}
        return {"problems": found, "in_force": changed.in_force, **own, **playing}

    def fixes(self, asked: Data) -> Data:
        """The fixes of problem `number` (from 0) of the last change, which was at `path`."""
        return {"fixes": shown.fixes(self._bench.fixes(asked["number"]), asked["path"])}

    def line(self, asked: Data) -> Data:
        """Carry out a `line` as a person would type it."""
        return self._playing(self._bench.feed(asked["line"]))

    def answer(self, asked: Data) -> Data:
        """Give an answer by the `id` of its option."""
        return self._playing(self._bench.give([asked["id"]]))

    def colours(self, asked: Data) -> Data:
        """The sorts of the tokens of a `text`, each with its beginning and its end."""
        return {"colours": shown.colours(asked["text"])}

    def scenarios(self, asked: Data) -> Data:
        """The ids, titles and lines of the scenarios of the text at a `path`, each with the path of its own file."""
        heads = [
            {"id": each.id, "title": each.title, "line": each.span.line, "path": path}
            for path in self._bench.scenario_files(asked["path"])
            for each in self._bench.scenarios(path)
        ]
        return {"scenarios": heads}

    def scenario(self, asked: Data) -> Data:
        """Play the scenario `id` at a `path`."""
        return shown.scenario(self._bench.examine(asked["path"], asked["id"]), asked["path"])

    def new(self, asked: Data) -> Data:
        """The text of a new module `name` for a `game`, with its path."""
        with TemporaryDirectory() as scratch, chdir(scratch):  # for the game as it came, not as it is edited
            made = new_module(asked["name"], asked["title"], asked["game"], Path(scratch))
            return {"path": made.path.name, "text": made.path.read_text(encoding="utf-8")}

    def digest(self, _: Data) -> Data:
        """The digest of the game, and how many answers were given."""
        return {"digest": self._bench.digest(), "answers": len(self._bench.moves)}

    def _playing(self, events: list[Event] | tuple[Event, ...]) -> Data:
        session = self._bench.session
        assert session is not None
        timeline = session.timeline
        return {
            "events": [shown.event(each) for each in events],
            "undoable": timeline.undoable, "redoable": timeline.redoable, "over": session.game.outcome is not None,
            "game": session.recipe.game, "seed": session.recipe.seed, "command": session.recipe.command,
            "moves": [[each.prompt, each.answer, each.player] for each in self._bench.moves],
        }  # fmt: skip


def _game(name: str) -> Data:
    found = dsl.contents(name)
    entries = [{"name": each.name, "title": each.title, "options": _options(each)} for each in found.modules]
    return {
        "name": name, "title": found.base.title, "fewest": found.fewest, "most": found.most, "modules": entries,
        "options": _options(found.base),
    }  # fmt: skip


def _options(entry: Entry) -> list[Data]:
    return [{"name": each.name, "values": each.values, "default": each.default} for each in entry.options]


def _recipe(asked: Data) -> Recipe:
    """The recipe in a request: `game` ("" for the first), `modules`, `options`, `players` or None, `seed` or None."""
    match asked:
        case {"game": str(game), "modules": [*modules], "options": {**options}, **rest} if all(
            isinstance(each, str) for each in (*modules, *options.values())
        ):
            players, seed = rest.get("players"), rest.get("seed")
        case _:
            raise BenchError(BROKEN)
    if players is not None and type(players) is not int:
        raise BenchError(BROKEN)
    if seed is not None and not (type(seed) is int and 0 <= seed <= LARGEST_SEED):
        raise BenchError(SEEDS)
    names = tuple(dict.fromkeys(modules))
    game = game or dsl.rulesets()[0]
    if game not in dsl.rulesets() or any(re.search(r"[\\/]", each) for each in names):
        raise BenchError(BROKEN)
    return Recipe(
        game,
        names,
        players,
        tuple((str(option), str(value)) for option, value in options.items()),
        new_seed() if seed is None else seed,
    )


def _texts(asked: Data) -> dict[str, str]:
    """The edited texts in a request, by their paths."""
    match asked.get("texts", {}):
        case {**texts} if all(isinstance(text, str) for text in texts.values()):
            return {str(path): str(text) for path, text in texts.items()}
        case _:
            raise BenchError(BROKEN)


def _moves(asked: Data) -> list[Played]:
    """The answers in a request, each with its prompt and its player."""
    found = []
    for move in asked.get("moves", []):
        match move:
            case [str(prompt), str(answer), str(player)]:
                found.append(Played(prompt, answer, player))
            case _:
                raise BenchError(BROKEN)
    return found
