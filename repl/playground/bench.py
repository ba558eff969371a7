"""A bench: the rules that are edited, and the game that is played by them.

The texts lie in the current folder: a module of one's own by itself, a changed copy of a game in a folder of the game's
name, so that rules and commands have the names that a player would use. The game goes on under changed rules with the
answers so far, and under the old ones as long as the new ones are broken. Knows no browser and no JSON.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import attrs

import dsl
from dsl import CompileError, Problem, Program, Scenario
from dsl.editing.fixes import Fix, fixes
from dsl.reading.library import ENDING, head_of
from interpreter import Examined
from repl.authoring.checking import ScenarioResult, examiner
from repl.authoring.rules_files import home_of
from repl.saves import jsontext
from repl.saves.recipe import Recipe
from repl.saves.records import Played
from repl.saves.reload import reload
from repl.saves.replay import Replayed, deal, header_of, replay
from repl.saves.store import Save
from repl.saves.timeline import Timeline
from repl.saves.workshop import Engine
from repl.session import reloading
from repl.session.command_table import Commands
from repl.session.commands import COMMANDS
from repl.session.events import Event, Said
from repl.session.session import Session
from reverie.checking import check

PLACES = re.compile(r"(?:(?P<game>[\w-]+)/(?:scenarios/)?)?[\w' -]+\.rules")
"""The paths of texts: `name.rules`, `game/name.rules` or `game/scenarios/name.rules`."""

ON_DISK = frozenset({"save", "save scenario", "load", "reload", "quit"})
"""Commands that mean nothing without a disk, where changes are read at once, or where nobody can leave."""

GAME = Path("game")
"""What stands for a file of the game, which has none."""


class BenchError(ValueError):
    """Something can't be done; the message is a sentence for the person at the page."""


@attrs.frozen
class Changed:
    """What came of a change: `problems` of the text; if the rules are in force, the first `events` under them."""

    problems: tuple[Problem, ...]
    events: tuple[Event, ...] = ()
    in_force: bool = False


class Bench:
    """The texts, a recipe, and the session that plays it; the folder is the current one, and nobody else's."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.session: Session | None = None
        self._shipped = {game: dsl.ruleset_folder(game) for game in dsl.rulesets()}
        self._waiting: tuple[Program, Timeline] | None = None
        self._found: tuple[Problem, ...] = ()
        self._examine: Callable[[Scenario], Examined] | None = None
        self._examined: tuple[str, dict[str, str]] = ("", {})

    def open(self, recipe: Recipe, texts: Mapping[str, str], moves: Sequence[Played] = ()) -> list[Event]:
        """Deal a game and give answers; returns its first events. Raises `CompileError`, `StoreError`, `BenchError`.

        If the rules can't be linked, there is no game, but the texts stay.
        """
        self.session, self._waiting = None, None
        self._lay(texts)
        engine = Engine()
        dealt = deal(recipe, engine)
        if moves:
            header = attrs.evolve(header_of(recipe, dealt.program), rules={})
            dealt = replay(Save(GAME, header, tuple(moves), cut=False, length=0), engine)
        commands = Commands(tuple(each for each in COMMANDS.every if each.name not in ON_DISK))
        self.session = Session(attrs.evolve(dealt, fault=""), engine, commands, saving=False)
        return [*_misfit(dealt), *self.session.scene()]

    def text(self, path: str) -> str:
        """The text at a path, as it is edited or as it came with its game."""
        if path in self.texts:
            return self.texts[path]
        return self._original(path).read_text(encoding="utf-8")

    def files(self, game: str) -> list[str]:
        """The paths of the rules files of a game, the base game first, and of the modules of one's own."""
        folder = self._shipped[self._known(game)]
        found = [path.relative_to(folder.parent).as_posix() for path in folder.rglob(f"*{ENDING}")]
        own = [path for path in self.texts if "/" not in path]
        return [*sorted(found, key=lambda path: (path.count("/"), not path.endswith("/base.rules"), path)), *own]

    def edit(self, path: str, text: str) -> Changed:
        """Put a text at a path, check it, and go on with the game under it if nothing is wrong."""
        self._lay({**self.texts, path: text})
        self._found = self.problems(path)
        if self._found or self.session is None:
            return Changed(self._found)
        try:
            return Changed((), tuple(self._reload(self.session)), True)
        except CompileError as error:
            self._found = error.problems
            return Changed(self._found)

    def fixes(self, number: int) -> tuple[Fix, ...]:
        """The fixes of a problem of the last change, by its number from 0; each is tried, which takes time."""
        return fixes(self._found[number]) if 0 <= number < len(self._found) else ()

    def feed(self, line: str) -> list[Event]:
        """Carry out a line, an answer or a command."""
        return self._fed(lambda session: session.feed(line))

    def give(self, words: Sequence[str]) -> list[Event]:
        """Give answers by the ids of their options."""
        return self._fed(lambda session: session.give(words))

    def problems(self, path: str) -> tuple[Problem, ...]:
        """What is wrong with the text at a path in the game that is played, or in its own game."""
        try:
            home = home_of(Path(path))
            dsl.scenarios(Path(path))
        except CompileError as error:
            return error.problems
        recipe = self.session.recipe if self.session else None
        if home.ruleset is None or (recipe and home.module in ("", path, *recipe.modules) and self._plays(path)):
            return ()  # the game is linked anyway
        modules = [home.module] if home.module else []
        return check(home.ruleset, modules)

    def scenarios(self, path: str) -> tuple[Scenario, ...]:
        """The scenarios in the text at a path; none if it can't be read."""
        try:
            return dsl.scenarios(self._file(path))
        except CompileError:
            return ()

    def scenario_files(self, path: str) -> list[str]:
        """The paths of the files that hold scenarios of the text at a path: its own, and that of the same name."""
        game, _, name = path.partition("/")
        beside = f"{game}/scenarios/{name}"
        held = "/" not in name and game in self._shipped and (self._shipped[game].parent / beside).exists()
        return [path, beside] if held else [path]

    def examine(self, path: str, name: str) -> ScenarioResult:
        """Play a scenario of the text at a path; the games of its file are linked once for each state of the texts."""
        file = self._file(path)
        state = (path, dict(self.texts))
        if self._examine is None or self._examined != state:
            self._examine, self._examined = examiner(file, None), state
        for scenario in self.scenarios(path):
            if scenario.id == name:
                return ScenarioResult(file, scenario, self._examine(scenario))
        raise BenchError(f"there is no scenario `{name}`")

    def digest(self) -> str:
        """A digest of the state of the game, of every answer and of its end: equal games have equal ones."""
        game = self._playing().game
        answers = [[answer.prompt, answer.player, answer.words] for answer in game.history]
        end = [game.outcome.status, game.outcome.sentence] if game.outcome else []
        return hashlib.sha256(jsontext.written([game.state.to_json(), answers, end]).encode()).hexdigest()

    @property
    def moves(self) -> tuple[Played, ...]:
        """The answers so far, including those that wait for rules under which they are possible."""
        if self._waiting:
            return self._waiting[1].moves
        return self.session.timeline.moves if self.session else ()

    def _playing(self) -> Session:
        if self.session is None:
            raise BenchError("there is no game yet: its rules can't be linked")
        return self.session

    def _plays(self, path: str) -> bool:
        """Whether the rules at a path are part of the game that is played."""
        recipe = self._playing().recipe
        return path in recipe.modules or path.startswith(f"{recipe.game}/")

    def _fed(self, carry_out: Callable[[Session], list[Event]]) -> list[Event]:
        session = self._playing()
        before = session.timeline.moves
        events = carry_out(session)
        if session.timeline.moves != before:
            self._waiting = None
        return events

    def _reload(self, session: Session) -> list[Event]:
        """Go on under the rules as they are now, with every answer that fits; the others wait until one is given."""
        old = self._waiting or (session.program, session.timeline)
        program = session.workshop.link(session.recipe)
        found = reload(session.recipe, old[1], program, session.workshop)
        found.timeline.redo(found.fitting - len(found.timeline.moves))
        found.timeline.assisted = old[1].assisted
        viewer = "" if session.waiting else session.viewer
        self._waiting = old if found.divergence else None
        said = [reloading.went_on(found, found.divergence, old, program, viewer)] if found.divergence else []
        return [*session.go_on_under(program, found), *said, *session.scene()]

    def _lay(self, texts: Mapping[str, str]) -> None:
        """Write texts to the folder, and put those back that are no longer edited."""
        for path in texts:
            self._known_path(path)
        for path in self.texts.keys() - texts.keys():
            file = Path(path)
            if "/" in path:
                file.write_bytes(self._original(path).read_bytes())
            else:
                file.unlink(missing_ok=True)
        for path, text in texts.items():
            if self.texts.get(path) != text:
                self._write(path, text)
        self.texts = dict(texts)

    def _write(self, path: str, text: str) -> None:
        game = path.partition("/")[0] if "/" in path else ""
        if game and not Path(game).exists():
            shutil.copytree(self._shipped[game], game)
        Path(path).write_text(text, encoding="utf-8", newline="\n")

    def _file(self, path: str) -> Path:
        """Where a text lies: in the folder, or with the game that it came with."""
        return Path(path) if path in self.texts or Path(path).exists() else self._original(path)

    def _original(self, path: str) -> Path:
        """The file of a shipped game."""
        game = self._known_path(path)
        file = self._shipped[game].parent / path if game else Path(path)
        if not file.exists():
            raise BenchError(f"there is no file `{path}`")
        return file

    def _known_path(self, path: str) -> str:
        """The game to which a path belongs, "" for a module of one's own; raises `BenchError` for any other path."""
        found = PLACES.fullmatch(path)
        if not found or found["game"] not in (None, *self._shipped):
            raise BenchError(f"`{path}` can't be the name of a rules file here")
        return found["game"] or ""

    def _known(self, game: str) -> str:
        if game not in self._shipped:
            raise BenchError(f"there is no game `{game}` here")
        return game


def module_in(path: str) -> str:
    """The name of the module in a file, "" if it holds none or can't be read."""
    try:
        head = head_of(path)
    except CompileError:
        return ""
    return head.module if head else ""


def _misfit(found: Replayed) -> list[Event]:
    """The first answer of a link that doesn't fit."""
    if not found.fault:
        return []
    reason = found.fault.partition(": ")[2]
    return [Said(f"Answer {found.fitting + 1} does not fit: {reason}. The game stands before it.")]
