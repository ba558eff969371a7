"""The words of a program as numbers, for `merging.c`: which picks read the same depends on them.

One array of 32-bit numbers; the first twelve say where each part begins (see the enumeration there).
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program.blocks import Choose, Option, Parameter
from dsl.program.program import Program
from dsl.program.setup import FactOf
from dsl.text.letters import ON
from interpreter.choices.attachments import attachments_of
from interpreter.choices.decisions import AND
from interpreter.choices.options import words_of
from interpreter.native.expressions import Unsupported

HEAD = 12
BASE = 0x9E3779B97F4A7C15
WORD = 1 << 64
CARD, PLACED, VALUES, SEVERAL = range(4)


class _Texts:
    def __init__(self) -> None:
        self._ids: dict[tuple[str, str | None], int] = {}
        self.entries: list[tuple[int, ...]] = []
        self.bytes: list[int] = []

    def id(self, text: str, after: str | None = None) -> int:
        """The id of a text; with `after`, of the first of two texts with neighbouring ids."""
        key = (text, after)
        if key not in self._ids:
            self._ids[key] = self._add(text)
            if after is not None:
                self._add(after)
        return self._ids[key]

    def folded(self, text: str) -> int:
        """The id of a text that is followed by the form in which it is compared."""
        return self.id(text, text.casefold())

    def _add(self, text: str) -> int:
        data, hashed = text.encode(), 0
        if text.startswith("  ") or text.endswith("  "):
            raise Unsupported("words begin or end with several spaces")
        for byte in data:
            hashed = (hashed * BASE + byte) % WORD
        power = pow(BASE, len(data), WORD)
        self.entries.append(
            (
                len(self.bytes),
                len(data),
                *_halves(hashed),
                *_halves(power),
                data[-1] if data else 0,
                data[0] if data else 0,
            )
        )
        self.bytes += data
        return len(self.entries) - 1


def _halves(number: int) -> tuple[int, int]:
    """A number of 64 bits as two signed ones of 32."""
    return tuple(half - (half >> 31 << 32) for half in (number >> 32, number % (1 << 32)))  # type: ignore[return-value]


class _Packing:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._texts = _Texts()
        self._data: list[int] = [0] * HEAD
        self._attachments = attachments_of(program)

    def packed(self) -> list[int]:
        program, data = self._program, self._data
        cards = [self._card(card) for card in range(len(program.faces))]
        choices = words_of(program).choices
        blocks = [self._choice(choices[block]) if block in choices else 0 for block in range(len(program.blocks))]
        first = [number for number, fact in enumerate(program.facts) if fact.most_first]
        riding, backs = program.riding, self._attachments.backs
        join, on = self._texts.id(AND), self._texts.folded(ON)
        data[0], data[1] = self._add(cards), self._add(blocks)
        data[9] = self._add([len(first), *first])
        names = sorted({face.name for face in program.faces})
        place = {name: at for at, name in enumerate(names)}
        data[4] = self._add([place[face.name] for face in program.faces])
        data[2] = self._add([number for entry in self._texts.entries for number in entry])
        data[3] = self._add(self._texts.bytes)
        data[5:9] = [riding.zone if riding else -1, riding.fact if riding else -1, backs.start, backs.stop]
        data[10:12] = [join, on]
        return data

    def _add(self, numbers: Sequence[int]) -> int:
        at = len(self._data)
        self._data += numbers
        return at

    def _card(self, card: int) -> int:
        name = self._texts.folded(self._program.faces[card].name)
        facts = [
            (number, fact)
            for number, fact in enumerate(self._program.facts)
            if fact.is_told and fact.first <= card < fact.first + fact.count
        ]
        found = [name, name + 1, len(facts)]
        for number, fact in facts:
            found += self._fact(number, fact)
        return self._add(found)

    def _fact(self, number: int, fact: FactOf) -> list[int]:
        words = [each for word in fact.words for each in (self._texts.folded(word), self._texts.folded(word) + 1)]
        mark = self._texts.folded(fact.mark) if fact.mark else -1
        return [number, len(fact.words), mark, int(fact.maximum != 1), *words]

    def _choice(self, choice: Choose) -> int:
        return self._add([self._option(option) for option in choice.options])

    def _option(self, option: Option) -> int:
        parameters = [self._parameter(parameter) for parameter in option.parameters]
        self._add([len(parameters)])
        at = self._add(parameters)
        parts = [self._texts.id(part) if isinstance(part, str) else -1 - part for part in option.words]
        return self._add([len(parts), at, *parts])

    def _parameter(self, parameter: Parameter) -> int:
        kind = VALUES if parameter.values else SEVERAL if parameter.most else PLACED if parameter.by_position else CARD
        words = [self._texts.id(word) for word in parameter.words]
        if parameter.values:
            words += [self._texts.id("")] * (2 * len(parameter.values) - len(words))
        found = [kind, len(parameter.sources), int(parameter.unclear), len(words), *words]
        for source in parameter.sources:
            found += [self._texts.id(source.prefix), self._texts.id(source.suffix), int(source.replaces)]
        return self._add(found)


def words_in_numbers(program: Program) -> list[int]:
    """The words of a program's options and cards."""
    return _Packing(program).packed()
