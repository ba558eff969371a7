"""Find and read rules files: shipped ones, those of a folder, and single ones; each is read once.

Returns their texts, their models, and the contents of their heads. Linking finds out what a set of files means.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import attrs

from dsl.model import model as m
from dsl.model.scenario import Scenario
from dsl.reading.catalogue import Catalogue, catalogue, expects
from dsl.reading.read import read
from dsl.text import hints
from dsl.text.diagnostics import CompileError, Label, Problem, Problems
from dsl.text.files import TooLarge, Unreadable, is_file, is_folder, read_whole
from dsl.text.source import LONGEST_FILE, SourceFile, Span
from dsl.text.spelling import did_you_mean, nearest

ENDING = ".rules"
"""The end of the names of rules files."""


def read_all(sources: Iterable[SourceFile], modules: Collection[str] | None = None) -> list[m.File]:
    """The models of files; raises `CompileError` if one can't be read as rules.

    With `modules`, files of other modules that can't be read are left out: a game is played without them.
    """
    problems, sources = Problems(), tuple(sources)
    models = []
    for source in sources:
        found = Problems()
        model = read(source, found)
        if found.found and modules is not None and _other_module(model, modules):
            continue
        problems.found.extend(found.found)
        models.append(model)
    _name_events(problems, sources)
    problems.stop_if_any()
    return models


BEGUN = "begin the rule with `on EVENT of"
"""The help about a rule that names no event."""


def _name_events(problems: Problems, sources: Iterable[SourceFile]) -> None:
    """Name the events of the base game in the help about a module that can't be read, which knows none but its own."""
    bases = (read(source, Problems()) for source in sources if problems.found)
    base = next((each for each in bases if isinstance(each.head, m.Game)), None)
    if base is None:
        return
    handled = Counter(each.event.text for each in base.declarations if isinstance(each, m.Handler))
    usual = next((event for event, _ in handled.most_common(1)), "EVENT")
    turns = [name.text for each in base.declarations if isinstance(each, m.Turn) for name in each.phases]
    for at, problem in enumerate(problems.found):
        help_ = problem.help.replace("EVENT", usual) if problem.help.startswith(BEGUN) else problem.help
        if problem.code == "syntax" and problem.span:
            help_ = hints.by_another(help_, problem.span, base.span.file, turns)
        problems.found[at] = attrs.evolve(problem, help=help_)


def _other_module(model: m.File, modules: Collection[str]) -> bool:
    return isinstance(model.head, m.Module) and model.head.name.text not in modules


def unreadable_modules(ruleset: str | Path) -> dict[str, str]:
    """The modules of a ruleset whose files hold mistakes of form: the names of the files by those of the modules."""
    found: dict[str, str] = {}
    for source in ruleset_sources(ruleset):
        problems = Problems()
        model = read(source, problems)
        if problems.found and isinstance(model.head, m.Module):
            found[model.head.name.text] = source.name
    return found


def sources_with(ruleset: str | Path, modules: Iterable[str | Path]) -> tuple[list[SourceFile], tuple[str, ...]]:
    """The rules files of a ruleset with those among `modules` that are files, and the names of all these modules.

    A file of expectations has the name of the file, which ends in `.rules`. Raises `CompileError` if a file can't be
    read, holds neither, or is another text of a module that is there.
    """
    sources = ruleset_sources(ruleset)
    wanted: list[str] = []
    problems = Problems()
    for module in modules:
        if str(module).endswith(ENDING):
            source = read_file(Path(module), problems)
            problems.stop_if_any()
            assert source is not None
            name = _module_name(source, sources)
            wanted.append(name.text if name else source.name)
            if name:
                sources = [other for other in sources if not _same_module(other, source, name)]
            sources = [*(other for other in sources if other.name != source.name), source]
        else:
            wanted.append(str(module))
    return sources, tuple(wanted)


def _same_module(other: SourceFile, source: SourceFile, name: m.Name) -> bool:
    """Whether a file is the same module as another; raises `CompileError` if only their names are the same."""
    head = read(other, Problems()).head
    if not isinstance(head, m.Module) or head.name.text != name.text:
        return False
    if other.text != source.text:
        message = f"two files are the module `{name.text}`: `{other.name}` and `{source.name}`"
        related = (Label(head.name.span, "first declared here"),)
        advice = "give one of them another name; to change a module of a game, change a copy of the game's whole folder"
        raise CompileError([Problem("declared-twice", message, name.span, related=related, help=advice)])
    return True


def _module_name(source: SourceFile, others: Iterable[SourceFile]) -> m.Name | None:
    """The name of the module in a file that belongs to others; None for a file of expectations."""
    problems = Problems()
    model = read(source, problems)
    _name_events(problems, others)
    problems.stop_if_any()
    if expects(model):
        return None
    if not isinstance(model.head, m.Module):
        raise CompileError([_no_module(model.span)])
    return model.head.name


def unclaimed(source: SourceFile) -> tuple[Problem, ...]:
    """What is wrong with a rules file for which no game was found; nothing if it holds expectations alone."""
    model = read(source, Problems())
    if isinstance(model.head, m.Module):
        return (_no_ruleset(model.head.game.text, model.head.game.span),)
    if model.head is not None:
        return ()
    rules = (each for each in model.declarations if not isinstance(each, m.Example | m.Invariant | m.Section))
    return tuple(_no_module(rule.span) for rule in itertools.islice(rules, 1))


def _no_module(span: Span) -> Problem:
    """A file, at its first rule, that begins like neither a game nor a module."""
    return Problem("no-game", "this file isn't a module", span, help='begin it with `module name "Title" for game`')


def _no_ruleset(name: str, span: Span | None) -> Problem:
    """A name that no ruleset has; `span` is where a module names its game."""
    known = rulesets()
    included = f"there are {', '.join(f'`{each}`' for each in known)}"
    placed = (
        "put this file into the folder of that game, beside its base rules; or say `reverie check FOLDER --with FILE`"
    )
    advice = did_you_mean(nearest(name, known), placed if span else included)
    return Problem("unknown-ruleset", f"no ruleset is called `{name}`", span, help=advice)


def rulesets() -> tuple[str, ...]:
    """The names of the shipped rulesets."""
    return tuple(sorted(entry.name for entry in files("rulesets").iterdir() if entry.joinpath("base.rules").is_file()))


def ruleset_folder(ruleset: str | Path) -> Path:
    """The folder of a shipped ruleset, or the given folder; raises `CompileError` if there is none."""
    path = Path(ruleset)
    if is_folder(path) and any(path.glob("*.rules")):
        return path
    if str(ruleset) in rulesets():
        return Path(str(files("rulesets").joinpath(str(ruleset))))
    if is_folder(path):
        message = f"the folder `{ruleset}` holds no .rules file"
        advice = "a ruleset is a folder in which a file begins with `game`; folders within it are not looked through"
        raise CompileError([Problem("unknown-ruleset", message, None, help=advice)])
    if advice := _of_a_file(path):
        raise CompileError([Problem("unknown-ruleset", f"`{ruleset}` isn't a ruleset", None, help=advice)])
    if len(path.parts) > 1:
        with suppress(OSError):  # the current folder may be gone
            advice = f"its full path would be `{path.absolute()}`"
        raise CompileError([Problem("unknown-ruleset", f"there is no folder `{ruleset}`", None, help=advice)])
    raise CompileError([_no_ruleset(str(ruleset), None)])


def _of_a_file(path: Path) -> str:
    """What to do with a file that was given in place of a ruleset, with or without its ending; "" if there is none."""
    if path.suffix != ".rules" and is_file(path):
        return f"the name of a rules file ends in `.rules`: rename it to `{path.with_suffix('.rules').name}`"
    file = path if path.suffix == ".rules" else path.with_name(f"{path.name}.rules")
    if not is_file(file):
        return ""
    head = head_of(file)
    if head is None:
        return f"`{file.name}` has scenarios only: give the game that they are about"
    if head.module:
        return f"`{file.name}` is a module for `{head.game}`: say `{head.game} --with {file}`"
    return f"`{file.name}` is the base file of `{head.game}`: say its folder, `{file.parent}`"


def ruleset_sources(ruleset: str | Path) -> list[SourceFile]:
    """The rules files of a ruleset: the base game and all its modules, by name of file."""
    return _in_folder(ruleset_folder(ruleset), "*.rules")


def texts_sources(ruleset: str | Path, modules: Iterable[str | Path] = ()) -> list[SourceFile]:
    """The texts files (`….texts`) of a ruleset, and those beside the modules that are files of their own."""
    folders = [ruleset_folder(ruleset), *(Path(each).parent for each in modules if str(each).endswith(".rules"))]
    return [source for folder in dict.fromkeys(folders) for source in _in_folder(folder, "*.texts")]


def modules_beside(modules: Iterable[str | Path]) -> frozenset[str]:
    """The names of the modules in the folders of those that are files of their own, without these."""
    own = [Path(each) for each in modules if str(each).endswith(".rules")]
    return frozenset(found[1] for source in _beside(own) if (found := MODULE.search(source.text)))


MODULE = re.compile(r"^module ([^\"\n]+?)[ \t]*\"", re.MULTILINE)
"""The first line of a module."""


def _beside(own: Sequence[Path]) -> Iterator[SourceFile]:
    """The other rules files in the folders of some files, as far as they can be read."""
    named = {path.resolve() for path in own}
    for folder in dict.fromkeys(path.parent for path in own):
        for path in sorted(folder.glob("*.rules")):
            source = read_file(path, Problems()) if path.resolve() not in named else None
            if source is not None:
                yield source


def _in_folder(folder: Path, pattern: str) -> list[SourceFile]:
    """The files of a folder by name; raises `CompileError` if one can't be read."""
    problems = Problems()
    within = f"{folder.name}/" if folder.name else ""
    sources = [read_file(path, problems, f"{within}{path.name}") for path in sorted(folder.glob(pattern))]
    problems.stop_if_any()
    return [source for source in sources if source is not None]


def full_name(word: str) -> str:
    """A ruleset or module as it can be found again from anywhere: a path in full, a name as it is."""
    path = Path(word)
    if word.endswith(".rules") or (is_folder(path) and any(path.glob("*.rules"))):
        with suppress(OSError):  # the current folder may be gone
            return str(path.absolute())
    return word


def read_file(path: Path, problems: Problems, name: str = "") -> SourceFile | None:
    """A rules file from disk, or None and a problem."""
    try:
        text = read_whole(path, 4 * LONGEST_FILE).decode("utf-8-sig", errors="replace")
    except TooLarge:
        problems.add("too-large", f"`{path}` is too large for a rules file", None)
        return None
    except Unreadable as reason:
        problems.add("unreadable", f"`{path}` can't be read: {reason}", None)
        return None
    return SourceFile(name or str(path), text.replace("\r\n", "\n").replace("\r", "\n"))


def modules_of(ruleset: str | Path) -> dict[str, str]:
    """The modules of a ruleset: titles by name."""
    heads = [model.head for model in read_all(ruleset_sources(ruleset), ())]
    return {head.name.text: head.title for head in heads if isinstance(head, m.Module)}


def contents(ruleset: str | Path | Sequence[SourceFile]) -> Catalogue:
    """The modules and options of a ruleset, or of a list of rules files; raises `CompileError` if it has no game."""
    sources = ruleset_sources(ruleset) if isinstance(ruleset, str | Path) else ruleset
    found = catalogue(read_all(sources, ()))
    if found is None:
        raise CompileError([Problem("no-game", "no file of this ruleset begins with `game`", None)])
    return found


def rules_below(path: Path) -> list[Path]:
    """A rules file itself, or all that lie in a folder and in the folders within."""
    return sorted(path.rglob("*.rules")) if is_folder(path) else [path]


def is_expectations(path: Path) -> bool:
    """Whether a rules file is one of expectations; raises `CompileError` if it can't be read."""
    problems = Problems()
    source = read_file(path, problems)
    problems.stop_if_any()
    assert source is not None
    model = read(source, problems)
    problems.stop_if_any()
    return expects(model)


@attrs.frozen
class Head:
    """The first line of a rules file: the name of a base game, or that of a `module` and of the game it is for."""

    game: str
    module: str = ""


def head_of(path: str | Path) -> Head | None:
    """The head of a rules file, None if it has only scenarios; raises `CompileError` if the file can't be read."""
    problems = Problems()
    source = read_file(Path(path), problems)
    problems.stop_if_any()
    assert source is not None
    model = read(source, problems)
    if problems.found and isinstance(model.head, m.Module) and model.head.game.text in rulesets():
        _name_events(problems, ruleset_sources(model.head.game.text))
    problems.stop_if_any()
    return head_in(model)


def head_in(file: m.File) -> Head | None:
    """The head of a file that was read, also with mistakes; None if it has none."""
    match file.head:
        case m.Module(name, _, game):
            return Head(game.text, name.text)
        case m.Game(name):
            return Head(name.text)
        case None:
            return None


def scenarios_in(model: m.File) -> tuple[Scenario, ...]:
    """The scenarios of a model: of those declarations of a file that could be read."""
    return tuple(each.scenario for each in model.declarations if isinstance(each, m.Example))


def scenarios(file: str | Path | SourceFile) -> tuple[Scenario, ...]:
    """The scenarios in a rules file; raises `CompileError` if it can't be read or two of them have one id."""
    problems = Problems()
    source = file if isinstance(file, SourceFile) else read_file(Path(file), problems)
    problems.stop_if_any()
    assert source is not None
    model = read(source, problems)
    first: dict[str, Scenario] = {}
    for scenario in scenarios_in(model):
        if scenario.id in first:
            related = [Label(first[scenario.id].span, "first told here")]
            problems.add("declared-twice", f"two scenarios are called `{scenario.id}`", scenario.span, related=related)
        first[scenario.id] = scenario
    problems.stop_if_any()
    return tuple(first.values())
