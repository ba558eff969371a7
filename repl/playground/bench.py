"""A bench: the rules that are edited, and the game that is played by them.

The texts lie in the current folder: a module of one's own by itself, a changed copy of a game in a folder of the game's
name, so that rules and commands have the names that a player would use. The game goes on under changed rules with the
answers so far, and under the old ones as long as the new ones are broken. Knows no browser and no JSON.
"""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import attrs

import dsl
from dsl import CompileError, Problem, Scenario
from dsl.reading.library import ENDING, head_of
from interpreter import Examined
from repl.authoring.checking import ScenarioResult, examiner
from repl.authoring.rules_files import home_of
from repl.saves import jsontext
from repl.saves.recipe import Recipe
from repl.saves.records import Header, Played
from repl.saves.replay import Replayed, deal, header_of, replay
from repl.saves.store import Save
from repl.saves.workshop import Engine
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
        self._moves: tuple[Played, ...] = ()
        self._examine: Callable[[Scenario], Examined] | None = None
        self._examined: tuple[str, dict[str, str]] = ("", {})

    def open(self, recipe: Recipe, texts: Mapping[str, str], moves: Sequence[Played] = ()) -> list[Event]:
        """Deal a game and give answers; returns its first events. Raises `CompileError`, `StoreError`, `BenchError`.

        If the rules can't be linked, there is no game, but the texts stay.
        """
        self.session, self._moves = None, ()
        self._lay(texts)
        engine = Engine()
        dealt = deal(recipe, engine)
        return self._begin(self._replayed(header_of(recipe, dealt.program), moves) if moves else dealt, moves)

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
        if found := self.problems(path):
            return Changed(found)
        if self.session is None:
            return Changed(())
        session, moves = self.session, self._moves
        header = attrs.evolve(
            header_of(session.recipe, session.program), assisted=session.timeline.assisted,
            hinted=session.timeline.hinted,
        )  # fmt: skip
        try:
            events = self._begin(self._replayed(header, moves), moves, session)
        except CompileError as error:
            return Changed(error.problems)
        return Changed((), tuple(events), True)

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
        return self._moves

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
            self._moves = session.timeline.moves
        return events

    def _replayed(self, header: Header, moves: Sequence[Played]) -> Replayed:
        return replay(Save(GAME, attrs.evolve(header, rules={}), tuple(moves), False, 0), Engine())

    def _begin(self, found: Replayed, moves: Sequence[Played], old: Session | None = None) -> list[Event]:
        """Sit down at a replayed game; what has changed, and its table."""
        commands = Commands(tuple(each for each in COMMANDS.every if each.name not in ON_DISK))
        self.session = Session(attrs.evolve(found, fault=""), Engine(), commands, saving=False)
        self._moves = tuple(moves)
        scene = self.session.scene()
        return [*(Said(line) for line in _changes(found, len(moves), old)), *scene]

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


def _changes(found: Replayed, many: int, old: Session | None) -> Iterator[str]:
    """What has become of the answers under other rules, a sentence each."""
    if found.fault:
        reason = found.fault.partition(": ")[2]
        left = "it" if found.fitting == many - 1 else "that"
        yield f"Answer {found.fitting + 1} no longer fits: {reason}. The game stands before {left}."
    if old is not None and (answer := _differs(old, found)) is not None:
        yield f"Answer {answer} now has other effects." if answer else "The deal is now another one."


def _differs(old: Session, found: Replayed) -> int | None:
    """The first answer whose effects differ from those in the old game, 0 for the deal; None if there is none."""
    shared = min(len(old.timeline.moves), len(found.timeline.moves))
    before, after = old.timeline.after(shared).trace, found.timeline.after(shared).trace
    pairs = enumerate(zip(before, after, strict=False))
    at = next((i for i, (a, b) in pairs if (a.name, a.text) != (b.name, b.text)), min(len(before), len(after)))
    if at == len(before) == len(after):
        return None
    return next((number for number in range(shared) if len(old.timeline.after(number).trace) > at), shared)
