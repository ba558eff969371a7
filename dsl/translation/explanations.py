"""What explanations quote, and how scores are told, in another language: conditions, criteria, parts of a score.

Knows no sentence of explanations themselves, which are in Reverie's own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from dsl.program import program as p
from dsl.program.adjusted import Adjusted
from dsl.program.reasons import Asked, Candidate, Mention, Option, OutOfScope, Reason, Reasons
from dsl.translation.speech import Speech
from dsl.translation.texts import GAP
from dsl.translation.wanting import KIND
from dsl.translation.wording import option_words, parameter, titled


def scoring(own: p.Scoring, speech: Speech) -> p.Scoring:
    """The scores, with the words for their parts and for what decides who wins."""
    return attrs.evolve(
        own,
        parts=tuple(attrs.evolve(each, words=_part(each.words, speech)) for each in own.parts),
        ranks=tuple(attrs.evolve(each, words=speech.quoted(each.words)) for each in own.ranks),
        tie_words=speech.quoted(own.tie),
    )


def reasons(program: p.Program, speech: Speech) -> Reasons:
    """The reasons for options."""
    assert program.reasons
    found = program.reasons()
    return attrs.evolve(
        found,
        asked=tuple(_asked(each, speech) for each in found.asked),
        out_of_scope=tuple(_out_of_scope(each, speech) for each in found.out_of_scope),
    )


def adjusted(program: p.Program, speech: Speech) -> Adjusted:
    """The rules that change definitions, with their titles."""
    assert program.adjusted
    found = program.adjusted()
    return attrs.evolve(
        found, rules=tuple(attrs.evolve(each, origin=_origin(each.origin, speech)) for each in found.rules)
    )


def _part(own: str, speech: Speech) -> str:
    """The words for a part of a score, perhaps with the module that adds it before them."""
    module, colon, words = own.partition(": ")
    return f"{speech.name(module)}: {speech.quoted(words)}" if colon else speech.quoted(own)


def _origin(origin: p.Origin, speech: Speech) -> p.Origin:
    return attrs.evolve(origin, rule=titled(origin.rule, speech))


def _asked(asked: Asked, speech: Speech) -> Asked:
    return attrs.evolve(asked, options=tuple(_option(each, speech) for each in asked.options))


def _option(option: Option, speech: Speech) -> Option:
    parameters = [candidate.parameter for candidate in option.candidates]
    words, shown = option_words(option.words, option.shown, parameters, speech)
    candidates = tuple(_candidate(each, speech) for each in option.candidates)
    condition = _reason(option.condition, speech) if option.condition else None
    return attrs.evolve(option, words=words, shown=shown, candidates=candidates, condition=condition)


def _candidate(candidate: Candidate, speech: Speech) -> Candidate:
    return attrs.evolve(
        candidate,
        parameter=parameter(candidate.parameter, speech),
        text=speech.quoted(candidate.text),
        kind=speech.name(candidate.kind, KIND),
        where=_reason(candidate.where, speech) if candidate.where else None,
    )


def _reason(reason: Reason, speech: Speech) -> Reason:
    text, mentions = _quoted(reason.text, reason.mentions, speech)
    if reason.form == "changed":
        text = reason.text
    return attrs.evolve(
        reason,
        text=text,
        mentions=mentions,
        parts=tuple(_reason(each, speech) for each in reason.parts),
        members=tuple(map(speech.name, reason.members)),
        bound=tuple(map(speech.name, reason.bound)),
        words=speech.used(reason.words),
    )


def _quoted(text: str, mentions: Sequence[Mention], speech: Speech) -> tuple[str, tuple[Mention, ...]]:
    """A condition, with its variables where they stand in the translation."""
    at, own = 0, list[str | Mention]()
    for mention in mentions:
        own += [text[at : mention.start], mention]
        at = mention.end
    own.append(text[at:])
    key = "".join(part if isinstance(part, str) else f"<{text[part.start : part.end]}>" for part in own)
    said = speech.condition(key) if mentions else None
    if said is None:
        return _joined([speech.quoted(part) if isinstance(part, str) else part for part in own], text, speech)
    variables = {f"<{text[each.start : each.end]}>": each for each in mentions}
    parts: list[str | Mention] = []
    for part, gap in zip(GAP.split(said), [*GAP.findall(said), ""], strict=True):
        parts += [part, variables[gap]] if gap else [part]
    return _joined(parts, text, speech)


def _joined(parts: Sequence[str | Mention], own: str, speech: Speech) -> tuple[str, tuple[Mention, ...]]:
    """The parts of a text put together, with the names of its variables."""
    text, mentions = "", list[Mention]()
    for part in parts:
        said = part if isinstance(part, str) else speech.quoted(own[part.start : part.end])
        if isinstance(part, Mention):
            mentions.append(_mention(part, len(text), said, speech))
        text += said
    return text, tuple(mentions)


def _mention(mention: Mention, start: int, said: str, speech: Speech) -> Mention:
    members = tuple(map(speech.name, mention.members))
    return attrs.evolve(mention, start=start, end=start + len(said), members=members)


def _out_of_scope(option: OutOfScope, speech: Speech) -> OutOfScope:
    form = " ".join(word or p.ELLIPSIS for word in option.words)
    said = speech.forms.get(form) or speech.whole(form) or form
    words = tuple(part.strip() for part in re.split(f"({p.ELLIPSIS})", said))
    missing = re.sub("`when ([^`]+)`", lambda found: f"`when {speech.quoted(found[1])}`", option.missing)
    return attrs.evolve(
        option, words=tuple(word if word != p.ELLIPSIS else "" for word in words if word), missing=missing
    )
