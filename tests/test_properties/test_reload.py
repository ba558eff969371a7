"""Rules that are edited in the middle of a game: it becomes the game that the new rules make, and nothing is lost.

Edits are drawn: harmless ones (comments, blank lines, texts), slips that change the rules, and characters lost or
doubled, most of which break the file.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dsl import CompileError
from dsl.reading.library import ruleset_folder
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile
from interpreter import FORCED, Game
from interpreter import Event as Entry
from interpreter.state.generator import Generator
from repl.saves import store
from repl.saves.recipe import Recipe
from repl.saves.reload import Reloaded, reload
from repl.saves.replay import deal, replay
from repl.saves.timeline import Timeline
from repl.saves.workshop import Engine
from repl.session.commands import COMMANDS
from repl.session.events import Event, RulesChanged
from repl.session.session import Session
from reverie.testing.mutants import Kinds, edits
from tests.support.homes import make_home
from tests.support.usually import usually

ROOT = Path(__file__).parents[2]
FERRY, MIRRORS = ROOT / "docs" / "tutorial" / "ferry", ROOT / "docs" / "tutorial" / "mirrors.rules"
Wanted = tuple[str, tuple[str, ...], int]
GAMES: tuple[Wanted, ...] = (
    ("onirim", ("glyphs",), 1), ("onirim", ("towers", "book"), 1), ("onirim", ("incubus",), 2),
    ("urbion", ("squares",), 1), ("urbion", ("void", "gardens"), 2), ("onirim", (str(MIRRORS),), 1),
    (str(FERRY), ("storm",), 3), (str(FERRY), (), 2),
)  # fmt: skip
HARMLESS, CHANGING, BREAKING = "harmless", "changing", "breaking"
FEW, MANY = 9, 200
ENGINE = Engine(check=True)


@pytest.mark.parametrize("number", usually(range(FEW), one_in=2))
def test_a_reloaded_game_is_that_of_the_new_rules(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "home")))
    edited(number, tmp_path)


@pytest.mark.sweep
def test_reloaded_games_are_those_of_the_new_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REVERIE_HOME", str(make_home(tmp_path / "home")))
    found = [edited(number, tmp_path / str(number)) for number in range(FEW, FEW + MANY)]
    counts = {fate: found.count(fate) for fate in sorted(set(found))}
    print(counts)  # noqa: T201 - a sweep shows what it met
    assert {"harmless: same", "changing: same", "changing: differs", "breaking: broken"} <= set(counts)


def edited(number: int, folder: Path) -> str:
    """Edit a rules file in the middle of a game, and read the rules again; its kind, and its fate."""
    below = Generator(5400 + number).below
    recipe, file = _copied(folder, GAMES[below(len(GAMES))], below)
    session = Session(deal(recipe, ENGINE), ENGINE, COMMANDS)
    _play(session, below)
    kind = (HARMLESS, CHANGING, BREAKING)[number % 3]
    text = file.read_text("utf-8")
    changed = _edited(text, kind, below)
    file.write_text(changed, "utf-8")
    try:
        fate = _read_again(session)
    finally:
        session.close()
    if kind == HARMLESS:
        assert fate == "same", (file, changed)
    return f"{kind}: {fate}"


def _copied(folder: Path, game: Wanted, below: Callable[[int], int]) -> tuple[Recipe, Path]:
    """The recipe of a game whose files are copies, and the one to be edited."""
    ruleset, modules, players = game
    home = folder / "rules"
    shutil.copytree(ruleset_folder(ruleset), home)
    shutil.copy(MIRRORS, folder / "mirrors.rules")
    names = tuple(str(folder / "mirrors.rules") if name.endswith(".rules") else name for name in modules)
    files = [Path(name) if name.endswith(".rules") else home / f"{name}.rules" for name in (*names, "base")]
    return Recipe(str(home), names, players, (), below(1 << 20)), files[below(len(files))]


def _play(session: Session, below: Callable[[int], int]) -> None:
    """Answer at random, now and then take answers back."""
    for _ in range(below(60)):
        if session.waiting:
            session.feed("")
        if session.game.decision is None:
            break
        session.feed(str(1 + below(len(session.options))))
        if below(8) == 0:
            session.feed(f"undo {1 + below(session.timeline.undoable)}" if session.timeline.undoable else "")


def _edited(text: str, kind: str, below: Callable[[int], int]) -> str:
    if kind == BREAKING:
        at = below(len(text))
        return text[:at] + text[at : at + 3] * below(2) + text[at + 1 + below(9) :]
    if kind == CHANGING:
        source = SourceFile("edited.rules", text)
        model = read(source, Problems())
        found = edits(model, Kinds.of([model]))
        return found[below(len(found))].of(source).text
    lines = text.split("\n")
    at = below(len(lines))
    match below(3):
        case 0:
            return "\n".join([*lines[:at], "# A remark.", *lines[at:]])
        case 1:
            return "\n".join([*lines[:at], "", *lines[at:]])
        case _:
            return re.sub(r'^(prompt [^"\n]*")', r"\1Now: ", text, flags=re.MULTILINE)


def _read_again(session: Session) -> str:
    old, program, file = session.timeline, session.program, session.file
    before, saved = _standing(old), store.read(file).lines if file else ()
    try:
        new = ENGINE.link(session.recipe)
        found = reload(session.recipe, old, new, ENGINE)
    except (CompileError, store.StoreError):
        _stays(session, old, before, session.feed("reload"), "broken")
        return "broken"
    assert _standing(old) == before
    _is_that_of_the_new_rules(session.recipe, old, found)
    if found.divergence is None:
        told = _told(session.feed("reload"))
        assert told.status == "same"
        assert (session.program.fingerprint, session.file) == (new.fingerprint, file)
        assert session.game.state == found.timeline.game.state
        assert len(session.timeline.every_move) == len(found.timeline.every_move)
        if file:
            session.close()
            again = replay(store.read(file), ENGINE)
            assert (again.fault, again.differences) == ("", ())
            assert again.timeline.game.state == found.timeline.game.state
        return "same"
    _stays(session, old, before, session.feed("reload"), "differs")
    assert session.program is program
    assert _told(session.feed("reload anyway")).status == "gone on"
    assert session.game.state == found.timeline.game.state
    assert (store.read(file).lines if file else ()) == saved
    return "differs"


def _told(events: list[Event]) -> RulesChanged:
    (told,) = (event for event in events if isinstance(event, RulesChanged))
    return told


def _stays(session: Session, old: Timeline, before: object, events: list[Event], status: str) -> None:
    """The old rules are in force, and nothing has changed."""
    assert _told(events).status == status
    assert session.timeline is old
    assert _standing(old) == before


def _standing(timeline: Timeline) -> tuple[object, ...]:
    return timeline.game.state, timeline.every_move, timeline.moves, timeline.assisted


def _is_that_of_the_new_rules(recipe: Recipe, old: Timeline, found: Reloaded) -> None:
    """Compare a reloaded game with one that is played from the start under the new rules."""
    fresh = found.timeline.after(0).program
    game, moves = ENGINE.start(fresh, recipe), found.timeline.moves
    games = [game.copy()]
    for move in found.timeline.every_move:
        game.choose(move.answer)
        games.append(game.copy())
    assert games[len(moves)].state == found.timeline.game.state
    assert games[-1].state == found.timeline.every[-1].state
    _has_the_first_difference(old, found, games)


def _has_the_first_difference(old: Timeline, found: Reloaded, games: list[Game]) -> None:
    """The answers before the difference did the same, and the one at it doesn't."""
    last, divergence = old.every[-1], found.divergence
    story = list(_story(last.trace))
    if divergence is None:
        shorter = min(len(story), len(list(_story(games[-1].trace))))
        assert list(_story(games[-1].trace))[:shorter] == story[:shorter]
        assert [each.option for each in games[-1].history][: len(last.history)] == [
            each.option for each in last.history
        ]
        return
    if divergence.number == 0:
        assert found.timeline.moves == ()
        return
    kept = games[divergence.number - 1]
    told = list(_story(kept.trace))
    assert told == story[: len(told)]
    assert len(found.timeline.moves) == min(divergence.number - 1, len(old.moves))
    if divergence.answer is not None:
        wanted, decision = divergence.answer, kept.decision
        assert wanted == last.history[len(kept.history)]
        assert (
            decision is None
            or (decision.prompt, decision.player) != (wanted.prompt, wanted.player)
            or (wanted.option not in [option.id for option in decision.options])
        )
    else:
        following = list(_story(games[divergence.number].trace))
        assert following != story[: len(following)] or any(
            len(each.history) == len(games[divergence.number].history)
            and len(list(_story(each.trace))) != len(following)
            for each in old.every
        )


def _story(trace: tuple[Entry, ...]) -> Iterator[tuple[str, str]]:
    """What happened, without the rules that noticed it."""
    for event in trace:
        if event.name == "end":
            yield event.name, event.text.partition(":")[0]
        elif event.name != "rule":
            yield event.name, event.text.removesuffix(FORCED)
