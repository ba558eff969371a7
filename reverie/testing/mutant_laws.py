"""Whether laws notice a mutant that every scenario lets pass: in drawn games of the rules with that change.

Needs Hypothesis, which draws the games. The rules as they are must keep these laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import attrs

from dsl import CompileError, SourceFile
from reverie.testing.mutation import NOTICED, Fate, each_of
from reverie.testing.ready_made import standard
from reverie.testing.strategies import games
from reverie.testing.verifying import Verdict, verdicts

OF_RULES = (
    "cards are conserved",
    "invariants hold",
    "rules never fail",
    "prompts have answers",
    "hidden cards change nothing",
    "games end",
)
"""The laws that a slip in rules can break; the others are about the engine."""


def noticed_by_laws(
    sources: Sequence[SourceFile], survivors: Sequence[Fate], examples: int, processes: int, lost: Callable[[], None]
) -> Iterator[Fate]:
    """The fates of mutants that lived, after so many drawn games of each; some may be noticed now."""
    yield from each_of(partial(_tried, tuple(sources), examples), survivors, processes, lost)


def _tried(sources: Sequence[SourceFile], examples: int, fate: Fate) -> Fate:
    changed = [*sources]
    changed[fate.mutant.file] = fate.mutant.edit.of(sources[fate.mutant.file])
    try:
        broken = [each for each in _verified(changed, examples) if each.breach]
    except CompileError:
        return fate
    if not broken or any(each.breach for each in _verified(sources, examples, broken)):
        return fate
    return attrs.evolve(fate, fate=NOTICED, why=f"law `{broken[0].law.name}` is broken")


def _verified(sources: Sequence[SourceFile], examples: int, again: Sequence[Verdict] = ()) -> tuple[Verdict, ...]:
    """The verdicts about rules in a folder of their own, of all these laws or of those that were broken before."""
    laws = [each.law for each in again] or standard(OF_RULES)
    with TemporaryDirectory() as folder:
        for number, source in enumerate(sources):
            Path(folder, f"{number}.rules").write_text(source.text, encoding="utf-8")
        return verdicts(games(folder), laws, examples, 0, small=False)
