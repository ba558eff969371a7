"""The fingerprint of a program: a digest of everything in it that can change a game.

It is written into saved games, so it has to stay the same for the same rules. Every shape is written as its tag and its
fields in their order. Classes and fields may be renamed; tags never change, and the tag of a removed shape isn't used
again. The fingerprint leaves out places in the rules files, texts that are only shown, and fields without `repr`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any

import attrs

from dsl.program import program as p
from dsl.program.lists import Wide

TAGS: Mapping[type, str] = {
    # expressions
    p.Int: "i", p.Cards: "c", p.Local: "l", p.Number: "n", p.Zone: "z", p.Attribute: "at", p.Fact: "fa",
    p.Binary: "b", p.And: "an", p.Or: "or", p.Not: "no", p.If: "if", p.Size: "si", p.Element: "el",
    p.Position: "po", p.Slice: "sl", p.Filter: "fi", p.Count: "co", p.Exists: "ex", p.ExistsRun: "er",
    p.Find: "fd", p.Sum: "su", p.Highest: "hi", p.Common: "cm", p.Reversed: "re", p.Without: "wi",
    p.Unpacked: "un", p.Covered: "nt",
    # instructions
    p.SetLocal: "SL", p.SetNumber: "SN", p.SetFact: "SF", p.Move: "MO", p.MoveAll: "MA", p.Draw: "DR",
    p.Expose: "EX", p.Shuffle: "SH", p.Exchange: "XC", p.Branch: "BR", p.While: "WH", p.ForEach: "FE",
    p.Call: "CA", p.End: "EN", p.Cover: "NO", p.Roll: "RO", p.Pick: "PI",
    # blocks
    p.Jump: "JU", p.Fork: "FO", p.CallAndWait: "CW", p.Return: "RE", p.Choose: "CH", p.Option: "OP",
    p.Parameter: "PA", p.Source: "SO", p.Block: "BL", p.Procedure: "PR",
    # everything else
    p.Face: "Fa", p.Place: "Pl", p.Counter: "Co", p.FactOf: "Fo", p.Riding: "Ri", p.Table: "Ta", p.Prompt: "Pr",
    p.Ending: "En", p.OutOfReach: "Ou", p.Invariant: "In", p.Facing: "Fc",
    p.Scoring: "Sc", p.Rank: "Ra", p.ScorePart: "Sp",
}  # fmt: skip
"""A tag for each shape that goes into a fingerprint."""

NOT_KNOWN: Mapping[str, str] = MappingProxyType({})


def fingerprint(program: p.Program) -> str:
    """Compute the fingerprint of a program; doesn't read its field of that name."""
    whole = (
        (program.game, program.title, program.modules, program.players, program.options, program.open_hands),
        (program.faces, program.places, program.counters, program.facts, program.tables, program.begin),
        (program.procedures, program.blocks, program.main, program.turns, program.player, program.dealt),
        (program.prompts, program.endings, program.out_of_reach, program.invariants, program.riding),
        *([(program.facing,)] if program.facing else []),
        *((program.dummies,) if program.dummies else ()),
    )
    return _digest(_written((*whole, program.scoring) if program.scoring else whole))


def rules_files(program: p.Program) -> dict[str, str]:
    """The name and digest of each rules file that a part of the program comes from."""
    files = {origin.span.file.name: origin.span.file.text for origin in program.origins}
    return {name: _digest(files[name]) for name in sorted(files)}


def same_rules(program: p.Program, saved: str, files: Mapping[str, str] = NOT_KNOWN) -> bool:
    """Whether a program has the rules under which something was saved: a fingerprint, and the rules files if known.

    Another version may make fingerprints in another way. Then the rules are the same if all files are: one for the game
    and one for each module.
    """
    if saved == program.fingerprint:
        return True
    return len(files) == 1 + len(program.modules) and files == rules_files(program)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _written(value: Any) -> str:
    """A value as text, different for every two values."""
    return _WRITERS[type(value)](value)


def _all_written(values: Iterable[Any]) -> str:
    return f"({' '.join([_WRITERS[type(each)](each) for each in values])})"


def _fields(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """A function that reads the fields of a shape that go into a fingerprint, in their order."""
    names = [field.name for field in attrs.fields(kind) if field.repr]
    match names:
        case []:
            return lambda _: ()
        case [name]:
            return lambda shape: (getattr(shape, name),)
        case _:
            return attrgetter(*names)


def _shape_writer(kind: type) -> Callable[[Any], str]:
    tag, fields = TAGS[kind], _fields(kind)
    return lambda shape: tag + _all_written(fields(shape))


_WRITERS: Mapping[type, Callable[[Any], str]] = {
    type(None): lambda _: "-",
    bool: lambda value: str(int(value)),
    int: str,
    str: lambda value: f"{len(value)}:{value}",
    bytes: lambda value: f"{value.hex()}#",
    Wide: lambda value: f"{'.'.join(map(str, value))}##",
    tuple: _all_written,
    frozenset: lambda value: _all_written(sorted(value)),
    **{kind: _shape_writer(kind) for kind in TAGS},
}
