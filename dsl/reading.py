"""Text → model of one rules file: parsed and built, or as it was kept when it was read before.

Reading takes longer than all that comes after it. What a model hangs on is the text and this package alone; so one
of a long text in which nothing is wrong is kept, and the parser isn't even imported where all of them are found.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files

from dsl import kept
from dsl import model as m
from dsl.diagnostics import Problem, Problems
from dsl.source import SourceFile

LONG = 700
"""Characters of a text that takes longer to read than to find."""

MOST_KEPT = 200
"""Models that are kept: those of some rulesets with their scenarios, for a few versions of this package."""


@lru_cache(maxsize=256)
def read(source: SourceFile) -> tuple[m.File, tuple[Problem, ...]]:
    """The model of a file, and what is wrong with it; each is read only once."""
    if len(source.text) < LONG:
        return _read(source)
    made_from = b"\0".join([_package(), _bytes(source.name), _bytes(source.text)])
    found = kept.find("model", made_from)
    if found is not None:
        model: m.File = pickle.loads(found)
        return model, ()
    model, problems = _read(source)
    if not problems:
        with suppress(RecursionError):
            kept.keep("model", made_from, pickle.dumps(model), MOST_KEPT)
    return model, problems


def _read(source: SourceFile) -> tuple[m.File, tuple[Problem, ...]]:
    from dsl.build import build
    from dsl.parse import parse

    problems = Problems()
    model = build(source, parse(source, problems), problems)
    return model, tuple(problems.found)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


@cache
def _package() -> bytes:
    """A digest of the code that makes models, whichever part of it that is, and of Python."""
    code = sorted(each.read_bytes() for each in files("dsl").iterdir() if each.name.endswith((".py", ".lark")))
    return hashlib.sha256(b"\0".join([sys.version.encode(), *code])).digest()
