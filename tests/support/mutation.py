"""Whether the scenarios of a game notice slips in its rules.

    python -m tests.support.mutation onirim [--module towers] [--sample 200]

Each mutant of a rules file (see `mutants`) is linked for the scenarios of the game, and the scenarios are played until
one fails. Those that every scenario lets pass are listed, with the share noticed of each file. Mutants that don't link
count as found by the compiler, and those that make the same programs, or stand in `tests/mutants/`, as no slips.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import attrs

import dsl
from dsl.compiler import compile_ruleset
from dsl.linking.ruleset import Wanted
from dsl.model import model as m
from dsl.model.scenario import Scenario
from dsl.program.program import Program
from dsl.reading.library import read_all, ruleset_folder, ruleset_sources
from dsl.text.diagnostics import REFUSALS, CompileError, Problems
from dsl.text.source import SourceFile
from interpreter.scenarios.position import position
from interpreter.scenarios.scenario import _Play
from tests.support.mutants import Edit, Kinds, edits

EQUIVALENT = Path(__file__).parent.parent / "mutants"
"""Files with mutants that make no difference: `line | change | why`, the line without its citation."""

NOTICED, UNNOTICED, SAME, REFUSED = "noticed", "unnoticed", "same", "refused"
"""What becomes of a mutant: found by a scenario, by none, no difference to be found, or found by the compiler."""

PER_GAME, PER_MODULE = 95, 80
"""How many of a hundred mutants have to be noticed."""


@attrs.frozen
class Mutant:
    """A change of one of the rules files, by its number among the sources."""

    file: int
    name: str
    line: int
    text: str
    edit: Edit

    @property
    def listed(self) -> str:
        """The mutant as it is listed, in files of equivalent ones too."""
        return f"{self.name} | {self.text} | {self.edit.change}"


@attrs.define
class Trial:
    """The rules files of a game and its scenarios, with the programs of the rules as they are."""

    sources: Sequence[SourceFile]
    scenarios: Sequence[Scenario]
    programs: dict[object, Program | None] = attrs.field(factory=dict)

    def fate(self, mutant: Mutant) -> str:
        """What becomes of a mutant."""
        source = self.sources[mutant.file]
        changed = [*self.sources]
        changed[mutant.file] = mutant.edit.of(source)
        try:
            read_all([changed[mutant.file]])
        except CompileError:
            return REFUSED
        programs: dict[object, Program | None] = {}
        fate = SAME
        for scenario in self._in_order(mutant):
            found = self._noticed(scenario, changed, programs)
            if found in (NOTICED, REFUSED):
                return found
            fate = UNNOTICED if found == UNNOTICED else fate
        return fate

    def _noticed(
        self, scenario: Scenario, changed: Sequence[SourceFile], programs: dict[object, Program | None]
    ) -> str:
        """Whether a scenario notices that the rules were changed."""
        game = (scenario.modules, scenario.options, scenario.players)
        if game not in self.programs:
            self.programs[game] = _linked(self.sources, scenario)
        if game not in programs:
            try:
                programs[game] = _linked(changed, scenario)
            except CompileError:
                return REFUSED
        before, after = self.programs[game], programs[game]
        if before is None or after is None:
            return SAME if before is after else NOTICED
        if before.fingerprint == after.fingerprint:
            return SAME
        return UNNOTICED if _passes(after, scenario) else NOTICED

    def _in_order(self, mutant: Mutant) -> list[Scenario]:
        """The scenarios that the mutant's file has a part in: first those of its module, and of the rules it cites."""
        head = read_all([self.sources[mutant.file]])[0].head
        module = head.name.text if isinstance(head, m.Module) else ""
        cited = set(mutant.edit.citations)

        def far(scenario: Scenario) -> tuple[bool, bool, int]:
            beside = Path(scenario.span.file.name).stem == Path(mutant.name).stem
            return not cited.intersection(scenario.citations), not beside, len(scenario.modules)

        return sorted((each for each in self.scenarios if not module or module in each.modules), key=far)


def _linked(sources: Sequence[SourceFile], scenario: Scenario) -> Program | None:
    """The game of a scenario; None if it is refused."""
    try:
        return compile_ruleset(sources, Wanted(scenario.modules, scenario.players, dict(scenario.options)))
    except CompileError as error:
        if all(problem.code in REFUSALS for problem in error.problems):
            return None
        raise


def _passes(program: Program, scenario: Scenario) -> bool:
    """Whether a scenario goes as it says, in the executor that defines what a program means."""
    problems = Problems()
    position(program, scenario, problems)
    if problems.found:
        return False
    play = _Play(program, scenario, True, 0)
    play.play()
    return not play.problems.found


def mutants(sources: Sequence[SourceFile]) -> Iterator[Mutant]:
    """All mutants of these rules files; names are swapped for those of the base game or of the same file."""
    models = read_all(sources)
    base = [model for model in models if isinstance(model.head, m.Game)]
    for number, model in enumerate(models):
        for edit in edits(model, Kinds.of([*base, model])):
            line, _ = model.span.file.position(edit.start)
            yield Mutant(number, model.span.file.name, line, _plain(model.span.file.line(line)), edit)


def _plain(line: str) -> str:
    return " ".join(line.partition("[")[0].split())


@cache
def trial(ruleset: str) -> Trial:
    """The rules of a shipped game, with all scenarios in its folder."""
    paths = sorted(ruleset_folder(ruleset).rglob("*.rules"))
    return Trial(ruleset_sources(ruleset), [scenario for path in paths for scenario in dsl.scenarios(path)])


def equivalents(ruleset: str) -> dict[str, str]:
    """The mutants of a game that make no difference, and why."""
    path = EQUIVALENT / f"{ruleset}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    parted = [line.rpartition(" | ") for line in lines if line and not line.startswith("#")]
    return {mutant.strip(): reason.strip() for mutant, _, reason in parted}


def fates(ruleset: str, chosen: Sequence[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """What becomes of mutants of a game, in their order; all cores work on them."""
    known = equivalents(ruleset)
    tried = [mutant for mutant in chosen if mutant.listed not in known]
    with (
        tempfile.TemporaryDirectory(prefix="mutants") as home,
        ProcessPoolExecutor(initializer=_prepared, initargs=(home,)) as pool,
    ):
        yield from zip(tried, pool.map(_fate, [ruleset] * len(tried), tried, chunksize=4), strict=True)


def _prepared(home: str) -> None:
    """Let others work first, and keep the models of mutants out of the user's cache."""
    os.nice(10)
    os.environ["REVERIE_HOME"] = home


def _fate(ruleset: str, mutant: Mutant) -> str:
    return trial(ruleset).fate(mutant)


def table(found: Iterable[tuple[Mutant, str]]) -> tuple[list[str], bool]:
    """How many mutants were noticed, by file; whether they were enough."""
    noticed, seen = Counter[str](), Counter[str]()
    for mutant, fate in found:
        for name in (mutant.name, "all"):
            noticed[name] += fate == NOTICED
            seen[name] += fate in (NOTICED, UNNOTICED)
    shares = {name: 100 * noticed[name] / seen[name] for name in seen if seen[name]}
    lines = [f"{name:32} {noticed[name]:5} of {seen[name]:5} {share:6.1f} %" for name, share in shares.items()]
    return lines, all(share >= (PER_GAME if name == "all" else PER_MODULE) for name, share in shares.items())


def main(arguments: Sequence[str]) -> int:
    """Try mutants of a game's rules, list those that no scenario notices, and count the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.mutation")
    parser.add_argument("ruleset")
    parser.add_argument("--module", help="only mutants of this file (`base` for the game itself)")
    parser.add_argument("--sample", type=int, help="only so many, drawn at random")
    chosen = parser.parse_args(arguments)
    tried = [each for each in mutants(trial(chosen.ruleset).sources) if _is_of(each, chosen.module)]
    if chosen.sample and chosen.sample < len(tried):
        tried = sorted(random.Random(1).sample(tried, chosen.sample), key=tried.index)
    found = list[tuple[Mutant, str]]()
    for mutant, fate in fates(chosen.ruleset, tried):
        found.append((mutant, fate))
        if fate == UNNOTICED:
            _say(f"{mutant.name}:{mutant.line}: {mutant.edit.change}")
    lines, enough = table(found)
    _say("\n".join(["", *sorted(lines)]))
    return 0 if enough else 1


def _is_of(mutant: Mutant, module: str | None) -> bool:
    return module is None or Path(mutant.name).stem == module


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is what the command is for


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
