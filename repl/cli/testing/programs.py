"""The games of a ruleset by their modules, each with those of the chosen options that it has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from dsl import Program


def load(ruleset: str, modules: Sequence[str], players: int | None, options: Mapping[str, str]) -> Program:
    """A game with those of the options that it has."""
    import dsl

    program = dsl.load(ruleset, modules, players)
    chosen = {name: options[name] for name, _ in program.options if name in options}
    return dsl.load(ruleset, modules, players, chosen) if chosen else program


def playable(
    ruleset: str, sets: Sequence[Sequence[str]], players: int | None, options: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], Program]]:
    """The sets of modules that can be played; of several, those that the rules refuse are left out, with a word."""
    import dsl

    for modules in sets:
        try:
            yield tuple(modules), load(ruleset, modules, players, options)
        except dsl.CompileError:
            if len(sets) == 1:
                raise
            click.echo(f"Left out: {', '.join(modules)} can't be played together.", err=True)


def know_options(ruleset: str, programs: Sequence[Program], players: int | None, options: Mapping[str, str]) -> None:
    """Refuse options that none of the games has, as the compiler does; raises `CompileError`."""
    import dsl

    known = {name for program in programs for name, _ in program.options}
    if unknown := {name: value for name, value in options.items() if name not in known}:
        dsl.load(ruleset, (), players, unknown)
