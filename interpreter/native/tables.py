"""The constants of a program's C text: printed values by card, and lists of cards."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program.program import Program

TYPES = ((8, "int8_t"), (16, "int16_t"), (32, "int32_t"), (64, "int64_t"))


class Tables:
    """Collects the constants that the code of one program reads, each once."""

    def __init__(self, program: Program) -> None:
        self._tables = program.tables
        self._ids = len(program.faces)
        self._narrow = program.lists is bytes
        self._lines: dict[str, str] = {}
        self._lists: dict[tuple[int, ...], str] = {}

    @property
    def lines(self) -> list[str]:
        """The declarations of all constants."""
        return list(self._lines.values())

    def attribute(self, table: int) -> str:
        """The name of a printed attribute's values; the first is for no card, that of card `c` is at `c + 1`."""
        name = f"T{table}"
        if name not in self._lines:
            *of_cards, of_none = self._tables[table].values
            values = [of_none, *of_cards]
            padding = [0] * (257 - len(values)) if self._narrow else []  # for any byte a list may hold
            self._lines[name] = self.array(name, [*values, *padding])
        return name

    def cards(self, ids: tuple[int, ...]) -> str:
        """Source for a constant list."""
        if ids not in self._lists:
            name = self._lists[ids] = f"C{len(self._lists)}"
            self._lines[name] = f"static const Card {name}[] = {{{', '.join(map(str, ids)) or '0'}}};"
        return f"((L){{{self._lists[ids]}, {len(ids)}}})"

    def numbers(self, values: Sequence[int]) -> str:
        """The name of an array of numbers."""
        key = (-1, *values)
        if key not in self._lists:
            name = self._lists[key] = f"N{len(self._lists)}"
            self._lines[name] = self.array(name, values)
        return self._lists[key]

    @staticmethod
    def array(name: str, values: Sequence[int], kind: str = "") -> str:
        """The declaration of an array, of the smallest type that holds all values."""
        widest = max((value if value >= 0 else -1 - value).bit_length() + 1 for value in values or [0])
        kind = kind or next(kind for bits, kind in TYPES if widest <= bits)
        return f"static const {kind} {name}[] = {{{', '.join(map(str, values)) or '0'}}};"
