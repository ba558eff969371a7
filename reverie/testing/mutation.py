"""Whether the scenarios of a game notice slips in its rules.

Each mutant of a rules file (see `mutants`) is linked for the games of the scenarios, and the scenarios that its change
can reach are played until one fails. A mutant that every scenario lets pass lives. Mutants that don't link count as
found by the compiler; those that make the same programs, or are listed beside the rules as equivalent, are no slips.
"""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import attrs

import dsl
from dsl import CompileError, Program, Scenario, SourceFile, Wanted
from dsl.compiler import compile_models
from dsl.model import model as m
from dsl.reading.library import read_all, rules_below
from dsl.reading.read import read_anew
from dsl.text.diagnostics import REFUSALS
from dsl.text.files import Missing, read_whole
from dsl.text.source import LONGEST_FILE
from dsl.text.spelling import counted
from interpreter.analysis.coverage import KINDS, coverage_of
from interpreter.scenarios.scenario import play
from interpreter.simulation.processes import workers
from reverie.testing.mutants import Edit, Kinds, edits

NOTICED, UNNOTICED, SAME, REFUSED, EQUIVALENT = "noticed", "unnoticed", "same", "refused", "equivalent"
"""What becomes of a mutant: found by a scenario, by none, no other program, found by the compiler, or listed."""

LIST = "mutants.txt"
"""The file beside the rules that lists mutants which make no difference: `file | line | change | why`.

Of several places with the same line and change, the line is followed by the number of the one meant, `do rest [2]`;
without a number all are meant.
"""

MOST_COMPARED = 25
"""The most scenarios whose ways are compared, to find out why a mutant lives."""

T = TypeVar("T")
R = TypeVar("R")

Game = tuple[tuple[str, ...], tuple[tuple[str, str], ...], int | None]
"""The modules, the options and the number of players of a scenario's game."""

Place = tuple[str, int]
"""A rules file and where in its text a rule begins."""


@attrs.frozen
class Mutant:
    """A change of one of the rules files, by its number among the sources.

    `nth`: its number among the changes of that file that read the same.
    """

    file: int
    name: str
    line: int
    text: str
    edit: Edit
    nth: int = 1

    @property
    def listed(self) -> str:
        """The mutant as it is listed among equivalent ones: where the folder lies doesn't matter."""
        return f"{Path(self.name).name} | {self.text} | {self.edit.change}"

    @property
    def numbered(self) -> str:
        """The mutant as it is listed if others in its file read the same."""
        return f"{Path(self.name).name} | {self.text} [{self.nth}] | {self.edit.change}"


@attrs.frozen
class Fate:
    """What became of a mutant; `why`: why it lives, or that it makes no difference, if that can be told."""

    mutant: Mutant
    fate: str
    why: str = ""


@attrs.frozen
class Rules:
    """The rules files of a game, all scenarios about it, and the mutants that make no difference, with the reasons.

    If there are any `modules`, the base game and these are to be changed, otherwise all files.
    """

    sources: tuple[SourceFile, ...]
    scenarios: tuple[Scenario, ...]
    equivalent: Mapping[str, str] = attrs.field(factory=dict)
    modules: tuple[str, ...] = ()

    @classmethod
    def of(cls, ruleset: str | Path, modules: Sequence[str] = (), more: Iterable[Path] = ()) -> Rules:
        """The rules of a game with all modules of its folder, or with the named ones only.

        The scenarios are those below the folder, those in the files of modules from elsewhere, and those in `more`.
        Raises `CompileError` if a file can't be read, or if there is no such game.
        """
        sources, names = dsl.sources_with(ruleset, modules)
        outside = [Path(module) for module in modules if module.endswith(".rules")]
        folder = dsl.ruleset_folder(ruleset)
        paths = [each for path in (folder, *outside, *more) for each in rules_below(path)]
        scenarios = {path.resolve(): dsl.scenarios(path) for path in paths}
        told = tuple(scenario for each in scenarios.values() for scenario in each)
        listed = [line for path in {each.parent for each in (folder / LIST, *outside)} for line in _listed(path)]
        if not names:
            return cls(tuple(sources), told, dict(listed))
        _linkable(sources, names)
        about = tuple(each for each in told if {*each.modules} <= {*names})
        return cls(tuple(sources), about, dict(listed), names)

    @property
    def changeable(self) -> tuple[SourceFile, ...]:
        """The files whose rules are to be changed."""
        return tuple(each for each in self.sources if not self.modules or _module(each) in ("", *self.modules))

    @property
    def mutants(self) -> list[Mutant]:
        """All mutants of the files that are to be changed."""
        names = {source.name for source in self.changeable}
        return [each for each in mutants(self.sources) if each.name in names]


def _module(source: SourceFile) -> str:
    head = read_all([source])[0].head
    return head.name.text if isinstance(head, m.Module) else ""


def _linkable(sources: Sequence[SourceFile], modules: tuple[str, ...]) -> None:
    """Raise `CompileError` if these modules make no game, for another reason than that the rules refuse it."""
    try:
        dsl.compile_ruleset(sources, Wanted(modules))
    except CompileError as error:
        if not _is_refusal(error):
            raise


def _listed(folder: Path) -> list[tuple[str, str]]:
    """The mutants that a folder lists, and why they make no difference."""
    try:
        text = read_whole(folder / LIST, 4 * LONGEST_FILE).decode("utf-8", errors="replace")
    except Missing:
        return []
    parted = [line.rpartition(" | ") for line in text.splitlines() if line and not line.startswith("#")]
    return [(mutant.strip(), reason.strip()) for mutant, _, reason in parted]


def mutants(sources: Sequence[SourceFile]) -> Iterator[Mutant]:
    """All mutants of these rules files; names are swapped for those of the base game or of the same file."""
    models = read_all(sources)
    base = [model for model in models if isinstance(model.head, m.Game)]
    for number, model in enumerate(models):
        alike: Counter[tuple[str, str]] = Counter()
        for edit in edits(model, Kinds.of([*base, model])):
            line, _ = model.span.file.position(edit.start)
            text = _plain(model.span.file.line(line))
            alike[text, edit.change] += 1
            yield Mutant(number, model.span.file.name, line, text, edit, alike[text, edit.change])


def sample(found: Sequence[Mutant], size: int) -> list[Mutant]:
    """So many of the mutants, always the same ones, in their order."""
    numbers = sorted(random.Random(1).sample(range(len(found)), min(size, len(found))))
    return [found[number] for number in numbers]


def _plain(line: str) -> str:
    return " ".join(line.partition("[")[0].split())


@attrs.frozen
class Share:
    """How many mutants of some rules were noticed, of those that make a difference and link."""

    noticed: int
    of: int

    @property
    def percent(self) -> float:
        """The share in percent; 100 if there is nothing to be noticed."""
        return 100 * self.noticed / self.of if self.of else 100.0


def shares(found: Iterable[Fate]) -> dict[str, Share]:
    """The share of each rules file of which mutants were tried, by its name."""
    shares: dict[str, Share] = {}
    for each in found:
        before = shares.get(each.mutant.name, Share(0, 0))
        counts = each.fate in (NOTICED, UNNOTICED)
        shares[each.mutant.name] = Share(before.noticed + (each.fate == NOTICED), before.of + counts)
    return dict(sorted(shares.items()))


def total(shares: Iterable[Share]) -> Share:
    """The share of all files together."""
    every = list(shares)
    return Share(sum(each.noticed for each in every), sum(each.of for each in every))


@attrs.frozen
class Looked:
    """What is known about one game of the scenarios, played by the rules as they are.

    `fingerprint` is that of its program, None if it is refused. `reached` are the rules that each scenario reached, by
    the scenario's place; `failing` are those that don't hold.
    """

    game: Game
    fingerprint: str | None
    reached: Mapping[Place, frozenset[Place]]
    failing: tuple[Scenario, ...]


def look(rules: Rules, processes: int, lost: Callable[[], None]) -> Iterator[Looked]:
    """Play the scenarios of each game by the rules as they are; raises `CompileError` if a game can't be linked."""
    games = _games(rules.scenarios)
    yield from each_of(_Looking(rules), list(games), processes, lost)


def games(rules: Rules) -> int:
    """How many games the scenarios are about."""
    return len(_games(rules.scenarios))


def _games(scenarios: Iterable[Scenario]) -> dict[Game, list[Scenario]]:
    found: dict[Game, list[Scenario]] = {}
    for scenario in scenarios:
        found.setdefault(_game(scenario), []).append(scenario)
    return found


def _game(scenario: Scenario) -> Game:
    return scenario.modules, scenario.options, scenario.players


def _place(scenario: Scenario) -> Place:
    return scenario.span.file.name, scenario.span.start


@attrs.frozen(slots=False)
class _Looking:
    rules: Rules

    @cached_property
    def models(self) -> list[m.File]:
        return read_all(self.rules.sources)

    @cached_property
    def games(self) -> dict[Game, list[Scenario]]:
        return _games(self.rules.scenarios)

    def __call__(self, game: Game) -> Looked:
        told = self.games[game]
        program, counted_ = _linked(self.models, game), _linked(self.models, game, coverage=True)
        if program is None or counted_ is None:
            return Looked(game, None, {}, tuple(each for each in told if not each.refused))
        reached: dict[Place, frozenset[Place]] = {}
        failing = [each for each in told if each.refused]
        for scenario in told:
            found, reached[_place(scenario)] = _reached(counted_, scenario)
            failing += [scenario] if found else []
        return Looked(game, program.fingerprint, reached, tuple(failing))


def _reached(program: Program, scenario: Scenario) -> tuple[bool, frozenset[Place]]:
    """Whether a scenario fails, and the rules that act in it."""
    log = coverage_of(program).log
    log.clear()
    failed = bool(play(program, scenario).problems)
    spans = [program.origins[number].span for number in {entry // KINDS for entry in log}]
    log.clear()
    return failed, frozenset((span.file.name, span.start) for span in spans)


def _linked(models: Sequence[m.File], game: Game, *, coverage: bool = False) -> Program | None:
    """The program of a game; None if the rules refuse it."""
    modules, options, players = game
    try:
        return compile_models(models, Wanted(modules, players, dict(options), coverage))
    except CompileError as error:
        if _is_refusal(error):
            return None
        raise


def _is_refusal(error: CompileError) -> bool:
    return all(problem.code in REFUSALS for problem in error.problems)


@attrs.frozen(slots=False)
class Trial:
    """Tries mutants of rules whose scenarios were played by the rules as they are."""

    rules: Rules
    looked: Mapping[Game, Looked]

    @classmethod
    def of(cls, rules: Rules, looked: Iterable[Looked] | None = None) -> Trial:
        """A trial; without what is known about the rules as they are, that is found out first."""
        found = look(rules, 1, lambda: None) if looked is None else looked
        return cls(rules, {each.game: each for each in found})

    @cached_property
    def models(self) -> list[m.File]:
        """The models of the rules as they are."""
        return read_all(self.rules.sources)

    @cached_property
    def _programs(self) -> dict[Game, Program | None]:
        return {}

    def __call__(self, mutant: Mutant) -> Fate:
        """What becomes of a mutant."""
        for words in (mutant.numbered, mutant.listed):
            if words in self.rules.equivalent:
                return Fate(mutant, EQUIVALENT, self.rules.equivalent[words])
        models = self.changed(mutant)
        return Fate(mutant, REFUSED) if models is None else self._fate(mutant, models)

    def changed(self, mutant: Mutant) -> list[m.File] | None:
        """The models with a mutant, of which only the changed declaration is read again; None if it can't be read."""
        models = [*self.models]
        model = models[mutant.file]
        read, problems = read_anew(mutant.edit.alone(model))
        if problems:
            return None
        number = mutant.edit.declaration(model)
        declarations = (*model.declarations[:number], *read.declarations, *model.declarations[number + 1 :])
        models[mutant.file] = attrs.evolve(model, declarations=declarations)
        return models

    def _fate(self, mutant: Mutant, models: Sequence[m.File]) -> Fate:
        told = self._in_order(mutant)
        reaching = [scenario for scenario in told if self._reaches(scenario, mutant)]
        programs: dict[Game, Program | None] = {}
        differing = []
        for scenario in reaching or told:
            game = _game(scenario)
            try:
                programs[game] = program = programs[game] if game in programs else _linked(models, game)
            except CompileError:
                return Fate(mutant, REFUSED)
            if (None if program is None else program.fingerprint) == self.looked[game].fingerprint:
                continue
            if program is None or (reaching and (scenario.refused or play(program, scenario).problems)):
                return Fate(mutant, NOTICED)
            if not reaching:
                return Fate(mutant, UNNOTICED, "no scenario reaches it")
            differing.append((scenario, program))
        return Fate(mutant, UNNOTICED, self._why(differing)) if differing else Fate(mutant, SAME)

    def _in_order(self, mutant: Mutant) -> list[Scenario]:
        """The scenarios that the mutant's file has a part in: first those of its module, and of the rules it cites."""
        head = self.models[mutant.file].head
        module = head.name.text if isinstance(head, m.Module) else ""
        cited = set(mutant.edit.citations)

        def far(scenario: Scenario) -> tuple[bool, bool, int]:
            beside = Path(scenario.span.file.name).stem == Path(mutant.name).stem
            return not cited.intersection(scenario.citations), not beside, len(scenario.modules)

        return sorted((each for each in self.rules.scenarios if not module or module in each.modules), key=far)

    def _reaches(self, scenario: Scenario, mutant: Mutant) -> bool:
        """Whether the change can make a difference to a scenario: steps can't if they aren't carried out."""
        reached = self.looked[_game(scenario)].reached.get(_place(scenario), frozenset())
        return mutant.edit.within is None or (mutant.name, mutant.edit.within) in reached

    def _why(self, passed: Sequence[tuple[Scenario, Program]]) -> str:
        """Why scenarios pass although they reach the change: whether the game is another one in any of them."""
        for scenario, program in passed[:MOST_COMPARED]:
            before = self._as_it_is(_game(scenario))
            if before is not None and _way(before, scenario) != _way(program, scenario):
                return f"scenario `{scenario.id}` goes another way with it, but looks at nothing that differs"
        if len(passed) == 1:
            return "one scenario can reach it, and goes the same way with it"
        return f"{counted(len(passed), 'scenario')} can reach it, and go the same way with it"

    def _as_it_is(self, game: Game) -> Program | None:
        if game not in self._programs:
            self._programs[game] = _linked(self.models, game)
        return self._programs[game]


def _way(program: Program, scenario: Scenario) -> tuple[str, ...]:
    return play(program, scenario, watched=True).way


def fates(trial: Trial, chosen: Sequence[Mutant], processes: int, lost: Callable[[], None]) -> Iterator[Fate]:
    """What becomes of mutants, in their order; so many processes work on them."""
    yield from each_of(trial, chosen, processes, lost)


def each_of(function: Callable[[T], R], things: Sequence[T], processes: int, lost: Callable[[], None]) -> Iterator[R]:
    """The results of a function for each thing; the function is sent to every process once."""
    if processes <= 1 or len(things) <= 1:
        yield from map(function, things)
        return
    with workers(min(processes, len(things)), _begin, function, lost=lost) as pool:
        yield from pool.map(_again, things)


_functions: list[Callable[[Any], Any]] = []
"""In a worker process: what it does with each thing."""


def _begin(function: Callable[[T], R]) -> None:
    _functions[:] = [function]
    gc.freeze()  # nothing that is there by now ever goes


def _again(thing: Any) -> Any:
    return _functions[0](thing)
