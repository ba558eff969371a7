"""The problems of a document as it is typed: of form at once, of meaning when its ruleset was linked again.

Meaning is checked in the largest game that the modules allow together with the document, then in the smallest one, and
if both are right, in those for other numbers of players. All of this can take some tenths of a second, so it stops
between two games when newer text has come.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.checker import Checker
from dsl.linking.combinations import refusal
from dsl.linking.ruleset import Wanted
from dsl.reading.catalogue import expects
from dsl.reading.library import contents, read_all, unclaimed
from dsl.text.diagnostics import REFUSALS, CompileError, Label, Problem, Problems
from dsl.text.source import SourceFile, Span
from dsl.translation.checking import check_texts
from dsl.translation.texts import read_texts
from repl.editor.workspace import Ruleset, Stop, form, head, is_texts


class Outdated(Exception):
    """Newer text has come."""


def meaning(ruleset: Ruleset, stop: Stop = lambda: False) -> tuple[Problem, ...]:
    """What is wrong with the rules of a ruleset together, in any of its files; () while the form of one is wrong.

    Modules with mistakes of form are left out, if they aren't the document itself. Of a texts file, this is what is
    wrong with its entries. Raises `Outdated`.
    """
    texts = is_texts(ruleset.own.name)
    if not ruleset.game and not texts:
        return unclaimed(ruleset.own)
    sources = readable(ruleset)
    if not sources:
        return ()
    if texts:
        return _of_texts(ruleset.own, sources)
    checker = _checker(sources)
    found: list[Problem] = []
    for first, games in enumerate(_stages(ruleset, sources)):
        if found and first:
            break
        for game in games:
            if stop():
                raise Outdated
            problems = [each for each in checker.problems(game) if each.code not in REFUSALS]
            found += [each for each in problems if not any(_says_as_much(other, each) for other in found)]
    return tuple(found)


def _of_texts(own: SourceFile, sources: Sequence[SourceFile]) -> tuple[Problem, ...]:
    problems = Problems()
    texts = read_texts(own, problems)
    check_texts([texts] if texts else [], read_all(sources), problems)
    return tuple(problems.found)


def _says_as_much(found: Problem, problem: Problem) -> bool:
    """Whether a second problem adds nothing: a name out of reach is unknown in a game without its module."""
    absent = problem.code.startswith("unknown-") and found.code == "not-a-bridge" and problem.span == found.span
    return absent or problem.is_like(found)


@functools.lru_cache(2)
def _checker(sources: tuple[SourceFile, ...]) -> Checker:
    """A checker; documents of one ruleset have the largest game in common."""
    return Checker.of(sources)


def readable(ruleset: Ruleset) -> tuple[SourceFile, ...]:
    """The files of a ruleset that have no mistake of form; () if the game or the document itself has one."""
    if not ruleset.game or form(ruleset.own):
        return ()
    clean = tuple(source for source in ruleset.sources if not form(source))
    return clean if any(its and not its.module for its in map(head, clean)) else ()


def _stages(ruleset: Ruleset, sources: Sequence[SourceFile]) -> Iterator[list[Wanted]]:
    """The games that are checked first, and those that are checked if these are right."""
    held = contents(sources)
    expected = (ruleset.own.name,) if expects(*read_all([ruleset.own])) else ()
    sets = dict.fromkeys((*expected, *modules) for modules in _sets(ruleset, sources))
    yield [Wanted(modules) for modules in sets]
    yield [Wanted(modules, players) for players in range(held.fewest + 1, held.most + 1) for modules in sets]


def largest(ruleset: Ruleset) -> tuple[str, ...]:
    """The modules, by name, of the largest game that the rules allow with a document; its files must be readable."""
    return tuple(sorted(_sets(ruleset, readable(ruleset))[0]))


def _sets(ruleset: Ruleset, sources: Sequence[SourceFile]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The modules of the largest and of the smallest game with a document."""
    its = head(ruleset.own)
    names = sorted({each.name for each in contents(sources).modules})
    smallest = _allowed(sources, (its.module,) if its and its.module else (), names, required=True)
    return _allowed(sources, smallest, names), smallest


def _allowed(
    sources: Sequence[SourceFile], first: tuple[str, ...], names: Iterable[str], required: bool = False
) -> tuple[str, ...]:
    """Modules that the rules allow together, some of them first; with `required`, only as many as these need."""
    chosen = first
    if required:
        if not _refused(sources, chosen):
            return chosen
        alone = chosen
        for name in names:
            if name not in chosen and not _refused(sources, (*chosen, name)):
                return (*chosen, name)
        return alone
    for name in names:
        if name not in chosen and not _refused(sources, (*chosen, name)):
            chosen = (*chosen, name)
    return chosen


def _refused(sources: Sequence[SourceFile], modules: tuple[str, ...]) -> bool:
    try:
        return bool(refusal(sources, Wanted(modules)))
    except CompileError:
        return False  # a mistake, which is to be shown


def in_words(problem: Problem) -> str:
    """What is wrong, in one line; the help isn't part of it."""
    return problem.message + (f" ({problem.label})" if problem.label else "")


def moved(problems: Iterable[Problem], old: SourceFile, new: SourceFile) -> tuple[Problem, ...]:
    """Problems found in an older text of a file, where they are in the new one; those at what was changed are gone."""
    if old == new:
        return tuple(problems)
    first, last = unchanged(old.text, new.text)
    found = (_moved(problem, old, new, first, last) for problem in problems)
    return tuple(problem for problem in found if problem is not None)


def _moved(problem: Problem, old: SourceFile, new: SourceFile, first: int, last: int) -> Problem | None:
    def place(span: Span | None) -> Span | None:
        if span is None or span.file.name != new.name:
            return span
        if span.file != old:
            return None
        if span.end < first:
            return attrs.evolve(span, file=new)
        by = len(new.text) - len(old.text)
        return Span(new, span.start + by, span.end + by) if span.start > len(old.text) - last else None

    here = place(problem.span)
    if problem.span is not None and here is None:
        return None
    related = tuple(Label(at, label.text) for label in problem.related if (at := place(label.span)) is not None)
    return attrs.evolve(problem, span=here, related=related)


def unchanged(old: str, new: str) -> tuple[int, int]:
    """How many characters at the beginning and at the end are the same in two texts."""
    most = min(len(old), len(new))
    first = next((n for n in range(most) if old[n] != new[n]), most)
    last = next((n for n in range(most - first) if old[-1 - n] != new[-1 - n]), most - first)
    return first, last
