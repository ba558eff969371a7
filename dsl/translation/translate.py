"""Put the words of another language into a program.

Only what players read is changed: the translated program plays the same game, has the same fingerprint, and remembers
the program in the rules' own words (`Program.own`), by which answers are saved and equal options found.
"""

from __future__ import annotations

from functools import partial
from typing import TypeVar

import attrs

from dsl.program import program as p
from dsl.translation.explanations import adjusted, reasons, scoring
from dsl.translation.outlines import outlined
from dsl.translation.speech import Speech
from dsl.translation.wanting import CARD, KIND, ZONE
from dsl.translation.wording import filled, gap, key, option_words, parameter, titled

S = TypeVar("S", p.Ending, p.OutOfReach)


def translated(program: p.Program, speech: Speech) -> p.Program:
    """The same program in another language; words without a translation stay as the rules have them."""
    name = speech.name
    return attrs.evolve(
        program,
        own=program,
        language=speech.language,
        title=speech.text(program.title),
        faces=tuple(_face(each, speech) for each in program.faces),
        places=tuple(attrs.evolve(each, name=name(each.name, ZONE)) for each in program.places),
        counters=tuple(
            attrs.evolve(each, name=name(each.name), words=tuple(map(name, each.words))) for each in program.counters
        ),
        facts=tuple(_fact(each, speech) for each in program.facts),
        tables=tuple(_table(each, speech) for each in program.tables),
        procedures=tuple(attrs.evolve(each, event=titled(each.event, speech)) for each in program.procedures),
        blocks=tuple(_block(each, speech) for each in program.blocks),
        prompts=tuple(_prompt(each, speech) for each in program.prompts),
        endings=tuple(_sentence(each, speech) for each in program.endings),
        out_of_reach=tuple(_sentence(each, speech) for each in program.out_of_reach),
        items=tuple(_item(each, speech) for each in program.items),
        help=tuple(_help(each, speech) for each in program.help),
        origins=tuple(attrs.evolve(each, rule=titled(each.rule, speech)) for each in program.origins),
        scoring=scoring(program.scoring, speech) if program.scoring else None,
        reasons=partial(reasons, program, speech) if program.reasons else None,
        adjusted=partial(adjusted, program, speech) if program.adjusted else None,
        outline=partial(outlined, program, speech) if program.outline else None,
    )


def _face(face: p.Face, speech: Speech) -> p.Face:
    kinds = tuple(speech.name(kind, KIND) for kind in face.kinds)
    return attrs.evolve(face, name=speech.name(face.name, CARD), kinds=kinds)


def _table(table: p.Table, speech: Speech) -> p.Table:
    return attrs.evolve(table, name=speech.name(table.name, KIND), members=tuple(map(speech.name, table.members)))


def _fact(fact: p.FactOf, speech: Speech) -> p.FactOf:
    said = speech.text(fact.mark)
    mark = said if said != fact.mark else speech.name(fact.mark)
    return attrs.evolve(fact, name=speech.name(fact.name), mark=mark, words=tuple(map(speech.text, fact.words)))


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
    words, shown = option_words(option.words, option.shown, option.parameters, speech)
    parameters = tuple(parameter(each, speech) for each in option.parameters)
    return attrs.evolve(option, words=words, shown=shown, parameters=parameters)


def _told(text: str, told: p.Told | None, speech: Speech) -> tuple[str, p.Told | None]:
    """A text with `…` for its values, and with the values, if it has any."""
    if told is None:
        return speech.text(text), None
    gaps = {key((part,), ()): gap(part, speech) for part in told.parts if not isinstance(part, str)}
    said = speech.whole(f'"{key(told.parts, ())}"')
    parts = filled(said[1:-1], gaps) if said else tuple(gaps.get(key((part,), ()), part) for part in told.parts)
    return p.form_of(parts), attrs.evolve(told, parts=parts)


def _prompt(prompt: p.Prompt, speech: Speech) -> p.Prompt:
    question, told = _told(prompt.question, prompt.told, speech)
    return attrs.evolve(prompt, question=question, told=told)


def _sentence(what: S, speech: Speech) -> S:
    sentence, told = _told(what.sentence, what.told, speech)
    return attrs.evolve(what, sentence=sentence, told=told)


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
