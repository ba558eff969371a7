"""The passes in order: from rules files to a program.

`load` is the way in: a shipped ruleset's name or a folder, modules by name or as files, and the settings of a game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import attrs

from dsl.assembly.adjusted import adjusted
from dsl.assembly.assemble import assemble
from dsl.assembly.definitions import definitions
from dsl.assembly.lower import Lowered, lower
from dsl.assembly.reasons import recorded
from dsl.checks.check import check
from dsl.linking.link import link
from dsl.linking.out_of_scope import outside
from dsl.linking.ruleset import Recording, Ruleset, Wanted
from dsl.model import model as m
from dsl.names.names import Names
from dsl.names.resolve import resolve
from dsl.outlines.outlined import outlined
from dsl.program.adjusted import Adjusted
from dsl.program.contributions import Contribution
from dsl.program.definitions import Definitions
from dsl.program.outline import Outline
from dsl.program.program import Loaded, Program
from dsl.program.reasons import Reasons
from dsl.reading.library import ENDING, full_name, read_all, sources_with
from dsl.text.diagnostics import CompileError, Problems
from dsl.text.source import SourceFile
from dsl.text.stack import with_room
from dsl.translation.languages import in_language


def compile_ruleset(sources: Sequence[SourceFile], wanted: Wanted) -> Program:
    """Turn rules files into a program.

    `sources` hold one base game and any modules; `wanted` says which of them are in play, for how many players, with
    which options. Raises `CompileError` with everything that is wrong.
    """
    program = compile_models(read_all(sources, wanted.modules), wanted)
    text = _Text(tuple(sources), wanted)
    return attrs.evolve(
        program, reasons=text, adjusted=text.adjusted, elsewhere=text.elsewhere, definitions=text.definitions,
        outline=partial(text.outline, program.contributions),
    )  # fmt: skip


@with_room
def compile_models(models: Sequence[m.File], wanted: Wanted) -> Program:
    """Turn the models of rules files into a program, which has no `reasons` and doesn't know what is elsewhere."""
    problems = Problems()
    with depth(models, problems):
        program = assemble(lowered(link(models, wanted, problems), problems))
    return attrs.evolve(program, definitions=partial(_definitions, tuple(models), wanted))


@contextmanager
def depth(models: Sequence[m.File], problems: Problems) -> Iterator[None]:
    """Rules that are nested too deeply are a problem."""
    try:
        yield
    except RecursionError:
        problems.add("too-deep", "these rules are nested too deeply", models[0].span, help="give a part of them a name")
        raise CompileError(problems.found) from None


@with_room
def lowered(ruleset: Ruleset, problems: Problems) -> Lowered:
    """Lower the rules of a linked ruleset and check them as a whole; raises `CompileError` with everything wrong."""
    found = lower(resolve(ruleset, problems), problems)
    if ruleset.coverage in (False, "conditions"):
        check(found.weaving)
    problems.stop_if_any()
    return found


@with_room
def _definitions(models: Sequence[m.File], wanted: Wanted) -> Definitions:
    return definitions(_names(models, wanted))


def _names(models: Sequence[m.File], wanted: Wanted) -> Names:
    """The names of a game that was linked before, without problems."""
    problems = Problems()
    return resolve(link(models, wanted, problems), problems)


@attrs.frozen
class _Text:
    """What a program was made from: read once more when somebody asks for what isn't there."""

    sources: tuple[SourceFile, ...]
    wanted: Wanted

    def __call__(self) -> Reasons:
        models = read_all(self.sources, self.wanted.modules)
        return recorded(_names(models, self.wanted), models)

    def adjusted(self) -> Adjusted:
        """The rules that widen or narrow definitions, in the conditions of all options."""
        return adjusted(_names(read_all(self.sources, self.wanted.modules), self.wanted))

    def outline(self, contributions: tuple[Contribution, ...]) -> Outline:
        """The rules for readers, in the order of their contributions."""
        return outlined(_names(read_all(self.sources, self.wanted.modules), self.wanted), contributions)

    def definitions(self) -> Definitions:
        """The definitions that have a value at any moment."""
        return _definitions(read_all(self.sources, self.wanted.modules), self.wanted)

    def elsewhere(self, words: str, sorts: Collection[str]) -> tuple[str, tuple[str, ...]] | None:
        """Where something is declared that the program doesn't have; see `program.Program`."""
        found = outside(words, sorts, read_all(self.sources, self.wanted.modules), self.wanted.modules)
        return (found.module, found.sections) if found else None


def load(
    ruleset: str | Path, modules: Iterable[str | Path] = (), players: int | None = None,
    options: Mapping[str, str | int] | None = None, *, coverage: Recording = False, language: str = "",
) -> Program:  # fmt: skip
    """Link a game: its rules files with a set of modules, as a program that can be played.

    `ruleset`: the name of an included ruleset, or the path of a folder with a base game. `modules`: names of modules in
    that folder, or paths of rules files (`….rules`) from anywhere, in any order; a file replaces the folder's module of
    the same name. `players`: how many play; if None, the fewest that the game allows. `options`: values by option name,
    as text or whole numbers; an option that isn't named has its default.
    `coverage`: make a program that records which of its rules act, or, if it is "conditions", also which of their
    conditions hold; its rules aren't checked. `language`: the words that
    players read are those of the ruleset's texts files in this language; without it, those of the rules.

    Raises `CompileError` with everything that is wrong, unknown names included. Reads the rules files of the folder and
    the named ones, nothing else, and takes some tenths of a second; the program can be played any number of times.
    """
    asked = tuple(map(str, modules))
    sources, wanted = sources_with(ruleset, asked)
    chosen = {name: str(value) for name, value in (options or {}).items()}
    program = compile_ruleset(sources, Wanted(wanted, players, chosen, coverage))
    named = {name: full_name(module) for name, module in zip(wanted, asked, strict=True)}
    files = [named[name] for name in wanted if name.endswith(ENDING)]
    came = Loaded(full_name(str(ruleset)), (*(named.get(name, name) for name in program.modules), *files))
    program = attrs.evolve(program, loaded=came)
    return in_language(program, language, ruleset, asked, read_all(sources, wanted)) if language else program
