"""The words of options, their parameters and the titles of rules in another language.

Knows texts with gaps, and nothing of the programs in which they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dsl.program import program as p
from dsl.translation.speech import Speech
from dsl.translation.texts import GAP
from dsl.translation.wanting import CARD, EVENT, KIND, OF, TRIGGER

BEGINNINGS = (
    "forbid ", "before ", "after ", "instead of ", "together with ", "leaving ", "entering ", "revealing in ", "widen ",
    "narrow ", "raise ", "lower ", "keep ",
)  # fmt: skip
"""Beginnings of the titles of rules that hook or forbid an event or the change of a zone."""


def titled(own: str, speech: Speech) -> str:
    """The title of a rule: an event, an event `of` cards, a rule that hooks or forbids one, the words of an ability."""
    known = speech.entries.get(f"{EVENT} {own}") or speech.entries.get(own) or speech.forms.get(own)
    if known:
        return known
    for beginning in BEGINNINGS:
        if own.startswith(beginning):
            return beginning + titled(own.removeprefix(beginning), speech)
    event, of, kind = own.partition(f" {OF} ")
    return speech.name(event, EVENT) + (f" {speech.name(OF)} {speech.name(kind, KIND)}" if of else "")


def option_words(
    words: tuple[str | int, ...], shown: p.Parts, parameters: Sequence[p.Parameter], speech: Speech
) -> tuple[tuple[str | int, ...], p.Parts]:
    """The words of an option without and with its values, both in the order of the translation."""
    own = key(shown or words, parameters)
    said = speech.whole(own) or _triggered(own, speech)
    gaps = {key((part,), parameters): gap(part, speech) for part in shown or words if not isinstance(part, str)}
    if said is None:
        return words, tuple(gaps.get(key((part,), parameters), part) for part in shown)
    found = filled(said, gaps)
    plain = [part for part in found if not isinstance(part, p.Gap)]
    spaced = (part for at, part in enumerate(plain) if part != " " or plain[at - 1 : at] != [" "])
    return tuple(spaced), found if shown else ()


def _triggered(own: str, speech: Speech) -> str | None:
    """The words of the option that chooses a trigger, which has the name of its card."""
    before, _, _ = TRIGGER.partition("<")
    said = speech.whole(TRIGGER) if own.startswith(before) else None
    return said and GAP.sub(speech.name(own.removeprefix(before), CARD), said)


def key(parts: p.Parts, parameters: Sequence[p.Parameter]) -> str:
    """A text with its gaps as texts files write them."""
    found = []
    for part in parts:
        match part:
            case str():
                found.append(part)
            case int():
                found.append(f"<{parameters[part].name}>")
            case p.Gap():
                found.append(f"{{{part.text}}}")
    return "".join(found)


def filled(said: str, gaps: Mapping[str, int | p.Gap]) -> p.Parts:
    """A translation with its gaps filled."""
    found: list[str | int | p.Gap] = []
    for text, gap in zip(GAP.split(said), [*GAP.findall(said), ""], strict=True):
        found += [text] if text else []
        found += [gaps[gap]] if gap in gaps else []
    return tuple(found)


def gap(part: int | p.Gap, speech: Speech) -> int | p.Gap:
    """A part of a text that isn't fixed."""
    if isinstance(part, int):
        return part
    return attrs.evolve(part, words=tuple((value, speech.name(word)) for value, word in part.words))


def parameter(own: p.Parameter, speech: Speech) -> p.Parameter:
    """A parameter, with the words for its values and around its cards."""
    return attrs.evolve(
        own,
        words=tuple(map(speech.name, own.words)),
        sources=tuple(_source(each, speech) for each in own.sources),
    )


def _source(source: p.Source, speech: Speech) -> p.Source:
    """The words around a card's name: a word before it (`shared`), or a text with `…` for it (`take … from tray 2`)."""
    own = " ".join(filter(None, [source.prefix, "…", source.suffix]))
    said = speech.text(own if source.suffix or source.replaces else source.prefix)
    prefix, _, suffix = (speech.name(said) if said == own else said).partition("…")
    return attrs.evolve(source, prefix=prefix.strip(), suffix=suffix.strip())
