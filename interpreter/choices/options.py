"""The words of options: how a pick reads to a person, and which picks read the same.

Two picks with the same words are one option to a person, so only one of them is offered. Some parameters are named only
where need be: their picks are listed unnamed, and named if picks about different things would read the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import attrs

from dsl.program.blocks import Choose, Option
from dsl.program.program import Program
from dsl.program.texts import Gap, Parts
from interpreter.analysis.equal_names import cards_sharing_names, first_by_name
from interpreter.analysis.memo import Cache, once_per_program
from interpreter.choices.attachments import Attachments, attachments_of
from interpreter.choices.picks import (
    Pick,
    card_at,
    detail_and_source,
    part_of,
    tag_at,
    unnamed,
    without_source,
    zone_at,
)
from interpreter.choices.selections import selections_of, words_of_selection
from interpreter.state.layout import Flat, layout_of

Named = tuple[tuple[int, int, int], ...]
"""Parameters of an option: for each, the indices in a pick of its card and tag, and its number of sources."""

T = TypeVar("T")


class Remembered(Cache[Pick, T]):
    """The results of a function for picks, computed when first needed; a cache of the latest ones."""

    def __init__(self, function: Callable[[Pick], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, pick: Pick) -> T:
        return self.store(pick, self._function(pick))


@attrs.frozen
class Words:
    """Makes the words of options, from the names of the cards and the program's choices by block.

    `first` are the facts (indices in a state) that say which of several cards that read the same is meant. `by_name`
    has for each card the first one with its name, and `shared_names` says whether any cards share a name. `cards` has,
    for each option of a choice, the parameters that are named by a card; None for an option with a selection.
    """

    choices: dict[int, Choose]
    attachments: Attachments
    first: tuple[int, ...]
    by_name: bytes
    unpacked: Callable[[int], bytes]
    shared_names: bool
    cards: dict[int, tuple[Named | None, ...]]
    shown: dict[int, Remembered[str]] = attrs.field(init=False, eq=False, repr=False)
    named: Remembered[tuple[str, bool]] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        shown = {block: Remembered(partial(self._shown, block)) for block in self.choices}
        object.__setattr__(self, "shown", shown)
        object.__setattr__(self, "named", Remembered(self._parameter))

    def of(self, block: int, pick: Pick) -> str:
        """The words of a pick at a block's choice (`plant white daisy`)."""
        return self.shown[block][pick]

    def _shown(self, block: int, pick: Pick) -> str:
        return self.put_together(block, pick, self.choices[block].options[pick[0]].words, lambda _: "")

    def put_together(self, block: int, pick: Pick, parts: Parts, value: Callable[[Gap], str]) -> str:
        """The words of a pick, made of parts with values in them."""
        text = ""
        for part in parts:
            if isinstance(part, str):
                text += part
            elif isinstance(part, Gap):
                text += value(part)
            else:
                words, replaces = self.named[block, pick[0], part, *part_of(pick, part)]
                text = words if replaces else text + words if words else text.removesuffix(" ")
        return text.strip()

    def several(self, block: int, pick: Pick) -> tuple[str, ...]:
        """The words of each parameter of a pick that is about several cards, in the order in which they stand."""
        option = self.choices[block].options[pick[0]]
        parts = [part for part in option.words if isinstance(part, int) and option.parameters[part].most]
        return tuple(self.named[block, pick[0], part, *part_of(pick, part)][0] for part in parts)

    def merged(self, s: Flat, block: int, picks: Sequence[Pick]) -> list[Pick]:
        """The picks, with only one left of those that read the same: the one that is meant."""
        shown = self.shown[block]
        words = [shown[pick] for pick in self._with_first_names(block, picks)]
        if len(set(words)) == len(words):
            return list(picks)
        disambiguated = self._disambiguated(block, picks, words)
        if disambiguated is not picks:
            words = [shown[pick] for pick in self._with_first_names(block, disambiguated)]
        return self._one_per_key(s, block, disambiguated, words)

    def _with_first_names(self, block: int, picks: Sequence[Pick]) -> Sequence[Pick]:
        """The picks, each with the first card of the same name and no zone, so that few different picks remain."""
        if not self.shared_names:
            return picks
        first, cards, found = self.by_name, self.cards[block], []
        for pick in picks:
            replaced = list(pick)
            for card, tag, sources in cards[pick[0]] or ():
                replaced[card:tag] = first[replaced[card]], 0
                if replaced[tag] < 0:
                    replaced[tag] = without_source(replaced[tag], sources)
            found.append(tuple(replaced))
        return found

    def merged_by_name(self, s: Flat, block: int, picks: Sequence[Pick]) -> list[Pick]:
        """The same as `merged`, for a choice at which only cards that share a name can read the same."""
        cards, shown = self.cards[block], self.shown[block]
        keys = [shown[pick] if cards[pick[0]] is None else pick for pick in self._with_first_names(block, picks)]
        return self._one_per_key(s, block, picks, keys)

    def _one_per_key(self, s: Flat, block: int, picks: Sequence[Pick], keys: Sequence[object]) -> list[Pick]:
        """The first pick with each key, or the one of highest rank if they differ in rank."""
        found: dict[object, Pick] = {}
        ranked = any(any(s[fact]) for fact in self.first)
        for key, pick in zip(keys, picks, strict=True):
            other = found.setdefault(key, pick)
            if ranked and other is not pick and self._rank(s, block, pick) > self._rank(s, block, other):
                found[key] = pick
        return list(found.values())

    def _rank(self, s: Flat, block: int, pick: Pick) -> list[int]:
        """The rank of a pick among those that read the same: the one of highest rank is meant."""
        cards: list[int] = []
        for at, parameter in enumerate(self.choices[block].options[pick[0]].parameters):
            if parameter.most:
                cards += self.unpacked(pick[card_at(at)])
            elif not parameter.by_position and not parameter.values:
                cards.append(pick[card_at(at)])
        return [
            s[fact][each] for card in cards for fact in self.first for each in (card, *self.attachments.on(s, card))
        ]

    def _disambiguated(self, block: int, picks: Sequence[Pick], words: Sequence[str]) -> Sequence[Pick]:
        """The picks, named where picks about different things read the same; `words` are their words."""
        options = self.choices[block].options
        first: dict[str, Pick] = {}
        ambiguous: set[str] = set()
        for text, pick in zip(words, picks, strict=True):
            other = first.setdefault(text, pick)
            if other is not pick and _values(options[other[0]], other) != _values(options[pick[0]], pick):
                ambiguous.add(text)
        if not ambiguous:
            return picks
        return [_named(options, pick) if text in ambiguous else pick for pick, text in zip(picks, words, strict=True)]

    def _parameter(self, chosen: Pick) -> tuple[str, bool]:
        """The words for one parameter, and whether they replace all words before it.

        `chosen` is a block, the number of an option, the number of a parameter, and its part of a pick.
        """
        block, option, number, card, ends, tag = chosen
        parameter = self.choices[block].options[option].parameters[number]
        if parameter.values:
            return parameter.words[tag] if tag < len(parameter.words) else "", False
        if parameter.most:
            return words_of_selection(parameter, (card, ends), self.attachments.names(self.unpacked(card), tag)), False
        detail, source = detail_and_source(tag, len(parameter.sources))
        name = str(detail + 1) if parameter.by_position else self.attachments.words(card, detail)
        if tag < 0:
            return name, False
        drawn_from = parameter.sources[source]
        words = " ".join(word for word in (drawn_from.prefix, name, drawn_from.suffix) if word)
        return words, drawn_from.replaces


def _named(options: Sequence[Option], pick: Pick) -> Pick:
    """A pick with all its parameters named."""
    found = list(pick)
    for number, parameter in enumerate(options[pick[0]].parameters):
        found[tag_at(number)] = unnamed(parameter, found[tag_at(number)])
    return tuple(found)


def _values(option: Option, pick: Pick) -> Pick:
    """The values, and the zones of cards, that a pick leaves unnamed."""
    return tuple(
        pick[card_at(number) if parameter.values else zone_at(number)]
        for number, parameter in enumerate(option.parameters)
        if parameter.unclear
    )


@once_per_program
def words_of(program: Program) -> Words:
    """The words of a program's options."""
    facts = layout_of(program).facts
    choices = {number: block.last for number, block in enumerate(program.blocks) if isinstance(block.last, Choose)}
    return Words(
        choices=choices,
        attachments=attachments_of(program),
        first=tuple(facts + number for number, fact in enumerate(program.facts) if fact.most_first),
        by_name=first_by_name(program),
        unpacked=selections_of(program).unpacked,
        shared_names=bool(cards_sharing_names(program)),
        cards={number: tuple(_cards(option) for option in choice.options) for number, choice in choices.items()},
    )


def _cards(option: Option) -> Named | None:
    """The parameters of an option that are named by a card (see `Words.cards`)."""
    if any(parameter.most for parameter in option.parameters):
        return None
    numbered = enumerate(option.parameters)
    named = [(at, each) for at, each in numbered if not (each.by_position or each.values)]
    return tuple((card_at(at), tag_at(at), len(parameter.sources)) for at, parameter in named)
