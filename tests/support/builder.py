"""Puts small programs together by hand, for tests of the engine that must not depend on the compiler."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.program.blocks import Block, Last, Option, Parameter, Procedure, Source
from dsl.program.display import Item, Prompt
from dsl.program.endings import Ending, Invariant, OutOfReach
from dsl.program.expressions import And, Attribute, Binary, Expr, Int, Zone
from dsl.program.instructions import Instruction
from dsl.program.origin import Origin
from dsl.program.program import Program
from dsl.program.setup import Counter, Face, FactOf, Place, Table
from dsl.text.source import SourceFile, Span

YES = And(())

Piece = tuple[int, Sequence[Instruction], Last]
"""A block: its number, its body, where it goes on."""


class Builder:
    """Collects the parts of a program; everything is named by the index that it returns."""

    def __init__(self, players: int = 1, open_hands: bool = True) -> None:
        self.players, self.open_hands = players, open_hands
        self.faces: list[Face] = []
        self.places: list[Place] = []
        self.begin: list[bytes] = []
        self.counters: list[Counter] = []
        self.facts: list[FactOf] = []
        self.attributes: dict[str, dict[int, int]] = {}
        self.procedures: list[Procedure | None] = []
        self.blocks: list[Block | None] = []
        self.prompts: list[Prompt] = []
        self.endings: list[Ending] = []
        self.invariants: list[Invariant] = []
        self.out_of_reach: list[OutOfReach] = []
        self.items: list[Item] = []
        self.rules: list[tuple[str, str]] = []
        self.player = self.number("player", maximum=max(players - 1, 0), hidden=True)
        self.dealt = self.number("dealt", maximum=1 << 60, hidden=True)
        self.origin("everything else")

    def origin(self, rule: str, module: str = "base") -> int:
        self.rules.append((rule, module))
        return len(self.rules) - 1

    def zone(
        self,
        name: str,
        shape: str,
        seen: str = "public",
        owner: int = -1,
        looker: int = -1,
        looked_from: int = -1,
        limit: int = -1,
    ) -> int:
        self.places.append(Place(name, name.rpartition(" ")[2], owner, shape, seen, looker, looked_from, limit))
        self.begin.append(b"")
        return len(self.places) - 1

    def card(self, name: str, count: int, zone: int, **attributes: int) -> int:
        card = len(self.faces)
        self.faces.append(Face(name, (name.rpartition(" ")[2],), count, "base"))
        self.begin[zone] += bytes([card]) * count
        for key, value in attributes.items():
            self.attributes.setdefault(key, {})[card] = value
        return card

    def number(self, name: str, initial: int = 0, maximum: int = 255, hidden: bool = False) -> int:
        self.counters.append(Counter(name, name, -1, initial, 0, maximum, hidden))
        return len(self.counters) - 1

    def fact(self, name: str, mark: str, first: int, count: int, maximum: int = 1) -> int:
        self.facts.append(FactOf(name, mark, first, count, 0, maximum))
        return len(self.facts) - 1

    def prompt(self, name: str) -> int:
        self.prompts.append(Prompt(name, f"What about the {name}?", name))
        return len(self.prompts) - 1

    def ending(self, status: str, sentence: str) -> int:
        self.endings.append(Ending(status, sentence, self.origin(sentence)))
        return len(self.endings) - 1

    def attribute(self, key: str, card: Expr) -> Attribute:
        return Attribute(list(self.attributes).index(key), card)

    def declare(self) -> int:
        self.procedures.append(None)
        return len(self.procedures) - 1

    def block(self, count: int) -> list[int]:
        first = len(self.blocks)
        self.blocks.extend([None] * count)
        return list(range(first, first + count))

    def plain(
        self,
        number: int,
        name: str,
        body: Sequence[Instruction],
        arguments: int = 0,
        locals: int = 0,
        lists: Sequence[int] = (),
        event: str = "",
        shown: Sequence[int] = (),
    ) -> None:
        self.procedures[number] = Procedure(
            name, event, arguments, locals, frozenset(lists), False, -1, tuple(body), tuple(shown), self.origin(name)
        )

    def waiting(
        self,
        number: int,
        name: str,
        pieces: Sequence[Piece],
        arguments: int = 0,
        locals: int = 0,
        lists: Sequence[int] = (),
        event: str = "",
        shown: Sequence[int] = (),
    ) -> None:
        self.plain(number, name, (), arguments, locals, lists, event, shown)
        procedure = self.procedures[number]
        assert procedure
        self.procedures[number] = attrs.evolve(procedure, waits=True, entry=pieces[0][0])
        for at, (block, body, last) in enumerate(pieces):
            self.blocks[block] = Block(number, f"{name}/{at}", tuple(body), last)

    def program(self, main: int, turns: int) -> Program:
        """The program; rule n of `rules` stands in line n + 1 of `hand.rules`."""
        cards = range(len(self.faces))
        tables = (
            Table(name, (*(values.get(card, 0) for card in cards), 0), ()) for name, values in self.attributes.items()
        )
        return Program(
            game="hand",
            title="By hand",
            modules=(),
            players=self.players,
            options=(),
            fingerprint="hand",
            open_hands=self.open_hands,
            faces=tuple(self.faces),
            places=tuple(self.places),
            counters=tuple(self.counters),
            facts=tuple(self.facts),
            tables=tuple(tables),
            begin=tuple(self.begin),
            procedures=tuple(each for each in self.procedures if each),
            blocks=tuple(each for each in self.blocks if each),
            main=main,
            turns=turns,
            player=self.player,
            dealt=self.dealt,
            prompts=tuple(self.prompts),
            endings=tuple(self.endings),
            out_of_reach=tuple(self.out_of_reach),
            invariants=tuple(self.invariants),
            items=tuple(self.items),
            help=(),
            origins=self._origins(),
        )

    def _origins(self) -> tuple[Origin, ...]:
        file = SourceFile("hand.rules", "\n".join(rule for rule, _ in self.rules))
        found = []
        for number, (rule, module) in enumerate(self.rules):
            start = file.line_starts[number]
            found.append(Origin(module, rule, (f"R-{number}",), Span(file, start, start + len(rule))))
        return tuple(found)


def equal(left: Expr, right: Expr) -> Binary:
    return Binary("==", left, right)


def cards_in(zone: int) -> Zone:
    return Zone(Int(zone))


def from_zone(zone: int, card: int, condition: Expr = YES, prefix: str = "", suffix: str = "") -> Parameter:
    """A parameter drawn from one zone; its card goes to local `card`, its zone to the one behind."""
    return Parameter(card, card + 1, (Source(cards_in(zone), Int(zone), prefix, suffix),), condition)


def way(
    *words: str | int, block: int, parameters: Sequence[Parameter] = (), condition: Expr = YES, origin: int = 0
) -> Option:
    return Option(words, condition, tuple(parameters), block, origin)
