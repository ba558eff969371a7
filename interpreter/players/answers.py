"""A number for each answer that a player of a program can ever give, the same one in every state.

An option is numbered by its prompt, its words and what it is about: the classes of its cards (those with the same name
are one) and the zones that its words name, its values, its places; players count from the side of the one who decides
(see `sides`). Answers of which there can be too many for that, such as picks of several cards, take the last numbers,
in the order in which they are offered.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import prod

import attrs

from dsl.program.blocks import Choose, Option, Parameter, Source
from dsl.program.expressions import Int
from dsl.program.program import Program
from interpreter.analysis.equal_names import first_by_name
from interpreter.analysis.memo import once_per_program
from interpreter.choices.attachments import attachments_of
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, detail_and_source, part_of
from interpreter.players.sides import sides_of, turned_words

MOST_ALIKE = 4_096
"""More answers than one option may have numbers for."""

MOST_PLACES = 32
"""More places than cards are numbered by that are called by their place."""

MOST_OTHERS = 512
"""The numbers for answers that have none of their own."""


@attrs.frozen
class _Kind:
    """Options that are one: their first number, their words, and how many values each parameter has."""

    first: int
    prompt: str
    option: Option
    sizes: tuple[int, ...]


class Numbering:
    """The numbers of one program's answers, from 0 to `size` - 1; those from `others` on are for any answers.

    `classes` has the class of each card, `places` what is known of each option, by its block and its number there, and
    `drawn` for each of its parameters a number for each source.
    """

    def __init__(self, program: Program) -> None:
        first = first_by_name(program)
        numbers: dict[int, int] = {}
        self.classes = [numbers.setdefault(first[card], len(numbers)) for card in range(len(program.faces))]
        self._names = [program.faces[card].name for card in numbers]
        self._kinds: dict[object, _Kind | None] = {}
        self.places = {
            (block, at): self._kind(program, choice, option)
            for block, choice in sorted(words_of(program).choices.items())
            for at, option in enumerate(choice.options)
        }
        self.drawn = {
            (block, at): tuple(map(_drawn, option.parameters))
            for block, choice in words_of(program).choices.items()
            for at, option in enumerate(choice.options)
        }
        self._numbered = [kind for kind in self._kinds.values() if kind]
        self.others = sum(prod(kind.sizes) for kind in self._numbered)
        self.size = self.others + (MOST_OTHERS if self._has_others(program) else 0)

    def numbered(self, program: Program, block: int, picks: Sequence[Pick], player: int) -> dict[int, int]:
        """The picks of a player at a block's choice: for the number of each, its index.

        Picks for which no number is left are missing.
        """
        found: dict[int, int] = {}
        others = []
        for index, pick in enumerate(picks):
            number = self._number(program, block, pick, player)
            if number is None or number in found:
                others.append(index)
            else:
                found[number] = index
        found.update(zip(range(self.others, self.size), others, strict=False))
        return found

    def name(self, number: int) -> str:
        """An answer in words, with its prompt: `turn: plant white daisy`."""
        if number >= self.others:
            return f"another answer {number - self.others + 1}"
        kind = self._numbered[bisect_right(self._numbered, number, key=lambda each: each.first) - 1]
        values, left = [], number - kind.first
        for size in reversed(kind.sizes):
            left, value = divmod(left, size)
            values.append(value)
        said = dict(enumerate(reversed(values)))
        words = "".join(self._words(kind.option, part, said) for part in kind.option.words)
        return f"{kind.prompt}: {' '.join(words.split())}"

    def _words(self, option: Option, part: str | int, values: dict[int, int]) -> str:
        if isinstance(part, str):
            return part
        parameter, value = option.parameters[part], values[part]
        if parameter.values:
            return parameter.words[value] if value < len(parameter.words) else str(parameter.values[value])
        drawn = _drawn(parameter)
        card, at = divmod(value, max(drawn) + 1)
        source = parameter.sources[drawn.index(at)]
        name = str(card + 1) if parameter.by_position else self._names[card]
        return " ".join(word for word in (source.prefix, name, source.suffix) if word)

    def _number(self, program: Program, block: int, pick: Pick, player: int) -> int | None:
        kind = self.places[block, pick[0]]
        if kind is None:
            return None
        number = 0
        parameters = words_of(program).choices[block].options[pick[0]].parameters
        for at, (parameter, size) in enumerate(zip(parameters, kind.sizes, strict=True)):
            card, _, tag = part_of(pick, at)
            if parameter.values:
                value = turned_value(program, parameter, tag % len(parameter.values), player)
            else:
                detail, source = detail_and_source(tag, len(parameter.sources))
                thing = detail if parameter.by_position else self.classes[card]
                drawn = self.drawn[block, pick[0]][at]
                value = thing * (max(drawn) + 1) + drawn[turned_source(program, parameter, source, player)]
            if value >= size:
                return None
            number = number * size + value
        return kind.first + number

    def _kind(self, program: Program, choice: Choose, option: Option) -> _Kind | None:
        """The kind of an option; those of a prompt that read alike are one. None if it has too many answers."""
        prompt = program.prompts[choice.prompt].family
        key = (prompt, option.form, *map(_shape, option.parameters))
        if key not in self._kinds:
            sizes = tuple(map(self._size, option.parameters))
            uncounted = any(each.most for each in option.parameters) or prod(sizes) > MOST_ALIKE
            before = sum(prod(kind.sizes) for kind in self._kinds.values() if kind)
            self._kinds[key] = None if uncounted else _Kind(before, prompt, option, sizes)
        return self._kinds[key]

    def _size(self, parameter: Parameter) -> int:
        """How many values a parameter has that are told apart."""
        if parameter.values:
            return len(parameter.values)
        return (MOST_PLACES if parameter.by_position else len(self._names)) * (1 + max(_drawn(parameter), default=0))

    def _has_others(self, program: Program) -> bool:
        """Whether there may be answers without a number of their own."""
        parameters = [each for kind in self._numbered for each in kind.option.parameters]
        return (
            None in self._kinds.values()
            or (bool(attachments_of(program).varied) and any(not each.values for each in parameters))
            or any(each.by_position for each in parameters)
        )


def _shape(parameter: Parameter) -> tuple[object, ...]:
    """What two parameters have in common that mean the same."""
    sources = tuple(map(_around, parameter.sources))
    return parameter.by_position, parameter.most, parameter.words or parameter.values, sources


def _around(source: Source) -> tuple[object, ...]:
    """What the words of an option say of where a card comes from."""
    return source.prefix, source.suffix, source.replaces


def _drawn(parameter: Parameter) -> tuple[int, ...]:
    """For each source of a parameter a number, the same one for those that read alike."""
    numbers: dict[object, int] = {}
    return tuple(numbers.setdefault(_around(source), len(numbers)) for source in parameter.sources)


def turned_value(program: Program, parameter: Parameter, at: int, player: int) -> int:
    """The place of a value among all values, from the player's side."""
    return turned_words(parameter.words, program.players, player)[at] if at < len(parameter.words) else at


def turned_source(program: Program, parameter: Parameter, source: int, player: int) -> int:
    """The source that is from the player's side what one is, if it lies in a zone of a player."""
    zones = [each.zone.value if isinstance(each.zone, Int) else -1 for each in parameter.sources]
    if zones[source] < 0:
        return source
    role = sides_of(program)[player].roles[zones[source]]
    return zones.index(role) if role in zones else source


@once_per_program
def numbering_of(program: Program) -> Numbering:
    """The numbers of a program's answers."""
    return Numbering(program)
