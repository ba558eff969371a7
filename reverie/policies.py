"""Where learnt policies lie: those of the user in the cache folder, and those that come with the rules of a game.

Finds the policy that suits a program best, and saves what was learnt. Knows files and which of them belongs to which
program; what a policy holds and how it is learnt is the business of `interpreter/players`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import attrs

from dsl import CompileError, Program, ruleset_folder
from dsl.text import cache
from dsl.text.files import Unreadable, read_whole, write_whole
from dsl.text.spelling import counted
from interpreter.players.policy import Policy, PolicyError

LARGEST = 256 * 1024 * 1024

FOLDER = "policies"

BASE = "base"
"""Stands for no modules in the name of a file."""

LONGEST_NAME = 80


@attrs.frozen
class Found:
    """A policy, its file, and a sentence that says for which other rules it was learnt; "" if for these."""

    policy: Policy
    path: Path
    note: str = ""


def policy_for(program: Program) -> Found | None:
    """The policy that suits a program best, or None.

    The user's own for these rules come first, then those for the same modules, and then others of the same game, as far
    as any of their features is one of this program's. Of equals, the user's come before those that come with the rules,
    and newer ones before older ones.
    """
    for path in dict.fromkeys(_candidates(program)):
        try:
            policy = read(path)
        except PolicyError:
            continue
        if policy.game == program.game and (fitting := len(policy.keys(program))):
            return Found(policy, path, _note(program, policy, fitting))
    return None


def read(path: Path) -> Policy:
    """The policy in a file; raises `PolicyError` if there is none."""
    try:
        return Policy.from_text(read_whole(path, LARGEST).decode())
    except Unreadable as error:
        raise PolicyError(str(error)) from error
    except UnicodeDecodeError as error:
        raise PolicyError("this is no policy, or it is damaged") from error


def write(path: Path, policy: Policy) -> None:
    """Write a policy, whole or not at all; raises `OSError`."""
    write_whole(path, policy.to_text().encode())


def own_file(program: Program) -> Path:
    """The file for what the user learns for a program; raises `OSError` if there can be none."""
    try:
        return _own_folder(program) / f"{_name(program)}-{program.fingerprint}.json"
    except RuntimeError as error:
        raise OSError(str(error)) from error


def note(program: Program, policy: Policy) -> str:
    """A sentence that says for which other rules a policy was learnt; "" if for these."""
    return _note(program, policy, len(policy.keys(program)))


def _candidates(program: Program) -> Iterator[Path]:
    own, shipped, name = _files(_own(program)), _files(_shipped(program)), _name(program)
    yield from (path for path in own if path.stem == f"{name}-{program.fingerprint}")
    yield from (path for path in [*own, *shipped] if _is_for(path, name))
    yield from own
    yield from (path for path in shipped if _is_for(path, f"{BASE}-{program.players}"))
    yield from (path for path in shipped if path.stem.startswith(f"{BASE}-"))


def _is_for(path: Path, name: str) -> bool:
    return path.stem == name or path.stem.startswith(f"{name}-")


def _files(folder: Path | None) -> list[Path]:
    """The policies in a folder, the newest first."""
    try:
        found = [(path.stat().st_mtime, path) for path in sorted(folder.glob("*.json"))] if folder else []
    except OSError:
        return []
    return [path for _, path in sorted(found, key=lambda each: -each[0])]


def _own(program: Program) -> Path | None:
    try:
        return _own_folder(program)
    except RuntimeError:
        return None


def _own_folder(program: Program) -> Path:
    return cache.folder() / FOLDER / _plain(program.game)


def _shipped(program: Program) -> Path | None:
    if program.loaded is None:
        return None
    try:
        return ruleset_folder(program.loaded.game) / FOLDER
    except CompileError:  # the folder is gone
        return None


def _name(program: Program) -> str:
    """How the files for the modules and players of a program begin."""
    return f"{_plain('+'.join(sorted(program.modules)) or BASE)}-{program.players}"


def _plain(name: str) -> str:
    return re.sub(r"[^\w+]", "_", name)[:LONGEST_NAME]


def _note(program: Program, policy: Policy, fitting: int) -> str:
    if policy.fingerprint == program.fingerprint:
        return ""
    are = "is" if fitting == 1 else "are"
    share = f"{fitting:,} of its {counted(len(policy.weights), 'preference')} {are} about something in this game"
    if set(policy.modules) != set(program.modules) or policy.players != program.players:
        learnt = ", ".join(policy.modules) or "no modules"
        players = f" and {counted(policy.players, 'player')}" if policy.players != program.players else ""
        return f"This policy was learnt with {learnt}{players}; {share}."
    return f"This policy was learnt under other rules or options; {share}."
