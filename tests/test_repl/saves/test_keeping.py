"""Games that are kept: journals, saves, going on with them, and what differs when the rules have changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from repl.drivers.plain import lines
from repl.saves import records, store
from repl.saves.recipe import Recipe
from repl.saves.records import Assisted, Line, Played, Redone, Result, Undone
from repl.saves.replay import deal, replay
from repl.saves.store import Journal, StoreError
from repl.saves.workshop import Engine, Workshop
from repl.session.commands import COMMANDS
from repl.session.events import Event, HandOver, Refused, Said
from repl.session.session import Session
from tests.support.patience import bench, sit

pytestmark = pytest.mark.usefixtures("home")

SAT: list[Session] = []
"""Sessions of the running test, which hold a file open until they are closed."""


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while SAT:
        SAT.pop().close()


def kept(*typed: str, workshop: Workshop | None = None, players: int = 1) -> Session:
    session = sit(workshop, players, saving=True)
    SAT.append(session)
    for line in typed:
        session.feed(line)
    return session


def journal(home: Path) -> Path:
    (path,) = (home / "games").iterdir()
    return path


def resumed(save: store.Save, workshop: Workshop | None = None) -> tuple[Session, list[Event]]:
    workshop = workshop or bench()
    found = replay(save, workshop)
    session = Session(found, workshop, COMMANDS)
    SAT.append(session)
    return session, session.go_on(found, save, same_file=True)


def given(session: Session) -> list[str]:
    return [move.answer for move in session.timeline.moves]


def text(events: list[Event]) -> str:
    return "\n".join(line for event in events for line in lines(event))


def test_nothing_is_kept_before_the_first_answer(home: Path) -> None:
    session = kept("help", "log", "sing", "quit")
    assert session.closed
    assert not any(each.name != "cache" for each in home.iterdir())


def test_leaving_says_how_a_game_goes_on_or_that_it_is_over(home: Path) -> None:
    session = kept("1")
    assert "`reverie play --resume` continues it" in text(session.feed("quit"))
    journal(home).unlink()
    session = kept()
    while session.game.decision:
        session.feed(session.options[0])
    told = text(session.feed("quit"))
    assert told == f"The game is over and saved: `reverie replay --show {journal(home)}` replays it."
    assert list(store.unfinished()) == []


def test_a_game_is_not_saved_over_what_is_no_game(tmp_path: Path) -> None:
    session, diary, folder = kept("1"), tmp_path / "diary.jsonl", tmp_path / "folder"
    diary.write_text("Dear diary")
    folder.mkdir()
    (told,) = session.feed(f"save {diary}")
    assert told == Refused(f"the file {diary} already exists and isn't a saved game", "choose another name")
    assert diary.read_text() == "Dear diary"
    (told,) = session.feed(f"save {folder}")
    assert told == Refused(f"{folder} can't be written: it is a folder")
    (told,) = session.feed(f"save {diary}/x")
    assert isinstance(told, Refused)
    assert "a part of its path is no folder" in told.text


def test_every_answer_is_kept_at_once_and_taking_back_too(home: Path) -> None:
    session = kept("peek", "1", "undo 2", "redo", "undo", "1")
    assert store.read(journal(home)).lines == (
        Played("turn", "peek", "A"),
        Played("order", "next green two", "A"),
        Undone(2),
        Assisted(True),
        Redone(1),
        Undone(1),
        Played("turn", "play green one", "A"),
    )
    assert given(session) == ["play green one"]


def test_a_game_that_was_left_is_gone_on_with_in_the_same_file(home: Path) -> None:
    first = kept("peek", "3 1", "undo", "quit")
    (save,) = store.unfinished()
    assert isinstance(save, store.Save)
    session, events = resumed(save)
    assert given(session) == given(first) == ["peek", "next red one"]
    assert session.timeline.assisted == first.timeline.assisted
    assert session.timeline.ahead == 1
    assert session.game.view("A") == first.game.view("A")
    assert isinstance(events[0], Said)
    session.feed("redo")
    session.feed("quit")
    assert store.read(journal(home)).lines[-1] == Redone(1)


def test_a_kill_loses_at_most_the_answer_being_written(home: Path) -> None:
    kept("peek", "3 1", "1").close()
    path = journal(home)
    whole = path.read_bytes()
    for end in range(whole.index(b"\n") + 1, len(whole)):
        path.write_bytes(whole[:end])
        save = store.read(path)
        session, events = resumed(save)
        complete = whole[:end].count(b"\n") - 1
        assert len(given(session)) in (complete, complete + 1)
        assert ("is incomplete" in text(events)) is save.cut
        session.close()


def test_a_finished_game_is_not_gone_on_with_until_its_end_is_taken_back(home: Path) -> None:
    session = kept()
    while session.game.decision:
        session.feed("1")
    assert store.read(journal(home)).lines[-1] == Result("won", "Six cards lie in the row.")
    assert next(store.unfinished(), None) is None
    session.feed("undo")
    session.close()
    (save,) = store.unfinished()
    assert isinstance(save, store.Save)
    again, _ = resumed(save)
    again.feed("1")
    assert store.read(journal(home)).finished


def test_a_disk_that_is_full_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    session = kept("1")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    events = session.feed("1")
    assert isinstance(events[0], Refused)
    assert "this answer could not be saved" in events[0].text
    assert len(given(session)) == 2
    assert not any(isinstance(event, Refused) for event in session.feed("1"))


def test_saving_and_loading_by_name(home: Path, tmp_path: Path) -> None:
    session = kept("peek", "undo", "1", "2")
    answers, view = given(session), session.game.view("A")
    assert "Saved as" in text(session.feed("save evening"))
    save = store.read(home / "saves" / "evening.jsonl")
    assert [line.answer for line in save.lines if isinstance(line, Played)] == answers
    assert save.header.assisted
    session.feed("undo all")
    session.feed("3")
    assert "evening" in text(session.feed("load"))
    session.feed("load evening")
    assert (given(session), session.game.view("A"), session.timeline.assisted) == (answers, view, True)
    assert "Saved" in text(session.feed("save evening"))
    assert "Saved" in text(session.feed(f"save {tmp_path / 'mine.jsonl'}"))
    (tmp_path / "deep").mkdir()
    path = tmp_path.resolve() / "yours.jsonl"
    assert text(session.feed(f"save {tmp_path}/deep/../yours")) == f"Saved as {path}."
    assert store.read(path).answers == len(answers)
    assert "it is a folder" in text(session.feed(f"save {tmp_path}/deep/.."))
    session.feed("undo all")
    assert "Refused" not in text(session.feed(f"load {tmp_path}/yours"))
    assert given(session) == answers
    other = kept("new 9", "1")
    assert "another game is saved" in text(other.feed("save evening"))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("save", "a save needs a name"),
        ("save ../../x\0y", "can't be"),
        ("save *", "can't be the name of a save"),
        ("load evning", "Did you mean `evening`?"),
        ("load *", "can't be the name of a save"),
    ],
)
def test_a_save_that_cannot_be_changes_nothing(typed: str, told: str) -> None:
    session = kept("1", "save evening")
    before = session.timeline
    assert told in text(session.feed(typed))
    assert session.timeline is before


def test_a_loaded_game_is_kept_from_its_next_answer_on() -> None:
    session = kept("1", "save one", "new 4", "load one", "1", "quit")
    save = next(store.unfinished())
    assert isinstance(save, store.Save)
    assert save.header.seed == 1
    assert len(save.lines) == 2
    assert session.closed


def test_rules_that_changed_are_named_and_the_game_goes_on_in_a_new_file(home: Path) -> None:
    kept("1", "quit")
    save = store.read(journal(home))
    session, events = resumed(save, bench(fingerprint="two", text="game patience # changed\n"))
    assert "Saved under different rules: patience/base.rules has changed. Every answer still fits." in text(events)
    session.feed("1")
    session.close()
    assert len(list((home / "games").iterdir())) == 2
    assert store.read(save.path).lines == save.lines


def test_rules_under_which_an_answer_no_longer_fits_refuse_the_game(home: Path) -> None:
    kept("1", "quit")
    save = store.read(journal(home))
    broken = attrs.evolve(save, lines=(*save.lines, Played("turn", "play purple one", "A")))
    found = replay(broken, bench(fingerprint="two"))
    assert found.fault.endswith(": `play purple one` is not a possible answer at prompt `turn`")
    with pytest.raises(StoreError, match="can't be continued: line 3 of"):
        Session(found, bench(), COMMANDS).go_on(found, broken)


@pytest.mark.parametrize(
    ("extra", "fault"),
    [
        (Played("order", "next red one", "A"), "A answers prompt `order`, but the game asks A at prompt `turn`"),
        (Played("turn", "play green one", "B"), "B answers prompt `turn`, but the game asks A"),
        (Undone(5), "it takes back more answers than were given (5 of 1)"),
        (Redone(1), "it gives more answers again than were taken back (1 of 0)"),
        (Result("won", ""), "the file says won, but the game isn't over"),
    ],
)
def test_lines_that_do_not_fit_are_found(home: Path, extra: Line, fault: str) -> None:
    kept("1", "quit")
    save = store.read(journal(home))
    assert fault in replay(attrs.evolve(save, lines=(*save.lines, extra)), bench()).fault


def test_a_result_that_is_not_the_games_is_found() -> None:
    session = kept()
    while session.game.decision:
        session.feed("1")
    session.close()
    (path,) = (store.home() / "games").iterdir()
    path.write_text(path.read_text().replace('"result": "won"', '"result": "lost"'))
    assert replay(store.read(path), bench()).fault.endswith("the file says lost, but the game is won")


def test_a_game_with_closed_hands_is_gone_on_with_behind_a_hand_over(home: Path) -> None:
    workshop = bench(open_hands=False)
    kept("", "1", "quit", workshop=workshop, players=2)
    session, events = resumed(store.read(journal(home)), workshop)
    assert isinstance(events[-1], HandOver)
    assert "play" in text(session.feed(""))


def test_the_recipe_is_a_command_line() -> None:
    recipe = Recipe("patience", ("a", "my file.rules"), 2, (("size", "very big"),), 7)
    assert recipe.command == (
        'reverie play patience --with "a,my file.rules" --option "size=very big" --players 2 --seed 7'
    )


def test_a_game_that_is_dealt_differs_from_nothing() -> None:
    found = deal(Recipe("patience"), bench())
    assert (found.differences, found.fault) == ((), "")


def test_journals_of_two_games_at_once_do_not_meet(home: Path) -> None:
    one, two = kept("1"), kept("2")
    one.feed("1")
    two.feed("1")
    assert len(list((home / "games").iterdir())) == 2
    with pytest.raises(StoreError):
        Journal(next((home / "games").iterdir()))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "nowhere"}, "there is no game `nowhere`; install a Reverie that includes it"),
        ({"game": "/nowhere/at/all"}, "there is no game `/nowhere/at/all`; restore its folder"),
        ({"modules": ("nothing",)}, "no module is called `nothing`, which the game uses"),
        ({"modules": ("/nowhere/mine.rules",)}, "there is no such file; put the module back there"),
        ({"players": 2, "options": {"talk": "shout"}}, "`shout` is no value of the option `talk`; it was saved under"),
    ],
)
def test_what_a_saved_game_was_played_with_and_is_not_there_is_named(
    change: dict[str, Any], told: str, tmp_path: Path
) -> None:
    header = attrs.evolve(records.Header(1, "onirim", (), 1, {}, 7, "abc"), **change)
    path = tmp_path / "save.jsonl"
    store.write(path, header, ())
    with pytest.raises(store.StoreError) as caught:
        replay(store.read(path), Engine())
    assert str(caught.value).startswith(f"{path} can't be played here: ")
    assert told in str(caught.value)
