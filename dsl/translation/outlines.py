"""The outline of a game in another language: its names, questions, sentences, options and conditions.

A condition is translated as a whole or from its parts, as where explanations quote it. Comments in the rules have no
translation, and are left out.
"""

from __future__ import annotations

import attrs

from dsl.program import program as p
from dsl.program.outline import CardGroup, Component, Line, Outline, PrintedCard, Quote, Reference, Rule, SetOption
from dsl.translation.speech import Speech
from dsl.translation.texts import GAP
from dsl.translation.wanting import CARD, EVENT, FACT, KIND, NUMBER, PLACE, VALUE, ZONE
from dsl.translation.wording import titled

SORTS = {
    "zone": ZONE, "kind": KIND, "class": KIND, "card": CARD, "value": VALUE, "number": NUMBER, "event": EVENT,
    "place": PLACE, "fact": FACT,
}  # fmt: skip
"""The sorts of words in texts files, by those of references."""

READ = ("definition", "group", "class")
"""The sorts of names that a text translated as a whole still refers to, without a word."""

Part = str | Reference | Quote


def outlined(program: p.Program, speech: Speech) -> Outline:
    """The outline of a program in the language of a speech."""
    assert program.outline
    own = program.outline()
    return attrs.evolve(
        own,
        titles=tuple((name, speech.text(title)) for name, title in own.titles),
        options=tuple(_option(each, speech) for each in own.options),
        cards=tuple(_cards(each, speech) for each in own.cards),
        pieces=tuple(_piece(each, speech) for each in own.pieces),
        won=own.won and quoted(own.won, speech),
        rules=tuple(_rule(each, speech) for each in own.rules),
    )


def quoted(quote: Quote, speech: Speech) -> Quote:
    """A quotation in another language."""
    said = _whole(quote, speech)
    gaps = {each for each in GAP.findall(said or "") if each.startswith("<")}
    if said is None:
        fixed = quote.sort in ("text", "words")
        every = (Reference(each, "said", each) if fixed and isinstance(each, str) else each for each in quote.parts)
        return attrs.evolve(quote, parts=tuple(_part(each, speech) for each in every))
    inside = {_gap(part): part for part in _gaps_in(quote)}
    found: list[Part] = []
    for text, gap in zip(GAP.split(said), [*GAP.findall(said), ""], strict=True):
        found += [Reference(text, "said", text)] if text else []
        if gap in inside:
            found.append(_part(inside[gap], speech))
        elif gap in gaps:
            found.append(Reference(speech.quoted(gap[1:-1]), "variable", gap[1:-1]))
    read = (each for each in quote.pieces if isinstance(each, Reference) and each.sort in READ)
    return attrs.evolve(quote, parts=(*found, *(attrs.evolve(each, text="") for each in read)))


def _whole(quote: Quote, speech: Speech) -> str | None:
    """The translation of a quotation as a whole."""
    match quote.sort:
        case "text":
            said = speech.whole(f'"{quote.own}"')
            return said[1:-1] if said else None
        case "words":
            return speech.whole(quote.own)
        case "expression":
            return speech.condition(quote.own) if quote.own else None
        case _:
            return None


def _gaps_in(quote: Quote) -> list[Reference | Quote]:
    """What is put into a text, or into the words of an option."""
    found: list[Reference | Quote] = []
    for part in quote.parts:
        if isinstance(part, Quote) and quote.sort == "expression":
            found += _gaps_in(part)
        elif not isinstance(part, str):
            found.append(part)
    return found


def _gap(part: Reference | Quote) -> str:
    return f"<{part.name}>" if isinstance(part, Reference) else f"{{{part.own}}}"


def _part(part: Part, speech: Speech) -> Part:
    match part:
        case str():
            return Reference(speech.quoted(part), "glue", part)
        case Reference(_, "said"):
            return part
        case Reference(text, sort, _):
            word = speech.name(text, SORTS[sort]) if sort in SORTS else speech.quoted(text)
            return attrs.evolve(part, text=word)
        case Quote():
            return quoted(part, speech)


def _rule(rule: Rule, speech: Speech) -> Rule:
    title = titled(rule.title, speech) if rule.site_kind == "event" else speech.quoted(rule.title)
    head, lines = _slots(rule.head, speech), _lines(rule.lines, speech)
    return attrs.evolve(rule, head=head, lines=lines, title=title, gloss="")


def _lines(lines: tuple[Line, ...], speech: Speech) -> tuple[Line, ...]:
    return tuple(
        attrs.evolve(each, slots=_slots(each.slots, speech), lines=_lines(each.lines, speech)) for each in lines
    )


def _slots(slots: tuple[tuple[str, Quote], ...], speech: Speech) -> tuple[tuple[str, Quote], ...]:
    return tuple((name, quoted(quote, speech)) for name, quote in slots)


def _option(option: SetOption, speech: Speech) -> SetOption:
    name = speech.quoted
    others = tuple(map(name, option.others))
    return attrs.evolve(option, name=name(option.name), value=name(option.value), others=others)


def _cards(group: CardGroup, speech: Speech) -> CardGroup:
    return attrs.evolve(
        group,
        kind=speech.name(group.kind, KIND),
        columns=tuple(map(speech.name, group.columns)),
        cards=tuple(_card(each, speech) for each in group.cards),
    )


def _card(card: PrintedCard, speech: Speech) -> PrintedCard:
    values = tuple(", ".join(speech.name(word, VALUE) for word in each.split(", ")) for each in card.values)
    starts = tuple((speech.name(zone, ZONE), count) for zone, count in card.starts)
    return PrintedCard(speech.name(card.name, CARD), values, starts)


def _piece(piece: Component, speech: Speech) -> Component:
    names = ("refilled", "position")
    return attrs.evolve(
        piece,
        name=speech.name(piece.name, ZONE if piece.sort == "zone" else NUMBER),
        per=tuple(map(speech.name, piece.per)),
        traits=tuple((trait, speech.name(word) if trait in names else word) for trait, word in piece.traits),
        first=piece.first and quoted(piece.first, speech),
    )
