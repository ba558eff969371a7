"""Reading of a typed line as answers.

A line is a number, the words of an option, any prefix of them that fits only one, some of the words in their order, or
several of these at once (`3 1 2 4`, `play ace, play king`). Behind the first answer, numbers and words that aren't in
the list may answer a later question. Nothing here plays: the result is the words of options or numbers, in order, or
the reason why there are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import attrs

from dsl.text.letters import composed
from dsl.text.spelling import abridged

MOST_NAMED = 6
NUMBER = re.compile(r"[0-9]{1,9}")

Same = Callable[[str], str | None]
"""Finds the option that a text means in other words, as with several cards in another order."""


@attrs.frozen
class Understood:
    """The words of the options meant, in the order in which they are to be given.

    Later ones may be words as typed, or numbers for the questions that they meet.
    """

    words: tuple[str | int, ...]
    exact: bool = False


@attrs.frozen
class NotUnderstood:
    """A line that means no answer: `text` says why; `fits` are the options it could have meant."""

    text: str
    fits: tuple[str, ...] = ()


def understand(line: str, options: Sequence[str], same: Same = lambda _: None) -> Understood | NotUnderstood:
    """Read `line` as one answer or several, of those in `options` (the list as shown, first is number 1)."""
    whole = _one(line, options, same)
    if isinstance(whole, Understood):
        return whole
    parts = _parts(line)
    if len(parts) < 2:
        return whole
    words: list[str | int] = []
    for part in parts:
        if words and NUMBER.fullmatch(part) and part not in options:
            words.append(int(part))
            continue
        match _one(part, options, same):
            case Understood(found):
                words.extend(found)
            case NotUnderstood(fits=()) if words:
                words.append(part)
            case NotUnderstood() as failed:
                return failed
    return Understood(tuple(words), exact=True)


def later(text: str, options: Sequence[str], shown: Sequence[str]) -> str | None:
    """The one of `options` that a later answer of a line means; an answer that was `shown` means only itself."""
    if text in options or text in shown:
        return text if text in options else None
    found = _one(text, options)
    return str(found.words[0]) if isinstance(found, Understood) else None


def completions(text: str, options: Sequence[str]) -> list[str]:
    """The options that `text` could become, each once."""
    start = _plain(text)
    return list(dict.fromkeys(option for option in options if _plain(option).startswith(start)))


def _parts(line: str) -> list[str]:
    if re.fullmatch(r"[0-9\s,;]+", line):
        return re.findall(r"[0-9]+", line)
    return [part.strip() for part in line.split(",") if part.strip()]


def _one(text: str, options: Sequence[str], same: Same = lambda _: None) -> Understood | NotUnderstood:
    typed = _plain(text)
    if not typed:
        return NotUnderstood("nothing was typed")
    for option in options:
        if _plain(option) == typed:
            return Understood((option,), exact=True)
    if (meant := same(typed)) is not None:
        return Understood((meant,), exact=True)
    if NUMBER.fullmatch(typed):
        return _numbered(int(typed), options)
    fits = _fitting(typed, options)
    if len(fits) == 1:
        return Understood(fits)
    if fits:
        return NotUnderstood(f"`{abridged(text.strip())}` could be {_either(fits)}", fits)
    return NotUnderstood(f"`{abridged(text.strip())}` is not one of the answers")


def _numbered(number: int, options: Sequence[str]) -> Understood | NotUnderstood:
    if 1 <= number <= len(options):
        return Understood((options[number - 1],), exact=True)
    return NotUnderstood(f"there is no answer number {number}: they go from 1 to {len(options)}")


def _fitting(typed: str, options: Sequence[str]) -> tuple[str, ...]:
    """Options that begin with what was typed; if none does, those whose words begin with the words typed.

    If there is none of these either, some words of the option may have been left out.
    """
    fits = completions(typed, options)
    parts = typed.split()
    if not fits:
        fits = [option for option in options if _begins_each(parts, _plain(option).split())]
    if not fits and len(parts) > 1:
        fits = [option for option in options if _begins_some(parts, _plain(option).split())]
    return tuple(dict.fromkeys(fits))


def _begins_some(parts: list[str], words: list[str]) -> bool:
    """Whether some of the words begin with the parts, in their order."""
    left = iter(words)
    return all(any(word.startswith(part) for word in left) for part in parts)


def _begins_each(parts: list[str], words: list[str]) -> bool:
    return len(parts) <= len(words) and all(word.startswith(part) for part, word in zip(parts, words, strict=False))


def _either(fits: tuple[str, ...]) -> str:
    named = [f"`{fit}`" for fit in fits[:MOST_NAMED]]
    if len(fits) > MOST_NAMED:
        return ", ".join(named) + f" or {len(fits) - MOST_NAMED} more"
    return ", ".join(named[:-1]) + f" or {named[-1]}"


def _plain(text: str) -> str:
    return " ".join(composed(text).casefold().split())
