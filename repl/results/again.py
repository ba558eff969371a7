"""The game of one row of a sweep, played again by the same policy, as a saved game that can be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

import dsl
from interpreter.choices.picks import Pick
from interpreter.players.policies import Uses, chooser
from interpreter.simulation.closely import play_closely
from interpreter.simulation.engines import NotNative, net_for
from interpreter.simulation.simulate import Row, play
from interpreter.simulation.sweep import Faulty, Link, replayed
from repl.reports.sweeps import load, record_of
from repl.results.folder import learnt_in
from repl.results.plans import changed_rules
from repl.results.playing import skill_of
from repl.results.running import how_of
from repl.saves.store import Save, StoreError, of_content, read
from reverie.sweeps.results import Results


@attrs.frozen
class Again:
    """A row, its game as a save, and how the game ended when it was played again, if that isn't what the row says.

    `differences` are those between the rules now and then.
    """

    row: dict[str, Any]
    save: Save
    otherwise: str
    differences: tuple[str, ...]


def again(results: Results, number: int) -> Again:
    """The game with a number; raises `StoreError` if it wasn't played, and `CompileError` if it can't be linked."""
    row = _row(results, number)
    link = _link(row)
    program = load(results.sweep.ruleset, link, coverage=False)
    now = dsl.rules_files(program)
    then = [(name, digest) for name, digest in results.sweep.rules if name in now]
    differences = tuple(changed_rules(then, tuple(now.items())))
    record = results.folder / (row["fault"] or "")
    if row["fault"] and record.is_file():
        return Again(row, read(record), "", differences)
    skilled = results.sweep.learnt or results.sweep.playouts
    played, answers = (_skilled if skilled else _played)(results, program, row)
    fault = Faulty(played.seed, played.sentence, replayed(program, played.seed, answers), played.seed)
    text = record_of(results.sweep.ruleset, link, fault)
    save = of_content(Path(f"row {number}"), text.encode())
    return Again(row, save, "" if _says(row) == _said(played) else _in_words(*_said(played)), differences)


def in_words(row: dict[str, Any]) -> str:
    """How a game ended, by its row."""
    return _in_words(*_says(row))


def _row(results: Results, number: int) -> dict[str, Any]:
    for part in results.parts:
        if part.first <= number < part.end:
            for row in _rows(part.table(), number):
                return row
            raise StoreError(f"game {number:,} has no row, because it can't be played")
    if number < results.sweep.games:
        raise StoreError(f"game {number:,} isn't played yet, or its row is damaged")
    raise StoreError(f"there is no row {number:,}: the games have the numbers 0 to {results.sweep.games - 1:,}")


def _rows(table: Any, number: int) -> Iterator[dict[str, Any]]:
    games = table.column("game").to_pylist()
    if number in games:
        yield from table.slice(games.index(number), 1).to_pylist()


def _link(row: dict[str, Any]) -> Link:
    modules = tuple(filter(None, row["modules"].split(",")))
    options = tuple((name, value) for name, _, value in _options(row["options"]))
    return Link(modules, row["players"], options, row["seed"], 1)


def _options(text: str) -> Iterator[tuple[str, str, str]]:
    yield from (each.partition("=") for each in text.split(",") if each)


def _skilled(results: Results, program: dsl.Program, row: dict[str, Any]) -> tuple[Row, list[int]]:
    """Play a game as a player with skill did, in C, and its answers once more in Python."""
    skill = skill_of(how_of(results.sweep, "native", learnt_in(results.folder, results.sweep)))
    try:
        answers = net_for(program, skill).answers(row["seed"], skill.playouts)
    except NotNative as error:
        raise StoreError(f"C can't play this game again: {error}") from error
    if answers is None:
        raise StoreError("C can't play this game to its end any more")
    left = iter(answers)
    return play(program, row["seed"], lambda _block, _picks: next(left)), answers


def _played(results: Results, program: dsl.Program, row: dict[str, Any]) -> tuple[Row, list[int]]:
    """Play a game as the sweep did: where it played closely, an eager player remembers the games of the link."""
    sweep, seed, uses = results.sweep, row["seed"], Uses()
    closely = sweep.modules is None or row["fault"]
    if sweep.modules is None and sweep.policy == "eager":
        for before in range(sweep.seed + row["link"], seed):
            play_closely(program, before, chooser(program, sweep.policy, before, uses))
    choose, answers = chooser(program, sweep.policy, seed, uses), list[int]()
    if closely:
        return play_closely(program, seed, choose)

    def noted(block: int, picks: list[Pick]) -> int:
        answers.append(choose(block, picks))
        return answers[-1]

    return play(program, seed, noted), answers


def _says(row: dict[str, Any]) -> tuple[str, str, int, int, tuple[int, ...]]:
    return row["outcome"], row["ending"], row["turns"], row["decisions"], tuple(row["scores"])


def _said(row: Row) -> tuple[str, str, int, int, tuple[int, ...]]:
    return row.status, row.sentence, row.turns, row.decisions, row.scores


def _in_words(status: str, sentence: str, turns: int, decisions: int, scores: tuple[int, ...]) -> str:
    score = [f"score {', '.join(map(str, scores))}"] if scores else []
    return f"{', '.join([status, f'turns {turns}', f'decisions {decisions}', *score])}: {sentence}".removesuffix(".")
