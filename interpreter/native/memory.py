"""Move states between Python and C: as one array of 64-bit numbers, in the order that `games.c` reads and writes."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice

from dsl.program.program import Program
from interpreter.native.expressions import Unsupported
from interpreter.native.packed import packed_locals
from interpreter.state.frames import Frame, frame_locals
from interpreter.state.layout import FRAME, GENERATOR, STATUS, Flat, layout_of

WORD = 1 << 64
SIGN = 1 << 63


class Memory:
    """Reads and writes states of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._layout = layout_of(program)
        self._kept = frame_locals(program)
        self._packed = packed_locals(program)
        cards, faces = sum(map(len, program.begin)), len(program.faces)
        frames = 2000 * (1 + max((len(kept) for kept in self._kept), default=0))
        self.most = 3 + frames + self._layout.size + cards + len(program.places) + len(program.facts) * faces + 70_000
        """More numbers than any state has."""

    def numbers(self, s: Flat) -> array[int]:
        """A state as numbers; raises `Unsupported` for one that C can't hold."""
        layout = self._layout
        out = array("q", [_signed(s[GENERATOR]), s[STATUS]])
        frames = list(_frames(s[FRAME]))
        out.append(len(frames))
        try:
            for block, _, *values in reversed(frames):
                out.append(block)
                self._locals(self._program.blocks[block].procedure, values, out)
            numbers = s[layout.numbers : layout.zones]
            for special in (self._program.dealt, self._program.rolls, self._program.picks):
                if special >= 0 and numbers[special]:
                    raise Unsupported("the state says what chance decides")
            out.extend(numbers)
        except OverflowError as error:
            raise Unsupported("a number of the state is too large") from error
        for cards in s[layout.zones : layout.unordered]:
            out.append(len(cards))
            out.extend(cards)
        out.extend(s[layout.unordered : layout.facts])
        for values in s[layout.facts :]:
            out.extend(values[:-1])
        return out

    def state(self, data: Sequence[int]) -> Flat:
        """The state that numbers stand for."""
        read, layout, lists = iter(data), self._layout, self._program.lists
        generator, status, count = next(read) % WORD, next(read), next(read)
        frame: Frame | None = None
        for _ in range(count):
            block = next(read)
            frame = (block, frame, *self._values(self._program.blocks[block].procedure, read))
        numbers = list(islice(read, layout.zones - layout.numbers))
        zones = [lists(list(islice(read, next(read)))) for _ in self._program.places]
        loose = list(islice(read, len(self._program.places)))
        faces = len(self._program.faces)
        facts = [fact.lists([*islice(read, faces), 0]) for fact in self._program.facts]
        return [generator, frame, status, *numbers, *zones, *loose, *facts]

    def _locals(self, procedure: int, values: Sequence[int | bytes], out: array[int]) -> None:
        for local, value in zip(self._kept[procedure], values, strict=True):
            if not isinstance(value, int):
                out.append(len(value))
                out.extend(value)
            elif (procedure, local) in self._packed:
                out.extend((_signed(value % WORD), value >> 64))
            else:
                out.append(value)

    def _values(self, procedure: int, read: Iterator[int]) -> Iterator[int | bytes]:
        lists = self._program.procedures[procedure].lists
        for local in self._kept[procedure]:
            if local in lists:
                yield self._program.lists(list(islice(read, next(read))))
            elif (procedure, local) in self._packed:
                low = next(read) % WORD
                yield next(read) << 64 | low
            else:
                yield next(read)


def _frames(frame: Frame | None) -> Iterator[Frame]:
    while frame is not None:
        yield frame
        frame = frame[1]


def _signed(value: int) -> int:
    return value - WORD if value >= SIGN else value
