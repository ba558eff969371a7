"""The options that typed words can mean, offered or not.

As in answers, words may be cut short and the last words left out; a misspelt word is read as the nearest one. Knows how
options read, and nothing of whether they are offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from dsl.program.blocks import Parameter
from dsl.program.program import Program
from dsl.program.reasons import Option, OutOfScope
from dsl.program.setup import BACK
from dsl.program.texts import Parts
from dsl.text.letters import ELLIPSIS
from dsl.text.spelling import nearest
from interpreter.choices.decisions import AND
from interpreter.state.wording import facts_pattern

EXACT, SHORT, PARTIAL = range(3)
"""How much of an option was typed: all of it, the beginnings of all its words, or only the first of them."""

OPEN = (ELLIPSIS, "...")
"""Typed for a card or value that is left open."""


@attrs.frozen
class Fill:
    """Words that can fill a parameter, with the card's name or position alone and the sources that they fit.

    If it `replaces`, the words also replace all words before them. `card` is the name without facts and attached cards.
    """

    words: tuple[str, ...]
    name: str
    sources: frozenset[int]
    replaces: bool = False
    card: str = ""

    @property
    def place(self) -> int:
        """The position (from 0) that is named, or -1."""
        return int(self.name) - 1 if self.name.isdecimal() else -1


@attrs.frozen
class Value:
    """A value that is put into the words of an option: typed in any words, or left out."""


MOST_WORDS = 3
"""The most words of a value that are read as such."""

Item = str | Value | tuple[Fill, ...]
"""A word of an option, a value in it, or all words that can fill a parameter."""


@attrs.frozen
class Meaning:
    """One meaning of typed words; `fills` has None for each parameter about which nothing was typed."""

    option: Option
    fills: tuple[Fill | None, ...]
    rank: int

    @property
    def phrase(self) -> str:
        """The option in full, with `…` for values and for parameters that weren't typed."""
        return self._put_together(self.option.shown or self.option.words)

    @property
    def id(self) -> str:
        """The id that the option has where it is offered, with `…` for parameters that weren't typed."""
        return self._put_together(self.option.words)

    def _put_together(self, parts: Parts) -> str:
        text = ""
        for part in parts:
            fill = self.fills[part] if isinstance(part, int) else None
            text = "" if fill and fill.replaces else text.removesuffix(" ") if fill and not fill.words else text
            text += part if isinstance(part, str) else " ".join(fill.words) if fill else ELLIPSIS
        return text

    @property
    def open(self) -> bool:
        """Whether a parameter is left open."""
        return None in self.fills


class Phrases:
    """How the options of a program read."""

    def __init__(self, program: Program) -> None:
        self._names = tuple(dict.fromkeys(face.name for face in program.faces))
        self._told = _Told(program) if program.facts else None
        self._fills: dict[Parameter, tuple[Fill, ...]] = {}

    def meanings(self, text: str, options: Iterable[Option]) -> list[Meaning]:
        """The meanings of a text among these options, the most literal first."""
        typed = tuple(text.casefold().split())
        found = [
            Meaning(option, _by_parameter(option, fills), rank)
            for option in options
            for form in self._forms(option, typed)
            for fills, rank in self._match(form, typed)
        ]
        return sorted(found, key=lambda meaning: meaning.rank)

    def corrected(self, text: str, options: Iterable[Option], absent: Iterable[OutOfScope]) -> str:
        """The text, with each word that no option contains replaced by the nearest one."""
        texts = [*self._names, *(part for option in options for part in option.words if isinstance(part, str))]
        texts += [word for option in options for candidate in option.candidates for word in candidate.parameter.words]
        texts += [part for each in absent for part in each.words]
        known = {word for each in texts for word in each.casefold().split()}
        return " ".join(_nearest(word, known) for word in text.casefold().split())

    def _forms(self, option: Option, typed: tuple[str, ...]) -> Iterator[tuple[Item, ...]]:
        """The forms of an option: as written, or beginning with words that replace those before them."""
        items: list[Item] = []
        for part in option.shown or option.words:
            if isinstance(part, str):
                items.extend(part.casefold().split())
            elif isinstance(part, int):
                items.append(self._fillings(option.candidates[part].parameter, typed))
            else:
                items.append(Value())
        yield tuple(_replacing(item, False) if isinstance(item, tuple) else item for item in items)
        for at, item in enumerate(items):
            if isinstance(item, tuple) and _replacing(item, True):
                rest = (_replacing(each, False) if isinstance(each, tuple) else each for each in items[at + 1 :])
                yield (_replacing(item, True), *rest)

    def _fillings(self, parameter: Parameter, typed: tuple[str, ...]) -> tuple[Fill, ...]:
        """The words that can fill a parameter: every card of the game, any typed position, or its values."""
        if parameter.most:
            return tuple(self._several(parameter, typed))
        if parameter not in self._fills:
            self._fills[parameter] = tuple(self._named(parameter, {name: name for name in self._names}))
        places = [word for word in typed if word.isdecimal() and len(word) < 4] if parameter.by_position else []
        plain = parameter.by_position or bool(parameter.values)
        named = dict.fromkeys(places, "") | ({} if plain or self._told is None else self._told.names(typed))
        return (*self._fills[parameter], *self._named(parameter, named))

    def _several(self, parameter: Parameter, typed: tuple[str, ...]) -> Iterator[Fill]:
        """The selections of cards in typed words: names joined by `and`."""
        names = [*self._names, *(self._told.names(typed) if self._told else ())]
        texts = [" ".join(filter(None, (each.prefix, name))) for each in parameter.sources for name in names]
        known = {tuple(text.casefold().split()): text for text in texts}
        sources = frozenset(range(len(parameter.sources)))
        for start in range(len(typed)):
            found, at = list[str](), start
            while fitting := [words for words in known if typed[at : at + len(words)] == words]:
                words = max(fitting, key=len)
                found.append(known[words])
                at += len(words)
                text = AND.join(found)
                yield Fill(tuple(text.split()), text, sources)
                if typed[at : at + 1] != ("and",):
                    break
                at += 1

    def _named(self, parameter: Parameter, names: Mapping[str, str]) -> Iterator[Fill]:
        """The fills for names, each with the name of the card alone."""
        if parameter.values:
            yield from (Fill(tuple(word.split()), word, frozenset()) for word in parameter.words)
            if parameter.unclear:
                yield Fill((), "", frozenset())
            return
        sources: dict[tuple[str, str, bool], list[int]] = {}
        for number, source in enumerate(parameter.sources):
            sources.setdefault((source.prefix, source.suffix, source.replaces), []).append(number)
        if parameter.unclear:
            sources[("", "", False)] = list(range(len(parameter.sources)))
        for name, card in names.items():
            for (prefix, suffix, replaces), numbers in sources.items():
                words = tuple(" ".join(filter(None, (prefix, name, suffix))).split())
                yield Fill(words, name, frozenset(numbers), replaces, card)

    def _match(self, items: Sequence[Item], typed: tuple[str, ...]) -> Iterator[tuple[tuple[Fill | None, ...], int]]:
        if not items:
            if not typed:
                yield (), EXACT
            return
        if not typed:
            left = [item for item in items if not isinstance(item, Value)]
            silent = [_silent(item) for item in left]
            rank = PARTIAL if None in silent else EXACT
            yield tuple(fill for fill, item in zip(silent, left, strict=True) if isinstance(item, tuple)), rank
            return
        first, rest = items[0], items[1:]
        if isinstance(first, Value):
            for count in range(min(MOST_WORDS, len(typed)) + 1):
                yield from self._match(rest, typed[count:])
            return
        if typed[0] in OPEN and not isinstance(first, str):
            yield from (((None, *fills), rank) for fills, rank in self._match(rest, typed[1:]))
        for fill, words in [(None, (first,))] if isinstance(first, str) else [(each, each.words) for each in first]:
            own = _rank(words, typed)
            if own is not None:
                for fills, rank in self._match(rest, typed[len(words) :]):
                    yield (fills if isinstance(first, str) else (fill, *fills)), max(own, rank)


class _Told:
    """The names of cards with facts and attached cards, as people type them."""

    def __init__(self, program: Program) -> None:
        facts = [fact for fact in program.facts if fact.is_told]
        words = [*(word for fact in facts for word in fact.words if word), *(fact.mark for fact in facts if fact.mark)]
        self._written = {word.casefold(): word for word in (*words, *(face.name for face in program.faces))}
        longest = sorted(self._written, key=len, reverse=True)
        faces = {face.name.casefold() for face in program.faces}
        name = f"(?:{'|'.join(re.escape(each) for each in longest if each in faces)})"
        behind = facts_pattern(program).casefold()
        self._name = re.compile(rf"(?<!\S)({name}){behind}(?: \+ {name}{behind})*(?!\S)")
        self._covered = re.compile(rf"(?<!\S){BACK} [0-9]+(?!\S)") if BACK in faces else None
        self._part = re.compile(rf"(?<![^\s(])(?:{'|'.join(map(re.escape, longest))})(?![^\s)])")

    def names(self, typed: Sequence[str]) -> dict[str, str]:
        """The typed names that say more than which card it is, each with the name of the card alone."""
        found = [match for match in self._name.finditer(" ".join(typed)) if match[0] != match[1]]
        covered = self._covered.findall(" ".join(typed)) if self._covered else []
        named = {self._part.sub(lambda part: self._written[part[0]], each[0]): self._written[each[1]] for each in found}
        return named | dict.fromkeys(covered, BACK)


def _silent(item: Item) -> Fill | None:
    """The fill of an item that may go without words; None if its words are missing."""
    return next((fill for fill in item if not fill.words), None) if isinstance(item, tuple) else None


def _by_parameter(option: Option, fills: tuple[Fill | None, ...]) -> tuple[Fill | None, ...]:
    """Fills in the order of the parameters instead of the words; the first ones may be missing."""
    numbers = [part for part in option.words if isinstance(part, int)]
    given = dict(zip(numbers[len(numbers) - len(fills) :], fills, strict=True))
    return tuple(given.get(number) for number in range(len(option.candidates)))


def _replacing(fills: tuple[Fill, ...], wanted: bool) -> tuple[Fill, ...]:
    return tuple(fill for fill in fills if fill.replaces == wanted)


def means_absent(text: str, absent: OutOfScope, partly: bool = False) -> bool:
    """Whether a text can mean an option that the game doesn't have; any words can fill its parameters.

    With `partly`, its last words may be missing.
    """
    typed = text.casefold().split()
    words = [word for part in absent.words for word in (part.casefold().split() or [""])]
    return _fits(words, typed, partly)


def absent_phrase(absent: OutOfScope) -> str:
    """The words of an option that the game doesn't have."""
    return " ".join(part or ELLIPSIS for part in absent.words)


def _fits(words: Sequence[str], typed: Sequence[str], partly: bool) -> bool:
    if not words or not typed:
        return not typed and (partly or not words)
    if words[0]:
        return words[0].startswith(typed[0]) and _fits(words[1:], typed[1:], partly)
    return any(_fits(words[1:], typed[count:], partly) for count in range(1, len(typed) + 1))


def _rank(words: Sequence[str], typed: Sequence[str]) -> int | None:
    """How well typed words match the first words of an option; None if they don't."""
    pairs = list(zip(words, typed, strict=False))
    if not all(word.casefold().startswith(part) for word, part in pairs):
        return None
    if len(pairs) < len(words):
        return PARTIAL
    return EXACT if all(word.casefold() == part for word, part in pairs) else SHORT


def _nearest(word: str, known: set[str]) -> str:
    if any(name.startswith(word) for name in known):
        return word
    return nearest(word, known) or word
