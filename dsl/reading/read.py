"""Read one rules file: parse it and build its model, or take the model from the cache.

Reading takes longer than all later passes. A model depends only on the text and on this package, so the models of long
texts without mistakes are cached, and the parser isn't imported where all of them are found.
"""

from __future__ import annotations

import functools
import pickle
from contextlib import suppress

from dsl.model import model as m
from dsl.text import cache
from dsl.text.diagnostics import Problem, Problems
from dsl.text.source import SourceFile
from dsl.text.stack import with_room

LONG = 700
"""The fewest characters of a text that is cached: a shorter one is read faster than it is found in the cache."""

MOST_CACHED = 200
"""Models that are cached: those of some rulesets with their scenarios, for a few versions of this package."""


def read(source: SourceFile, problems: Problems) -> m.File:
    """The model of a file; adds the file's problems to `problems`. Each file is read only once."""
    model, found = _found(source)
    problems.found.extend(found)
    return model


@functools.lru_cache(maxsize=256)
def _found(source: SourceFile) -> tuple[m.File, tuple[Problem, ...]]:
    if len(source.text.strip()) < LONG:
        return read_anew(source)
    made_from = b"\0".join([cache.compiler(), _bytes(source.name), _bytes(source.text)])
    found = cache.find("model", made_from)
    if found is not None:
        model: m.File = pickle.loads(found)
        return model, ()
    model, problems = read_anew(source)
    if not problems:
        with suppress(RecursionError):
            cache.save("model", made_from, pickle.dumps(model), MOST_CACHED)
    return model, problems


@with_room
def read_anew(source: SourceFile) -> tuple[m.File, tuple[Problem, ...]]:
    """The model of a file and the file's problems; nothing is cached."""
    from dsl.reading import gaps, reserved, run_together
    from dsl.reading.build import build
    from dsl.reading.parse import parse

    problems = Problems()
    pieces = parse(source, problems)
    with suppress(RecursionError):  # building the model reports it
        for piece in pieces:
            gaps.check(source, piece.tree, piece.offset, problems)
    model = build(source, pieces, problems)
    reserved.check(model, problems)
    run_together.check(model, problems)
    return model, tuple(problems.found)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
