"""The options of a prompt: how an executor notes one, and how a person reads it.

An executor lists what can be chosen as *picks*: tuples of integers, cheap to make and to keep. A pick is the
option's number in `Choose.options`, then for each parameter its card, its zone and its tag. The tag tells from
which source the card was drawn and, for a parameter by position, at which place in it it lay:
`place * number of sources + source`, with places counted from 0; for other cards the load (see `riding`) stands in
for the place. For a parameter that is one of several values it is the value's place among them, and as many more as
there are values if it isn't named. For a selection of several cards, they and how many come from where stand in place
of card and zone, and the tag tells their loads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import attrs

from dsl.program import Choose, Program
from dsl.program import Option as Way
from interpreter.layout import Flat, layout_of
from interpreter.memo import once_per_program
from interpreter.riding import Riders, riders_of
from interpreter.several import unpacked, words_of_selection

Pick = tuple[int, ...]


T = TypeVar("T")

KEPT = 8192
"""How many answers of one kind are kept."""


class Remembered(dict[Pick, T]):
    """What a function gives for picks, worked out when it is first asked for; only the latest few answers are kept."""

    def __init__(self, function: Callable[[Pick], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, pick: Pick) -> T:
        if len(self) >= KEPT:
            self.clear()
        found = self[pick] = self._function(pick)
        return found


@attrs.frozen
class Words:
    """What the words of options are made of: the cards' names, and the program's choices by block.

    `first` are the facts (places in a state) that say which of several cards that read the same is meant. `faces` has
    for each card the least with its name; `said`, for each option of a choice, what in its picks makes its words
    (unless it is about a selection of several cards).
    """

    names: tuple[str, ...]
    choices: dict[int, Choose]
    riders: Riders
    first: tuple[int, ...]
    faces: tuple[int, ...]
    said: dict[int, tuple[tuple[int, ...], ...]]
    spoken: dict[int, Remembered[str]] = attrs.field(init=False, eq=False, repr=False)
    clear: dict[int, Remembered[Pick]] = attrs.field(init=False, eq=False, repr=False)
    named: Remembered[tuple[str, bool]] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        spoken = {block: Remembered(partial(self._said, block)) for block in self.choices}
        clear = {
            block: Remembered(partial(_unnamed, choice.options))
            for block, choice in self.choices.items()
            if any(parameter.unclear for option in choice.options for parameter in option.parameters)
        }
        object.__setattr__(self, "spoken", spoken)
        object.__setattr__(self, "clear", clear)
        object.__setattr__(self, "named", Remembered(self._parameter))

    def of(self, block: int, pick: Pick) -> str:
        """The words of a pick at a block's choice (`plant white daisy`)."""
        return self.spoken[block][pick]

    def _said(self, block: int, pick: Pick) -> str:
        way = self.choices[block].options[pick[0]]
        text = ""
        for part in way.words:
            if isinstance(part, str):
                text += part
            else:
                words, replaces = self.named[block, pick[0], part, *pick[1 + 3 * part : 4 + 3 * part]]
                text = words if replaces else text + words if words else text.removesuffix(" ")
        return text.strip()

    def merged(self, s: Flat, block: int, picks: Sequence[Pick]) -> list[Pick]:
        """The picks without those whose words are those of another one: of these one is left, the one that is meant."""
        clear, spoken = self.clear.get(block), self.spoken[block]
        short = [clear[pick] for pick in picks] if clear is not None else picks
        words = [spoken[pick] for pick in short]
        if len(set(words)) == len(words):
            return list(short)
        if clear is not None:
            picks = self._clear(block, picks, short, words)
            words = [spoken[pick] for pick in picks] if list(picks) != list(short) else words
        return self._one_each(s, block, picks, words)

    def merged_twins(self, s: Flat, block: int, picks: Sequence[Pick]) -> list[Pick]:
        """What `merged` gives, for a choice at which only cards of one name can lead to the same words."""
        faces, said = self.faces, self.said[block]
        keys = [
            (pick[0], *[faces[pick[at]] if at % 3 == 1 else pick[at] for at in said[pick[0]]])  # 1: a card, 0: a tag
            for pick in picks
        ]
        return self._one_each(s, block, picks, keys)

    def _one_each(self, s: Flat, block: int, picks: Sequence[Pick], keys: Sequence[object]) -> list[Pick]:
        """The first pick with each key, or the one of these that is meant rather."""
        found: dict[object, Pick] = {}
        for key, pick in zip(keys, picks, strict=True):
            other = found.setdefault(key, pick)
            if other is not pick and self.first and self._rank(s, block, pick) > self._rank(s, block, other):
                found[key] = pick
        return list(found.values())

    def _rank(self, s: Flat, block: int, pick: Pick) -> list[int]:
        """By what one of several picks that read the same is meant: the largest."""
        cards: list[int] = []
        for at, parameter in enumerate(self.choices[block].options[pick[0]].parameters):
            if parameter.most:
                cards += unpacked(pick[3 * at + 1])
            elif not parameter.by_position and not parameter.values:
                cards.append(pick[3 * at + 1])
        return [s[fact][each] for card in cards for fact in self.first for each in (card, *self.riders.on(s, card))]

    def _clear(self, block: int, picks: Sequence[Pick], short: Sequence[Pick], words: Sequence[str]) -> Sequence[Pick]:
        """The picks with those values left unnamed that need not be named to tell the options apart.

        `short` are the picks with all of these unnamed, `words` how they read then.
        """
        options = self.choices[block].options
        counts = Counter(words)
        meant: dict[str, set[Pick]] = {}
        for text, unnamed in zip(words, short, strict=True):
            if counts[text] > 1:
                meant.setdefault(text, set()).add(_values(options[unnamed[0]], unnamed))
        unclear = {text for text, values in meant.items() if len(values) > 1}
        return [pick if text in unclear else unnamed for pick, unnamed, text in zip(picks, short, words, strict=True)]

    def _parameter(self, chosen: Pick) -> tuple[str, bool]:
        """The words for one parameter, and whether they stand in place of all words before it.

        `chosen` are a block, an option's number, the parameter's, and its part of a pick.
        """
        block, option, number, card, ends, tag = chosen
        parameter = self.choices[block].options[option].parameters[number]
        if parameter.values:
            return parameter.words[tag] if tag < len(parameter.words) else "", False
        if parameter.most:
            return words_of_selection(parameter, (card, ends), self.names, self.riders.behind(tag)), False
        place, source = divmod(tag if tag >= 0 else -1 - tag, len(parameter.sources))
        name = str(place + 1) if parameter.by_position else self.names[card] + self.riders.words(place)
        if tag < 0:
            return name, False
        drawn_from = parameter.sources[source]
        words = " ".join(word for word in (drawn_from.prefix, name, drawn_from.suffix) if word)
        return words, drawn_from.replaces


def _unnamed(options: Sequence[Way], pick: Pick) -> Pick:
    """A pick without the names of values, and of where cards lie, that are said only if need be."""
    found = list(pick)
    for number, parameter in enumerate(options[pick[0]].parameters):
        if parameter.unclear:
            tag = found[3 + 3 * number]
            found[3 + 3 * number] = tag + len(parameter.values) if parameter.values else -1 - tag
    return tuple(found)


def _values(way: Way, pick: Pick) -> Pick:
    """The values, and the zones of cards, in a pick that are named only if need be."""
    return tuple(
        pick[(1 if parameter.values else 2) + 3 * number]
        for number, parameter in enumerate(way.parameters)
        if parameter.unclear
    )


@once_per_program
def words_of(program: Program) -> Words:
    """The words of a program's options."""
    names = tuple(face.name for face in program.faces)
    facts = layout_of(program).facts
    choices = {number: block.last for number, block in enumerate(program.blocks) if isinstance(block.last, Choose)}
    return Words(
        names,
        choices,
        riders_of(program),
        tuple(facts + number for number, fact in enumerate(program.facts) if fact.most_first),
        tuple(names.index(name) for name in names),
        {number: tuple(_said(option) for option in choice.options) for number, choice in choices.items()},
    )


def _said(option: Way) -> tuple[int, ...]:
    """The places of tags, and of cards that are named, in the picks of an option."""
    found: list[int] = []
    for at, parameter in enumerate(option.parameters):
        found += [] if parameter.by_position or parameter.values or parameter.most else [3 * at + 1]
        found.append(3 * at + 3)
    return tuple(found)


def skipped(choice: Choose, picks: Sequence[Pick]) -> bool:
    """Whether the prompt is passed over: nothing is offered, or nothing but what its quiet options offer."""
    return not picks or picks[0][0] >= len(choice.options) - choice.quiet


def may_coincide(program: Program, options: Sequence[Way]) -> bool:
    """Whether two of these options of a choice might read the same, as far as can be told before the game.

    Where this says no, executors needn't compare words, unless cards that share their name are offered (see
    `twins_of`). It may say yes too often.
    """
    names = _names_of(program) | {word for way in options for parameter in way.parameters for word in parameter.words}
    if any(_unclear(way, names) for way in options):
        return True
    forms = [form for way in options for form in _forms(way)]
    return any(_overlap(one, other, names) for at, one in enumerate(forms) for other in forms[:at])


@once_per_program
def _names_of(program: Program) -> frozenset[str]:
    """Whatever a card, with or without one that lies on it, or a place may be called in an option."""
    names = {face.name for face in program.faces}
    carriers = {program.faces[card].name for card in program.riding.carriers} if program.riding else set()
    laden = {f"{carrier} + {rider}" for carrier in carriers for rider in names}
    return frozenset(names | laden | {str(place) for place in range(1, 256)})


@once_per_program
def twins_of(program: Program) -> bytes:
    """The cards that have the name of another card."""
    seen = Counter(face.name for face in program.faces)
    return bytes(card for card, face in enumerate(program.faces) if seen[face.name] > 1)


@attrs.frozen
class _Form:
    """The words of an option with one source of the parameter that they name first.

    `after` is what follows the name (None: there is no parameter), `more` whether another parameter follows.
    """

    before: str
    after: str | None
    more: bool


def _named(way: Way) -> list[int]:
    return [part for part in way.words if isinstance(part, int)]


def _unclear(way: Way, names: frozenset[str]) -> bool:
    """Whether picks of one option might read the same because of how its parameters are named."""
    named = _named(way)
    if any(parameter.most or parameter.unclear for parameter in way.parameters):
        return True
    if sorted(named) != list(range(len(way.parameters))):
        return True
    if any(len(way.parameters[number].sources) > 1 for number in named[1:]):
        return True
    if any(len(set(parameter.words)) < len(parameter.words) for parameter in way.parameters):
        return True
    between = [form.after for form in _forms(way) if form.more]
    return any(after and after in name for after in between for name in names)


def _forms(way: Way) -> list[_Form]:
    named = _named(way)
    if not named:
        return [_Form("".join(str(part) for part in way.words), None, False)]
    first = way.words.index(named[0])
    second = way.words.index(named[1]) if len(named) > 1 else len(way.words)
    before = "".join(str(part) for part in way.words[:first])
    after = "".join(str(part) for part in way.words[first + 1 : second])
    if way.parameters[named[0]].values:
        return [_Form(before, after, len(named) > 1)]
    return [
        _Form(
            ("" if source.replaces else before) + (f"{source.prefix} " if source.prefix else ""),
            (f" {source.suffix}" if source.suffix else "") + after,
            len(named) > 1,
        )
        for source in way.parameters[named[0]].sources
    ]


def _overlap(one: _Form, other: _Form, names: frozenset[str]) -> bool:
    if one.after is None and other.after is None:
        return one.before == other.before
    if one.after is None or other.after is None:
        fixed, form = (one, other) if one.after is None else (other, one)
        if form.more:
            return fixed.before.startswith(form.before)
        return any(fixed.before == form.before + name + str(form.after) for name in names)
    short, long = sorted((one.before, other.before), key=len)
    if not long.startswith(short):
        return False
    if short != long:
        return any(name.startswith(long[len(short) :].strip()) for name in names)
    heads = {one.after.partition(" ")[2].partition(" ")[0], other.after.partition(" ")[2].partition(" ")[0]}
    bare = any(form.more and not form.after for form in (one, other))
    if len(heads) == 2 and not bare and heads.isdisjoint(word for name in names for word in name.split()):
        return False  # the word behind the name tells them apart
    return one.more or other.more or one.after.endswith(other.after) or other.after.endswith(one.after)
