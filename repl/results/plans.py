"""What a lasting sweep plays, as a shape, as the file in its folder, and as the links whose games have numbers.

Each game has a number, from 0 on, and its seed is the first seed and this number. The plan follows from the shape
alone, so a sweep that was stopped has the same games when it goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import attrs
import cattrs

import dsl
from dsl.reading.library import full_name
from interpreter.simulation.sweep import Link
from repl.reports.sweeps import plan
from repl.saves import jsontext

FORMAT = 1
"""The version of the file and of the rows."""

FOR_SKILL = ("learnt", "playouts")
"""What only players with skill have."""


def _version() -> str:
    try:
        return version("reverie")
    except PackageNotFoundError:  # the packages are used where they lie
        return ""


@attrs.frozen
class Sweep:
    """What a sweep plays: one set of `modules`, or every set (None), with and without the modules in the files `extra`.

    `rules` are the digests of the rules files, `options` those that were given, and `title` is that of the game. A
    player with skill goes by the policy with the digest `learnt`, "" if by none, and tries `playouts` games.
    """

    ruleset: str
    title: str
    modules: tuple[str, ...] | None
    extra: tuple[str, ...]
    players: int | None
    options: tuple[tuple[str, str], ...]
    games: int
    seed: int
    policy: str
    rules: tuple[tuple[str, str], ...]
    version: str = attrs.field(factory=_version)
    format: int = FORMAT
    learnt: str = ""
    playouts: int = 0

    @property
    def identity(self) -> str:
        """A digest that no other sweep has."""
        return digest(self.to_text())

    def to_text(self) -> str:
        """The file that describes the sweep."""
        data = {name: value for name, value in attrs.asdict(self).items() if value or name not in FOR_SKILL}
        return jsontext.written(data) + "\n"


class NoSweep(ValueError):
    """A text doesn't describe a sweep; the message is the end of a sentence."""


def of_set(
    ruleset: str, modules: Sequence[str], players: int | None, options: Mapping[str, str], games: int, seed: int,
    policy: str, learnt: str = "", playouts: int = 0,
) -> Sweep:  # fmt: skip
    """A sweep of one set of modules; raises `CompileError` if there is no such game.

    `learnt` is the text of the policy by which a player with skill goes.
    """
    program = dsl.load(ruleset, modules, players, options)
    assert program.loaded
    return Sweep(
        program.loaded.game, program.title, program.loaded.modules, (), program.players, program.options, games, seed,
        policy, tuple(dsl.rules_files(program).items()), learnt=digest(learnt) if learnt else "", playouts=playouts,
    )  # fmt: skip


def of_every_set(
    ruleset: str, extra: Sequence[str], options: Mapping[str, str], games: int, seed: int, policy: str
) -> Sweep:
    """A sweep of every set of modules; raises `CompileError` if the rules can't be read."""
    sources, _ = dsl.sources_with(ruleset, extra)
    rules = tuple(sorted((source.name, digest(source.text)) for source in sources))
    files = tuple(full_name(module) for module in extra)
    title = dsl.contents(ruleset).base.title
    return Sweep(full_name(ruleset), title, None, files, None, tuple(options.items()), games, seed, policy, rules)


def links_of(sweep: Sweep) -> tuple[tuple[Link, ...], tuple[str, ...]]:
    """The links of a sweep, in the order of their games, and a reason for each combination that the rules refuse."""
    if sweep.modules is not None:
        assert sweep.players
        return (Link(sweep.modules, sweep.players, sweep.options, sweep.seed, sweep.games),), ()
    made = plan(sweep.ruleset, sweep.extra, sweep.games, sweep.seed, dict(sweep.options))
    return made.links, made.refused


def read(text: bytes) -> Sweep:
    """The sweep that a file describes; raises `NoSweep`."""
    try:
        data = jsontext.parsed(text)
        if isinstance(data, dict) and data.get("format") != FORMAT:
            raise NoSweep("it was written by another version of Reverie")
        return _converter().structure(data, Sweep)
    except jsontext.JsonError as error:
        raise NoSweep(str(error)) from error
    except (cattrs.BaseValidationError, AttributeError, TypeError, ValueError, KeyError) as error:
        raise error if isinstance(error, NoSweep) else NoSweep("it describes no sweep") from error


def differences(there: Sweep, asked: Sweep) -> Iterator[str]:
    """What a sweep has that another one hasn't, in words."""
    for field, words in WORDS.items():
        one, other = getattr(there, field), getattr(asked, field)
        if one != other:
            yield f"{words} {_shown(one)}, not {_shown(other)}"
    yield from changed_rules(there.rules, asked.rules)


def changed_rules(before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The rules files that differ, in words."""
    old, new = dict(before), dict(after)
    yield from (f"{name} has changed" for name in new if name in old and old[name] != new[name])
    yield from (f"{name} is new" for name in new if name not in old)
    yield from (f"{name} is no longer there" for name in old if name not in new)


WORDS = {
    "ruleset": "it is about", "modules": "its modules are", "extra": "its additional modules are",
    "players": "its players are", "options": "its options are", "games": "its games are", "seed": "its seed is",
    "policy": "its policy is", "learnt": "what was learnt has the digest", "playouts": "its playouts are",
    "version": "it was played by Reverie",
}  # fmt: skip


def _shown(value: object) -> str:
    match value:
        case None:
            return "every one"
        case int():
            return f"{value:,}"
        case tuple():
            return ", ".join("=".join(each) if isinstance(each, tuple) else str(each) for each in value) or "none"
        case _:
            return str(value)


def _converter() -> cattrs.Converter:
    found = cattrs.Converter(detailed_validation=False, forbid_extra_keys=True)
    for kind in (str, int):
        found.register_structure_hook(kind, _exactly)
    return found


def _exactly(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def digest(text: str) -> str:
    """What no other text has, in 16 letters."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
