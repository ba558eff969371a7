"""The languages of a game: its texts files, read and checked, and programs in one of its languages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from dsl.model import model as m
from dsl.program.program import Program
from dsl.reading.library import modules_beside, texts_sources
from dsl.text.diagnostics import CompileError, Problem, Problems
from dsl.text.spelling import did_you_mean, nearest
from dsl.translation.checking import Untranslated, check_texts
from dsl.translation.speech import Speech
from dsl.translation.texts import Texts, about, read_texts
from dsl.translation.translate import translated


def languages_of(ruleset: str | Path, modules: Iterable[str | Path] = ()) -> dict[str, str]:
    """The languages into which a ruleset is translated: by name, what each calls itself."""
    return {each.language: each.title for each in _read(ruleset, modules, Problems())}


def check_languages(
    ruleset: str | Path, modules: Iterable[str | Path], models: Sequence[m.File], problems: Problems
) -> tuple[Untranslated, ...]:
    """Report what is wrong with the texts files of a ruleset; returns what isn't translated."""
    return check_texts(_read(ruleset, modules, problems), models, problems)


def in_language(
    program: Program, language: str, ruleset: str | Path, modules: Iterable[str | Path], models: Sequence[m.File]
) -> Program:
    """A program in a language of its ruleset; raises `CompileError` if there is no such language, or for its texts."""
    problems = Problems()
    texts = _read(ruleset, modules, problems)
    _know(language, texts)
    own = [each for each in texts if each.language == language]
    check_texts(own, models, problems)
    problems.stop_if_any()
    about = (program.game, *program.modules)
    return translated(program, Speech.of(language, [each for each in own if each.about in about]))


def know_language(language: str, ruleset: str | Path, modules: Iterable[str | Path] = ()) -> None:
    """Raise `CompileError` for a language that a ruleset isn't translated into."""
    _know(language, _read(ruleset, modules, Problems()))


def without_texts(language: str, ruleset: str | Path, modules: Iterable[str | Path], names: Iterable[str]) -> list[str]:
    """Those of some modules that no texts file of a language is about; `modules` are files of their own among them."""
    about = {each.about for each in _read(ruleset, modules, Problems()) if each.language == language}
    return [name for name in names if name not in about]


def _know(language: str, texts: Iterable[Texts]) -> None:
    known = {each.language: each.title for each in texts}
    if language not in known:
        close = nearest(language, known)
        listed = ", ".join(f"`{name}` ({title})" for name, title in known.items()) or "none: write a texts file"
        advice = did_you_mean(close, f"the languages of this game: {listed}")
        raise CompileError([Problem("translation", f"this game isn't translated into `{language}`", None, help=advice)])


def _read(ruleset: str | Path, modules: Iterable[str | Path], problems: Problems) -> list[Texts]:
    """The texts files; the base game's first, so that its words count where a module has the same.

    Those about modules that only lie beside the ones that are files of their own are left alone.
    """
    modules = (*modules,)
    others = modules_beside(modules)
    sources = [each for each in texts_sources(ruleset, modules) if about(each) not in others]
    found = [texts for source in sources if (texts := read_texts(source, problems))]
    return sorted(found, key=lambda each: each.span.file.name)
