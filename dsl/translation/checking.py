"""Check texts files against the rules.

Finds entries for words that the rules don't have, words that would read alike, and what isn't translated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import attrs

from dsl.model import model as m
from dsl.text.diagnostics import Label, Problems
from dsl.text.spelling import did_you_mean, nearest
from dsl.translation import meant
from dsl.translation.speech import SPOKEN, plain
from dsl.translation.texts import CONDITION, GAP, Entry, Texts
from dsl.translation.wanting import TEXT, WORD, Words, wanting_in


@attrs.frozen
class Untranslated:
    """The words of a game or module that the texts of a language don't have; `whole`: no texts are about it."""

    language: str
    name: str
    words: tuple[Words, ...]
    whole: bool


def check_texts(texts: Sequence[Texts], models: Sequence[m.File], problems: Problems) -> tuple[Untranslated, ...]:
    """Report what is wrong with texts files of one game, and return what isn't translated, by language and file.

    A module is translated if some texts file of the language is about it; if none is, all of its words are missing.
    """
    files = wanting_in(models)
    languages: dict[str, list[Texts]] = {}
    for each in texts:
        if each.about in files:
            languages.setdefault(each.language, []).append(each)
        else:
            close = nearest(each.about, files)
            advice = did_you_mean(close, f"it is for one of {', '.join(map(repr, files))}")
            problems.add("translation", f"nothing is called `{each.about}` here", each.span, help=advice)
    missing = []
    for language, own in languages.items():
        known = {words for each in own for words in each.entries}
        for each in own:
            _know(each, files, models, problems)
        _tell_apart(own, files, problems)
        for name, words in files.items():
            wanted = (each for each in words if not each.composed)
            left = tuple(each for each in wanted if not _translated(each, known))
            if left:
                missing.append(Untranslated(language, name, left, all(each.about != name for each in own)))
    return tuple(missing)


def _translated(words: Words, known: Collection[str]) -> bool:
    """Whether there is an entry; in texts that are put together, words of any sort have one translation."""
    if words.own in known or words.sorted in known:
        return True
    return words.sort == WORD and any(f"{sort} {words.own}" in known for sort in SPOKEN)


def _know(texts: Texts, files: Mapping[str, Iterable[Words]], models: Sequence[m.File], problems: Problems) -> None:
    """Report entries for words that no file has."""
    words = {own for file in files.values() for each in file for own in (each.own, each.sorted)}
    for own, entry in texts.entries.items():
        if own not in words and plain(own) not in words:
            what = "no text reads" if own.startswith('"') else "nothing is called"
            message = f"{what} `{own}` in these rules"
            problems.add("translation", message, entry.span, help=meant.advice(entry, words, models))
    for entry in texts.mixed:
        message = "one of these is a text in quotation marks, the other isn't"
        problems.add("translation", message, entry.span, help=meant.of_mixed(entry, words, models))
    for entry in texts.uneven:
        advice = meant.of_uneven(entry, words)
        if advice and entry.own not in words:
            problems.add("translation", f"nothing is called `{entry.own}` in these rules", entry.span, help=advice)
        else:
            gaps = ", ".join(f"`{gap}`" for gap in GAP.findall(entry.own)) or "no gaps"
            help_ = f"write {gaps} in the translation, each once, in any order"
            problems.add("translation", "both sides need the same gaps", entry.span, help=help_)


def _tell_apart(texts: Sequence[Texts], files: Mapping[str, Iterable[Words]], problems: Problems) -> None:
    """Report words of one sort that have the same translation: a player couldn't say which is meant."""
    entries: dict[str, Entry] = {own: entry for each in texts for own, entry in each.entries.items()}
    first: dict[tuple[str, str], tuple[str, Entry | None]] = {}
    for words in (each for file in files.values() for each in file if each.sort not in (TEXT, WORD, CONDITION)):
        entry = entries.get(words.sorted) or entries.get(words.own)
        said = entry.said if entry else words.own
        other, before = first.setdefault((words.sort, said.casefold()), (words.own, entry))
        if other != words.own and (here := entry or before):
            related = [Label(before.span, "the other one")] if entry and before else []
            message = f"`{words.own}` and `{other}` would both be `{said}`"
            problems.add("translation", message, here.span, related=related, help="give them different names")
