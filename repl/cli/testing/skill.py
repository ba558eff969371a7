"""Which player answers in many games: one by name, or one with skill, by the policy that suits the game best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import click

from repl.cli.options import refuse

if TYPE_CHECKING:
    from dsl import Program
    from interpreter.players.skill import Skill
    from reverie.policies import Found

SKILLS = ("learnt", "search")

ONE_GAME = "--policy learnt and --policy search play one set of modules: leave out --all-sets, --rules and --pairs"

IN_C = "--policy learnt and --policy search play in C only: leave out --engine python"

FOR_SEARCH = "--playouts goes with --policy search"


@attrs.frozen
class Player:
    """Who answers: a policy's name or a skill, a sentence that says what it goes by, and the same as data."""

    policy: str | Skill
    said: str = ""
    data: dict[str, object] = attrs.field(factory=dict)


def check_skill(policy: str, playouts: int | None, engine: str, sweeping: bool) -> None:
    """Refuse options that don't go together."""
    if playouts and policy != "search":
        raise click.UsageError(FOR_SEARCH)
    if policy in SKILLS and sweeping:
        raise click.UsageError(ONE_GAME)
    if policy in SKILLS and engine == "python":
        raise click.UsageError(IN_C)


def player(policy: str, program: Program, playouts: int | None) -> Player:
    """The player of a policy's name; ends the command if nothing was learnt that it could play by."""
    from interpreter.players.skill import PLAYOUTS, Skill
    from reverie.policies import policy_for

    if policy not in SKILLS:
        return Player(policy)
    found, tried = policy_for(program), (playouts or PLAYOUTS) if policy == "search" else 0
    if found is None and not tried:
        refuse(f"Error: nothing was learnt for {_called(program)} yet: `reverie learn` practises it.")
    data: dict[str, object] = {"playouts": tried} if tried else {}
    if found:
        data |= {"policy_file": str(found.path), "practised": found.policy.games, "note": found.note}
    return Player(Skill(found.policy if found else None, tried), _said(found, tried), data)


def _said(found: Found | None, tried: int) -> str:
    learnt = f"what was learnt from {found.policy.games:,} games ({found.path})" if found else ""
    note = f" {found.note}" if found and found.note else ""
    if not tried:
        return f"Played by {learnt}.{note}"
    by = f"by {learnt}" if learnt else "at random, as nothing was learnt for it yet (`reverie learn`)"
    return f"Each decision tries {tried} games, played {by}.{note}"


def _called(program: Program) -> str:
    return f"{program.title} with {', '.join(program.modules)}" if program.modules else program.title
