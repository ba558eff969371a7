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
    """Reads and writes states of one program; it doesn't hold the program, so that what lives as long can hold it."""

    def __init__(self, program: Program) -> None:
        self._procedure_of = [block.procedure for block in program.blocks]
        self._lists_of = [procedure.lists for procedure in program.procedures]
        self._by_chance = [at for at in (program.dealt, program.rolls, program.picks) if at >= 0]
        self._zones, self._faces, self._lists = len(program.places), len(program.faces), program.lists
        self._facts = [fact.lists for fact in program.facts]
        self._layout = layout_of(program)
        self._kept = frame_locals(program)
        self._packed = packed_locals(program)
        cards = sum(map(len, program.begin))
        frames = 2000 * (1 + max((len(kept) for kept in self._kept), default=0))
        self.most = 3 + frames + self._layout.size + cards + self._zones + len(self._facts) * self._faces + 70_000
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
                self._locals(self._procedure_of[block], values, out)
            numbers = s[layout.numbers : layout.zones]
            if any(numbers[special] for special in self._by_chance):
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
        read, layout = iter(data), self._layout
        generator, status, count = next(read) % WORD, next(read), next(read)
        frame: Frame | None = None
        for _ in range(count):
            block = next(read)
            frame = (block, frame, *self._values(self._procedure_of[block], read))
        numbers = list(islice(read, layout.zones - layout.numbers))
        zones = [self._lists(list(islice(read, next(read)))) for _ in range(self._zones)]
        loose = list(islice(read, self._zones))
        facts = [lists([*islice(read, self._faces), 0]) for lists in self._facts]
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
        for local in self._kept[procedure]:
            if local in self._lists_of[procedure]:
                yield self._lists(list(islice(read, next(read))))
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
