"""What texts files leave untranslated, in words and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from dsl.text.spelling import counted

if TYPE_CHECKING:
    from dsl.translation.checking import Untranslated


def lines(found: Iterable[Untranslated]) -> Iterator[str]:
    """For each language what is missing: single words with their places, whole modules by their names."""
    languages: dict[str, list[Untranslated]] = {}
    for each in found:
        languages.setdefault(each.language, []).append(each)
    for language, missing in languages.items():
        whole = [f"{each.name} ({len(each.words)})" for each in missing if each.whole]
        if whole:
            yield f"Not translated into {language}: {', '.join(whole)}"
        for each in missing:
            if not each.whole:
                yield f"Not translated into {language}, {counted(len(each.words), 'text')} of {each.name}:"
                yield from (f"  {words.own}  ({words.sort}, {_place(words.span.place)})" for words in each.words)


def _place(place: str) -> str:
    return place.rpartition(":")[0]


def as_data(found: Iterable[Untranslated]) -> list[dict[str, Any]]:
    """The same as data."""
    return [
        {"language": each.language, "of": each.name, "words": [words.own for words in each.words]} for each in found
    ]
