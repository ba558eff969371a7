"""Put the words of another language into a program.

Only what players read is changed: the translated program plays the same game, has the same fingerprint, and remembers
the program in the rules' own words (`Program.own`), by which answers are saved and equal options found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeVar

import attrs

from dsl.program import program as p
from dsl.program.reasons import Asked, Candidate, Reasons
from dsl.program.reasons import Option as Reasoned
from dsl.translation.speech import Speech
from dsl.translation.texts import GAP
from dsl.translation.wanting import CARD, EVENT, KIND, OF, ZONE

S = TypeVar("S", p.Ending, p.OutOfReach)

BEGINNINGS = (
    "forbid ", "before ", "after ", "instead of ", "together with ", "leaving ", "entering ", "revealing in "
)  # fmt: skip
"""Beginnings of the titles of rules that hook or forbid an event or the change of a zone."""


def translated(program: p.Program, speech: Speech) -> p.Program:
    """The same program in another language; words without a translation stay as the rules have them."""
    name = speech.name
    return attrs.evolve(
        program,
        own=program,
        language=speech.language,
        title=speech.text(program.title),
        faces=tuple(attrs.evolve(each, name=name(each.name, CARD)) for each in program.faces),
        places=tuple(attrs.evolve(each, name=name(each.name, ZONE)) for each in program.places),
        counters=tuple(
            attrs.evolve(each, name=name(each.name), words=tuple(map(name, each.words))) for each in program.counters
        ),
        facts=tuple(_fact(each, speech) for each in program.facts),
        tables=tuple(attrs.evolve(each, members=tuple(map(name, each.members))) for each in program.tables),
        procedures=tuple(attrs.evolve(each, event=_rule(each.event, speech)) for each in program.procedures),
        blocks=tuple(_block(each, speech) for each in program.blocks),
        prompts=tuple(_prompt(each, speech) for each in program.prompts),
        endings=tuple(_sentence(each, speech) for each in program.endings),
        out_of_reach=tuple(_sentence(each, speech) for each in program.out_of_reach),
        items=tuple(_item(each, speech) for each in program.items),
        help=tuple(_help(each, speech) for each in program.help),
        origins=tuple(attrs.evolve(each, rule=_rule(each.rule, speech)) for each in program.origins),
        reasons=partial(_reasons, program, speech) if program.reasons else None,
    )


def _fact(fact: p.FactOf, speech: Speech) -> p.FactOf:
    said = speech.text(fact.mark)
    mark = said if said != fact.mark else speech.name(fact.mark)
    return attrs.evolve(fact, name=speech.name(fact.name), mark=mark, words=tuple(map(speech.text, fact.words)))


def _rule(title: str, speech: Speech) -> str:
    """The title of a rule: an event, an event `of` cards, a rule that hooks or forbids one, the words of an ability."""
    known = speech.entries.get(f"{EVENT} {title}") or speech.entries.get(title) or speech.forms.get(title)
    if known:
        return known
    for beginning in BEGINNINGS:
        if title.startswith(beginning):
            return beginning + _rule(title.removeprefix(beginning), speech)
    event, of, kind = title.partition(f" {OF} ")
    return speech.name(event, EVENT) + (f" {speech.name(OF)} {speech.name(kind, KIND)}" if of else "")


def _block(block: p.Block, speech: Speech) -> p.Block:
    last = block.last
    if not isinstance(last, p.Choose):
        return block
    about = tuple(
        attrs.evolve(each, words=tuple((value, speech.name(word)) for value, word in each.words)) for each in last.about
    )
    options = tuple(_option(each, speech) for each in last.options)
    return attrs.evolve(block, last=attrs.evolve(last, options=options, about=about))


def _option(option: p.Option, speech: Speech) -> p.Option:
    words, shown = _words(option.words, option.shown, option.parameters, speech)
    parameters = tuple(_parameter(each, speech) for each in option.parameters)
    return attrs.evolve(option, words=words, shown=shown, parameters=parameters)


def _words(
    words: tuple[str | int, ...], shown: p.Parts, parameters: Sequence[p.Parameter], speech: Speech
) -> tuple[tuple[str | int, ...], p.Parts]:
    """The words of an option without and with its values, both in the order of the translation."""
    own = _key(shown or words, parameters)
    said = speech.whole(own)
    gaps = {_key((part,), parameters): _gap(part, speech) for part in shown or words if not isinstance(part, str)}
    if said is None:
        return words, tuple(gaps.get(_key((part,), parameters), part) for part in shown)
    found = _parts(said, gaps)
    plain = [part for part in found if not isinstance(part, p.Gap)]
    spaced = (part for at, part in enumerate(plain) if part != " " or plain[at - 1 : at] != [" "])
    return tuple(spaced), found if shown else ()


def _key(parts: p.Parts, parameters: Sequence[p.Parameter]) -> str:
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


def _parts(said: str, gaps: Mapping[str, int | p.Gap]) -> p.Parts:
    """A translation with its gaps filled."""
    found: list[str | int | p.Gap] = []
    for text, gap in zip(GAP.split(said), [*GAP.findall(said), ""], strict=True):
        found += [text] if text else []
        found += [gaps[gap]] if gap in gaps else []
    return tuple(found)


def _gap(part: int | p.Gap, speech: Speech) -> int | p.Gap:
    if isinstance(part, int):
        return part
    return attrs.evolve(part, words=tuple((value, speech.name(word)) for value, word in part.words))


def _told(text: str, told: p.Told | None, speech: Speech) -> tuple[str, p.Told | None]:
    """A text with `…` for its values, and with the values, if it has any."""
    if told is None:
        return speech.text(text), None
    gaps = {_key((part,), ()): _gap(part, speech) for part in told.parts if not isinstance(part, str)}
    said = speech.whole(f'"{_key(told.parts, ())}"')
    parts = _parts(said[1:-1], gaps) if said else tuple(gaps.get(_key((part,), ()), part) for part in told.parts)
    return p.form_of(parts), attrs.evolve(told, parts=parts)


def _prompt(prompt: p.Prompt, speech: Speech) -> p.Prompt:
    question, told = _told(prompt.question, prompt.told, speech)
    return attrs.evolve(prompt, question=question, told=told)


def _sentence(what: S, speech: Speech) -> S:
    sentence, told = _told(what.sentence, what.told, speech)
    return attrs.evolve(what, sentence=sentence, told=told)


def _parameter(parameter: p.Parameter, speech: Speech) -> p.Parameter:
    return attrs.evolve(
        parameter,
        words=tuple(map(speech.name, parameter.words)),
        sources=tuple(_source(each, speech) for each in parameter.sources),
    )


def _source(source: p.Source, speech: Speech) -> p.Source:
    """The words around a card's name: a word before it (`shared`), or a text with `…` for it (`take … from tray 2`)."""
    own = " ".join(filter(None, [source.prefix, "…", source.suffix]))
    said = speech.text(own if source.suffix or source.replaces else source.prefix)
    prefix, _, suffix = (speech.name(said) if said == own else said).partition("…")
    return attrs.evolve(source, prefix=prefix.strip(), suffix=suffix.strip())


def _item(item: p.Item, speech: Speech) -> p.Item:
    beside = tuple(
        attrs.evolve(each, label=speech.text(each.label), members=_members(each, speech), look=_look(each.look, speech))
        for each in item.beside
    )
    return attrs.evolve(
        item,
        label=speech.text(item.label),
        apart_label=speech.text(item.apart_label),
        members=_members(item, speech),
        look=_look(item.look, speech),
        beside=beside,
    )


def _members(shown: p.Item | p.Beside, speech: Speech) -> tuple[str, ...]:
    return tuple(map(speech.name, shown.members))


def _look(look: p.Look | None, speech: Speech) -> p.Look | None:
    return look and p.Look(tuple(map(speech.name, look.drawn)), tuple(map(speech.name, look.plain)))


def _help(help_: p.Help, speech: Speech) -> p.Help:
    said = speech.text(help_.title)
    return attrs.evolve(
        help_, title=said if said != help_.title else speech.name(help_.title), text=speech.text(help_.text)
    )


def _reasons(program: p.Program, speech: Speech) -> Reasons:
    """The reasons for options, with the options' words; the conditions stay in the words of the rules."""
    assert program.reasons
    found = program.reasons()
    return attrs.evolve(found, asked=tuple(_asked(each, speech) for each in found.asked))


def _asked(asked: Asked, speech: Speech) -> Asked:
    return attrs.evolve(asked, options=tuple(_reasoned(each, speech) for each in asked.options))


def _reasoned(option: Reasoned, speech: Speech) -> Reasoned:
    parameters = [candidate.parameter for candidate in option.candidates]
    words, shown = _words(option.words, option.shown, parameters, speech)
    candidates = tuple(_candidate(each, speech) for each in option.candidates)
    return attrs.evolve(option, words=words, shown=shown, candidates=candidates)


def _candidate(candidate: Candidate, speech: Speech) -> Candidate:
    return attrs.evolve(candidate, parameter=_parameter(candidate.parameter, speech))
